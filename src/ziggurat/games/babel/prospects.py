"""The prospects of Babel as typed structs, made from a redacted record only."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ziggurat.core.record import Values, values_of
from ziggurat.games.babel.actions import FIRST, OWN, THEIR
from ziggurat.games.babel.cards import (
    AHEAD,
    BEHIND,
    FAR_AHEAD,
    LEVELS,
    NATION_LETTERS,
    NATIONS,
    QUARRY,
    SEATS,
    SITES,
    STACKED,
    VALUE,
)
from ziggurat.games.babel.foresee import (
    ABILITY_ROWS,
    BUILDABLE,
    BY_NATION,
    CARDS,
    EFFECT,
    HALVED,
    HALVES,
    LEVEL,
    MINE,
    NAMED,
    RUNS_THERE,
    SEAT_ROWS,
    SHAPE,
    SOURCES,
    STACKS_OF,
    TAKEN_LEVEL,
    UNSEEN_ROW,
    USABLE,
    YOURS,
)

SOURCE_NAMES = ((OWN, "own"), (THEIR, "their"), (FIRST, "first"))


class Ability(msgspec.Struct, frozen=True):
    """What a nation's ability could do for a seat at its pawn's site (clauses 10 to 15)."""

    nation: str
    runs: int  # that lie there
    usable: bool  # now, if it is this seat's turn
    why: str  # it is not: `quarry`, `run` (there is none) or `effect` (it would have none); empty: it is
    points: int  # what it would add to the own total
    loss: int  # and change in the other's
    level: int  # of the temple card that Hittites would steal, or Persians build; otherwise 0
    sources: list[str]  # on which stacks Persians find it: `own`, `their`
    cards: dict[str, int]  # by nation: the other's nation cards that would go, if that nation is named or lies last


class Building(msgspec.Struct, frozen=True):
    """What a seat could build at a site next (clauses 4, 6)."""

    site: str
    value: int  # of the temple that stands
    level: int  # to be built next; 7: it is complete
    missing: int  # nation cards that have yet to lie here for it
    sources: list[str]  # where a card of that level lies on top: `own`, `their` or `first`
    buildable: bool  # now, if it is this seat's turn


class Race(msgspec.Struct, frozen=True):
    """How far a seat is from the ends of clause 17."""

    seat: int
    total: int
    to_ahead: int  # points to 15
    to_far_ahead: int  # points to 20, which end the end phase
    above_behind: int  # points above 9: at 0 or less the other wins by reaching 15, or at once in the end phase


class SeatProspect(msgspec.Struct, frozen=True):
    """What one seat could do as things stand."""

    seat: int
    abilities: list[Ability]
    half: int  # cards that half the other's hand is (clause 16)
    halves: bool  # whether some run lets it be asked for now
    sites: list[Building]


class Prospects(msgspec.Struct, frozen=True):
    """What can be counted at the table of Babel as it stands."""

    seats: list[SeatProspect]
    race: list[Race]
    end_phase: bool
    turns_left: int  # until the temple deck is empty, if Assyrians put nothing back
    unseen: dict[str, int]  # nation cards that are neither open nor known to the viewer, by nation


def prospects(records: Any, seat: int) -> Prospects:
    """What a record, redacted for a seat, promises."""
    from ziggurat.games.babel import GAME

    out = np.zeros(SHAPE, dtype=np.int32)
    GAME.engine().foresee(records, seat, out)
    rows: list[list[int]] = out.tolist()
    state = values_of(records)
    deck = state["deck_size"] + state["returned_size"]
    return Prospects(
        seats=[_seat(state, other, rows) for other in range(SEATS)],
        race=[
            Race(other, total, max(0, AHEAD - total), max(0, FAR_AHEAD - total), total - BEHIND)
            for other, total in enumerate(state["score"][:SEATS])
        ],
        end_phase=bool(state["end_phase"]),
        turns_left=-(-deck // STACKED),
        unseen=dict(zip(NATION_LETTERS, rows[UNSEEN_ROW], strict=False)),
    )


def _seat(state: Values, seat: int, rows: list[list[int]]) -> SeatProspect:
    quarry = state["pawn"][seat] == QUARRY
    half = rows[SEAT_ROWS + seat]
    return SeatProspect(
        seat=seat,
        abilities=[
            _ability(nation, rows[ABILITY_ROWS + NATIONS * seat + nation], quarry=quarry) for nation in range(NATIONS)
        ],
        half=half[HALVED],
        halves=bool(half[HALVES]),
        sites=[_building(state, seat, site, rows[SITES * seat + site]) for site in range(SITES)],
    )


def _ability(nation: int, row: list[int], *, quarry: bool) -> Ability:
    cards = {letter: count for letter, count in zip(NATION_LETTERS, row[BY_NATION:], strict=True) if count}
    if row[NAMED] >= 0 and nation == NATIONS - 1 and row[CARDS]:
        cards = {NATION_LETTERS[row[NAMED]]: row[CARDS]}
    usable = bool(row[USABLE])
    why = "" if usable else "quarry" if quarry else "effect" if not row[EFFECT] else "run"
    return Ability(
        NATION_LETTERS[nation],
        row[RUNS_THERE],
        usable,
        why,
        row[MINE],
        row[YOURS],
        row[TAKEN_LEVEL],
        _sources(row[STACKS_OF]),
        cards,
    )


def _building(state: Values, seat: int, site: int, row: list[int]) -> Building:
    level = row[LEVEL]
    missing = max(0, level - state["length"][seat][site]) if level <= LEVELS else 0
    value = int(VALUE[state["temple"][seat][site]])
    return Building(NATION_LETTERS[site], value, level, missing, _sources(row[SOURCES]), bool(row[BUILDABLE]))


def _sources(bits: int) -> list[str]:
    return [name for source, name in SOURCE_NAMES if bits >> source & 1]
