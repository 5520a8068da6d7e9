"""The latest warnings and errors in the log of this process, for the admin page; redacted, as in the log."""

from __future__ import annotations

import logging
from collections import deque
from typing import NamedTuple

MOST = 20


class RecentProblem(NamedTuple):
    """One line of the log."""

    at: int  # in milliseconds since 1970
    level: str
    text: str


class RecentProblems(logging.Handler):
    """Keeps the latest warnings and errors."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._kept: deque[RecentProblem] = deque(maxlen=MOST)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one."""
        level = "error" if record.levelno >= logging.ERROR else "warning"
        self._kept.append(RecentProblem(int(record.created * 1000), level, self.format(record)))

    def latest(self) -> list[RecentProblem]:
        """The latest first."""
        return list(reversed(self._kept))


recent_problems = RecentProblems()
