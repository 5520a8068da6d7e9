"""Shorter lists of moves: moves that differ in their first words or in their last word only share a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

OR = "|"  # between beginnings that go with the same last words
LEAST = 3  # places in a range
_PLACE = re.compile(r"([a-z])(\d+)")
_RANGE = re.compile(r"([a-z])(\d+)-(\d+)")


def grouped(moves: Iterable[str]) -> list[str]:
    """One line for many moves: `m: d7 d8` stands for `m d7` and `m d8`, `f|m: d7` for `f d7` and `m d7`.

    >>> grouped(["pawn A", "pawn M", "deploy S", "end"])
    ['pawn: A M', 'deploy S', 'end']
    >>> grouped(["f d7", "f d8", "f d9", "f e1", "m d7", "m d8", "m d9"])
    ['f|m: d7-9', 'f e1']
    """
    endings: dict[str, list[str]] = {}  # by beginning, in the order of the moves; a move of one word has none
    for move in moves:
        beginning, _, ending = move.rpartition(" ")
        endings.setdefault(beginning or ending, [])
        if beginning:
            endings[beginning].append(ending)
        else:
            endings[ending].append("")
    apart = _lines({(beginning,): words for beginning, words in endings.items()})
    together: dict[tuple[str, ...], list[str]] = {}
    for ending in dict.fromkeys(word for words in endings.values() for word in words):
        beginnings = [(beginning,) for beginning, words in endings.items() if ending in words]
        for sharing in beginnings if ending == "" else [sum(beginnings, ())]:
            together.setdefault(sharing, []).append(ending)
    shared = _lines(together)
    return min(apart, shared, key=lambda lines: len("\n".join(lines)))


def _lines(groups: Mapping[tuple[str, ...], list[str]]) -> list[str]:
    lines = []
    for beginnings, endings in groups.items():
        beginning, words = OR.join(beginnings), [word for word in endings if word]
        if "" in endings:
            lines.append(beginning)
        if len(words) == 1 and len(beginnings) == 1:
            lines.append(f"{beginning} {words[0]}")
        elif words:
            lines.append(f"{beginning}: {' '.join(ranges(words))}")
    return lines


def ranges(words: Sequence[str]) -> list[str]:
    """Words in which three or more neighbouring places of a column are one: `d7-9` stands for d7, d8 and d9.

    >>> ranges(["d9", "d8", "d7", "e1", "e2", "end"])
    ['d7-9', 'e1', 'e2', 'end']
    """
    columns: dict[str, list[int]] = {}
    others = []
    for word in words:
        place = _PLACE.fullmatch(word)
        if place:
            columns.setdefault(place[1], []).append(int(place[2]))
        else:
            others.append(word)
    found = []
    for column, rows in sorted(columns.items()):
        left = sorted(rows)
        while left:
            count = next((at for at in range(1, len(left)) if left[at] != left[0] + at), len(left))
            if count >= LEAST:
                found.append(f"{column}{left[0]}-{left[count - 1]}")
            else:
                found += [f"{column}{row}" for row in left[:count]]
            left = left[count:]
    return found + others


def _spread(word: str) -> list[str]:
    found = _RANGE.fullmatch(word)
    return [f"{found[1]}{row}" for row in range(int(found[2]), int(found[3]) + 1)] if found else [word]


def ungrouped(lines: Iterable[str]) -> list[str]:
    """The moves that `grouped` wrote.

    >>> ungrouped(["f|m: d7 d8", "end"])
    ['f d7', 'f d8', 'm d7', 'm d8', 'end']
    """
    moves = []
    for line in lines:
        beginnings, colon, endings = line.partition(": ")
        if colon:
            places = [place for ending in endings.split() for place in _spread(ending)]
            moves += [f"{beginning} {place}" for beginning in beginnings.split(OR) for place in places]
        else:
            moves.append(line)
    return moves
