"""Actions a second through `Match`, in ordinary Python, beside OpenSpiel's Python interface: a call for each action.

    python benchmarks/match.py --seconds 2

Processor time of one thread is counted, so that neighbours on a shared machine change little. OpenSpiel's rows appear
where it is installed (`benchmarks/requirements.txt`).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from importlib.util import find_spec

import ziggurat


def rate(play: Callable[[int], int], seconds: float) -> float:
    """Actions a second; `play` plays a game by its number and says how many it had."""
    play(0)
    actions = games = 0
    began, used = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        games += 1
        actions += play(games)
    return actions / (time.process_time() - used)


def through_match(name: str, stream: random.Random) -> Callable[[int], int]:
    """Random games of ours: `legal()`, `play()`, `over`."""

    def play(number: int) -> int:
        match = ziggurat.new(name, seed=number)
        while not match.over:
            match.play(stream.choice(match.legal()))
        return len(match)

    return play


def through_arrays(name: str, stream: random.Random) -> Callable[[int], int]:
    """The same with `legal_array()`."""

    def play(number: int) -> int:
        match = ziggurat.new(name, seed=number)
        while not match.over:
            match.play(stream.choice(match.legal_array()))
        return len(match)

    return play


def given(name: str, stream: random.Random, games: int = 100) -> Callable[[int], int]:
    """Games whose actions are known, so that nothing is listed or chosen: `play()` alone."""
    played = []
    for number in range(games):
        match = ziggurat.new(name, seed=number)
        while not match.over:
            match.play(stream.choice(match.legal_array()))
        played.append(match.actions)

    def play(number: int) -> int:
        match = ziggurat.new(name, seed=number % games)
        for action in played[number % games]:
            match.play(action)
        return len(match)

    return play


def through_openspiel(name: str, stream: random.Random) -> Callable[[int], int]:
    """Random games of OpenSpiel's: `legal_actions()`, `apply_action()`, `is_terminal()`; chance counts as an action."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(_number: int) -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(stream.choices(outcomes, odds)[0])
            else:
                state.apply_action(stream.choice(state.legal_actions()))
            actions += 1
        return actions

    return play


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each row is measured")
    seconds = parser.parse_args().seconds
    print(f"{'':12} {'legal()':>10} {'legal_array()':>14} {'play() alone':>13}")
    for name in ziggurat.game_names():
        listed, arrays, alone = (
            rate(way(name, random.Random(1)), seconds) for way in (through_match, through_arrays, given)
        )
        print(f"{name:12} {listed:10,.0f} {arrays:14,.0f} {alone:13,.0f}")
    if find_spec("pyspiel") is not None:
        for name in ("hex", "backgammon", "gin_rummy"):
            print(f"{name:12} {rate(through_openspiel(name, random.Random(1)), seconds):10,.0f}  OpenSpiel")


if __name__ == "__main__":
    main()
