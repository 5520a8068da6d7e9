"""The command `ziggurat`."""

from __future__ import annotations

import json
import os
import secrets
import sys
from contextlib import ExitStack
from dataclasses import asdict
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import ziggurat
from ziggurat.core.errors import BadLog, BadOption, ZigguratError
from ziggurat.core.game import write_option
from ziggurat.core.match import SEEDS, Match

app = typer.Typer(
    name="ziggurat",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Board games between the Tigris and the Euphrates: play them, replay them, simulate them by the million.",
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `ziggurat games` lists them.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A game option, such as `variant=yes`; may be repeated."),
]
DecisionRows = Annotated[bool, typer.Option("--decisions", help="With --out: a row a decision, not a row a game.")]
Seed = Annotated[int | None, typer.Option(min=0, help="The same seed gives the same game; drawn if left out.")]

ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="auto|ADDRESS|local",
        help="Work on a Ray cluster: the one this machine is in, one at an address, or one of this machine's cores; "
        "needs the extra `cluster` (docs/cluster.md).",
    ),
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="An SQLite file (`sqlite:///FILE`) or a PostgreSQL database; or $ZIGGURAT_DATABASE."
    ),
]


class DeviceName(StrEnum):
    """Where games are played."""

    CPU = "cpu"
    CUDA = "cuda"


def main() -> None:
    """Run the command; a refusal is one sentence on standard error and exit code 2."""
    try:
        app()
    except ZigguratError as problem:
        print(f"ziggurat: {problem}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


@app.callback(invoke_without_command=True)
def version(show: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False) -> None:
    if show:
        print(f"ziggurat {ziggurat.__version__}")
        raise typer.Exit


@app.command()
def games() -> None:
    """List the games there are, with their seats and options."""
    for name in ziggurat.game_names():
        game = ziggurat.game(name)
        print(f"{name}: {game.summary}")
        counts = (
            f"{count} ({note})" if (note := game.seat_notes.get(count)) else f"{count}" for count in game.seat_counts
        )
        print(f"  seats {', '.join(counts)}")
        for option in game.options:
            values = ", ".join(write_option(value) for value in option.values)
            print(f"  option {option.name} ({values}): {option.text}")


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; not needed with --resume.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,…",
            help="Who sits where, in turn order: `human`, `random`, `greedy`, `search:0.5` (seconds a decision), or a "
            "level: `apprentice`, `scribe`, `steward`, `mayor`, `governor`, `king`, `gilgamesh`. By default you and "
            "stewards, drawn by lot.",
        ),
    ] = None,
    seed: Seed = None,
    option: OptionTexts = None,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the match is saved after every decision.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
) -> None:
    """Play in the terminal, against bots or several people at one keyboard.

    Type moves as the rules write them (`?` shows the rules, `help` everything else). The match is saved after every
    decision; `ziggurat play --resume FILE` goes on where it stopped.

    Example: `ziggurat play babylonia --seats human,random --option variant=yes`
    """
    from ziggurat.terminal.logfile import seats_in
    from ziggurat.terminal.play import run

    if resume is not None:
        match, path = _read_log(resume), log or resume
        said = seats or seats_in(resume)
        who = _names(said) if said else ["human"] + ["steward"] * (match.seats - 1)
    elif game is None:
        raise BadOption("Name a game to play (`ziggurat games` lists them), or --resume FILE.")
    else:
        found = ziggurat.game(game)
        who = _names(seats) if seats else _drawn_seats(found)
        chosen = secrets.randbelow(SEEDS) if seed is None else seed
        match = ziggurat.new(found.name, seats=len(who), seed=chosen, **_read_options(option))
        path = log or Path(f"{found.name}-{chosen}.log")
    if path.exists() and path != resume:
        raise BadOption(f"{path} exists already; --resume {path} goes on with it, --log names another file.")
    _compile([match.game.name], "people", "bots")
    run(match, who, path, secrets.randbelow(SEEDS))


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match.")],
    everything: Annotated[
        bool, typer.Option("--all", help="Print every decision at once instead of stepping.")
    ] = False,
) -> None:
    """Step through a saved match, with everything visible."""
    from ziggurat.terminal.replay import run

    run(_read_log(file), everything=everything)


