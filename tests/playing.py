"""Random games for tests, and a log on disk for every one that fails."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import ziggurat
from ziggurat import Match

FAILURES = Path(__file__).parent.parent / "build" / "failures"


class Setup(NamedTuple):
    """One way to begin a game."""

    game: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options.items())
        return f"{self.game}-{self.seats}{chosen}"

    def new(self, seed: int) -> Match:
        return ziggurat.new(self.game, seats=self.seats, seed=seed, **self.options)

    @property
    def is_usual(self) -> bool:
        """Whether every option is as usual."""
        return self.options == ziggurat.game(self.game).read_options({})


def setups() -> list[Setup]:
    """Every game with every seat count and every value of every option, the other options being as usual."""
    every = []
    for name in ziggurat.game_names():
        game = ziggurat.game(name)
        usual = game.read_options({})
        others = [{**usual, option.name: value} for option in game.options for value in option.values[1:]]
        every += [Setup(name, seats, options) for options in (usual, *others) for seats in game.seat_counts]
    return every


def finish(match: Match, stream: random.Random, look: Callable[[Match], None] = lambda match: None) -> Match:
    """Play random legal moves to the end, looking at every position on the way."""
    with log_kept_on_failure(match):
        while not match.over:
            look(match)
            match.play(stream.choice(match.legal()))
        look(match)
    return match


def somewhere(setup: Setup, seed: int) -> Match:
    """A match stopped at a random point."""
    stream = random.Random(seed)
    whole = finish(setup.new(seed), stream)
    match = setup.new(seed)
    match.replay(whole.actions[: stream.randrange(len(whole))])
    return match


def at_a_choice(match: Match) -> Match:
    """The match at its next decision that has more than one possibility."""
    while len(match.legal()) == 1:
        match.play(match.legal()[0])
    assert not match.over
    return match


@contextmanager
def log_kept_on_failure(match: Match) -> Iterator[None]:
    """Write the match down if anything goes wrong with it: `ziggurat replay` shows such a file."""
    try:
        yield
    except BaseException as problem:
        FAILURES.mkdir(parents=True, exist_ok=True)
        path = FAILURES / f"{match.game.name}-{match.seed}-{len(match)}.log"
        path.write_text(match.to_text(), "utf-8")
        problem.add_note(f"The match is in {path}")
        raise
