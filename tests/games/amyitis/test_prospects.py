"""What Amyitis' prospects predict is what happens: random games are played on from where they were made."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import ziggurat
from tests.cases import first
from tests.playing import finish, log_kept_on_failure
from ziggurat import Event, Match
from ziggurat.games.amyitis.prospects import Prospects, Trade

GAMES = 12


@pytest.mark.parametrize("seats", first(2, 3, 4))
def test_trades_are_as_they_were_counted(seats: int) -> None:
    """# amyitis 8, 9, 10, 11, 12: at every turn of random games, and each trade that is chosen is played to its end."""
    seen: Counter[str] = Counter()
    stream = random.Random(seats)
    for seed in range(GAMES):
        match = ziggurat.new("amyitis", seats=seats, seed=seed)
        with log_kept_on_failure(match):
            while not match.over:
                if match.view().phase == "turn":
                    counted = match.prospects(match.actor)
                    can = {trade.city for trade in counted.trades if not trade.why}
                    moves = [move for move in match.moves() if move.startswith("to ")]
                    assert {move[3:] for move in moves} == can
                    for move in moves:
                        trade = next(trade for trade in counted.trades if trade.city == move[3:])
                        seen[_compare_trade(match.copy(), trade, counted, stream)] += 1
                match.play(stream.choice(match.legal()))
    assert seen["sale"] > GAMES
    assert seen["court"] > GAMES
    assert seen["plant"] > GAMES


def _compare_trade(match: Match, trade: Trade, counted: Prospects, stream: random.Random) -> str:
    seat, start = match.actor, len(match)
    before = match.view().players[seat]
    tiles = {square.place: square.tile for square in match.view().squares}
    match.play(f"to {trade.city}")
    if match.view().phase == "pay_city":
        assert {move.removeprefix("pay ") for move in match.moves()} == set(trade.pays)
    while match.actor == seat and match.view().phase in ("pay_city", "pay_plant"):
        match.play(stream.choice(match.legal()))
    happened = match.events(since=start)
    paid = [event.arguments["resource"] for event in happened if event.kind == "paid"]
    assert [event.arguments["camels"] for event in happened if event.kind == "moved"] == [trade.camels]
    assert trade.camels <= before.camels
    if trade.city == "babylon":
        return "sale"
    if trade.plant:
        assert len(paid) == len(trade.asks)
        assert all(token in (asked, "wine") for token, asked in zip(paid, trade.asks, strict=True))
        return _compare_planting(match, trade, counted, seat, start, tiles, stream)
    if match.view().phase == "court":
        assert {move.removeprefix("court ") for move in match.moves()} == set(trade.court)
        match.play(stream.choice(match.legal()))
    [taken] = [event for event in match.events(since=start) if event.kind in ("court taken", "gardener taken")]
    if taken.kind == "court taken":
        kind, level = str(taken.arguments["kind"]), taken.arguments["level"]
        assert trade.court[kind] == level
        if kind == "palace":
            assert match.view().players[seat].score - before.score == trade.prestige
    return "court"


def _compare_planting(
    match: Match, trade: Trade, counted: Prospects, seat: int, start: int, tiles: dict[str, Any], stream: random.Random
) -> str:
    if match.view().phase == "plant" and match.actor == seat:
        assert {move.removeprefix("plant ") for move in match.moves()} == set(trade.squares)
        match.play(stream.choice(match.legal()))
    else:
        assert len(trade.squares) == 1
    while not match.over and match.actor == seat and match.view().phase in ("gift", "bonus", "token"):
        match.play(stream.choice(match.legal()))
    events = match.events(since=start)
    [planted] = [event for event in events if event.kind == "planted"]
    place = str(planted.arguments["square"])
    square = next(square for square in counted.squares if square.place == place)
    assert trade.city in square.cities
    assert square.gardeners[trade.city] == planted.arguments["gardeners"]
    assert trade.prestige >= tiles[place].prestige
    watered = [event for event in events if event.kind == "gained" and event.arguments["source"] == "irrigation"]
    assert [(event.seat, event.arguments["count"]) for event in watered] == (
        [(square.water, trade.plant)] if square.water >= 0 else []
    )
    return "plant"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_square_says_why_it_cannot_be_planted(seats: int) -> None:
    """# amyitis 5, 6, 12: every square either can be planted by some trade, or has the reason that the view shows."""
    stream = random.Random(seats)
    reasons: Counter[str] = Counter()

    def look(match: Match) -> None:
        if stream.random() > 0.2:
            return
        view, counted = match.view(), match.prospects(match.actor if not match.over else 0)
        gardeners = view.players[counted.trader].gardeners
        for square, prospect in zip(view.squares, counted.squares, strict=True):
            reasons[prospect.why] += 1
            quality = min(square.floor, 3)
            expected = (
                "bare"
                if square.tile is None
                else "planted"
                if square.planted_by is not None
                else "dry"
                if not square.irrigated
                else ""
                if any(place == square.place for trade in counted.trades if not trade.why for place in trade.squares)
                else "trade"
                if any(trade.plant and trade.plant + gardeners >= quality for trade in counted.trades)
                else "quality"
            )
            assert prospect.why == expected

    for seed in range(GAMES):
        finish(ziggurat.new("amyitis", seats=seats, seed=seed), stream, look)
    assert set(reasons) >= {"planted", "dry", "trade", "quality", ""}


