"""Writes docs/research/leaderboard.md from the result files in docs/results, each checked by replaying its games:
`python docs/make/leaderboard.py`.
"""

from __future__ import annotations

import html
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from ziggurat import ladder
from ziggurat.ladder import FINDINGS
from ziggurat.ladder.faults import FAULTS
from ziggurat.ladder.files import read_result

FOLDER = Path(__file__).parents[1]
PAGE = FOLDER / "research" / "leaderboard.md"
HEADING = """# The ladder

Frozen tasks for agents, and how far each has climbed. `python docs/make/leaderboard.py` writes this page from the files
in [results](../results), after replaying every game in them.

    ziggurat evaluate my_agents:Mine --task babel-2-v1 --out mine.json      # an agent as in environments.md
    ziggurat verify-result mine.json                                        # plays the rungs' decisions again
    ziggurat confirm-result mine.json my_agents:Mine --out confirmed.json   # plays with the agent, on deals drawn now

A **task** fixes game, rules, seats, options, reward, deals and rungs: `random`, `greedy`, `classic` with 50 and 500
iterations a decision, the game's network of that day, and search with that network (100 iterations and, with two seats,
1000). A task never changes; a changed one gets a new version. **Take the newest**: its rungs were rated by 200 games
for each pair that met. Those of `v0` played 9 to 16, so its ratings are too close together.

- Against each rung there are 20 deals (`--deals` plays fewer), each once with the agent in every seat and the rung in
  all others. A game is worth a point for each opponent who ends behind, half for a draw, divided by their number.
- The **rating** is the most likely one, given the ratings of the rungs, which played each other
  (`benchmarks/ladder.py`; `random` is 0, a lead of 400 means ten of eleven points). The 95% interval covers the
  agent's own games only. Between two rungs of which one won everything, the distance is at least the one given.

**An agent that misbehaves** loses that game, and the ladder goes on:

| fault | what the agent did |
|---|---|
"""
AFTER_FAULTS = """
An agent by name (`module:name`) runs in a process of its own with `--limit` seconds for a decision (default 10), and
with `--memory` gigabytes on Linux (default: half of the machine's). Loading may take ten minutes. An agent that is
an object (`ziggurat.ladder.evaluate`) has no limits.

**A result file** is JSON: task, agent, limit, summary, and for each game the rung, deal, seat, points, faults and log.
`verify-result` checks that each game was dealt as the task says, is legal and over, that the rungs decide so again
(not with `--no-opponents`), and that the summary is right.

**Confirming.** An agent may have prepared for the published deals. To confirm a result, the agent decides its games
again, and plays five more deals against each rung. Their seed comes from the result file's digest and a salt drawn
then, so nobody can know them before and everybody can repeat them:

| finding | the agent |
|---|---|
"""
AFTER_FINDINGS = """
One honest agent in a thousand is called *prepared*. An agent is *varying* too if it thinks by the clock or draws
without its seed.

To enter the table, add the confirmed file to `docs/results`. The column *drawn deals* has the rating in those games;
results with findings are listed last.
"""


def page(*, replay: bool = True) -> str:
    """The whole page; a test that only compares it replays nothing."""
    parts = [HEADING + "\n".join(f"| {kind} | {text} |" for kind, text in FAULTS.items()), AFTER_FAULTS]
    parts[-1] += "\n".join(f"| {kind} | {text} |" for kind, text in FINDINGS.items())
    parts.append(AFTER_FINDINGS)
    results = [read_result(path) for path in result_files()]
    if replay:
        with ProcessPoolExecutor() as pool:
            list(pool.map(ladder.verify, results))
    for name in sorted(ladder.task_names(), key=lambda name: (-int(name.rpartition("-v")[2]), name)):
        parts += section(ladder.task(name), [one for one in results if one["task"]["name"] == name])
    return "\n".join(parts)


def result_files() -> list[Path]:
    """The results on the page."""
    return sorted((FOLDER / "results").glob("*.json*"))


def section(task: ladder.Task, results: list[dict[str, Any]]) -> list[str]:
    """A task and its table, best first."""
    card, rungs = task.card, task.rungs
    options = "".join(f", {name} {value}" for name, value in task.options.items())
    lines = [f"## {task.name}", ""]
    lines.append(
        f"{card.title}, {task.seats} seats, rules {task.rules}{options}. The rungs were rated by {task.calibration} "
        "games for each pair that met."
    )
    lines += ["", "| agent | rating | 95% interval | games | drawn deals | " + " | ".join(rung.bot for rung in rungs)]
    lines[-1] += " | decisions a second | faults |"
    lines.append("|---|" + "---:|" * (6 + len(rungs)))
    ratings = " | ".join(str(rung.rating) for rung in rungs)
    lines.append(f"| *rating of the rung* | | | | | {ratings} | | |")
    for one in sorted(results, key=lambda one: (bool(found_in(one)), -one["summary"]["rating"])):
        summary = one["summary"]
        interval = f"{summary['rating_low']:.0f} to {summary['rating_high']:.0f}"
        shares = " | ".join(f"{rung['share']:.0%}" for rung in summary["rungs"])
        faults = ", ".join(f"{kind} {count}" for kind, count in summary["faults"].items()) or "none"
        name = cell(one["agent"]) + ("" if one["as_frozen"] else " (with another network)")
        drawn = found_in(one) or "not confirmed"
        if "confirmation" in one and not found_in(one):
            drawn = f"{one['confirmation']['summary']['rating']:.0f}"
        speed = f"{summary['decisions_per_second'] or 0:,.0f}"
        lines.append(
            f"| {name} | {summary['rating']:.0f} | {interval} | {summary['games']} | {drawn} | {shares} "
            f"| {speed} | {faults} |"
        )
    return [*lines, ""]


def found_in(result: dict[str, Any]) -> str:
    """What was found when a result was confirmed, in a word or two; empty if nothing was."""
    findings = result.get("confirmation", {"findings": []})["findings"]
    return ", ".join(finding["kind"] for finding in findings)


def cell(text: str) -> str:
    """A name from a result file, escaped for a cell of a table."""
    return re.sub(r"([\\`*_\[\]|])", r"\\\1", html.escape(text))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"docs/research/{PAGE.name} has the tasks {', '.join(ladder.task_names())}")
