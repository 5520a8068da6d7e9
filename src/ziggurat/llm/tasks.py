"""The sets of tasks by name. `v0`: whole games, puzzles and questions about the rules.

A task is a group of items that are scored together, such as `games/babel-2/steward`, `puzzles/ur` or
`rules/amyitis/legal`; an item is one game or one question.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.registry import game as find_game
from ziggurat.core.sentence import quoted
from ziggurat.core.text import observation
from ziggurat.llm import rules
from ziggurat.llm.games import GameDialogue, Table
from ziggurat.llm.puzzles import PuzzleDialogue
from ziggurat.llm.question import Dialogue
from ziggurat.puzzles.format import write
from ziggurat.puzzles.shipped import find, puzzles

KINDS = ("games", "puzzles", "rules")
ANSWER = (
    'Answer with JSON: {"move": "..."} or, for several decisions in their order, {"moves": ["...", "..."]}. '
    "The last such object of an answer counts."
)
RULES_ANSWER = "Answer with the JSON object that is asked for. The last such object of an answer counts."


def system_prompt(game: Game, answer: str = ANSWER) -> str:
    """The rules of a game and how to answer, without advice."""
    return f"{game.rules_text()}\n{answer}\n"


@dataclass(frozen=True)
class TaskSet:
    """Which questions there are."""

    name: str
    games: tuple[tuple[str, int], ...]  # with the number of seats
    opponents: tuple[str, ...]
    deals: int  # each is played once in every seat, against every opponent
    questions: int  # about the rules of each game

    def tasks(self) -> Iterator[str]:
        """The names of all tasks."""
        for game, seats in self.games:
            yield from (f"games/{game}-{seats}/{bot}" for bot in self.opponents)
        yield from (f"puzzles/{game}" for game, _ in self.games)
        yield from (f"rules/{game}/{kind}" for game, _ in self.games for kind in rules.KINDS)

    def items(self, only: Sequence[str] = (), sample: int | None = None) -> list[str]:
        """The names of all items, or of the tasks whose names begin with one of `only`; of each task the first ones."""
        for wanted in only:
            if not any(_within(task, wanted) for task in self.tasks()):
                raise BadOption(f"{self.name} has no task {quoted(wanted)}; it has {', '.join(self.tasks())}.")
        chosen = [task for task in self.tasks() if not only or any(_within(task, wanted) for wanted in only)]
        return [item for task in chosen for item in list(self._items(task))[:sample]]

    def _items(self, task: str) -> Iterator[str]:
        kind, *rest = task.split("/")
        if kind == "games":
            seats = int(rest[0].rpartition("-")[2])
            yield from (f"{task}/{deal}-{seat}" for deal in range(self.deals) for seat in range(seats))
        elif kind == "puzzles":
            yield from (f"{task}/{puzzle.id}" for puzzle in puzzles(find_game(rest[0])))
        else:
            yield from (f"{task}/{number}" for number in range(self.questions // len(rules.KINDS)))

    def systems(self) -> dict[str, str]:
        """The system prompts by key."""
        found = {}
        for game, _ in self.games:
            found[game] = system_prompt(find_game(game))
            found[f"{game}/rules"] = system_prompt(find_game(game), RULES_ANSWER)
        return found

    def digest(self) -> str:
        """Of all that the questions follow from: results with different ones cannot be compared."""
        given = {
            "text": observation.VERSION,
            "questions": rules.VERSION,
            "set": [self.name, self.games, self.opponents, self.deals, self.questions],
            "rules": {game: find_game(game).rules_version for game, _ in self.games},
            "systems": self.systems(),
            "puzzles": [write(puzzle) for game, _ in self.games for puzzle in puzzles(find_game(game))],
        }
        return hashlib.blake2b(json.dumps(given, sort_keys=True).encode(), digest_size=8).hexdigest()


def _within(task: str, wanted: str) -> bool:
    return f"{task}/".startswith(f"{wanted.rstrip('/')}/")


SETS = {
    "v0": TaskSet(
        "v0",
        (("babylonia", 2), ("amyitis", 2), ("ur", 3), ("babel", 2)),  # only the games there were when v0 was made
        ("apprentice", "steward", "mayor"),
        deals=4,
        questions=1_000,
    ),
}


def task_set(name: str) -> TaskSet:
    """The set of that name."""
    if name not in SETS:
        raise BadOption(f"There are no tasks called {quoted(name)}; there is {', '.join(SETS)}.")
    return SETS[name]


def task_of(item: str) -> str:
    """The task that an item belongs to."""
    return item.rpartition("/")[0]


def open_item(item: str, moves: str, history: str) -> Dialogue:
    """The dialogue of an item, from its beginning."""
    kind, game, *rest = item.split("/")
    if kind == "games":
        name, _, seats = game.rpartition("-")
        deal, seat = map(int, rest[1].split("-"))
        return GameDialogue(Table(name, int(seats), rest[0], deal, seat), moves, history)
    if kind == "puzzles":
        return PuzzleDialogue(find(find_game(game), rest[0]), moves)
    return rules.RulesDialogue(game, rest[0], int(rest[1]))