@pytest.mark.parametrize("seats", first(2, 3, 4))
def test_temples_fields_and_favour_come_as_counted(seats: int) -> None:
    """# amyitis 4, 14, 15: who stands first and second is who is given the prizes; the end brings what was counted."""
    seen: Counter[str] = Counter()
    stream = random.Random(seats)
    for seed in range(GAMES):
        match = ziggurat.new("amyitis", seats=seats, seed=seed)
        with log_kept_on_failure(match):
            while not match.over:
                counted, phase = match.prospects(-1), match.view().phase
                move = stream.choice(match.moves())
                match.play(move)
                happened = match.events(since=len(match) - 1)
                if phase == "ishtar":
                    _compare_temples(counted, happened)
                    seen["temples"] += 1
                if move.startswith("field "):
                    [row] = [row for row in counted.rows if f"field {row.name}" == move]
                    assert (
                        next(event for event in happened if event.kind == "resource").arguments["resource"] == row.next
                    )
                    assert any(event.kind in ("row won", "row tied") for event in happened) == (row.spaces == 1)
                    seen["rows"] += 1
            favour = {e.seat: e.arguments["count"] for e in happened if e.arguments.get("source") == "Amyitis' favour"}
            assert [favour.get(seat.seat, 0) for seat in counted.seats] == [seat.favour for seat in counted.seats]
            seen["favour"] += len(favour)
            assert counted.tiles_to_end == 0
    assert seen["temples"] > GAMES
    assert seen["rows"] > GAMES
    assert seen["favour"]


def _compare_temples(counted: Prospects, happened: list[Event]) -> None:
    temples = {temple.name: temple for temple in counted.temples}
    won = {
        (str(event.arguments["temple"]).lower(), event.arguments["place"]): event.seat
        for event in happened
        if event.kind == "temple won"
    }
    assert won.get(("ishtar", 2), -1) == temples["ishtar"].second
    assert won.get(("tammouz", 1), -1) == temples["tammouz"].first
    marduk = temples["marduk"]
    given = {event.seat: event.arguments["count"] for event in happened if event.arguments.get("source") == "Marduk"}
    assert given == {
        seat: due for seat, due in zip((marduk.first, marduk.second), marduk.prestige, strict=True) if seat >= 0
    }


@pytest.mark.parametrize("seats", first(2, 3, 4))
def test_a_full_row_goes_to_who_has_the_most(seats: int) -> None:
    """# amyitis 4: whoever had the most before the last cube, and puts it there, has the most after it."""
    stream = random.Random(seats)
    seen = 0
    for seed in range(GAMES):
        match = ziggurat.new("amyitis", seats=seats, seed=seed)
        while not match.over:
            counted, actor, move = match.prospects(-1), match.actor, stream.choice(match.moves())
            match.play(move)
            for event in match.events(since=len(match) - 1):
                if event.kind in ("row won", "row tied") and move.startswith("field "):
                    [row] = [row for row in counted.rows if f"field {row.name}" == move]
                    if row.most == actor:
                        assert event.seat == actor
                        seen += 1
    assert seen
