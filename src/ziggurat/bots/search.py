"""The search bot: information-set Monte-Carlo tree search (see `ziggurat.bots.tree`)."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np

from ziggurat.bots import tree
from ziggurat.bots.settling import Settled
from ziggurat.bots.thinking import DEFAULT_BUDGET, Bot, Budget, Candidate, LikelyMove, Progress, Stop, Thought, never
from ziggurat.core.bits import members
from ziggurat.core.chance import seed_for
from ziggurat.core.copies import writable
from ziggurat.core.game import Game, Records, SearchSettings
from ziggurat.core.record import copied
from ziggurat.core.threads import Threads

NODES = 1 << 17  # of 56 bytes: a search takes at most 7.4 MB a thread, whatever its budget
SLICE = 0.01  # seconds a kernel runs between two checks whether to stop
UNLIMITED = 1 << 40  # iterations
LINE = 6  # decisions of the principal line that are told


class SearchTree:
    """One thread's search tree and the buffers its kernels write to."""

    capacity = NODES
    node: Any = tree.NODE

    def __init__(self, game: Game, settings: SearchSettings, seed: int) -> None:
        self.nodes = np.zeros(self.capacity, dtype=self.node)  # memory that is not written to costs nothing
        self.root = 0
        self._game = game
        self._work = game.new_records(2)
        self._masks = np.zeros((2, game.words), dtype=np.uint64)
        self._path = np.zeros(tree.LONGEST, dtype=np.int32)
        self._results = np.zeros(tree.MAX_SEATS)
        self._stream = np.array([seed], dtype=np.uint64)
        self._settings = np.array([tuple(settings)], dtype=tree.SETTINGS)
        self._used = 0

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "nodes": self.nodes[: self._used].copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))
        self.nodes = np.zeros(self.capacity, dtype=self.node)
        self.nodes[: self._used] = state["nodes"]

    def begin(self, action: int | None) -> None:
        """Keep the part of the tree behind an action; without one, or when it is nearly full, begin a new tree."""
        child = tree.NO_NODE if action is None else self._game.bind(tree.child_of)(self.nodes, self.root, action)
        if child == tree.NO_NODE or self._used > self.capacity // 2:
            self.root, self._used = 0, self._game.bind(tree.plant)(self.nodes)
        else:
            self.root = child

    def grow(self, known: Records, iterations: int) -> None:
        """Run more iterations."""
        self._used = self._game.bind(tree.search)(*self.arguments(known, iterations))

    def arguments(self, known: Records, iterations: int) -> tuple[Any, ...]:
        """The arguments of the search kernel."""
        return (
            *(known, self._work, self._masks, self.nodes, self._used, self.root, self._path, self._results),
            *(self._stream, self._settings, int(known["actor"][0]), iterations),
        )

    def restart(self, seed: int) -> None:
        """Reset the random stream. Call `begin` before growing the tree again."""
        self._stream[0], self.root, self._used = seed, 0, 0

    def looking(self, known: Records, *more: Any) -> tuple[Any, ...]:
        """The arguments of the evaluation kernel of `ziggurat.reviewing`."""
        return (*self._looking(known, *more), self._settings)

    def _looking(
        self, known: Records, totals: Any, action: int, seat: int, openly: bool, seed: int, count: int, scale: Any
    ) -> Any:
        room = (self._work, self._masks, self.nodes, self._path, self._results, self._stream)
        return (known, *room, totals, action, seat, openly, np.uint64(seed), count, scale)

    def children(self, node: int) -> list[int]:
        """The children of a node."""
        children, child = [], int(self.nodes[node]["first"])
        while child != tree.NO_NODE:
            children.append(child)
            child = int(self.nodes[child]["next"])
        return children


