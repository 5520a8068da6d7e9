"""Events: rows of numbers that kernels write, and the sentences that people read.

A buffer is an int32 array: row 0 counts, every further row is one event: its kind, the seat it is about, its audience
and its arguments. An event may hold a secret (which token was drawn): its audience is the set of seats, as bits, that
may know; everybody else is told the public form, in which the secret arguments are missing. How many events there are,
and their order, never depends on a secret.

What does not fit into a row because it is a set (the hexagons that were counted) follows in rows of its own. Sets are
for everybody: what is secret must not be in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from ziggurat.core.bits import LOW_HALF
from ziggurat.core.kernel import kernel

ROWS = 128
COLUMNS = 8
KEPT = 4096  # descriptions of each kind of event
EVERYBODY = -1
KIND, SEAT, AUDIENCE, ARGUMENTS = 0, 1, 2, 3
SET = 0  # instead of a kind: the row holds one of the sets of the event above it
WHICH, WORDS = 1, 2  # columns of such a row: the set's number, and its members as bits, 32 to a column
HALF = np.uint64(32)  # of a word, in bits
Made = TypeVar("Made")


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


@kernel
def emit_set(events, which, word0, word1, word2):
    """Note down a set that belongs to the event noted last: up to 192 members, in three words."""
    if events is None:
        return
    row = events[0, 0] + 1
    events[0, 0] = row
    events[row, 0] = SET
    events[row, 1] = which
    put_word(events, row, 2, word0)
    put_word(events, row, 4, word1)
    put_word(events, row, 6, word2)


@kernel
def put_word(events, row, column, word):
    """Write 64 bits into two columns, the lower ones first."""
    events[row, column] = np.int32(np.uint32(word & LOW_HALF))
    events[row, column + 1] = np.int32(np.uint32(word >> HALF))


@dataclass(frozen=True)
class Argument:
    """One argument of an event: its name, how its number is written for programs, and whether it can be secret.

    The page's types are made from this (`web/scripts/event_types.py`): what `write` returns by its annotation, and the
    words it can be, where they are a closed list.
    """

    name: str
    write: Callable[[int], Any] = int
    secret: bool = False
    said: Callable[[int], str] | None = None  # in sentences, where that differs: "an engineer" for "engineer"
    names: tuple[str, ...] = ()  # all that can be written, where that is a word of a list, or several of them
    column: int | None = None  # which number of the row it is written from; none: the one at its own place


def named(
    name: str, names: Sequence[str] | Mapping[int, str], *, secret: bool = False, texts: Sequence[str] = ()
) -> Argument:
    """An argument whose number stands for one of several names; `texts` are those in sentences, where they differ."""
    words = tuple(names.values()) if isinstance(names, Mapping) else tuple(names)
    return Argument(name, names.__getitem__, secret, texts.__getitem__ if texts else None, words)


def from_one(number: int) -> int:
    """A number counted from 1, for people."""
    return number + 1


@dataclass(frozen=True)
class EventForm:
    """The sentence of one kind of event. `text` names the seat and the arguments, `public` leaves out secret ones.

    `sets` are further arguments, each a list; one that was not noted down is missing.

    Words follow a number: `{count:# stone|# stones}` is "1 stone" or "2 stones" (`#` is the number itself), and three
    wordings are for none, one and more: `{price:for free|for # talent|for # talents}`. The page reads the same forms.
    """

    name: str
    arguments: tuple[Argument, ...]
    text: str
    public: str = ""
    sets: tuple[Argument, ...] = ()
    brief: str = ""  # `text` in fewer words, beside a table that shows the rest; none where an argument is secret
    described: dict[tuple[int, ...], tuple[str, Mapping[str, Any]]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )  # what has been described before: on a server the same things happen again and again


@dataclass(frozen=True)
class Event:
    """One thing that happened, as one seat may know it. An argument this seat may not know is None.

    >>> import ziggurat
    >>> event = ziggurat.new("babel", seed=7).play("pawn A").events(0)[0]
    >>> event.kind, event.seat, str(event)
    ('moved', 0, "Seat 0 moves the pawn to the Assyrians' site")
    """

    kind: str
    seat: int
    arguments: Mapping[str, Any] = field(default_factory=dict)
    text: str = ""

    def __str__(self) -> str:
        return self.text


def in_brief(event: Event, forms: Mapping[Any, EventForm]) -> str:
    """An event in as few words as its form has.

    >>> import ziggurat
    >>> match = ziggurat.new("amyitis", seed=7).play("peasant 1")
    >>> event = match.events(match.actor)[0]
    >>> event.text, in_brief(event, match.game.event_forms)
    ('Seat 0 recruits a peasant of group 1 for 2 talents', 'Seat 0 recruits peasant 1')
    """
    form = next((form for form in forms.values() if form.name == event.kind and form.brief), None)
    if form is None:
        return event.text
    words = {name: _Number(value) if type(value) is int else value for name, value in event.arguments.items()}
    text = form.brief.format(seat=seat_name(event.seat), **words)
    return text[:1].upper() + text[1:]


def seat_name(seat: int) -> str:
    """A seat in sentences, until the table knows the players' names."""
    return "nobody" if seat < 0 else f"seat {seat}"


