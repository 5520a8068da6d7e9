"""A second implementation: legal moves from the public view alone, slowly and in another way.

Nothing here uses the rules' own tables. Water is followed corner by corner, payments are tried token by token.
"""

from __future__ import annotations

import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from tests.cases import first
from tests.playing import finish
from ziggurat.games.amyitis import components
from ziggurat.games.amyitis.view import City, Player, View

NEXT = {"caravaneer": 2, "banker": 3, "palace": 6}  # the highest levels
BONUS = (0, 2, 4)
CAMELS = 14  # in the box
LONG = 12  # rounds: enough for nobody to find a camel any more


def corners(edge: str) -> set[tuple[int, int]]:
    """The two corners of an edge on the grid of 5 x 5 corners: those that its two squares share."""
    return set.intersection(
        *(
            {(row + down, column + right) for down in (0, 1) for right in (0, 1)}
            for row, column in (("abcd".index(square[0]), int(square[1]) - 1) for square in edge.split("-"))
        )
    )


RIVER = frozenset({(4, n) for n in range(5)} | {(n, 4) for n in range(5)})


def joined(view: View) -> set[str]:
    """The full edges from which an unbroken line of full edges leads back to the river."""
    full = {edge.place for edge in view.edges if len(edge.cubes) == edge.areas}
    return {place for place in full if leads_to_river(place, full - {place})}


def leads_to_river(place: str, others: set[str]) -> bool:
    """Whether a line from one full edge over others, each used once, ends at the river."""
    if corners(place) & RIVER:
        return True
    near = {other for other in others if corners(other) & corners(place)}
    return any(leads_to_river(other, others - near) for other in near)


def water(view: View) -> set[str]:
    """The edges that can be irrigated now."""
    wet = RIVER.union(*(corners(place) for place in joined(view)))
    return {edge.place for edge in view.edges if len(edge.cubes) < edge.areas and corners(edge.place) & wet}


def squares(view: View, player: Player, quality: int) -> set[str]:
    """The squares a player could plant with a plant of this quality."""
    full = [place.split("-") for place in joined(view)]
    return {
        square.place
        for square in view.squares
        if square.tile is not None
        and square.planted_by is None
        and any(square.place in ends for ends in full)
        and min(square.floor, 3) <= quality + player.gardeners
    }


def can_pay(player: Player, price: list[str]) -> bool:
    """Whether some of the player's tokens, in some order, pay the price."""
    tokens = [name for name, count in player.resources.items() for _ in range(min(count, 2))]
    return any(
        all(token in (asked, "wine") for token, asked in zip(paid, price, strict=True))
        for paid in permutations(tokens, len(price))
    )


def can_act(view: View, player: Player, city: City) -> bool:
    """Whether a player could complete an action in a city."""
    if city.asks is None:
        return any(player.resources.values())
    if city.plant is not None:
        price = [city.asks, *([city.plant.extra] if city.plant.extra else [])]
        return can_pay(player, price) and bool(squares(view, player, city.plant.quality))
    return can_pay(player, [city.asks]) and any(buyable(view, player, kind) for kind in city.sells)


def buyable(view: View, player: Player, kind: str) -> bool:
    """Whether the next card of a kind is left."""
    if kind == "gardener":
        return bool(view.court["gardener"][0] > 0)
    level = getattr(player, kind)
    return bool(level < NEXT[kind] and view.court[kind][level] > 0)


def turn(view: View, *, limited: bool) -> set[str]:
    """Every legal beginning of a turn; `limited`: there are no more camels than the box has."""
    player = view.players[view.actor]
    moves = {"pass"}
    for number, group in enumerate(view.crafts, 1):
        if group.price <= player.talents:
            useless = set() if water(view) else {"engineer"}
            if limited and sum(each.camels for each in view.players) == CAMELS:
                useless |= {"merchant"}
            moves |= {f"{card} {number}" for card in group.cards if card not in useless}
    here = next(place for place, city in enumerate(view.ring) if city.caravan)
    for camels in range(1, player.camels + 1):
        bonus = BONUS[player.caravaneer]
        for distance in {camels} if bonus == 0 else range(1, camels + bonus + 1):
            if distance < len(view.ring):
                city = view.ring[(here + distance) % len(view.ring)]
                moves |= {f"to {city.name}"} if can_act(view, player, city) else set()
    return moves


def expected(view: View, *, limited: bool = False) -> set[str] | None:
    """What should be legal in a view, where this file has an opinion."""
    player = view.players[view.actor]
    city = next(city for city in view.ring if city.caravan)
    held = {name for name, count in player.resources.items() if count}
    opinions: dict[str, Any] = {
        "turn": lambda: turn(view, limited=limited),
        "engineer": lambda: {f"water {edge}" for edge in water(view)},
        "irrigate": lambda: {f"water {edge}" for edge in water(view)},
        "plant": lambda: {f"plant {place}" for place in squares(view, player, city.plant.quality if city.plant else 0)},
        "court": lambda: {f"court {kind}" for kind in city.sells if buyable(view, player, kind)},
        "bonus": lambda: {f"court {kind}" for kind in (*NEXT, "gardener") if buyable(view, player, kind)},
        "sell": lambda: {f"sell {name}" for name in held},
        "sell_more": lambda: {f"sell {name}" for name in held} | {"done"},
        "discard": lambda: {f"discard {name}" for name in held},
        "exchange": lambda: {f"give {name}" for name in held} | {"keep"},
    }
    return opinions[view.phase]() if view.phase in opinions else None


@pytest.mark.parametrize("seeds", first(range(1), range(1, 6)), ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_second_opinion_on_every_position(seats: int, seeds: range) -> None:  # amyitis 3, 6, 8, 9, 10, 11, 12
    judged = 0

    def look(match: ziggurat.Match) -> None:
        nonlocal judged
        if not match.over:
            opinion = expected(match.view())
            if opinion is not None:
                assert opinion == set(match.moves())
                judged += 1

    for seed in seeds:
        finish(ziggurat.new("amyitis", seats=seats, seed=seed), random.Random(seed), look)
    assert judged > 170 * len(seeds)


@pytest.mark.parametrize("seats", first(2, 3, 4))
def test_a_second_opinion_where_the_box_is_empty(seats: int) -> None:  # amyitis 2, 3
    """With the tokens of the box alone, at a table where everybody keeps camels and nobody travels."""
    parts = json.loads(Path(components.__file__).with_name("components.json").read_text("utf-8"))
    parts["start"]["tokens_are_limiting"] = True
    match = ziggurat.new("amyitis", seats=seats, seed=1, components=json.dumps(parts))
    chance = random.Random(1)
    scarce = 0
    while match.view().round <= LONG:
        view = match.view()
        opinion = expected(view, limited=True)
        assert opinion is None or opinion == set(match.moves())
        empty = sum(player.camels for player in view.players) == CAMELS
        scarce += empty and any("merchant" in group.cards for group in view.crafts)
        staying = [move for move in match.moves() if not move.startswith("to ")]
        merchants = [move for move in staying if move.startswith("merchant")]
        match.play(chance.choice(merchants or staying))
    assert scarce
