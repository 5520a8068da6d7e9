"""The prospects of Ur as typed structs. Nothing is hidden (16)."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ziggurat.core.record import values_of
from ziggurat.games.ur.board import FIELD_NAMES, FIELDS, KIND_NAMES
from ziggurat.games.ur.foresee import (
    ADDS,
    ATTACK_ROWS,
    ATTACKS,
    COUNTS,
    ELEMENTS,
    FIELD_ROWS,
    HAND,
    HUNGRY,
    LOSS,
    SHAPE,
    SPREADS,
    TRADED,
)

ELEMENT_NAMES = (*KIND_NAMES, "ziggurat")


class SeatProspect(msgspec.Struct, frozen=True):
    """What a seat would score now (clause 15)."""

    seat: int
    score: int
    hand: str  # the action that its hand tile is counted as
    sets: list[list[str]]  # the best ones, the largest first; the hand tile is in them
    adds: dict[str, int]  # by action, and for a ziggurat: what one more would add


class FieldProspect(msgspec.Struct, frozen=True):
    """What its owner's actions would do to a field, or from it (clauses 6, 7, 8)."""

    place: str
    hungry: bool  # agriculture would take a stone
    trade: int  # stones that trade would allow it, as far as it has room
    spreads: int  # fields that would get a stone from here, if it shows culture


class Attack(msgspec.Struct, frozen=True):
    """What an attack would leave, in a war of that seat (clause 10)."""

    seat: int
    source: str
    target: str
    victim: int  # -1: the field is free
    fall: int  # the defender's stones
    losses: int  # the attacker's
    left: int  # the attacking field's stones after that; at least one crosses
    gain: int  # of the attacker's points, with a stone left behind if there is one to leave
    loss: int  # of the defender's points


class Prospects(msgspec.Struct, frozen=True):
    """What can be counted at the table of Ur as it stands."""

    seats: list[SeatProspect]
    fields: list[FieldProspect]  # those with stones
    attacks: list[Attack]


def prospects(records: Any, seat: int) -> Prospects:
    """What a record promises."""
    from ziggurat.games.ur import GAME

    out = np.zeros(SHAPE, dtype=np.int32)
    GAME.engine().foresee(records, seat, out)
    state = values_of(records)
    rows: list[list[int]] = out[:ATTACK_ROWS].tolist()
    attacks = out[ATTACK_ROWS : ATTACK_ROWS + rows[ATTACKS][0], : LOSS + 1].tolist()
    held = state["level"][0]
    return Prospects(
        seats=[_seat(other, state["score"][other], rows[other]) for other in range(state["seats"])],
        fields=[_field(field, rows[FIELD_ROWS + field]) for field in range(FIELDS) if held >> field & 1],
        attacks=[
            Attack(who, FIELD_NAMES[source], FIELD_NAMES[target], *rest) for who, source, target, *rest in attacks
        ],
    )


def _seat(seat: int, score: int, row: list[int]) -> SeatProspect:
    counts = row[COUNTS:ADDS]
    counts[row[HAND]] += 1
    sets = [
        [name for name, count in zip(ELEMENT_NAMES, counts, strict=True) if count > at] for at in range(max(counts))
    ]
    return SeatProspect(
        seat, score, KIND_NAMES[row[HAND]], sets, dict(zip(ELEMENT_NAMES, row[ADDS : ADDS + ELEMENTS], strict=True))
    )


def _field(field: int, row: list[int]) -> FieldProspect:
    return FieldProspect(FIELD_NAMES[field], bool(row[HUNGRY]), row[TRADED], row[SPREADS])
