"""What the server promises, and whether it is true: checked after every crash and at the end.

- Every acknowledged message is stored exactly once, and whatever anybody was told of is stored as they were told.
- A message that was refused is not stored. One that was acknowledged is acknowledged again if it is sent again.
- Every journal can be replayed, and nobody took back what had come to light.
- Served time, by which clocks run, is the time in which a server ran. Turns end when their time is up, and not before.
- Bots decide, also where nobody looks.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tests.sim.loop import START
from tests.sim.machine import EPOCH, FILE
from tests.sim.secrecy import Heard, Secrecy
from ziggurat.server.protocol import Leave, Pace
from ziggurat.server.tables.sitting import MOVE, TIMEOUT, UNDO, Entry, Plan, Sitting
from ziggurat.server.tables.sitting import START as STARTED

if TYPE_CHECKING:
    from tests.sim.network import Connection
    from tests.sim.people import Frame, Person
    from tests.sim.world import World

OVERDUE = 30.0  # seconds after which a turn whose time is up must have ended
BOTS_DECIDE = 300.0  # seconds in which a bot decides, also if its process hangs twice
ANSWERED = 60.0  # seconds in which a healthy server answers
AHEAD = 0.1  # seconds by which served time may be ahead; for rounding
OUTAGES = (  # refusals that say nothing about the message
    "The database does not answer; try again in a moment.",
    "That could not be saved, and nothing has changed; try again.",
)
INCOMPLETE = "journal number {number} of {table} is missing"

_ENTRIES = "SELECT rowid, table_id, number, kind, seat, value, text, client, at, digest FROM journal WHERE rowid > ?"
_TABLE = "SELECT game, rules, options, seed, start, pace, leave, stand_in, rated, tournament FROM tables WHERE id = ?"


class Replay:
    """A table's match, replayed from its journal as far as it has been checked."""

    def __init__(self, plan: Plan) -> None:
        self.sitting = Sitting(plan)
        self.revealing: list[bool] = []  # for each decision: whether something random or hidden came to light
        self.correspondence = plan.pace.kind == "turn"
        self.tournament = plan.tournament
        self.last = 0  # the served time of the last entry


