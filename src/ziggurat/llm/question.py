"""What is asked, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from ziggurat.core.match import Match
    from ziggurat.llm.rules import RulesQuestion

LONGEST_ANSWER = 200_000  # characters; the rest of an answer is cut off


class Answer(NamedTuple):
    """What a model wrote, and how many tokens it read and wrote."""

    text: str
    tokens_read: int = 0
    tokens_written: int = 0


@dataclass(frozen=True)
class Question:
    """One prompt. `match` and `rules` are what it was made from: only bots look at them."""

    item: str
    number: int  # of the questions of its item
    system: str  # by its key among a task set's system prompts
    prompt: str
    match: Match | None = None
    rules: RulesQuestion | None = None


class Dialogue(Protocol):
    """The questions of one item. The same answers lead to the same questions and the same outcome."""

    def question(self) -> Question | None:
        """What is asked next; None: nothing more."""

    def answer(self, text: str) -> None:
        """Take the answer to the question."""

    def outcome(self) -> dict[str, Any]:
        """What became of it, as plain JSON."""
