"""Reviews of finished matches: asked for by anybody, made once, one after the other, and kept.

What is asked for stands in the database, so that every process can say how far it is and a restart loses nothing. The
process that leads makes them, a look at a time, in a process of the bots' pool that gives way to all bots (`pool.py`).
Who asks while a match is running is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy import Connection, and_, func, or_, select, update

import ziggurat
from ziggurat.core.errors import ZigguratError
from ziggurat.core.match import Match
from ziggurat.core.sentence import sentence
from ziggurat.reviewing.judging import Judging, Looks
from ziggurat.reviewing.looks import Look, Question
from ziggurat.reviewing.plan import plan
from ziggurat.reviewing.report import Review
from ziggurat.server.bots.pool import BotFailed
from ziggurat.server.protocol import Reviewed, ReviewStatus, Status, Wording
from ziggurat.server.refusals import NotAllowed, NotReady, TooMuch, Unreachable, Unsaved, as_problem, packed, unpacked
from ziggurat.server.runtime.periodic import end
from ziggurat.server.storage import database, schema
from ziggurat.server.study import replays
from ziggurat.server.tables import table_store
from ziggurat.server.tables.sitting import MOVE, Entry
from ziggurat.warmup import is_compiled

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

log = logging.getLogger("ziggurat.reviews")
T = TypeVar("T")
reviews = schema.reviews
BEAT = 2.0  # seconds between two looks into the database for what another process was asked
TOLD = 1.0  # seconds between two notes of how far it is
TRIES = 3  # looks that fail before a review is given up
GIVEN_UP = sentence("The match could not be reviewed; try it again later.")
UNMADE = and_(reviews.c.made.is_(None), reviews.c.problem.is_(None))


class Made(msgspec.Struct, frozen=True):
    """A review as it is kept: by what each seat knew, and with everything visible where that is another."""

    known: msgspec.Raw
    open: msgspec.Raw


class Reviews:
    """What is asked for, what is being made, and what there is."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._wanted = asyncio.Event()
        self._making: dict[str, float] = {}  # the review that is being made here, with its progress
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reviews")
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to make what is asked for."""
        if self._server.settings.bots or not self._server.settings.is_sqlite:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is not ready is begun anew by whoever leads next."""
        if self._task is not None:
            await end(self._task)
        self._thread.shutdown(cancel_futures=True)

    # ----------------------------------------------------------------------------------------------- asking for them

    async def ask(self, table_id: str, check: Callable[[], None]) -> None:
        """Let a match be reviewed, unless it has been or will be; `check` refuses one more to whoever has had many."""
        stored, journal = await self._server.read(_load, table_id)
        replays.check_readable(stored)
        moves = sum(entry.kind == MOVE for entry in journal)
        plan(ziggurat.game(stored.row.game), 1, moves, self._server.settings.review_seconds)
        row = await self._server.read(_find, table_id)
        if row is not None and row.problem is None:
            return
        most = self._server.settings.review_queue
        if most and await self._server.read(_count_unmade) >= most:
            raise TooMuch("So many matches wait to be reviewed that another would wait long; try it again later.")
        check()
        await self._server.writer.write(partial(_want, table_id=table_id, asked=self._server.served()))
        self._wanted.set()

    async def state(self, table_id: str) -> bytes:
        """How far a review is, or what it says."""
        stored, row, ahead = await self._server.read(_state, table_id)
        if stored.row.status != Status.FINISHED:
            raise NotAllowed("The match is not over; it can be reviewed afterwards.")
        if row is None:
            return msgspec.json.encode(Reviewed(ReviewStatus.NONE))
        if row.made is not None:
            made = msgspec.json.decode(row.made, type=Made)
            told: dict[str, Any] = {"status": ReviewStatus.DONE, "ahead": 0, "progress": 1.0}
            return msgspec.json.encode({**told, "known": made.known, "open": made.open, "problem": None})
        if row.problem is not None:
            reason = unpacked(msgspec.json.decode(row.problem, type=Wording))
            return msgspec.json.encode(Reviewed(ReviewStatus.FAILED, problem=as_problem(reason)))
        progress = max(row.progress, self._making.get(table_id, 0.0))
        status = ReviewStatus.WAITING if ahead or not progress else ReviewStatus.RUNNING
        return msgspec.json.encode(Reviewed(status, ahead, round(progress, 3)))

    # --------------------------------------------------------------------------------------------------- making them

    async def _run(self) -> None:
        while True:
            try:
                table_id = await self._server.read(_next) if self._server.leading else None
                if table_id is None:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._wanted.wait(), BEAT)
                    self._wanted.clear()
                    continue
                await self._make(table_id)
            except (NotReady, Unreachable, Unsaved) as problem:
                log.warning("a review has to wait: %s", problem)
                await asyncio.sleep(BEAT)
            except Exception:
                log.exception("making a review failed")
                await asyncio.sleep(BEAT)

    async def _make(self, table_id: str) -> None:
        self._making = {table_id: 0.0}
        try:
            made = await self._made(table_id)
        except (NotReady, Unreachable, Unsaved):
            raise
        except ZigguratError as problem:
            await self._give_up(table_id, problem.sentence)
        except BotFailed:
            await self._give_up(table_id, GIVEN_UP)
        except Exception:
            log.exception("a match could not be reviewed")
            await self._give_up(table_id, GIVEN_UP)
        else:
            known, encoded = made["known"], msgspec.json.encode(made).decode()
            quality = [seat.quality for seat in known.seats] if known else None
            await self._server.writer.write(partial(_keep, table_id=table_id, made=encoded, quality=quality))
        finally:
            self._making = {}

    async def _give_up(self, table_id: str, reason: str) -> None:
        problem = msgspec.json.encode(packed(reason)).decode()
        await self._server.writer.write(partial(_keep, table_id=table_id, problem=problem))

    async def _made(self, table_id: str) -> dict[str, Review | None]:
        stored, journal = await self._server.read(_load, table_id)
        replays.check_readable(stored)
        game = ziggurat.game(stored.row.game)
        await self._server.games.require(game.name)
        if not await asyncio.to_thread(is_compiled, game, "champions"):
            raise NotReady(sentence("What a review of {game} needs is still being compiled.", game=game.title))
        match = await self._aside(replays.finished, stored.plan(), journal)
        seconds = self._server.settings.review_seconds
        ways = (False, True) if game.secrets else (False,)
        found: dict[str, Review | None] = {"known": None, "open": None}
        for at, openly in enumerate(ways):
            judging = await self._aside(_judging, match, seconds / len(ways), openly)
            found["open" if openly else "known"] = await self._judged(table_id, judging, at / len(ways), 1 / len(ways))
        return found

    async def _judged(self, table_id: str, judging: Judging, begun: float, part: float) -> Review:
        """Have every look taken, one after the other, and note how far it is."""
        loop, looks = asyncio.get_running_loop(), judging.looks()
        taken, told = 0, loop.time()
        found = await self._aside(_send, looks, None)
        while isinstance(found, Question):
            look = await self._look(found)
            taken += 1
            self._making[table_id] = begun + part * min(1.0, taken / judging.steps)
            if loop.time() - told > TOLD:
                told = loop.time()
                note = partial(_note, table_id=table_id, progress=self._making[table_id])
                await self._server.writer.write(note)
            found = await self._aside(_send, looks, look)
        return found

    async def _look(self, question: Question) -> Look:
        for _ in range(TRIES - 1):
            with suppress(BotFailed):
                return await self._server.pool.look(question)
        return await self._server.pool.look(question)

    async def _aside(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do what takes more than a millisecond where nobody waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *arguments))


