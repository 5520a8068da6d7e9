"""Evaluates an agent on a task: every deal against each rung, with the agent once in every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, NamedTuple

import ziggurat
from ziggurat.bots.arena import Share
from ziggurat.bots.own import Agent, name_of
from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.core.match import Match
from ziggurat.ladder.agents import AgentProcess, LadderAgent, LocalAgent, half_of_memory
from ziggurat.ladder.faults import FAULTS, Fault
from ziggurat.ladder.rating import rate
from ziggurat.ladder.tasks import Task

FORMAT = "ziggurat-result-1"
LIMIT = 10.0  # seconds a decision
LONGEST = 86_400.0  # seconds that may be given for one
AGENT, OPPONENT = 1, 2  # whose seed it is

Progress = Callable[[int], None]


class LadderGame(NamedTuple):
    """One game of the ladder."""

    rung: int
    deal: int
    seat: int  # the agent's


def games_of(task: Task, deals: int) -> Iterator[LadderGame]:
    """All games of a task, rung by rung."""
    for rung in range(len(task.rungs)):
        for deal in range(deals):
            for seat in range(task.seats):
                yield LadderGame(rung, deal, seat)


def opponents(task: Task, game: LadderGame) -> dict[int, Any]:
    """The bots of a game, by seat."""
    make = task.rung(game.rung)
    others = [seat for seat in range(task.seats) if seat != game.seat]
    return {seat: make(task.card, task.seed_of(OPPONENT, *game, seat)) for seat in others}


def evaluate(
    agent: Agent,
    task: Task,
    *,
    deals: int | None = None,
    limit: float = LIMIT,
    grace: float | None = None,
    memory: float | None = None,
    progress: Progress = lambda _: None,
) -> dict[str, Any]:
    """Evaluate an agent; the result is plain JSON, with a log of every game.

    An agent given by name plays in a process of its own. It loses a game in which a decision takes more than `limit`
    seconds; after `grace` more (by default as many) its process is killed, as it is above `memory` gigabytes (by
    default half of this machine's). Other agents play in this process, without these limits.

    >>> from ziggurat import ladder
    >>> import ziggurat
    >>> agent = ziggurat.bots.RandomBot("babel", seed=1)
    >>> result = ladder.evaluate(agent, ladder.task("babel-2-v0"), deals=1)
    >>> result["summary"]["games"]
    12
    """
    deals = task.deals if deals is None else deals
    if not 1 <= deals <= task.deals:
        raise BadOption(f"The number of deals of {task.name} is 1 to {task.deals}, not {deals}.")
    with summoned(task, agent, limit, grace, memory) as climber:
        games = play_games(task, deals, climber, progress)
    return {
        "format": FORMAT,
        "ziggurat": ziggurat.__version__,
        "agent": name_of(agent),
        "task": task.as_json(),
        "as_frozen": task.as_frozen,
        "limit": limit if isinstance(agent, str) else None,
        "deals": deals,
        "summary": summary(task, games),
        "games": games,
    }


@contextmanager
def summoned(
    task: Task, agent: Agent, limit: float = LIMIT, grace: float | None = None, memory: float | None = None
) -> Iterator[LadderAgent]:
    """The agent, ready to play a task: given by name, it has a process of its own, which ends with the block."""
    if not 0 < limit <= LONGEST:
        raise BadOption(f"An agent has more than 0 and at most {LONGEST:,.0f} seconds for a decision, not {limit:g}.")
    memory = half_of_memory() if memory is None else memory
    if not memory > 0:
        raise BadOption(f"An agent has more than 0 gigabytes of memory, not {memory:g}.")
    if not task.as_frozen and find_spec("ziggurat_ladder") is None:  # before the games, not after them
        raise MissingDependency(
            f"The network of {task.name} is not installed: install it with `pip install 'ziggurat[ladder]'`."
        )
    climber: LadderAgent
    if isinstance(agent, str):
        climber = AgentProcess(task.card, agent, limit, limit if grace is None else grace, memory)
    else:
        climber = LocalAgent(task.card, agent)
    try:
        yield climber
    finally:
        climber.close()


def play_games(
    task: Task, deals: int, climber: LadderAgent, progress: Progress = lambda _: None
) -> list[dict[str, Any]]:
    """All games of a task, played."""
    games = []
    for game in games_of(task, deals):
        games.append(play(task, game, climber))
        progress(1)
    return games


def play(task: Task, game: LadderGame, climber: LadderAgent) -> dict[str, Any]:
    match, bots = task.new_match(game.deal), opponents(task, game)
    answer, fault, seconds, decisions = climber.begin(task.seed_of(AGENT, *game)), None, 0.0, 0
    while not match.over and not answer[1]:
        if match.actor != game.seat:
            match.play(bots[match.actor].choose(match.record(match.actor)))
            continue
        began = time.perf_counter()
        answer = climber.choose(match.record(game.seat))
        seconds += time.perf_counter() - began
        decisions += 1
        if not answer[1] and not match.allows(answer[0]):
            answer = (-1, "illegal", f"action {answer[0]}")
        if not answer[1]:
            match.play(answer[0])
    if answer[1]:
        fault = Fault(answer[1], len(match), answer[2]).as_json()
    return {
        "rung": task.rungs[game.rung].bot,
        "deal": game.deal,
        "seat": game.seat,
        "points": points(match, game.seat, faulty=fault is not None),
        "decisions": decisions,
        "seconds": round(seconds, 4),
        "fault": fault,
        "log": match.to_text(),
    }


def points(match: Match, seat: int, *, faulty: bool) -> float:
    """The points of a seat: 1 for each seat behind it, half for each that is level."""
    if faulty:
        return 0.0
    own, *others = (match.standings()[(seat + offset) % match.seats] for offset in range(match.seats))
    return sum(1.0 if own > other else 0.5 if own == other else 0.0 for other in others) / len(others)


def summary(task: Task, games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The summary of a result, computed from its games."""
    rungs = []
    for rung in task.rungs:
        of_rung = [game for game in games if game["rung"] == rung.bot]
        made = sum(game["points"] for game in of_rung)
        share = Share.count(made, len(of_rung))
        rungs.append(
            {
                "bot": rung.bot,
                "rating": rung.rating,
                "games": len(of_rung),
                "points": made,
                "share": share.value,
                "share_low": share.low,
                "share_high": share.high,
            }
        )
    rated = rate([(rung["rating"], rung["points"], rung["games"]) for rung in rungs])
    decisions, seconds = (sum(game[key] for game in games) for key in ("decisions", "seconds"))
    kinds = [game["fault"]["kind"] for game in games if game["fault"]]
    return {
        "rating": round(rated.rating, 1),
        "rating_low": round(rated.low, 1),
        "rating_high": round(rated.high, 1),
        "games": len(games),
        "rungs": rungs,
        "decisions": decisions,
        "decisions_per_second": round(decisions / seconds, 1) if seconds else None,
        "faults": {kind: kinds.count(kind) for kind in FAULTS if kind in kinds},
    }
