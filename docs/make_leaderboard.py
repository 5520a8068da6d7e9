"""Writes docs/leaderboard.md from the result files in docs/results, each checked by replaying its games:
`python docs/make_leaderboard.py`.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

from ziggurat import ladder

FOLDER = Path(__file__).parent
PAGE = FOLDER / "leaderboard.md"
HEADING = """# The ladder

Frozen tasks for agents of all kinds, and who has climbed how far. This page is written by
`python docs/make_leaderboard.py` from the files in [results](results), after replaying every game in them.

    ziggurat evaluate my_agents:Mine --task babel-2-v0 --out mine.json      # an agent as in environments.md
    ziggurat verify-result mine.json                                        # --opponents: ask the rungs again too

A **task** fixes game, rules, seats, options, reward, deals and the bots of the ladder: `random`, `greedy`, the
search with the hand-made evaluation at 50, 500 and 5000 iterations a decision, and a network without search: the one
the game had when the task was made, which stays with the ladder when the game gets a stronger one. The agents
`network` and `search:100i` in the tables played with that network too.
A task never changes; what should be otherwise becomes `v1`. Against each rung there are 20 deals (`--deals` plays
fewer, and the result says so), each once with the agent in every seat and the rung in all others.
A game brings a point for each opponent who ends behind, half for each who is level, divided by their number. The
**rating** is the most likely one given the ratings of the rungs, which have been rated by playing each other
(`benchmarks/ladder.py`; `random` is 0, a lead of 400 means ten of eleven points); the interval is the 95% one of the
agent's own games, and does not include how well the rungs are known. The rungs think in iterations, so an evaluation
of an agent that draws from its seed comes out the same on every machine.

Decisions a second are the agent's own, with the way to its process and back, on the machine where it ran; ours ran on
two cores that were busy with other work.

**An agent that misbehaves** loses that game, the table says how often, and the ladder goes on:

| fault | what the agent did |
|---|---|
"""
AFTER_FAULTS = """
An agent by name (`module:name`) runs in a process of its own with `--limit` seconds for a decision (10 if left out):
an answer after that is `late`; twice the time, and its process is ended and begun again for the next game.
Until it is imported and made, and at the beginning of a game, it has ten minutes; one that cannot be made at all ends
the evaluation, with a sentence that says why, and one that cannot be made again loses that game. On Linux its process
is ended, too, when it holds more than `--memory` gigabytes (half of the machine's, if left out; processes that it
starts are not counted, and are ended with it). What it prints goes to standard error. An agent that is given to
`ziggurat.ladder.evaluate` as an object plays in that process, where nothing ends it.

**A result file** is JSON: the task, the agent's name, the limit, the summary, and for each game the rung, deal,
seat, points, faults and the log, which `ziggurat replay` shows once it is in a file. `verify-result` checks that each
was dealt as the task says, is legal and over, and that the summary is what the games come to; seconds and faults are
the result's own word. To enter the table, add the file to `docs/results`.
"""


def page() -> str:
    """The whole page."""
    from ziggurat.ladder.faults import FAULTS

    parts = [HEADING + "\n".join(f"| {kind} | {text} |" for kind, text in FAULTS.items()), AFTER_FAULTS]
    results = [json.loads(path.read_text("utf-8")) for path in sorted((FOLDER / "results").glob("*.json"))]
    for result in results:
        ladder.verify(result)
    for name in ladder.task_names():
        parts += section(ladder.task(name), [one for one in results if one["task"]["name"] == name])
    return "\n".join(parts)


def section(task: ladder.Task, results: list[dict[str, Any]]) -> list[str]:
    """A task and its table, best first."""
    card, rungs = task.card, task.rungs
    options = "".join(f", {name} {value}" for name, value in task.options.items())
    lines = [f"## {task.name}", ""]
    lines.append(
        f"{card.title}, {task.seats} seats, rules {task.rules}{options}. The rungs were rated by {task.calibration} "
        "games for each pair that met."
    )
    lines += ["", "| agent | rating | 95% interval | games | " + " | ".join(rung.bot for rung in rungs)]
    lines[-1] += " | decisions a second | faults |"
    lines.append("|---|" + "---:|" * (5 + len(rungs)))
    ratings = " | ".join(str(rung.rating) for rung in rungs)
    lines.append(f"| *rating of the rung* | | | | {ratings} | | |")
    for one in sorted(results, key=lambda one: -one["summary"]["rating"]):
        summary = one["summary"]
        interval = f"{summary['rating_low']:.0f} to {summary['rating_high']:.0f}"
        shares = " | ".join(f"{rung['share']:.0%}" for rung in summary["rungs"])
        faults = ", ".join(f"{kind} {count}" for kind, count in summary["faults"].items()) or "none"
        name = cell(one["agent"]) + ("" if one["as_frozen"] else " (with another network)")
        speed = f"{summary['decisions_per_second'] or 0:,.0f}"
        lines.append(
            f"| {name} | {summary['rating']:.0f} | {interval} | {summary['games']} | {shares} | {speed} | {faults} |"
        )
    return [*lines, ""]


def cell(text: str) -> str:
    """What somebody else has named, as a cell of a table."""
    return re.sub(r"([\\`*_\[\]|])", r"\\\1", html.escape(text))


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"docs/{PAGE.name} has the tasks {', '.join(ladder.task_names())}")
