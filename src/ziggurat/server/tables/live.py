"""A table in memory: commits what players do, and broadcasts what happened.

Everything that reads or changes the position holds the table's lock. A change is tried on the sitting, stored,
acknowledged, and only then broadcast. If it cannot be stored, the sitting is discarded and read again from the journal:
by the next request, or in the background (`loading.Recovery`), so that bots and clocks go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping
from dataclasses import replace
from typing import Any, Protocol, cast

from ziggurat.core.errors import ZigguratError
from ziggurat.core.sentence import sentence
from ziggurat.server import metrics
from ziggurat.server.protocol import (
    Ahead,
    Attend,
    ChatLine,
    Consent,
    Done,
    GameEvent,
    Hint,
    Look,
    Note,
    Past,
    Play,
    Preview,
    Prospects,
    Read,
    Resign,
    Said,
    Say,
    Seated,
    ServerMessage,
    Status,
    Undo,
    Welcome,
    WhyNot,
)
from ziggurat.server.refusals import NotAllowed, Refused, Stale
from ziggurat.server.runtime.clock import now
from ziggurat.server.runtime.services import (
    HasGames,
    HasPool,
    HasQuotas,
    HasSettings,
    KeepsTime,
    Leads,
    Notifies,
    Reads,
    Works,
    Writes,
)
from ziggurat.server.study import live_matches
from ziggurat.server.study.live_guard import LiveGuard
from ziggurat.server.tables import chat_store, frames, hints, loading, queries, table_store
from ziggurat.server.tables.driver import Driver
from ziggurat.server.tables.presence import Presence
from ziggurat.server.tables.sitting import ANSWER, AWAY, MOVE, RESIGN, TAKEN_OVER, TIMEOUT, Entry, Sitting
from ziggurat.server.transport.send_queue import Subscriber, Views

log = logging.getLogger("ziggurat.tables")
_BY_PERSON, _BY_BOT = metrics.MOVES.labels("person"), metrics.MOVES.labels("bot")
# The columns of a table's row that make it worth writing; most entries change none of them.
RARELY_CHANGED = ("status", "turn", "bot_turn", "deadline", "taken_over", "taken_at", "vacation")
FEW = 10  # decisions that may be encoded in the event loop; more are encoded in the worker thread


class TableServer(
    HasGames, HasPool, HasQuotas, HasSettings, KeepsTime, Leads, Notifies, Reads, Works, Writes, Protocol
):
    """What a table uses of the server process."""

    live_guard: LiveGuard
    page_build: str  # of the page that this server serves

    def unload(self, table: LiveTable) -> None:
        """Remove a table from memory, unless it is needed there."""

    def announce_in_lobby(self, table: LiveTable) -> None:
        """Send a table to everybody who has the lobby open."""

    async def store_chat(self, table_id: str, player: str, seat: int, message: Say) -> ChatLine | None:
        """Store a chat line; None if it was stored before."""


class LiveTable:
    """A table that somebody has open, or whose bots or clocks are running."""

    def __init__(self, server: TableServer, table_id: str) -> None:
        self.id = table_id
        self.server = server
        self.lock = asyncio.Lock()
        self.subscribers: dict[Subscriber, None] = {}  # in the order they came
        self.presence = Presence(self)
        self.driver = Driver(self)
        self.stored: table_store.Stored
        self.sitting: Sitting | None = None  # None before the start, if its rules are gone, and until it is reloaded
        self._recovery = loading.Recovery(self)
        self._closed = False
        self._last_broadcast = -1  # number of the last entry that subscribers have received
        self._history: frames.History
        self._written_row: Mapping[str, Any] = {}  # the changing columns of the table's row, as last written
        self._tasks: dict[asyncio.Task[None], None] = {}

    # ------------------------------------------------------------------------------------------------- loading

    async def load(self) -> None:
        """Read everything from the database, and broadcast the entries that subscribers have not received."""
        stored, journal = await self.server.read(loading.load_snapshot, self.id)
        begun = bool(journal) and loading.is_playable(stored)
        if begun:
            await self.server.games.require(stored.row.game)
        received = len(journal)
        if self._last_broadcast >= 0:
            received = sum(entry.number <= self._last_broadcast for entry in journal)
        sitting = await self.server.work(loading.replay, stored.plan(), journal[:received]) if begun else None
        self.stored, self.sitting, self._written_row, self._recovery.must_load = stored, sitting, {}, False
        self.driver.forget_question()
        if sitting is None:
            return
        self._history = frames.History(sitting)
        self._apply_all(sitting, journal[received:])
        self._last_broadcast = sitting.number
        self.driver.schedule()

    async def reload(self) -> None:
        """Read the table again because its row has changed, and send it to subscribers; retried in the background."""
        async with self.lock:
            self._recovery.must_announce = True
            try:
                await self.load_and_announce()
            except BaseException:
                self._discard()
                raise

    async def load_and_announce(self) -> None:
        """Read the table and send it whole to every subscriber. The caller holds the lock."""
        await self.load()
        self.announce()
        for subscriber in list(self.subscribers):
            if self.sitting is not None:
                await self.welcome(subscriber)
        self._recovery.must_announce = False

    async def reload_names(self) -> None:
        """Read the players' names and ratings again."""
        async with self.lock:
            stored = await self.server.read(table_store.load_table, self.id)
            self.stored = replace(self.stored, chairs=stored.chairs)
            self.stored.row.uncounted = stored.row.uncounted
            self.announce()

    async def refresh(self) -> None:
        """Read the entries that other processes have written; retried in the background if that fails."""
        async with self.lock:
            try:
                await self._catch_up()
            except Exception as problem:  # noqa: BLE001 - `Recovery` tries until it succeeds
                log.warning("cannot bring a table up to date: %s", problem)
                self._discard()

    async def _catch_up(self) -> None:
        if self.sitting is None:
            await self.load()
            return
        self._apply_all(self.sitting, await self.server.read(table_store.load_journal, self.id, self.sitting.number))
        self.driver.schedule()

    def _apply_all(self, sitting: Sitting, entries: list[Entry]) -> None:
        try:
            for entry in entries:
                self._broadcast(entry, sitting.apply(entry))
        except BaseException:
            self._discard()
            raise

    def _discard(self) -> None:
        """Forget the sitting, which may differ from the journal, and read it again as soon as possible."""
        self.sitting, self._recovery.must_load = None, True
        self.driver.forget_question()
        if not self._closed:
            self._recovery.start()

    async def _current(self) -> Sitting | None:
        """The sitting, if the match has begun. The caller holds the lock."""
        if self._recovery.must_load:
            await self.load()
        return self.sitting

    async def _playing(self) -> Sitting:
        sitting = await self._current()
        if sitting is not None:
            return sitting
        if self.stored.row.status == Status.OPEN:
            raise Refused("The match starts when the last seat is taken.")
        raise Refused(
            sentence(
                "This match uses version {rules} of the rules, which this server no longer has.",
                rules=self.stored.row.rules,
            )
        )

    @property
    def needed(self) -> bool:
        """Whether the table must stay in memory."""
        if self.subscribers:
            return True
        return self.server.leading and (self.driver.needed if self.sitting else self._recovery.must_load)

    @property
    def version(self) -> int:
        """The version of the position; 0 before the start."""
        return self.sitting.version if self.sitting else 0

    @property
    def bots(self) -> list[str | None]:
        """The bot on each seat, including those that have taken over; None: a person, or nobody yet."""
        return self.sitting.bots if self.sitting else [chair.bot for chair in self.stored.chairs]

    # -------------------------------------------------------------------------------------------- subscribers

    def subscribe(self, subscriber: Subscriber) -> None:
        """Add a socket that has opened the table."""
        subscriber.seat = self.stored.seat_of(subscriber.player)
        self.subscribers[subscriber] = None
        self.presence.visit()
        self.driver.schedule()

    def listeners(self) -> list[Subscriber]:
        """The sockets that messages are broadcast to: `welcome` comes first, and contains all that happened before."""
        return [subscriber for subscriber in self.subscribers if subscriber.welcomed]

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a socket."""
        self.subscribers.pop(subscriber, None)
        self.presence.visit()

    async def handle(self, subscriber: Subscriber, message: Any) -> None:
        """Do what a socket asks for, or raise a refusal."""
        match message:
            case Play() | Undo() | Consent() | Resign():
                async with self.lock:
                    await self._change(subscriber, message)
            case Look():
                async with self.lock:
                    subscriber.build = message.build
                    await self.welcome(subscriber, message.id)
            case Attend():
                await self.presence.attend(subscriber, here=message.here)
                _reply(subscriber, Done(message.id, self.version))
            case Say():
                await self._say(subscriber, message)
            case Note():
                await self._keep_note(subscriber, message)
            case Hint():
                await self._hint(subscriber, message)
            case Preview() | Ahead() | Past() | Prospects() | WhyNot():
                async with self.lock:
                    sitting = await self._playing()
                    _reply(subscriber, queries.answer(self.stored, sitting, subscriber.seat, message))
            case Read():
                async with self.lock:  # a text takes milliseconds: not in the event loop
                    sitting = await self._playing()
                    told = await self.server.work(queries.told, sitting, sitting.sees(subscriber.seat), message)
                    _reply(subscriber, told)

    async def welcome(self, subscriber: Subscriber, answering: str = "") -> None:
        """Send everything a subscriber's seat may know. The caller holds the lock."""
        sitting = await self._current()
        subscriber.seat = self.stored.seat_of(subscriber.player)
        note, chat, subscriber.muted = await self.server.read(
            loading.load_side_data, self.stored, subscriber.player, subscriber.seat
        )
        if sitting is not None and self._history.missing(sitting.sees(subscriber.seat)) > FEW:
            await self.server.work(self._history.of, sitting.sees(subscriber.seat))
        # No `await` from here on: a subscriber receives nothing before `welcome`, so nothing may happen in between.
        whole = self._compose_welcome(subscriber, sitting, chat=chat, note=note, id=answering)
        _reply(subscriber, whole)
        subscriber.welcomed = True
        for line in subscriber.early_chat:
            if line.id not in {listed.id for listed in chat}:
                _reply(subscriber, Said(line))
        subscriber.early_chat = []

    def _compose_welcome(self, subscriber: Subscriber, sitting: Sitting | None, **side_data: Any) -> Welcome:
        table = self.stored.for_player(subscriber.player)
        present = self.presence.current()
        if sitting is None:
            subscriber.record = None
            return Welcome(table, subscriber.seat, 0, 0, [], present, **side_data)
        seen_as = sitting.sees(subscriber.seat)
        at = self.server.served()
        makes_views = bool(subscriber.build) and subscriber.build == self.server.page_build
        subscriber.record = sitting.match.record(seen_as).tobytes() if makes_views else None
        return Welcome(
            table=table,
            seat=subscriber.seat,
            version=sitting.version,
            decisions=len(sitting.match),
            scores=sitting.match.scores,
            present=present,
            view=None if makes_views else sitting.match.view(seen_as),
            record=frames.seen_record(seen_as, subscriber.record),
            history=cast("list[GameEvent]", self._history.of(seen_as)),
            clocks=sitting.clocks.shown(at, sitting.actor),
            undoable=sitting.undoable(subscriber.seat),
            wish=sitting.wish,
            at=at if sitting.clocks.timed else 0,
            **side_data,
        )

    async def resend_clocks(self) -> None:
        """Send the table whole to everybody after served time has stood still."""
        if self.sitting is not None and self.sitting.clocks.timed:
            async with self.lock:
                for subscriber in list(self.subscribers):
                    await self.welcome(subscriber)

    async def resend_to(self, player: str) -> None:
        """Send the table whole to a player, whose list of muted people has changed."""
        async with self.lock:
            for subscriber in [subscriber for subscriber in self.subscribers if subscriber.player == player]:
                await self.welcome(subscriber)

    # --------------------------------------------------------------------------------------------- committing

    async def resign(self, player: str) -> None:
        """Resign for a player whose account ends; nothing happens if they no longer play here."""
        async with self.lock:
            sitting = await self._current()
            seat = self.stored.seat_of(player)
            if sitting is None or sitting.over or seat < 0 or sitting.bots[seat] is not None:
                return
            sitting.check_leaving(seat)
            await self.commit(RESIGN, seat, sitting.leaving(seat))

    async def pause_clock(self, seat: int, *, paused: bool) -> None:
        """Stop the clock of a seat, or let it run again."""
        async with self.lock:
            sitting = await self._playing()
            if not sitting.over and (seat in sitting.clocks.still) != paused:
                await self.commit(AWAY, seat, int(paused))

    async def _change(self, subscriber: Subscriber, message: Play | Undo | Consent | Resign) -> None:
        seat = subscriber.seat
        if seat < 0:
            raise NotAllowed("Only players at this table can do that.")
        if self.sitting is None:
            await self.load()
        sitting = await self._playing()
        if (seat, message.id) in sitting.answers:
            _reply(subscriber, Done(message.id, sitting.answers[seat, message.id]))
            return
        if isinstance(message, Resign):
            sitting.check_leaving(seat)
            await self.commit(RESIGN, seat, sitting.leaving(seat), message.id, subscriber)
            return
        if message.version > sitting.version:  # another process may be ahead
            await self._catch_up()
        if sitting.bots[seat] is not None:
            raise NotAllowed(TAKEN_OVER)
        sitting.expect(message.version)
        match message:
            case Play():
                kind, value = MOVE, sitting.read_move(seat, message.move)
            case Undo():
                kind, value = sitting.undo_kind(seat, message.decisions), message.decisions
            case Consent():
                sitting.check_answer(seat, message)
                kind, value = ANSWER, int(message.agree)
        await self.commit(kind, seat, value, message.id, subscriber)

    async def commit(
        self, kind: str, seat: int, value: int, client: str | None = None, sender: Subscriber | None = None
    ) -> None:
        """Try an entry, store it, acknowledge it, broadcast it. The caller holds the lock."""
        sitting = await self._playing()
        entry = sitting.entry(kind, seat, value, self.server.served(), client)
        needed_leader = sitting.needs_leader
        try:
            rows = sitting.apply(entry)
            if sitting.digest_due():
                entry = entry._replace(digest=sitting.match.digest())
            row = table_store.row_of(sitting, now())
            needs_leader = needed_leader or sitting.needs_leader
            tells_leader = needs_leader and not self.server.leading
            written = await self.server.writer.append(
                self.id,
                entry,
                row if self._must_write(row) else None,
                needs_leader=needs_leader,
                is_awaited=lambda: tells_leader or self.presence.awaited_elsewhere,
            )
        except BaseException:
            self._discard()  # the entry may or may not be stored: only the journal knows
            raise
        if not written:
            await self._after_conflict(seat, client, sender)
            return
        if kind == MOVE or sender:
            (_BY_PERSON if sender else _BY_BOT).inc()
        if sender is not None and client is not None:
            _reply(sender, Done(client, sitting.version))
        self._broadcast(entry, rows)
        if sitting.over and self.stored.row.rated:
            self.spawn(self.reload_names())  # with their new ratings
        self.driver.schedule()
        if not self.subscribers:
            asyncio.get_running_loop().call_soon(self.server.unload, self)

    async def _after_conflict(self, seat: int, client: str | None, sender: Subscriber | None) -> None:
        """Another process stored an entry first; acknowledge it if it is this very message, sent there before."""
        self._discard()
        sitting = await self._playing()
        if sender is None or client is None or (seat, client) not in sitting.answers:
            raise Stale("Somebody else decided at the same moment; look at the table again.")
        _reply(sender, Done(client, sitting.answers[seat, client]))

    def _must_write(self, row: Mapping[str, Any]) -> bool:
        """Whether an entry changes more of the table's row than the time."""
        if all(self._written_row.get(name, self) == row[name] for name in RARELY_CHANGED):
            return False
        self._written_row = row
        return True

    # ------------------------------------------------------------------------------------------- broadcasting

    def _broadcast(self, entry: Entry, rows: Any) -> None:
        """Send every subscriber what an entry has changed, as their seat may know it."""
        sitting = self.sitting
        if sitting is None:
            return
        self._last_broadcast = entry.number
        actor = sitting.actor
        update = frames.Update(sitting, entry, rows, self.server.served())
        encoded: dict[tuple[int, bool, bytes | None], bytes] = {}
        for subscriber in self.listeners():
            wants_view = subscriber.views is Views.ALWAYS or (
                subscriber.views is Views.TURN and (subscriber.seat == actor or sitting.over)
            )
            seen_as, had = sitting.sees(subscriber.seat), subscriber.record
            key = seen_as, wants_view, had
            if key not in encoded:
                encoded[key] = frames.encode(update.changed(seen_as, view=wants_view, had=had))
            if had is not None:
                subscriber.record = update.record(seen_as)
            subscriber.push(encoded[key])
        row = self.stored.row
        if actor != row.turn:
            self.presence.mark_turn_seen(actor)
        row.turn, row.deadline = actor, sitting.deadline()
        if sitting.over or entry.kind in (RESIGN, TIMEOUT, AWAY):
            vars(row).update(table_store.row_of(sitting, now()))
            self.announce()

    def announce(self) -> None:
        """Send the table's row and seats to its subscribers and to the lobby."""
        encoded: dict[str | None, bytes] = {}
        for subscriber in self.subscribers:
            subscriber.seat = self.stored.seat_of(subscriber.player)
        for subscriber in self.listeners():
            key = self.stored.reader_key(subscriber.player)
            if key not in encoded:
                encoded[key] = frames.encode(Seated(self.stored.for_player(key)))
            subscriber.push(encoded[key])
        if self.stored.listed:
            self.server.announce_in_lobby(self)
        self.presence.changed()

    def broadcast_chat(self, line: ChatLine, player: str) -> None:
        """Send a chat line to those who may read it and have not muted its writer."""
        message = frames.encode(Said(line))
        finished = self.stored.row.status == Status.FINISHED
        for subscriber in self.subscribers:
            same_room = finished or (self.stored.room_of(subscriber.seat) >= 0) == (line.seat >= 0)
            if not same_room or player in subscriber.muted:
                continue
            if subscriber.welcomed:
                subscriber.push(message)
            else:
                subscriber.early_chat.append(line)

    # ----------------------------------------------------------------------------------- chat, notes and hints

    async def _say(self, subscriber: Subscriber, message: Say) -> None:
        if subscriber.player is None:
            raise NotAllowed("Tell us who you are first: open the page, or send an API token.")
        seat = self.stored.room_of(subscriber.seat)
        line = await self.server.store_chat(self.id, subscriber.player, seat, message)
        _reply(subscriber, Done(message.id, self.version))
        if line is not None:
            self.broadcast_chat(line, subscriber.player)

    async def _keep_note(self, subscriber: Subscriber, message: Note) -> None:
        if subscriber.seat < 0 or subscriber.player is None:
            raise NotAllowed("Only players at this table can keep notes.")
        player = subscriber.player
        await self.server.writer.write(
            lambda connection: chat_store.keep_note(connection, self.id, player, message.text)
        )
        _reply(subscriber, Done(message.id, self.version))

    async def _hint(self, subscriber: Subscriber, message: Hint) -> None:
        server = self.server
        async with self.lock:
            sitting = await self._playing()
            seat = subscriber.seat
            question = hints.ask_for_hint(self.stored, sitting, seat, server.settings.hint_seconds)
            match, version = sitting.match.copy(), sitting.version
        live = await server.live_guard.matches(subscriber.player, match.game.name, helpless=True)
        if live:  # nobody gets hints for another match, by a table with its position
            await server.work(live_matches.check_position, match, live)
        server.quotas.check_bots()
        asker = server.quotas.asker(subscriber.player)
        answer = await hints.hint(server.pool, asker, question, match, version, message)
        await self._note_hint(seat)
        _reply(subscriber, answer)

    async def _note_hint(self, seat: int) -> None:
        """Remember for statistics that a seat has had a hint."""
        if seat not in self.stored.row.hinted:
            hinted = self.stored.row.hinted = [*self.stored.row.hinted, seat]
            await self.server.writer.write(lambda connection: table_store.note_hint(connection, self.id, hinted))

    # -------------------------------------------------------------------------------------- background tasks

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background until it ends or the table is closed."""
        task: asyncio.Task[None] = asyncio.create_task(self._supervise(work))
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)

    async def _supervise(self, work: Coroutine[Any, Any, None]) -> None:
        """After any error, reload the table: that asks bots and sets timers again."""
        try:
            await work
        except ZigguratError as problem:
            log.warning("the decision of a bot or a clock was not stored: %s", problem)
            self._discard()
        except Exception:
            log.exception("a background task of a table failed; reloading the table")
            self._discard()

    def close(self) -> None:
        """Stop all background tasks and close all sockets."""
        self._closed = True
        self.presence.close()
        self.driver.close()
        for task in self._tasks:
            task.cancel()
        for subscriber in self.subscribers:
            subscriber.close(1012)


def _reply(subscriber: Subscriber, message: ServerMessage) -> None:
    subscriber.push(frames.encode(message))
