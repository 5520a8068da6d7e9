"""Puzzle attempts, and the ratings of solvers and puzzles. Each function runs in a transaction."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select, update

import ziggurat
from ziggurat.puzzles import Puzzle, puzzles
from ziggurat.server.accounts import identity, player_store
from ziggurat.server.protocol import DailyPuzzle, PuzzleGame, Puzzles, RatingPoint
from ziggurat.server.ratings.glicko import NEWCOMER, SURE, UNTRIED, Rating, rated
from ziggurat.server.refusals import NotFound
from ziggurat.server.storage import database, schema
from ziggurat.server.study.puzzles import Attempt, AttemptResult, daily

stored_puzzles, ratings, attempts, days = (
    schema.puzzles,
    schema.puzzle_ratings,
    schema.puzzle_attempts,
    schema.puzzle_days,
)
HISTORY = 60  # points of a rating curve
NEAREST = 6  # the next puzzle is drawn from this many
HIDDEN = 5  # puzzles of a game after which a rating is shown: before, one answer moves it too much
EASIER = 60  # rating points by which each of the first puzzles is harder than the one before


def day_of(moment: int) -> date:
    """The UTC date of a time."""
    return datetime.fromtimestamp(moment / 1000, UTC).date()


def overview(connection: Connection, player: str, today: date) -> Puzzles:
    """All puzzles with a player's ratings and streaks."""
    tried = _tried(connection, player)
    rows = connection.execute(select(ratings).where(ratings.c.player == player)).all()
    own = {row.game: Rating(row.rating, row.deviation) for row in rows}
    by_day = _days(connection, player)
    puzzle = daily(today)
    streak, best = streaks([bool(row.right) for row in tried])
    row = player_store.find_player(connection, player)
    return Puzzles(
        games=[
            _game(name, own.get(name, NEWCOMER), [row for row in tried if row.game == name])
            for name in ziggurat.game_names()
            if puzzles(ziggurat.game(name))
        ],
        daily=None
        if puzzle is None
        else DailyPuzzle(today.isoformat(), puzzle.game, puzzle.id, by_day.get(today.isoformat())),
        streak=streak,
        best=best,
        days=days_in_a_row(by_day, today),
        consent=bool(row is not None and row.consent),
    )


def _game(name: str, rating: Rating, tried: Sequence[Any]) -> PuzzleGame:
    of_game = puzzles(ziggurat.game(name))
    return PuzzleGame(
        game=name,
        puzzles=len(of_game),
        themes=dict(Counter(theme for puzzle in of_game for theme in puzzle.themes).most_common()),
        rating=round(rating.rating),
        sure=rating.deviation < SURE,
        tried=len(tried),
        solved=sum(bool(row.right) for row in tried),
        history=[RatingPoint(row.at, round(row.rating)) for row in tried[-HISTORY:]],
        hidden=HIDDEN,
    )


def choose_next(
    connection: Connection, player: str, among: Sequence[Puzzle], today: date, draw: random.Random
) -> Puzzle:
    """The next puzzle: untried and near the player's rating, else the one tried longest ago.

    The first ones of a game are easy: they begin with the easiest and become harder.
    """
    reserved = daily(today)
    left = [puzzle for puzzle in among if reserved is None or puzzle.id != reserved.id] or list(among)
    if not left:
        raise NotFound("There are no such puzzles.")
    seen = {(row.game, row.puzzle): row.again for row in _tried(connection, player)}
    new = [puzzle for puzzle in left if (puzzle.game, puzzle.id) not in seen]
    if not new:
        return min(left, key=lambda puzzle: (seen[puzzle.game, puzzle.id], puzzle.id))
    now = {
        (row.game, row.id): row.rating
        for row in connection.execute(select(stored_puzzles.c.game, stored_puzzles.c.id, stored_puzzles.c.rating))
    }
    rows = connection.execute(select(ratings).where(ratings.c.player == player)).all()
    own = {row.game: row.rating for row in rows}

    tried = Counter(game for game, _ in seen)

    def rating_of(puzzle: Puzzle) -> float:
        return float(now.get((puzzle.game, puzzle.id), puzzle.rating))

    easiest: dict[str, float] = {}
    for puzzle in left:
        easiest[puzzle.game] = min(rating_of(puzzle), easiest.get(puzzle.game, float("inf")))

    def distance(puzzle: Puzzle) -> float:
        wanted, first = float(own.get(puzzle.game, NEWCOMER.rating)), tried[puzzle.game]
        if first < HIDDEN:
            wanted = min(wanted, easiest[puzzle.game] + EASIER * first)
        return abs(rating_of(puzzle) - wanted)

    return draw.choice(sorted(new, key=lambda puzzle: (distance(puzzle), puzzle.id))[:NEAREST])


