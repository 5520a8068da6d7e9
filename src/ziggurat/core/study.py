"""Studies: a position or a match with variations, comments and marks.

    >>> import ziggurat
    >>> study = ziggurat.Study(ziggurat.new("babylonia", seats=2, seed=8))
    >>> there = study.add(study.root, "m d7")
    >>> other = study.add(study.root, "p d7")
    >>> study.comment(other, "The priest is worth more beside a temple.")
    >>> [study.text(node) for node in study.root.children]
    ['m d7', 'p d7']

It is written and read as a log (docs/logs.md): what `ziggurat.read` makes of the same text is its main line, the way
on that comes first everywhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import numpy as np

from ziggurat.core import log
from ziggurat.core.errors import BadLog, BadOption, IllegalMove
from ziggurat.core.log import Bracket, Comment, Mark, Marks, Moves, Part, Truth
from ziggurat.core.match import SEEDS, Match, begin, check_end, logged, play_logged
from ziggurat.core.sentence import quoted, sentence

MOST_NODES = 5_000  # decisions and truths
LONGEST_COMMENT = 2_000  # characters
MOST_MARKS = 32  # at one position
MOST_TRUTHS = 64  # that one position is tried with
_UNWRITTEN = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")  # Unicode's categories of what a line of text cannot hold
Step = int | Truth


@dataclass(eq=False, slots=True)
class Node:
    """A position of a study: the step that led to it, its comment and its marks."""

    parent: Node | None = None
    step: Step | None = None  # an action, or another truth; none: where the study begins
    seat: int = -1  # whose decision that was
    children: list[Node] = field(default_factory=list)  # the main line first, other truths last
    ways: dict[Step, Node] = field(default_factory=dict)  # the same by their steps
    truths: int = 0  # how many of them are other truths
    comment: str = ""
    marks: tuple[Mark, ...] = ()

    def path(self) -> list[Node]:
        """The positions from the first step on to this one."""
        nodes, node = [], self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    @property
    def main(self) -> Node | None:
        """The decision that comes next in its line."""
        return self.children[0] if self.children and not isinstance(self.children[0].step, Truth) else None


class StudyRow(NamedTuple):
    """One row of a study as a list, parents before children; `Study.grown` reads it back."""

    parent: int  # its number; -1: where the study begins, which has none and comes first
    step: Step | None
    comment: str = ""
    marks: tuple[Mark, ...] = ()


class Study:
    """A tree of decisions that begins where a match began.

    >>> import ziggurat
    >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7).play("put c3"))
    >>> other = study.add(study.root, "put d4")
    >>> [study.text(node) for node in study.root.children]
    ['put c3', 'put d4']
    """

    def __init__(self, match: Match) -> None:
        """A study of a match: its decisions are the main line."""
        self._start = match.at(0)
        self.root = Node()
        self._count = 0
        node = self.root
        for seat, action in zip(match.deciders(), match.actions, strict=True):
            node = self._put(node, action, seat)

    # ------------------------------------------------------------------------------------------------------- asking

    def __len__(self) -> int:
        """How many decisions and truths it has."""
        return self._count

    def __iter__(self) -> Iterator[Node]:
        """Every position, parents first, a line to its end before the next."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def __repr__(self) -> str:
        return f"<a study of {self._start.game.title}, {len(self)} decisions>"

    @property
    def start(self) -> Match:
        """The match as it begins.

        >>> import ziggurat
        >>> ziggurat.Study(ziggurat.new("ur", seats=3, seed=7).play("put c3")).start.history()
        []
        """
        return self._start.copy()

    def at(self, node: Node) -> Match:
        """The match at a position. Where another truth was drawn on the way, it begins there.

        >>> import ziggurat
        >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7))
        >>> study.at(study.add(study.root, "put d4")).history()
        ['put d4']
        """
        match = self._start.copy()
        for after in node.path():
            match = stepped(match, after.step)
        return match

    def main_line(self) -> Match:
        """The match of the main line.

        >>> import ziggurat
        >>> ziggurat.Study(ziggurat.new("ur", seats=3, seed=7).play("put c3")).main_line().history()
        ['put c3']
        """
        node = self.root
        while node.main is not None:
            node = node.main
        return self.at(node)

    def text(self, node: Node) -> str:
        """What led to a position, as text.

        >>> import ziggurat
        >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7))
        >>> study.text(study.add(study.root, "put d4"))
        'put d4'
        """
        if isinstance(node.step, Truth):
            return f"truth {node.step.seat} {node.step.seed}"
        return "" if node.step is None else self._start.game.notation.write(node.step)

    def lines(self) -> list[StudyRow]:
        """The whole study as a list.

        >>> import ziggurat
        >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7).play("put c3"))
        >>> [row.step for row in study.lines()]
        [None, 14]
        """
        numbers: dict[int, int] = {}
        rows: list[StudyRow] = []
        for node in self:
            numbers[id(node)] = len(rows)
            parent = -1 if node.parent is None else numbers[id(node.parent)]
            rows.append(StudyRow(parent, node.step, node.comment, node.marks))
        return rows

    # ------------------------------------------------------------------------------------------------------ changing

    def add(self, node: Node, move: int | str | Truth) -> Node:
        """The position after a move, or with another truth; if it is there already, that one.

        >>> import ziggurat
        >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7))
        >>> study.add(study.root, "put d4") is study.add(study.root, "put d4")
        True
        """
        match = self.at(node)
        seat = -1 if isinstance(move, Truth) else match.actor
        after = stepped(match, move)
        return self._put(node, move if isinstance(move, Truth) else after.actions[-1], seat)

    def _put(self, node: Node, step: Step, seat: int) -> Node:
        """Add a step that is known to be legal."""
        if step in node.ways:
            return node.ways[step]
        if self._count >= MOST_NODES:
            raise BadLog(sentence("A study can have up to {most} moves in all its lines.", most=MOST_NODES))
        if isinstance(step, Truth):
            if node.truths >= MOST_TRUTHS:
                raise BadLog(
                    sentence("A position can have up to {most} variations with redrawn cards.", most=MOST_TRUTHS)
                )
            made = Node(node, step)
            node.children.append(made)
            node.truths += 1
        else:
            made = Node(node, step, seat)
            node.children.insert(len(node.children) - node.truths, made)
        node.ways[step] = made
        self._count += 1
        return made

    def comment(self, node: Node, text: str) -> None:
        """Set the comment of a position.

        >>> import ziggurat
        >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7))
        >>> study.comment(study.root, "Where would you begin?")
        >>> study.root.comment
        'Where would you begin?'
        """
        node.comment = written(text)

    def mark(self, node: Node, *marks: Mark | str) -> None:
        """Set the marks (`hex:d7`) and arrows (`hex:c5>hex:e6`) of a position.

        >>> import ziggurat
        >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7))
        >>> study.mark(study.root, "field:c3", "field:c3>field:c4")
        >>> len(study.root.marks)
        2
        """
        if len(marks) > MOST_MARKS:
            raise BadLog(sentence("A position can have up to {most} marks and arrows.", most=MOST_MARKS))
        node.marks = tuple(dict.fromkeys(log.as_mark(str(mark)) for mark in marks))

    def promote(self, node: Node) -> None:
        """Make a variation the first of its siblings; another truth becomes the first of the truths.

        >>> import ziggurat
        >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7).play("put c3"))
        >>> study.promote(study.add(study.root, "put d4"))
        >>> study.main_line().history()
        ['put d4']
        """
        if node.parent is None:
            raise BadOption("There is nothing before the start of a study.")
        siblings = node.parent.children
        first = len(siblings) - node.parent.truths if isinstance(node.step, Truth) else 0
        if siblings[first] is not node:
            siblings.remove(node)
            siblings.insert(first, node)

    def delete(self, node: Node) -> None:
        """Delete a position and everything after it.

        >>> import ziggurat
        >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7).play("put c3"))
        >>> study.delete(study.root.children[0])
        >>> len(study)
        0
        """
        if node.parent is None:
            raise BadOption("There is nothing before the start of a study.")
        node.parent.children.remove(node)
        node.parent.ways = {child.step: child for child in node.parent.children if child.step is not None}
        node.parent.truths -= isinstance(node.step, Truth)
        self._count = sum(1 for _ in self) - 1

    # ------------------------------------------------------------------------------------------- writing and reading

    def to_text(self) -> str:
        """The study as a log with variations; a match without any is written as its own log is.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7).play("put c3")
        >>> ziggurat.Study(match).to_text() == match.to_text()
        True
        """
        parts = tuple(self._parts())
        main = logged(self.main_line())
        plain = all(isinstance(part, Moves) for part in parts)
        return log.write(main if plain else log.rewritten(main, parts))

    def _parts(self) -> Iterator[Part]:
        """What is between a log's heading and its last line."""
        waiting: list[Node | None] = [self.root]  # none: a bracket closes
        while waiting:
            node = waiting.pop()
            if node is None:
                yield Bracket(opens=False)
                continue
            branches = node.parent is not None and node is not node.parent.main
            if branches:
                yield Bracket(opens=True)
            yield from self._line(node, waiting, closes=branches)

    def _line(self, node: Node, waiting: list[Node | None], *, closes: bool) -> Iterator[Part]:
        """A line up to the next position with variations, and then the rest."""
        run: list[tuple[int, str]] = []
        if isinstance(node.step, Truth):
            yield node.step
        elif node.step is not None:
            run.append((node.seat, self.text(node)))
        while True:
            said = list(_said(node))
            others = [child for child in node.children if child is not node.main]
            if said or others or node.main is None:
                yield from _runs(run)
                yield from said
                break
            node = node.main
            run.append((node.seat, self.text(node)))
        if closes:
            waiting.append(None)
        if node.main is not None:
            waiting.append(node.main)
        waiting += reversed(others)

    @classmethod
    def read(cls, text: str) -> Study:
        """The study of a log: every move of every variation is played, and the main line is checked as by `read`.

        >>> import ziggurat
        >>> study = ziggurat.Study(ziggurat.new("ur", seats=3, seed=7).play("put c3"))
        >>> ziggurat.Study.read(study.to_text()).lines() == study.lines()
        True
        """
        entry = log.parse(text)
        match = begin(entry)
        study = cls(match)
        node, depth, branches = study.root, 0, False
        opened: list[tuple[Node, int, Match]] = []
        said: dict[int, tuple[Node, list[str]]] = {}
        for part in entry.parts:
            match part:
                case Bracket(opens=True):
                    opened.append((node, depth, match))
                    match, branches = match.copy(), True
                    continue
                case Bracket():
                    node, depth, match = opened.pop()
                case Truth():
                    try:
                        match = stepped(match, part)
                    except IllegalMove as problem:
                        raise BadLog(problem.sentence) from problem
                    node = study._put(node, part, -1)
                    depth += 1
                case Moves():
                    for move in part.moves:
                        depth += 1
                        play_logged(match, part.seat, move, depth)
                        node = study._put(node, match.actions[-1], part.seat)
                        if not branches:  # what stands outside the brackets is the line, and they come before it
                            study.promote(node)
                        branches = False
                case Comment():
                    said.setdefault(id(node), (node, []))[1].append(part.text)
                case Marks():
                    study.mark(node, *node.marks, *part.marks)
            branches = False
        check_end(match, entry)
        for spoken_of, lines in said.values():
            study.comment(spoken_of, "\n".join(lines))
        return study

    @classmethod
    def grown(cls, match: Match, lines: Sequence[StudyRow]) -> Study:
        """A study that begins with a match's first position, from its list; says which entry is wrong, and why.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> study = ziggurat.Study(match.copy().play("put c3"))
        >>> ziggurat.Study.grown(match, study.lines()).main_line().history()
        ['put c3']
        """
        study = cls(match.at(0))
        ways: dict[int, list[int]] = {}
        for number, line in enumerate(lines):
            if not (line.parent == -1 and line.step is None if number == 0 else 0 <= line.parent < number):
                raise BadLog(sentence("Entry {number} of the study comes before the entry it follows.", number=number))
            ways.setdefault(line.parent, []).append(number)
        waiting = [(0, study.root, study.start)] if lines else []
        while waiting:
            number, node, match = waiting.pop()
            study.comment(node, lines[number].comment)
            study.mark(node, *lines[number].marks)
            after: list[tuple[int, Node, Match]] = []
            for child in ways.get(number, ()):
                step, seat = lines[child].step, match.actor
                try:
                    there = stepped(match.copy(), step)
                except IllegalMove as problem:
                    raise BadLog(
                        sentence(
                            "Entry {number} of the study cannot be played: {problem}",
                            number=child,
                            problem=problem.sentence,
                        )
                    ) from problem
                after.append((child, study._put(node, _known(step), seat), there))
            waiting += reversed(after)
        return study


