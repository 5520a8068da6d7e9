"""Reviews of finished matches: anybody may request one; each is made once and stored.

The queue is in the database, so that every process can show the progress and a restart loses nothing. It is fair
between addresses (`FairOrder`). The leader process makes the reviews, one evaluation at a time, in the bot pool, where
bots go first (`pool.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection, and_, func, or_, select, update

import ziggurat
from ziggurat.core.errors import ZigguratError
from ziggurat.core.match import Match
from ziggurat.core.sentence import sentence
from ziggurat.reviewing.evaluation import Evaluation, EvaluationRequest
from ziggurat.reviewing.judgement import Judging
from ziggurat.reviewing.plan import plan
from ziggurat.reviewing.report import EDITION, Review
from ziggurat.server.bots.pool import BotFailed
from ziggurat.server.protocol import Reviewed, ReviewStatus, Status, TryPlayed, Wording
from ziggurat.server.refusals import (
    NotAllowed,
    NotFound,
    NotReady,
    TooMuch,
    Unreachable,
    Unsaved,
    as_problem,
    packed,
    unpacked,
)
from ziggurat.server.runtime.fair_queue import OWN, Asker, FairOrder
from ziggurat.server.runtime.periodic import cancel_and_wait
from ziggurat.server.runtime.services import HasGames, HasPool, HasSettings, KeepsTime, Leads, Reads, Writes
from ziggurat.server.storage import database, schema
from ziggurat.server.study import replays, tries
from ziggurat.server.tables import table_store
from ziggurat.server.tables.sitting import MOVE, Entry
from ziggurat.warmup import is_compiled

log = logging.getLogger("ziggurat.reviews")
T = TypeVar("T")
reviews = schema.reviews
POLL = 2.0  # seconds between two looks at the queue, which other processes fill too
PROGRESS = 1.0  # seconds between two updates of the stored progress
TRIES = 3  # of an evaluation, before the review fails
SHARE, LEAST = 8, 4  # one address may have one in so many places of the queue, but at least so many
FULL = sentence("Too many matches are waiting for a review; try again later.")
GIVEN_UP = sentence("The match could not be reviewed; try again later.")
OUTDATED = sentence("This review was made before reviews counted in winning chances. Review the match again.")
NOT_REVIEWED = sentence("The match has not been reviewed yet.")
PENDING = and_(reviews.c.made.is_(None), reviews.c.problem.is_(None))


class StoredReview(msgspec.Struct, frozen=True):
    """A stored review: by what each seat knew, and with everything visible where that differs."""

    known: msgspec.Raw
    open: msgspec.Raw


class _Edition(msgspec.Struct, frozen=True):
    """Which edition of the format a stored review has."""

    edition: int = 1


def is_old(made: str) -> bool:
    """Whether a stored review counts in another way than reviews do now."""
    review = msgspec.json.decode(made, type=StoredReview)
    known = msgspec.json.decode(review.known, type=_Edition | None)
    return known is not None and known.edition < EDITION


class ReviewServer(HasGames, HasPool, HasSettings, KeepsTime, Leads, Reads, Writes, Protocol):
    """What reviews use of the server process."""


class Reviews:
    """The queue of reviews and their results."""

    def __init__(self, server: ReviewServer) -> None:
        self._server = server
        self._wanted = asyncio.Event()
        self._making: dict[str, float] = {}  # the review that is being made here, with its progress
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reviews")
        self._task: asyncio.Task[None] | None = None
        most, step = server.settings.review_queue, int(server.settings.review_seconds * 1000)
        self._order = FairOrder(step=step, each=max(LEAST, most // SHARE) if most else 0, refusal=FULL)

    def open(self) -> None:
        """Start working on the queue."""
        if self._server.settings.bots or not self._server.settings.is_sqlite:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; the next leader starts an unfinished review again."""
        if self._task is not None:
            await cancel_and_wait(self._task)
        self._thread.shutdown(cancel_futures=True)

    # ------------------------------------------------------------------------------------------------------ requests

    async def ask(self, table_id: str, address: str, check: Callable[[], None]) -> None:
        """Request a review from an address, unless there is one already; `check` may refuse a new one."""
        stored, journal = await self._server.read(_load, table_id)
        replays.check_readable(stored)
        moves = sum(entry.kind == MOVE for entry in journal)
        plan(ziggurat.game(stored.row.game), 1, moves, self._server.settings.review_seconds)
        row = await self._server.read(_find, table_id)
        outdated = row is not None and row.made is not None and is_old(row.made)
        if row is not None and row.problem is None and not outdated:
            return
        check()
        known = row.asked if outdated else None
        place = partial(self._order.place, address, now=self._server.served())
        most = self._server.settings.review_queue
        work = partial(_request, table_id=table_id, place=place, most=most, outdated=known)
        await self._server.writer.write(work)
        self._wanted.set()

    async def state(self, table_id: str) -> bytes:
        """The review of a match, or its progress, as JSON."""
        stored, row, ahead = await self._server.read(_state, table_id)
        if stored.row.status != Status.FINISHED:
            raise NotAllowed("The match is not over yet; it can be reviewed afterwards.")
        if row is None:
            return msgspec.json.encode(Reviewed(ReviewStatus.NONE))
        if row.made is not None and is_old(row.made):
            return msgspec.json.encode(Reviewed(ReviewStatus.NONE, problem=as_problem(OUTDATED)))
        if row.made is not None:
            review = msgspec.json.decode(row.made, type=StoredReview)
            answer: dict[str, Any] = {"status": ReviewStatus.DONE, "ahead": 0, "progress": 1.0}
            return msgspec.json.encode({**answer, "known": review.known, "open": review.open, "problem": None})
        if row.problem is not None:
            reason = unpacked(msgspec.json.decode(row.problem, type=Wording))
            return msgspec.json.encode(Reviewed(ReviewStatus.FAILED, problem=as_problem(reason)))
        progress = max(row.progress, self._making.get(table_id, 0.0))
        status = ReviewStatus.WAITING if ahead or not progress else ReviewStatus.RUNNING
        return msgspec.json.encode(Reviewed(status, ahead, round(progress, 3)))

    async def try_again(
        self, table_id: str, decision: int, move: int | str | None, why: str, *, asker: Asker
    ) -> TryPlayed:
        """A decision of a reviewed match, as its seat saw it; with a move, what that would have been worth."""
        stored, journal = await self._server.read(_load, table_id)
        replays.check_readable(stored)
        row = await self._server.read(_find, table_id)
        if row is None or row.made is None or is_old(row.made):
            raise NotFound(NOT_REVIEWED)
        review = msgspec.json.decode(msgspec.json.decode(row.made, type=StoredReview).known, type=Review | None)
        judged = tries.judged_at(review, decision)
        match = await self._in_thread(replays.at_decision, stored.plan(), journal, decision)
        if move is None:
            return await self._in_thread(tries.shown, match, decision, why)
        evaluations = tries.try_move(match, judged, move)
        step: EvaluationRequest | TryPlayed = await self._in_thread(_send, evaluations, None)
        try:
            while isinstance(step, EvaluationRequest):
                step = await self._in_thread(_send, evaluations, await self._evaluate(step, asker))
        except BotFailed as problem:
            raise Unreachable("The search failed; try again.") from problem
        return step

    # ---------------------------------------------------------------------------------------------------------- work

    async def _run(self) -> None:
        while True:
            try:
                table_id = await self._server.read(_next) if self._server.leading else None
                if table_id is None:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._wanted.wait(), POLL)
                    self._wanted.clear()
                    continue
                await self._make(table_id)
            except (NotReady, Unreachable, Unsaved) as problem:
                log.warning("the next review has to wait: %s", problem)
                await asyncio.sleep(POLL)
            except Exception:
                log.exception("the review queue failed and is tried again")
                await asyncio.sleep(POLL)

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
            log.exception("match %s could not be reviewed", table_id)
            await self._give_up(table_id, GIVEN_UP)
        else:
            known, encoded = made["known"], msgspec.json.encode(made).decode()
            quality = [seat.quality for seat in known.seats] if known else None
            await self._server.writer.write(partial(_store_result, table_id=table_id, made=encoded, quality=quality))
        finally:
            self._making = {}

    async def _give_up(self, table_id: str, reason: str) -> None:
        problem = msgspec.json.encode(packed(reason)).decode()
        await self._server.writer.write(partial(_store_result, table_id=table_id, problem=problem))

    async def _made(self, table_id: str) -> dict[str, Review | None]:
        stored, journal = await self._server.read(_load, table_id)
        replays.check_readable(stored)
        game = ziggurat.game(stored.row.game)
        await self._server.games.require(game.name)
        if not await asyncio.to_thread(is_compiled, game, "champions"):
            raise NotReady(sentence("The review engine of {game} is still being compiled.", game=game.title))
        match = await self._in_thread(replays.finished, stored.plan(), journal)
        seconds = self._server.settings.review_seconds
        ways = (False, True) if game.secrets else (False,)
        reviews_made: dict[str, Review | None] = {"known": None, "open": None}
        for at, openly in enumerate(ways):
            judging = await self._in_thread(_new_judging, match, seconds / len(ways), openly)
            reviews_made["open" if openly else "known"] = await self._judged(
                table_id, judging, at / len(ways), 1 / len(ways)
            )
        return reviews_made

    async def _judged(self, table_id: str, judging: Judging, begun: float, part: float) -> Review:
        """Run all evaluations of a review and store the progress."""
        loop, evaluations = asyncio.get_running_loop(), judging.evaluations()
        done, stored_at = 0, loop.time()
        step: EvaluationRequest | Review = await self._in_thread(_send, evaluations, None)
        while isinstance(step, EvaluationRequest):
            evaluation = await self._evaluate(step, OWN)
            done += 1
            self._making[table_id] = begun + part * min(1.0, done / judging.steps)
            if loop.time() - stored_at > PROGRESS:
                stored_at = loop.time()
                work = partial(_store_progress, table_id=table_id, progress=self._making[table_id])
                await self._server.writer.write(work)
            step = await self._in_thread(_send, evaluations, evaluation)
        return step

    async def _evaluate(self, request: EvaluationRequest, asker: Asker) -> Evaluation:
        for _ in range(TRIES - 1):
            with suppress(BotFailed):
                return await self._server.pool.look(request, asker)
        return await self._server.pool.look(request, asker)

    async def _in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run work that takes more than a millisecond in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *arguments))


