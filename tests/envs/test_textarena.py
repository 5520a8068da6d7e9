"""TextArena's own interface, with the real package."""

from __future__ import annotations

import json
import random

import pytest
import textarena as ta

import ziggurat
import ziggurat.envs.textarena
from ziggurat.core.text import grouping


def moves_in(text: str) -> list[str]:
    """The legal moves of an observation."""
    lines = text.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Legal moves"))
    end = next(number for number, line in enumerate(lines) if line.startswith("Answer like"))
    return grouping.ungrouped(lines[start + 1 : end])


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in ziggurat.game_names() for seats in ziggurat.game(name).seat_counts]
)
def test_a_whole_match(name: str, seats: int) -> None:
    env = ta.make(f"Ziggurat-{ziggurat.game(name).title}-v0")
    before = random.getstate()
    env.reset(num_players=seats, seed=7)
    assert random.getstate() == before
    drawn, done, asked = random.Random(7), False, set()
    while not done:
        seat, text = env.get_observation()
        asked.add(seat)
        assert f"You are seat {seat}." in text
        assert "SECRET" not in text
        done, info = env.step(f"SECRET plan. {json.dumps({'move': drawn.choice(moves_in(text))})}")
        assert info["refusal"] == ""
    rewards, about = env.close()
    assert asked == set(range(seats)) == set(rewards)
    assert sum(rewards.values()) == pytest.approx(0)
    assert not any(one.get("forfeited") for one in about.values())


def test_refusals_arrive_and_silence_forfeits() -> None:
    env = ta.make("Ziggurat-Babel-v0")
    env.reset(num_players=2, seed=7)
    seat, _ = env.get_observation()
    done, info = env.step('{"move": "end"}')
    assert not done
    assert info["refusal"].endswith("(clause 2).")
    again, text = env.get_observation()
    assert again == seat
    assert info["refusal"] in text
    for _ in range(2):
        env.step("SECRET nothing")
    other, _ = env.get_observation()
    assert other != seat
    assert "SECRET" not in env.get_observation()[1]
    assert env.state.game_info[seat]["forfeited"]


def test_the_same_seed_deals_the_same() -> None:
    texts = []
    for seed in (7, 7, 8):
        env = ta.make("Ziggurat-Babel-v0")
        env.reset(num_players=2, seed=seed)
        texts.append(env.get_observation())
    assert texts[0] == texts[1] != texts[2]
