"""Lessons (`lesson`) and worked examples (`example`) of a game, read from its package and checked by the engine."""
