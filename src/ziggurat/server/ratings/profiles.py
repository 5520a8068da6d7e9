"""Public profiles of registered players: public matches and ratings."""

from __future__ import annotations

from typing import Protocol

from ziggurat.server.accounts import player_store
from ziggurat.server.protocol import Profile, Streak
from ziggurat.server.ratings import leaderboard
from ziggurat.server.ratings.statistics import PlayedMatch, StatisticsCache, record
from ziggurat.server.refusals import NotFound
from ziggurat.server.runtime.services import Reads

LATEST = 10  # matches listed


class ProfileServer(Reads, Protocol):
    """What profiles use of the server process."""

    statistics: StatisticsCache


async def of_person(server: ProfileServer, name: str, reader: str | None) -> Profile:
    """The profile of a registered player, by name."""
    row = await server.read(player_store.find_named, name)
    if row is None:
        raise NotFound("There is no registered player with that name.")
    counted, played = await server.statistics.of_public(row.id)
    ratings = await server.read(leaderboard.of_player, row.id)
    return Profile(
        name=row.name,
        you=row.id == reader,
        since=row.created,
        record=record(played),
        streak=streak(played),
        favourite=counted.games[0].game if counted.games else "",
        ratings=ratings,
        games=counted.games,
        latest=[match.table.for_player(reader) for match in played[:LATEST]],
    )


def streak(played: list[PlayedMatch]) -> Streak:
    """Wins in a row, shared ones included; the last match comes first."""
    now = best = run = 0
    unbroken = True
    for match in played:
        run = run + 1 if match.has_won else 0
        unbroken = unbroken and match.has_won
        now = run if unbroken else now
        best = max(best, run)
    return Streak(now, best)
