"""The view of Babel as typed structs, made from a redacted record only."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from ziggurat.core.choices import choices, one_of
from ziggurat.core.record import Values, values_of
from ziggurat.core.view import BaseView, Choose, head
from ziggurat.games.babel.cards import LEVELS, NATION_LETTERS, QUARRY, SEATS, SITES, VALUE
from ziggurat.games.babel.events import ENDING_TEXTS
from ziggurat.games.babel.moves import QUARRY_NAME

PHASE_NAMES = ("act", "discard")
KEPT = 4096  # pieces of views of each kind


class Site(msgspec.Struct, frozen=True):
    """One seat's side of a construction site. Nations are letters."""

    nation: str
    row: str  # the oldest card first
    temple: list[int]  # levels, the top card last
    value: int


class Player(msgspec.Struct, frozen=True):
    """What lies in front of one seat. The hand is missing where the viewer may not know it."""

    seat: int
    score: int
    hand: str | None
    hand_size: int
    remembered: str  # cards of the hand that the other player can work out
    pawn: str  # a site's letter, or `quarry`
    first_card: bool  # the own level-1 card is not built yet
    stack: list[int]  # levels, the top card last
    sites: list[Site]


class View(BaseView, frozen=True, kw_only=True):
    """The table of Babel as one seat sees it (-1: a spectator)."""

    active: int
    phase: Annotated[str, one_of(PHASE_NAMES)]  # `discard` when half a hand must go
    ending: Annotated[str, one_of(ENDING_TEXTS)]
    turn: int
    end_phase: bool
    migrated: bool
    to_discard: int
    players: list[Player]
    discard: str
    draw_size: int
    temple_deck_size: int
    temple_deck_top: list[int]  # levels known to lie on the temple deck, the top card last


def view(records: Any, seat: int, choose: Choose = choices) -> View:
    """What a record, redacted for a seat, shows it; `choose` makes its choices."""
    from ziggurat.games.babel import GAME

    state = values_of(records)
    return View(
        **head(GAME, records, state, seat, PHASE_NAMES[state["to_discard"] > 0], choose),
        active=state["active"],
        turn=state["turn"],
        end_phase=bool(state["end_phase"]),
        migrated=bool(state["migrated"]),
        to_discard=state["to_discard"],
        players=[_player(state, other) for other in range(SEATS)],
        discard=_letters(state["discard"]),
        draw_size=state["draw_size"],
        temple_deck_size=state["deck_size"] + state["returned_size"],
        temple_deck_top=returned(state),
    )


def _player(state: Values, seat: int) -> Player:
    hand, size = state["hand"][seat], state["hand_size"][seat]
    return Player(
        seat=seat,
        score=state["score"][seat],
        hand=_letters(hand) if sum(hand) == size else None,  # what is secret is not in the record
        hand_size=size,
        remembered=_letters(state["remembered"][seat]),
        pawn=pawn(state, seat),
        first_card=bool(state["first_card"][seat]),
        stack=stack(state, seat),
        sites=list(map(_site, range(SITES), state["row"][seat], state["length"][seat], state["temple"][seat])),
    )


@functools.lru_cache(KEPT)
def _site(site: int, planes: tuple[int, ...], length: int, levels: int) -> Site:
    """A site, made once and kept: a decision changes one or two of them. Nobody must change the list in it."""
    return Site(NATION_LETTERS[site], _row(planes, length), _levels(levels), int(VALUE[levels]))


def letters(counts: Any) -> str:
    """Card counts by nation as letters: `AAS`."""
    return "".join(letter * int(count) for letter, count in zip(NATION_LETTERS, counts, strict=True))


_letters = functools.lru_cache(KEPT)(letters)


def row(state: Any, seat: int, site: int) -> str:
    """A row of nation cards as letters, the oldest first."""
    return _row([int(places) for places in state["row"][seat][site]], int(state["length"][seat][site]))


def _row(planes: Sequence[int], length: int) -> str:
    return "".join(
        next(letter for letter, places in zip(NATION_LETTERS, planes, strict=True) if places >> place & 1)
        for place in range(length)
    )


def temple(state: Any, seat: int, site: int) -> list[int]:
    """The levels of a temple, the top card last."""
    return _levels(state["temple"][seat][site])


def _levels(levels: int) -> list[int]:
    return [level for level in range(1, LEVELS + 1) if levels >> level & 1]


def stack(state: Any, seat: int) -> list[int]:
    """The levels in a stack, the top card last."""
    return [int(level) for level in state["stack"][seat][: state["stack_size"][seat]]]


def returned(state: Any) -> list[int]:
    """The levels known to lie on the temple deck, the top card last."""
    return [int(level) for level in state["returned"][: state["returned_size"]]]


def pawn(state: Any, seat: int) -> str:
    """Where a pawn stands: a site's letter, or `quarry`."""
    site = int(state["pawn"][seat])
    return QUARRY_NAME if site == QUARRY else NATION_LETTERS[site]
