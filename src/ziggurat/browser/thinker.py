"""What the bots' worker of a page runs: decisions of bots, and engine lines."""

from __future__ import annotations

import msgspec

from ziggurat.bots import LEVELS, Budget
from ziggurat.server.bots import worker

# A browser searches at a quarter of a server's speed, and nobody else waits for it.
SECONDS = {"king": 1.5, "gilgamesh": 16.0}


def take_time() -> None:
    """Give the levels that think by the clock as long as they need to play as well as on a server."""
    for name, seconds in SECONDS.items():
        LEVELS[name] = LEVELS[name]._replace(budget=Budget(seconds=seconds))


def think(text: str) -> list[str]:
    """The answer to a question of `server.bots.worker`."""
    take_time()
    question = msgspec.json.decode(text, type=worker.Asked)
    return [msgspec.json.encode(worker.answer(question)).decode()]