class Promises:
    """Records of what was acknowledged, and of what is stored."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.secrecy = Secrecy(world)
        self._acknowledged: dict[tuple[str, int, str], int] = {}  # not checked yet
        self._unstored_chat: dict[tuple[str, str], None] = {}
        self._notes: dict[tuple[str, str], list[str]] = {}  # acknowledged, then what was sent later
        self._kinds: dict[str, tuple[str, Any]] = {}  # of messages that are not answered yet
        self._copies: Counter[tuple[str, str]] = Counter()
        self._refusals: Counter[tuple[str, str]] = Counter()
        self._refused: dict[tuple[str, str], str] = {}  # messages of which every copy was refused
        self._sent_again: dict[tuple[str, str], None] = {}  # messages that were sent again after their acknowledgement
        self._told: dict[tuple[str, int], tuple[str, int]] = {}  # not checked yet
        self._shown: dict[tuple[str, int], int] = {}  # versions that were shown, with their decisions; not checked yet
        self._opened: dict[str, None] = {}
        self._joined: dict[tuple[str, str], None] = {}
        self._entries = 0
        self._rowid = 0
        self._clients: dict[tuple[str, str], tuple[int, int]] = {}  # stored messages: their seat and number
        self._numbers: dict[tuple[str, int], tuple[str, int]] = {}  # stored entries: their kind and seat
        self._decisions: dict[tuple[str, int], int] = {}  # stored versions: how many decisions had been made
        self._replays: dict[str, Replay] = {}
        self.least_behind = 0.0

    # ----------------------------------------------------------------------------------------------------- listening

    def opened(self, table: str) -> None:
        """A table was opened."""
        self._opened[table] = None
        self._world.count("tables")

    def joined(self, tournament: str, name: str) -> None:
        """Somebody was told that they have joined a tournament."""
        self._joined[tournament, name] = None

    def sent(self, person: Person, kind: str, identity: str, fields: dict[str, Any]) -> None:
        """Somebody has sent a message that is to be stored."""
        self._kinds[identity] = kind, fields
        if kind == "note":
            self._notes.setdefault((person.table, person.name), []).append(fields["text"])

    def copied(self, table: str, identity: str) -> None:
        """A message goes to the server, perhaps again."""
        self._copies[table, identity] += 1

    def sent_again(self, table: str, identity: str) -> None:
        """Somebody sends a message again that was acknowledged."""
        self._sent_again[table, identity] = None

    def hear(self, person: Person, connection: Connection, frame: Frame, text: bytes) -> None:
        """Take note of what the server has told somebody."""
        world, table = self._world, connection.table
        if frame.type == "done":
            self._acknowledge(person, table, connection.seat, frame)
        elif frame.type == "refused":
            self._refuse(table, frame)
        elif frame.type == "said" and frame.line is not None:
            self._check_room(person, frame)
        elif frame.type in ("welcome", "changed"):
            if frame.at:
                self.check_served(frame.at)
            if frame.version:
                self._shown[table, frame.version] = frame.decisions
            if frame.type == "changed":
                self._told[table, frame.version if frame.kind in _MOVING else -1] = frame.kind, frame.seat
        if frame.type in ("welcome", "changed", "shown", "foreseen") and world.samples_twin():
            self.secrecy.keep(Heard(table, connection.seat, frame.type, text))

    def _acknowledge(self, person: Person, table: str, seat: int, frame: Frame) -> None:
        kind, fields = self._kinds.pop(frame.id, ("", {}))
        if not kind:
            return  # acknowledged before
        self._world.count("acknowledged")
        self._world.note("done", table, frame.id)
        if kind == "say":
            self._unstored_chat[table, frame.id] = None
        elif kind == "note":
            texts = self._notes[table, person.name]
            self._notes[table, person.name] = texts[texts.index(fields["text"]) :]
        else:
            self._acknowledged[table, seat, frame.id] = frame.version

    def _refuse(self, table: str, frame: Frame) -> None:
        key = table, frame.id
        self._world.count("refused")
        self._refusals[key] += 1
        if key in self._sent_again and frame.reason not in OUTAGES:
            self._world.fail(f"{key} was acknowledged, sent again, and refused ({frame.reason})")
        if self._refusals[key] == self._copies[key]:
            self._refused[key] = frame.reason
            if key in self._clients:
                self._world.fail(f"{key} was refused ({frame.reason}), but it is stored")

    def _check_room(self, person: Person, frame: Frame) -> None:
        """Players and spectators do not read each other's chat while the match goes on."""
        assert frame.line is not None
        plays = person.seat >= 0 and not person.left
        if person.view is not None and not person.over and plays != (frame.line.seat >= 0):
            self._world.fail(f"{person.name} on seat {person.seat} reads the chat of seat {frame.line.seat}")

    def check_served(self, at: int) -> None:
        """Served time is the time in which a server ran: never ahead of it, and behind it only after accidents."""
        machine = self._world.machine
        ahead = at / 1000 - EPOCH - START - machine.uptime
        if ahead > AHEAD:
            self._world.fail(f"the clocks ran for {ahead:.1f} s in which no server ran")
        if -ahead > machine.clock_doubt + 5.0:
            self._world.fail(f"the clocks stood still for {-ahead:.1f} s, of which {machine.clock_doubt:.1f} s are due")
        self.least_behind = max(self.least_behind, -ahead)

    # ------------------------------------------------------------------------------------------------------ checking

    def check(self, folder: Path, served: int, healthy: float) -> None:
        """Compare a disk with the acknowledgements; the server was healthy so long before it stopped."""
        copy = folder.with_name(f"{folder.name}-check")
        shutil.copytree(folder, copy)
        connection = sqlite3.connect(copy / FILE)
        try:
            self._check_journal(connection)
            self._check_others(connection)
        finally:
            connection.close()
            shutil.rmtree(copy)
        self._check_turns(served, healthy)

    def _check_journal(self, connection: sqlite3.Connection) -> None:
        world = self._world
        damage = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            world.fail(f"the database is damaged: {damage}")
        [(before,)] = connection.execute("SELECT count(*) FROM journal WHERE rowid <= ?", (self._rowid,))
        if before != self._entries:
            world.fail(f"{self._entries - before} entries are gone that were there after an earlier crash")
        for rowid, table, *columns in connection.execute(_ENTRIES, (self._rowid,)).fetchall():
            entry = Entry(*columns)
            self._rowid, self._entries = rowid, self._entries + 1
            self._numbers[table, entry.number] = entry.kind, entry.seat
            if entry.client is not None:
                if (table, entry.client) in self._clients:
                    world.fail(f"{entry.client} is stored twice at {table}")
                if reason := self._refused.get((table, entry.client)):
                    world.fail(f"{entry.client} was refused ({reason}), but it is stored at {table}")
                self._clients[table, entry.client] = entry.seat, entry.number
            self._replay(connection, table, entry)
        for table, seat, client in self._acknowledged:
            if self._clients.get((table, client), (-1, -1))[0] != seat:
                world.fail(f"{client} was acknowledged at {table}, but it is not stored")
        self._acknowledged.clear()
        for (table, number), what in self._told.items():
            if number >= 0 and self._numbers.get((table, number)) != what:
                stored = self._numbers.get((table, number))
                world.fail(f"people were told of {what} as number {number} of {table}, but stored is {stored}")
        self._told.clear()
        for (table, version), decisions in self._shown.items():
            if (made := self._decisions.get((table, version))) != decisions:
                world.fail(f"{decisions} decisions were shown as version {version} of {table}, but stored are {made}")
        self._shown.clear()
        self.secrecy.finish(self._replays)

    def _replay(self, connection: sqlite3.Connection, table: str, entry: Entry) -> None:
        world = self._world
        replay = self._replays.get(table)
        if replay is None:
            replay = self._replays[table] = Replay(_plan(connection, table))
        sitting = replay.sitting
        if entry.number != sitting.number + 1:
            world.fail(INCOMPLETE.format(number=sitting.number + 1, table=table))
        if entry.kind == UNDO and sitting.people(besides=entry.seat):
            taken = range(len(sitting.match) - entry.value, len(sitting.match))
            deciders = sitting.match.deciders()
            if any(replay.revealing[at] or deciders[at] != entry.seat for at in taken):
                world.fail(f"seat {entry.seat} of {table} took back, as number {entry.number}, what others have seen")
        absent = replay.tournament and not len(sitting.match)  # whoever does not come to a round loses
        if entry.kind == TIMEOUT and not absent:
            deadline = sitting.deadline()
            if deadline is None or deadline > entry.at:
                world.fail(f"the turn of seat {entry.seat} of {table} ended at {entry.at}, before {deadline}")
            world.count("turns that ran out of time")
        if entry.kind == MOVE:
            replay.revealing.append(bool(sitting.match.copy().decide(entry.value)[1]))
        sitting.apply(entry)
        del replay.revealing[len(sitting.match) :]
        if entry.digest is not None and entry.digest != sitting.match.digest():
            world.fail(f"number {entry.number} of {table} leads to another position than when it was played")
        if entry.kind != STARTED:
            self.secrecy.at(table, sitting)
        replay.last = entry.at
        self._decisions[table, sitting.version] = len(sitting.match)

    def _check_others(self, connection: sqlite3.Connection) -> None:
        world = self._world
        for table, client in self._unstored_chat:
            rows = connection.execute("SELECT count(*) FROM chat WHERE table_id = ? AND client = ?", (table, client))
            if rows.fetchone()[0] != 1:
                world.fail(f"the chat line {client} was acknowledged at {table}, but it is not stored")
        self._unstored_chat.clear()
        stored = {row[0] for row in connection.execute("SELECT id FROM tables")}
        if missing := [table for table in self._opened if table not in stored]:
            world.fail(f"the table {missing[0]} was opened, but it is not stored")
        if self._joined:
            query = "SELECT tournament, count(player) FROM tournament_players GROUP BY tournament"
            entered = dict(connection.execute(query).fetchall())
            for tournament, count in Counter(tournament for tournament, _ in self._joined).items():
                if entered.get(tournament, 0) < count:
                    world.fail(f"{count} people have joined the tournament {tournament}, but not all are stored")

    def _check_turns(self, served: int, healthy: float) -> None:
        """Turns have ended whose time was up, and bots have decided."""
        if healthy < OVERDUE:
            return
        for table, replay in self._replays.items():
            sitting = replay.sitting
            if sitting.over:
                continue
            deadline = sitting.deadline()
            if deadline is not None and served - deadline > 1000 * OVERDUE:
                late = (served - deadline) / 1000
                self._world.fail(f"the time of seat {sitting.actor} of {table} was up {late:.0f} s ago")
            never_pauses = (replay.correspondence and sitting.people(besides=-1)) or replay.tournament
            waits = min(healthy, (served - replay.last) / 1000)
            if sitting.actor_is_bot and never_pauses and waits > BOTS_DECIDE:
                self._world.fail(f"the bot of {table} has not decided for {BOTS_DECIDE:.0f} s")

    def check_waiting(self, people: list[Person]) -> None:
        """Nobody waits for an answer of a healthy server."""
        machine, now = self._world.machine, self._world.loop.time()
        if machine.healthy < ANSWERED:
            return
        for person in people:
            connection = person.connection
            if connection is None or not connection.open:
                continue
            if person.pending is not None and now - person.pending_since > ANSWERED:
                self._world.fail(f"{person.name} waits for an answer to {person.pending[1]}")
            if not connection.welcomed and now - connection.opened > ANSWERED:
                self._world.fail(f"{person.name} waits for the first message of {person.table}")

    def unfinished(self) -> dict[str, int]:
        """The tables whose matches go on, each with its version."""
        return {table: replay.sitting.version for table, replay in self._replays.items() if not replay.sitting.over}


_MOVING = (MOVE, UNDO, "resign", TIMEOUT)


def _plan(connection: sqlite3.Connection, table: str) -> Plan:
    row = connection.execute(_TABLE, (table,)).fetchone()
    game, rules, options, seed, start, pace, leave, stand_in, rated, tournament = row
    bots = connection.execute("SELECT bot FROM seats WHERE table_id = ? ORDER BY seat", (table,)).fetchall()
    decode = msgspec.json.decode
    return Plan(
        game, rules, len(bots), decode(options), int(seed), None if start in (None, "null") else decode(start),
        msgspec.convert(decode(pace), Pace), Leave(leave), stand_in, tuple(bot for (bot,) in bots), bool(rated),
        tournament is not None,
    )  # fmt: skip
