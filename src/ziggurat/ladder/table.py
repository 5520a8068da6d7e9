"""The result of an evaluation as a table for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table

from ziggurat.ladder.drawn import FINDINGS
from ziggurat.ladder.faults import FAULTS


def table(result: Mapping[str, Any]) -> RenderableType:
    """The result, one row for each rung."""
    summary = result["summary"]
    table = Table(title=f"{result['agent']} on {result['task']['name']}", title_justify="left")
    for heading in ("rung", "rating", "games", "agent points", "95% interval"):
        table.add_column(heading, justify="left" if heading == "rung" else "right")
    for rung in summary["rungs"]:
        interval = f"{rung['share_low']:.0%} to {rung['share_high']:.0%}"
        table.add_row(rung["bot"], str(rung["rating"]), str(rung["games"]), f"{rung['share']:.1%}", interval)
    lines = [
        f"rating {summary['rating']:.0f} ({summary['rating_low']:.0f} to {summary['rating_high']:.0f}), "
        f"{summary['games']} games, {summary['decisions_per_second'] or 0:,.0f} decisions per second"
    ]
    lines += [f"{count} games lost because it {FAULTS[kind]}" for kind, count in summary["faults"].items()]
    if not result["as_frozen"]:
        lines.append("This version uses another network than the task, so this result cannot be compared with others.")
    return Group(table, *lines)


def findings_of(result: Mapping[str, Any]) -> list[str]:
    """What was found when a result was confirmed, a sentence each."""
    findings = result["confirmation"]["findings"]
    return [f"The agent {FINDINGS[one['kind']]}: {one['text']}." for one in findings]
