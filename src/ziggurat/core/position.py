"""Reading positions that people wrote: every refusal says where it is wrong and what would be right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ziggurat.core.errors import BadOption, BadPosition
from ziggurat.core.game import Game, OptionValue
from ziggurat.core.sentence import quoted

_GENERATOR = re.compile("[0-9a-f]{1,16}")
NAMED = 24  # entries that a refusal names


def need(condition: object, sentence: str) -> None:
    """Refuse a position unless the condition holds."""
    if not condition:
        raise BadPosition(sentence)


# Sentences are made where they are needed: most values are right, and a browser reads a thousand of them at its start.


def as_object(value: Any, where: str, known: Sequence[str]) -> Mapping[str, Any]:
    """A JSON object that has no other entries than the known ones."""
    if not isinstance(value, Mapping):
        raise BadPosition(f"{where} must be an object, not {quoted(value)}.")
    for name in value:
        if name not in known:
            raise BadPosition(f"{where} has an entry {quoted(name)}; it can have {_named(known)}.")
    return value


def _named(known: Sequence[str]) -> str:
    """A list of the possible values, shortened if it is long."""
    return ", ".join(known) if len(known) <= NAMED else f"{', '.join(known[:NAMED])} and so on"


def as_list(value: Any, where: str, length: int | None = None) -> list[Any]:
    """A JSON list, of a certain length if one is given."""
    if not isinstance(value, list):
        raise BadPosition(f"{where} must be a list, not {quoted(value)}.")
    need(length is None or len(value) == length, f"{where} must have {length} entries, not {len(value)}.")
    return value


def as_number(value: Any, where: str, low: int, high: int) -> int:
    """A whole number in a range."""
    if not (isinstance(value, int) and not isinstance(value, bool) and low <= value <= high):
        raise BadPosition(f"{where} must be a whole number from {low} to {high}, not {quoted(value)}.")
    return int(value)


def as_choice(value: Any, where: str, choices: Sequence[Any]) -> Any:
    """One of several values."""
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise BadPosition(f"{where} is {', '.join(map(str, choices))}, not {quoted(value)}.")
    return value


def as_flag(value: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise BadPosition(f"{where} must be true or false, not {quoted(value)}.")
    return bool(value)


def as_text(value: Any, where: str) -> str:
    """A string."""
    if not isinstance(value, str):
        raise BadPosition(f"{where} must be text, not {quoted(value)}.")
    return str(value)


def write_heading(
    game: Game, seats: int, options: Mapping[str, OptionValue], rules: int | None = None
) -> dict[str, Any]:
    """What every position begins with; `rules`: the version it is played under, if that is not the latest."""
    return {"game": game.name, "rules": rules or game.rules_version, "seats": seats, "options": options}


def write_generator(state: Any) -> str:
    """The state of a record's generator, as `as_generator` reads it."""
    return f"{int(state['rng'][0]):016x}"


def read_heading(
    position: Any, game: Game, entries: Sequence[str], seats: int | None = None
) -> tuple[Mapping[str, Any], int, dict[str, OptionValue]]:
    """What every position begins with, checked: its entries, the seat count and the options.

    Game, rules version and options may be left out, and so may the seat count if a usual one is given.
    """
    heading = as_object(position, "A position", entries)
    as_choice(heading.get("game", game.name), "game", [game.name])
    as_choice(heading.get("rules", game.rules_version), "rules", game.known_rules)
    count = as_choice(heading.get("seats", seats), "seats", game.seat_counts)
    given = as_object(heading.get("options", {}), "options", [option.name for option in game.options])
    try:
        return heading, count, game.read_options(given)
    except BadOption as problem:
        raise BadPosition(str(problem)) from problem


def as_generator(value: Any) -> int:
    """The state of a generator: 16 hexadecimal digits."""
    written = isinstance(value, str) and _GENERATOR.fullmatch(value)
    need(written, f"generator must be up to 16 hexadecimal digits, not {quoted(value)}.")
    return int(value, 16)
