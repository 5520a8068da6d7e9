"""Searches many matches for puzzles, in several processes. The result does not depend on how many."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import TimeoutError as Late
from multiprocessing import get_context
from typing import NamedTuple

import ziggurat
from ziggurat.core.match import read
from ziggurat.puzzles.finder import find
from ziggurat.puzzles.format import Puzzle, read_line, write
from ziggurat.puzzles.games import self_play

MOST = 10_000  # puzzles at once
Progress = Callable[[int, int], None]  # games that were searched, and puzzles found in them


class SearchJob(NamedTuple):
    """One match to search."""

    game: str
    seed: int
    number: int
    seats: int = 0
    log: str = ""  # a given match, instead of self-play


Searched = Callable[
    [Iterable[SearchJob], float | None], Iterator[list[str]]
]  # what `search` finds in each, in their order


def search(job: SearchJob) -> list[str]:
    """The puzzles of one match, as lines."""
    game = ziggurat.game(job.game)
    if job.log:
        match, source = read(job.log), f"match {job.number}"
    else:
        match = self_play(game, job.seats, job.seed, job.number)
        source = f"self-play {job.seed}/{job.number}, {job.seats} seats"
    return [write(puzzle) for puzzle in find(match, job.seed, job.number, source)]


def self_play_jobs(game: str, seed: int, seats: Sequence[int]) -> Iterator[SearchJob]:
    """Endless self-play matches of the network, with each number of seats in turn."""
    for number in itertools.count():
        yield SearchJob(game, seed, number, seats[number % len(seats)])


def log_jobs(game: str, seed: int, logs: Iterable[str]) -> Iterator[SearchJob]:
    """One job for each log."""
    for number, log in enumerate(logs):
        yield SearchJob(game, seed, number, log=log)


def generate(
    jobs: Iterable[SearchJob],
    count: int,
    workers: int = 1,
    until: float | None = None,
    progress: Progress = lambda _games, _found: None,
    elsewhere: Searched | None = None,
) -> Iterator[Puzzle]:
    """Puzzles in the order of the matches, until there are enough, all are searched, or time is up.

    `elsewhere` searches the matches on other machines. `until` is a time of `time.monotonic`; stopping there gives the
    first part of the full result.
    """
    seen: set[str] = set()
    batches = _searched(jobs, workers, until) if elsewhere is None else elsewhere(jobs, until)
    for games, lines in enumerate(batches, 1):
        for line in lines:
            puzzle = read_line(line)
            if puzzle.id in seen:
                continue
            seen.add(puzzle.id)
            yield puzzle
            if len(seen) == count:
                progress(games, len(seen))
                return
        progress(games, len(seen))


def _searched(jobs: Iterable[SearchJob], workers: int, until: float | None) -> Iterator[list[str]]:
    if workers == 1:
        for job in jobs:
            if until is not None and time.monotonic() >= until:
                return
            yield search(job)
        return
    with get_context("spawn").Pool(workers) as pool:
        ahead = iter(jobs)
        waiting = [pool.apply_async(search, (job,)) for job in itertools.islice(ahead, 3 * workers)]
        while waiting:
            first = waiting.pop(0)
            try:
                yield first.get(None if until is None else max(0.0, until - time.monotonic()))
            except Late:
                return
            waiting += [pool.apply_async(search, (job,)) for job in itertools.islice(ahead, 1)]
