"""Plays a result again: the same prompts, the answers of the file, the opponents' decisions, and the scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ziggurat.core.errors import ZigguratError
from ziggurat.core.sentence import quoted
from ziggurat.llm.bench import resume
from ziggurat.llm.result import BadResult, Result
from ziggurat.llm.summary import summary
from ziggurat.llm.tasks import open_item


def verify(result: Result, progress: Callable[[int], None] = lambda _: None) -> dict[str, Any]:
    """Check everything in a result that can be; returns the summary. An unfinished one may be checked too.

    Nobody can check that the model gave these answers; that the prompts are ours and all else follows from the
    answers, they show.
    """
    try:
        _check_header(result)
        settings = result.settings
        items = settings.items()
        unknown = [item for item in (*result.exchanges, *result.outcomes) if item not in set(items)]
        if unknown:
            raise BadResult(f"The result has an item {quoted(unknown[0])}, which its tasks do not have.")
        for item in items:
            if item in result.exchanges or item in result.outcomes:
                _verify_item(result, item, settings.moves, settings.history)
            progress(1)
        scores = summary(result)
        if result.summary is not None and result.summary != scores:
            raise BadResult("The summary does not follow from the answers.")
    except ZigguratError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise BadResult(f"The result cannot be read: {type(problem).__name__}, {problem}.") from None
    return scores


def _check_header(result: Result) -> None:
    name = result.header["model"]
    if not isinstance(name, str) or not 1 <= len(name) <= 500 or not name.isprintable():
        raise BadResult("A model has a name, of 1 to 500 letters on one line.")
    for key, value in result.settings.header().items():
        if key != "ziggurat" and result.header.get(key) != value:
            raise BadResult(
                f"The result was made with another `{key}` than this version of Ziggurat has: "
                f"verify it with the version that made it, {quoted(result.header.get('ziggurat'))}."
            )


def _verify_item(result: Result, item: str, moves: str, history: str) -> None:
    dialogue = open_item(item, moves, history)
    resume(dialogue, result.exchanges.get(item, []), item)
    finished = dialogue.question() is None
    if item in result.outcomes and not finished:
        raise BadResult(f"{item} is not over.")
    if item in result.outcomes and result.outcomes[item] != dialogue.outcome():
        raise BadResult(f"{item}: what became of it does not follow from its answers.")
