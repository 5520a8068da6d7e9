"""Repeated undo gains no time, and is limited."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ziggurat.core.errors import UndoRefused
from ziggurat.server.protocol import Leave, Pace, PaceKind
from ziggurat.server.tables.clocks import Clocks
from ziggurat.server.tables.sitting import ASK, MOST_ENTRIES, MOVE, RESIGN, START, UNDO, Entry, Plan, Sitting

PACES = [Pace(PaceKind.CLOCK, 60_000, 5_000), Pace(PaceKind.TURN, 60_000)]


@pytest.mark.parametrize("pace", PACES, ids=lambda pace: str(pace.kind))
def test_moving_and_undoing_gains_no_time(pace: Pace) -> None:
    clocks, at = Clocks(pace, 2), 0
    for _ in range(100):
        at += 400
        clocks.advance(at, 0, 1)
        at += 100
        clocks.advance(at, 1, 0, undone=True)
    assert clocks.left[0] == 60_000 - 100 * 400
    assert clocks.left[1] == (60_000 - 100 * 100 if pace.kind is PaceKind.CLOCK else 60_000 - 100)


@pytest.mark.parametrize("pace", PACES, ids=lambda pace: str(pace.kind))
def test_undoing_in_a_match_gains_no_time(pace: Pace) -> None:
    sitting = Sitting(Plan("ur", 1, 2, {}, 5, None, pace, Leave.LOSS, "random", (None, None)))
    sitting.apply(Entry(0, START, -1, 0, None, None, 0))
    tried = 0
    while not sitting.over:
        number, seat, left = sitting.number, sitting.actor, list(sitting.clocks.left)
        sitting.apply(Entry(number + 1, MOVE, seat, sitting.match.legal()[0], None, None, 0))
        if sitting.actor not in (seat, -1) and sitting.undoable(seat):
            sitting.apply(Entry(number + 2, UNDO, seat, 1, None, None, 0))
            assert sitting.clocks.left[seat] == left[seat]
            sitting.apply(Entry(number + 3, MOVE, seat, sitting.match.legal()[0], None, None, 0))
            tried += 1
    assert tried


def test_after_an_undo_the_bot_that_took_over_decides() -> None:
    sitting = Sitting(Plan("ur", 1, 3, {}, 5, None, Pace(), Leave.BOT, "random", (None, None, None)))
    sitting.apply(Entry(0, START, -1, 0, None, None, 0))
    for number in range(1, 6):
        sitting.apply(Entry(number, MOVE, sitting.actor, sitting.match.legal()[0], None, None, 0))
    sitting.apply(Entry(6, RESIGN, 1, 0, None, None, 0))
    assert (sitting.taken_over, sitting.taken_at) == ([1], [5])
    sitting.apply(Entry(7, MOVE, sitting.actor, sitting.match.legal()[0], None, None, 0))
    assert sitting.taken_at == [5]
    sitting.apply(Entry(8, UNDO, 0, 3, None, None, 0))
    assert sitting.taken_at == [3]


@pytest.mark.parametrize("opponent", [None, "random"])
def test_tournament_match_undoes_only_unseen_moves(opponent: str | None) -> None:
    plan = Plan("ur", 1, 2, {}, 5, None, Pace(), Leave.LOSS, "random", (None, opponent), tournament=True)
    sitting = Sitting(plan)
    sitting.apply(Entry(0, START, -1, 0, None, None, 0))
    while sitting.match.last_decider != 1 or sitting.actor != 0:
        sitting.apply(Entry(sitting.number + 1, MOVE, sitting.actor, sitting.match.legal()[0], None, None, 0))
    with pytest.raises(UndoRefused, match="This is a tournament match"):
        sitting.undo_kind(0, len(sitting.match))
    casual = Sitting(replace(plan, tournament=False))
    for number, action in enumerate(sitting.match.actions):
        casual.apply(Entry(number, MOVE, casual.actor, action, None, None, 0))
    assert casual.undo_kind(0, len(casual.match)) == (ASK if opponent is None else UNDO)


def test_undo_is_refused_after_too_many_entries() -> None:
    sitting = Sitting(Plan("babylonia", 1, 2, {}, 5, None, Pace(), Leave.LOSS, "random", (None, "random")))
    sitting.apply(Entry(0, START, -1, 0, None, None, 0))
    sitting.apply(Entry(1, MOVE, 0, sitting.match.legal()[0], None, None, 0))
    assert sitting.undo_kind(0, 1) == UNDO
    sitting.number = MOST_ENTRIES
    with pytest.raises(UndoRefused, match="nothing more can be undone"):
        sitting.undo_kind(0, 1)
