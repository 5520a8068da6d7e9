"""Who played a match, in its log: comments, which every reader of logs leaves out.

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
    """The lines above a log; whose name is not known has none."""
    return "".join(f"# seat {seat}: {name}\n" for seat, name in enumerate(names) if name)


def read(log: str, seats: int) -> list[str]:
    """The names a log tells, by seat. One that nobody could have here is left out, and so is all that is no name."""
    names = [""] * seats
    for line in log.splitlines():
        found = _LINE.fullmatch(line.strip())
        if found and int(found[1]) < seats:
            names[int(found[1])] = _name(found[2].strip())
    return names


def _name(text: str) -> str:
    if text in bots.names() or text == look_alikes.FORMER:  # which no person could have
        return text
    try:
        return user_text.read_name(text)
    except BadText:
        return ""
