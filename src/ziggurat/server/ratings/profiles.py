"""What everybody may know of a registered player: from matches that anybody may watch, and ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ziggurat.server.accounts import player_store
from ziggurat.server.protocol import Profile, Streak
from ziggurat.server.ratings import leaderboard
from ziggurat.server.ratings.statistics import PlayedMatch, record
from ziggurat.server.refusals import NotFound

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

LATEST = 10  # matches that are listed


async def of_person(server: ServerProcess, name: str, reader: str | None) -> Profile:
    """A registered player's, by name; who is no more, or never was, is not found."""
    row = await server.read(player_store.find_named, name)
    if row is None:
        raise NotFound("There is no registered player of that name.")
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
        latest=[one.table.for_player(reader) for one in played[:LATEST]],
    )


def streak(played: list[PlayedMatch]) -> Streak:
    """Victories in a row, shared ones too; the last match comes first."""
    now = best = run = 0
    unbroken = True
    for one in played:
        run = run + 1 if one.has_won else 0
        unbroken = unbroken and one.has_won
        now = run if unbroken else now
        best = max(best, run)
    return Streak(now, best)
