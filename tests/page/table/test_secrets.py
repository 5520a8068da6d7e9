"""Two players in two browsers: hidden information reaches neither the page nor the socket."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ziggurat
from tests.cases import every_game
from tests.page.browsing import Player, Visitor, becomes

Visit = Callable[..., Visitor]
WITH_SECRETS = [name for name in ziggurat.game_names() if ziggurat.game(name).secrets]
# only games that hold secrets in front of a seat; others are skipped below
HANDS = {"babylonia": ("stand", "reserve"), "babel": ("hand",)}
# The kinds of what lies in front of the reader; in Babel a nation without cards keeps its empty place.
DRAWN = """() => [...document.querySelectorAll(
    '[data-place^="stand:"], li:not(.none) > [data-place^="hand:"], li:not(.none) > [data-place^="discard:"]'
  )].map((one) => one.dataset.place.slice(-1)).sort()"""


def views(heard: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (message["view"] for message in heard if message.get("view"))


@pytest.mark.parametrize("game", every_game(now="babel", names=WITH_SECRETS))
def test_a_hand_stays_with_its_owner(visit: Visit, game: str) -> None:
    if game not in HANDS:
        pytest.skip(f"what is held in secret in {game} is not written down in HANDS")
    host, guest = visit(), visit()
    table = host.new_table(game, "open", public=False)
    guest.open(f"/table/{table}")
    guest.page.get_by_role("button", name="Join").first.click()
    host.open(f"/table/{table}")
    people = [Player(host, 1), Player(guest, 2)]
    for _ in range(16):
        people[0].wait("deciding", "waiting", "over")
        mover = next((one for one in people if one.state() == "deciding"), None)
        if mover is None:
            people[1].wait("deciding", "over")
            continue
        mover.decide()
    for visitor in (host, guest):
        seen = list(views(visitor.heard))
        assert len(seen) > 5
        for view in seen:
            you = view["seat"]
            assert all(view["players"][you][part] is not None for part in HANDS[game])
            # That a hand is empty is no secret.
            other = view["players"][1 - you]
            assert all(other[part] is None for part in HANDS[game] if other[f"{part}_size"])
        # What is drawn to take from is one's own hand, kind by kind, and nobody else's.
        becomes(visitor.page, functools.partial(_wrongly_drawn, visitor, HANDS[game][0]), set())


def _wrongly_drawn(visitor: Visitor, hand: str) -> set[str]:
    """The kinds that are drawn and not in the latest hand this browser received, or the other way round.

    The latest message is looked up each time: the page may have received one that we have not.
    """
    drawn = set(visitor.page.evaluate(DRAWN))
    *_, last = views([message for message in visitor.heard if message["type"] in {"welcome", "changed"}])
    return set() if last["phase"] == "card" else drawn ^ set(last["players"][last["seat"]][hand])
