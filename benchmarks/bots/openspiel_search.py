"""Our search against OpenSpiel's, on our rules, with the same wall-clock time a decision.

    python benchmarks/bots/openspiel_search.py babel --seconds 0.2 --games 40

OpenSpiel's ISMCTS (its MCTS where nothing is hidden) is its Python bot, given possible truths by `set_resampler`, with
random rollouts; `--exploration` and `--by-history` change its settings. It has no clock, so before each decision a few
simulations are timed, and as many as fit into the rest of the time are run. Both sides play in one process, one after
the other, so a busy machine slows both.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import ziggurat
from ziggurat.bots import Budget, SearchBot
from ziggurat.bots.arena import Share
from ziggurat.envs import openspiel

PROBE = 4  # simulations that are timed before each decision


class Settings(NamedTuple):
    """What OpenSpiel's search can be told."""

    exploration: float = 2.0
    by_observation: bool = True  # nodes by what is seen now, which is faster than by all that was ever seen


class Stranger:
    """OpenSpiel's search with a clock."""

    def __init__(self, spiel: Any, settings: Settings, seconds: float, seed: int) -> None:
        self.seconds = seconds
        self.simulations: list[int] = []
        self._bot: Any
        self._set: Callable[[int], None]
        chance = np.random.RandomState(seed % 2**32)
        rollouts = mcts.RandomRolloutEvaluator(1, chance)
        if spiel.terms.game.secrets:
            self._bot = ismcts.ISMCTSBot(
                spiel, rollouts, settings.exploration, PROBE, random_state=chance,
                use_observation_string=settings.by_observation, allow_inconsistent_action_sets=True,
            )  # fmt: skip
            self._bot.set_resampler(openspiel.resampler(seed))
            self._set = lambda count: setattr(self._bot, "_max_simulations", count)
        else:
            self._bot = mcts.MCTSBot(spiel, settings.exploration, PROBE, rollouts, solve=False, random_state=chance)
            self._set = lambda count: setattr(self._bot, "max_simulations", count)

    def choose(self, state: Any) -> int:
        legal = state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        began = time.perf_counter()
        self._set(PROBE)
        action = int(self._bot.step(state))
        took = time.perf_counter() - began
        count = int(PROBE * (self.seconds - took) / took)
        if count > PROBE:
            self._set(count)
            action = int(self._bot.step(state))
            self.simulations.append(count)
        return action


def play(job: tuple[str, int, int, int, float, float, Settings]) -> tuple[float, float]:
    """One game with our search on one seat; its part of the victory, and the stranger's simulations a decision."""
    name, seats, number, seed, ours, theirs, settings = job
    openspiel.register()
    spiel = pyspiel.load_game(f"ziggurat_{name}", {"seats": seats})
    at = number % seats
    chance = np.random.default_rng((seed, number // seats))
    state = spiel.new_initial_state()
    bot = SearchBot(ziggurat.game(name), seed + number, Budget(seconds=ours))
    strangers = [Stranger(spiel, settings, theirs, seed + 10 * number + seat) for seat in range(seats)]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(chance.integers(openspiel.OUTCOMES)))
            continue
        seat = state.current_player()
        if seat == at:
            action = bot.choose(state.position.seen_by(seat))
        else:
            action = strangers[seat].choose(state)
        state.apply_action(action)
    returns = state.returns()
    winners = [seat for seat in range(seats) if returns[seat] == max(returns)]
    simulations = [count for stranger in strangers for count in stranger.simulations]
    return (1 / len(winners) if at in winners else 0.0), float(np.mean(simulations or [0]))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game", choices=ziggurat.game_names())
    reader.add_argument("--seats", type=int)
    reader.add_argument("--seconds", type=float, default=0.2, help="a decision, for both")
    reader.add_argument("--games", type=int, default=40)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--exploration", type=float, default=2.0)
    reader.add_argument("--by-history", action="store_true", help="the stranger's nodes by all that was ever seen")
    asked = reader.parse_args()
    seats = asked.seats or (3 if asked.game == "ur" else 2)
    settings = Settings(asked.exploration, not asked.by_history)
    jobs = [
        (asked.game, seats, number, asked.seed, asked.seconds, asked.seconds, settings) for number in range(asked.games)
    ]
    victories, simulations = 0.0, []
    with ProcessPoolExecutor(asked.workers) as pool:
        for done, (won, count) in enumerate(pool.map(play, jobs), 1):
            victories += won
            simulations.append(count)
            print(
                f"{asked.game}, {seats} seats, {asked.seconds} s a decision, game {done}: search has won "
                f"{Share.count(victories, done)}; OpenSpiel's ran {np.mean(simulations):.0f} simulations a decision",
                flush=True,
            )


if __name__ == "__main__":
    main()
