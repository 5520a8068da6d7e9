"""The event types of each game, for the page's TypeScript: every kind of event with its arguments and their types.

An argument's type is what its `write` says it returns; the words of a closed list are written out once, under the name
that the list has in the game's `events.py`.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import ziggurat
from ziggurat.core.events import Argument, EventForm

PLAIN = {int: "number", str: "string", type(None): "null"}


def event_types(game: str, forms: Mapping[Any, EventForm]) -> dict[str, Any]:
    """The lists of words that arguments are taken from, by name, and the arguments of each form."""
    lists = _lists(game, forms)
    return {
        "names": {name: list(words) for words, name in lists.items()},
        "events": [
            {
                "kind": form.name,
                "arguments": {one.name: _written(one, lists) for one in form.arguments},
                "sets": {one.name: f"{_written(one, lists)}[]" for one in form.sets},
            }
            for form in forms.values()
        ],
    }


def _lists(game: str, forms: Mapping[Any, EventForm]) -> dict[tuple[str, ...], str]:
    """By the words: what their list is called where the forms are. Texts for programs and people are called so too."""
    module = vars(import_module(f"{ziggurat.game(game).package}.events"))
    called = {_words(value): name for name, value in module.items() if name.isupper() and _words(value)}
    used = [one.names for form in forms.values() for one in (*form.arguments, *form.sets) if one.names]
    return {words: called[words] for words in dict.fromkeys(used)}


def _words(value: Any) -> tuple[str, ...]:
    words = tuple(value.values()) if isinstance(value, Mapping) else value
    return words if isinstance(words, tuple) and words and all(isinstance(word, str) for word in words) else ()


def _written(argument: Argument, lists: Mapping[tuple[str, ...], str]) -> str:
    word = _singular(lists[argument.names]) if argument.names else "string"
    kinds = list(_returned(argument))
    parts = [f"{word}[]" if typing.get_origin(kind) is list else word if kind is str else PLAIN[kind] for kind in kinds]
    if argument.secret:
        parts.append("null")
    return " | ".join(parts)


def _returned(argument: Argument) -> Iterator[Any]:
    """The types that an argument can be."""
    if isinstance(argument.write, type):
        yield argument.write
        return
    says = {} if inspect.ismethodwrapper(argument.write) else typing.get_type_hints(argument.write)
    if "return" not in says:
        if not argument.names:
            raise SystemExit(f"Say what the argument {argument.name} is: `write` needs an annotation, or `names`.")
        yield str
    elif typing.get_origin(says["return"]) in (typing.Union, types.UnionType):
        yield from typing.get_args(says["return"])
    else:
        yield says["return"]


def _singular(name: str) -> str:
    """`FIELD_NAMES` is a list of `FieldName`."""
    return "".join(part.capitalize() for part in name.removesuffix("S").split("_"))