@app.command()
def prospects(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match.")],
    seat: Annotated[int, typer.Option(help="From what this seat may know; -1 is a spectator.")] = -1,
    decision: Annotated[
        int | None, typer.Option(min=0, help="Before this decision, counted from 0; after the last if left out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Count what things would score as they stand in a saved match: cities, trades, wars, abilities.

    Only what the seat may know is counted. A game without prospects gives `null`.

    Example: `ziggurat prospects babylonia-7.log --seat 0 --decision 40 --json`
    """
    import msgspec

    from ziggurat.terminal.prospects import tables

    match = _read_log(file)
    if decision is not None:
        match = match.at(decision)
    if as_json:
        print(msgspec.json.encode(match.prospects(seat)).decode())
        return
    for part in tables(match, seat):
        Console().print(part)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="LOG|FOLDER", help="A saved match, or a folder of them.")],
    seconds: Annotated[float, typer.Option(help="The most a match may take, of one processor.")] = 60.0,
    everything: Annotated[
        bool, typer.Option("--open", help="Judge with everything visible, not by what each seat knew.")
    ] = False,
    cluster: ClusterAddress = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Judge every decision of a saved match: what it cost, what was luck, what would have been better, and why.

    Each seat is judged by what it knew at that moment. The same log and budget give the same review. Of a folder, all
    logs are judged (`*.log`, `*.txt`), on a cluster if one is named; `--json` has them under `reviews`, by file.

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
    match = _read_log(file)
    _compile([match.game.name], "people", "bots", "champions", quiet=as_json)
    with _progress(quiet=as_json) as progress:
        task = progress.add_task(f"Judging {len(match)} decisions", total=100)
        found = run(
            match,
            seconds,
            everything=everything,
            progress=lambda part: progress.update(task, completed=int(100 * part)),
        )
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        show(Console(), match, found)


def _review_folder(folder: Path, seconds: float, cluster: str | None, *, everything: bool, as_json: bool) -> None:
    """Judge all logs of a folder."""
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
    _compile(list(dict.fromkeys(names)), "people", "bots", "champions", quiet=as_json)
    with _progress(quiet=as_json) as progress:
        task = progress.add_task(f"Judging {len(matches)} matches", total=len(matches))
        found = run(matches, seconds, everything=everything, progress=lambda done: progress.advance(task, done))
        reviews = dict(zip(matches, found, strict=True))
    if as_json:
        print(msgspec.json.encode({"reviews": reviews}).decode())
    else:
        show_all(Console(), reviews)


@app.command()
def puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where they are written, one line of JSON each.")],
    count: Annotated[int, typer.Option(help="How many to find.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed finds the same puzzles, on any number of processes.")] = 0,
    seats: Annotated[int | None, typer.Option(help="Only games with so many seats.")] = None,
    minutes: Annotated[float | None, typer.Option(help="Stop after so long, with what there is.")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; one a core if left out.")] = None,
    cluster: ClusterAddress = None,
    logs: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH", help="Look in these logs, or folders of logs, instead; may be given several times."
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Look in a server's finished matches whose people have all agreed, instead."),
    ] = None,
    choose: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Choose the most varied from files found before; may be given several times."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Find puzzles: positions with one clearly best decision that the weaker levels miss (docs/puzzles.md).

    They are looked for in games of the strongest network against itself, and each is verified by searches eight and
    thirty-two times as deep as the one that found it.

    Example: `ziggurat puzzles babel --count 20 --out babel.jsonl`
    """
    from ziggurat.puzzles import command

    found = ziggurat.game(game)
    if sum(given is not None for given in (logs, database, choose)) > 1:
        raise BadOption("Puzzles are looked for in --logs or in a --database, or chosen with --choose: one of these.")
    if choose is not None:
        report = command.pick(found.name, choose, count=count, out=out)
    else:
        texts = None if logs is None else command.read_logs(logs)
        if database is not None:
            from ziggurat.server.study.puzzle_consent import agreed_logs

            texts = agreed_logs(_open_database(database), found)
            if not texts:
                raise BadOption(f"There is no finished match of {found.title} whose people have all agreed.")
        command.check(found, count, seed, seats, minutes, workers)
        start: Any = command.start
        if cluster is not None:
            from ziggurat.cluster import command as far

            far.check(cluster)
            start = partial(far.puzzles, cluster)
        _compile([found.name], "people", "bots", "champions", quiet=as_json)
        with _progress(quiet=as_json) as progress:
            task = progress.add_task(f"Looking for puzzles in {found.title}", total=count)
            report = start(
                found.name,
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
        games = f" in {report['games']} games" if "games" in report else f" chosen from {report['of']}"
        print(f"{report['puzzles']} puzzles of {found.title},{games}: {out}")


@app.command()
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
        int | None, typer.Option(help="As this seat sees it, -1 a spectator; with all secrets if left out.")
    ] = None,
    width: Annotated[int | None, typer.Option(help="In pixels; 1200, or 640 for a film, if left out.")] = None,
) -> None:
    """Draw a position of a saved match, or all of it as a short film: a picture a turn.

    Example: `ziggurat picture babylonia-7.log --out babylonia-7.webp`
    """
    from ziggurat.pictures.files import save

    match = _read_log(file)
    save(match if decision is None else match.at(decision), out, seat, width)
    Console().print(f"Drawn in {out}.", soft_wrap=True)


@app.command()
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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Play random games in a batch and say how fast it went and what came out.

    The digest covers the final positions of all games: the same game, seats, options, seed and number of games give
    the same digest on every machine and device. Compiling is not part of the measured time.

    Example: `ziggurat simulate babylonia --seats 4 --games 100000 --seed 1`
    """
    from ziggurat.sim import simulate as run

    if cluster is not None:
        from ziggurat.cluster import command

        command.check(cluster)
        run = partial(command.simulate, cluster)
    found = ziggurat.game(game)
    chosen = found.check_seats(found.seat_counts[-1] if seats is None else seats)
    _check_rows(out, decisions=decisions)
    if device is DeviceName.CPU:
        _compile([found.name], "batches", quiet=as_json)
    with _progress(quiet=as_json) as progress, ExitStack() as files:
        settings: dict[str, Any] = {"seats": chosen, "seed": seed, "games": games, "options": _read_options(option)}
        if out is not None:
            settings["keep"] = _kept_games(files, out, found, decisions=decisions, **settings)
        task = progress.add_task(f"Playing {found.title}", total=games)
        outcome = run(
            found,
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
    table = Table(title=f"{found.title}, {outcome.seats} seats, {outcome.games:,} random games", show_header=False)
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


def _check_rows(out: Path | None, *, decisions: bool) -> None:
    """Refuse what cannot be written before anything is played."""
    from ziggurat.data.tables import is_table

    if decisions and (out is None or not is_table(out)):
        raise BadOption("--decisions needs --out FILE.parquet or FILE.csv.")


def _kept_games(files: ExitStack, out: Path, game: ziggurat.Game, *, decisions: bool, **settings: Any) -> Any:
    """What writes random games into a table, part by part; the table is whole when `files` are closed."""
    from ziggurat.data import rows, simulated
    from ziggurat.data.tables import open_table

    seats, seed, games = settings["seats"], settings["seed"], settings["games"]
    options = game.load_options(settings["options"])
    columns = rows.decision_columns(game, seats) if decisions else rows.game_columns(seats)
    table = files.enter_context(open_table(out, columns, rows.about(game, seats, options, seed=seed, games=games)))
    if not decisions:
        return lambda first, part: simulated.add_games(table, game, seats, seed, first, part)
    _compile([game.name], "environments", quiet=True)
    return lambda first, part: simulated.add_decisions(table, game, seats, options, seed, first, part)


@app.command()
def arena(
    game: GameName,
    names: Annotated[str, typer.Option("--bots", metavar="BOT,BOT,…", help="Who plays, as for `play --seats`.")],
    seats: Annotated[int | None, typer.Option(help="How many seats; the game's smallest number if left out.")] = None,
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
    cluster: ClusterAddress = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Let bots play each other and rate them.

    Every deal is played with every rotation of the seats. With budgets in iterations (`search:500i`) the same call
    gives the same table again; with budgets in seconds it depends on the machine. Ctrl-C ends it early, with a report
    on the games played until then.

    Example: `ziggurat arena babylonia --bots random,greedy,search:0.2 --seats 4 --games 400`
    """
    from ziggurat.bots.arena import Arena
    from ziggurat.data.tables import is_table
    from ziggurat.terminal.ratings import picture, table

    found = ziggurat.game(game)
    chosen = found.seat_counts[0] if seats is None else seats
    contest = Arena(found, _names(names), chosen, games, seed, _read_options(option))
    if cluster is None:
        run = partial(contest.run, workers or os.cpu_count() or 1)
    else:
        from ziggurat.cluster import command

        command.check(cluster)
        run = partial(command.arena, cluster, contest, workers)
    _check_rows(out, decisions=decisions)
    _compile([found.name], "people", "bots", quiet=as_json)
    with _progress(quiet=as_json) as progress, ExitStack() as files:
        keep = _kept_contest(files, out, contest, decisions=decisions)
        task = progress.add_task(f"Playing {found.title}", total=games)
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


def _kept_contest(files: ExitStack, out: Path | None, contest: Any, *, decisions: bool) -> Any:
    """What writes an arena's games into a table, if one is asked for."""
    from ziggurat.data import contests, rows
    from ziggurat.data.tables import is_table, open_table

    if out is None or not is_table(out):
        return lambda _: None
    game, seats = contest.game, contest.seats
    columns = rows.decision_columns(game, seats, bots=True) if decisions else rows.game_columns(seats, bots=True)
    about = rows.about(game, seats, contest.options, seed=contest.seed, bots=",".join(contest.names))
    table = files.enter_context(open_table(out, columns, about))
    return lambda played: contests.add_game(table, contest, played, decisions=decisions)


@app.command()
def evaluate(
    agent: Annotated[
        str, typer.Argument(metavar="AGENT", help="A bot's name, or `module:name` of your own (docs/environments.md).")
    ],
    task: Annotated[str, typer.Option(metavar="TASK", help="Which task, such as `babel-2-v0`.")],
    deals: Annotated[
        int | None, typer.Option(min=1, help="Deals against each rung; the task's own number if left out.")
    ] = None,
    limit: Annotated[float, typer.Option(min=0.001, help="Seconds the agent has for a decision.")] = 10.0,
    memory: Annotated[
        float | None,
        typer.Option(metavar="GB", help="Gigabytes it may hold (on Linux); half of this machine's if left out."),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the result, with all games, as JSON.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Let an agent climb the ladder of a frozen task: random, greedy, three searches, and the network.

    Every deal is played with the agent in every seat. What it does wrong (illegal, late, no or senseless answers,
    exceptions, hanging, ending its process, too much memory) loses that game, is counted, and the ladder goes on.

    Example: `ziggurat evaluate greedy --task babel-2-v0 --out greedy.json`
    """
    from ziggurat import ladder
    from ziggurat.terminal.climbing import table

    found = ladder.task(task)
    _compile([found.game], "people", "bots", quiet=as_json)
    with _progress(quiet=as_json) as progress:
        many = len(found.rungs) * (deals or found.deals) * found.seats
        bar = progress.add_task(f"Climbing {found.name}", total=many)
        result = ladder.evaluate(
            agent, found, deals=deals, limit=limit, memory=memory, progress=lambda done: progress.advance(bar, done)
        )
    if out is not None:
        try:
            out.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
        except OSError as problem:
            raise BadOption(f"{out} cannot be written: {problem.strerror}.") from problem
    if as_json:
        print(json.dumps({key: value for key, value in result.items() if key != "games"}))
    else:
        Console().print(table(result))


@app.command("verify-result")
def verify_result(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `ziggurat evaluate --out` wrote.")],
    opponents: Annotated[
        bool, typer.Option("--opponents", help="Ask the bots of the ladder again too; takes as long as playing did.")
    ] = False,
) -> None:
    """Check a result by replaying its games: dealt as the task says, legal, over, and summed up rightly.

    Example: `ziggurat verify-result greedy.json`
    """
    from ziggurat import ladder

    try:
        result = json.loads(file.read_text("utf-8"))
    except OSError as problem:
        raise BadOption(f"{file} cannot be read: {problem.strerror}.") from problem
    except (ValueError, RecursionError) as problem:  # Python reads neither endless numbers nor endless nesting
        raise ladder.BadResult(f"{file} is no result: it is no JSON.") from problem
    task = ladder.verify(result, opponents_too=opponents)
    games = result["summary"]["games"]
    print(f"{result['agent']} on {task.name}: all {games} games are what they say, and so is the summary.")


@app.command()
def train(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the run is kept, and the network it makes.")],
    seats: Annotated[
        str | None, typer.Option(metavar="N,N,…", help="Seat counts to learn; all the game has if left out.")
    ] = None,
    device: Annotated[DeviceName, typer.Option(help="Where to play and learn.")] = DeviceName.CPU,
    minutes: Annotated[float, typer.Option(help="How long, with what a run that goes on has had before.")] = 25.0,
    updates: Annotated[
        int | None, typer.Option(min=1, help="So many updates instead: the same seed then gives the same curve.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=64, help="Games at once; 24576 on a GPU and 512 on a processor if left out.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="What chance begins with.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder.")] = False,
    against: Annotated[
        Path | None,
        typer.Option("--against", help="Play against this network.npz alone, to find out whether it can be exploited."),
    ] = None,
    begin: Annotated[
        Path | None, typer.Option("--from", help="Begin as a copy of this network.npz instead of knowing nothing.")
    ] = None,
    league: Annotated[
        list[Path] | None,
        typer.Option("--league", help="Also play against this network.npz now and then; may be given several times."),
    ] = None,
    average: Annotated[
        int, typer.Option(help="Who challenges the champion is the average of so many updates, roughly.")
    ] = 1,
    twice: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N", help="A seat count that is played in twice as many games; may be given several times."
        ),
    ] = None,
    gate_every: Annotated[int, typer.Option(min=1, help="Updates between two challenges of the champion.")] = 25,
    gate_games: Annotated[
        int, typer.Option(min=1, help="Games of a challenge, for each seat count: more are surer, and take longer.")
    ] = 512,
    cluster: ClusterAddress = None,
    shares: Annotated[
        int | None,
        typer.Option(
            help="With --cluster: how many parts the games are cut into, 8 if left out; it decides the curve."
        ),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="With --cluster: the most workers at once.")] = None,
) -> None:
    """Train a network by letting it play itself; needs the extra `learn`.

    The folder gets `network.npz`, which bots play (see docs/learning.md), `curve.csv` and a checkpoint, each written
    again every few updates. A run that was stopped, in whatever way, goes on with --resume.

    Example: `ziggurat train babel --device cuda --minutes 5 --out runs/babel`
    """
    from ziggurat.learn.command import start

    start(
        game=ziggurat.game(game),
        seats=seats,
        device=device.value,
        folder=out,
        minutes=minutes,
        updates=updates,
        games=games,
        seed=seed,
        resume=resume,
        against=against,
        begin=begin,
        rivals=league or (),
        average=average,
        twice=twice or (),
        gate_every=gate_every,
        gate_games=gate_games,
        cluster=cluster,
        shares=shares,
        workers=workers,
        command="ziggurat " + " ".join(sys.argv[1:]),
    )


@app.command()
def warm(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; all if left out.")] = None,
) -> None:
    """Compile everything now, so that nothing has to be compiled later.

    Compiled code is kept in the user's cache folder (or in $ZIGGURAT_CACHE) until the program changes.
    """
    from ziggurat.core.compile.cache import cache_directory
    from ziggurat.warming import PARTS

    if (directory := cache_directory()) is None:
        raise BadOption("There is no folder to keep compiled code in: set ZIGGURAT_CACHE to one.")
    _compile([ziggurat.game(name).name for name in names or ziggurat.game_names()], *PARTS)
    print(f"Everything is compiled, in {directory}")


@app.command()
def rules(
    game: GameName,
    language: Annotated[str, typer.Option(help="Such as `en` or `nl`.")] = "en",
) -> None:
    """Show the rules of a game, with the clause numbers that messages cite."""
    from rich.markdown import Markdown

    there = ziggurat.game(game).rules_languages
    if language not in there:
        raise BadOption(f"The rules are there in {' and '.join(there)}, not in {language!r}.")
    text = ziggurat.game(game).rules_text(language)
    console = Console()
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        print(text)


@app.command()
def examples(
    game: GameName,
    number: Annotated[int | None, typer.Option(help="Only the example of this number.")] = None,
    language: Annotated[str, typer.Option(help="`en` or `nl`.")] = "en",
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write them there, as Markdown with pictures.")
    ] = None,
) -> None:
    """Show the worked examples of a game: a position, what is played, what it scores, and why.

    Example: `ziggurat examples ur --number 1`
    """
    from ziggurat.terminal.examples import choose, show, write

    if language not in ("en", "nl"):
        raise BadOption(f"The examples are there in en and nl, not in {language!r}.")
    found = ziggurat.game(game)
    chosen = choose(found, number)
    if folder is not None:
        print(f"The examples are in {write(folder, found, chosen, language)}")
    else:
        show(Console(), found, chosen, language)


@app.command()
def lessons(
    game: GameName,
    number: Annotated[int | None, typer.Option(help="Take the lesson of this number.")] = None,
    language: Annotated[str, typer.Option(help="`en` or `nl`.")] = "en",
) -> None:
    """List the lessons of a game, or take one: a position, a task, and moves until it is done.

    Example: `ziggurat lessons ur --number 1`
    """
    from ziggurat.terminal.lessons import overview, teach

    console, found = Console(), ziggurat.game(game)
    if number is None:
        overview(console, found, language)
    elif not teach(console, found, number, language, input):
        raise typer.Exit(1)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = None,
    database: DatabaseUrl = None,
    bots: Annotated[int | None, typer.Option(min=0, help="How many bots may think at once.")] = None,
    browse: Annotated[bool, typer.Option("--open", help="Open the page; on a free port if this one is taken.")] = False,
) -> None:
    """Serve tables for people, programs and bots, over HTTP and WebSockets.

    Everything else is set by environment variables; `docs/server.md` lists them.

    Example: `ziggurat serve --port 8000 --database sqlite:///ziggurat.db`
    """
    from ziggurat.server.run import serve as run
    from ziggurat.server.settings import Settings

    settings = Settings.read(host=host, port=port, database=database, bots=bots)
    run(settings, browse=browse)


@app.command()
def think(
    database: DatabaseUrl = None,
    bots: Annotated[
        int | None, typer.Option(min=1, help="How many bots may think at once; as many as there are cores if left out.")
    ] = None,
) -> None:
    """Let bots think on this machine for the servers that share a PostgreSQL database.

    It can be stopped at any time: others, or the servers themselves, think instead. `docs/server.md` says what its role
    in the database needs.

    Example: `ziggurat think --database postgresql://thinker@host/ziggurat`
    """
    from ziggurat import warming
    from ziggurat.server.bots.remote_worker import check
    from ziggurat.server.bots.remote_worker import think as run
    from ziggurat.server.settings import Settings

    settings = Settings.read(database=database)
    check(settings)
    _compile(list(ziggurat.game_names()), *warming.TABLE, "champions")
    run(settings, bots or warming.cores())


@app.command()
def verify(database: DatabaseUrl = None) -> None:
    """Replay every stored match and report the first difference in each; the exit code is 1 if there is one."""
    from ziggurat.server.storage.verify import verify as run

    report = run(_open_database(database))
    for difference in report.differences:
        print(difference)
    gone = f"; {report.gone} cannot be replayed, their rules are gone" if report.gone else ""
    print(f"{report.matches} matches, {report.entries} entries, {len(report.differences)} differences{gone}.")
    if report.differences:
        raise typer.Exit(1)


@app.command()
def ratings(
    database: DatabaseUrl = None,
    recompute: Annotated[bool, typer.Option(help="Count all rated matches again, and store what comes of it.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show a server's ratings, of people and levels; or count every stored rated match again.

    Example: `ziggurat ratings --recompute --database sqlite:///ziggurat.db`
    """
    from ziggurat.terminal.standings import show

    show(_open_database(database), recompute=recompute, as_json=as_json)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The SQLite file to write.")],
    database: DatabaseUrl = None,
) -> None:
    """Copy everything, as of one moment, into an SQLite file, while the server goes on."""
    from ziggurat.server.storage.backup import backup as run

    print(f"{run(_open_database(database), file)} rows are in {file}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `ziggurat backup` wrote.")],
    database: DatabaseUrl = None,
) -> None:
    """Copy a backup into an empty database."""
    from ziggurat.server.storage.backup import restore as run

    print(f"{run(file, _open_database(database, ready=False))} rows are restored.")


@app.command()
def migrate(
    database: DatabaseUrl = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Finish an upgrade of an SQLite file that was cut off.")
    ] = False,
) -> None:
    """Bring a database's schema up to date. `ziggurat serve` does so for SQLite files, after a backup."""
    from ziggurat.server.storage.database import migrate as run
    from ziggurat.server.storage.database import revision

    engine = _open_database(database, ready=False)
    run(engine, repair=repair)
    print(f"The database has schema {revision(engine)[0]}.")


