"""Agents that do not behave, and one that does, for the ladder's tests."""

from __future__ import annotations

import os
import threading
from typing import Any


def first(_observation: Any, mask: Any) -> Any:
    return mask.argmax()


def illegal(_observation: Any, mask: Any) -> int:
    return int(mask.argmin())


def beyond(_observation: Any, _mask: Any) -> int:
    return 10**12


def words(_observation: Any, _mask: Any) -> str:
    print("an agent may print")
    return "the middle one"


def fraction(_observation: Any, _mask: Any) -> float:
    return 0.5


def nothing(_observation: Any, _mask: Any) -> None:
    return None


def raising(_observation: Any, _mask: Any) -> int:
    raise RuntimeError("I do not feel like it")


def hanging(_observation: Any, _mask: Any) -> int:
    threading.Event().wait()
    return 0


def dying(_observation: Any, _mask: Any) -> int:
    os._exit(3)


class Unmade:
    """Cannot even begin."""

    def __init__(self) -> None:
        raise RuntimeError("no weights")

    def __call__(self, _observation: Any, _mask: Any) -> int:
        return 0
