"""One look at one decision: what each seat can expect there, from what the deciding seat knew.

A look needs nothing but its question, which travels well: the server has them answered by the processes in which its
bots think, a piece at a time.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
import numpy as np

import ziggurat
from ziggurat.bots import tree
from ziggurat.bots.learned import CLASSIC, GuidedTree
from ziggurat.bots.network import fits, network_of
from ziggurat.bots.search import SearchTree
from ziggurat.core.chance import seed_for
from ziggurat.core.game import Game, Records
from ziggurat.reviewing import kernels

FREE = kernels.FREE
LINE = 6  # decisions of a line that are told, the first one included
LONG_LINE = 8  # the same on the analysis board


class Question(msgspec.Struct, frozen=True, tag="look"):
    """What can be expected behind an action, or (`FREE`) of a decision, from what its seat knew."""

    game: str
    record: bytes  # redacted for the seat; the whole truth if everything is visible
    seat: int
    open: bool  # with everything visible
    action: int
    seed: int
    iterations: int


class Look(msgspec.Struct, frozen=True):
    """What was seen."""

    expected: list[float]  # the result each seat can expect, from 0 to 1
    line: list[tuple[int, int]]  # seats and actions: how it may go on, beginning with the action
    seconds: float  # of a processor


class Lines(msgspec.Struct, frozen=True, tag="lines"):
    """How may it go on from a position, as far as its actor knows it (or with everything visible)?"""

    game: str
    record: bytes  # redacted for the actor; the whole truth if everything is visible
    seat: int  # the actor
    open: bool
    seed: int
    iterations: int
    most: int  # lines


class Line(msgspec.Struct, frozen=True):
    """One way on."""

    visits: float  # the share of the search that went into it, from 0 to 1
    expected: list[float]  # the result each seat can expect, from 0 to 1
    moves: list[tuple[int, int]]  # seats and actions; decisions without a choice are left out


class Found(msgspec.Struct, frozen=True):
    """What a search has found, most visited first."""

    expected: list[float]
    lines: list[Line]
    iterations: int
    depth: int  # decisions from here to the furthest position it has looked at
    seconds: float  # of a processor


class Glass:
    """What a game's looks are taken with: a tree and everything its kernels write to. It is used again and again."""

    def __init__(self, game: Game, *, usual: bool = True) -> None:
        self._game = game
        network = network_of(game) if usual and game.name not in CLASSIC else None
        self.guided = network is not None
        self._tree = SearchTree(game, game.search, 0) if network is None else GuidedTree(game, game.search, 0, network)
        self._totals = np.zeros(tree.MAX_SEATS)
        self._loaded = False

    def take(self, question: Question, records: Records) -> Look:
        """Look."""
        expected, seconds = self._search(question, records)
        return Look(expected, self._line(question), seconds)

    def lines(self, asked: Lines, records: Records) -> Found:
        """Search, and tell several ways on."""
        question = Question(asked.game, asked.record, asked.seat, asked.open, FREE, asked.seed, asked.iterations)
        expected, seconds = self._search(question, records)
        nodes, seats = self._tree.nodes, len(expected)
        children = [child for child in self._tree.children(0) if nodes[child]["visits"] > 0]
        children.sort(key=lambda child: (-int(nodes[child]["visits"]), int(nodes[child]["action"])))
        visits = sum(int(nodes[child]["visits"]) for child in children)
        found = []
        for child in children[: asked.most]:
            here = int(nodes[child]["visits"])
            results = [round(float(total) / here, 5) for total in nodes[child]["total"][:seats]]
            moves = [(int(nodes[child]["seat"]), int(nodes[child]["action"]))]
            found.append(Line(round(here / visits, 5), results, self._follow(child, moves, LONG_LINE)))
        return Found(expected, found, asked.iterations, self._depth(), seconds)

    def _depth(self) -> int:
        """How far the tree reaches: to the last position that was looked at again."""
        depth, level = 0, [0]
        while level:
            level = [
                child for node in level for child in self._tree.children(node) if self._tree.nodes[child]["visits"] > 0
            ]
            depth += bool(level)
        return depth

    def _search(self, question: Question, records: Records) -> tuple[list[float], float]:
        look = self._game.bind(kernels.look_guided if self.guided else kernels.look_classic)
        if not self._loaded:  # which takes longer than many looks, and is no part of any
            look(*self.arguments(msgspec.structs.replace(question, iterations=0), records))
            self._loaded = True
        began = time.process_time()
        self._tree.restart(question.seed)
        self._totals[:] = 0.0
        look(*self.arguments(question, records))
        seats = int(records["seats"][0])
        expected = [round(float(total) / question.iterations, 5) for total in self._totals[:seats]]
        return expected, time.process_time() - began

    def arguments(self, question: Question, records: Records) -> tuple[Any, ...]:
        """What a look takes."""
        return self._tree.looking(
            records, self._totals, question.action, question.seat, question.open, question.seed, question.iterations
        )

    def tried(self) -> list[tuple[int, int]]:
        """The actions that the last look tried first, and how often, the most often first."""
        nodes = self._tree.nodes
        found = [(int(nodes[child]["action"]), int(nodes[child]["visits"])) for child in self._tree.children(0)]
        return sorted(found, key=lambda one: (-one[1], one[0]))

    def _line(self, question: Question) -> list[tuple[int, int]]:
        """The most visited decisions."""
        return self._follow(0, [] if question.action == FREE else [(question.seat, question.action)], LINE)

    def _follow(self, node: int, found: list[tuple[int, int]], most: int) -> list[tuple[int, int]]:
        """The most visited decisions behind a node, after those found already."""
        nodes = self._tree.nodes
        while len(found) < most:
            children = self._tree.children(node)
            if not children:
                break
            node = max(children, key=lambda child: (int(nodes[child]["visits"]), -int(nodes[child]["action"])))
            if nodes[node]["visits"] == 0:
                break
            found.append((int(nodes[node]["seat"]), int(nodes[node]["action"])))
        return found


_KEPT: dict[tuple[str, bool], Glass] = {}


def glass_for(game: Game, records: Records) -> Glass:
    """What a game is looked at with; a match with parts of its own needs another than the usual."""
    usual = fits(game, records)
    if (game.name, usual) not in _KEPT:
        _KEPT[game.name, usual] = Glass(game, usual=usual)
    return _KEPT[game.name, usual]


def answer(question: Question) -> Look:
    """Take a look."""
    glass, records = _glass(question)
    return glass.take(question, records)


def search(question: Lines) -> Found:
    """Search for lines."""
    glass, records = _glass(question)
    return glass.lines(question, records)


def _glass(question: Question | Lines) -> tuple[Glass, Records]:
    game = ziggurat.game(question.game)
    records = np.frombuffer(bytearray(question.record), dtype=game.state)
    return glass_for(game, records), records


def seeded(seed: int, *parts: int) -> int:
    """A seed made of another and of numbers."""
    for part in parts:
        seed = int(seed_for(np.uint64(seed), part))
    return seed
