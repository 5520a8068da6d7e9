"""`ziggurat train`: checks everything that can be refused, and then trains."""

from __future__ import annotations

import math
from typing import Any

from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.core.game import Game
from ziggurat.core.outputs import check_output_folder
from ziggurat.learn.settings import Run


def check(run: Run) -> None:
    """Check the settings before anything is written."""
    if not (math.isfinite(run.minutes) and run.minutes > 0):
        raise BadOption(f"The minutes are more than 0, not {run.minutes:g}.")
    if run.average < 1:
        raise BadOption(f"The network is averaged over 1 update or more, not {run.average}.")
    if run.gate_every < 1 or (run.gate_games is not None and run.gate_games < 1):
        raise BadOption("--gate-every and --gate-games are 1 or more.")
    for seats in run.twice:
        if seats not in run.seat_counts:
            raise BadOption(f"Only a seat count that is trained can be played twice as often, not {seats}.")
    check_output_folder(run.folder)
    try:
        import torch
    except ModuleNotFoundError:
        raise MissingDependency("Training needs PyTorch: install it with `pip install 'ziggurat[learn]'`.") from None
    if run.device == "cuda":
        from ziggurat.core.compile.gpu import require

        require()
        if not torch.cuda.is_available():
            raise BadOption("PyTorch finds no CUDA device on this machine; use --device cpu.")


def start(run: Run, *, resume: bool = False) -> None:
    """Check a run, and train."""
    check(run)
    train(run, resume=resume)


def train(run: Run, **settings: Any) -> None:
    """Train, printing how it goes; `settings` are those of `Training`."""
    from ziggurat.learn.training import Training

    def tell(line: str) -> None:
        print(line, flush=True)

    Training(run, tell=tell, **settings).train()
    tell(f"The network is {run.folder / 'network.npz'}.")


def seat_counts(game: Game, text: str | None) -> tuple[int, ...]:
    """The seat counts in a text such as `2,3`, each once; all of the game's if there is no text."""
    if text is None:
        return game.seat_counts
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        raise BadOption(f"Seat counts are written as 2,3,4, not {text!r}.") from None
    return tuple(sorted({game.check_seats(number) for number in numbers}))
