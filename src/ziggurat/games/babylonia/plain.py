"""Babylonia as lines of text: for readers without a picture, such as language models."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from ziggurat.core.text.grouping import ranges
from ziggurat.games.babylonia.board import (
    BESIDE,
    CARD_TEXTS,
    HEX_BY_NAME,
    HEX_NAMES,
    HEXES_IN_PLAY,
    REGIONS,
    REGIONS_IN_PLAY,
    RIVER_HEXES,
)
from ziggurat.games.babylonia.view import PlacedToken, Player, View

FACE_DOWN = "face down"


def plain(view: View, call: Callable[[int], str], whole: bool) -> list[str]:
    """What a seat sees: players, cards, what can be won with all that lies beside it, and everybody's tokens."""
    tokens = {token.place: token for token in view.tokens}
    cities = [tile for tile in view.tiles if tile.tile.isalpha() and tile.tile != "C"]
    fields = [f"{tile.place} {tile.tile}" for tile in view.tiles if tile not in cities and tile.place not in tokens]
    ziggurats = [ziggurat for ziggurat in view.ziggurats if not ziggurat.scored]
    sites = {tile.place for tile in view.tiles} | {ziggurat.place for ziggurat in view.ziggurats}
    lines = [f"{_player(player, call)}." for player in view.players]
    if view.cards_on_offer:
        cards = (f"{card} {CARD_TEXTS[card - 1]}" if whole else str(card) for card in view.cards_on_offer)
        lines.append(f"Cards on offer: {', '.join(cards)}")
    lines += [
        *_board(view.seats, whole),
        "Cities and ziggurats: the free land beside them / the tokens beside them",
        *(f"{tile.place} {tile.tile}: {_around(tile.place, tokens, sites, call)}" for tile in cities),
        *(f"{each.place} ziggurat: {_around(each.place, tokens, sites, call)}" for each in ziggurats),
    ]
    if fields:
        points = " (points, or C: a point for each own city)" if whole else ""
        lines.append(f"Free crop fields{points}: {', '.join(fields)}")
    lines += [_tokens(player.seat, view.tokens, call) for player in view.players]
    if view.waiting:
        lines.append(f"Surrounded, not scored yet: {' '.join(view.waiting)}")
    return lines


def _player(player: Player, call: Callable[[int], str]) -> str:
    stand = player.stand if player.stand is not None else f"{player.stand_size} tokens"
    reserve = f"{player.reserve_size} ({player.reserve})" if player.reserve else f"{player.reserve_size}"
    cities = f", cities {' '.join(player.cities)}" if player.cities else ""
    cards = f", cards {' '.join(map(str, player.cards))}" if player.cards else ""
    return (
        f"{call(player.seat).capitalize()}: {player.score} points, stand {stand or 'empty'}, reserve {reserve}"
        f"{cities}{cards}"
    )


@functools.cache
def _board(seats: int, whole: bool) -> list[str]:
    """What never changes: names, neighbours and the river."""
    played = set(HEXES_IN_PLAY[seats])
    regions = REGIONS_IN_PLAY[seats] if whole else ()
    letters = "Tokens: f farmer, m merchant, s civil servant, p priest. " if whole else ""
    return [
        f"{letters}Beside e5: e4 e6 d4 d5 f4 f5; beside d5: d4 d6 c5 c6 e5 e6.",
        f"River: {_listed(RIVER_HEXES)}",
        *(
            f"{region.capitalize()}: {_listed(hexagon for hexagon in REGIONS[region] if hexagon in played)}"
            for region in regions
        ),
    ]


def _listed(hexagons: Iterable[int]) -> str:
    return " ".join(ranges([HEX_NAMES[hexagon] for hexagon in hexagons]))


def _around(place: str, tokens: dict[str, PlacedToken], sites: set[str], call: Callable[[int], str]) -> str:
    """The free land beside a place, and the tokens beside it."""
    beside = [HEX_NAMES[hexagon] for hexagon in BESIDE[HEX_BY_NAME[place]]]
    rivers = {HEX_NAMES[hexagon] for hexagon in RIVER_HEXES}
    free = [name for name in beside if name not in tokens and name not in rivers and name not in sites]
    names = {token.seat: call(token.seat).removeprefix("seat ") for token in tokens.values()}
    lying = [f"{tokens[name].kind or '?'} {name} {names[tokens[name].seat]}" for name in beside if name in tokens]
    return f"{' '.join(free) or 'none'}{' / ' if lying else ''}{', '.join(lying)}"


def _tokens(seat: int, tokens: list[PlacedToken], call: Callable[[int], str]) -> str:
    """A seat's tokens on the board, kind by kind."""
    kinds: dict[str, list[str]] = {}
    for token in tokens:
        if token.seat == seat:
            kinds.setdefault(token.kind or FACE_DOWN, []).append(token.place)
    listed = "; ".join(f"{kind} {' '.join(kinds[kind])}" for kind in ("f", "m", "s", "p", FACE_DOWN) if kind in kinds)
    return f"Tokens of {call(seat)}: {listed or 'none'}"
