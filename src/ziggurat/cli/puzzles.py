"""`ziggurat puzzles`: search for puzzles in bots' games, logs or a server's matches."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import ziggurat
from ziggurat.cli.common import (
    AsJson,
    ClusterAddress,
    GameName,
    Panel,
    app,
    check_server,
    compile_games,
    count_of,
    open_database,
    progress_bar,
)
from ziggurat.core.errors import BadOption
from ziggurat.core.outputs import check_output_files


@app.command(rich_help_panel=Panel.STUDY)
def puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write, one line of JSON for each puzzle.")],
    count: Annotated[int, typer.Option(help="How many to find.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed finds the same puzzles, on any number of processes.")] = 0,
    seats: Annotated[int | None, typer.Option(help="Only games with this many seats.")] = None,
    minutes: Annotated[float | None, typer.Option(help="Stop after this many minutes.")] = None,
    workers: Annotated[int | None, typer.Option(help="Number of processes; one per core by default.")] = None,
    cluster: ClusterAddress = None,
    logs: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Search these logs, or folders of logs, instead; may be repeated."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Search a server's finished matches whose players have all agreed, instead."),
    ] = None,
    choose: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Choose the most varied puzzles of earlier files; may be repeated."),
    ] = None,
    check: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Check the puzzles of these files again; those that hold are written."),
    ] = None,
    iterations: Annotated[int, typer.Option(help="With --check: iterations for each compared action.")] = 102_400,
    playouts: Annotated[int, typer.Option(help="With --check: games in which answer and rival are played out.")] = 0,
    bot: Annotated[str, typer.Option(help="With --check: who plays them out.")] = "governor",
    as_json: AsJson = False,
) -> None:
    """Find puzzles: positions with one clearly best move.

    The weaker levels miss it (docs/puzzles.md).

    The search uses games of the strongest network against itself, and verifies each puzzle with searches eight and
    thirty-two times as deep as the one that found it.

    Example: `ziggurat puzzles babel --count 20 --out babel.jsonl`
    """
    from ziggurat.puzzles import command

    card = ziggurat.game(game)
    if sum(given is not None for given in (logs, database, choose, check)) > 1:
        raise BadOption("Use only one of --logs, --database, --choose and --check.")
    check_output_files(out)
    if choose is not None:
        report = command.pick(card.name, choose, count=count, out=out)
    elif check is not None:
        compile_games([card.name], "people", "bots", "champions", quiet=as_json)
        with progress_bar(quiet=as_json) as progress:
            task = progress.add_task(f"Checking puzzles of {card.title}", total=None)
            report = command.recheck(
                card.name,
                check,
                out=out,
                iterations=iterations,
                playouts=playouts,
                bot=bot,
                minutes=minutes,
                progress=lambda done, _held: progress.update(task, completed=done),
            )
    else:
        texts = None if logs is None else command.read_logs(logs)
        if database is not None:
            check_server()
            from ziggurat.server.study.puzzle_consent import agreed_logs

            texts = agreed_logs(open_database(database), card)
            if not texts:
                raise BadOption(f"There is no finished match of {card.title} whose people have all agreed.")
        command.check(card, count, seed, seats, minutes, workers)
        command.check_network(card)
        start: Any = command.start
        if cluster is not None:
            from ziggurat.cluster import command as far

            far.check(cluster)
            start = partial(far.puzzles, cluster)
        compile_games([card.name], "people", "bots", "champions", quiet=as_json)
        with progress_bar(quiet=as_json) as progress:
            task = progress.add_task(f"Searching for puzzles in {card.title}", total=count)
            report = start(
                card.name,
                count=count,
                out=out,
                seed=seed,
                seats=seats,
                minutes=minutes,
                workers=workers,
                logs=texts,
                progress=lambda _games, puzzles: progress.update(task, completed=puzzles),
            )
    if as_json:
        print(json.dumps(report))
    else:
        games = f"in {count_of(report['games'], 'game')}" if "games" in report else f"chosen from {report['of']}"
        print(f"{count_of(report['puzzles'], 'puzzle')} of {card.title}, {games}: {out}")
