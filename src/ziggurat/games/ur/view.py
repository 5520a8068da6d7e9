"""What a seat sees of Ur, typed and named. Nothing is hidden: all seats see the same, but their own choices."""

from __future__ import annotations

from typing import Any

import msgspec

from ziggurat.core.bits import members
from ziggurat.core.choices import Choice, choices
from ziggurat.games.ur.board import (
    FIELD_NAMES,
    FIELDS,
    KIND_NAMES,
    KINDS,
    PAIR_KINDS,
    SPARES_BY_SEATS,
)
from ziggurat.games.ur.events import ENDING_TEXTS
from ziggurat.games.ur.moves import ask
from ziggurat.games.ur.rules import bonus_size
from ziggurat.games.ur.state import Phase


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


class View(msgspec.Struct, frozen=True):
    """The table of Ur as one seat sees it (-1: a spectator)."""

    seat: int
    seats: int
    note: str  # on this number of seats: two is a house variant
    bonus: str  # the option
    actor: int
    turn: int
    phase: str
    question: str
    over: bool
    ending: str
    fields: list[Field]
    spares: list[tuple[str, str]]
    players: list[Player]
    ziggurats_left: int
    used: list[str]  # actions used this turn
    built: int  # ziggurats built this turn
    bonus_size: int  # 2: two stones on an own field or one on a free field; 1: one on an own field; 0: none
    source: str | None  # the field a stone moves from, or that has attacked
    target: str | None  # the field just conquered
    choices: list[Choice]


def view(records: Any, seat: int) -> View:
    """What a record, redacted for a seat, shows it."""
    from ziggurat.games.ur import GAME

    state = records[0]
    seats = int(state["seats"])
    over = bool(state["over"])
    acting = not over and state["phase"] == Phase.ACT
    return View(
        seat=seat,
        seats=seats,
        note=GAME.seat_notes.get(seats, ""),
        bonus=bonus_name(state),
        actor=-1 if over else int(state["actor"]),
        turn=int(state["turn"]),
        phase=Phase(int(state["phase"])).name.lower(),
        question="The game is over." if over else ask(state),
        over=over,
        ending=ENDING_TEXTS[int(state["over"])],
        fields=fields(state),
        spares=[kinds(int(pair)) for pair in state["tile"][FIELDS : FIELDS + SPARES_BY_SEATS[seats]]],
        players=[
            Player(
                seat=other,
                score=int(state["score"][other]),
                hand=kinds(int(state["hand"][other])),
                supply=int(state["supply"][other]),
                ziggurats=len(members([state["ziggurat"][other]])),
            )
            for other in range(seats)
        ],
        ziggurats_left=int(state["ziggurats_left"]),
        used=used_names(state),
        built=int(state["built"]),
        bonus_size=int(bonus_size.on("interpreted")(state)) if acting else 0,
        source=field_name(int(state["source"])),
        target=field_name(int(state["target"])),
        choices=choices(GAME, records, seat),
    )


def kinds(pair: int) -> tuple[str, str]:
    """The two actions of a tile."""
    first, second = PAIR_KINDS[pair]
    return KIND_NAMES[first], KIND_NAMES[second]


def bonus_name(state: Any) -> str:
    """The option `bonus`."""
    return "published" if state["published"] else "seed"


def used_names(state: Any) -> list[str]:
    """The actions used this turn."""
    return [KIND_NAMES[kind] for kind in range(KINDS) if int(state["used"]) >> kind & 1]


def field_name(field: int) -> str | None:
    """A field's name, or None for nowhere."""
    return FIELD_NAMES[field] if field >= 0 else None


def count_at(levels: Any, field: int) -> int:
    """How many of a stack of sets a field is in: its stones, or those it may still get."""
    return sum(int(level) >> field & 1 for level in levels)


def owner_at(words: Any, field: int) -> int | None:
    """The seat whose set has a field."""
    return next((seat for seat, word in enumerate(words) if int(word) >> field & 1), None)


def fields(state: Any) -> list[Field]:
    """All fields, row by row from the north."""
    found = []
    for field in range(FIELDS):
        shown = KIND_NAMES[next(kind for kind in range(KINDS) if int(state["shows"][kind]) >> field & 1)]
        first, second = kinds(int(state["tile"][field]))
        builder = owner_at(state["ziggurat"], field)
        found.append(
            Field(
                place=FIELD_NAMES[field],
                shows=shown,
                back=second if shown == first else first,
                seat=owner_at(state["own"], field) if builder is None else builder,
                stones=count_at(state["level"], field),
                ziggurat=builder is not None,
                allowed=count_at(state["allow"], field),
            )
        )
    return found
