"""A match played by answers in words, for language models: what each adapter builds on.

Forced decisions are made at once. An answer that is refused is told why and asked again; after too many in a row a bot
finishes the seat, which is counted apart from losing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ziggurat import bots
from ziggurat.core.errors import BadOption, IllegalMove, UnreadableReply
from ziggurat.core.match import SEEDS, Match
from ziggurat.core.sentence import quoted
from ziggurat.core.text import observation

REFUSALS = 3  # in a row, after which a bot finishes the seat
FINISHER = "steward"  # the bot that does


class Outcome(NamedTuple):
    """What became of an answer: the moves that were played, and why another one was not."""

    played: list[str]
    refusal: str = ""  # empty: all was played that could be
    forfeited: bool = False  # the seat has just been given to a bot


@dataclass
class TextGame:
    """One match. `seats` with a bot's name are played by it; all others are asked for answers."""

    match: Match
    seats: Mapping[int, str] = field(default_factory=dict)
    seed: int = 0
    refusals: int = REFUSALS
    moves: str = observation.MOVES[0]
    history: str = observation.HISTORY[0]

    def __post_init__(self) -> None:
        observation.check("moves", self.moves, observation.MOVES)
        observation.check("history", self.history, observation.HISTORY)
        if isinstance(self.refusals, bool) or not isinstance(self.refusals, int) or self.refusals < 1:
            raise BadOption(f"Refusals before a forfeit are a whole number from 1 on, not {quoted(self.refusals)}.")
        self._bots = {seat: self._bot(name, seat) for seat, name in self.seats.items()}
        self._in_a_row = [0] * self.match.seats
        self.refused = [0] * self.match.seats  # answers, by seat
        self.forfeits: dict[int, int] = {}  # by seat: before which decision a bot took over
        self.last_refusal: dict[int, str] = {}
        self._go_on()

    @property
    def actor(self) -> int:
        """The seat that is asked; -1 once the game is over."""
        return self.match.actor

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.over

    def rules(self) -> str:
        """What to read once: the rules, with how moves are written and what an answer looks like."""
        return (
            f"{self.match.game.rules_text()}\n"
            'Answer with JSON: {"move": "..."} or, for several decisions in their order, {"moves": ["...", "..."]}. '
            "The last such object of an answer counts.\n"
        )

    def text(self, seat: int) -> str:
        """What a seat knows and is asked, after why its last answer was refused."""
        refusal = self.last_refusal.get(seat, "")
        shown = self.match.text(seat, moves=self.moves, history=self.history)
        return f"{refusal}\n{shown}" if refusal else shown

    def answer(self, reply: str) -> Outcome:
        """Play what the seat that is asked has answered; then bots and forced decisions, until one is asked again."""
        if self.over:
            raise BadOption("The game is over: nothing is asked.")
        seat, played = self.actor, []
        try:
            turn = self.match.play_turn(seat, self.match.game.read_reply(reply))
            played = turn.played
            refusal = f"Illegal: {observation.second_person(turn.refusal, seat)}" if turn.refusal else ""
        except UnreadableReply as problem:
            refusal = f"Unreadable: {problem}"
        except IllegalMove as problem:
            refusal = f"Illegal: {problem}"
        self.last_refusal.pop(seat, None)
        if refusal:
            self.refused[seat] += 1
            self.last_refusal[seat] = refusal
        self._in_a_row[seat] = 0 if played or not refusal else self._in_a_row[seat] + 1
        forfeited = self._in_a_row[seat] >= self.refusals
        if forfeited:
            self.forfeit()
        else:
            self._go_on()
        return Outcome(played, refusal, forfeited)

    def rewards(self, kind: str = "win") -> list[float]:
        """What each seat is paid in the end, as by `match.rewards`; a forfeited seat as the last, whatever its bot did.

        Otherwise it would pay to answer nonsense and let the bot play.
        """
        paid = self.match.rewards(kind)
        if not self.over:
            return paid
        last = {"win": -1 / (self.match.seats - 1), "rank": -1.0}.get(kind, min(paid))
        return [last if seat in self.forfeits else own for seat, own in enumerate(paid)]

    def forfeit(self) -> None:
        """Give the seat that is asked to a bot, which finishes it."""
        if self.over:
            raise BadOption("The game is over: nothing is asked.")
        seat = self.actor
        self.forfeits[seat] = len(self.match)
        self._bots[seat] = self._bot(FINISHER, seat)
        self._go_on()

    def _bot(self, name: str, seat: int) -> bots.Bot:
        if not 0 <= seat < self.match.seats:
            raise BadOption(f"This match has seats 0 to {self.match.seats - 1}, not {quoted(seat)}.")
        return bots.find(name)(self.match.game, (self.seed + seat) % SEEDS)

    def _go_on(self) -> None:
        match = self.match
        while not match.over:
            legal = match.legal()
            if len(legal) == 1:
                match.play(legal[0])
            elif match.actor in self._bots:
                match.play(self._bots[match.actor].choose(match.record(match.actor)))
            else:
                return
