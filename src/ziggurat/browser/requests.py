"""Answers of the HTTP interface that need no server: games, rules, lessons, puzzles and analysis."""

from __future__ import annotations
