"""Player names in match logs, as comments, which readers of logs skip.

# seat 0: Anna
# seat 1: king
"""

from __future__ import annotations

import re

from ziggurat import bots
from ziggurat.server.accounts import look_alikes, user_text
from ziggurat.server.refusals import BadText

_LINE = re.compile(r"# seat ([0-9]): ([^\n]{1,200})")


def write(names: list[str]) -> str:
    """The comment lines above a log; seats without a name are left out."""
    return "".join(f"# seat {seat}: {name}\n" for seat, name in enumerate(names) if name)


def read(log: str, seats: int) -> list[str]:
    """The names in a log, by seat; empty where there is none, or none that is valid here."""
    names = [""] * seats
    for line in log.splitlines():
        comment = _LINE.fullmatch(line.strip())
        if comment and int(comment[1]) < seats:
            names[int(comment[1])] = _name(comment[2].strip())
    return names


def _name(text: str) -> str:
    if text in bots.names() or text == look_alikes.FORMER:  # no person can have these
        return text
    try:
        return user_text.read_name(text)
    except BadText:
        return ""
