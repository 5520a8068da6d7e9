"""A second implementation of Ur's counts: points, the bonus, and tiles to swap for."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Mapping
from itertools import combinations

import pytest

import ziggurat
from tests.games.ur.test_plain_reading import SETUPS
from tests.playing import Setup, finish
from ziggurat.games.ur.view import View

each_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
EVERY = 9  # positions: one of so many is looked at


@functools.cache
def best(counts: tuple[int, ...], ziggurats: int) -> int:
    """The most points of tiles, counted by action, and ziggurats: every way to make the next set is tried."""
    if not counts:
        return ziggurats  # each is a set of its own
    points = []
    for size in range(1, len(counts) + 1):
        for chosen in combinations(range(len(counts)), size):
            left = tuple(sorted(n - (at in chosen) for at, n in enumerate(counts) if n > (at in chosen)))
            for joins in (0, 1) if ziggurats else (0,):
                whole = size + joins
                points.append(whole * (whole + 1) // 2 + best(left, ziggurats - joins))
    return max(points)


def points(view: View, seat: int, *, covered: bool) -> int:
    """A seat's points if the game ended now: tiles under stones and ziggurats, the better side of the hand tile."""
    shown = [field.shows for field in view.fields if field.seat == seat and (covered or not field.ziggurat)]
    ziggurats = sum(field.ziggurat for field in view.fields if field.seat == seat)
    hands = view.players[seat].hand
    return max(best(tuple(sorted(Counter([*shown, hand]).values())), ziggurats) for hand in hands)


def bonus(view: View, option: str) -> set[str]:
    """Where the stones of a bonus may go."""
    player = view.players[view.actor]
    if view.built or not player.supply:
        return set()
    own = {f.place for f in view.fields if f.seat == view.actor and not f.ziggurat and f.stones < 5}
    free = {f.place for f in view.fields if f.seat is None and not f.ziggurat}
    large = {"rulebook": 2, "published": 0}[option]
    if len(view.used) == 1:
        return own
    return own | free if len(view.used) == large else set()


def tiles(view: View) -> set[str]:
    """The tiles that can be swapped for: of free fields and beside the square, of another pair than the one in hand."""
    held = set(view.players[view.actor].hand)
    fields = {
        field.place
        for field in view.fields
        if field.seat is None and not field.ziggurat and {field.shows, field.back} != held
    }
    return fields | {f"spare {number}" for number, pair in enumerate(view.spares, 1) if set(pair) != held}


def after(moves: list[str], verb: str) -> set[str]:
    return {move.removeprefix(f"{verb} ") for move in moves if move.startswith(f"{verb} ")}


def check(match: ziggurat.Match, options: Mapping[str, object]) -> None:
    """Points, what can be swapped for, and where bonus stones may go, as counted here."""
    covered, option = options["covered"] is True, str(options["bonus"])
    view = match.view()
    assert [player.score for player in view.players] == [points(view, s, covered=covered) for s in range(view.seats)]
    if match.over or view.phase == "first_swap":
        return
    moves = match.moves()
    if view.phase == "swap":
        swaps = after(moves, "swap")  # to a field with the side that is up: "a1 trade"
        assert {swap if swap.startswith("spare") else swap.split()[0] for swap in swaps} == tiles(view)
    if view.phase == "act" and (view.used or option == "rulebook"):
        assert after(moves, "bonus") == bonus(view, option)


@each_setup
def test_points_bonus_and_swaps(setup: Setup) -> None:  # ur 5, 12, 15
    seen: Counter[str] = Counter()

    def look(match: ziggurat.Match) -> None:
        seen["all"] += 1
        if seen["all"] % EVERY == 0 or match.over:
            check(match, setup.options)
            seen["" if match.over else match.view().phase] += 1

    for seed in range(3):
        finish(setup.new(seed), random.Random(seed), look)
    assert min(seen["act"], seen["swap"]) > 5
