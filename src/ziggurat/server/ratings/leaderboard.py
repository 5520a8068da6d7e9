"""The leaderboard of each game, and rating histories. Deleted and closed accounts are not shown."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, and_, func, or_, select

from ziggurat.bots import LEVELS
from ziggurat.server.protocol import GameRating, Leaderboard, LeaderboardEntry, RatedPoint, SeatKind
from ziggurat.server.ratings import rated_match
from ziggurat.server.ratings.glicko import Rating
from ziggurat.server.storage import schema

POINTS = 200  # the last points of a history, which are shown
ratings, players, changes = schema.ratings, schema.players, schema.rating_changes


def games(connection: Connection) -> list[str]:
    """The games with ratings."""
    return list(connection.execute(select(ratings.c.game).distinct().order_by(ratings.c.game)).scalars())


def load(
    connection: Connection, game: str, reader: str | None, limit: int, *, provisional: bool = False
) -> Leaderboard:
    """The leaderboard of a game: all bot levels and the best players, on request with provisional ratings."""
    query = _standings(game)
    if not provisional:
        query = query.where(ratings.c.deviation <= rated_match.SURE)
    rows = connection.execute(query.order_by(ratings.c.rating.desc(), ratings.c.subject).limit(limit)).all()
    ranked = [_standing(SeatKind.PERSON, row.name, row, you=row.subject == reader) for row in rows]
    ranked += _levels(connection, game)
    ranked.sort(key=lambda entry: (-entry.rating, entry.name))
    entries, place = [], 0
    for entry in ranked:
        place += not entry.provisional
        entries.append(_placed(entry, 0 if entry.provisional else place))
    return Leaderboard(game, entries, _own(connection, game, reader, entries))


def _standings(game: str) -> Any:
    """Registered players whose accounts are open."""
    joined = and_(players.c.id == ratings.c.subject, players.c.handle.is_not(None), players.c.closed.is_(None))
    return select(ratings, players.c.name).join_from(ratings, players, joined).where(ratings.c.game == game)


def _levels(connection: Connection, game: str) -> list[LeaderboardEntry]:
    subjects = [f"{rated_match.A_BOT}{level}" for level in LEVELS]
    rows = connection.execute(select(ratings).where(ratings.c.game == game, ratings.c.subject.in_(subjects))).all()
    stored = {row.subject: row for row in rows}
    levels = []
    for level in LEVELS:
        subject = f"{rated_match.A_BOT}{level}"
        row = stored.get(subject)
        now = rated_match.first(game, subject) if row is None else Rating(row.rating, row.deviation)
        matches = 0 if row is None else row.matches
        levels.append(_ranked(SeatKind.BOT, level, now, matches, you=False, provisional=False))
    return levels


def _own(
    connection: Connection, game: str, reader: str | None, entries: list[LeaderboardEntry]
) -> LeaderboardEntry | None:
    for entry in entries:
        if entry.you:
            return entry
    row = connection.execute(_standings(game).where(ratings.c.subject == reader)).first() if reader else None
    if row is None:
        return None
    own = _standing(SeatKind.PERSON, row.name, row, you=True)
    if own.provisional:
        return own
    before = _ahead(connection, row)
    return _placed(own, before + 1 + sum(entry.kind is SeatKind.BOT and entry.rating > own.rating for entry in entries))


def _ahead(connection: Connection, row: Any) -> int:
    """How many players have a higher place: counted in the index of ratings, less the few that are not shown.

    Joining the players would read all of them. `rating >=` besides `>` tells the database where to enter the index.
    """
    higher = and_(ratings.c.rating >= row.rating, or_(ratings.c.rating > row.rating, ratings.c.subject < row.subject))
    sure = and_(ratings.c.game == row.game, ratings.c.deviation <= rated_match.SURE, higher)
    people = select(func.count()).select_from(ratings).where(sure, ratings.c.subject.not_like(f"{rated_match.A_BOT}%"))
    unseen = select(func.count()).select_from(ratings.join(players, players.c.id == ratings.c.subject))
    unseen = unseen.where(sure, schema.PLAYERS_GONE)
    return int(connection.execute(people).scalar_one()) - int(connection.execute(unseen).scalar_one())


def _standing(kind: SeatKind, name: str, row: Any, *, you: bool) -> LeaderboardEntry:
    now = Rating(row.rating, row.deviation)
    return _ranked(kind, name, now, row.matches, you=you, provisional=rated_match.is_provisional(now))


def _ranked(kind: SeatKind, name: str, now: Rating, matches: int, *, you: bool, provisional: bool) -> LeaderboardEntry:
    return LeaderboardEntry(0, kind, name, you, round(now.rating), round(now.deviation), provisional, matches)


def _placed(entry: LeaderboardEntry, place: int) -> LeaderboardEntry:
    return msgspec.structs.replace(entry, place=place)


def of_player(connection: Connection, player: str) -> list[GameRating]:
    """A player's ratings with their histories, the most played game first."""
    rows = connection.execute(select(ratings).where(ratings.c.subject == player))
    by_game = [_of_game(connection, row) for row in rows]
    return sorted(by_game, key=lambda rating: (-rating.matches, rating.game))


def _of_game(connection: Connection, row: Any) -> GameRating:
    now = Rating(row.rating, row.deviation)
    own = and_(changes.c.subject == row.subject, changes.c.game == row.game)
    query = select(changes.c.at, changes.c.rating, changes.c.deviation).where(own)
    rows = connection.execute(query.order_by(changes.c.at.desc()).limit(POINTS)).all()
    points = [RatedPoint(change.at, round(change.rating), round(change.deviation)) for change in reversed(rows)]
    sure = select(func.max(changes.c.rating)).where(own, changes.c.deviation <= rated_match.SURE)
    best = connection.execute(sure).scalar_one_or_none()
    return GameRating(
        game=row.game,
        rating=round(now.rating),
        deviation=round(now.deviation),
        provisional=rated_match.is_provisional(now),
        matches=row.matches,
        best=round(now.rating if best is None else best),
        history=points,
    )
