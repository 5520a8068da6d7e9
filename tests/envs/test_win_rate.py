"""How often a policy wins against bots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ziggurat
import ziggurat.envs

Array = np.ndarray[Any, Any]


def first(_observations: Array, masks: Array) -> Any:
    return masks.argmax(axis=1)


def by_hand(game: str, seats: int, seed: int, games: int) -> float:
    """The same, match by match: `first` in a drawn seat against greedy bots, winners sharing one point."""
    envs = ziggurat.envs.single_vector(game, games=games, seats=seats, seat="random", opponents="greedy", flat=True)
    _, info = envs.reset(seed=seed)
    matches = [envs.match(lane) for lane in range(games)]
    points = 0.0
    for match, seat in zip(matches, info["seat"].tolist(), strict=True):
        bots = {number: ziggurat.bot("greedy") for number in range(seats) if number != seat}
        while not match.over:
            match.play(match.legal()[0] if match.actor == seat else bots[match.actor].choose(match))
        points += (seat in match.winners) / len(match.winners)
    return points / games


@pytest.mark.parametrize(("game", "seats"), [("babel", 2), ("ur", 3)])  # only these: two seats, and more
def test_one_match_in_each_lane_counts(game: str, seats: int) -> None:
    rate = ziggurat.envs.win_rate(first, game, seats=seats, opponents="greedy", games=12, seed=3)
    assert rate == pytest.approx(by_hand(game, seats, 3, 12))
    assert rate == ziggurat.envs.win_rate(first, game, seats=seats, opponents="greedy", games=12, seed=3)


def test_only_matches_that_go_on_are_asked_about() -> None:
    lanes = []

    def noted(observations: Array, masks: Array) -> Any:
        assert observations.dtype == np.float32
        assert len(observations) == len(masks)
        assert masks.any(axis=1).all()
        lanes.append(len(masks))
        return first(observations, masks)

    ziggurat.envs.win_rate(noted, "babel", games=8, dtype="float32", normalise=True)
    assert lanes[0] == 8
    assert lanes == sorted(lanes, reverse=True)
    assert len(set(lanes)) > 2


def test_illegal_actions_are_refused() -> None:
    with pytest.raises(ziggurat.IllegalMove):
        ziggurat.envs.win_rate(lambda _, masks: masks.argmin(axis=1), "babel", games=2)
