"""Plays an arena on a cluster. A game's number decides its deal, seats and bots' seeds."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ziggurat
from ziggurat.bots.arena import Arena, ArenaGame
from ziggurat.bots.own import Agent
from ziggurat.cluster.session import Cluster
from ziggurat.cluster.simulation import cut

Lineup = tuple[int, int, tuple[int, ...]]  # the number of a game, its deal, and who sits where


def player(
    game: str, agents: Sequence[Agent], seats: int, games: int, seed: int, options: Mapping[str, Any]
) -> Callable[[list[Lineup]], list[ArenaGame]]:
    """The function that plays a batch of games on a worker."""
    contest = Arena(ziggurat.game(game), agents, seats, games, seed, options)
    return lambda batch: [contest.play(*lineup) for lineup in batch]


def play_arena(
    cluster: Cluster,
    contest: Arena,
    progress: Callable[[int], None] = lambda _: None,
    keep: Callable[[ArenaGame], None] = lambda _: None,
) -> None:
    """Play the games of an arena; after an interruption it has those played so far, without gaps."""
    settings = {
        "game": contest.game.name,
        "agents": contest.agents,
        "seats": contest.seats,
        "games": contest.games,
        "seed": contest.seed,
        "options": contest.options,
    }
    jobs = ((number, *lineup) for number, lineup in enumerate(contest.lineups()))
    batches = (list(itertools.islice(jobs, count)) for _, count in cut(contest.games))
    with cluster.job("arena", contest.game, ("people", "bots"), settings) as job:
        for played in job.map(batches, done=lambda part: progress(len(part))):
            contest.played += played
            for game in played:
                keep(game)
