"""Fills a PostgreSQL database with many finished matches, for tests and benchmarks.

Random bots play a few matches; every stored match is a copy of one of them, with other players and another time. The
database makes the copies itself, so that a million take minutes. A few players have very many matches: the first one has
about one in six hundred. Everything else (ratings, chat, reviews, puzzles, tournaments, …) grows in proportion, about as
on a real server.
"""

# ruff: noqa: E501, S608 - statements are made of constants, and lines of them stay whole

from __future__ import annotations

import json
import random

import psycopg
from sqlalchemy import Engine, text

import ziggurat
from ziggurat.server.storage import database

RUNNING, OPEN = 1000, 200  # tables
NOW = 1_800_000_000_000  # milliseconds: when the last of them changed


def simulate(each: int = 3) -> list[dict[str, object]]:
    """Some random matches of each game."""
    rows = []
    for game in map(ziggurat.game, ziggurat.game_names()):
        for seed in range(each):
            match, draw, moves = ziggurat.new(game.name, seed=seed), random.Random(seed), []
            while not match.over:
                action = draw.choice(list(match.legal()))
                moves.append([match.actor, int(action), game.notation.write(action)[:80]])
                match.play(action)
            scores = [int(score) for score in match.scores]
            result = {"winners": [int(seat) for seat in match.winners], "scores": scores, "ending": "It is over."}
            options = {name: str(value) for name, value in match.options.items()}
            rows.append({"game": game.name, "rules": game.rules_version, "options": options, "seed": str(seed),
                          "seats": len(scores), "result": result | {"why": "over"}, "moves": moves})  # fmt: skip
    return rows


