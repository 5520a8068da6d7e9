"""One server process: the tables it has in memory, the lobby, its worker pools and background jobs."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, update
from sqlalchemy.exc import SQLAlchemyError

import ziggurat
from ziggurat.server import metrics
from ziggurat.server.accounts import identity
from ziggurat.server.accounts.passwords import Passwords
from ziggurat.server.administration.follow_up import FollowUp
from ziggurat.server.bots.pool import Pool
from ziggurat.server.bots.readiness import Readiness
from ziggurat.server.bots.remote_bots import RemoteBots
from ziggurat.server.notifications.outbox import Outbox
from ziggurat.server.notifications.turn_notifier import TurnNotifier
from ziggurat.server.notifications.vacations import Vacations
from ziggurat.server.protocol import ChatLine, Listed, Say
from ziggurat.server.ratings.statistics import StatisticsCache
from ziggurat.server.refusals import NotFound, Refused, Unreachable, Unsaved
from ziggurat.server.runtime import machine, messages
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.coordinator import Coordinator
from ziggurat.server.runtime.messages import AnyMessage, PresenceReport
from ziggurat.server.runtime.peers import Peers
from ziggurat.server.settings import Settings
from ziggurat.server.social import mute_block
from ziggurat.server.social.last_seen import LastSeenRecorder
from ziggurat.server.social.matchmaking import Matchmaker
from ziggurat.server.storage import database, schema
from ziggurat.server.storage.backup_rotation import BackupWatch
from ziggurat.server.storage.writer import PumpFactory, Writer, WriterThread
from ziggurat.server.study.engine_lines import LineSearch
from ziggurat.server.study.live_guard import LiveGuard
from ziggurat.server.study.replay_pool import ReplayPool
from ziggurat.server.study.reviews import Reviews
from ziggurat.server.tables import chat_store, frames
from ziggurat.server.tables.live import LiveTable
from ziggurat.server.tables.pictures import PictureCache
from ziggurat.server.tables.quotas import Quotas
from ziggurat.server.tournaments.director import Director
from ziggurat.server.transport import static_pages
from ziggurat.server.transport.hand_over import HandOver
from ziggurat.server.transport.rate_limits import RateLimiter
from ziggurat.server.transport.send_queue import Subscriber

log = logging.getLogger("ziggurat.server")
P = ParamSpec("P")
T = TypeVar("T")
READERS = 4  # threads that read from the database
CROWD = 200  # sockets of a table: sending them a move costs ten times what reading it does, so others may share them
WRITE_TIMEOUT = 5.0  # seconds in which a healthy server writes


class ServerProcess:
    """Everything one server process holds."""

    def __init__(self, settings: Settings, engine: Engine, pump: PumpFactory = WriterThread) -> None:
        """`pump` runs the writer: a thread, or the simulator."""
        self.settings = settings
        self.engine = engine
        self._pump = pump
        self.process = machine.token_hex(4)
        self.peers = Peers()
        self.hand_over = HandOver(self.process, self.peers)
        self.tables: dict[str, LiveTable] = {}
        self.lobby: dict[Subscriber, None] = {}  # in the order they came
        self.sockets = 0
        self.sockets_each: Counter[str] = Counter()  # by address
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="worker")
        self.live_guard = LiveGuard(self)
        self._background: set[asyncio.Task[None]] = set()
        self.message_limiter = RateLimiter(settings.messages_each)  # by address and by player
        self.page_build = static_pages.build_of(settings.page)
        self.report_limiter = RateLimiter(settings.reports / 3600, burst=max(settings.reports / 2, 1))  # by address

    async def open(self) -> None:
        """Start the worker pools and background jobs."""
        self.started = now()
        self.channel = "" if self.settings.is_sqlite else await self.read(messages.channel)
        self.writer = Writer(self.engine, asyncio.get_running_loop(), self.process, self.channel, self._pump)
        self.remote_bots = None if self.settings.is_sqlite else self._open_remote_bots()
        self.pool = Pool(self.settings.bots, self.settings.bot_seconds, self.remote_bots, self.settings.bot_threads)
        self.quotas = Quotas(self.settings, self.pool)
        self.replayers = ReplayPool(self.settings.replayers, self.settings.replay_seconds)
        self.passwords = Passwords()
        self.coordinator = Coordinator(self)
        self.keys = identity.Keys(self.settings.cookie_secret() or await self.read(identity.stored_secret))
        self.games = Readiness(self.coordinator.game_ready)
        self.games.open()
        await self.coordinator.open()
        self.pictures = PictureCache(self)
        self.statistics = StatisticsCache(self)
        self.reviews = Reviews(self)
        self.reviews.open()
        self.director = Director(self)
        self.director.open()
        self.line_search = LineSearch(self.settings, self.pool)
        self.outbox, self.turn_notifier, self.vacations = Outbox(self), TurnNotifier(self), Vacations(self)
        for work in (self.outbox, self.turn_notifier, self.vacations):
            work.open()
        self.matchmaker = Matchmaker(self)
        self.matchmaker.open()
        self.last_seen = LastSeenRecorder(self)
        self.last_seen.open()
        self.backup_watch = BackupWatch(self)
        self.backup_watch.open()
        self.follow_up = FollowUp(self)
        self.follow_up.open()

    async def close(self) -> None:
        """Stop: close sockets with a code to reconnect, end bots, write queued changes."""
        await self.follow_up.close()
        await self.backup_watch.close()
        await self.director.close()
        await self.last_seen.close()
        await self.matchmaker.close()
        for work in (self.vacations, self.turn_notifier, self.outbox):
            await work.close()
        await self.reviews.close()
        await self.pictures.close()
        await self.games.close()
        await self.coordinator.close()
        for table in self.tables.values():
            table.close()
        for subscriber in self.lobby:
            subscriber.close(1012)
        await self.pool.close()
        if self.remote_bots is not None:
            await self.remote_bots.close()
        await self.replayers.close()
        self.passwords.close()
        self._worker.shutdown(cancel_futures=True)
        await asyncio.to_thread(self.writer.close)
        self._readers.shutdown()
        self.engine.dispose()

    def _open_remote_bots(self) -> RemoteBots:
        remote_bots = RemoteBots(database.dsn(self.engine), self.process, self.settings.bot_seconds)
        remote_bots.open()
        return remote_bots

    @property
    def leading(self) -> bool:
        """Whether this process is the leader, which runs bots and clocks."""
        return self.coordinator.leading

    @property
    def place(self) -> str:
        """Which processes this one takes sockets from; empty: none, as long as games are compiled."""
        return self.hand_over.place if self.games.all_ready else ""

    def takes_socket(self, table_id: str) -> bool:
        """Whether this process takes one more socket of a table from another process."""
        table = self.tables.get(table_id)
        crowded = table is not None and len(table.subscribers) >= CROWD
        return not crowded and self.sockets < self.settings.max_sockets

    def alive(self) -> messages.Alive:
        """What this process tells the others, and the admin page, of itself."""
        return messages.Alive(self.place, ziggurat.__version__, self.started, self.sockets, self.leading)

    def served(self) -> int:
        """Served time, by which match clocks run, in milliseconds."""
        return self.coordinator.now()

    async def read(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read from the database in a thread; raises `Unreachable` if that fails."""

        def run() -> T:
            try:
                with self.engine.connect() as connection:
                    return work(connection, *args, **kwargs)
            except SQLAlchemyError as problem:
                log.warning("cannot read from the database: %s", database.reason(problem))
                raise Unreachable("The database does not answer; try again in a moment.") from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def work(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run what takes more than a millisecond in the worker thread, one call at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, partial(work, *args, **kwargs))

    async def try_to_write(self) -> None:
        """Refuse unless the database takes a write in time."""
        service = schema.service
        writing = self.writer.write(lambda c: c.execute(update(service).values(id=service.c.id)).rowcount)
        done, _ = await asyncio.wait([writing], timeout=WRITE_TIMEOUT)
        if not done:
            writing.add_done_callback(lambda late: late.cancelled() or late.exception())
            raise Unsaved("Nothing could be stored for some seconds.")
        await writing

    # ---------------------------------------------------------------------------------------------------- tables

    async def table(self, table_id: str) -> LiveTable:
        """A table, loaded from the database if it is not in memory."""
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
            if not self.settings.is_sqlite and table.needed:  # its bots play on while somebody watches anywhere
                table.presence.ask()
            metrics.TABLES.set(len(self.tables))
            return table
        finally:
            del self._loading[table_id]  # only here: two copies of a table must never exist

    def unload(self, table: LiveTable) -> None:
        """Remove a table from memory, unless it is needed there."""
        if not table.needed and not table.lock.locked() and self.tables.get(table.id) is table:
            table.close()
            del self.tables[table.id]
            metrics.TABLES.set(len(self.tables))

    async def table_changed(self, table_id: str) -> None:
        """Reload a table whose seats or status have changed, and tell its subscribers."""
        loaded = table_id in self.tables or table_id in self._loading  # perhaps before this change
        if not loaded and not self.lobby and not self.leading:
            return  # nobody here waits for it
        try:
            table = await self.table(table_id)
        except NotFound:
            return
        except Refused:
            self.coordinator.must_resume = True  # a bot may be first to move there
            raise
        if loaded:
            await table.reload()
        else:
            table.announce()
        self.unload(table)

    def announce_in_lobby(self, table: LiveTable) -> None:
        """Send a table to everybody who has the lobby open."""
        encoded: dict[str | None, bytes] = {}
        for subscriber in self.lobby:
            key = table.stored.reader_key(subscriber.player)
            if key not in encoded:
                encoded[key] = frames.encode(Listed(table.stored.for_player(key)))
            subscriber.push(encoded[key])

    # ---------------------------------------------------------------------------------------------------- people

    def disconnect(self, player_or_credential: str) -> None:
        """Close the sockets of a player, or of one session or token, in all processes.

        Clients with a valid credential reconnect.
        """
        self._disconnect(player_or_credential)
        self.notify(messages.Disconnect(player_or_credential))

    def _disconnect(self, player_or_credential: str) -> None:
        at_tables = [subscriber for table in self.tables.values() for subscriber in table.subscribers]
        for subscriber in (*at_tables, *self.lobby):
            if player_or_credential in (subscriber.player, subscriber.credential):
                subscriber.close(1012)

    def people(self) -> set[str]:
        """The different players who have a table or the lobby open in this process."""
        at_tables = (subscriber for table in self.tables.values() for subscriber in table.subscribers)
        return {subscriber.player for subscriber in (*at_tables, *self.lobby) if subscriber.player}

    async def renamed(self, player: str) -> None:
        """Send a player's new name to everybody who has one of their tables open."""
        for table in list(self.tables.values()):
            if table.stored.seat_of(player) >= 0:
                await table.reload_names()

    def mark_reachable(self, player: str) -> None:
        """Note that a player now gets turn notifications, except for turns they see on the page."""
        for table in self.tables.values():
            for subscriber in table.subscribers:
                subscriber.reachable |= subscriber.player == player

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task that no request waits for, so that the time it takes reveals nothing."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background_done)

    def _background_done(self, task: asyncio.Task[None]) -> None:
        self._background.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.warning("a background task failed: %s", task.exception())

    async def reload_chat(self, player: str) -> None:
        """Send a player's open tables again, because they have muted or unmuted somebody."""
        for table in list(self.tables.values()):
            if any(subscriber.player == player for subscriber in table.subscribers):
                await table.resend_to(player)

    # ------------------------------------------------------------------------------------------------------ chat

    async def store_chat(self, table_id: str, player: str, seat: int, message: Say) -> ChatLine | None:
        """Store a chat line and send it to the other processes; None if it was stored before."""
        at = now()
        await self.read(mute_block.check_speaking, player, at)
        name = await self.read(identity.name_of, player)
        line = ChatLine(name, seat, message.text, at)
        work = partial(chat_store.say, table_id=table_id, player=player, line=line, client=message.id)
        line_id = await self.writer.write(work)
        if line_id is None:
            return None
        line = msgspec.structs.replace(line, id=line_id)
        self.notify(messages.ChatWritten(table_id, line, player))
        return line

    # ------------------------------------------------------------------------------------------- other processes

    def notify(self, message: AnyMessage) -> None:
        """Send a message to the other processes."""
        if not self.settings.is_sqlite:
            sent = self.writer.write(lambda connection: None, message)
            sent.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def handle(self, message: AnyMessage) -> None:
        """Do what the message of another process asks for."""
        try:
            match message:
                case messages.Disconnect(player_or_credential):
                    self._disconnect(player_or_credential)
                case messages.Renamed(player):
                    await self.renamed(player)
                case messages.TableChanged(table_id):
                    await self.table_changed(table_id)
                case messages.Entered(table_id, needs_leader):
                    await self._follow(table_id, needs_leader=needs_leader)
                case messages.ChatWritten(table_id, line, player) if table_id in self.tables:
                    self.tables[table_id].broadcast_chat(line, player)
                case messages.Muted(player):
                    await self.reload_chat(player)
                case messages.PresenceReported(table_id, report):
                    await self._receive_presence(table_id, report)
        except Exception as problem:  # noqa: BLE001 - `resume` finds whatever the message was about
            log.warning("cannot handle a message of another process: %s", problem)
            self.coordinator.must_resume = True

    async def _follow(self, table_id: str, *, needs_leader: bool) -> None:
        """Read the new entries of a journal; the leader keeps the table in memory if a bot or clock is to run."""
        table = self.tables.get(table_id)
        if table is not None:
            await table.refresh()
            self.unload(table)
        elif self.leading and needs_leader:
            self.unload(await self.table(table_id))

    async def _receive_presence(self, table_id: str, report: PresenceReport) -> None:
        """Note who has a table open in another process; bots that paused there go on."""
        table = self.tables.get(table_id)
        if table is None and self.leading and report.anyone_here and report.bot_turn:
            table = await self.table(table_id)
        if table is not None:
            table.presence.receive(report)
            table.driver.schedule()
            self.unload(table)
