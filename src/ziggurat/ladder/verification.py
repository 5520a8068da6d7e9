"""Checks a result by replaying its games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ziggurat.core.errors import ZigguratError
from ziggurat.core.match import read
from ziggurat.ladder.drawn import FINDINGS, compare_deals, digest, drawn_task
from ziggurat.ladder.evaluation import FORMAT, LadderGame, games_of, opponents, points, summary
from ziggurat.ladder.faults import FAULTS
from ziggurat.ladder.tasks import Task
from ziggurat.ladder.tasks import task as find_task


class BadResult(ZigguratError):
    """A result that does not follow from its games; the message says where.

    >>> from ziggurat import ladder
    >>> ladder.verify({})
    Traceback (most recent call last):
    ...
    ziggurat.ladder.verification.BadResult: This is not a result: its format is not 'ziggurat-result-1'.
    """


def verify(
    result: Mapping[str, Any], *, opponents_too: bool = True, progress: Callable[[int], None] = lambda _: None
) -> Task:
    """Replay every game of a result and compute the summary again; returns the task.

    The bots of the ladder decide again, which takes as long as they did when playing and shows that they were the
    opponents; with `opponents_too=False` anybody may have played for them. Faults are taken from the result, as they
    count against it.

    >>> from ziggurat import ladder
    >>> import ziggurat
    >>> agent = ziggurat.bots.RandomBot("babel", seed=1)
    >>> result = ladder.evaluate(agent, ladder.task("babel-2-v0"), deals=1)
    >>> ladder.verify(result).name
    'babel-2-v0'
    """
    if not isinstance(result, Mapping) or result.get("format") != FORMAT:
        raise BadResult(f"This is not a result: its format is not {FORMAT!r}.")
    try:
        task = find_task(result["task"]["name"])
        if result["task"] != task.as_json():
            raise BadResult(f"The task {task.name} is another one than the result says: tasks never change.")
        name = result["agent"]
        if not isinstance(name, str) or not 1 <= len(name) <= 200 or not name.isprintable():
            raise BadResult("An agent has a name, of 1 to 200 letters on one line.")
        if "confirmation" in result and result["confirmation"]["digest"] != digest(result):
            raise BadResult("The result was changed after it was confirmed: its digest is another one.")
        verify_games(task, result, opponents_too=opponents_too, progress=progress)
        if "confirmation" in result:
            _verify_confirmation(task, result, opponents_too=opponents_too, progress=progress)
    except ZigguratError:
        raise
    except (KeyError, TypeError, ValueError) as problem:
        raise BadResult(f"The result cannot be read: {type(problem).__name__}, {problem}.") from None
    return task


def verify_games(
    task: Task,
    result: Mapping[str, Any],
    *,
    opponents_too: bool,
    progress: Callable[[int], None],
    which: str = "Game",
) -> None:
    """Replay the games of a result, or of its confirmation, and compute the summary again."""
    games, deals = result["games"], result["deals"]
    if type(deals) is not int or not 1 <= deals <= task.deals:
        raise BadResult(f"A result has 1 to {task.deals} deals.")
    expected = list(games_of(task, deals))
    if len(games) != len(expected):
        raise BadResult(f"There are {len(games)} games, and {len(expected)} are played with {deals} deals.")
    for number, (given, game) in enumerate(zip(games, expected, strict=True)):
        _verify_game(task, f"{which} {number}", given, game, opponents_too=opponents_too)
        progress(1)
    if result["summary"] != summary(task, games):
        raise BadResult("The summary does not follow from its games.")


def _verify_confirmation(
    task: Task, result: Mapping[str, Any], *, opponents_too: bool, progress: Callable[[int], None]
) -> None:
    """Replay the drawn games; whether the agent would decide so again is not asked."""
    given = result["confirmation"]
    drawn = drawn_task(task, given["digest"], given["salt"])
    verify_games(drawn, given, opponents_too=opponents_too, progress=progress, which="Drawn game")
    replayed = [finding for finding in given["findings"] if finding["kind"] != "prepared"]
    known = len(replayed) <= 1 and all(finding["kind"] in FINDINGS for finding in replayed)
    if not known or given["findings"] != replayed + compare_deals(task, result["games"], given["games"]):
        raise BadResult("The findings of the confirmation do not follow from its games.")


def _verify_game(task: Task, which: str, given: Mapping[str, Any], game: LadderGame, *, opponents_too: bool) -> None:
    name = f"{which} ({task.rungs[game.rung].bot}, deal {game.deal}, seat {game.seat})"
    if (given["rung"], given["deal"], given["seat"]) != (task.rungs[game.rung].bot, game.deal, game.seat):
        raise BadResult(f"{name} is not the game that the task has here.")
    if not isinstance(given["log"], str):
        raise BadResult(f"{name} has no log.")
    try:
        match = read(given["log"])
    except ZigguratError as problem:
        raise BadResult(f"{name} cannot be replayed: {problem}") from None
    again = task.new_match(game.deal)
    if (match.game, match.seats, match.rules, match.start()) != (again.game, again.seats, again.rules, None) or (
        dict(match.options) != dict(again.options) or match.seed != again.seed
    ):
        raise BadResult(f"{name} was not dealt as the task says.")
    fault = given["fault"]
    if fault is None and not match.over:
        raise BadResult(f"{name} is not over.")
    if fault is not None and (match.over or fault["kind"] not in FAULTS or fault["decision"] != len(match)):
        raise BadResult(f"{name} says that the agent failed, but not where its log ends.")
    made = match.deciders().count(game.seat)
    if fault is not None and len(match) and match.actor != game.seat:
        raise BadResult(f"{name} says that the agent failed where another seat decides.")
    # a decision that failed is counted; an agent may also fail before its first
    if given["decisions"] not in ((made,) if fault is None else (made + 1,) if len(match) else (0, 1)):
        raise BadResult(f"{name} claims {given['decisions']} decisions of the agent, and its log has another number.")
    if not 0 <= given["seconds"] < float("inf"):
        raise BadResult(f"{name} claims that it took {given['seconds']} seconds.")
    if given["points"] != points(match, game.seat, faulty=fault is not None):
        raise BadResult(f"{name} claims {given['points']} points, which do not follow from its log.")
    if not opponents_too:
        return
    bots = opponents(task, game)
    for at, (seat, action) in enumerate(zip(match.deciders(), match.actions, strict=True)):
        if seat != game.seat and bots[seat].choose(again.record(seat)) != action:
            raise BadResult(f"{name}: decision {at} is not what the bot of the ladder plays there.")
        again.play(action)
