"""The state of a table, computed from its plan and its journal.

A sitting is a pure function of the two: nothing here waits, reads a clock or touches the disk. What a player asks for
is tried here first, and broadcast only after it is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

import numpy as np

import ziggurat
from ziggurat.core.errors import IllegalMove, UndoRefused
from ziggurat.core.match import Match
from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import Consent, Leave, Pace, Result, Status, UndoRequest
from ziggurat.server.refusals import NotAllowed, Refused, Stale
from ziggurat.server.tables import results
from ziggurat.server.tables.clocks import Clocks

START, MOVE, UNDO, ASK, ANSWER, RESIGN, TIMEOUT = "start", "move", "undo", "ask", "answer", "resign", "timeout"
ABORT = "abort"  # whoever runs the server has ended the match; the text is their reason
AWAY = "away"  # a clock stops (1), or runs again (0)
Rows = np.ndarray[Any, np.dtype[np.int32]]
DIGEST_EVERY = 16  # entries
MOST_ENTRIES = 10_000  # after which nothing can be undone, so that a journal cannot grow without end
_WHY = {RESIGN: results.RESIGNED, TIMEOUT: results.TIMEOUT}
TAKEN_OVER = sentence("A bot has taken over your seat.")
# The value of a `resign` or `timeout`: leave as `Plan.leave` says, or end the match in any case.
AS_PLANNED, MATCH_ENDS = 0, 1


@dataclass(frozen=True)
class Plan:
    """What is fixed when a match starts."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: int
    start: dict[str, Any] | None
    pace: Pace
    leave: Leave
    stand_in: str
    bots: tuple[str | None, ...]  # by seat; None: a person
    rated: bool = False
    tournament: bool = False  # whether it belongs to a tournament


class MatchRow(TypedDict):
    """What an entry changes in the row of its table: columns of `schema.tables`."""

    status: Status
    turn: int
    bot_turn: bool
    deadline: int | None
    taken_over: list[int]
    taken_at: list[int]
    vacation: list[int]
    result: dict[str, Any] | None
    changed: int


class Entry(NamedTuple):
    """One line of a table's journal."""

    number: int
    kind: str
    seat: int
    value: int
    text: str | None
    client: str | None
    at: int
    digest: str | None = None


def begin(plan: Plan) -> Match:
    """The match of a plan, before its first decision."""
    if plan.start is not None:
        return ziggurat.load(plan.game, {**plan.start, "rules": plan.rules})
    game = ziggurat.game(plan.game)
    return Match(game, game.check_seats(plan.seats), game.read_options(plan.options), plan.seed, rules=plan.rules)


