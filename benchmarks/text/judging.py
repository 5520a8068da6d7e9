"""How `ziggurat.judge` orders players, how noisy it is, and what it overlooks: `python benchmarks/text/judging.py`.

Of positions with a choice in games between greedy bots, at the largest table:

- what each player's action loses on average, with the standard error over positions, and for how many positions it is
  more than `SIGNAL`;
- by budget, how far the verdict on a random action lies from that of another seed, and how it ranks random actions
  beside the deepest budget;
- what is overlooked: the loss of the action that a search with a small budget likes best, as the deepest one sees it.

The judge is the search of the strongest bots, so it judges them too kindly. Positions are judged on all processors and
written to a file as they are done; the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import correlation, mean, stdev
from typing import Any

import numpy as np

import ziggurat

PLAYERS = ("random", "greedy", "apprentice", "steward", "mayor", "governor")
BUDGETS = (200, 1000, 4000)
FROM_A_GAME = 4  # positions
SIGNAL = 0.005  # winning chance that is more than nothing
OWN, OTHER = 3, 4  # seeds of the judge


def position(name: str, number: int) -> ziggurat.Match:
    """A position with a choice: the `number`th of all that are drawn from games of greedy bots."""
    seed, which = divmod(number, FROM_A_GAME)
    match, bot = ziggurat.new(name, seed=seed), ziggurat.bot("greedy", seed=seed)
    while not match.over:
        match.play(bot.choose(match))
    choices = [at for at in range(len(match)) if len(match.at(at).legal()) > 1]
    return match.at(Random(seed).sample(choices, FROM_A_GAME)[which])


def measure(name: str, number: int, iterations: int, ends: float) -> dict[str, Any] | None:
    """All that one position has to say; None once the time is over."""
    if time.time() > ends:
        return None
    at, began = position(name, number), time.perf_counter()

    def lost(action: int, budget: int, seed: int) -> float:
        return ziggurat.judge(at, [action], iterations=budget, seed=seed)[0].lost

    players = {player: lost(ziggurat.bot(player, seed=number).choose(at), iterations, OWN) for player in PLAYERS}
    action = Random(number).choice(at.legal())
    noise = {budget: [lost(action, budget, seed) for seed in (OWN, OTHER)] for budget in BUDGETS}
    deepest = BUDGETS[-1]
    liked = {}
    for budget in BUDGETS[:-1]:
        favourite = ziggurat.bot(f"search:{budget}i", seed=number).choose(at)
        liked[budget] = [lost(favourite, budget, OTHER), lost(favourite, deepest, OTHER)]
    seconds = round(time.perf_counter() - began, 2)
    return {"game": name, "number": number, "players": players, "noise": noise, "liked": liked, "seconds": seconds}


def report(found: list[dict[str, Any]]) -> Iterator[str]:
    """The figures of one game, as lines."""
    yield f"{found[0]['game']}, {len(found)} positions:"
    for player in found[0]["players"]:
        lost = [one["players"][player] for one in found]
        silent = mean(value < SIGNAL for value in lost)
        yield f"  {player:10} loses {mean(lost):.4f} +- {_error(lost):.4f}; less than {SIGNAL} at {silent:.0%}"
    names = list(found[0]["players"])
    for weaker, stronger in pairwise(names):
        more = [one["players"][weaker] - one["players"][stronger] for one in found]
        yield f"  {weaker} loses {mean(more):+.4f} +- {_error(more):.4f} more than {stronger}"
    deepest = str(BUDGETS[-1])
    for budget in map(str, BUDGETS):
        apart = [abs(own - other) for own, other in (one["noise"][budget] for one in found)]
        ranks = _rank_correlation(
            [one["noise"][budget][0] for one in found], [one["noise"][deepest][1] for one in found]
        )
        ranked = f"rank correlation with {deepest}, other seed: {ranks:.2f}"
        yield f"  {budget:>5} iterations: two seeds lie {mean(apart):.4f} apart; {ranked}"
    for budget in map(str, BUDGETS[:-1]):
        seen, true = (mean(one["liked"][budget][which] for one in found) for which in (0, 1))
        yield f"  what {budget} iterations like best loses {seen:.4f} by {budget} iterations, {true:.4f} by {deepest}"


def _error(values: list[float]) -> float:
    return float(stdev(values)) / len(values) ** 0.5 if len(values) > 1 else 0.0


def _rank_correlation(one: list[float], other: list[float]) -> float:
    """Spearman's: of ranks, equal values sharing theirs."""
    ranks = []
    for values in (one, other):
        _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
        ranks.append((np.cumsum(counts) - (counts - 1) / 2)[where].tolist())
    return correlation(*ranks) if min(len(set(values)) for values in (one, other)) > 1 else float("nan")


def main() -> None:
    """Judge, then print each game's figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(ziggurat.game_names()))
    parser.add_argument("--positions", type=int, default=40, help="of each game")
    parser.add_argument("--iterations", type=int, default=1000, help="for the verdicts on players")
    parser.add_argument("--workers", type=int, help="processes; by default one for each processor")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no position after this long")
    parser.add_argument("--file", type=Path, default=Path("build/judging.jsonl"), help="positions that are done")
    given = parser.parse_args()
    given.file.parent.mkdir(parents=True, exist_ok=True)
    given.file.touch()
    found = [json.loads(line) for line in given.file.read_text("utf-8").splitlines()]
    done = {(one["game"], one["number"]) for one in found}
    wanted = [(name, number) for number in range(given.positions) for name in given.game if (name, number) not in done]
    ends = time.time() + given.seconds
    with ProcessPoolExecutor(given.workers) as workers, given.file.open("a", encoding="utf-8") as file:
        tasks = [workers.submit(measure, name, number, given.iterations, ends) for name, number in wanted]
        for task in as_completed(tasks):
            one = task.result()
            if one is not None:
                found.append(json.loads(json.dumps(one)))
                print(json.dumps(one), file=file, flush=True)
    for name in given.game:
        own = sorted((one for one in found if one["game"] == name), key=lambda one: one["number"])
        print("\n".join(report(own)) if own else f"{name}: nothing was measured", flush=True)


if __name__ == "__main__":
    main()