def _new_judging(match: Match, seconds: float, openly: bool) -> Judging:
    return Judging(match, seconds, openly=openly)


def _send(
    evaluations: Generator[EvaluationRequest, Evaluation, T], evaluation: Evaluation | None
) -> EvaluationRequest | T:
    """The next request; at the end, the result."""
    try:
        return next(evaluations) if evaluation is None else evaluations.send(evaluation)
    except StopIteration as ended:
        result: T = ended.value
        return result


# ----------------------------------------------------------------------------------------------------- in the database


def _load(connection: Connection, table_id: str) -> tuple[table_store.Stored, list[Entry]]:
    stored = table_store.load_table(connection, table_id)
    if stored.row.status != Status.FINISHED:
        raise NotAllowed("The match is not over yet; it can be reviewed afterwards.")
    return stored, table_store.load_journal(connection, table_id)


def _find(connection: Connection, table_id: str) -> Any:
    return connection.execute(select(reviews).where(reviews.c.table_id == table_id)).first()


def _state(connection: Connection, table_id: str) -> tuple[table_store.Stored, Any, int]:
    """A table, its review, and how many reviews are ahead of it."""
    stored, row = table_store.load_table(connection, table_id), _find(connection, table_id)
    if row is None or row.made is not None or row.problem is not None:
        return stored, row, 0
    before = or_(reviews.c.asked < row.asked, and_(reviews.c.asked == row.asked, reviews.c.table_id < table_id))
    query = select(func.count()).select_from(reviews).where(PENDING, before)
    return stored, row, int(connection.execute(query).scalar_one())


