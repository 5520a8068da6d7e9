"""Mistakes of an agent. Each loses the game in which it happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ziggurat.core.sentence import quoted

FAULTS = {
    "illegal": "chose an action that is not legal there",
    "no number": "answered something that is not the number of an action",
    "no action": "answered nothing (None)",
    "raised": "raised an exception",
    "late": "answered too late",
    "hung": "did not answer within twice the time for a decision, and was ended",
    "died": "ended its process",
    "memory": "used more memory than it may, and was ended",
}


@dataclass(frozen=True)
class Fault:
    """What went wrong, at which decision, and details."""

    kind: str
    decision: int
    text: str

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return dict(vars(self))


def read_answer(answer: Any) -> tuple[int, str, str]:
    """The action an agent answered, or -1 with the kind of fault and the answer."""
    if answer is None:
        return -1, "no action", "None"
    try:
        number = np.asarray(answer)
        if number.size == 1 and number.dtype.kind in "iu":
            return int(number.reshape(())), "", ""
    except (TypeError, ValueError):
        pass
    return -1, "no number", quoted(answer)
