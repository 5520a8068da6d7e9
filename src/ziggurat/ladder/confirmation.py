"""Confirms a result that was handed in: the agent decides its games again, and plays deals nobody could prepare for.

The seed of these deals comes from the digest of the result and a salt that is drawn when it is confirmed. So an agent
that knows the published deals has no use for them here, and one that has read the file cannot compute these.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from ziggurat.bots.own import Agent
from ziggurat.core.errors import BadOption
from ziggurat.core.match import read
from ziggurat.ladder.agents import LadderAgent
from ziggurat.ladder.drawn import compare_deals, digest, drawn_task
from ziggurat.ladder.evaluation import (
    AGENT,
    LIMIT,
    LadderGame,
    Progress,
    games_of,
    play_games,
    summary,
    summoned,
)
from ziggurat.ladder.tasks import Task
from ziggurat.ladder.verification import verify

DEALS = 5  # drawn for each rung
SALTS = 2**64
Handed = tuple[LadderGame, Mapping[str, Any]]  # a game, and what the result has of it
Difference = tuple[int, int, str]  # a decision, what the log has there, and what the agent answers now


def confirm(
    result: Mapping[str, Any],
    agent: Agent | None = None,
    *,
    deals: int | None = None,
    salt: int | None = None,
    limit: float = LIMIT,
    grace: float | None = None,
    memory: float | None = None,
    progress: Progress = lambda _: None,
) -> dict[str, Any]:
    """Verify a result, let the agent decide its games again, and let it play newly drawn deals.

    Returns the result with a `confirmation`. Its `findings` say what is wrong with the agent (`FINDINGS` explains
    their kinds); none means that nothing was found. Without an agent, the one that the result names plays. The result
    is the same for the same `salt`.

    >>> from ziggurat import ladder
    >>> ladder.confirm({})
    Traceback (most recent call last):
    ...
    ziggurat.ladder.verification.BadResult: This is not a result: its format is not 'ziggurat-result-1'.
    """
    task = verify(result, progress=progress)
    result = {key: value for key, value in result.items() if key != "confirmation"}
    deals = min(DEALS, task.deals) if deals is None else deals
    if not 1 <= deals <= task.deals:
        raise BadOption(f"The number of drawn deals is 1 to {task.deals}, not {deals}.")
    salt = secrets.randbelow(SALTS) if salt is None else salt
    if not 0 <= salt < SALTS:
        raise BadOption(f"A salt is 0 to 2**64 - 1, not {salt}.")
    agent = str(result["agent"]) if agent is None else agent
    name = digest(result)
    limits = (limit, grace, memory)
    drawn = drawn_task(task, name, salt)
    handed_in = list(zip(games_of(task, result["deals"]), result["games"], strict=True))
    with summoned(task, agent, *limits) as climber:
        different = _differences(task, handed_in, climber, progress)
        games = play_games(drawn, deals, climber, progress)
    findings: list[dict[str, str]] = []
    if different:
        with summoned(task, agent, *limits) as climber:
            again = _differences(task, handed_in, climber)
        findings.append(_difference(task, handed_in, different, again))
    findings += compare_deals(task, result["games"], games)
    confirmation = {
        "digest": name,
        "salt": salt,
        "deals": deals,
        "findings": findings,
        "summary": summary(drawn, games),
        "games": games,
    }
    return {**result, "confirmation": confirmation}


def _differences(
    task: Task, games: Sequence[Handed], climber: LadderAgent, progress: Progress = lambda _: None
) -> dict[int, Difference]:
    """The first decision of each game that the agent makes otherwise, by the game's number."""
    found: dict[int, Difference] = {}
    for number, (game, given) in enumerate(games):
        log = read(given["log"])
        again = task.new_match(game.deal)
        action, fault, text = climber.begin(task.seed_of(AGENT, *game))
        if fault and len(log):
            found[number] = (0, log.actions[0], f"{fault}, {text}")
        for at, (seat, played) in enumerate(zip(log.deciders(), log.actions, strict=True)):
            if number in found:
                break
            if seat == game.seat:
                action, fault, text = climber.choose(again.record(seat))
                if fault or action != played:
                    found[number] = (at, played, f"{fault}, {text}" if fault else str(action))
            again.play(played)
        progress(1)
    return found


def _difference(
    task: Task, games: Sequence[Handed], found: dict[int, Difference], again: dict[int, Difference]
) -> dict[str, str]:
    """What is said of an agent that has decided otherwise, and otherwise once more, or as before."""
    number = min(found)
    game, (at, played, now) = games[number][0], found[number]
    where = f"game {number} ({task.rungs[game.rung].bot}, deal {game.deal}, seat {game.seat}), decision {at}"
    text = f"{len(found)} of {len(games)} games; first in {where}: {now} instead of {played}"
    return {"kind": "changed" if again == found else "varying", "text": text}
