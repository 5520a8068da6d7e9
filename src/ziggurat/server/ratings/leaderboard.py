"""Who is strongest in each game, and how a rating came about. Who has deleted their account is in none of it.

Nor is anybody on the board whose account a moderator has closed, until it is opened again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, func, or_, select

from ziggurat.bots import LEVELS
from ziggurat.server.protocol import GameRating, Leaderboard, Ranked, RatedPoint, SeatKind
from ziggurat.server.ratings import rated_match
from ziggurat.server.ratings.glicko import Rating
from ziggurat.server.storage import schema

POINTS = 200  # of a history that are told, the last ones
known, players, changes = schema.ratings, schema.players, schema.rating_changes


def games(connection: Connection) -> list[str]:
    """The games in which somebody has a rating."""
    return list(connection.execute(select(known.c.game).distinct().order_by(known.c.game)).scalars())


def load(
    connection: Connection, game: str, reader: str | None, limit: int, *, provisional: bool = False
) -> Leaderboard:
    """The strongest of a game: all levels, and the best people; provisional ratings if they are asked for."""
    query = _standings(game)
    if not provisional:
        query = query.where(known.c.deviation <= rated_match.SURE)
    rows = connection.execute(query.order_by(known.c.rating.desc(), known.c.subject).limit(limit)).all()
    found = [_standing(SeatKind.PERSON, row.name, row, you=row.subject == reader) for row in rows]
    found += _levels(connection, game)
    found.sort(key=lambda one: (-one.rating, one.name))
    entries, place = [], 0
    for one in found:
        place += not one.provisional
        entries.append(_placed(one, 0 if one.provisional else place))
    return Leaderboard(game, entries, _own(connection, game, reader, entries))


def _standings(game: str) -> Any:
    """Registered people alone: an account that is no more has no name to be shown by, and a closed one no place."""
    joined = and_(players.c.id == known.c.subject, players.c.handle.is_not(None), players.c.closed.is_(None))
    return select(known, players.c.name).join_from(known, players, joined).where(known.c.game == game)


def _levels(connection: Connection, game: str) -> list[Ranked]:
    subjects = [f"{rated_match.A_BOT}{level}" for level in LEVELS]
    rows = connection.execute(select(known).where(known.c.game == game, known.c.subject.in_(subjects))).all()
    moved = {row.subject: row for row in rows}
    found = []
    for level in LEVELS:
        subject = f"{rated_match.A_BOT}{level}"
        row = moved.get(subject)
        now = rated_match.first(game, subject) if row is None else Rating(row.rating, row.deviation)
        matches = 0 if row is None else row.matches
        found.append(_told(SeatKind.BOT, level, now, matches, you=False, provisional=False))
    return found


def _own(connection: Connection, game: str, reader: str | None, entries: list[Ranked]) -> Ranked | None:
    for one in entries:
        if one.you:
            return one
    row = connection.execute(_standings(game).where(known.c.subject == reader)).first() if reader else None
    if row is None:
        return None
    own = _standing(SeatKind.PERSON, row.name, row, you=True)
    if own.provisional:
        return own
    before = _ahead(connection, row)
    return _placed(own, before + 1 + sum(one.kind is SeatKind.BOT and one.rating > own.rating for one in entries))


def _ahead(connection: Connection, row: Any) -> int:
    """How many people have a higher place: counted along the index of ratings, less the few that are not shown.

    Asking of everybody whether they are shown would read all players. A rating that is said to be at least so high,
    and higher, is where the index is read from.
    """
    higher = and_(known.c.rating >= row.rating, or_(known.c.rating > row.rating, known.c.subject < row.subject))
    sure = and_(known.c.game == row.game, known.c.deviation <= rated_match.SURE, higher)
    people = select(func.count()).select_from(known).where(sure, known.c.subject.not_like(f"{rated_match.A_BOT}%"))
    unseen = select(func.count()).select_from(known.join(players, players.c.id == known.c.subject))
    unseen = unseen.where(sure, schema.PLAYERS_GONE)
    return int(connection.execute(people).scalar_one()) - int(connection.execute(unseen).scalar_one())


def _standing(kind: SeatKind, name: str, row: Any, *, you: bool) -> Ranked:
    now = Rating(row.rating, row.deviation)
    return _told(kind, name, now, row.matches, you=you, provisional=rated_match.is_provisional(now))


def _told(kind: SeatKind, name: str, now: Rating, matches: int, *, you: bool, provisional: bool) -> Ranked:
    return Ranked(0, kind, name, you, round(now.rating), round(now.deviation), provisional, matches)


def _placed(one: Ranked, place: int) -> Ranked:
    return Ranked(place, one.kind, one.name, one.you, one.rating, one.deviation, one.provisional, one.matches)


def of_player(connection: Connection, player: str) -> list[GameRating]:
    """Somebody's ratings, with how they came about, the game played most first."""
    found = [_of_game(connection, row) for row in connection.execute(select(known).where(known.c.subject == player))]
    return sorted(found, key=lambda one: (-one.matches, one.game))


def _of_game(connection: Connection, row: Any) -> GameRating:
    now = Rating(row.rating, row.deviation)
    own = and_(changes.c.subject == row.subject, changes.c.game == row.game)
    query = select(changes.c.at, changes.c.rating, changes.c.deviation).where(own)
    rows = connection.execute(query.order_by(changes.c.at.desc()).limit(POINTS)).all()
    points = [RatedPoint(one.at, round(one.rating), round(one.deviation)) for one in reversed(rows)]
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
