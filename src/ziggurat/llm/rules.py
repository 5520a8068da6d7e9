"""Questions about the rules, made from random positions, with exact answers that the engine gives.

legal    which of these moves are legal, and which clause forbids the others?
points   how many points does a move score?
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ziggurat.core.errors import IllegalMove, UnreadableReply
from ziggurat.core.game import Game
from ziggurat.core.match import SEEDS, Match
from ziggurat.core.registry import game as find_game
from ziggurat.core.sentence import clauses as cited_clauses
from ziggurat.core.text import clauses, observation
from ziggurat.core.text.replies import json_objects, read_move
from ziggurat.llm.question import Question

VERSION = 1  # of how questions are made
KINDS = ("legal", "points")
LEGAL, FORBIDDEN = (1, 3), (1, 3)  # how many moves of each kind, at least and at most
OFFERED = 4  # clauses to choose from
MOST_PLAYED = 0.95  # of a game, before the question
TRIES = 50  # games in which a question is looked for


@dataclass(frozen=True)
class RulesQuestion:
    """A question with its answer: of `legal` the moves and the clause, of `points` a number."""

    kind: str
    text: str
    moves: tuple[str, ...]  # that are asked about
    legal: tuple[str, ...] = ()
    offered: tuple[int, ...] = ()  # clauses
    clause: int = 0
    points: int = 0

    @property
    def answer(self) -> dict[str, Any]:
        """The right answer, as a model would write it."""
        if self.kind == "points":
            return {"points": self.points}
        return {"legal": list(self.legal), "clause": self.clause}


def make(game: Game, kind: str, number: int) -> RulesQuestion:
    """The question of that number; always the same one."""
    stream = random.Random(f"rules {VERSION} {game.name} {kind} {number}")
    for _ in range(TRIES):
        match = _random_position(game, stream)
        question = _legal(match, stream) if kind == "legal" else _points(match, stream, scoring=number % 2 != 0)
        if question is not None:
            return question
    raise AssertionError(f"no question about {game.name} in {TRIES} games")


def _random_position(game: Game, stream: random.Random) -> Match:
    """A match that random players have played to some point."""
    match = Match(game, stream.choice(game.seat_counts), game.read_options({}), stream.randrange(SEEDS))
    while not match.over:
        match.play(stream.choice(match.legal()))
    return match.at(int(len(match) * stream.random() * MOST_PLAYED))


def _told(match: Match) -> str:
    """What the seat that decides knows, and what it has already done in a row."""
    seat = match.actor
    deciders = match.deciders()
    row = len(list(itertools.takewhile(lambda decider: decider == seat, reversed(deciders))))
    lines = match.text(seat, moves="none", history="none").splitlines()[:-1]  # without how to answer
    events = match.events(seat, since=len(deciders) - row) if row else []
    if events:
        lines.append("What you have just done, and what came of it:")
        lines += [f"{observation.second_person(event.text, seat)}." for event in events]
    return "\n".join(lines)


def _legal(match: Match, stream: random.Random) -> RulesQuestion | None:
    """All forbidden moves of a question are forbidden by the same clause; no refusal here cites the other ones."""
    game, write = match.game, match.game.notation.write
    forbidden: dict[tuple[int, ...], list[int]] = {}
    for action in range(game.actions):
        if not match.allows(action):
            cited = tuple(cited_clauses(game.notation.refuse(match.record()[0], action)))
            forbidden.setdefault(cited, []).append(action)
    groups = sorted(cited for cited in forbidden if len(cited) == 1)
    if not groups:
        return None
    (clause,) = cited = stream.choice(groups)
    legal = match.legal()
    good = sorted(map(write, stream.sample(legal, min(len(legal), stream.randint(*LEGAL)))))
    bad = stream.sample(forbidden[cited], min(len(forbidden[cited]), stream.randint(*FORBIDDEN)))
    moves = good + sorted(map(write, bad))
    stream.shuffle(moves)
    named = {number for some in forbidden for number in some}
    others = sorted(set(clauses.clauses(game)) - named)
    offered = sorted([clause, *stream.sample(others, min(len(others), OFFERED - 1))])
    text = (
        f"{_told(match)}\n"
        f"Which of these moves are legal for you now: {', '.join(f'`{move}`' for move in moves)}? "
        f"One clause forbids all others: is it {', '.join(map(str, offered[:-1]))} or {offered[-1]}?\n"
        'Answer {"legal": ["...", "..."], "clause": 0} with the legal ones and the number of the clause.\n'
    )
    return RulesQuestion("legal", text, tuple(moves), tuple(good), tuple(offered), clause)


def _points(match: Match, stream: random.Random, *, scoring: bool) -> RulesQuestion | None:
    """From this position on, the first at which a move scores points at once, or one at which a move scores none."""
    while not match.over:
        scored = list(_scores(match))
        wanted = [one for one in scored if (one[1] != 0) == scoring]
        if wanted:
            counts = sorted({count for _, count in wanted})
            count = stream.choice(counts)  # not the most frequent one, which could be guessed
            action = stream.choice([action for action, made in wanted if made == count])
            move = match.game.notation.write(action)
            text = (
                f"{_told(match)}\n"
                f"You now play `{move}`, which is legal. How many points does this one decision bring you at once, "
                "before you or anybody else decides again? Points that you lose count below zero.\n"
                'Answer {"points": 0} with the number.\n'
            )
            return RulesQuestion("points", text, (move,), points=count)
        match.play(stream.choice(match.legal()))
    return None


def _scores(match: Match) -> Iterator[tuple[int, int]]:
    """Legal actions with the points they bring the deciding seat; not those by which chance or secrets show."""
    seat = match.actor
    for action in match.legal():
        after = match.copy().play(action)
        if not after.revealed and not after.over:
            yield action, after.scores[seat] - match.scores[seat]


def judge(game: Game, question: RulesQuestion, reply: str) -> dict[str, Any]:
    """Whether a reply is right; of `legal` also whether each half of it is. The last JSON object counts."""
    try:
        answers = [one for one in json_objects(reply) if question.kind in one]
    except UnreadableReply as problem:
        return {"right": False, "refusal": str(problem)}
    if not answers:
        return {"right": False, "refusal": f'The reply has no JSON object with "{question.kind}".'}
    last = answers[-1]
    if question.kind == "points":
        return {"right": type(last["points"]) is int and last["points"] == question.points, "refusal": ""}
    named = last["legal"] if isinstance(last["legal"], list) else []
    right_moves = _read(game, named) == set(question.legal)
    right_clause = type(last.get("clause")) is int and last["clause"] == question.clause
    found = {"right": right_moves and right_clause, "moves_right": right_moves, "clause_right": right_clause}
    return {**found, "refusal": ""}


def _read(game: Game, moves: Sequence[Any]) -> set[str]:
    """The moves as the game writes them; what is no move stays as it is."""
    found = set()
    for move in moves:
        try:
            found.add(game.notation.write(read_move(game, move)))
        except (IllegalMove, AttributeError):
            found.add(repr(move))
    return found


def guess(question: RulesQuestion, stream: random.Random | None) -> str:
    """What somebody answers who knows nothing: the first things offered, or with a stream any of them."""
    if question.kind == "points":
        return json.dumps({"points": stream.randrange(6) if stream else 0})
    if stream is None:
        return json.dumps({"legal": [question.moves[0]], "clause": question.offered[0]})
    legal = [move for move in question.moves if stream.random() < 0.5]
    return json.dumps({"legal": legal, "clause": stream.choice(question.offered)})


class RulesDialogue:
    """A question about the rules."""

    def __init__(self, game: str, kind: str, number: int) -> None:
        self._game, self._kind, self._number = find_game(game), kind, number
        self._question = make(self._game, kind, number)
        self._outcome: dict[str, Any] | None = None

    def question(self) -> Question | None:
        """The question."""
        if self._outcome is not None:
            return None
        name = self._game.name
        item = f"rules/{name}/{self._kind}/{self._number}"
        return Question(item, 0, f"{name}/rules", self._question.text, rules=self._question)

    def answer(self, text: str) -> None:
        """Judge an answer."""
        self._outcome = judge(self._game, self._question, text)

    def outcome(self) -> dict[str, Any]:
        """Whether it is right."""
        return self._outcome or {}
