"""Reading positions that people wrote: every refusal says where it is wrong and what would be right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ziggurat.core.errors import BadPosition


def need(condition: object, sentence: str) -> None:
    """Refuse a position unless the condition holds."""
    if not condition:
        raise BadPosition(sentence)


def as_object(value: Any, where: str, known: Sequence[str]) -> Mapping[str, Any]:
    """A JSON object that has no other entries than the known ones."""
    need(isinstance(value, Mapping), f"{where} must be an object, not {value!r}.")
    for name in value:
        need(name in known, f"{where} has an entry {name!r}; it can have {', '.join(known)}.")
    return value  # type: ignore[no-any-return]


def as_list(value: Any, where: str, length: int | None = None) -> list[Any]:
    """A JSON list, of a certain length if one is given."""
    need(isinstance(value, list), f"{where} must be a list, not {value!r}.")
    need(length is None or len(value) == length, f"{where} must have {length} entries, not {len(value)}.")
    return value  # type: ignore[no-any-return]


def as_number(value: Any, where: str, low: int, high: int) -> int:
    """A whole number in a range."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    need(whole and low <= value <= high, f"{where} must be a whole number from {low} to {high}, not {value!r}.")
    return int(value)


def as_choice(value: Any, where: str, choices: Sequence[Any]) -> Any:
    """One of several values."""
    shown = ", ".join(map(str, choices))
    need(any(type(value) is type(one) and value == one for one in choices), f"{where} is {shown}, not {value!r}.")
    return value


def as_flag(value: Any, where: str) -> bool:
    """True or false."""
    need(isinstance(value, bool), f"{where} must be true or false, not {value!r}.")
    return bool(value)


def as_text(value: Any, where: str) -> str:
    """A string."""
    need(isinstance(value, str), f"{where} must be text, not {value!r}.")
    return str(value)


def as_generator(value: Any) -> int:
    """The state of a generator: 16 hexadecimal digits."""
    written = isinstance(value, str) and re.fullmatch("[0-9a-f]{1,16}", value)
    need(written, f"generator must be up to 16 hexadecimal digits, not {value!r}.")
    return int(value, 16)
