"""The queue of questions that thinkers on other machines answer: what stands in it, and every statement on it.

A row is one question. A server inserts it, a thinker takes it for a few seconds at a time (`until`, by the database's
clock) and writes its answer, and the server that asked deletes it. So nothing a thinker does, or leaves undone, needs
to be tidied up: who vanishes stops taking, and an answer to a question that is gone, or somebody else's by now, changes
no row.
"""

from __future__ import annotations

import hashlib
from functools import cache

import msgspec

import ziggurat
from ziggurat.server.bots.worker import Decision

TO_THINKERS, FROM_THINKERS = "ziggurat_questions", "ziggurat_thinkers"  # channels
WHO = "who"  # on the first: whoever thinks is to say so
BEAT = 2.0  # seconds between two signs of life of a thinker
SILENCE = 7.0  # seconds without one after which it is taken for gone
LEASE = 4.0  # seconds for which a question is somebody's; extended with every beat of `RENEWAL`
RENEWAL = 1.0  # seconds
LONGEST = 65_536  # bytes of an answer

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_FREE = f"answer IS NULL AND until < {_NOW} AND expires > {_NOW}"

ASK = f"""
    WITH asked AS (
        INSERT INTO questions (id, kind, process, body, asked, expires, until)
        VALUES (%(id)s, %(kind)s, %(process)s, %(body)s, {_NOW}, {_NOW} + %(lasts)s, 0) RETURNING id
    ) SELECT pg_notify('{TO_THINKERS}', '') FROM asked"""  # noqa: S608 - constants
STATE = f"SELECT id, answer IS NOT NULL, until >= {_NOW} FROM questions WHERE process = %(process)s"  # noqa: S608
FETCH = f"""
    DELETE FROM questions WHERE id = %(id)s AND answer IS NOT NULL
    RETURNING substring(answer FOR {LONGEST + 1})"""  # noqa: S608 - nobody has to hold what is too long anyway
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
    ) SELECT pg_notify('{FROM_THINKERS}', %(notice)s) FROM answered"""  # noqa: S608
TELL = "SELECT pg_notify(%(channel)s, %(notice)s)"
GRANTS = "GRANT SELECT, UPDATE (taker, until, answer) ON questions TO {role}"  # all that a thinker needs


class Answer(msgspec.Struct, frozen=True):
    """What a thinker says; no decision: its bot crashed or took too long."""

    decision: Decision | None


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """A thinker is there, and how many bots think in it at once; 0: it is about to leave."""

    thinker: str
    bots: int
    kinds: list[str]


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """A question has its answer."""

    question: str


_NOTICES: msgspec.json.Decoder[Alive | Answered] = msgspec.json.Decoder(Alive | Answered)


def write_notice(notice: Alive | Answered) -> str:
    """What a thinker tells the servers, as it travels."""
    return msgspec.json.encode(notice).decode()


def read_notice(payload: str) -> Alive | Answered:
    """The same back; `msgspec.MsgspecError` if it is none."""
    return _NOTICES.decode(payload)


@cache
def kind(name: str) -> str:
    """A game as this version of the program plays it: a thinker of another version would misread its records."""
    game = ziggurat.game(name)
    made_of = repr((game.known_rules, game.state, game.words)).encode()
    return f"{game.name} {ziggurat.__version__} {hashlib.sha256(made_of).hexdigest()[:12]}"


def kinds() -> list[str]:
    """Every game there is, as this version plays it."""
    return [kind(name) for name in ziggurat.game_names()]