def fill(engine: Engine, matches: int, journals: int | None = None) -> None:
    """Fill an empty database; only the last `journals` matches have journals, all by default."""
    database.migrate(engine)
    people = max(100, matches // 20)
    with psycopg.connect(database.dsn(engine)) as connection, connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # what is made here refers to what is made here
        cursor.execute("CREATE TEMP TABLE played (n int, game text, rules int, options json, seed text, seats int,"
                       " result json, moves json)")  # fmt: skip
        templates = simulate()
        with cursor.copy("COPY played FROM STDIN") as copy:
            for number, one in enumerate(templates):
                row = [json.dumps(part) if isinstance(part, dict | list) else part for part in one.values()]
                copy.write_row([number, *row])
        values = {"people": people, "matches": matches, "templates": len(templates), "now": NOW,
                  "journals": matches if journals is None else journals,
                  "tables": matches + RUNNING + OPEN, "finished": matches, "running": matches + RUNNING}  # fmt: skip
        for statement in _STATEMENTS:
            cursor.execute(statement % values)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection_:
        connection_.execute(text("VACUUM ANALYZE"))


def _chance(what: str) -> str:
    """A reproducible number from 0 to 1."""
    return f"((hashint8({what}) & 2147483647) / 2147483648.0)"


_SITS = f"floor(%(people)s * power({_chance('i')}, 1.7))::int"  # by match: who opened it
_OTHER = f"((floor(%(people)s * power({_chance('i')}, 1.7))::int + seat * 7919 * (i %% 13 + 1)) %% %(people)s)"

_STATEMENTS = (
    """INSERT INTO players (id, name, login, handle, looks, created, seen, consent)
       SELECT 'p' || i, 'Player ' || i, 'login' || i, 'player' || i, 'player' || i, 0, %(now)s - i, i %% 2 = 0
       FROM generate_series(0, %(people)s - 1) AS i""",
    f"""INSERT INTO tables (id, game, rules, options, seed, pace, leave, stand_in, public, host, status, turn, bot_turn,
                            deadline, result, created, changed, rated, finished)
        SELECT 'm' || i, game, rules, options, seed, '{{"kind": "untimed"}}', 'bot', 'scribe', i %% 5 <> 0,
               'p' || {_SITS},
               CASE WHEN i < %(finished)s THEN 'finished' WHEN i < %(running)s THEN 'running' ELSE 'open' END,
               CASE WHEN i BETWEEN %(finished)s AND %(running)s - 1 THEN 0 ELSE -1 END, false, NULL,
               CASE WHEN i < %(finished)s THEN result END, 0, %(now)s - (%(tables)s - i) * 1000, i %% 3 = 0,
               CASE WHEN i < %(finished)s AND i %% 3 = 0 THEN %(now)s - (%(tables)s - i) * 1000 END
        FROM generate_series(0, %(tables)s - 1) AS i JOIN played ON n = i %% %(templates)s""",
    f"""INSERT INTO seats (table_id, seat, player, bot)
        SELECT 'm' || i, seat, CASE WHEN seat = 0 OR (i + seat) %% 3 > 0 THEN 'p' || {_OTHER} END,
               CASE WHEN NOT (seat = 0 OR (i + seat) %% 3 > 0) THEN 'scribe' END
        FROM generate_series(0, %(tables)s - 1) AS i JOIN played ON n = i %% %(templates)s,
             generate_series(0, seats - 1) AS seat
        WHERE NOT (i >= %(running)s AND seat > 0)""",
    """INSERT INTO journal (table_id, number, kind, seat, value, text, at)
       SELECT 'm' || i, 0, 'start', -1, 0, NULL, 0 FROM generate_series(0, %(running)s - 1) AS i""",
    """INSERT INTO journal (table_id, number, kind, seat, value, text, at)
       SELECT 'm' || i, at, 'move', (move->>0)::int, (move->>1)::int, move->>2, at
       FROM generate_series(greatest(0, %(finished)s - %(journals)s), %(finished)s - 1) AS i
       JOIN played ON n = i %% %(templates)s, json_array_elements(moves) WITH ORDINALITY AS one(move, at)""",
    f"""INSERT INTO ratings (game, subject, rating, deviation, matches)
        SELECT game, 'p' || i, 1500 + 300 * ({_chance("i")} - 0.5), 50 + 200 * {_chance("i + 7")}, 10
        FROM generate_series(0, %(people)s - 1) AS i, (SELECT DISTINCT game FROM played) AS games""",
    "UPDATE ratings SET rating = 1500, deviation = 60 WHERE subject = 'p1'",
    """INSERT INTO rating_changes (table_id, seat, game, subject, at, before, rating, deviation)
       SELECT tables.id, seat, game, player, tables.finished, 1500, 1500, 80 FROM tables JOIN seats ON table_id = tables.id
       WHERE tables.finished IS NOT NULL AND player IS NOT NULL""",
    """INSERT INTO reviews (table_id, asked, progress, made, quality)
       SELECT 'm' || i, i, 1, CASE WHEN i > 40 THEN '{"known":null,"open":null}' END, '[90.0, 80.0, 70.0, 60.0]'
       FROM generate_series(0, %(finished)s - 1, 4) AS i""",
    """INSERT INTO chat (table_id, seat, player, name, text, client, at)
       SELECT 'm' || i, 0, 'p' || i %% %(people)s, 'Player', 'Good luck!', 'c', i
       FROM generate_series(0, %(finished)s - 1, 4) AS i""",
    """INSERT INTO notes (table_id, player, text)
       SELECT 'm' || i, 'p' || i %% %(people)s, 'Mind the river.' FROM generate_series(0, %(finished)s - 1, 9) AS i""",
    """INSERT INTO hidden (player, table_id)
       SELECT 'p' || i %% %(people)s, 'm' || i FROM generate_series(0, %(finished)s - 1, 9) AS i""",
    """INSERT INTO studies (id, owner, game, title, text, created, changed)
       SELECT 's' || i, 'p' || i %% %(people)s, 'ur', 'A study', '', i, i
       FROM generate_series(0, %(finished)s - 1, 9) AS i""",
    """INSERT INTO puzzle_attempts (player, game, puzzle, "right", rating, at, again)
       SELECT DISTINCT ON (1, 3) 'p' || i %% %(people)s, 'ur', 'z' || i %% 977, true, 1500, i, i
       FROM generate_series(0, %(finished)s - 1, 2) AS i""",
    """INSERT INTO puzzle_ratings (player, game, rating, deviation)
       SELECT 'p' || i, 'ur', 1500, 90 FROM generate_series(0, %(people)s - 1) AS i""",
    """INSERT INTO puzzle_days (player, date, "right")
       SELECT 'p' || i, day, true FROM generate_series(0, %(people)s - 1) AS i,
       unnest(ARRAY['2026-01-01', '2026-01-02', '2026-01-03']) AS day""",
    """INSERT INTO follows (player, followed, at)
       SELECT DISTINCT ON (1, 2) 'p' || i %% %(people)s, 'p' || (i * 31) %% %(people)s, i
       FROM generate_series(0, %(finished)s - 1, 5) AS i""",
    """INSERT INTO invitations (table_id, player, host, at)
       SELECT 'm' || i, 'p' || i %% %(people)s, 'p0', i FROM generate_series(0, %(tables)s - 1, 9) AS i""",
    """INSERT INTO turns_told (table_id, player, after, at)
       SELECT 'm' || i, 'p' || i %% %(people)s, 3, i FROM generate_series(0, %(running)s - 1, 3) AS i""",
    """INSERT INTO hushed (player, other, kind, id, at)
       SELECT 'p' || i, 'p' || (i + 1) %% %(people)s, 'mute', 'h' || i, i FROM generate_series(0, %(people)s - 1) AS i""",
    """INSERT INTO reports (id, reporter, reported, name, kind, text, table_id, lines, context, at, dealt)
       SELECT 'r' || i, 'p0', 'p' || i, 'Player', 'insults', '', NULL, '[]', '[]', i, CASE WHEN i > 50 THEN i END
       FROM generate_series(1, %(people)s - 1, 2) AS i""",
    """INSERT INTO audit (at, moderator, "by", action, player, name, text)
       SELECT i, 'p0', 'Player', 'warn', 'p' || i, 'Player', '' FROM generate_series(0, %(people)s - 1, 4) AS i""",
    """INSERT INTO vacations (id, player, begins, ends, over)
       SELECT 'v' || i, 'p' || i, 0, i, true FROM generate_series(0, %(people)s - 1) AS i""",
    """INSERT INTO mailboxes (player, address, folded, language, stop)
       SELECT 'p' || i, 'p' || i || '@example.org', 'p' || i || '@example.org', 'en', 'x' || i
       FROM generate_series(0, %(people)s - 1, 3) AS i""",
    """INSERT INTO feeds (player, key, language, created)
       SELECT 'p' || i, 'k' || i, 'en', 0 FROM generate_series(0, %(people)s - 1, 3) AS i""",
    """INSERT INTO tokens (id, player, hash, label, created, expires)
       SELECT 't' || i, 'p' || i, 'h' || i, 'mine', 0, 0 FROM generate_series(0, %(people)s - 1, 3) AS i""",
    """INSERT INTO passkeys (id, player, holder, credential, key, signs, site, label, created)
       SELECT 'k' || i, 'p' || i, 'x', 'c' || i, '', 0, '', '', 0 FROM generate_series(0, %(people)s - 1, 3) AS i""",
    """INSERT INTO tournaments (id, organizer, title, game, seats, options, pace, system, rounds, minutes, public, guests,
                                late, rated, automatic, arrive, seed, status, round, revision, created, changed)
       SELECT 'c' || i, 'p' || i %% %(people)s, 'A cup', 'ur', 3, '{}', '{"kind": "untimed"}', 'swiss', 3, 0, i %% 4 <> 0,
              true, true, false, true, 10, '1',
              CASE WHEN i < 5 THEN 'running' WHEN i < 25 THEN 'open' ELSE 'finished' END, 1, 1, 0, i
       FROM generate_series(0, %(finished)s / 100 - 1) AS i""",
    """INSERT INTO tournament_players (tournament, number, player, joined, withdrawn, missed)
       SELECT 'c' || i, number, 'p' || (i + number * 17) %% %(people)s, 0, false, 0
       FROM generate_series(0, %(finished)s / 100 - 1) AS i, generate_series(0, 8) AS number""",
    """INSERT INTO tournament_tables (tournament, round, number, table_id, players, places, scores, absent, corrected, opened)
       SELECT 'c' || i, 0, number, 'm' || (i * 3 + number), '[0, 1, 2]', '[1, 2, 3]', '[3, 2, 1]', '[]', false, 0
       FROM generate_series(0, %(finished)s / 100 - 1) AS i, generate_series(0, 2) AS number""",
)
