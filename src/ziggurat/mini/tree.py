"""The whole tree of a mini variant: every deal, every decision, every draw, with exact odds.

Information sets have perfect recall: a player has one for everything it has seen and done since the beginning, and what
it sees is the record redacted for it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from ziggurat.core.bits import members
from ziggurat.core.game import Game, Records
from ziggurat.core.kernel import kernel
from ziggurat.core.match import Match
from ziggurat.core.record import copied
from ziggurat.mini.alphabeta import outcome
from ziggurat.mini.chance import FRESH, HALF
from ziggurat.mini.variant import SEATS, MiniGame

MOST_NODES = 2_000_000
REWARDS = ("win", "score")  # as those of the environments: victory, or the difference of points


@dataclass(slots=True)
class TreeNode:
    """A node: of chance (`player` -1, with `odds`), a decision (`actions`), or an end (neither children)."""

    player: int = -1
    information: int = -1  # the number of the player's information set
    actions: list[int] = field(default_factory=list)
    odds: list[Fraction] = field(default_factory=list)
    children: list[TreeNode] = field(default_factory=list)
    value: int = 0  # at an end: what seat 0 is paid, and seat 1 pays

    def walk(self) -> Iterator[TreeNode]:
        """All nodes from here on, parents before children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


@dataclass
class Tree:
    """A solved variant's tree. `sets[player]` has the actions of each information set, by number."""

    game: Game
    root: TreeNode
    sets: list[list[tuple[int, ...]]]


class _Grower:
    def __init__(self, game: MiniGame, reward: str) -> None:
        if reward not in REWARDS:
            raise ValueError(f"A reward here is {' or '.join(REWARDS)}, not {reward!r}.")
        self._reward = reward
        self._game = game.scripted
        self._engine = self._game.engine()
        self._outcome = self._game.bind(_outcome_of)
        self._numbers: list[dict[bytes, int]] = [{} for _ in range(SEATS)]
        self.sets: list[list[tuple[int, ...]]] = [[] for _ in range(SEATS)]
        self._nodes = 0

    def deals(self) -> Counter[bytes]:
        options = self._game.encode_options(self._game.read_options({}))

        def deal(script: int) -> Records:
            records = self._game.new_records()
            self._engine.setup(records, self._game.new_mask(), SEATS, options, np.uint64(script))
            return records

        return _counted(deal)

    def after(self, records: Records, mask: np.ndarray, action: int) -> Counter[bytes]:
        def play(script: int) -> Records:
            twin = copied(records)
            twin["rng"][0] = FRESH | np.uint64(script)
            self._engine.apply(twin, mask.copy(), action, None)
            return twin

        return _counted(play)

    def chance(self, ways: Counter[bytes], histories: list[bytes]) -> TreeNode:
        """What follows when one of these records comes about, each in so many ways."""
        if len(ways) == 1:
            return self.node(next(iter(ways)), histories)
        total = sum(ways.values())
        grown = TreeNode()
        for raw, count in sorted(ways.items()):
            grown.odds.append(Fraction(count, total))
            grown.children.append(self.node(raw, histories))
        return grown

    def node(self, raw: bytes, histories: list[bytes]) -> TreeNode:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise ValueError(f"This tree has more than {MOST_NODES:,} nodes.")
        records = np.frombuffer(bytearray(raw), dtype=self._game.state)
        if records["over"][0]:
            return TreeNode(value=self._paid(records))
        mask = self._game.new_mask()
        self._engine.legal(records, mask)
        player = int(records["actor"][0])
        histories = [_mixed(histories[seat], self._seen(records, seat)) for seat in range(SEATS)]
        grown = TreeNode(player=player, actions=members(mask))
        grown.information = self._number(player, histories[player], tuple(grown.actions))
        for action in grown.actions:
            after_action = list(histories)
            after_action[player] = _mixed(histories[player], action.to_bytes(2, "little"))
            grown.children.append(self.chance(self.after(records, mask, action), after_action))
        return grown

    def _paid(self, records: Records) -> int:
        if self._reward == "win":
            return int(self._outcome(records))
        return int(records["score"][0, 0]) - int(records["score"][0, 1])

    def _seen(self, records: Records, seat: int) -> bytes:
        twin = copied(records)
        self._engine.redact(twin, seat)
        return twin.tobytes()

    def _number(self, player: int, history: bytes, actions: tuple[int, ...]) -> int:
        number = self._numbers[player].setdefault(history, len(self.sets[player]))
        if number == len(self.sets[player]):
            self.sets[player].append(actions)
        if self.sets[player][number] != actions:
            raise AssertionError("A player could tell two truths apart by what is legal.")
        return number


@kernel
def _outcome_of(states):  # type: ignore[no-untyped-def]
    return outcome(states[0])


def _counted(play) -> Counter[bytes]:  # type: ignore[no-untyped-def]
    """By record: in how many of all equally likely ways it comes about."""
    counts: Counter[bytes] = Counter()
    script, ways = 0, 1
    while script < ways:
        records = play(script)
        now = int(records["rng"][0, 0] >> HALF)
        if script and now != ways:
            raise AssertionError("How many ways there are depends on what is drawn: they are not equally likely.")
        script, ways = script + 1, now
        records["rng"][0] = 0
        counts[records.tobytes()] += 1
    return counts


def _mixed(before: bytes, more: bytes) -> bytes:
    return hashlib.blake2b(before + more, digest_size=16).digest()


def grow(game: MiniGame, start: Match | None = None, reward: str = "win") -> Tree:
    """The tree of a mini variant from its deal, or from a position (everybody then knows that position)."""
    grower = _Grower(game, reward)
    ways = grower.deals() if start is None else Counter([_still(start.record())])
    return Tree(game, grower.chance(ways, [b""] * SEATS), grower.sets)


def _still(records: Records) -> bytes:
    twin = copied(records)
    twin["rng"][0] = 0
    return twin.tobytes()
