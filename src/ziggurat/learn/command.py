"""`ziggurat train`: everything that can be refused is refused before anything is spent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.core.game import Game

GAMES = {"cpu": 512, "cuda": 24576}  # at once, where nothing else is asked for


def start(
    *,
    game: Game,
    seats: str | None,
    device: str,
    folder: Path,
    minutes: float,
    updates: int | None,
    games: int | None,
    seed: int,
    resume: bool,
    command: str,
    against: Path | None = None,
    begin: Path | None = None,
    rivals: Sequence[Path] = (),
    average: int = 1,
    twice: Sequence[int] = (),
    gate_every: int = 25,
    gate_games: int = 512,
    cluster: str | None = None,
    shares: int | None = None,
    workers: int | None = None,
) -> None:
    """Check what was asked for, and train."""
    counts = seat_counts(game, seats)
    if not (math.isfinite(minutes) and minutes > 0):
        raise BadOption(f"The minutes are more than 0, not {minutes:g}.")
    if average < 1:
        raise BadOption(f"The network is averaged over 1 update or more, not {average}.")
    if gate_every < 1 or gate_games < 1:
        raise BadOption("The champion is challenged every update or less often, in a game or more.")
    for more in twice:
        if more not in counts:
            raise BadOption(f"Only a seat count that is trained can be played twice as often, not {more}.")
    try:
        import torch
    except ModuleNotFoundError:
        raise MissingDependency("Training needs PyTorch: install it with `pip install 'ziggurat[learn]'`.") from None
    if device == "cuda":
        from ziggurat.core.compile.gpu import require

        require()
        if not torch.cuda.is_available():
            raise BadOption("PyTorch finds no CUDA device on this machine; use --device cpu.")
    if cluster is not None:
        from ziggurat.cluster import training as far

        far.check(cluster, games or GAMES[device], shares)
    elif shares is not None or workers is not None:
        raise BadOption("--shares and --workers are for a cluster: name one with --cluster.")
    from ziggurat.learn.training import Run, Training

    run = Run(
        game=game,
        seat_counts=counts,
        device=device,
        folder=folder,
        minutes=minutes,
        updates=updates,
        games=games or GAMES[device],
        seed=seed,
        command=command,
        against=against,
        begin=begin,
        rivals=tuple(rivals),
        average=average,
        twice=tuple(dict.fromkeys(twice)),
        gate_every=gate_every,
        gate_games=gate_games,
    )

    def tell(line: str) -> None:
        print(line, flush=True)

    if cluster is not None:
        far.train(cluster, run, shares, workers, resume=resume, tell=tell)
    else:
        Training(run, resume=resume, tell=tell).train()
    print(f"The network is {folder / 'network.npz'}.", flush=True)


def seat_counts(game: Game, text: str | None) -> tuple[int, ...]:
    """The seat counts that were asked for, each once; all of the game's if none were."""
    if text is None:
        return game.seat_counts
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        raise BadOption(f"Seat counts are written as 2,3,4, not {text!r}.") from None
    return tuple(sorted({game.check_seats(number) for number in numbers}))
