"""A match with people around it: what a table's journal, read from its first entry to its last, comes to.

Nothing in here waits, reads a clock or touches a disk: a sitting is a function of its plan and its entries. What a
person asks for is first tried here; only when it is stored does anybody hear of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import ziggurat
from ziggurat.core.errors import IllegalMove, UndoRefused
from ziggurat.core.match import Match
from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import Consent, Leave, Pace, Result, Wish
from ziggurat.server.refusals import NotAllowed, Refused, Stale
from ziggurat.server.tables import results
from ziggurat.server.tables.clocks import Clocks

START, MOVE, UNDO, ASK, ANSWER, RESIGN, TIMEOUT = "start", "move", "undo", "ask", "answer", "resign", "timeout"
AWAY = "away"  # a clock stands still from now on (1), or goes on (0)
Rows = np.ndarray[Any, np.dtype[np.int32]]
DIGEST_EVERY = 16  # entries
MOST_ENTRIES = 10_000  # after which nothing is taken back: a journal without end takes for ever to read
_WHY = {RESIGN: results.RESIGNED, TIMEOUT: results.TIMEOUT}
TAKEN_OVER = sentence("A bot has taken your seat over.")
AS_PLANNED, MATCH_ENDS = (
    0,
    1,
)  # the value of a `resign` or `timeout`: as `Plan.leave` says, or the match ends all the same


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
        self.taken_over: list[int] = []  # the seats people have left to a bot
        self.taken_at: list[int] = []  # for each of them: from which decision on the bot plays
        self.clocks = Clocks(plan.pace, plan.seats)
        self.wish: Wish | None = None
        self.result: Result | None = None
        self.answers: dict[tuple[int, str], int] = {}  # by seat and client id: the version an entry led to
        self.actor = self.match.actor  # the seat that decides; -1: the match is over
        self.happened: list[Rows] = []  # in each decision, for `frames.History`

    # ------------------------------------------------------------------------------------------------------ asking

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return self.result is not None

    @property
    def actor_is_bot(self) -> bool:
        """Whether a bot decides now."""
        return self.actor >= 0 and self.bots[self.actor] is not None

    def sees(self, seat: int) -> int:
        """As which seat somebody sees the match: who has left theirs to a bot watches, until the match is over."""
        return -1 if seat in self.taken_over and not self.over else seat

    def deadline(self) -> int | None:
        """When the clock of the person who decides runs out."""
        return None if self.actor_is_bot else self.clocks.deadline(self.actor)

    def undoable(self, seat: int) -> int:
        """How many decisions a seat may take back without asking anybody."""
        return self.match.can_undo() if not self.over and self.match.last_decider == seat else 0

    def entry(self, kind: str, seat: int, value: int, at: int, client: str | None = None) -> Entry:
        """The next entry of the journal."""
        number = self.number + 1
        text = self.match.game.notation.write(value) if kind == MOVE else None
        return Entry(number, kind, seat, value, text, client, at)

    # ----------------------------------------------------------------------------------------- what people ask for

    def expect(self, version: int) -> None:
        """Refuse what was meant for another position."""
        if self.over and self.result:
            raise Refused(sentence("The match is over: {ending}.", ending=self.result.ending))
        if version != self.version:
            raise Stale(
                sentence(
                    "That was meant for version {version} of the position; it has version {now} now.",
                    version=version,
                    now=self.version,
                )
            )

    def read_move(self, seat: int, move: int | str) -> int:
        """The action a seat wants to play; refused if it is not this seat's decision or not legal.

        The refusal is worded from what the seat itself may know.
        """
        if seat != self.actor:
            raise NotAllowed(sentence("It is seat {seat}'s decision, not yours.", seat=self.actor))
        game = self.match.game
        action = game.notation.read(move) if isinstance(move, str) else move
        if not 0 <= action < game.actions:
            raise IllegalMove(game.no_action(action))
        if not self.match.allows(action):
            raise IllegalMove(game.notation.refuse(self.match.record(seat)[0], action))
        return action

    def undo_kind(self, seat: int, decisions: int) -> str:
        """Whether a seat takes decisions back or has to ask the others first."""
        if self.number >= MOST_ENTRIES:
            raise UndoRefused("So much has been taken back in this match that it has to go on as it is.")
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
        if decisions <= self.undoable(seat) or not self.people(besides=seat):
            return UNDO
        return ASK

    def people(self, besides: int) -> list[int]:
        """The other seats people sit on."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None and seat != besides]

    def check_answer(self, seat: int, answer: Consent) -> None:
        """Refuse an answer nobody waits for. Whoever wished can say no as well: the wish is withdrawn."""
        agreed = answer.agree
        withdrawn = self.wish is not None and self.wish.seat == seat and not agreed
        if self.wish is None or not (withdrawn or seat in self.wish.missing):
            raise Refused("Nobody is waiting for your consent.")
        meant = answer.seat in (None, self.wish.seat) and answer.decisions in (None, self.wish.decisions)
        if not meant:
            raise Stale("That was the answer to another wish; look at the table again.")

    def leaving(self, seat: int) -> int:
        """What becomes of the match when a seat is left: where people played, bots do not play on among themselves.

        Whoever plays against bots alone has set the table up for themselves, and gets what they chose. It is decided
        when the entry is written and kept in its value: what was stored before this rule stays as it was.
        """
        alone = sum(bot is None for bot in self.plan.bots) == 1
        return AS_PLANNED if alone or self.people(besides=seat) else MATCH_ENDS

    def check_leaving(self, seat: int) -> None:
        """Refuse to leave twice, or after the end."""
        if self.result is not None:
            raise Refused(sentence("The match is over: {ending}.", ending=self.result.ending))
        if self.bots[seat] is not None:
            raise Refused(TAKEN_OVER)

    # ------------------------------------------------------------------------------------------------ what happens

    def apply(self, entry: Entry) -> np.ndarray[Any, np.dtype[np.int32]] | None:
        """Let an entry take effect; for a move, what happened comes back, as rows to be told to each seat."""
        before = -1 if entry.kind == START else self.actor
        rows = None
        moved = entry.kind in (MOVE, UNDO, RESIGN, TIMEOUT)
        if entry.kind == MOVE:
            rows, _ = self.match.decide(entry.value)
            self.happened.append(rows[: rows[0, 0] + 1].copy())
            self.wish = None
        elif entry.kind == UNDO:
            self._take_back(entry.value)
        elif entry.kind == ASK:
            self.wish = Wish(entry.seat, entry.value, self.people(besides=entry.seat))
        elif entry.kind == ANSWER:
            moved = self._answer(entry.seat, agreed=bool(entry.value))
        elif entry.kind in (RESIGN, TIMEOUT):
            self._leave(entry.seat, entry.kind, ends=entry.value == MATCH_ENDS)
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
        kept = self.match.actions[: len(self.match) - decisions]
        self.match = begin(self.plan)
        self.match.replay(kept)
        del self.happened[len(kept) :]
        self.taken_at = [min(at, len(kept)) for at in self.taken_at]  # what is decided anew, the bot decides
        self.wish = None

    def _answer(self, seat: int, *, agreed: bool) -> bool:
        """Note an answer; true if it was the last consent missing and the decisions are taken back."""
        wish = self.wish
        if wish is None:
            return False
        missing = [other for other in wish.missing if other != seat]
        if not agreed:
            self.wish = None
        elif missing:
            self.wish = Wish(wish.seat, wish.decisions, missing)
        else:
            self._take_back(wish.decisions)
            return True
        return False

    def _leave(self, seat: int, why: str, *, ends: bool) -> None:
        """A bot takes the seat over, or the match ends and the best of the others win."""
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
