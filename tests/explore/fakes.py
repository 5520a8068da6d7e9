"""Explorers for testing the runner; their seeds decide what they find."""

from __future__ import annotations

import time

from tests.explore.episodes import Episode, Finding
from tests.explore.explorers import Explorer


def lucky(episode: Episode) -> None:
    """Finds nothing."""
    episode.count("draws")


def unlucky(episode: Episode) -> None:
    """Finds something in one of some episodes."""
    episode.count("draws")
    drawn = episode.chance.randrange(8)
    episode.note(f"drew {drawn}")
    if drawn == 0:
        raise Finding("a nought was drawn", next=episode.chance.randrange(1000))


def endless(episode: Episode) -> None:
    """Hangs."""
    while True:
        time.sleep(0.01)


ALL = [
    Explorer("lucky", "tests.explore.fakes:lucky", 3),
    Explorer("unlucky", "tests.explore.fakes:unlucky", 1),
    Explorer("endless", "tests.explore.fakes:endless", 1, limit=0.3),
    Explorer("absent", "tests.explore.fakes:lucky", 1, needs="no_such_package"),
]
