"""Shorter lists of moves: moves that differ in their last word only share a line."""

from __future__ import annotations

from collections.abc import Iterable


def grouped(moves: Iterable[str]) -> list[str]:
    """One line for all moves that differ in their last word only: `m: d7 d8` stands for `m d7` and `m d8`.

    >>> grouped(["pawn A", "pawn M", "deploy S", "end"])
    ['pawn: A M', 'deploy S', 'end']
    """
    endings: dict[str, list[str]] = {}
    for move in moves:
        beginning, _, ending = move.rpartition(" ")
        endings.setdefault(beginning or ending, []).append(ending if beginning else "")
    lines = []
    for beginning, words in endings.items():
        if "" in words:  # a move of one word
            lines.append(beginning)
        words = [word for word in words if word]
        if words:
            lines.append(f"{beginning} {words[0]}" if len(words) == 1 else f"{beginning}: {' '.join(words)}")
    return lines


def ungrouped(lines: Iterable[str]) -> list[str]:
    """The moves that `grouped` wrote.

    >>> ungrouped(["pawn: A M", "end"])
    ['pawn A', 'pawn M', 'end']
    """
    moves = []
    for line in lines:
        beginning, colon, endings = line.partition(": ")
        moves += [f"{beginning} {ending}" for ending in endings.split()] if colon else [line]
    return moves
