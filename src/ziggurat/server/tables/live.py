"""A table in memory: its sitting, the sockets around it, and the order in which things happen there.

One thing at a time: whoever wants to change or read the position holds the table's lock. A change is tried on the
sitting, stored, acknowledged, and only then told to everybody. If the disk does not take it, the sitting is thrown
away and read again from the journal, which alone is true: by whoever asks next, or by the table itself, which tries it
until it can. What bots and clocks do here is supervised in the same way, whatever goes wrong with it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import ziggurat
from ziggurat.core.errors import ZigguratError
from ziggurat.core.sentence import sentence
from ziggurat.server import metrics
from ziggurat.server.bots.pool import BotFailed
from ziggurat.server.bots.worker import Question, new_seed
from ziggurat.server.notifications import settings
from ziggurat.server.protocol import (
    Ahead,
    Attend,
    ChatLine,
    Consent,
    Done,
    GameEvent,
    Hint,
    Hinted,
    Look,
    Note,
    Past,
    Play,
    Preview,
    Prospects,
    Resign,
    Said,
    Say,
    Seated,
    Status,
    Undo,
    Welcome,
    Why,
)
from ziggurat.server.refusals import NotAllowed, Refused, Stale, Unsaved
from ziggurat.server.social import mute_block
from ziggurat.server.storage import database
from ziggurat.server.tables import chat_store, correspondence, frames, table_store, turns
from ziggurat.server.tables.presence import Presence
from ziggurat.server.tables.sitting import ANSWER, AWAY, MOVE, RESIGN, TAKEN_OVER, TIMEOUT, Entry, Plan, Sitting
from ziggurat.server.transport.send_queue import Line, Views

if TYPE_CHECKING:
    from ziggurat.server.process import ServerProcess

log = logging.getLogger("ziggurat.tables")
_BY_PERSON, _BY_BOT = metrics.MOVES.labels("person"), metrics.MOVES.labels("bot")
# columns of a table's row
OFTEN_THE_SAME = ("status", "turn", "bot_turn", "deadline", "taken_over", "taken_at", "vacation")
FRESH = 3_600_000  # milliseconds: an open table's row is told at most so often that somebody looked at it
AGAIN, AT_MOST = 0.25, 4.0  # seconds until a table that was lost is read again: each time twice as long, up to
FEW = 10  # decisions that are put into words at once
ATTEMPTS = 2  # how often a bot may fail at one decision before any legal action is taken for it


def now() -> int:
    """The time of day, in milliseconds."""
    return int(time.time() * 1000)


class LiveTable:
    """A table somebody is looking at, or a bot or a clock is running at."""

    def __init__(self, server: ServerProcess, table_id: str) -> None:
        self.id = table_id
        self.server = server
        self.lock = asyncio.Lock()
        self.lines: set[Line] = set()
        self.presence = Presence(self)
        self.stored: table_store.Stored
        self.sitting: Sitting | None = None  # none before the start, when the rules are gone, and while it is lost
        self._lost = False  # whether the sitting was thrown away and has to be read again
        self._untold = False  # whether the table itself has changed and those who are here do not know
        self._recovering = False
        self._closed = False
        self._announced = -1  # the last entry everybody has been told of
        self._history: frames.History
        self._row: dict[str, Any] = {}  # what is stored of it in the table's row
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking = -1  # the entry after which a bot has been asked
        self._visited = 0  # when somebody was last here, in milliseconds
        self._alarm: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------------------------------------- reading

    async def load(self) -> None:
        """Read everything from the database; what nobody here has been told yet is told."""
        stored, journal = await self.server.read(_load, self.id)
        game = stored.row.game
        playable = game in ziggurat.game_names() and stored.row.rules in ziggurat.game(game).known_rules
        if journal and playable:
            await self.server.games.require(game)
        told = journal if self._announced < 0 else [entry for entry in journal if entry.number <= self._announced]
        sitting = await self.server.work(_replayed, stored.plan(), told) if journal and playable else None
        self.stored, self.sitting, self._row, self._lost = stored, sitting, {}, False
        self._thinking = -1  # whoever thinks about the sitting that was here before is not listened to any more
        if sitting is None:
            return
        self._history = frames.History(sitting)
        try:
            for entry in journal[len(told) :]:
                self._tell(entry, sitting.apply(entry))
        except BaseException:
            self._lose()
            raise
        self._announced = sitting.number
        self.look_after()

    async def reload(self) -> None:
        """The table itself has changed: read it again, and tell everybody here; if that fails, it is tried again."""
        async with self.lock:
            self._untold = True
            try:
                await self._tell_changes()
            except BaseException:
                self._lose()
                raise

    async def _tell_changes(self) -> None:
        await self.load()
        self.announce()
        for line in list(self.lines):
            if self.sitting is not None:
                await self.welcome(line)
        self._untold = False

    async def reread_names(self) -> None:
        """Somebody at the table has chosen another name."""
        async with self.lock:
            stored = await self.server.read(table_store.load_table, self.id)
            self.stored = replace(self.stored, chairs=stored.chairs)
            self.stored.row.uncounted = stored.row.uncounted
            self.announce()

    async def refresh(self) -> None:
        """Read what other processes have written since; if that fails, the table tries it again by itself."""
        async with self.lock:
            try:
                await self._catch_up()
            except Exception as problem:  # noqa: BLE001 - see `_recover`
                log.warning("a table could not be brought up to date: %s", problem)
                self._lose()

    async def _catch_up(self) -> None:
        if self.sitting is None:
            await self.load()
            return
        entries = await self.server.read(table_store.load_journal, self.id, self.sitting.number)
        try:
            for entry in entries:
                rows = self.sitting.apply(entry)
                self._tell(entry, rows)
        except BaseException:
            self._lose()
            raise
        self.look_after()

    def _lose(self) -> None:
        """What is in memory may not be what is stored: throw it away, and read it again as soon as that is possible."""
        self.sitting, self._thinking, self._lost = None, -1, True
        if not self._recovering and not self._closed:
            self._recovering = True
            self._spawn(self._recover())

    async def _recover(self) -> None:
        pause = AGAIN
        while self._lost or self._untold:
            await asyncio.sleep(pause)
            pause = min(2 * pause, AT_MOST)
            try:
                async with self.lock:
                    if self._untold:
                        await self._tell_changes()
                    elif self._lost:
                        await self.load()
            except Exception as problem:  # noqa: BLE001 - until it succeeds
                log.warning("a table cannot be read again yet: %s", problem)
        self._recovering = False
        self.server.let_go(self)

    async def _present(self) -> Sitting | None:
        """The match as it stands, if it has begun; the lock is held."""
        if self._lost:
            await self.load()
        return self.sitting

    async def _playing(self) -> Sitting:
        sitting = await self._present()
        if sitting is not None:
            return sitting
        if self.stored.row.status == Status.OPEN:
            raise Refused("The match starts when the last seat is taken.")
        raise Refused(
            sentence(
                "The rules this match is played under, version {rules}, are not here any more.",
                rules=self.stored.row.rules,
            )
        )

    @property
    def needed(self) -> bool:
        """Whether the table has to stay in memory."""
        if self.lines:
            return True
        sitting = self.sitting
        if not self.server.leading or sitting is None:
            return self.server.leading and self._lost
        return (sitting.actor_is_bot and not self.abandoned) or sitting.deadline() is not None

    @property
    def abandoned(self) -> bool:
        """Whether its bots stop until somebody comes back: nobody is here, and nobody has been for a while.

        Where a turn may take days nobody is expected to watch, so there a bot decides for the person who waits for it.
        """
        sitting = self.sitting
        if self.presence.somebody or sitting is None:
            return False
        if self.stored.row.tournament:  # everybody waits for the end of its round
            return False
        if correspondence.is_correspondence(sitting.clocks.pace) and sitting.people(besides=-1):
            return False
        last = max(self._visited, int(self.stored.row.changed))
        return now() - last > self.server.settings.bot_patience * 60_000

    @property
    def bots(self) -> list[str | None]:
        """The bot on each seat, those that have taken over included; None: a person, or nobody yet."""
        return self.sitting.bots if self.sitting else [chair.bot for chair in self.stored.chairs]

    # ------------------------------------------------------------------------------------------------- answering

    def come(self, line: Line) -> None:
        """Somebody opens the table."""
        line.seat = self.stored.seat_of(line.player)
        self.lines.add(line)
        self._visit()
        self.presence.changed()
        self.look_after()

    def go(self, line: Line) -> None:
        """Somebody closes it."""
        self.lines.discard(line)
        self._visit()
        self.presence.changed()

    def _visit(self) -> None:
        """Note that somebody is here; an open table that was not looked at for a while is fresh again in the lobby."""
        self._visited = now()
        row = self.stored.row
        if row.status == Status.OPEN and self._visited - row.changed > FRESH:
            row.changed = at = self._visited
            told = self.server.writer.write(lambda connection: table_store.touch(connection, self.id, at))
            told.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def answer(self, line: Line, message: Any) -> None:
        """Do what a socket asks for; a refusal raises."""
        match message:
            case Play() | Undo() | Consent() | Resign():
                async with self.lock:
                    await self._change(line, message)
            case Look():
                async with self.lock:
                    await self.welcome(line, message.id)
            case Attend():
                await self._attend(line, here=message.here)
                line.push(frames.encode(Done(message.id, self.sitting.version if self.sitting else 0)))
            case Say():
                await self._say(line, message)
            case Note():
                await self._note(line, message)
            case Hint():
                await self._hint(line, message)
            case Preview():
                async with self.lock:
                    await self._preview(line, message)
            case Ahead():
                async with self.lock:
                    await self._ahead(line, message)
            case Past():
                async with self.lock:
                    sitting = await self._playing()
                    line.push(frames.encode(frames.shown(sitting, sitting.sees(line.seat), message)))
            case Prospects():
                async with self.lock:
                    await self._prospects(line, message)
            case Why():
                async with self.lock:
                    await self._why(line, message)

    async def welcome(self, line: Line, answering: str = "") -> None:
        """Tell a socket everything its seat may know; the lock is held."""
        sitting = await self._present()
        line.seat = self.stored.seat_of(line.player)
        side = await self.server.read(_side, self.id, line.player, line.seat, self.stored.row.status)
        note, chat, line.unheard = side
        table = self.stored.for_player(line.player)
        present = self.presence.now()
        if sitting is None:
            line.push(frames.encode(Welcome(table, line.seat, 0, 0, [], present, chat=chat, note=note, id=answering)))
            return
        seen = sitting.sees(line.seat)
        if self._history.missing(seen) > FEW:
            await self.server.work(self._history.of, seen)
        at = self.server.served()
        whole = Welcome(
            table=table,
            seat=line.seat,
            version=sitting.version,
            decisions=len(sitting.match),
            scores=sitting.match.scores,
            present=present,
            view=sitting.match.view(seen),
            history=cast("list[GameEvent]", self._history.of(seen)),
            chat=chat,
            note=note,
            clocks=sitting.clocks.shown(at, sitting.actor),
            undoable=sitting.undoable(line.seat),
            wish=sitting.wish,
            at=at if sitting.clocks.timed else 0,
            id=answering,
        )
        line.push(frames.encode(whole))

    async def tell_clocks(self) -> None:
        """Time has stood still for a while, which nobody at the table could know."""
        if self.sitting is None or not self.sitting.clocks.timed:
            return
        async with self.lock:
            for line in list(self.lines):
                await self.welcome(line)

    async def tell_chat(self, player: str) -> None:
        """Somebody wants to hear others from now on: they are told the whole table, with the chat as it is for them."""
        async with self.lock:
            for line in [line for line in self.lines if line.player == player]:
                await self.welcome(line)

    async def leave(self, player: str) -> None:
        """Take a player's seat away from a match that is being played, as if they had resigned."""
        async with self.lock:
            sitting = await self._present()
            seat = self.stored.seat_of(player)
            if sitting is None or sitting.over or seat < 0 or sitting.bots[seat] is not None:
                return
            sitting.check_leaving(seat)
            await self._commit(RESIGN, seat, sitting.leaving(seat), None, None)

    async def _change(self, line: Line, message: Play | Undo | Consent | Resign) -> None:
        seat = line.seat
        if seat < 0:
            raise NotAllowed("Spectators watch; only those who sit at the table play.")
        if self.sitting is None:
            await self.load()
        sitting = await self._playing()
        if (seat, message.id) in sitting.answers:
            line.push(frames.encode(Done(message.id, sitting.answers[seat, message.id])))
            return
        if isinstance(message, Resign):
            sitting.check_leaving(seat)
            await self._commit(RESIGN, seat, sitting.leaving(seat), message.id, line)
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
        await self._commit(kind, seat, value, message.id, line)

    async def _commit(self, kind: str, seat: int, value: int, client: str | None, line: Line | None) -> None:
        """Try, store, acknowledge, tell. The lock is held throughout."""
        sitting = await self._playing()
        entry = sitting.entry(kind, seat, value, self.server.served(), client)
        try:
            rows = sitting.apply(entry)
            if sitting.digest_due():
                entry = entry._replace(digest=sitting.match.digest())
            row = table_store.row_of(sitting, now())
            written = await self.server.writer.append(self.id, entry, row if self._is_news(row) else None)
        except BaseException:
            self._lose()  # what was tried may or may not be stored: the journal knows
            raise
        if not written:
            await self._after_another(seat, client, line)
            return
        if kind == MOVE or line:
            (_BY_PERSON if line else _BY_BOT).inc()
        if line is not None and client is not None:
            line.push(frames.encode(Done(client, sitting.version)))
        self._tell(entry, rows)
        if sitting.over and self.stored.row.rated:
            self._spawn(self.reread_names())  # and what the match has done to their ratings
        self.look_after()
        if not self.lines:
            asyncio.get_running_loop().call_soon(self.server.let_go, self)

    async def _after_another(self, seat: int, client: str | None, line: Line | None) -> None:
        """Somebody's entry came first; if it is this very message, come through another process, it is answered."""
        self._lose()
        sitting = await self._playing()
        if line is None or client is None or (seat, client) not in sitting.answers:
            raise Stale("Somebody else decided at the same moment; look at the table again.")
        line.push(frames.encode(Done(client, sitting.answers[seat, client])))

    def _is_news(self, row: dict[str, Any]) -> bool:
        """Whether a table's row has to be written: most entries change nothing in it but the time."""
        if all(self._row.get(name, self) == row[name] for name in OFTEN_THE_SAME):
            return False
        self._row = row
        return True

    # --------------------------------------------------------------------------------------------------- telling

    def _tell(self, entry: Entry, rows: Any) -> None:
        sitting = self.sitting
        if sitting is None:
            return
        self._announced = entry.number
        actor = sitting.actor
        update = frames.Update(sitting, entry, rows, self.server.served())
        made: dict[tuple[int, bool], bytes] = {}
        for line in self.lines:
            view = line.views is Views.ALWAYS or (line.views is Views.TURN and (line.seat == actor or sitting.over))
            key = sitting.sees(line.seat), view
            if key not in made:
                made[key] = frames.encode(update.changed(key[0], view=view))
            line.push(made[key])
        row = self.stored.row
        if actor != row.turn:
            self._see(actor)
        row.turn, row.deadline = actor, sitting.deadline()
        if sitting.over or entry.kind in (RESIGN, TIMEOUT, AWAY):
            vars(row).update(table_store.row_of(sitting, now()))
            self.announce()

    def announce(self) -> None:
        """Tell everybody at the table and in the lobby how the table is now."""
        made: dict[str | None, bytes] = {}
        for line in self.lines:
            line.seat = self.stored.seat_of(line.player)
            kind = self.stored.kind_of(line.player)
            if kind not in made:
                made[kind] = frames.encode(Seated(self.stored.for_player(kind)))
            line.push(made[kind])
        if self.stored.listed:
            self.server.list_table(self)
        self.presence.changed()

    def say(self, line: ChatLine, player: str) -> None:
        """Tell those who may hear it, and want to, what somebody said."""
        message = frames.encode(Said(line))
        together = self.stored.row.status == Status.FINISHED
        for other in self.lines:
            if player not in other.unheard and (together or (other.seat >= 0) == (line.seat >= 0)):
                other.push(message)

    # ---------------------------------------------------------------------------------------- eyes and vacations

    async def _attend(self, line: Line, *, here: bool) -> None:
        """Somebody looks at the table, or away: a program has no eyes."""
        line.here = here and not line.by_token
        if line.here and line.player is not None and line.seat >= 0:
            line.reachable = await self.server.read(settings.can_be_reached, line.player)
            if self.sitting is not None:
                self._see(self.sitting.actor)

    def _see(self, actor: int) -> None:
        """Whoever is to decide and has the table before their eyes need not be told by other ways."""
        for line in self.lines:
            if line.here and line.reachable and line.seat == actor and line.player is not None:
                player, at = line.player, now()
                seen = self.server.writer.write(partial(turns.see, table_id=self.id, player=player, at=at))
                seen.add_done_callback(lambda done: done.cancelled() or done.exception())
                return

    async def let_stand(self, seat: int, *, still: bool) -> None:
        """Let the clock of a seat stand still, or go on."""
        async with self.lock:
            sitting = await self._playing()
            if not sitting.over and (seat in sitting.clocks.still) != still:
                await self._commit(AWAY, seat, int(still), None, None)

    # --------------------------------------------------------------------------------------- chat, notes, hints

    async def _say(self, line: Line, message: Say) -> None:
        if line.player is None:
            raise NotAllowed("Open the page first, or send an API token, so that we know who you are.")
        said = await self.server.say(self.id, line.player, line.seat, message)
        line.push(frames.encode(Done(message.id, self.sitting.version if self.sitting else 0)))
        if said is not None:
            self.say(said, line.player)

    async def _note(self, line: Line, message: Note) -> None:
        if line.seat < 0 or line.player is None:
            raise NotAllowed("Only those who sit at the table keep notes there.")
        player = line.player
        await self.server.writer.write(
            lambda connection: chat_store.keep_note(connection, self.id, player, message.text)
        )
        line.push(frames.encode(Done(message.id, self.sitting.version if self.sitting else 0)))

    async def _preview(self, line: Line, message: Preview) -> None:
        sitting = await self._playing()
        sitting.expect(message.version)
        if not _decides(line, sitting):
            raise NotAllowed("A preview is for whoever is to decide.")
        line.push(frames.encode(frames.previewed(sitting, line.seat, message)))

    async def _ahead(self, line: Line, message: Ahead) -> None:
        sitting = await self._playing()
        sitting.expect(message.version)
        if line.seat < 0 or sitting.sees(line.seat) != line.seat or sitting.actor == line.seat:
            raise NotAllowed("Planning ahead is for those who play and wait for others.")
        line.push(frames.encode(frames.plannable(sitting, line.seat, message)))

    async def _prospects(self, line: Line, message: Prospects) -> None:
        sitting = await self._playing()
        if not self.stored.row.prospects:
            raise NotAllowed("At this table everybody counts for themselves.")
        line.push(frames.encode(frames.foreseen(sitting, sitting.sees(line.seat), message)))

    async def _why(self, line: Line, message: Why) -> None:
        sitting = await self._playing()
        sitting.expect(message.version)
        if not _decides(line, sitting):
            raise NotAllowed("Reasons are for whoever is to decide.")
        line.push(frames.encode(frames.reasoned(sitting, message)))

    async def _hint(self, line: Line, message: Hint) -> None:
        async with self.lock:
            sitting = await self._playing()
            if not self.stored.row.hints:
                raise NotAllowed("Hints are off at this table.")
            if not _decides(line, sitting):
                raise NotAllowed("A hint is for whoever is to decide.")
            version = sitting.version
            question = self._question(sitting, f"search:{self.server.settings.hint_seconds:.3f}")
        self.server.limits.check_bots()
        try:
            found = (await self.server.pool.choose(question, self.server.limits.asker(line.player))).decision
        except BotFailed as problem:
            raise Unsaved("The bot has no hint to give; try it again.") from problem
        text = sitting.match.game.notation.write(found.action)
        reasons = (found.candidates, found.expected, found.line, found.sequel)
        line.push(frames.encode(Hinted(message.id, version, found.action, text, *reasons)))

    # ------------------------------------------------------------------------------------------- bots and clocks

    def look_after(self) -> None:
        """In the process that drives bots and clocks: ask the bot, set the alarm."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        sitting = self.sitting
        if sitting is None or not self.server.leading or sitting.over:
            return
        if sitting.actor_is_bot and self._thinking != sitting.number and not self.abandoned:
            self._thinking = sitting.number
            self._spawn(self._think(sitting, sitting.number))
        deadline = sitting.deadline()
        if deadline is not None:
            left = max(0, deadline - self.server.served()) / 1000
            ring = lambda: self._spawn(self._time_out(sitting.number))  # noqa: E731
            self._alarm = asyncio.get_running_loop().call_later(min(left, 86_400), ring)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task: asyncio.Task[None] = asyncio.create_task(self._supervise(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _supervise(self, work: Coroutine[Any, Any, None]) -> None:
        """Whatever goes wrong in the background, the table is read again, and that asks bots and sets alarms anew."""
        try:
            await work
        except ZigguratError as problem:
            log.warning("what a bot or a clock decided at a table is not stored: %s", problem)
            self._lose()
        except Exception:
            log.exception("a bot's or a clock's task at a table failed; it is started again")
            self._lose()

    def _question(self, sitting: Sitting, bot: str) -> Question:
        """A position for a bot: what its seat sees and may do, and nothing else."""
        match = sitting.match
        return Question(match.game.name, bot, match.record(sitting.actor).tobytes(), match.legal(), new_seed())

    async def _think(self, sitting: Sitting, number: int) -> None:
        seat, bot = sitting.actor, sitting.bots[sitting.actor]
        question = self._question(sitting, bot or sitting.plan.stand_in)
        action, spent, shown = await self._choose(question, hidden=_hides(sitting))
        beat = self.server.settings.bot_beat / 1000
        if beat:  # answer on the beat: how long a bot thinks must not tell what it holds
            await asyncio.sleep(max(0.0, max(1, math.ceil(shown / beat)) * beat - spent))
        async with self.lock:
            if self.sitting is not sitting or sitting.number != number:
                return  # whoever changed that has looked after the table
            with suppress(Stale):  # somebody else's entry came first; reading it has asked the bot again
                await self._commit(MOVE, seat, action, None, None)

    async def _choose(self, question: Question, *, hidden: bool) -> tuple[int, float, float]:
        """What a bot decides, how long it thought, and how long it should seem to have: in seconds.

        A bot without a choice need not think. Where somebody could learn from that what it holds, it waits its turn
        and seems to think all the same; where everybody sees that there is no choice, it answers at once.
        """
        asker = self.server.limits.asker(self.stored.row.host)
        if len(question.legal) == 1:
            return question.legal[0], 0.0, await self.server.pool.pretend(question, asker) if hidden else 0.0
        for _ in range(ATTEMPTS):
            try:
                thought = await self.server.pool.choose(question, asker)
            except BotFailed:
                continue
            if thought.decision.action in question.legal:
                return thought.decision.action, thought.seconds, thought.seconds
            log.error("bot %s chose %s in %s, which is not legal", question.bot, thought.decision.action, question.game)
        return random.choice(question.legal), 0.0, 0.0

    async def _time_out(self, number: int) -> None:
        async with self.lock:
            sitting = self.sitting
            if sitting is None or sitting.number != number or sitting.over:
                return
            deadline = sitting.deadline()
            if deadline is None or self.server.served() < deadline:
                self.look_after()
                return
            with suppress(Stale):
                await self._commit(TIMEOUT, sitting.actor, sitting.leaving(sitting.actor), None, None)

    def close(self) -> None:
        """Stop everything that runs here."""
        self._closed = True
        self.presence.close()
        if self._alarm is not None:
            self._alarm.cancel()
        for task in self._tasks:
            task.cancel()
        for line in self.lines:
            line.close(1012)


def _decides(line: Line, sitting: Sitting) -> bool:
    """Whether it is this reader's own decision, and no bot's in their place."""
    return line.seat >= 0 and sitting.actor == line.seat and sitting.bots[line.seat] is None


def _hides(sitting: Sitting) -> bool:
    """Whether a person at the table could learn something from whether a bot has a choice.

    Where nothing is secret everybody can count a bot's choices; where only bots play on, nobody can use it.
    """
    return sitting.match.game.secrets and bool(sitting.people(besides=-1))


def _replayed(plan: Plan, journal: list[Entry]) -> Sitting:
    """A sitting as its journal has it."""
    sitting = Sitting(plan)
    for entry in journal:
        sitting.apply(entry)
    return sitting


def _load(connection: Any, table_id: str) -> tuple[table_store.Stored, list[Entry]]:
    """A table and its journal as of one moment: else a match could have begun in between, without its players."""
    database.begin_snapshot(connection)
    return table_store.load_table(connection, table_id), table_store.load_journal(connection, table_id)


def _side(
    connection: Any, table_id: str, player: str | None, seat: int, status: str
) -> tuple[str, list[ChatLine], frozenset[str]]:
    note = chat_store.load_note(connection, table_id, player) if player and seat >= 0 else ""
    together = status == Status.FINISHED
    chat = chat_store.load_chat(connection, table_id, player, players_room=seat >= 0, both=together)
    return note, chat, mute_block.load_muted(connection, player)
