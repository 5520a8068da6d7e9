"""Puzzles: positions with one clearly best decision that weaker players miss. See `docs/puzzles.md`.

format        a puzzle as one line of JSON
shipped       the puzzles that come with the games
games         self-play matches and their decisions
finder        finds and verifies puzzles in one match, with solution, confirmation, themes and rating
generator     searches many matches, in several processes
selection     picks a varied set from many puzzles
command       `ziggurat puzzles`
"""

from __future__ import annotations

from ziggurat.puzzles.format import Because, Puzzle, PuzzleOption, Search, read, write
from ziggurat.puzzles.shipped import begin, find, puzzles

__all__ = ["Because", "Option", "Puzzle", "PuzzleOption", "Search", "begin", "find", "puzzles", "read", "write"]

Option = PuzzleOption  # its former name
