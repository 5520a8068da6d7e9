"""Puzzles as questions, and what an answer loses: every legal action of a puzzle has a value already."""

from __future__ import annotations

from typing import Any, NamedTuple

from ziggurat.core.errors import IllegalMove, UnreadableReply
from ziggurat.core.match import Match
from ziggurat.core.registry import game as find_game
from ziggurat.core.text import observation
from ziggurat.llm.question import Question
from ziggurat.puzzles.format import UNIT, Puzzle
from ziggurat.puzzles.shipped import begin


class PuzzleAnswer(NamedTuple):
    """How good an answer is. One that is refused loses as much as the worst legal action."""

    move: str  # empty if it was refused
    right: bool
    regret: float  # how much less often it wins than the best, from 0 to 1
    refusal: str = ""


def prompt_of(puzzle: Puzzle, match: Match, moves: str = "grouped") -> str:
    """What its seat knows, with what has been done in the same turn."""
    told = [f"{observation.second_person(event.text, puzzle.seat)}." for event in puzzle.before]
    before = "\n".join(["This turn so far:", *told, ""]) if told else ""
    return f"{before}{match.text(puzzle.seat, moves=moves, history='none')}Give the one decision that you make now.\n"


def judge(puzzle: Puzzle, reply: str) -> PuzzleAnswer:
    """The value of a model's answer; of several moves the first counts."""
    game = find_game(puzzle.game)
    values = [option.value for option in puzzle.options]
    best, worst = max(values), min(values)
    try:
        action = game.read_reply(reply)[0]
        if action not in {option.action for option in puzzle.options}:
            begin(puzzle).play(action)
    except UnreadableReply as problem:
        return PuzzleAnswer("", False, (best - worst) / UNIT, f"Unreadable: {problem}")
    except IllegalMove as problem:
        return PuzzleAnswer("", False, (best - worst) / UNIT, f"Illegal: {problem}")
    right = action in puzzle.answers
    regret = 0.0 if right else max(0, best - puzzle.option(action).value) / UNIT
    return PuzzleAnswer(game.notation.write(action), right, regret)


class PuzzleDialogue:
    """A puzzle: one question."""

    def __init__(self, puzzle: Puzzle, moves: str) -> None:
        self._puzzle, self._moves = puzzle, moves
        self._answer: PuzzleAnswer | None = None

    def question(self) -> Question | None:
        """What to play."""
        if self._answer is not None:
            return None
        match = begin(self._puzzle)
        item = f"puzzles/{self._puzzle.game}/{self._puzzle.id}"
        return Question(item, 0, self._puzzle.game, prompt_of(self._puzzle, match, self._moves), match=match)

    def answer(self, text: str) -> None:
        """Judge an answer."""
        self._answer = judge(self._puzzle, text)

    def outcome(self) -> dict[str, Any]:
        """Whether it is right, and what it loses."""
        return {} if self._answer is None else dict(self._answer._asdict())
