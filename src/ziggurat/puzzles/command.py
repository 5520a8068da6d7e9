"""The command `ziggurat puzzles`, also `python -m ziggurat.puzzles` where `typer` is not installed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import ziggurat
from ziggurat.bots import weights
from ziggurat.bots.weights import BadNetwork
from ziggurat.core.errors import BadLog, BadOption
from ziggurat.core.game import Game
from ziggurat.core.match import SEEDS
from ziggurat.core.sentence import quoted
from ziggurat.puzzles.check import VERIFY, CheckVerdict, summary
from ziggurat.puzzles.check import check as check_puzzle
from ziggurat.puzzles.format import EDITION, read_file, write
from ziggurat.puzzles.generator import MOST, Progress, Searched, SearchJob, generate, log_jobs, self_play_jobs
from ziggurat.puzzles.selection import choose

LOGS = (".log", ".txt")  # what is read of a folder


def start(
    name: str,
    *,
    count: int,
    out: Path,
    seed: int = 0,
    seats: int | None = None,
    minutes: float | None = None,
    workers: int | None = None,
    logs: Sequence[str] | None = None,
    progress: Progress = lambda _games, _found: None,
    elsewhere: Searched | None = None,
) -> dict[str, Any]:
    """Search for puzzles and write them as they are found; returns a summary.

    `logs` are matches to search instead of self-play; `elsewhere` searches on other machines.
    """
    began, game = time.monotonic(), ziggurat.game(name)
    check(game, count, seed, seats, minutes, workers)
    check_network(game)
    until = None if minutes is None else began + 60 * minutes
    jobs = _jobs(game, seed, seats, logs)
    searched = written = 0

    def note_progress(games: int, puzzles: int) -> None:
        nonlocal searched, written
        searched, written = games, puzzles
        progress(games, puzzles)

    with _opened(out) as file:
        for puzzle in generate(jobs, count, workers or os.cpu_count() or 1, until, note_progress, elsewhere):
            file.write(write(puzzle) + "\n")
            file.flush()  # a run that is cut off leaves whole lines
            written += 1
    seconds = round(time.monotonic() - began, 1)
    return {"game": game.name, "puzzles": written, "games": searched, "seconds": seconds, "out": str(out), "seed": seed}


def pick(name: str, files: Sequence[Path], *, count: int, out: Path) -> dict[str, Any]:
    """Select puzzles from files of earlier runs."""
    game = ziggurat.game(name)
    check(game, count, 0, None, None, None)
    puzzles = [puzzle for file in files for puzzle in read_file(file)]
    for puzzle in puzzles:
        if puzzle.game != game.name:
            raise BadOption(f"The puzzle {puzzle.id} is of {puzzle.game}, not of {game.name}.")
    chosen = choose((puzzle for puzzle in puzzles if puzzle.rules == game.rules_version), count)
    with _opened(out) as file:
        file.writelines(write(puzzle) + "\n" for puzzle in chosen)
    return {"game": game.name, "puzzles": len(chosen), "of": len(puzzles), "out": str(out)}


def recheck(
    name: str,
    files: Sequence[Path],
    *,
    out: Path,
    iterations: int,
    playouts: int,
    bot: str,
    minutes: float | None = None,
    progress: Progress = lambda _done, _held: None,
) -> dict[str, Any]:
    """Check puzzles of files again; those that hold are written, with new values and reasons.

    What was checked as deeply before is taken as it is. When time is up, the rest is written as it is.
    """
    game = ziggurat.game(name)
    check(game, 1, 0, None, minutes, None)
    if not VERIFY <= iterations <= 10_000_000 or not 0 <= playouts <= 10_000:
        raise BadOption(f"Choose {VERIFY:,} to 10,000,000 iterations, and at most 10,000 playouts.")
    puzzles = [puzzle for file in files for puzzle in read_file(file)]
    until = None if minutes is None else time.monotonic() + 60 * minutes
    verdicts: list[CheckVerdict] = []
    failed: dict[str, str] = {}
    held = unchecked = 0
    with _opened(out) as file:
        for number, puzzle in enumerate(puzzles, 1):
            done = puzzle.edition == EDITION and (puzzle.exact or puzzle.verified.iterations >= iterations)
            done = done and (not playouts or puzzle.exact or puzzle.played is not None)
            if done or (until is not None and time.monotonic() > until):
                unchecked += not done
                held += 1
                file.write(write(puzzle) + "\n")
                continue
            verdict, checked = check_puzzle(puzzle, iterations, playouts, bot)
            verdicts.append(verdict)
            if checked is None:
                failed[puzzle.id] = verdict.value
            else:
                held += 1
                file.write(write(checked) + "\n")
                file.flush()
            progress(number, held)
    return {
        "game": game.name,
        "puzzles": held,
        "of": len(puzzles),
        "checked": len(verdicts),
        "unchecked": unchecked,
        "verdicts": summary(verdicts),
        "failed": failed,
        "out": str(out),
    }


def read_logs(paths: Sequence[Path]) -> list[str]:
    """The texts of logs: files, and folders of them."""
    files: list[Path] = []
    for path in paths:
        inside = sorted(one for one in path.iterdir() if one.suffix in LOGS) if path.is_dir() else [path]
        if not inside:
            raise BadLog(f"There are no logs in {path}.")
        files += inside
    try:
        return [path.read_text("utf-8") for path in files]
    except OSError as problem:
        raise BadLog(f"{problem.filename} cannot be read: {problem.strerror}.") from problem
    except UnicodeDecodeError as problem:
        raise BadLog("One of the logs is not a text file.") from problem


def _jobs(game: Game, seed: int, seats: int | None, logs: Sequence[str] | None) -> Iterator[SearchJob]:
    if logs is None:
        return self_play_jobs(game.name, seed, [seats] if seats else game.seat_counts)
    usable = []
    for number, log in enumerate(logs, 1):
        try:
            match = ziggurat.read(log)
        except BadLog as problem:
            raise BadLog(f"Log {number}: {problem}") from problem
        if match.game is not game:
            raise BadLog(f"Log {number} is of {match.game.title}, not of {game.title}.")
        if match.rules == game.rules_version and (seats is None or match.seats == seats):
            usable.append(log)
    if not usable:
        raise BadLog(f"None of the logs is a match of {game.title} as it is played now, with these seats.")
    return log_jobs(game.name, seed, usable)


def check(game: Game, count: int, seed: int, seats: int | None, minutes: float | None, workers: int | None) -> None:
    """Refuse bad options before anything takes time."""
    if not 1 <= count <= MOST:
        raise BadOption(f"Choose 1 to {MOST:,} puzzles, not {quoted(count)}.")
    if not 0 <= seed < SEEDS:
        raise BadOption(f"A seed is a whole number from 0 to 2**64 - 1, not {quoted(seed)}.")
    if seats is not None:
        game.check_seats(seats)
    if minutes is not None and not 0 < minutes <= 10_000:
        raise BadOption(f"Choose a time between 0 and 10,000 minutes, not {minutes:g}.")
    if workers is not None and not 1 <= workers <= 256:
        raise BadOption(f"Choose 1 to 256 processes, not {quoted(workers)}.")


def check_network(game: Game) -> None:
    """Refuse a game without a network: the search plays its games and judges its positions with it."""
    try:
        weights.of(game)
    except BadNetwork as problem:
        raise BadOption(f"Puzzles of {game.title} cannot be searched for: {problem}") from None


def _opened(out: Path) -> IO[str]:
    try:
        return out.open("w", encoding="utf-8")
    except OSError as problem:
        raise BadOption(f"{out} cannot be written: {problem.strerror}.") from problem
