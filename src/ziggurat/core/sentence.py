"""Translatable sentences: text that remembers its template and the values that were filled in.

>>> told = sentence("Hexagon {place} already holds a token of seat {seat} (clause 4).", place="d7", seat=1)
>>> told
'Hexagon d7 already holds a token of seat 1 (clause 4).'
>>> told.values
{'place': 'd7', 'seat': 1}

It is text like any other: who only shows or logs it need not know. The page translates the form. `web/scripts/forms.py`
collects the forms by reading the source, so a form is written out where it is used, never put together from pieces;
where two sentences share a part, that part is a sentence too, and a value of the other. Two names of values have a
meaning: `seat` is a seat's number, and `actor` the number of the seat that was refused, which the page may call "you".
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Mapping
from typing import Any

Value = str | int  # a string may be a sentence itself


class Sentence(str):
    """Text, its template and the values that were filled in."""

    __slots__ = ("form", "values")

    form: str
    values: Mapping[str, Value]


def sentence(form: str, /, **values: Value) -> Sentence:
    """Fill in a template, as `form.format` does."""
    made = Sentence(form.format(**values))
    made.form, made.values = form, values
    return made


_CLAUSES = re.compile(r"\(clauses? ([\d, and]+)\)\.$")


def clauses(text: str) -> list[int]:
    """The clauses that a sentence cites: those in brackets at the end of its template.

    >>> clauses(sentence("Hexagon {place} already holds a token of seat {seat} (clause 4).", place="d7", seat=1))
    [4]
    >>> clauses("Field c3 is full (clauses 3 and 6).")
    [3, 6]

    A sentence that ends with another one is about the same clauses.
    """
    form, values = (text.form, text.values) if isinstance(text, Sentence) else (text, {})
    inside = [value for name, value in values.items() if isinstance(value, Sentence) and form.endswith(f"{{{name}}}")]
    if inside:
        return clauses(inside[0])
    cited = _CLAUSES.search(form)
    return [int(number) for number in re.findall(r"\d+", cited[1])] if cited else []


SHOWN = 40  # characters of what somebody wrote that are said back to them: enough to find it, too few to tell a file

_short = reprlib.Repr()
_short.maxlevel, _short.maxstring, _short.maxother, _short.maxlong = 2, SHOWN, SHOWN, SHOWN
_short.maxlist = _short.maxtuple = _short.maxdict = _short.maxset = 2


def shortened(text: str) -> str:
    r"""User input, cut to a length that fits a sentence; what cannot be printed is written as Python writes it.

    >>> print(shortened("farmer" + chr(27) + "[2J"), shortened("f" * 50))
    farmer\x1b[2J fffffffffffffffffffffffffffffffffffffff…
    """
    text = text[: SHOWN + 1]
    if not text.isprintable():  # a line break could pass for a sentence of ours, half a pair cannot be encoded
        text = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def quoted(value: Any) -> str:
    """The `repr` of a value somebody gave, shortened if it is long.

    >>> quoted("variant"), quoted([1, 2, 3, 4])
    ("'variant'", '[1, 2, ...]')
    """
    try:
        return shortened(_short.repr(value))
    except ValueError:  # Python refuses to write numbers of thousands of digits
        return "a number too long to write"