def stepped(match: Match, step: int | str | Truth | None) -> Match:
    """The match after a step: the same object after a decision, a new one with another truth."""
    if step is None:
        raise BadLog("A study has only one start.")
    if not isinstance(step, Truth):
        return match.play(step)
    if match.over:
        raise IllegalMove("The game is over; nothing is hidden any more.")
    if not -1 <= step.seat < match.seats or not 0 <= step.seed < SEEDS:
        raise IllegalMove(
            sentence(
                "Redrawing hidden cards needs a seat and a seed, not {given}.", given=quoted((step.seat, step.seed))
            )
        )
    record = match.record(step.seat)
    match.game.engine().resample(record, step.seat, np.uint64(step.seed))
    return Match(match.game, match.seats, match.options, start=record, rules=match.rules)


def written(text: str) -> str:
    """A comment, cleaned up line by line; refused if it is too long or has control characters."""
    if len(text) > LONGEST_COMMENT:
        raise BadLog(
            sentence(
                "A comment can have up to {most} characters, not {length}.", most=LONGEST_COMMENT, length=len(text)
            )
        )
    lines = [line.rstrip().replace("\t", " ") for line in text.strip().splitlines()]
    for character in "".join(lines):
        if unicodedata.category(character) in _UNWRITTEN:
            raise BadLog(
                sentence("A comment cannot contain the character {character}.", character=f"U+{ord(character):04X}")
            )
    return "\n".join(lines)


def _said(node: Node) -> Iterator[Part]:
    yield from (Comment(line) for line in node.comment.splitlines())
    if node.marks:
        yield Marks(node.marks)


def _runs(decisions: Iterable[tuple[int, str]]) -> Iterator[Part]:
    for seat, run in groupby(decisions, key=lambda decision: decision[0]):
        yield Moves(seat, tuple(move for _, move in run))


def _known(step: Step | None) -> Step:
    assert step is not None  # noqa: S101 - `stepped` has refused it
    return step
