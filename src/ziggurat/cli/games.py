"""What games there are and how they are played: `games`, `rules`, `examples`, `lessons`, and `warm` to compile them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import ziggurat
from ziggurat.cli.common import GameName, Panel, app, compile_games, complete_game
from ziggurat.core.errors import BadOption
from ziggurat.core.game import write_option


@app.command(rich_help_panel=Panel.PLAY)
def games() -> None:
    """List the games with their seats and options."""
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


@app.command(rich_help_panel=Panel.PLAY)
def rules(
    game: GameName,
    language: Annotated[str, typer.Option(help="Such as `en` or `nl`.")] = "en",
) -> None:
    """Show the rules of a game.

    Messages cite the numbers of their clauses.

    Example: `ziggurat rules babylonia --language nl`
    """
    from rich.markdown import Markdown

    there = ziggurat.game(game).rules_languages
    if language not in there:
        raise BadOption(f"The rules are available in {' and '.join(there)}, not in {language!r}.")
    text = ziggurat.game(game).rules_text(language)
    console = Console()
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        print(text)


@app.command(rich_help_panel=Panel.PLAY)
def examples(
    game: GameName,
    number: Annotated[int | None, typer.Option(help="Show only this example.")] = None,
    language: Annotated[str, typer.Option(help="`en` or `nl`.")] = "en",
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write them to this folder, as Markdown with pictures; it is created if it is missing.",
        ),
    ] = None,
) -> None:
    """Show worked examples: a move, what it scores, and why.

    Example: `ziggurat examples ur --number 1`
    """
    from ziggurat.terminal.examples import choose, show, write

    if language not in ("en", "nl"):
        raise BadOption(f"The examples are available in en and nl, not in {language!r}.")
    card = ziggurat.game(game)
    chosen = choose(card, number)
    if folder is not None:
        print(f"The examples are in {write(folder, card, chosen, language)}")
    else:
        show(Console(), card, chosen, language)


@app.command(rich_help_panel=Panel.PLAY)
def lessons(
    game: GameName,
    number: Annotated[int | None, typer.Option(help="Take this lesson.")] = None,
    language: Annotated[str, typer.Option(help="`en` or `nl`.")] = "en",
) -> None:
    """List the lessons of a game, or take one.

    A lesson is a position and a task; you move until it is done.

    Example: `ziggurat lessons ur --number 1`
    """
    from ziggurat.terminal.lessons import overview, teach

    console, card = Console(), ziggurat.game(game)
    if number is None:
        overview(console, card, language)
    elif not teach(console, card, number, language, input):
        raise typer.Exit(1)


@app.command(rich_help_panel=Panel.RESEARCH)
def warm(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]…", help="Which games; all by default.", autocompletion=complete_game),
    ] = None,
) -> None:
    """Compile the games now, not when they are first played.

    Compiled code is cached in the user's cache folder, or in $ZIGGURAT_CACHE.
    """
    from ziggurat.core.compile.cache import cache_directory
    from ziggurat.warmup import PARTS

    if (directory := cache_directory()) is None:
        raise BadOption("There is no folder for compiled code: set ZIGGURAT_CACHE to one.")
    compile_games([ziggurat.game(name).name for name in names or ziggurat.game_names()], *PARTS)
    print(f"Everything is compiled, in {directory}")
