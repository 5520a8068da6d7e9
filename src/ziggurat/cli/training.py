"""`ziggurat train`: train a network by self-play."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

import ziggurat
from ziggurat.cli.common import ClusterAddress, DeviceName, GameName, Panel, app
from ziggurat.learn.settings import GAMES, Run


def run_options(function: Callable[..., None]) -> Callable[..., None]:
    """Replace `**settings` by one option for every field of `Run` that is declared as one."""
    hints = get_type_hints(Run, include_extras=True)
    own = [part for part in inspect.signature(function, eval_str=True).parameters.values() if part.name != "settings"]
    parameters = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=part.default, annotation=_for_typer(hints[name])
        )
        for name, part in inspect.signature(Run).parameters.items()
        if get_origin(hints[name]) is Annotated
    ]
    signature = inspect.Signature([*own, *parameters])
    function.__signature__ = signature  # type: ignore[attr-defined]
    function.__annotations__ = {name: part.annotation for name, part in signature.parameters.items()}
    return function


def _for_typer(annotation: Any) -> Any:
    """The annotation with a list in place of a sequence: Typer knows lists alone."""
    kind, option = get_args(annotation)
    return Annotated[list[get_args(kind)] if get_origin(kind) is Sequence else kind, option]  # type: ignore[misc]


@app.command(rich_help_panel=Panel.RESEARCH)
@run_options
def train(
    game: GameName,
    out: Annotated[
        Path,
        typer.Option(
            metavar="FOLDER", help="The folder of the run, and of the network it makes; created if it is missing."
        ),
    ],
    seats: Annotated[
        str | None, typer.Option(metavar="N,N,…", help="Seat counts to learn; all the game has if left out.")
    ] = None,
    device: Annotated[DeviceName, typer.Option(help="Where to play and learn.")] = DeviceName.CPU,
    games: Annotated[
        int | None,
        typer.Option(
            min=64, help=f"Games at once; {GAMES['cuda']} on a GPU and {GAMES['cpu']} on a processor if left out."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in the folder.")] = False,
    cluster: ClusterAddress = None,
    shares: Annotated[
        int | None,
        typer.Option(help="With --cluster: the number of parts of the games, 8 if left out; it decides the curve."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="With --cluster: the most workers at once.")] = None,
    **settings: Any,
) -> None:
    """Train a network by letting it play itself.

    Needs the extra `learn`.

    The folder gets `network.npz`, which bots play (see docs/learning.md), `curve.csv` and a checkpoint, each written
    again every few updates. A run that was stopped, in whatever way, continues with --resume.

    Example: `ziggurat train babel --device cuda --minutes 5 --out runs/babel`
    """
    from ziggurat.learn.command import seat_counts, start

    card = ziggurat.game(game)
    run = Run(
        game=card,
        seat_counts=seat_counts(card, seats),
        device=device.value,
        folder=out,
        games=games or 0,
        command="ziggurat " + " ".join(sys.argv[1:]),
        **settings,
    )
    if cluster is not None:
        from ziggurat.cluster.training import start_on_cluster

        start_on_cluster(run, cluster, shares, workers, resume=resume)
    elif shares is not None or workers is not None:
        raise ziggurat.BadOption("--shares and --workers are for a cluster: name one with --cluster.")
    else:
        start(run, resume=resume)
