"""Seats are drawn by lot if the table asks for it."""

from __future__ import annotations

from ziggurat.server.protocol import NewTable, SeatPlan
from ziggurat.server.tables.creation import plan_table

SEATS = [SeatPlan(who) for who in ("me", "random", "greedy", "open")]


def test_seats_are_shuffled_only_if_drawn() -> None:  # babylonia 1
    listed = [("ada", None), (None, "random"), (None, "greedy"), (None, None)]
    for _ in range(20):
        assert plan_table(NewTable("babylonia", SEATS), "ada", 0)[1] == listed
    places = set()
    for _ in range(200):
        chairs = plan_table(NewTable("babylonia", SEATS, drawn=True), "ada", 0)[1]
        assert sorted(map(str, chairs)) == sorted(map(str, listed))
        places.add(chairs.index(("ada", None)))
    assert places == {0, 1, 2, 3}
