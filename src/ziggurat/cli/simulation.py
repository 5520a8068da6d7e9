"""Many games at once: `simulate` plays random ones, `arena` lets bots play each other. Both can write tables."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

import ziggurat
from ziggurat.cli.common import (
    AsJson,
    ClusterAddress,
    DeviceName,
    GameName,
    OptionTexts,
    Panel,
    app,
    compile_games,
    complete_bots,
    progress_bar,
    read_options,
    split_names,
)
from ziggurat.core.errors import BadOption
from ziggurat.core.outputs import check_output_files
from ziggurat.core.sentence import quoted

DecisionRows = Annotated[
    bool, typer.Option("--decisions", help="With --out: one row per decision instead of one per game.")
]


@app.command(rich_help_panel=Panel.RESEARCH)
def simulate(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="How many seats; the game's largest number if left out.")] = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games, on every device.")] = 0,
    option: OptionTexts = None,
    device: Annotated[
        DeviceName, typer.Option(help="`cuda` needs an NVIDIA GPU and the extra `gpu`.")
    ] = DeviceName.CPU,
    threads: Annotated[int | None, typer.Option(min=1, help="CPU threads; all cores if left out.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a table of the games: `FILE.parquet` or `FILE.csv`.")
    ] = None,
    decisions: DecisionRows = False,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
) -> None:
    """Play random games by the million; report speed and results.

    The digest covers the final positions of all games: the same game, seats, options, seed and number of games give
    the same digest on every machine and device. Compiling is not part of the measured time.

    Example: `ziggurat simulate babylonia --seats 4 --games 100000 --seed 1`
    """
    from ziggurat.data.tables import check_table
    from ziggurat.sim import simulate as run

    if cluster is not None:
        from ziggurat.cluster import command

        command.check(cluster)
        run = partial(command.simulate, cluster)
    card = ziggurat.game(game)
    seat_count = card.check_seats(card.default_seats if seats is None else seats)
    _check_rows(out, decisions=decisions)
    if out is not None:
        check_table(out)
    if device is DeviceName.CPU:
        compile_games([card.name], "batches", quiet=as_json)
    with progress_bar(quiet=as_json) as progress, ExitStack() as files:
        settings: dict[str, Any] = {"seats": seat_count, "seed": seed, "games": games, "options": read_options(option)}
        if out is not None:
            settings["keep"] = _kept_games(files, out, card, decisions=decisions, **settings)
        task = progress.add_task(f"Playing {card.title}", total=games)
        outcome = run(
            card,
            **settings,
            device=device.value,
            threads=threads,
            progress=lambda done: progress.advance(task, done),
        )
    rates = {
        "games_per_second": outcome.games_per_second,
        "actions_per_second": outcome.actions_per_second,
    }
    if as_json:
        print(json.dumps({**asdict(outcome), **rates}))
        return
    table = Table(title=f"{card.title}, {outcome.seats} seats, {outcome.games:,} random games", show_header=False)
    table.add_row("games a second", f"{outcome.games_per_second:,.0f}")
    table.add_row("actions a second", f"{outcome.actions_per_second:,.0f}")
    table.add_row("seconds", f"{outcome.seconds:.3f} on {outcome.device}, {outcome.threads} thread(s)")
    table.add_row("mean scores", "  ".join(f"{score:.2f}" for score in outcome.mean_scores))
    table.add_row("victories", "  ".join(f"{rate:.1%}" for rate in outcome.win_rates))
    table.add_row("actions a game", f"{outcome.shortest} to {outcome.longest}, mean {outcome.mean_length:.1f}")
    for ending, count in outcome.endings.items():
        table.add_row(f"ended: {ending}", f"{count / outcome.games:.2%}")
    table.add_row("digest", outcome.digest)
    Console().print(table)


def _kept_games(files: ExitStack, out: Path, game: ziggurat.Game, *, decisions: bool, **settings: Any) -> Any:
    """A function that adds random games to a table, which is complete when `files` is closed."""
    from ziggurat.data import rows, simulation
    from ziggurat.data.tables import open_table

    seats, seed, games = settings["seats"], settings["seed"], settings["games"]
    options = game.load_options(settings["options"])
    columns = rows.decision_columns(game) if decisions else rows.game_columns()
    table = files.enter_context(open_table(out, columns, rows.about(game, seats, options, seed=seed, games=games)))
    if not decisions:
        return lambda first, part: simulation.add_games(table, game, seats, seed, first, part)
    compile_games([game.name], "environments", quiet=True)
    return lambda first, part: simulation.add_decisions(table, game, seats, options, seed, first, part)


@app.command(rich_help_panel=Panel.RESEARCH)
def arena(
    game: GameName,
    names: Annotated[
        str,
        typer.Option(
            "--bots", metavar="BOT,BOT,…", help="Who plays, as for `play --seats`.", autocompletion=complete_bots
        ),
    ],
    seats: Annotated[int | None, typer.Option(help="How many seats; the game's largest number if left out.")] = None,
    games: Annotated[int, typer.Option(help="How many games; a multiple of the seats is fairest.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same deals.")] = 0,
    option: OptionTexts = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Games at a time; all cores if left out.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write FILE.json and the picture FILE.svg; `FILE.parquet` or `FILE.csv` is a table of the games.",
        ),
    ] = None,
    decisions: DecisionRows = False,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="ELO,ELO", help="Stop when the first bot is clearly so much stronger: 0,100."),
    ] = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, and rate them.

    Every deal is played with every rotation of the seats. With budgets in iterations (`search:500i`) the same call
    gives the same table again; with budgets in seconds it depends on the machine. Ctrl-C ends it early, with a report
    on the games played so far.

    Example: `ziggurat arena babylonia --bots random,greedy,search:0.2 --seats 4 --games 400`
    """
    from ziggurat.bots.arena import Arena
    from ziggurat.data.tables import check_table, is_table
    from ziggurat.terminal.arena import picture, table

    card = ziggurat.game(game)
    seat_count = card.default_seats if seats is None else seats
    contest = Arena(card, split_names(names), seat_count, games, seed, read_options(option), _elo_bounds(sprt))
    if cluster is None:
        run = partial(contest.run, workers or os.cpu_count() or 1)
    else:
        from ziggurat.cluster import command

        if sprt is not None:
            raise BadOption("--sprt plays on this machine only: leave out --cluster.")
        command.check(cluster)
        run = partial(command.arena, cluster, contest, workers)
    _check_rows(out, decisions=decisions)
    if out is not None and is_table(out):
        check_table(out)
    elif out is not None:
        check_output_files(out)
        check_output_files(out.with_suffix(".json"), out.with_suffix(".svg"))
    compile_games([card.name], "people", "bots", quiet=as_json)
    with progress_bar(quiet=as_json) as progress, ExitStack() as files:
        keep = _kept_contest(files, out, contest, decisions=decisions)
        task = progress.add_task(f"Playing {card.title}", total=games)
        try:
            run(lambda done: progress.advance(task, done), keep)
        except KeyboardInterrupt:
            progress.stop()
    if not contest.played:
        raise BadOption("No game was finished, so there is nothing to report.")
    report = contest.report()
    if out is not None and not is_table(out):
        out.with_suffix(".json").write_text(json.dumps(report.as_json(), indent=2) + "\n", "utf-8")
        out.with_suffix(".svg").write_text(picture(report), "utf-8")
    if as_json:
        print(json.dumps(report.as_json()))
    else:
        Console().print(table(report))


def _elo_bounds(text: str | None) -> tuple[float, float] | None:
    """The two numbers of `--sprt 0,100`."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BadOption(f"--sprt needs two differences in Elo, such as 0,100, not {quoted(text)}.") from None
    return low, high


def _kept_contest(files: ExitStack, out: Path | None, contest: Any, *, decisions: bool) -> Any:
    """A function that adds an arena's games to a table, if `out` is one."""
    from ziggurat.data import arena, rows
    from ziggurat.data.tables import is_table, open_table

    if out is None or not is_table(out):
        return lambda _: None
    game, seats = contest.game, contest.seats
    columns = rows.decision_columns(game, bots=True) if decisions else rows.game_columns(bots=True)
    about = rows.about(game, seats, contest.options, seed=contest.seed, bots=",".join(contest.names))
    table = files.enter_context(open_table(out, columns, about))
    return lambda played: arena.add_game(table, contest, played, decisions=decisions)


def _check_rows(out: Path | None, *, decisions: bool) -> None:
    """Refuse rows of decisions without a table to write them to."""
    from ziggurat.data.tables import is_table

    if decisions and (out is None or not is_table(out)):
        raise BadOption("--decisions needs --out FILE.parquet or FILE.csv.")