def was_tried(connection: Connection, player: str, puzzle: Puzzle) -> bool:
    """Whether a player has tried a puzzle."""
    return connection.execute(select(attempts.c.at).where(_is(player, puzzle))).first() is not None


def attempt(connection: Connection, player: str, puzzle: Puzzle, answer: Attempt, at: int) -> AttemptResult:
    """Store an attempt; only the first one changes the ratings."""
    identity.keep(connection, player, at)
    today = day_of(at)
    of_today = daily(today)
    if of_today is not None and (of_today.game, of_today.id) == (puzzle.game, puzzle.id):
        row = {"player": player, "date": today.isoformat(), "right": answer.right}
        connection.execute(database.upsert(connection, days).values(row).on_conflict_do_nothing())
    own = _rating(connection, player, puzzle.game)
    stored = _puzzle(connection, puzzle)
    theirs = Rating(stored.rating, stored.deviation)
    after, moved = rated(own, theirs, answer.right)
    row = {"player": player, "game": puzzle.game, "puzzle": puzzle.id, "right": answer.right}
    row |= {"rating": after.rating, "at": at, "again": at}
    new = database.upsert(connection, attempts).values(row).on_conflict_do_nothing().returning(attempts.c.at)
    first = connection.execute(new).first() is not None
    tried, solved = stored.tried, stored.solved
    if first:
        tried, solved = tried + 1, solved + answer.right
        of_player = (ratings.c.player == player) & (ratings.c.game == puzzle.game)
        connection.execute(update(ratings).where(of_player).values(**after._asdict()))
        of_puzzle = (stored_puzzles.c.game == puzzle.game) & (stored_puzzles.c.id == puzzle.id)
        connection.execute(
            update(stored_puzzles).where(of_puzzle).values(**moved._asdict(), tried=tried, solved=solved)
        )
    else:
        after, moved = own, theirs
        connection.execute(update(attempts).where(_is(player, puzzle)).values(again=at))
    all_tried = _tried(connection, player)
    streak, _ = streaks([bool(row.right) for row in all_tried])
    return AttemptResult(
        rated=first,
        before=round(own.rating),
        after=round(after.rating),
        puzzle=round(moved.rating),
        tried=tried,
        solved=solved,
        streak=streak,
        days=days_in_a_row(_days(connection, player), today),
        provisional=max(0, HIDDEN - sum(row.game == puzzle.game for row in all_tried)),
    )


def set_consent(connection: Connection, player: str, consent: bool, at: int) -> None:
    """Set whether a player's finished matches may become puzzles."""
    identity.keep(connection, player, at)
    connection.execute(update(schema.players).where(schema.players.c.id == player).values(consent=consent))


def streaks(right: Sequence[bool]) -> tuple[int, int]:
    """The current and the best streak of solved puzzles."""
    best = now = 0
    for solved in right:
        now = now + 1 if solved else 0
        best = max(best, now)
    return now, best


def days_in_a_row(by_day: dict[str, bool], today: date) -> int:
    """The streak of daily puzzles; today's may still be open."""
    day = today if today.isoformat() in by_day else today - timedelta(days=1)
    count = 0
    while by_day.get(day.isoformat()):
        count, day = count + 1, day - timedelta(days=1)
    return count


def _is(player: str, puzzle: Puzzle) -> Any:
    own = attempts.c.player == player
    return own & (attempts.c.game == puzzle.game) & (attempts.c.puzzle == puzzle.id)


def _tried(connection: Connection, player: str) -> Sequence[Any]:
    query = select(attempts).where(attempts.c.player == player).order_by(attempts.c.at, attempts.c.puzzle)
    return connection.execute(query).all()


def _days(connection: Connection, player: str) -> dict[str, bool]:
    query = select(days.c.date, days.c.right).where(days.c.player == player)
    return {row.date: bool(row.right) for row in connection.execute(query)}


def _rating(connection: Connection, player: str, game: str) -> Rating:
    """A player's rating, locked until this transaction ends."""
    row = {"player": player, "game": game, **NEWCOMER._asdict()}
    connection.execute(database.upsert(connection, ratings).values(row).on_conflict_do_nothing())
    query = select(ratings).where(ratings.c.player == player, ratings.c.game == game).with_for_update()
    stored = connection.execute(query).one()
    return Rating(stored.rating, stored.deviation)


def _puzzle(connection: Connection, puzzle: Puzzle) -> Any:
    row = {"game": puzzle.game, "id": puzzle.id, "rating": puzzle.rating, "deviation": UNTRIED, "tried": 0, "solved": 0}
    connection.execute(database.upsert(connection, stored_puzzles).values(row).on_conflict_do_nothing())
    query = (
        select(stored_puzzles)
        .where(stored_puzzles.c.game == puzzle.game, stored_puzzles.c.id == puzzle.id)
        .with_for_update()
    )
    return connection.execute(query).one()
