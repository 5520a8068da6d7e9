"""Commands for one match: `play`, `replay`, `prospects`, `review`, `picture`."""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.console import Console

import ziggurat
from ziggurat.cli.common import (
    AsJson,
    ClusterAddress,
    OptionTexts,
    Panel,
    Seed,
    app,
    compile_games,
    complete_bots,
    complete_game,
    progress_bar,
    read_options,
    split_names,
)
from ziggurat.core.errors import BadOption
from ziggurat.core.match import SEEDS


@app.command(rich_help_panel=Panel.PLAY)
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Which game; not needed with --resume.", autocompletion=complete_game),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,…",
            help="Who sits where, in turn order: `human`, `random`, `greedy`, `search:0.5` (seconds a decision), or a "
            "level: `apprentice`, `scribe`, `steward`, `mayor`, `governor`, `king`, `gilgamesh`. By default you and "
            "`steward` bots, in random order, in every seat.",
            autocompletion=complete_bots,
        ),
    ] = None,
    seed: Seed = None,
    option: OptionTexts = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file in which the match is saved after every decision.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved match.")] = None,
) -> None:
    """Play in this terminal, against bots or with other people.

    Several people share one keyboard: nobody sees another's secrets.

    Type moves as the rules write them (`?` shows the rules, `help` everything else). The match is saved after every
    decision; `ziggurat play --resume FILE` continues it.

    Example: `ziggurat play babylonia --seats human,random --option variant=yes`
    """
    from ziggurat.terminal.logfile import check_writable, seats_in
    from ziggurat.terminal.play import run

    chance = secrets.SystemRandom() if seed is None else Random(seed)
    if resume is not None:
        match, path = ziggurat.open(resume), log or resume
        if game is not None and ziggurat.game(game) is not match.game:
            raise BadOption(f"{resume} is a match of {match.game.title}, not of {ziggurat.game(game).title}.")
        seat_names = seats or seats_in(resume)
        who = split_names(seat_names) if seat_names else ["human"] + ["steward"] * (match.seats - 1)
    elif game is None:
        raise BadOption("Name a game to play (`ziggurat games` lists them), or --resume FILE.")
    else:
        card = ziggurat.game(game)
        who = split_names(seats) if seats else draw_seats(card, chance)
        match_seed = chance.randrange(SEEDS) if seed is None else seed
        match = ziggurat.new(card.name, seats=len(who), seed=match_seed, **read_options(option))
        path = log or Path(f"{card.name}-{match_seed}.log")
    check_writable(path)
    if path.exists() and path != resume:
        raise BadOption(f"{path} already exists; continue it with --resume {path}, or choose another file with --log.")
    compile_games([match.game.name], "people", "bots")
    run(match, who, path, chance.randrange(SEEDS))


def draw_seats(game: ziggurat.Game, chance: Random) -> list[str]:
    """A person and bots in random order, in all seats that a game has."""
    who = ["human"] + ["steward"] * (game.default_seats - 1)
    chance.shuffle(who)
    return who


@app.command(rich_help_panel=Panel.STUDY)
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match.")],
    everything: Annotated[
        bool, typer.Option("--all", help="Print every decision at once instead of stepping.")
    ] = False,
) -> None:
    """Step through a saved match, with everything visible.

    Example: `ziggurat replay babylonia-7.log`
    """
    from ziggurat.terminal.replay import run

    run(ziggurat.open(file), everything=everything)


