"""Whole games as questions: the model has one seat, a bot the others."""

from __future__ import annotations

from typing import Any, NamedTuple

from ziggurat.core.match import SEEDS, Match
from ziggurat.core.registry import game as find_game
from ziggurat.envs.text import TextGame
from ziggurat.ladder.evaluation import points
from ziggurat.llm.question import Question


class Table(NamedTuple):
    """Who plays what: the game with its number of seats, the deal, the model's seat and the bot in the others."""

    game: str
    seats: int
    bot: str
    deal: int
    seat: int

    @property
    def item(self) -> str:
        """Its name among the items of a task set."""
        return f"games/{self.game}-{self.seats}/{self.bot}/{self.deal}-{self.seat}"

    def seed(self) -> int:
        """The seed of the deal: all opponents and all seats get the same."""
        number = 0
        for letter in f"{self.game}-{self.seats}/{self.deal}".encode():
            number = (number * 257 + letter) % SEEDS
        return number


class GameDialogue:
    """A match, decision by decision. Every prompt is complete by itself, so no transcript is sent."""

    def __init__(self, table: Table, moves: str, history: str) -> None:
        self._table = table
        self._seed = table.seed()
        match = Match(find_game(table.game), table.seats, find_game(table.game).read_options({}), self._seed)
        bots = {seat: table.bot for seat in range(table.seats) if seat != table.seat}
        self._game = TextGame(match, bots, seed=self._seed, moves=moves, history=history)
        self._asked = 0

    def question(self) -> Question | None:
        """The model's next decision."""
        if self._game.over:
            return None
        text = self._game.text(self._table.seat)
        return Question(self._table.item, self._asked, self._table.game, text, match=self._game.match)

    def answer(self, text: str) -> None:
        """Play an answer, and what follows until the model is asked again."""
        self._asked += 1
        self._game.answer(text)

    def outcome(self) -> dict[str, Any]:
        """The points of the model's seat (1 for each seat behind it, half for each that is level), and the log.

        A seat that a bot has finished has none.
        """
        match, seat = self._game.match, self._table.seat
        return {
            "points": 0.0 if seat in self._game.forfeits else points(match, seat, faulty=False),
            "score": match.scores[seat],
            "best_other": max(score for other, score in enumerate(match.scores) if other != seat),
            "answers": self._asked,
            "refused": self._game.refused[seat],
            "forfeit": self._game.forfeits.get(seat),
            "log": match.to_text(),
        }
