"""What actions lose against the best one, decision by decision: a reward for each, for whoever trains a player."""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import NamedTuple

import numpy as np

from ziggurat.core.errors import BadOption
from ziggurat.core.match import Match, check_seed
from ziggurat.core.sentence import quoted
from ziggurat.reviewing.evaluation import FREE, EvaluationRequest, combine_seed, evaluate

ROUNDS = 4  # searches of an action, in different truths: their spread is the error
ITERATIONS = 1000
MOST = 10_000_000  # iterations
KEPT = 100_000  # searches
_LOCK = threading.Lock()  # the searches of a process share their tree


class Verdict(NamedTuple):
    """What an action loses, by what its seat knows."""

    action: int
    move: str
    chance: float  # the winning chance of the seat with it
    lost: float  # how much less that is than with the best action; never below 0
    error: float  # the standard error of the difference


def judge(
    match: Match,
    actions: Sequence[int | str] | None = None,
    *,
    iterations: int = ITERATIONS,
    seed: int = 0,
    workers: Executor | None = None,
) -> list[Verdict]:
    """What actions of the seat that decides lose against the best, on the scale of reviews; all legal ones by default.

    The search of the strongest bots judges, from what the seat knows, with so many iterations for finding the best
    action, once for each position, and as many for each action. The same call gives the same verdicts; what another one
    has searched is kept. `workers`, such as a `ProcessPoolExecutor`, share the work.

    >>> import ziggurat
    >>> match = ziggurat.new("babel", seed=7)
    >>> verdicts = ziggurat.judge(match, iterations=40)
    >>> [verdict.move for verdict in verdicts]
    ['pawn A', 'pawn M', 'pawn P', 'pawn S']
    >>> min(verdict.lost for verdict in verdicts)
    0.0
    """
    if isinstance(iterations, bool) or not isinstance(iterations, int) or not ROUNDS <= iterations <= MOST:
        raise BadOption(f"Iterations are a whole number from {ROUNDS} to {MOST:,}, not {quoted(iterations)}.")
    check_seed(seed)
    if match.over:
        raise BadOption("The game is over: there is no decision to judge.")
    chosen = match.legal() if actions is None else [_check(match, action) for action in actions]
    seat, record = match.actor, match.record(match.actor).tobytes()
    search = functools.partial(_search, match.game.name, record, seat)
    legal = match.legal()
    best = legal[0] if len(legal) == 1 else search(FREE, iterations, seed).best
    rounds = [combine_seed(seed, number) for number in range(1, ROUNDS + 1)]
    wanted = [(action, iterations // ROUNDS, each) for action in dict.fromkeys([best, *chosen]) for each in rounds]
    if workers is None:
        found = [search(*one) for one in wanted]
    else:
        found = list(workers.map(search, *zip(*wanted, strict=True)))
    chances: dict[int, list[float]] = {}
    for (action, _, _), result in zip(wanted, found, strict=True):
        chances.setdefault(action, []).append(result.chance)
    return [_verdict(match, action, chances[best], chances[action]) for action in chosen]


class _Found(NamedTuple):
    chance: float
    best: int


@functools.lru_cache(KEPT)
def _search(game: str, record: bytes, seat: int, action: int, iterations: int, seed: int) -> _Found:
    with _LOCK:
        result = evaluate(EvaluationRequest(game, record, seat, False, action, seed, iterations))
    return _Found(result.expected[seat], result.line[0][1] if result.line else FREE)


def _check(match: Match, action: int | str) -> int:
    return match.copy().play(action, seat=match.actor).actions[-1]


def _verdict(match: Match, action: int, best: list[float], chances: list[float]) -> Verdict:
    differences = np.subtract(best, chances)
    error = float(differences.std(ddof=1)) / ROUNDS**0.5
    lost = max(0.0, float(differences.mean()))
    return Verdict(
        action, match.game.notation.write(action), round(float(np.mean(chances)), 5), round(lost, 5), round(error, 5)
    )
