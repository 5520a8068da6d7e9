"""What the bots' worker of a page runs: decisions of bots, and engine lines."""

from __future__ import annotations

import msgspec
import numpy as np

from ziggurat.bots import Budget, SearchBot
from ziggurat.server.bots import worker

# A browser searches at a quarter of a server's speed, and nobody else waits for it.
BUDGETS = {"king": Budget(seconds=1.5), "gilgamesh": Budget(seconds=16.0)}


def think(text: str) -> list[str]:
    """The answer to a question of `server.bots.worker`."""
    question = msgspec.json.decode(text, type=worker.Asked)
    kept = [bot for _, bot in worker._CACHED]
    answer = worker.answer(question, BUDGETS)
    recycle_trees([bot for bot in kept if all(bot is not cached for _, cached in worker._CACHED)])
    return [msgspec.json.encode(answer).decode()]


def recycle_trees(bots: list[SearchBot]) -> None:
    """Use the trees of bots that are gone again: each has up to 67 MB. Only the browser's NumPy needs to be told."""
    recycle = getattr(np, "recycle", None)
    if recycle is not None:
        for bot in bots:
            for tree in bot._trees:
                recycle(tree.nodes)