@app.command(rich_help_panel=Panel.STUDY)
def prospects(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match.")],
    seat: Annotated[int, typer.Option(help="Use only what this seat may know; -1 is a spectator.")] = -1,
    decision: Annotated[
        int | None, typer.Option(min=0, help="Before this decision, counted from 0; after the last if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what things would score in a saved match.

    These are the cities, trades, wars and abilities that can be counted in the position.

    A game without prospects gives `null`.

    Example: `ziggurat prospects babylonia-7.log --seat 0 --decision 40 --json`
    """
    import msgspec

    from ziggurat.terminal.prospects import tables

    match = ziggurat.open(file)
    if decision is not None:
        match = match.at(decision)
    if as_json:
        print(msgspec.json.encode(match.prospects(seat)).decode())
        return
    for part in tables(match, seat):
        Console().print(part)


@app.command(rich_help_panel=Panel.STUDY)
def review(
    file: Annotated[Path, typer.Argument(metavar="LOG|FOLDER", help="A saved match, or a folder of them.")],
    seconds: Annotated[float, typer.Option(help="Processor time for each match.")] = 60.0,
    everything: Annotated[
        bool, typer.Option("--open", help="Judge with everything visible, not by what each seat knew.")
    ] = False,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
) -> None:
    """Find the mistakes in a saved match, and better moves.

    It shows the cost of every decision, luck, and why other moves are better.

    Each seat is judged by what it knew at that moment. The same log and budget give the same review. In a
    folder all logs (`*.log`, `*.txt`) are reviewed; `--json` has them under `reviews`, by file.

    Example: `ziggurat review babylonia-7.log --seconds 20`
    """
    import msgspec

    from ziggurat.reviewing import review as run
    from ziggurat.terminal.review import show

    if file.is_dir():
        _review_folder(file, seconds, cluster, everything=everything, as_json=as_json)
        return
    if cluster is not None:
        raise BadOption("A cluster reviews a folder of logs: one log is judged by one processor.")
    match = ziggurat.open(file)
    compile_games([match.game.name], "people", "bots", "champions", quiet=as_json)
    with progress_bar(quiet=as_json) as progress:
        task = progress.add_task(f"Reviewing {len(match)} decisions", total=100)
        report = run(
            match,
            seconds,
            everything=everything,
            progress=lambda part: progress.update(task, completed=int(100 * part)),
        )
    if as_json:
        print(msgspec.json.encode(report).decode())
    else:
        show(Console(), match, report)


def _review_folder(folder: Path, seconds: float, cluster: str | None, *, everything: bool, as_json: bool) -> None:
    """Review all logs of a folder."""
    import msgspec

    from ziggurat.reviewing.folder import read_folder, review_folder
    from ziggurat.terminal.review import show_all

    run: Any = review_folder
    if cluster is not None:
        from ziggurat.cluster import command

        command.check(cluster)
        run = partial(command.review, cluster)
    matches = read_folder(folder, seconds, everything=everything)
    names = [match.game.name for match in matches.values()]
    compile_games(list(dict.fromkeys(names)), "people", "bots", "champions", quiet=as_json)
    with progress_bar(quiet=as_json) as progress:
        task = progress.add_task(f"Reviewing {len(matches)} matches", total=len(matches))
        reports = run(matches, seconds, everything=everything, progress=lambda done: progress.advance(task, done))
        reviews = dict(zip(matches, reports, strict=True))
    if as_json:
        print(msgspec.json.encode({"reviews": reviews}).decode())
    else:
        show_all(Console(), reviews)


@app.command(rich_help_panel=Panel.STUDY)
def picture(
    file: Annotated[Path, typer.Argument(metavar="LOG", help="A saved match.")],
    out: Annotated[
        Path,
        typer.Option(metavar="FILE", help="`FILE.svg` or `FILE.png`: a position; `FILE.webp` or `FILE.gif`: a film."),
    ],
    decision: Annotated[
        int | None, typer.Option(min=0, help="Before this decision, counted from 0; after the last if left out.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(help="As this seat sees it (-1: a spectator); by default with all secrets.")
    ] = None,
    width: Annotated[int | None, typer.Option(help="In pixels; by default 1200, or 640 for a film.")] = None,
) -> None:
    """Draw a saved match: one position, or all of it as a film.

    A film has a picture for each turn.

    Example: `ziggurat picture babylonia-7.log --out babylonia-7.webp`
    """
    from ziggurat.pictures.files import save

    match = ziggurat.open(file)
    save(match if decision is None else match.at(decision), out, seat, width)
    Console().print(f"Saved {out}.", soft_wrap=True)
