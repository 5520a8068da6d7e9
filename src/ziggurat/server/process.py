"""One server process: the tables it has in memory, the lobby, its worker pools and background jobs."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, update
from sqlalchemy.exc import SQLAlchemyError

from ziggurat.server import metrics
from ziggurat.server.accounts import identity
from ziggurat.server.accounts.passwords import Passwords
from ziggurat.server.bots.pool import Pool
from ziggurat.server.bots.readiness import Readiness
from ziggurat.server.bots.remote_bots import Elsewhere
from ziggurat.server.notifications.outbox import Outbox
from ziggurat.server.notifications.turn_notifier import TurnNotifier
from ziggurat.server.notifications.vacations import Vacations
from ziggurat.server.protocol import ChatLine, Listed, Say
from ziggurat.server.ratings.statistics import Statisticians
from ziggurat.server.refusals import NotAllowed, NotFound, Refused, Unreachable, Unsaved
from ziggurat.server.runtime import messages
from ziggurat.server.runtime.coordinator import Coordinator
from ziggurat.server.runtime.messages import AnyNotice, Report
from ziggurat.server.settings import Settings
from ziggurat.server.social import mute_block
from ziggurat.server.social.last_seen import LastSeenRecorder
from ziggurat.server.social.matchmaking import Matchmaker
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.writer import Writer
from ziggurat.server.study.engine_lines import Searching
from ziggurat.server.study.live_guard import Passed
from ziggurat.server.study.replay_pool import Replayers
from ziggurat.server.study.reviews import Reviews
from ziggurat.server.tables import chat_store, frames, table_store
from ziggurat.server.tables.live import LiveTable, now
from ziggurat.server.tables.pictures import Gallery
from ziggurat.server.tables.quotas import Limits
from ziggurat.server.tournaments.director import Director
from ziggurat.server.transport.middleware import Buckets
from ziggurat.server.transport.send_queue import Line

log = logging.getLogger("ziggurat.server")
P = ParamSpec("P")
T = TypeVar("T")
READERS = 4
WRITING = 5.0  # seconds a write may take on a server that is ready


class ServerProcess:
    """Everything one server process holds."""

    def __init__(self, settings: Settings, engine: Engine) -> None:
        self.settings = settings
        self.engine = engine
        self.process = secrets.token_hex(4)
        self.tables: dict[str, LiveTable] = {}
        self.lobby: set[Line] = set()
        self.sockets = 0
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="worker")
        self._passed = Passed()
        self._later: set[asyncio.Task[None]] = set()
        self.messages = Buckets(settings.messages_each)  # by address and by player
        self.reports = Buckets(settings.reports / 3600, burst=max(settings.reports / 2, 1))  # by address

    async def open(self) -> None:
        """Begin to serve."""
        self.channel = "" if self.settings.is_sqlite else await self.read(messages.channel)
        self.writer = Writer(self.engine, asyncio.get_running_loop(), self.process, self.channel)
        self.elsewhere = None if self.settings.is_sqlite else self._elsewhere()
        self.pool = Pool(self.settings.bots, self.settings.bot_seconds, self.elsewhere)
        self.limits = Limits(self.settings, self.pool)
        self.replayers = Replayers(self.settings.replayers, self.settings.replay_seconds)
        self.passwords = Passwords()
        self.coordinator = Coordinator(self)
        self.keys = identity.Keys(self.settings.cookie_secret() or await self.read(identity.stored_secret))
        self.games = Readiness(self.coordinator.game_ready)
        self.games.open()
        await self.coordinator.open()
        self.gallery = Gallery(self)
        self.statistics = Statisticians(self)
        self.reviews = Reviews(self)
        self.reviews.open()
        self.director = Director(self)
        self.director.open()
        self.searching = Searching(self.settings, self.pool)
        self.outbox, self.turn_notifier, self.vacations = Outbox(self), TurnNotifier(self), Vacations(self)
        for work in (self.outbox, self.turn_notifier, self.vacations):
            work.open()
        self.matchmaker = Matchmaker(self)
        self.matchmaker.open()
        self.last_seen = LastSeenRecorder(self)
        self.last_seen.open()

    async def close(self) -> None:
        """Stop: sockets are told to come back, bots are ended, what is queued is written."""
        await self.director.close()
        await self.last_seen.close()
        await self.matchmaker.close()
        for work in (self.vacations, self.turn_notifier, self.outbox):
            await work.close()
        await self.reviews.close()
        await self.gallery.close()
        await self.games.close()
        await self.coordinator.close()
        for table in self.tables.values():
            table.close()
        for line in self.lobby:
            line.close(1012)
        await self.pool.close()
        if self.elsewhere is not None:
            await self.elsewhere.close()
        await self.replayers.close()
        self.passwords.close()
        self._worker.shutdown(cancel_futures=True)
        await asyncio.to_thread(self.writer.close)
        self._readers.shutdown()
        self.engine.dispose()

    def _elsewhere(self) -> Elsewhere:
        elsewhere = Elsewhere(database.dsn(self.engine), self.process, self.settings.bot_seconds)
        elsewhere.open()
        return elsewhere

    @property
    def leading(self) -> bool:
        """Whether this process drives bots and clocks."""
        return self.coordinator.leading

    def served(self) -> int:
        """The time by which clocks run."""
        return self.coordinator.now()

    async def read(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read from the database without holding anybody up; whatever is wrong with it is `Unreachable`."""

        def run() -> T:
            try:
                with self.engine.connect() as connection:
                    return work(connection, *args, **kwargs)
            except SQLAlchemyError as problem:
                log.warning("the database could not be read: %s", database.reason(problem))
                raise Unreachable("The database does not answer; try it again in a moment.") from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def work(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do what takes more than a millisecond, one after the other, while others are served."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, partial(work, *args, **kwargs))

    async def try_to_write(self) -> None:
        """Write something to see whether it is taken; refused if it is not, or not in time."""
        service = schema.service
        writing = self.writer.write(lambda c: c.execute(update(service).values(id=service.c.id)).rowcount)
        done, _ = await asyncio.wait([writing], timeout=WRITING)
        if not done:
            writing.add_done_callback(lambda late: late.cancelled() or late.exception())
            raise Unsaved("The disk has not taken anything for some seconds.")
        await writing

    # ---------------------------------------------------------------------------------------------------- tables

    async def table(self, table_id: str) -> LiveTable:
        """A table, read from the database if it is not in memory."""
        if table_id in self.tables:
            return self.tables[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        try:
            table = LiveTable(self, table_id)
            await table.load()
            self.tables[table_id] = table
            metrics.TABLES.set(len(self.tables))
            return table
        finally:
            del self._loading[table_id]  # here and by nobody else: there must not be two of a table

    async def check_finished(self, player: str | None, game: str, known: list[str]) -> None:
        """Refuse a position that a player has, or had, before them in a match that is still being played.

        `known` are its digests by seat, of what each knows there.
        """
        for table_id, seat in await self.read(table_store.running_seats, player or "", game):
            table = await self.table(table_id)
            sitting = table.sitting
            if sitting is not None and seat < len(known):
                passed = await self.work(self._passed.of, table_id, seat, sitting.match.copy())
                if known[seat] in passed:
                    raise NotAllowed("That position is of a match that is still being played; analyse it afterwards.")
            self.let_go(table)

    def let_go(self, table: LiveTable) -> None:
        """Forget a table nobody needs in memory."""
        if not table.needed and not table.lock.locked() and self.tables.get(table.id) is table:
            table.close()
            del self.tables[table.id]
            metrics.TABLES.set(len(self.tables))

    async def table_changed(self, table_id: str) -> None:
        """Someone sat down, left or filled the table: whoever is here sees it, and a bot may be first to decide."""
        known = table_id in self.tables or table_id in self._loading  # then it was read before this change, perhaps
        try:
            table = await self.table(table_id)
        except NotFound:
            return
        except Refused:
            self.coordinator.behind = True  # a bot may be first to decide there
            raise
        if known:
            await table.reload()
        else:
            table.announce()
        self.let_go(table)

    def list_table(self, table: LiveTable) -> None:
        """Tell the lobby of a table."""
        made: dict[str | None, bytes] = {}
        for line in self.lobby:
            kind = table.stored.kind_of(line.player)
            if kind not in made:
                made[kind] = frames.encode(Listed(table.stored.for_player(kind)))
            line.push(made[kind])

    # ---------------------------------------------------------------------------------------------------- people

    def cut(self, whose: str) -> None:
        """End the sockets of a player, or those opened with one cookie or token, here and in the other processes.

        Whoever still has something good comes back.
        """
        self._cut(whose)
        self.notify(messages.Cut(whose))

    def _cut(self, whose: str) -> None:
        everybody = {line for table in self.tables.values() for line in table.lines} | self.lobby
        for line in everybody:
            if whose in (line.player, line.credential):
                line.close(1012)

    async def renamed(self, player: str) -> None:
        """Tell those who have a table open at which a player sits what the player is called now."""
        for table in list(self.tables.values()):
            if table.stored.seat_of(player) >= 0:
                await table.reread_names()

    def can_be_reached(self, player: str) -> None:
        """A player can be told of their turns from now on: what they see here need not be told."""
        for table in self.tables.values():
            for line in table.lines:
                line.reachable |= line.player == player

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for, so that how long it takes tells nobody anything."""
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._done_later)

    def _done_later(self, task: asyncio.Task[None]) -> None:
        self._later.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.warning("what was put off could not be done: %s", task.exception())

    async def hears(self, player: str) -> None:
        """Somebody has muted others, or does so no longer: the tables they have open show the chat accordingly."""
        for table in list(self.tables.values()):
            if any(line.player == player for line in table.lines):
                await table.tell_chat(player)

    # ------------------------------------------------------------------------------------------------------ chat

    async def say(self, table_id: str, player: str, seat: int, message: Say) -> ChatLine | None:
        """Store something said, and tell the other processes; nothing if it was said before."""
        at = now()
        await self.read(mute_block.check_speaking, player, at)
        name = await self.read(identity.name_of, player)
        line = ChatLine(name, seat, message.text, at)
        work = partial(chat_store.say, table_id=table_id, player=player, line=line, client=message.id)
        line_id = await self.writer.write(work)
        if line_id is None:
            return None
        line = msgspec.structs.replace(line, id=line_id)
        self.notify(messages.Said(table_id, line, player))
        return line

    # ----------------------------------------------------------------------------------- other processes' notices

    def notify(self, notice: AnyNotice) -> None:
        """Tell the other processes something that is not written down."""
        if not self.settings.is_sqlite:
            sent = self.writer.write(lambda connection: None, notice)
            sent.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def hear(self, notice: AnyNotice) -> None:
        """Another process has written something."""
        try:
            match notice:
                case messages.Cut(whose):
                    self._cut(whose)
                case messages.Renamed(player):
                    await self.renamed(player)
                case messages.Changed(table_id):
                    await self.table_changed(table_id)
                case messages.Entered(table_id):
                    await self._follow(table_id)
                case messages.Said(table_id, line, player) if table_id in self.tables:
                    self.tables[table_id].say(line, player)
                case messages.Unheard(player):
                    await self.hears(player)
                case messages.Present(table_id, report):
                    await self._hear_present(table_id, report)
        except Exception as problem:  # noqa: BLE001 - whatever it was, what it told of is looked for again
            log.warning("a notice of another process could not be followed: %s", problem)
            self.coordinator.behind = True

    async def _follow(self, table_id: str) -> None:
        """A journal has grown; where a bot or a clock is to run, the table stays in memory."""
        table = self.tables.get(table_id)
        if table is not None:
            await table.refresh()
            self.let_go(table)
        elif self.leading:
            self.let_go(await self.table(table_id))

    async def _hear_present(self, table_id: str, report: Report) -> None:
        """Somebody is at a table in another process; if its bots have stopped, they go on."""
        table = self.tables.get(table_id)
        if table is None and self.leading and report.somebody and await self.read(table_store.is_bots_turn, table_id):
            table = await self.table(table_id)
        if table is not None:
            table.presence.hear(report)
            table.look_after()
            self.let_go(table)
