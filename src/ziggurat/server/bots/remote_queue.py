"""The PostgreSQL queue of questions for remote workers: every statement on it, and its messages.

A row is one question. A server inserts it. A worker leases it for a few seconds at a time (`until`, by the database's
clock) and writes its answer. The server that asked deletes it. Nothing needs to be cleaned up after a worker: the lease
of one that is gone runs out, and an answer to a question that is deleted or leased to another changes no row.
"""

from __future__ import annotations

import hashlib
from functools import cache

import msgspec

import ziggurat
from ziggurat.server.bots.worker import Decision

TO_WORKERS, FROM_WORKERS = "ziggurat_questions", "ziggurat_workers"  # channels
WHO = "who"  # asks all workers to announce themselves
HEARTBEAT = 2.0  # seconds between two heartbeats of a worker
SILENCE = 7.0  # seconds without a heartbeat after which a worker is considered gone
LEASE = 4.0  # seconds
RENEWAL = 1.0  # seconds after which a lease is extended
LONGEST = 65_536  # bytes of an answer

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_FREE = f"answer IS NULL AND until < {_NOW} AND expires > {_NOW}"

ASK = f"""
    WITH asked AS (
        INSERT INTO questions (id, kind, process, body, asked, expires, until)
        VALUES (%(id)s, %(kind)s, %(process)s, %(body)s, {_NOW}, {_NOW} + %(lasts)s, 0) RETURNING id
    ) SELECT pg_notify('{TO_WORKERS}', '') FROM asked"""  # noqa: S608 - constants
STATE = f"SELECT id, answer IS NOT NULL, until >= {_NOW}, taker FROM questions WHERE process = %(process)s"  # noqa: S608
FETCH = f"""
    DELETE FROM questions WHERE id = %(id)s AND answer IS NOT NULL
    RETURNING substring(answer FOR {LONGEST + 1})"""  # noqa: S608 - an answer that is too long is refused anyway
WITHDRAW = "DELETE FROM questions WHERE id = %(id)s"
TIDY = f"DELETE FROM questions WHERE expires < {_NOW}"  # noqa: S608

TAKE = f"""
    UPDATE questions SET taker = %(taker)s, until = {_NOW} + %(lease)s WHERE id = (
        SELECT id FROM questions WHERE kind = ANY(%(kinds)s) AND {_FREE} ORDER BY asked LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id, body"""  # noqa: S608
RENEW = f"UPDATE questions SET until = {_NOW} + %(lease)s WHERE taker = %(taker)s AND answer IS NULL AND until > 0"  # noqa: S608
GIVE_BACK = "UPDATE questions SET until = 0 WHERE taker = %(taker)s AND answer IS NULL"
ANSWER = f"""
    WITH answered AS (
        UPDATE questions SET answer = %(answer)s WHERE id = %(id)s AND taker = %(taker)s AND answer IS NULL RETURNING id
    ) SELECT pg_notify('{FROM_WORKERS}', %(payload)s) FROM answered"""  # noqa: S608
NOTIFY = "SELECT pg_notify(%(channel)s, %(payload)s)"
GRANTS = "GRANT SELECT, UPDATE (taker, until, answer) ON questions TO {role}"  # all that a worker needs


class WorkerAnswer(msgspec.Struct, frozen=True):
    """A worker's answer; None: its bot crashed or took too long."""

    decision: Decision | None


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """A worker's heartbeat."""

    worker: str
    bots: int  # that can think at once; 0: the worker stops
    kinds: list[str]


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """A question has its answer."""

    question: str


_MESSAGES: msgspec.json.Decoder[Alive | Answered] = msgspec.json.Decoder(Alive | Answered)


def write_message(message: Alive | Answered) -> str:
    """A worker's message to the servers, encoded."""
    return msgspec.json.encode(message).decode()


def read_message(payload: str) -> Alive | Answered:
    """A worker's message, decoded; `msgspec.MsgspecError` if it cannot be read."""
    return _MESSAGES.decode(payload)


@cache
def kind(name: str) -> str:
    """A game in this version of the program: a worker of another version would misread its records."""
    game = ziggurat.game(name)
    content = repr((game.known_rules, game.state, game.words)).encode()
    return f"{game.name} {ziggurat.__version__} {hashlib.sha256(content).hexdigest()[:12]}"


def kinds() -> list[str]:
    """All games, in this version of the program."""
    return [kind(name) for name in ziggurat.game_names()]
