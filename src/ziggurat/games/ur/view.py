"""The view of Ur as typed structs. Nothing is hidden: seats differ only in their choices."""

from __future__ import annotations

import functools
from typing import Annotated, Any

import msgspec

from ziggurat.core.choices import choices, one_of
from ziggurat.core.game import write_option
from ziggurat.core.record import values_of
from ziggurat.core.view import BaseView, Choose, head
from ziggurat.games.ur.board import (
    FIELD_NAMES,
    FIELDS,
    KIND_NAMES,
    KINDS,
    PAIR_KINDS,
    SPARES_BY_SEATS,
)
from ziggurat.games.ur.events import ENDING_TEXTS
from ziggurat.games.ur.rules import bonus_size
from ziggurat.games.ur.state import Phase

PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
BONUSES = ("rulebook", "published")  # the values of the option `bonus`
CULTURES = ("each", "once")  # and of `culture`
HUNGERS = ("others", "all")  # and of `hunger`
REACHES = ("beside", "any")  # and of `reach`
KEPT = 1024  # positions whose fields are kept


class Field(msgspec.Struct, frozen=True):
    """A tile of the square, and what stands on it. A ziggurat has an owner and no stones of its own."""

    place: str
    shows: str
    back: str
    seat: int | None
    stones: int
    ziggurat: bool
    allowed: int  # stones it may still get from the action under way


class Player(msgspec.Struct, frozen=True):
    """What lies in front of one seat."""

    seat: int
    score: int  # if the game ended now
    hand: tuple[str, str]
    supply: int
    ziggurats: int
    sets: list[int]  # how large the best sets are that make the score, the largest first (15)


class View(BaseView, frozen=True, kw_only=True):
    """The table of Ur as one seat sees it (-1: a spectator)."""

    note: str  # on this number of seats: two is a house variant
    bonus: str  # the option
    culture: str  # the option
    covered: bool  # the option
    hunger: str  # the option
    reach: str  # the option
    turn: int
    phase: Annotated[str, one_of(PHASE_NAMES)]
    ending: Annotated[str, one_of(ENDING_TEXTS)]
    fields: list[Field]
    spares: list[tuple[str, str]]
    players: list[Player]
    ziggurats_left: int
    used: list[str]  # actions used this turn
    built: int  # ziggurats built this turn
    bonus_size: int  # 2: two stones on an own field or one on a free field; 1: one on an own field; 0: none
    source: str | None  # the field a stone moves from, or that has attacked
    target: str | None  # the field just conquered


def view(records: Any, seat: int, choose: Choose = choices) -> View:
    """What a record, redacted for a seat, shows it; `choose` makes its choices."""
    from ziggurat.games.ur import GAME

    state = values_of(records)
    seats, over = state["seats"], state["over"]
    acting = not over and state["phase"] == Phase.ACT
    return View(
        **head(GAME, records, state, seat, PHASE_NAMES[state["phase"]], choose),
        note=GAME.seat_notes.get(seats, ""),
        **options_of(state),
        turn=state["turn"],
        fields=fields(state),
        spares=[kinds(pair) for pair in state["tile"][FIELDS : FIELDS + SPARES_BY_SEATS[seats]]],
        players=[
            Player(
                seat=other,
                score=state["score"][other],
                hand=kinds(state["hand"][other]),
                supply=state["supply"][other],
                ziggurats=state["ziggurat"][other].bit_count(),
                sets=sets(state, other),
            )
            for other in range(seats)
        ],
        ziggurats_left=state["ziggurats_left"],
        used=used_names(state),
        built=state["built"],
        bonus_size=bonus_size.function(state) if acting else 0,
        source=field_name(state["source"]),
        target=field_name(state["target"]),
    )


def sets(state: Any, seat: int) -> list[int]:
    """How large a seat's best sets are: each takes one of everything that is left."""
    tiles = state["own"][seat] | (0 if state["uncovered"] else state["ziggurat"][seat])
    counts = [(tiles & fields).bit_count() for fields in state["shows"]]
    first, second = PAIR_KINDS[state["hand"][seat]]
    counts[first if counts[first] <= counts[second] else second] += 1  # the rarer is in more sets with others
    counts.append(state["ziggurat"][seat].bit_count())
    return [sum(count > at for count in counts) for at in range(max(counts))]


def kinds(pair: int) -> tuple[str, str]:
    """The two actions of a tile."""
    first, second = PAIR_KINDS[pair]
    return KIND_NAMES[first], KIND_NAMES[second]


def options_of(state: Any) -> dict[str, Any]:
    """The options a record is played with."""
    return {
        "bonus": BONUSES[int(state["published"])],
        "culture": CULTURES[int(state["once"])],
        "covered": not state["uncovered"],
        "hunger": HUNGERS[int(state["starving"])],
        "reach": REACHES[int(state["far"])],
    }


def said_options(state: Any) -> str:
    """The same in a line."""
    return ", ".join(f"{name} {write_option(value)}" for name, value in options_of(state).items())


def used_names(state: Any) -> list[str]:
    """The actions used this turn."""
    return [KIND_NAMES[kind] for kind in range(KINDS) if int(state["used"]) >> kind & 1]


def field_name(field: int) -> str | None:
    """A field's name, or None for nowhere."""
    return FIELD_NAMES[field] if field >= 0 else None


def fields(state: Any) -> list[Field]:
    """All fields, row by row from the north."""
    stacks = [tuple(map(int, state[name])) for name in ("shows", "ziggurat", "own", "level", "allow")]
    return list(_fields(tuple(map(int, state["tile"][:FIELDS])), *stacks))


# Fields are made once and kept, by the numbers they are made from: all seats see the same ones, and a decision changes
# few of them.


@functools.lru_cache(KEPT)
def _fields(tiles: tuple[int, ...], *stacks: tuple[int, ...]) -> tuple[Field, ...]:
    columns = [zip(*(f"{word:0{FIELDS}b}"[::-1] for word in words), strict=True) for words in stacks]
    return tuple(map(_field, range(FIELDS), tiles, *columns))


Column = tuple[str, ...]  # for each set of a stack: "1" if it has the field


@functools.lru_cache(16 * KEPT)
def _field(field: int, pair: int, shows: Column, ziggurat: Column, own: Column, level: Column, allow: Column) -> Field:
    shown = KIND_NAMES[shows.index("1")]
    first, second = kinds(pair)
    builder, owner = _first(ziggurat), _first(own)
    return Field(
        place=FIELD_NAMES[field],
        shows=shown,
        back=second if shown == first else first,
        seat=owner if builder is None else builder,
        stones=level.count("1"),
        ziggurat=builder is not None,
        allowed=allow.count("1"),
    )


def _first(column: Column) -> int | None:
    return column.index("1") if "1" in column else None
