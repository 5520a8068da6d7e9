"""Puzzles: positions with one clearly best decision that weaker players miss. `docs/puzzles.md` says how they are made.

format.py shipped.py     what a puzzle is, and those that come with the games
games.py looking.py finding.py themes.py rating.py     finding and verifying them in one game
mining.py choosing.py command.py             in many games, and which of them are worth keeping
"""

from __future__ import annotations

from ziggurat.puzzles.format import Because, Option, Puzzle, Search, read, write
from ziggurat.puzzles.shipped import begin, find, puzzles

__all__ = ["Because", "Option", "Puzzle", "Search", "begin", "find", "puzzles", "read", "write"]
