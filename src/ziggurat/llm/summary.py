"""The scores of a result, and its table for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from ziggurat.bots.arena import Share
from ziggurat.core.registry import game as find_game
from ziggurat.llm.result import Result
from ziggurat.llm.tasks import task_of
from ziggurat.puzzles.shipped import find

RATINGS = (1000, 1200, 1400)  # where difficulties are divided


def summary(result: Result) -> dict[str, Any]:
    """All scores, computed from what became of each item."""
    items = result.settings.items()
    by_task: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for item in items:
        if item in result.outcomes:
            by_task.setdefault(task_of(item), []).append((item, result.outcomes[item]))
    read, written = result.tokens
    puzzles = [one for task, some in by_task.items() if task.startswith("puzzles/") for one in some]
    return {
        "items": len(items),
        "done": sum(map(len, by_task.values())),
        "answers": sum(map(len, result.exchanges.values())),
        "tokens_read": read,
        "tokens_written": written,
        "games": {task: _games(done) for task, done in by_task.items() if task.startswith("games/")},
        "puzzles": {task: _puzzles(done) for task, done in by_task.items() if task.startswith("puzzles/")},
        "puzzles_by_theme": _grouped(puzzles, _themes),
        "puzzles_by_rating": _grouped(puzzles, _ratings),
        "rules": {task: _rules(done) for task, done in by_task.items() if task.startswith("rules/")},
    }


def _games(done: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    outcomes = [outcome for _, outcome in done]
    made = sum(outcome["points"] for outcome in outcomes)
    return {
        "games": len(outcomes),
        "points": made,
        **_share(made, len(outcomes)),
        "answers": sum(outcome["answers"] for outcome in outcomes),
        "refused": sum(outcome["refused"] for outcome in outcomes),
        "forfeits": sum(outcome["forfeit"] is not None for outcome in outcomes),
    }


def _puzzles(done: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    outcomes = [outcome for _, outcome in done]
    right = sum(outcome["right"] for outcome in outcomes)
    return {
        "puzzles": len(outcomes),
        "right": right,
        **_share(right, len(outcomes)),
        "regret": round(sum(outcome["regret"] for outcome in outcomes) / len(outcomes), 4),
        "refused": sum(bool(outcome["refusal"]) for outcome in outcomes),
    }


def _rules(done: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    outcomes = [outcome for _, outcome in done]
    right = sum(outcome["right"] for outcome in outcomes)
    halves = {
        half: sum(outcome[half] for outcome in outcomes if half in outcome)
        for half in ("moves_right", "clause_right")
        if any(half in outcome for outcome in outcomes)
    }
    refused = sum(bool(outcome["refusal"]) for outcome in outcomes)
    return {"questions": len(outcomes), "right": right, **_share(right, len(outcomes)), **halves, "refused": refused}


def _share(hits: float, of: int) -> dict[str, float]:
    share = Share.count(hits, of)
    return {"share": round(share.value, 4), "share_low": round(share.low, 4), "share_high": round(share.high, 4)}


def _grouped(done: Iterable[tuple[str, dict[str, Any]]], names: Any) -> dict[str, Any]:
    groups: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for item, outcome in done:
        for name in names(item):
            groups.setdefault(name, []).append((item, outcome))
    return {name: _puzzles(some) for name, some in sorted(groups.items())}


def _puzzle(item: str) -> Any:
    _, game, name = item.split("/")
    return find(find_game(game), name)


def _themes(item: str) -> list[str]:
    return list(_puzzle(item).themes)


def _ratings(item: str) -> list[str]:
    rating = _puzzle(item).rating
    above = [bound for bound in RATINGS if bound <= rating]
    return [f"from {above[-1]}" if above else f"below {RATINGS[0]}"]


def running_score(result: Result) -> str:
    """The scores so far in a few words, for a progress bar."""
    parts = []
    for kind, key in (("games", "points"), ("puzzles", "right"), ("rules", "right")):
        outcomes = [outcome for item, outcome in list(result.outcomes.items()) if item.startswith(f"{kind}/")]
        if outcomes:
            parts.append(f"{kind} {sum(outcome[key] for outcome in outcomes) / len(outcomes):.0%}")
    return ", ".join(parts)


def table(result: Result, scores: Mapping[str, Any]) -> RenderableType:
    """The scores, one row for each task."""
    shown = Table(title=f"{result.header['model']} on {result.header['tasks']}", title_justify="left")
    for heading in ("task", "done", "score", "95%", "regret", "refused", "forfeits"):
        shown.add_column(heading, justify="left" if heading == "task" else "right", no_wrap=heading == "task")
    for kind, counted in (("games", "games"), ("puzzles", "puzzles"), ("rules", "questions")):
        for task, one in scores[kind].items():
            shown.add_row(
                task,
                str(one[counted]),
                f"{one['share']:.1%}",
                f"{100 * one['share_low']:.0f}-{one['share_high']:.0%}",
                f"{one['regret']:.3f}" if "regret" in one else "",
                str(one["refused"]),
                str(one["forfeits"]) if "forfeits" in one else "",
            )
    read, written = scores["tokens_read"], scores["tokens_written"]
    line = f"{scores['done']} of {scores['items']} items, {scores['answers']:,} answers, "
    return Group(shown, f"{line}{read:,} tokens read, {written:,} written")
