"""What a seat sees of Babylonia: typed, named, and made from a redacted record only."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from ziggurat.core.bits import members
from ziggurat.core.choices import Choice, choices
from ziggurat.core.record import plain
from ziggurat.games.babylonia.board import (
    BLUES,
    GREENS,
    HEX_NAMES,
    KINDS,
    NO_TILE,
    SITE_HEX,
    SITES_IN_PLAY,
    TILE_NAMES,
    TOKEN_LETTERS,
)
from ziggurat.games.babylonia.events import ENDING_TEXTS
from ziggurat.games.babylonia.moves import ask
from ziggurat.games.babylonia.state import ON_OFFER, Phase

PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)


class PlacedToken(msgspec.Struct, frozen=True):
    """A token on the board. The kind is missing when it lies face down and is not the viewer's."""

    place: str
    seat: int
    kind: str | None


class PlacedTile(msgspec.Struct, frozen=True):
    """A location tile on the board: city symbols (`PS`), points (`6`) or `C`."""

    place: str
    tile: str


class Ziggurat(msgspec.Struct, frozen=True):
    """A ziggurat, and whether its card has been won or lost."""

    place: str
    scored: bool


class Player(msgspec.Struct, frozen=True):
    """What lies in front of one seat. Kinds are letters; they are missing where the viewer may not know them."""

    seat: int
    score: int
    stand: str | None
    stand_size: int
    reserve: str | None
    reserve_size: int
    cities: list[str]
    cards: list[int]


class View(msgspec.Struct, frozen=True):
    """The table of Babylonia as one seat sees it (-1: a spectator)."""

    seat: int
    seats: int
    actor: int
    active: int
    phase: str
    question: str
    over: bool
    ending: str
    tokens: list[PlacedToken]
    tiles: list[PlacedTile]
    ziggurats: list[Ziggurat]
    players: list[Player]
    cards_on_offer: list[int]
    extra_turn_used: bool
    waiting: list[str]  # surrounded sites that are not scored yet
    choices: list[Choice]


def view(records: Any, seat: int) -> View:
    """What a record, redacted for a seat, shows it."""
    from ziggurat.games.babylonia import GAME

    state = plain(records)
    seats = int(state["seats"])
    over = int(state["over"])
    phase = int(state["phase"])
    cards = state["card"].tolist()
    scored = int(state["scored"])
    return View(
        seat=seat,
        seats=seats,
        actor=-1 if over else int(state["actor"]),
        active=int(state["active"]),
        phase=PHASE_NAMES[phase],
        question="The game is over." if over else ask(state),
        over=bool(over),
        ending=ENDING_TEXTS[over],
        tokens=_tokens(state, seats),
        tiles=[_tile(site, tile) for site, tile in enumerate(state["tile"].tolist()) if tile != NO_TILE],
        ziggurats=[_ziggurat(blue, bool(scored >> blue & 1)) for blue in _blues(seats)],
        players=[_player(state, other, cards, knows=other == seat) for other in range(seats)],
        cards_on_offer=[number for number, place in enumerate(cards, 1) if place == ON_OFFER],
        extra_turn_used=bool(state["extra_used"]),
        waiting=[HEX_NAMES[SITE_HEX[site]] for site in members([state["sites"]])] if phase else [],
        choices=choices(GAME, records, seat),
    )


# The small pieces of a view are made once: a server shows the same ones again and again.


@functools.cache
def _token(hexagon: int, seat: int, kind: str | None) -> PlacedToken:
    return PlacedToken(HEX_NAMES[hexagon], seat, kind)


@functools.cache
def _tile(site: int, tile: int) -> PlacedTile:
    return PlacedTile(HEX_NAMES[SITE_HEX[site]], TILE_NAMES[tile])


@functools.cache
def _ziggurat(blue: int, scored: bool) -> Ziggurat:
    return Ziggurat(HEX_NAMES[SITE_HEX[GREENS + blue]], scored)


@functools.cache
def _blues(seats: int) -> list[int]:
    return [blue for blue in range(BLUES) if GREENS + blue in SITES_IN_PLAY[seats]]


def _tokens(state: Any, seats: int) -> list[PlacedToken]:
    by_kind = state["kind"]
    kinds = {hexagon: TOKEN_LETTERS[kind] for kind in range(KINDS) for hexagon in members(by_kind[kind])}
    own = state["own"]
    return [_token(hexagon, seat, kinds.get(hexagon)) for seat in range(seats) for hexagon in members(own[seat])]


def letters(counts: Any) -> str:
    """Token counts by kind as letters: `ffm`."""
    return "".join(letter * int(count) for letter, count in zip(TOKEN_LETTERS, counts, strict=True))


def cities(taken: Any) -> list[str]:
    """The city tiles in front of a seat."""
    return [TILE_NAMES[symbols] for symbols, count in enumerate(taken) for _ in range(int(count))]


def _player(state: Any, seat: int, cards: list[int], *, knows: bool) -> Player:
    return Player(
        seat=seat,
        score=int(state["score"][seat]),
        stand=letters(state["stand"][seat].tolist()) if knows else None,
        stand_size=int(state["stand_size"][seat]),
        reserve=letters(state["reserve"][seat].tolist()) if knows else None,
        reserve_size=int(state["reserve_size"][seat]),
        cities=cities(state["taken"][seat].tolist()),
        cards=[number for number, place in enumerate(cards, 1) if place == seat],
    )
