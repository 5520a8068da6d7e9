"""What happened, as rows of numbers that kernels can write, and as sentences that people can read.

A buffer is an int32 array: row 0 counts, every further row is one event: its kind, the seat it is about, its audience
and its arguments. An event may hold a secret (which token was drawn): its audience is the set of seats, as bits, that
may know; everybody else is told the public form, in which the secret arguments are missing. How many events there are,
and their order, never depends on a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

import numpy as np

from ziggurat.core.kernel import kernel

ROWS = 128
COLUMNS = 8
EVERYBODY = -1
KIND, SEAT, AUDIENCE, ARGUMENTS = 0, 1, 2, 3


def buffer() -> np.ndarray[Any, np.dtype[np.int32]]:
    """An empty event buffer."""
    return np.zeros((ROWS, COLUMNS), dtype=np.int32)


@kernel
def emit(events, kind, seat, audience, a, b, c):
    """Note an event down; without a buffer this is compiled to nothing."""
    if events is None:
        return
    row = events[0, 0] + 1
    events[0, 0] = row
    events[row, 0] = kind
    events[row, 1] = seat
    events[row, 2] = audience
    events[row, 3] = a
    events[row, 4] = b
    events[row, 5] = c


@dataclass(frozen=True)
class Argument:
    """One argument of an event: its name, how its number is written for programs, and whether it can be secret."""

    name: str
    write: Callable[[int], Any] = int
    secret: bool = False
    said: Callable[[int], str] | None = None  # in sentences, where that differs: "an engineer" for "engineer"


@dataclass(frozen=True)
class EventForm:
    """How one kind of event is told. `text` uses the seat and the arguments by name; `public` is for those outside.

    Words follow a number: `{count:# stone|# stones}` is "1 stone" or "2 stones" (`#` is the number itself), and three
    wordings are for none, one and more: `{price:for free|for # talent|for # talents}`. The page reads the same forms.
    """

    name: str
    arguments: tuple[Argument, ...]
    text: str
    public: str = ""


@dataclass(frozen=True)
class Event:
    """One thing that happened, as one seat is told it. An argument this seat may not know is None."""

    kind: str
    seat: int
    arguments: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""

    def __str__(self) -> str:
        return self.text


def seat_name(seat: int) -> str:
    """A seat in sentences, until the table knows the players' names."""
    return "nobody" if seat < 0 else f"seat {seat}"


class _Sentences(Formatter):
    """`str.format`, and words that follow a number."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec:
            return str(value)
        *none, one, more = format_spec.split("|")
        wording = none[0] if none and value == 0 else one if value == 1 else more
        return wording.replace("#", str(value))


_SENTENCES = _Sentences()


def tell(rows: np.ndarray[Any, Any], forms: Mapping[Any, EventForm], seat: int | None) -> list[Event]:
    """The events of a buffer as a seat is told them (-1: a spectator; None: with all secrets, for finished matches)."""
    told = []
    for row in rows[1 : rows[0, 0] + 1].tolist():
        form = forms[row[KIND]]
        audience = row[AUDIENCE]
        knows = seat is None or audience == EVERYBODY or (seat >= 0 and audience >> seat & 1 == 1)
        known = [
            (argument, number)
            for argument, number in zip(form.arguments, row[ARGUMENTS:], strict=False)
            if knows or not argument.secret
        ]
        arguments: dict[str, Any] = dict.fromkeys(argument.name for argument in form.arguments)
        arguments |= {argument.name: argument.write(number) for argument, number in known}
        words = arguments | {argument.name: argument.said(number) for argument, number in known if argument.said}
        sentence = form.text if knows or not form.public else form.public
        about = row[SEAT]
        text = _SENTENCES.format(sentence, seat=seat_name(about), **words)
        told.append(Event(form.name, about, arguments, text[:1].upper() + text[1:]))
    return told


def is_public(rows: np.ndarray[Any, Any]) -> bool:
    """Whether everybody is told the same of a buffer."""
    return all(audience == EVERYBODY for audience in rows[1 : rows[0, 0] + 1, AUDIENCE].tolist())