@app.command()
def moderators(
    action: Annotated[str, typer.Argument(metavar="add|remove|list", help="What to do.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="A registered player.")] = "",
    database: DatabaseUrl = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
) -> None:
    """Say who may read reports and act on them: people with an account, by name. It is in the audit log.

    Example: `ziggurat moderators add Anna --database sqlite:///ziggurat.db`
    """
    import time

    from ziggurat.server.social.moderation import appoint, list_moderators

    if action not in ("add", "remove", "list"):
        raise BadOption(f"Moderators are added, removed or listed, by add, remove or list, not {action!r}.")
    if (action == "list") == bool(name):
        raise BadOption("`moderators list` takes no name." if name else f"`moderators {action}` needs a name.")
    with _open_database(database).begin() as connection:
        if name:
            appoint(connection, name, int(time.time() * 1000), moderator=action == "add")
        names = list_moderators(connection)
    if as_json:
        print(json.dumps({"moderators": names}))
    else:
        print("\n".join(names) or "Nobody is a moderator.")


def _open_database(url: str | None, *, ready: bool = True) -> Any:
    from ziggurat.server.settings import Settings
    from ziggurat.server.storage.database import check, connect

    engine = connect(Settings.read(database=url).database)
    if ready:
        check(engine)
    return engine


def _compile(names: list[str], *parts: str, quiet: bool = False) -> None:
    """Compile what games need, with progress; with a warm cache this takes a moment and shows nothing."""
    from ziggurat import warming

    games = [ziggurat.game(name) for name in names]
    cold = [(game, part) for game in games for part in parts if not warming.is_compiled(game, part)]
    if not cold:
        return
    with _progress(quiet=quiet) as progress:
        titles = " and ".join(dict.fromkeys(game.title for game, _ in cold)) if len(games) == 1 else "the games"
        task = progress.add_task(f"Compiling {titles}, which happens once", total=len(cold))
        warming.compile_all(games, parts, lambda _game, _part: progress.advance(task))


def _progress(*, quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)


def _read_options(texts: list[str] | None) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"An option is written NAME=VALUE, such as variant=yes, not {text!r}.")
        options[name.strip()] = value.strip()
    return options


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _drawn_seats(game: ziggurat.Game) -> list[str]:
    """A person and enough bots for the smallest table that is not just two, if the game has one, in an order drawn."""
    seats = 3 if 3 in game.seat_counts else game.seat_counts[0]
    who = ["human"] + ["steward"] * (seats - 1)
    secrets.SystemRandom().shuffle(who)
    return who


def _read_log(path: Path) -> Match:
    try:
        text = path.read_text("utf-8")
    except OSError as problem:
        raise BadLog(f"{path} cannot be read: {problem.strerror}.") from problem
    except UnicodeDecodeError as problem:
        raise BadLog(f"{path} is not a text file.") from problem
    return ziggurat.read(text)