def _pending(connection: Connection) -> tuple[int | None, int]:
    """The first place in the queue, and the queue's length."""
    first, count = connection.execute(select(func.min(reviews.c.asked), func.count()).where(PENDING)).one()
    return first, count


def _next(connection: Connection) -> str | None:
    query = select(reviews.c.table_id).where(PENDING).order_by(reviews.c.asked, reviews.c.table_id).limit(1)
    return connection.execute(query).scalar_one_or_none()


def _request(
    connection: Connection, table_id: str, place: Callable[[int | None], int], most: int, outdated: int | None
) -> None:
    """Add a review to the queue; one that failed, or the outdated one that was asked for then, is made again."""
    row = _find(connection, table_id)
    is_outdated = row is not None and outdated is not None and row.made is not None and row.asked == outdated
    if row is not None and row.problem is None and not is_outdated:
        return
    first, pending = _pending(connection)
    if most and pending >= most:
        raise TooMuch(FULL)
    again = {"asked": place(first), "progress": 0.0, "problem": None, "made": None}
    new = database.upsert(connection, reviews).values(table_id=table_id, **again)
    is_replaced = or_(
        reviews.c.problem.is_not(None), and_(reviews.c.made.is_not(None), reviews.c.asked == outdated)
    )  # `asked` is never null, so that no `outdated` matches nothing
    tried = new.on_conflict_do_update(index_elements=[reviews.c.table_id], set_=again, where=is_replaced)
    connection.execute(tried)


def _store_progress(connection: Connection, table_id: str, progress: float) -> None:
    connection.execute(update(reviews).where(reviews.c.table_id == table_id, PENDING).values(progress=progress))


def _store_result(
    connection: Connection,
    table_id: str,
    made: str | None = None,
    problem: str | None = None,
    quality: list[float | None] | None = None,
) -> None:
    """Store a review or the reason why it failed; an existing result is not replaced."""
    own_row = update(reviews).where(reviews.c.table_id == table_id, PENDING)
    connection.execute(own_row.values(made=made, problem=problem, quality=quality, progress=1.0))