class SearchBot(Bot):
    """Plays what a tree search finds best.

    With a temperature above 0 it draws from the visit counts instead, sharpened by the power 1 / temperature: that
    is how weaker levels play weaker, without ever knowing more or less than their seat.

    >>> import ziggurat
    >>> from ziggurat.bots import Budget, SearchBot
    >>> match = ziggurat.new("babel", seed=7)
    >>> thought = SearchBot("babel", seed=1, budget=Budget(iterations=50)).think(match)
    >>> thought.action in match.legal(), thought.iterations
    (True, 50)
    """

    def __init__(
        self,
        game: str | Game,
        seed: int | None = None,
        budget: Budget = DEFAULT_BUDGET,
        temperature: float = 0.0,
        threads: int = 1,
        settings: SearchSettings | None = None,
    ) -> None:
        super().__init__(game, seed)
        self.budget = budget
        self.temperature = temperature
        chosen = settings or self.game.search
        seeds = [int(seed_for(np.uint64(self.seed), thread)) for thread in range(threads)]
        self._trees = [self._new_tree(chosen, thread_seed) for thread_seed in seeds]
        self._draws = np.random.default_rng(self.seed)
        self._threads = Threads(threads)
        self._expected: bytes | None = None  # what the next record must be for the trees to be of use
        self._played: int | None = None

    def _new_tree(self, settings: SearchSettings, seed: int) -> SearchTree:
        return SearchTree(self.game, settings, seed)

    def _think(self, records: Records, budget: Budget | None, stop: Stop, progress: Progress) -> Thought:
        began = time.perf_counter()
        mask = self.game.new_mask()
        self.game.engine().legal(records, mask)
        legal = members(mask)
        if len(legal) == 1:
            return self._forced(legal[0], int(records["actor"][0]))
        keep = self._played if self.expects(records) else None
        for search_tree in self._trees:
            search_tree.begin(keep)
        iterations = self._grow(records, budget or self.budget, began, stop, progress)
        candidates = self._candidates(legal, int(records["actor"][0]))
        action = self._pick(candidates)
        self._remember(records, mask, action)
        return Thought(
            action=action,
            candidates=candidates,
            expected=self._results(int(records["seats"][0])),
            sequel=self._sequel(action, int(records["actor"][0])),
            iterations=iterations,
            seconds=time.perf_counter() - began,
        )

    def _choose(self, records: Records) -> int:
        """With a budget in seconds it stops early once more time could not change the choice.

        A server asks for the whole thought: how long a bot took would tell how clear its choice was.
        """
        if self.budget.seconds is None or self.budget.iterations is not None or self.temperature > 0:
            return super()._choose(records)
        self.check(records)
        legal = self._legal(records)
        settled = Settled(self._trees, legal, self.budget.seconds) if len(legal) > 1 else never
        return self.think(records, stop=settled).action

    def _legal(self, records: Records) -> list[int]:
        mask = self.game.new_mask()
        self.game.engine().legal(records, mask)
        return members(mask)

    def expects(self, records: Records) -> bool:
        """Whether the current tree can be reused for this decision."""
        return records.tobytes() == self._expected

    def _forced(self, action: int, seat: int) -> Thought:
        self._expected = None
        text = self.game.notation.write(action)
        return Thought(action, (Candidate(action, text, 0, 0.5),), (), (LikelyMove(seat, action, text),), 0, 0.0)

    def _grow(self, records: Records, budget: Budget, began: float, stop: Stop, progress: Progress) -> int:
        """Search in slices until the budget is used; returns the total number of iterations.

        How the iterations are shared between threads depends on their number alone, never on how fast they ran.
        """
        threads = len(self._trees)
        limit = budget.iterations
        quotas = [UNLIMITED if limit is None else (limit + thread) // threads for thread in range(threads)]
        done, step = [0] * threads, 32
        while True:
            steps = [min(step, quota - had) for quota, had in zip(quotas, done, strict=True)]
            before = time.perf_counter()
            if threads == 1:
                self._trees[0].grow(records, steps[0])
            else:
                self._threads.run(
                    partial(search_tree.grow, records, count)
                    for search_tree, count in zip(self._trees, steps, strict=True)
                )
            now = time.perf_counter()
            done = [had + more for had, more in zip(done, steps, strict=True)]
            used = 0.0 if limit is None else sum(done) / limit
            if budget.seconds is not None:
                used = max(used, (now - began) / budget.seconds)
            progress(min(1.0, used))
            if used >= 1.0 or stop():
                return sum(done)
            step = max(32, min(4096, int(step * SLICE / max(now - before, 1e-6))))

    def _candidates(self, legal: list[int], seat: int) -> tuple[Candidate, ...]:
        """All threads' children of the root together, most visited first."""
        visits: dict[int, int] = {}
        totals: dict[int, float] = {}
        for search_tree in self._trees:
            for child in search_tree.children(search_tree.root):
                node = search_tree.nodes[child]
                action = int(node["action"])
                visits[action] = visits.get(action, 0) + int(node["visits"])
                totals[action] = totals.get(action, 0.0) + float(node["total"][seat])
        candidates = [
            Candidate(action, self.game.notation.write(action), visits[action], totals[action] / max(1, visits[action]))
            for action in visits
            if action in set(legal)
        ]
        return tuple(sorted(candidates, key=lambda candidate: (-candidate.visits, -candidate.value, candidate.action)))

    def _pick(self, candidates: tuple[Candidate, ...]) -> int:
        if self.temperature <= 0:
            return candidates[0].action
        visits = np.array([candidate.visits for candidate in candidates], dtype=float)
        weights = (visits / visits.max()) ** (1 / self.temperature)
        return candidates[int(self._draws.choice(len(candidates), p=weights / weights.sum()))].action

    def _results(self, seats: int) -> tuple[float, ...]:
        total = sum(search_tree.nodes[search_tree.root]["total"] for search_tree in self._trees)
        visits = sum(int(search_tree.nodes[search_tree.root]["visits"]) for search_tree in self._trees)
        return tuple(float(total[seat] / visits) for seat in range(seats))

    def _sequel(self, action: int, seat: int) -> tuple[LikelyMove, ...]:
        """The principal variation: the most visited moves, beginning with the one played."""
        moves = [(seat, action)]
        search_tree = self._trees[0]
        nodes = search_tree.nodes
        node = next(
            (child for child in search_tree.children(search_tree.root) if nodes[child]["action"] == action), None
        )
        while node is not None and len(moves) < LINE:
            node = max(search_tree.children(node), key=lambda child: int(nodes[child]["visits"]), default=None)
            if node is not None:
                moves.append((int(nodes[node]["seat"]), int(nodes[node]["action"])))
        return tuple(LikelyMove(seat, action, self.game.notation.write(action)) for seat, action in moves)

    def _remember(self, records: Records, mask: np.ndarray[Any, Any], action: int) -> None:
        """Keep the tree for the next decision if it is the same seat's and nothing unknown happens before it."""
        engine, seat = self.game.engine(), int(records["actor"][0])
        after = copied(records)
        engine.resample(after, seat, np.uint64(self.seed))  # a redacted record cannot be played on
        marks = np.zeros(1, dtype=np.int64)
        engine.replay(after, mask, np.array([action], dtype=np.int64), marks)
        engine.redact(after, seat)
        came_to_light = marks[0] & 1
        self._expected = after.tobytes() if not came_to_light and after["actor"][0] == seat else None
        self._played = action
