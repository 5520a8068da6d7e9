"""What the bots' worker of a page runs: decisions of bots, and engine lines."""

from __future__ import annotations

import msgspec

from ziggurat.server.bots import worker


def think(text: str) -> list[str]:
    """The answer to a question of `server.bots.worker`."""
    question = msgspec.json.decode(text, type=worker.Asked)
    return [msgspec.json.encode(worker.answer(question)).decode()]
