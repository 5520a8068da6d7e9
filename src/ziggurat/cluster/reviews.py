"""Reviews matches on a cluster, one log to a batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from ziggurat.cluster.session import Cluster
from ziggurat.core.match import Match
from ziggurat.reviewing import Review, review

PARTS = ("people", "bots", "champions")


def player(seconds: float, everything: bool) -> Callable[[str], Any]:
    """The function that reviews a log on a worker."""
    return partial(review, seconds=seconds, everything=everything)


def review_all(
    cluster: Cluster,
    matches: Mapping[str, Match],
    seconds: float,
    *,
    everything: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Review]:
    """The reviews of matches, in order, the same as those of `ziggurat.review`."""
    games = dict.fromkeys(match.game for match in matches.values())
    reviews: dict[str, Review] = {}
    for game in games:
        of_game = {name: match for name, match in matches.items() if match.game is game}
        settings = {"seconds": seconds, "everything": everything}
        with cluster.job("review", game, PARTS, settings) as job:
            texts = (match.to_text() for match in of_game.values())
            reviews |= zip(of_game, job.map(texts, done=lambda _: progress(1)), strict=True)
    yield from (reviews[name] for name in matches)
