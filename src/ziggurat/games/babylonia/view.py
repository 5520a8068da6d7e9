"""The view of Babylonia as typed structs, made from a redacted record only."""

from __future__ import annotations

import functools
from typing import Annotated, Any

import msgspec

from ziggurat.core.bits import members
from ziggurat.core.choices import choices, one_of
from ziggurat.core.record import Values, values_of
from ziggurat.core.view import BaseView, Choose, head
from ziggurat.games.babylonia.board import (
    BLUES,
    GREENS,
    HEX_NAMES,
    NO_TILE,
    SITE_HEX,
    SITES_IN_PLAY,
    TILE_NAMES,
    TOKEN_LETTERS,
)
from ziggurat.games.babylonia.events import ENDING_TEXTS
from ziggurat.games.babylonia.state import ON_OFFER, Phase

PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
KEPT = 4096  # pieces of views of each kind


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


class View(BaseView, frozen=True, kw_only=True):
    """The table of Babylonia as one seat sees it (-1: a spectator)."""

    active: int
    phase: Annotated[str, one_of(PHASE_NAMES)]
    ending: Annotated[str, one_of(ENDING_TEXTS)]
    tokens: list[PlacedToken]
    tiles: list[PlacedTile]
    ziggurats: list[Ziggurat]
    players: list[Player]
    cards_on_offer: list[int]
    extra_turn_used: bool
    waiting: list[str]  # surrounded sites that are not scored yet


def view(records: Any, seat: int, choose: Choose = choices) -> View:
    """What a record, redacted for a seat, shows it; `choose` makes its choices."""
    from ziggurat.games.babylonia import GAME

    state = values_of(records)
    seats, phase, cards = state["seats"], state["phase"], state["card"]
    return View(
        **head(GAME, records, state, seat, PHASE_NAMES[phase], choose),
        active=state["active"],
        tokens=_tokens(state, seats),
        tiles=list(_tiles(state["tile"])),
        ziggurats=list(_ziggurats(seats, state["scored"])),
        players=[_player(state, other, cards) for other in range(seats)],
        cards_on_offer=[number for number, place in enumerate(cards, 1) if place == ON_OFFER],
        extra_turn_used=bool(state["extra_used"]),
        waiting=[HEX_NAMES[SITE_HEX[site]] for site in members([state["sites"]])] if phase else [],
    )


# The pieces of a view are made once and kept, by the numbers they are made from: a server shows the same ones again
# and again, because a decision changes few of them.


@functools.lru_cache(KEPT)
def _tiles(tiles: tuple[int, ...]) -> tuple[PlacedTile, ...]:
    return tuple(
        PlacedTile(HEX_NAMES[SITE_HEX[site]], TILE_NAMES[tile]) for site, tile in enumerate(tiles) if tile != NO_TILE
    )


@functools.lru_cache(KEPT)
def _ziggurats(seats: int, scored: int) -> tuple[Ziggurat, ...]:
    blues = [blue for blue in range(BLUES) if GREENS + blue in SITES_IN_PLAY[seats]]
    return tuple(Ziggurat(HEX_NAMES[SITE_HEX[GREENS + blue]], bool(scored >> blue & 1)) for blue in blues)


def _tokens(state: Values, seats: int) -> list[PlacedToken]:
    kinds = list(zip(*state["kind"], strict=True))  # by word of the sets, then by kind
    tokens: list[PlacedToken] = []
    for seat, own in enumerate(state["own"][:seats]):
        for number, word in enumerate(own):
            if word:
                tokens += _tokens_in(seat, number, word, *[kind & word for kind in kinds[number]])
    return tokens


@functools.lru_cache(KEPT)
def _tokens_in(seat: int, number: int, word: int, *kinds: int) -> list[PlacedToken]:
    """The tokens of a seat in one word of the set of hexagons."""
    tokens = []
    while word:
        lowest = word & -word
        word ^= lowest
        letter = None
        for kind, members_of_it in enumerate(kinds):
            if members_of_it & lowest:
                letter = TOKEN_LETTERS[kind]
        tokens.append(_token(64 * number + lowest.bit_length() - 1, seat, letter))
    return tokens


@functools.cache
def _token(hexagon: int, seat: int, kind: str | None) -> PlacedToken:
    return PlacedToken(HEX_NAMES[hexagon], seat, kind)


def letters(counts: Any) -> str:
    """Token counts by kind as letters: `ffm`."""
    return "".join(letter * int(count) for letter, count in zip(TOKEN_LETTERS, counts, strict=True))


def cities(taken: Any) -> list[str]:
    """The city tiles in front of a seat."""
    return [TILE_NAMES[symbols] for symbols, count in enumerate(taken) for _ in range(int(count))]


_letters, _cities = functools.lru_cache(KEPT)(letters), functools.lru_cache(KEPT)(cities)


def _known(counts: tuple[int, ...], size: int) -> str | None:
    """Tokens as letters, unless the record does not tell their kinds."""
    return _letters(counts) if sum(counts) == size else None


def _player(state: Values, seat: int, cards: tuple[int, ...]) -> Player:
    return Player(
        seat=seat,
        score=state["score"][seat],
        stand=_known(state["stand"][seat], state["stand_size"][seat]),
        stand_size=state["stand_size"][seat],
        reserve=_known(state["reserve"][seat], state["reserve_size"][seat]),
        reserve_size=state["reserve_size"][seat],
        cities=list(_cities(state["taken"][seat])),
        cards=[number for number, place in enumerate(cards, 1) if place == seat],
    )