class Sitting:
    """A match in progress, or its end."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.match = begin(plan)
        self.number = -1  # of the last entry
        self.version = 0  # of the last entry that changed the position
        self.bots = list(plan.bots)
        self.taken_over: list[int] = []  # the seats that bots have taken over from people
        self.taken_at: list[int] = []  # for each of them, the first decision of the bot
        self.clocks = Clocks(plan.pace, plan.seats)
        self.wish: UndoRequest | None = None
        self.result: Result | None = None
        self.answers: dict[tuple[int, str], int] = {}  # by seat and client id: the version an entry led to
        self.actor = self.match.actor  # the seat that decides; -1: the match is over
        self.happened: list[Rows] = []  # the events of each decision, for `frames.History`

    # ----------------------------------------------------------------------------------------------------- queries

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return self.result is not None

    @property
    def actor_is_bot(self) -> bool:
        """Whether a bot decides now."""
        return self.actor >= 0 and self.bots[self.actor] is not None

    @property
    def needs_leader(self) -> bool:
        """Whether a bot decides now, or a clock runs."""
        return not self.over and (self.actor_is_bot or self.deadline() is not None)

    def sees(self, seat: int) -> int:
        """As which seat a player sees the match: as a spectator if a bot has taken over, until the match is over."""
        return -1 if seat in self.taken_over and not self.over else seat

    def deadline(self) -> int | None:
        """When the clock of the person who decides runs out."""
        return None if self.actor_is_bot else self.clocks.deadline(self.actor)

    def undoable(self, seat: int) -> int:
        """How many decisions a seat may take back without consent."""
        return self.match.can_undo() if not self.over and self.match.last_decider == seat else 0

    def entry(self, kind: str, seat: int, value: int, at: int, client: str | None = None) -> Entry:
        """The next entry of the journal."""
        number = self.number + 1
        text = self.match.game.notation.write(value) if kind == MOVE else None
        return Entry(number, kind, seat, value, text, client, at)

    # ------------------------------------------------------------------------------------------- players' requests

    def expect(self, version: int) -> None:
        """Refuse a request for another position, or after the end."""
        if self.over and self.result:
            raise Refused(sentence("The match is over: {ending}.", ending=self.result.ending))
        if version != self.version:
            raise Stale(
                sentence(
                    "The position has changed: you sent version {version}, and it is now version {now}.",
                    version=version,
                    now=self.version,
                )
            )

    def read_move(self, seat: int, move: int | str) -> int:
        """The action a seat wants to play; refused if it is not this seat's turn or not legal.

        The refusal uses only what the seat may know.
        """
        if seat != self.actor:
            raise NotAllowed(sentence("It is seat {seat}'s turn, not yours.", seat=self.actor))
        game = self.match.game
        action = game.notation.read(move) if isinstance(move, str) else move
        if not 0 <= action < game.actions:
            raise IllegalMove(game.no_action(action))
        if not self.match.allows(action):
            raise IllegalMove(game.notation.refuse(self.match.record(seat)[0], action))
        return action

    def undo_kind(self, seat: int, decisions: int) -> str:
        """UNDO if a seat may take decisions back, ASK if others have to agree first."""
        if self.number >= MOST_ENTRIES:
            raise UndoRefused("Too much was taken back in this match; nothing more can be undone.")
        if decisions > len(self.match):
            raise UndoRefused(
                sentence(
                    "Only {made} decisions have been made, so {decisions} cannot be taken back.",
                    made=len(self.match),
                    decisions=decisions,
                )
            )
        if self.plan.rated and decisions > self.undoable(seat):
            raise UndoRefused("This match is rated: what others have seen cannot be taken back.")
        if self.plan.tournament and decisions > self.undoable(seat):
            raise UndoRefused("This is a tournament match: what others have seen cannot be taken back.")
        if decisions <= self.undoable(seat) or not self.people(besides=seat):
            return UNDO
        return ASK

    def people(self, besides: int) -> list[int]:
        """The seats of people, besides one (-1: none)."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None and seat != besides]

    def check_answer(self, seat: int, answer: Consent) -> None:
        """Refuse an answer nobody waits for. The player who asked may answer no, which withdraws the request."""
        agreed = answer.agree
        withdrawn = self.wish is not None and self.wish.seat == seat and not agreed
        if self.wish is None or not (withdrawn or seat in self.wish.missing):
            raise Refused("Nobody is waiting for your consent.")
        matches = answer.seat in (None, self.wish.seat) and answer.decisions in (None, self.wish.decisions)
        if not matches:
            raise Stale("That was the answer to another request; look at the table again.")

    def leaving(self, seat: int) -> int:
        """The value of an entry by which a seat leaves: bots do not play on among themselves where people played.

        A player alone against bots gets what they chose. The value is stored in the entry, so that older entries keep
        their meaning.
        """
        alone = sum(bot is None for bot in self.plan.bots) == 1
        return AS_PLANNED if alone or self.people(besides=seat) else MATCH_ENDS

    def check_leaving(self, seat: int) -> None:
        """Refuse to leave twice, or after the end."""
        if self.result is not None:
            raise Refused(sentence("The match is over: {ending}.", ending=self.result.ending))
        if self.bots[seat] is not None:
            raise Refused(TAKEN_OVER)

    # ----------------------------------------------------------------------------------------------------- changes

    def apply(self, entry: Entry) -> np.ndarray[Any, np.dtype[np.int32]] | None:
        """Apply an entry; returns the events of a move, as rows for each seat's messages."""
        before = -1 if entry.kind == START else self.actor
        rows = None
        moved = entry.kind in (MOVE, UNDO, RESIGN, TIMEOUT, ABORT)
        if entry.kind == MOVE:
            rows, _ = self.match.decide(entry.value)
            self.happened.append(rows[: rows[0, 0] + 1].copy())
            self.wish = None
        elif entry.kind == UNDO:
            self._take_back(entry.value)
        elif entry.kind == ASK:
            self.wish = UndoRequest(entry.seat, entry.value, self.people(besides=entry.seat))
        elif entry.kind == ANSWER:
            moved = self._answer(entry.seat, agreed=bool(entry.value))
        elif entry.kind in (RESIGN, TIMEOUT):
            self._leave(entry.seat, entry.kind, ends=entry.value == MATCH_ENDS)
        elif entry.kind == ABORT:
            self.wish, self.result = None, results.aborted(self.match, entry.text or "")
        self.number = entry.number
        if moved:
            self.version = entry.number
        if self.match.over and self.result is None:
            self.result = results.played_out(self.match)
        self.actor = -1 if self.over else self.match.actor
        self.clocks.advance(entry.at, before, self.actor, undone=entry.kind == UNDO)
        if entry.kind == AWAY:
            (self.clocks.still.add if entry.value else self.clocks.still.discard)(entry.seat)
        if entry.client is not None:
            self.answers[entry.seat, entry.client] = self.version
        return rows

    def digest_due(self) -> bool:
        """Whether the position's digest is stored with the last entry."""
        return self.over or self.number % DIGEST_EVERY == 0

    def _take_back(self, decisions: int) -> None:
        remaining = self.match.actions[: len(self.match) - decisions]
        self.match = begin(self.plan)
        self.match.replay(remaining)
        del self.happened[len(remaining) :]
        self.taken_at = [min(at, len(remaining)) for at in self.taken_at]  # the bot decides what is decided again
        self.wish = None

    def _answer(self, seat: int, *, agreed: bool) -> bool:
        """Note an answer; true if everybody has agreed and the decisions are taken back."""
        wish = self.wish
        if wish is None:
            return False
        missing = [other for other in wish.missing if other != seat]
        if not agreed:
            self.wish = None
        elif missing:
            self.wish = UndoRequest(wish.seat, wish.decisions, missing)
        else:
            self._take_back(wish.decisions)
            return True
        return False

    def _leave(self, seat: int, why: str, *, ends: bool) -> None:
        """Let a bot take over the seat, or end the match with the best of the others as winners."""
        self.wish = None
        if self.plan.leave is Leave.BOT and not ends:
            self.bots[seat] = self.plan.stand_in
            self.taken_over.append(seat)
            self.taken_at.append(len(self.match))
            return
        standings = np.zeros(self.plan.seats, dtype=np.int64)
        self.match.game.engine().standings(self.match.record(), standings)
        others = [other for other in range(self.plan.seats) if other != seat]
        best = max(standings[other] for other in others)
        winners = [other for other in others if standings[other] == best]
        self.result = results.left(winners, self.match.scores, _WHY[why], seat)
