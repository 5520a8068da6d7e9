"""Short ways to draw a situation of Ur, and to read what came of it.

A drawing is the north-west part of the square, as far as it matters; the rest is free. A field is the letter of the
action it shows (A agriculture, T trade, C culture, P politics, W war; `.` if that does not matter) and what is on it:

    A0x3 T .        a1: agriculture, three stones of seat 0; b1: trade, free; c1: anything, free
    W1^  .  C1x1    a2: war, a ziggurat of seat 1; c2: culture, one stone of seat 1

The backs, the other hand tiles and the tiles beside the square are filled in so that all forty tiles are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ziggurat
from ziggurat.games.ur.board import (
    COPIES,
    FIELD_NAMES,
    FIELDS,
    KIND_LETTERS,
    PAIR_KINDS,
    PAIR_LETTERS,
    PAIRS,
    SIDE,
    SPARES_BY_SEATS,
)


def situation(
    drawing: str, hand: str = "", *, seats: int = 3, hands: Sequence[str] = (), **entries: Any
) -> ziggurat.Match:
    """A match in a drawn situation; seat 0 is at the start of its turn with a hand tile such as `AW`."""
    cells = _cells(drawing)
    wishes = [_pairs_with(cell[0]) for cell in cells]
    wanted = [*([hand] if hand else []), *hands]
    wishes += [
        [PAIR_LETTERS.index(wanted[seat])] if seat < len(wanted) else list(range(PAIRS)) for seat in range(seats)
    ]
    wishes += [list(range(PAIRS))] * SPARES_BY_SEATS[seats]
    spares = entries.pop("spares", [])
    for number, letters in enumerate(spares):
        wishes[FIELDS + seats + number] = [PAIR_LETTERS.index(letters)]
    pairs = _deal(wishes)
    board = [_draw(cell, pair) for cell, pair in zip(cells, pairs, strict=False)]
    return ziggurat.load(
        "ur",
        {
            "seats": seats,
            "board": [" ".join(board[row : row + SIDE]) for row in range(0, FIELDS, SIDE)],
            "players": [{"hand": PAIR_LETTERS[pairs[FIELDS + seat]]} for seat in range(seats)],
            "spares": [PAIR_LETTERS[pair] for pair in pairs[FIELDS + seats :]],
            **entries,
        },
    )


def _cells(drawing: str) -> list[str]:
    rows = [line.split() for line in drawing.strip().splitlines()]
    rows += [[]] * (SIDE - len(rows))
    return [cell for row in rows for cell in row + ["."] * (SIDE - len(row))]


def _pairs_with(letter: str) -> list[int]:
    return [pair for pair in range(PAIRS) if letter == "." or letter in PAIR_LETTERS[pair]]


def _deal(wishes: list[list[int]]) -> list[int]:
    """A tile for each wish, every pair four times (augmenting paths)."""
    holders: list[list[int]] = [[] for _ in range(PAIRS)]

    def find(wisher: int, tried: set[int]) -> bool:
        for pair in wishes[wisher]:
            if pair in tried:
                continue
            tried.add(pair)
            if len(holders[pair]) < COPIES:
                holders[pair].append(wisher)
                return True
            for other in list(holders[pair]):
                if find(other, tried):
                    holders[pair].remove(other)
                    holders[pair].append(wisher)
                    return True
        return False

    for wisher in sorted(range(len(wishes)), key=lambda wisher: len(wishes[wisher])):
        assert find(wisher, set()), "there are not enough tiles for this drawing"
    return [next(pair for pair in range(PAIRS) if wisher in holders[pair]) for wisher in range(len(wishes))]


def _draw(cell: str, pair: int) -> str:
    first, second = PAIR_KINDS[pair]
    if cell[0] == KIND_LETTERS[second]:
        first, second = second, first
    return KIND_LETTERS[first] + KIND_LETTERS[second].lower() + cell[1:]


def on(match: ziggurat.Match, places: str) -> str:
    """What stands on some fields: `on(match, "a1 b1")` is such as `0x3 -`; a ziggurat is `0^`."""
    board = " ".join(match.position()["board"]).split()
    return " ".join(board[FIELD_NAMES.index(place)][2:] or "-" for place in places.split())


def stones_of(match: ziggurat.Match, seat: int) -> str:
    """All fields of a seat: `a1x3 b2x1`, ziggurats as `c1^`."""
    board = " ".join(match.position()["board"]).split()
    return " ".join(
        FIELD_NAMES[field] + cell[3:] for field, cell in enumerate(board) if len(cell) > 2 and cell[2] == str(seat)
    )


def supply(match: ziggurat.Match, seat: int) -> int:
    """How many stones a seat has left."""
    left: int = match.position()["players"][seat]["supply"]
    return left


def phase(match: ziggurat.Match) -> str:
    """What is being asked."""
    name: str = match.position()["phase"]
    return name


def places_for(match: ziggurat.Match, word: str) -> str:
    """The fields for which a move that begins with a word is legal: `places_for(match, "put")`."""
    return " ".join(move.split()[1] for move in match.moves() if move.split()[0] == word)


def attacks(match: ziggurat.Match) -> str:
    """The attacks that are legal: `c3 north, c3 west`."""
    return ", ".join(sorted(move.removeprefix("attack ") for move in match.moves() if move.startswith("attack")))


def shown(match: ziggurat.Match, place: str) -> str:
    """The letters of a field's tile: `Aw`."""
    return " ".join(match.position()["board"]).split()[FIELD_NAMES.index(place)][:2]
