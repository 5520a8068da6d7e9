"""A table on a device: people and bots at one browser, without a server.

It has the same state as a table of the server (`server.tables.sitting`: a plan and a journal) and speaks the same
protocol. One seat at a time looks at it, and is told what that seat may know.
"""

from __future__ import annotations

import secrets
from types import SimpleNamespace
from typing import Any

import msgspec

import ziggurat
from ziggurat.core.errors import BadLog, BadOption, ZigguratError
from ziggurat.core.match import Match
from ziggurat.core.record import digest
from ziggurat.server.protocol import (
    Attend,
    Consent,
    Done,
    FromClient,
    GameEvent,
    Hint,
    Hinted,
    Leave,
    Look,
    Note,
    Pace,
    Play,
    Present,
    Resign,
    Say,
    Seat,
    Seated,
    SeatKind,
    ServerMessage,
    Status,
    Table,
    Undo,
    Welcome,
)
from ziggurat.server.refusals import NotAllowed, Refused, as_refusal
from ziggurat.server.tables import frames, queries
from ziggurat.server.tables.sitting import (
    MOVE,
    RESIGN,
    START,
    TAKEN_OVER,
    UNDO,
    Entry,
    Plan,
    Sitting,
)

HINT = "hint:"  # `server.bots.worker`, which only the bots' worker imports
HINT_SECONDS = 0.5  # of a server; a browser takes about four times as long


class DeviceSeat(msgspec.Struct, frozen=True):
    """Who has a seat."""

    name: str
    bot: str | None = None  # None: a person


class DevicePlan(msgspec.Struct, frozen=True):
    """What is fixed when a match on a device begins."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    seed: str
    seats: list[DeviceSeat]
    leave: Leave
    stand_in: str
    hints: bool
    prospects: bool
    created: int
    start: dict[str, Any] | None = None


class JournalEntry(msgspec.Struct, frozen=True):
    """A line of a match's journal, as it is stored; see `server.tables.sitting.Entry`."""

    number: int
    kind: str
    seat: int
    value: int
    text: str | None
    client: str | None
    at: int
    digest: str | None = None


class BotQuestion(msgspec.Struct, frozen=True):
    """What a bot is asked; the answer goes to `DeviceTable.decided`."""

    table: str
    number: int  # of the entry after which it is asked
    hint: str  # the message that asks for a hint; empty: the bot decides
    question: dict[str, Any]  # `server.bots.worker.Question`


class DeviceUpdate(frames.Update):
    """What an entry has changed; choices are structs like everything else."""

    def _view(self, match: Match, seat: int) -> Any:
        return match.view(seat)


def server_plan(plan: DevicePlan) -> Plan:
    """The plan as a sitting takes it, or a refusal of one that cannot be played here."""
    ziggurat.game(plan.game).check_rules(plan.rules)
    if not plan.seed.isdecimal():
        raise BadOption("The seed of a match is a whole number.")
    return Plan(
        game=plan.game,
        rules=plan.rules,
        seats=len(plan.seats),
        options=plan.options,
        seed=int(plan.seed),
        start=plan.start,
        pace=Pace(),
        leave=Leave(plan.leave),
        stand_in=plan.stand_in,
        bots=tuple(seat.bot for seat in plan.seats),
    )


def entry_of(line: JournalEntry) -> Entry:
    """A stored line as an entry."""
    return Entry(line.number, line.kind, line.seat, line.value, line.text, line.client, line.at, line.digest)