class _Number(int):
    """A number in a sentence: the words after its colon follow it."""

    def __format__(self, wordings: str) -> str:
        if not wordings:
            return str(int(self))
        *none, one, more = wordings.split("|")
        wording = none[0] if none and self == 0 else one if self == 1 else more
        return wording.replace("#", str(int(self)))


def for_seat(rows: np.ndarray[Any, Any], forms: Mapping[Any, EventForm], seat: int | None) -> list[Event]:
    """The events of a buffer as a seat may know them (-1: a spectator; None: all secrets, for finished matches)."""
    return made_for(rows, forms, seat, Event)


def made_for(
    rows: np.ndarray[Any, Any], forms: Mapping[Any, EventForm], seat: int | None, make: Callable[..., Made]
) -> list[Made]:
    """The same, made by `make` from an event's kind, seat, arguments and text."""
    made: list[Made] = []
    arguments: dict[str, Any] = {}
    sets: tuple[Argument, ...] = ()
    for row in rows[1 : rows[0, 0] + 1].tolist():
        if row[KIND] == SET:
            named = sets[row[WHICH]]
            arguments[named.name] = [named.write(member) for member in _members(row[WORDS:])]
            continue
        form = forms[row[KIND]]
        sets = form.sets
        audience = row[AUDIENCE]
        knows = seat is None or audience == EVERYBODY or (seat >= 0 and audience >> seat & 1 == 1)
        key = (knows, *row)
        description = form.described.get(key)
        if description is None:
            if len(form.described) >= KEPT:
                form.described.clear()
            description = form.described[key] = _described(form, row, knows=knows)
        text, shown = description
        arguments = dict(shown)
        made.append(make(form.name, row[SEAT], arguments, text))
    return made


def _described(form: EventForm, row: list[int], *, knows: bool) -> tuple[str, Mapping[str, Any]]:
    """The sentence of an event, and its arguments but for its sets."""
    visible = [
        (argument, row[ARGUMENTS + (at if argument.column is None else argument.column)])
        for at, argument in enumerate(form.arguments)
        if knows or not argument.secret
    ]
    arguments: dict[str, Any] = dict.fromkeys(argument.name for argument in form.arguments)
    arguments |= {argument.name: argument.write(number) for argument, number in visible}
    words = {name: _Number(value) if type(value) is int else value for name, value in arguments.items()}
    words |= {argument.name: argument.said(number) for argument, number in visible if argument.said}
    sentence = form.text if knows or not form.public else form.public
    text = sentence.format(seat=seat_name(row[SEAT]), **words)
    return text[:1].upper() + text[1:], arguments


def _members(words: list[int]) -> Iterator[int]:
    """The members of a set, ascending."""
    for at, word in enumerate(words):
        bits = word & 0xFFFF_FFFF
        while bits:
            lowest = bits & -bits
            yield 32 * at + lowest.bit_length() - 1
            bits ^= lowest


def is_public(rows: np.ndarray[Any, Any]) -> bool:
    """Whether all seats see the same events of a buffer."""
    return all(row[AUDIENCE] == EVERYBODY or row[KIND] == SET for row in rows[1 : rows[0, 0] + 1].tolist())
