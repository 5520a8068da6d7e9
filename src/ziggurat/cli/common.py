"""The Typer application, and options and helpers that several commands share."""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from typer.core import TyperGroup

import ziggurat
from ziggurat.core.errors import BadOption, MissingDependency


class Panel(StrEnum):
    """The headings under which `--help` lists the commands, in this order."""

    PLAY = "Play"
    STUDY = "Study"
    RESEARCH = "Research"
    HOST = "Host"


class Grouped(TyperGroup):
    """Lists the commands by panels, in each the one to begin with first."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands, in the order of `--help`."""

        def place(name: str) -> tuple[int, bool]:
            panel = Panel(str(getattr(self.commands[name], "rich_help_panel", "")))
            return list(Panel).index(panel), name not in ("play", "replay", "simulate", "serve")

        return sorted(super().list_commands(ctx), key=place)


app = typer.Typer(
    name="ziggurat",
    cls=Grouped,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Board games between the Tigris and the Euphrates: play them, replay them, simulate them by the million.",
    epilog="To begin: `ziggurat play babel` plays in this terminal, `ziggurat serve --open` in your browser.",
)


def complete_game(incomplete: str) -> list[str]:
    """The games that a shell offers to complete a word."""
    return [name for name in ziggurat.game_names() if name.startswith(incomplete)]


def complete_bots(incomplete: str) -> list[str]:
    """The same for a list of bots, such as `human,steward`: its last name is completed."""
    from ziggurat.bots import names

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in ("human", *names()) if name.startswith(last)]


GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Which game; `ziggurat games` lists them.", autocompletion=complete_game),
]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A game option, such as `variant=yes`; may be repeated."),
]
Seed = Annotated[int | None, typer.Option(min=0, help="The same seed gives the same game; random by default.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="auto|ADDRESS|local",
        help="Run on a Ray cluster: the one this machine belongs to, one at an address, or this machine's cores; "
        "needs the extra `cluster` (docs/cluster.md).",
    ),
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="An SQLite file (`sqlite:///FILE`) or a PostgreSQL database; or $ZIGGURAT_DATABASE."
    ),
]


SERVER_LIBRARIES = (  # modules of the extra `page`; pictures have a refusal of their own
    *("alembic", "argon2", "h11", "litestar", "networkx", "segno", "sqlalchemy", "uvicorn", "websockets"),
)


class DeviceName(StrEnum):
    """Where games are played."""

    CPU = "cpu"
    CUDA = "cuda"


def check_extra(extra: str, purpose: str, *modules: str) -> None:
    """Refuse a command whose libraries are not installed."""
    if not all(find_spec(module) for module in modules):
        raise MissingDependency(f"{purpose} needs more libraries: install them with `pip install 'ziggurat[{extra}]'`.")


def check_server() -> None:
    """Refuse commands of the server where neither `ziggurat[page]` nor `ziggurat[host]` is installed."""
    check_extra("page", "The server", *SERVER_LIBRARIES)


def open_database(url: str | None, *, ready: bool = True) -> Any:
    check_server()
    from ziggurat.server.settings import Settings
    from ziggurat.server.storage.database import check, connect

    engine = connect(Settings.read(database=url).database, create_folder=not ready)
    if ready:
        check(engine)
    return engine


def compile_games(names: list[str], *parts: str, quiet: bool = False) -> None:
    """Compile parts of games with a progress bar; shows nothing if they are compiled already."""
    from ziggurat import warmup

    games = [ziggurat.game(name) for name in names]
    cold = [(game, part) for game in games for part in parts if not warmup.is_compiled(game, part)]
    if not cold:
        return
    with progress_bar(quiet=quiet) as progress:
        titles = " and ".join(dict.fromkeys(game.title for game, _ in cold)) if len(games) == 1 else "the games"
        task = progress.add_task(f"Compiling {titles} (first start only)", total=len(cold))
        warmup.compile_all(games, parts, lambda _game, _part: progress.advance(task))


def progress_bar(*, quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)


def read_options(texts: list[str] | None) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"An option is written NAME=VALUE, such as variant=yes, not {text!r}.")
        options[name.strip()] = value.strip()
    return options


def count_of(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: `1 row`, `2 rows`."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def split_names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]