def _judging(match: Match, seconds: float, openly: bool) -> Judging:
    return Judging(match, seconds, openly=openly)


def _send(looks: Looks, look: Look | None) -> Question | Review:
    """The next question; at the end, the review."""
    try:
        return next(looks) if look is None else looks.send(look)
    except StopIteration as ended:
        found: Review = ended.value
        return found


# ----------------------------------------------------------------------------------------------------- in the database


def _load(connection: Connection, table_id: str) -> tuple[table_store.Stored, list[Entry]]:
    stored = table_store.load_table(connection, table_id)
    if stored.row.status != Status.FINISHED:
        raise NotAllowed("The match is not over; it can be reviewed afterwards.")
    return stored, table_store.load_journal(connection, table_id)


def _find(connection: Connection, table_id: str) -> Any:
    return connection.execute(select(reviews).where(reviews.c.table_id == table_id)).first()


def _state(connection: Connection, table_id: str) -> tuple[table_store.Stored, Any, int]:
    """A table, its review, and how many are to be made before it."""
    stored, row = table_store.load_table(connection, table_id), _find(connection, table_id)
    if row is None or row.made is not None or row.problem is not None:
        return stored, row, 0
    before = or_(reviews.c.asked < row.asked, and_(reviews.c.asked == row.asked, reviews.c.table_id < table_id))
    query = select(func.count()).select_from(reviews).where(UNMADE, before)
    return stored, row, int(connection.execute(query).scalar_one())


def _count_unmade(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(reviews).where(UNMADE)).scalar_one())


def _next(connection: Connection) -> str | None:
    query = select(reviews.c.table_id).where(UNMADE).order_by(reviews.c.asked, reviews.c.table_id).limit(1)
    return connection.execute(query).scalar_one_or_none()


def _want(connection: Connection, table_id: str, asked: int) -> None:
    """Ask for a review; one that could not be made is tried again."""
    again = {"asked": asked, "progress": 0.0, "problem": None}
    new = database.upsert(connection, reviews).values(table_id=table_id, **again)
    tried = new.on_conflict_do_update(
        index_elements=[reviews.c.table_id], set_=again, where=reviews.c.problem.is_not(None)
    )
    connection.execute(tried)


def _note(connection: Connection, table_id: str, progress: float) -> None:
    connection.execute(update(reviews).where(reviews.c.table_id == table_id, UNMADE).values(progress=progress))


def _keep(
    connection: Connection,
    table_id: str,
    made: str | None = None,
    problem: str | None = None,
    quality: list[float | None] | None = None,
) -> None:
    """Keep what was made, or why nothing was; what is there already stays, for whoever has seen it."""
    kept = update(reviews).where(reviews.c.table_id == table_id, UNMADE)
    connection.execute(kept.values(made=made, problem=problem, quality=quality, progress=1.0))