class DeviceTable:
    """A table that the page has open. What it has to say waits in `said`, `stored` and `asked`."""

    def __init__(self, plan: DevicePlan, journal: list[JournalEntry], at: int) -> None:
        self.plan = plan
        self.sitting = Sitting(server_plan(plan))
        self.seat = -1
        self.said: list[ServerMessage] = []
        self.stored: list[Entry] = []
        self.asked: list[BotQuestion] = []
        self._changed = plan.created
        self._note = ""
        self._hint: Hint | None = None
        self._stored = SimpleNamespace(row=SimpleNamespace(prospects=plan.prospects, hints=plan.hints))
        self._replay(journal)
        if not journal:
            entry = Entry(0, START, -1, 0, None, None, at, self.sitting.match.digest())
            self.sitting.apply(entry)
            self.stored.append(entry)
        self.ask_bot()

    def _replay(self, journal: list[JournalEntry]) -> None:
        """Play a stored journal; refused if it is not one of this match."""
        last = None
        for number, line in enumerate(journal):
            if line.number != number:
                raise BadLog("The stored match is damaged: a part of it is missing.")
            self.sitting.apply(entry_of(line))
            self._changed = line.at
            if line.digest:
                last = (line.digest, self.sitting.match.record())
        if last is not None and digest(last[1]) != last[0]:
            raise BadLog("The stored match is damaged, or was played by other rules: it comes to another position.")

    # ------------------------------------------------------------------------------------------------- the reader

    def sit(self, seat: int) -> None:
        """Show the table to another seat (-1: to a spectator)."""
        if not -1 <= seat < len(self.plan.seats):
            raise Refused("There is no such seat.")
        self.seat = seat
        self.said.append(self.welcome())

    def welcome(self, answering: str = "") -> Welcome:
        """Everything the reader's seat may know."""
        sitting = self.sitting
        seen_as = sitting.sees(self.seat)
        return Welcome(
            table=self.table(),
            seat=self.seat,
            version=sitting.version,
            decisions=len(sitting.match),
            scores=sitting.match.scores,
            present=Present([True] * len(self.plan.seats), 0),
            view=sitting.match.view(seen_as),
            history=self._history(seen_as),
            note=self._note,
            undoable=sitting.undoable(self.seat),
            id=answering,
        )

    def _history(self, seat: int) -> list[GameEvent]:
        game = self.sitting.match.game
        happened = enumerate(self.sitting.happened)
        return [event for decision, rows in happened for event in frames.events_for(game, rows, seat, decision)]

    def table(self) -> Table:
        """The table as the reader may know it."""
        sitting, plan = self.sitting, self.plan
        return Table(
            id=plan.id,
            game=plan.game,
            rules=plan.rules,
            options=plan.options,
            seats=[self._seat(number) for number in range(len(plan.seats))],
            pace=Pace(),
            leave=Leave(plan.leave),
            hints=plan.hints,
            public=False,
            status=Status.FINISHED if sitting.over else Status.RUNNING,
            turn=sitting.actor,
            created=plan.created,
            changed=self._changed,
            yours=True,
            result=sitting.result,
            prospects=plan.prospects,
        )

    def _seat(self, number: int) -> Seat:
        chair, sitting, you = self.plan.seats[number], self.sitting, number == self.seat
        if number in sitting.taken_over:
            at = sitting.taken_at[sitting.taken_over.index(number)]
            return Seat(number, SeatKind.BOT, self.plan.stand_in, you, left=chair.name, left_at=at)
        return Seat(number, SeatKind.BOT if chair.bot else SeatKind.PERSON, chair.name, you and not chair.bot)

    # ------------------------------------------------------------------------------------------------- messages

    def hear(self, text: str, at: int) -> None:
        """Carry out a message. A refusal is answered with a sentence and changes nothing."""
        message: Any = None
        try:
            message = msgspec.json.decode(text, type=FromClient)
            self._answer(message, at)
        except msgspec.MsgspecError as problem:
            self.said.append(as_refusal(f"That message cannot be read: {problem}.", "", self.sitting.version))
        except ZigguratError as problem:
            self.said.append(as_refusal(problem.sentence, message.id, self.sitting.version))

    def _answer(self, message: Any, at: int) -> None:
        match message:
            case Play() | Undo() | Resign():
                self._change(message, at)
            case Look():
                self.said.append(self.welcome(message.id))
            case Attend():
                self._done(message.id)
            case Note():
                self._note = message.text
                self._done(message.id)
            case Say() | Consent():
                raise NotAllowed("Everybody at this table sits at this device.")
            case Hint():
                self._ask_hint(message)
            case _:
                stored: Any = self._stored
                self.said.append(queries.answer(stored, self.sitting, self.seat, message))

    def _done(self, answering: str) -> None:
        self.said.append(Done(answering, self.sitting.version))

    def _change(self, message: Play | Undo | Resign, at: int) -> None:
        seat, sitting = self.seat, self.sitting
        if seat < 0:
            raise NotAllowed("Only players at this table can do that.")
        if (seat, message.id) in sitting.answers:
            self.said.append(Done(message.id, sitting.answers[seat, message.id]))
            return
        if isinstance(message, Resign):
            sitting.check_leaving(seat)
            self._commit(RESIGN, seat, sitting.leaving(seat), at, message.id)
            return
        if sitting.bots[seat] is not None:
            raise NotAllowed(TAKEN_OVER)
        sitting.expect(message.version)
        if isinstance(message, Play):
            self._commit(MOVE, seat, sitting.read_move(seat, message.move), at, message.id)
        else:
            sitting.undo_kind(seat, message.decisions)  # refuses what is impossible; nobody else has to be asked
            self._commit(UNDO, seat, message.decisions, at, message.id)

    def _commit(self, kind: str, seat: int, value: int, at: int, client: str | None = None) -> None:
        """Apply an entry; tell the page to store it, then acknowledge it, then tell what it changed."""
        sitting = self.sitting
        entry = sitting.entry(kind, seat, value, at, client)
        rows = sitting.apply(entry)
        if sitting.digest_due():
            entry = entry._replace(digest=sitting.match.digest())
        self._changed = at
        self.stored.append(entry)
        if client is not None:
            self._done(client)
        self.said.append(DeviceUpdate(sitting, entry, rows, at).changed(sitting.sees(self.seat), view=True))
        if sitting.over or kind == RESIGN:
            self.said.append(Seated(self.table()))
        self.ask_bot()

    # ------------------------------------------------------------------------------------------------- bots

    def ask_bot(self) -> None:
        """Ask the bot whose turn it is."""
        sitting = self.sitting
        if sitting.over or not sitting.actor_is_bot:
            return
        self._ask(sitting.bots[sitting.actor] or self.plan.stand_in, "")

    def _ask(self, bot: str, hint: str) -> None:
        match = self.sitting.match
        question = {
            "type": "choose",
            "game": match.game.name,
            "bot": bot,
            "record": match.record(self.sitting.actor).tobytes(),
            "legal": match.legal(),
            "seed": secrets.randbelow(2**53),
        }
        self.asked.append(BotQuestion(self.plan.id, self.sitting.number, hint, question))

    def _ask_hint(self, message: Hint) -> None:
        if not self.plan.hints:
            raise NotAllowed("Hints are off at this table.")
        if not queries.decides(self.sitting, self.seat):
            raise NotAllowed("Only the player whose turn it is can ask for a hint.")
        self._hint = message
        self._ask(f"{HINT}{HINT_SECONDS:.3f}", message.id)

    def decided(self, number: int, hint: str, decision: dict[str, Any] | None, at: int) -> None:
        """Play what a bot has decided, or tell a hint; forgotten if the position has changed since.

        Without a decision (the bot has failed), any legal action is played.
        """
        sitting = self.sitting
        if hint:
            self._tell_hint(number, hint, decision)
            return
        if number != sitting.number or sitting.over or not sitting.actor_is_bot:
            return
        legal = sitting.match.legal()
        action = None if decision is None else decision["action"]
        self._commit(MOVE, sitting.actor, action if action in legal else secrets.choice(legal), at)

    def _tell_hint(self, number: int, hint: str, decision: dict[str, Any] | None) -> None:
        version = self.sitting.version
        if decision is None or number != self.sitting.number:
            self.said.append(as_refusal("The bot found no hint; try again.", hint, version))
            return
        text = self.sitting.match.game.notation.write(decision["action"])
        parts = (decision["candidates"], decision["expected"], decision["line"], decision["sequel"])
        self.said.append(Hinted(hint, version, decision["action"], text, *parts, decision["reasons"]))
