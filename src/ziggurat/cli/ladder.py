"""The ladder of frozen tasks: `evaluate` an agent, `verify-result` by replaying its games, `confirm-result` by more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ziggurat.cli.common import AsJson, Panel, app, compile_games, progress_bar
from ziggurat.core.outputs import check_output_files


@app.command(rich_help_panel=Panel.RESEARCH)
def evaluate(
    agent: Annotated[
        str, typer.Argument(metavar="AGENT", help="A bot's name, or `module:name` of your own (docs/environments.md).")
    ],
    task: Annotated[str, typer.Option(metavar="TASK", help="Which task, such as `babel-2-v1`.")],
    deals: Annotated[
        int | None, typer.Option(min=1, help="Deals against each rung; by default the task's own number.")
    ] = None,
    limit: Annotated[float, typer.Option(min=0.001, help="Seconds the agent has for a decision.")] = 10.0,
    memory: Annotated[
        float | None,
        typer.Option(metavar="GB", help="Gigabytes the agent may use (on Linux); by default half of this machine's."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the result, with all games, as JSON (`.gz`: compressed).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Evaluate an agent on a task of the ladder.

    It plays the rungs of the task, from random to search with a network.

    Every deal is played with the agent in every seat. A fault (an illegal, late or missing answer, an exception, a
    hanging or dead process, too much memory) loses that game and is counted; the evaluation continues.

    Example: `ziggurat evaluate greedy --task babel-2-v1 --out greedy.json`
    """
    from ziggurat import ladder
    from ziggurat.ladder.files import write_result
    from ziggurat.ladder.table import table

    frozen_task = ladder.task(task)
    if out is not None:
        check_output_files(out)
    compile_games([frozen_task.game], "people", "bots", quiet=as_json)
    with progress_bar(quiet=as_json) as progress:
        game_count = len(frozen_task.rungs) * (deals or frozen_task.deals) * frozen_task.seats
        bar = progress.add_task(f"Evaluating on {frozen_task.name}", total=game_count)
        result = ladder.evaluate(
            agent,
            frozen_task,
            deals=deals,
            limit=limit,
            memory=memory,
            progress=lambda done: progress.advance(bar, done),
        )
    if out is not None:
        write_result(out, result)
    if as_json:
        print(json.dumps({key: value for key, value in result.items() if key != "games"}))
    else:
        Console().print(table(result))


@app.command("verify-result", rich_help_panel=Panel.RESEARCH)
def verify_result(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `ziggurat evaluate --out` wrote.")],
    opponents: Annotated[
        bool,
        typer.Option(
            "--opponents/--no-opponents",
            help="Let the ladder's bots decide again, which takes as long as they did when playing.",
        ),
    ] = True,
) -> None:
    """Check a result by replaying its games.

    Deals, legal moves, the decisions of the ladder's bots, endings and the summary have to be right.

    Example: `ziggurat verify-result greedy.json`
    """
    from ziggurat import ladder
    from ziggurat.ladder.files import read_result

    result = read_result(file)
    task = ladder.verify(result, opponents_too=opponents)
    games = result["summary"]["games"]
    unchecked = "" if opponents else " The decisions of the opponents were not checked."
    print(f"{result['agent']} on {task.name}: all {games} games and the summary are correct.{unchecked}")


@app.command("confirm-result", rich_help_panel=Panel.RESEARCH)
def confirm_result(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `ziggurat evaluate --out` wrote.")],
    agent: Annotated[
        str | None, typer.Argument(metavar="[AGENT]", help="The agent; by default the one that the result names.")
    ] = None,
    deals: Annotated[int | None, typer.Option(min=1, help="Deals drawn against each rung; 5 by default.")] = None,
    limit: Annotated[float, typer.Option(min=0.001, help="Seconds the agent has for a decision.")] = 10.0,
    memory: Annotated[
        float | None,
        typer.Option(metavar="GB", help="Gigabytes the agent may use (on Linux); by default half of this machine's."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the result with its confirmation, as JSON.")
    ] = None,
) -> None:
    """Confirm a result by replaying with its agent.

    It verifies the result, lets the agent decide its games again, and lets it play new deals, drawn from the file's
    digest and a random salt. The status is 1 if the agent knew the deals, answers differently, or played other games.

    Example: `ziggurat confirm-result mine.json my_agents:Mine --out confirmed.json`
    """
    from ziggurat import ladder
    from ziggurat.ladder.files import read_result, write_result
    from ziggurat.ladder.table import findings_of

    result = read_result(file)
    if out is not None:
        check_output_files(out)
    task = ladder.verify(result, opponents_too=False)  # at once, before it takes long
    compile_games([task.game], "people", "bots")
    with progress_bar(quiet=False) as progress:
        bar = progress.add_task(f"Confirming on {task.name}", total=None)
        confirmed = ladder.confirm(
            result, agent, deals=deals, limit=limit, memory=memory, progress=lambda done: progress.advance(bar, done)
        )
    if out is not None:
        write_result(out, confirmed)
    drawn, found = confirmed["confirmation"]["summary"], findings_of(confirmed)
    print(
        f"{result['agent']} on {task.name}: rating {result['summary']['rating']:.0f} in the games handed in, "
        f"{drawn['rating']:.0f} in {drawn['games']} games on newly drawn deals."
    )
    print("\n".join(found) or "The agent made the same decisions again; nothing suggests that it knew the deals.")
    if found:
        raise typer.Exit(1)
