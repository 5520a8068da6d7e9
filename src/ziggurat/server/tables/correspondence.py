"""Correspondence matches: those with a time limit for every turn."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ColumnElement

from ziggurat.server.protocol import Pace, PaceKind

HOUR, DAY = 3_600_000, 86_400_000  # milliseconds


def is_correspondence(pace: Pace) -> bool:
    """Whether there is a time limit for every turn, instead of a clock for the match or none."""
    return pace.kind is PaceKind.TURN


def where_correspondence(pace: Column[Any]) -> ColumnElement[bool]:
    """`is_correspondence` in SQL, for a column that holds a pace as JSON."""
    kind: ColumnElement[str] = pace["kind"].as_string()
    return kind == PaceKind.TURN.value


def is_slow(pace: Pace) -> bool:
    """Whether nobody is expected to wait at the table: it has no clock, or a turn may take hours."""
    return pace.kind is PaceKind.UNTIMED or (is_correspondence(pace) and pace.base >= HOUR)


def has_vacations(pace: Pace) -> bool:
    """Whether a vacation stops the clock at the table: only where a turn may take a day or more."""
    return is_correspondence(pace) and pace.base >= DAY
