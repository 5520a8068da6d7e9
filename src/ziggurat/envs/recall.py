"""The history that a seat knows, as a linked list that copies of a position share.

Searches copy positions by the thousand. A link holds the events of one action and never changes, so a copy keeps only
its last link. Texts are written when they are first needed, and cached.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.core import events
from ziggurat.core.game import Game, Records
from ziggurat.core.record import copied, digest

Rows = np.ndarray[Any, np.dtype[np.int32]]


class Recall:
    """One link: an action and its events. The first link has the first position instead."""

    __slots__ = ("_texts", "action", "actor", "before", "first", "rows")

    def __init__(
        self, before: Recall | None, actor: int, action: int, rows: Rows | None, first: Records | None = None
    ) -> None:
        self.before = before
        self.actor = actor
        self.action = action
        self.rows = rows
        self.first = first
        self._texts: dict[int, str] = {}

    def text(self, game: Game, seat: int) -> str:
        """All events that a seat knows, one in each line; its own decisions after `>`."""
        missing = []
        link: Recall | None = self
        while link is not None and seat not in link._texts:
            missing.append(link)
            link = link.before
        for link in reversed(missing):
            link._texts[seat] = link._opening(game, seat) if link.before is None else link._continued(game, seat)
        return self._texts[seat]

    def _opening(self, game: Game, seat: int) -> str:
        if self.first is None:
            return f"{game.title}, seat {seat}"
        records = copied(self.first)
        game.engine().redact(records, seat)
        return f"{game.title}, seat {seat}, begun at {digest(records)}"

    def _continued(self, game: Game, seat: int) -> str:
        lines = [self.before._texts[seat]] if self.before is not None else []
        if self.actor == seat:
            lines.append(f"> {game.notation.write(self.action)}")
        if self.rows is not None and self.rows[0, 0]:
            lines += [event.text for event in events.for_seat(self.rows, game.event_forms, seat)]
        return "\n".join(lines)

    def links(self) -> list[tuple[int, int, Rows | None]]:
        """Every link after the first, as plain values: a chain is too deep to be pickled link by link."""
        links = []
        link = self
        while link.before is not None:
            links.append((link.actor, link.action, link.rows))
            link = link.before
        return links[::-1]

    def opening(self) -> Records | None:
        """The position the chain begins with."""
        link = self
        while link.before is not None:
            link = link.before
        return link.first


def chain(first: Records | None, links: list[tuple[int, int, Rows | None]]) -> Recall:
    """The chain that `opening` and `links` describe."""
    last = Recall(None, -1, -1, None, first)
    for actor, action, rows in links:
        last = Recall(last, actor, action, rows)
    return last
