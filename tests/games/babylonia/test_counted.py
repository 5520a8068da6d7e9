"""Scoring events name what was counted: ziggurats, connected tokens, nobles and majorities."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

import ziggurat
from tests.games.babylonia.builder import around, beside, happened, position
from tests.playing import finish
from ziggurat.games.babylonia.board import HEX_NAMES, HEXES_IN_PLAY, REGIONS, RIVER_HEXES, SITE_HEXES

RIVERS = {HEX_NAMES[hexagon] for hexagon in RIVER_HEXES}
CENTRAL = {HEX_NAMES[hexagon] for hexagon in REGIONS["central"]}
LETTERS = {"merchant": "M", "civil servant": "S", "priest": "P"}


def gained(match: ziggurat.Match, source: str) -> dict[int, dict[str, Any]]:
    """By seat: the arguments of what it scored from a source."""
    events = happened(match, "gained")
    return {event.seat: dict(event.arguments) for event in events if event.arguments["source"] == source}


def test_a_city_names_everybodys_connected_tokens_and_the_nobles_that_count() -> None:  # babylonia 10
    put = {"e12": "PS", "d11": "p0", "e11": "f1", "d10": "m0", "c11": "s0", "f10": "s1", "h1": "p0"}
    match = position(put=put, stands=["ff"]).play("f f11", "f h2", "end")
    nobles = gained(match, "nobles")
    assert nobles[0]["points"] == 4
    assert set(nobles[0]["counted"]) == {"d11", "c11"}
    assert set(nobles[0]["connected"]) == {"d11", "c11", "d10", "f11"}
    assert nobles[1]["points"] == 2
    assert (nobles[1]["counted"], set(nobles[1]["connected"])) == (["f10"], {"e11", "f10"})


def test_face_down_tokens_connect_but_are_never_counted() -> None:  # babylonia 5, 10
    """The token in the river at e5 does not change anybody's events."""
    put = {"e6": "P", "d5": "f1", "d6": "f1", "e4": "p0"}
    one, two = (
        position(put=put | {"e5": face_down}, stands=["ff"]).play("f e7", "f h1", "end") for face_down in ("p0", "f0")
    )
    assert gained(one, "nobles")[0]["counted"] == ["e4"]
    assert set(gained(one, "nobles")[0]["connected"]) == {"e4", "e5", "e7"}
    for seat in (1, -1):
        assert [event for event in one.events(seat) if event.kind != "drew"] == [
            event for event in two.events(seat) if event.kind != "drew"
        ]


def test_a_city_or_ziggurat_names_the_tokens_that_were_the_most() -> None:  # babylonia 11, 13
    match = position(put={"e12": "P", "d11": "f1", "e11": "f1"}, stands=["ff"]).play("f f11", "f h1", "end")
    (taken,) = happened(match, "city taken")
    assert (taken.seat, set(taken.arguments["counted"])) == (1, {"d11", "e11"})
    match = position(put=around("i7", "f0 f1 f0 f1 f0 -"), stands=["ff"])
    free = next(place for place in beside("i7") if f"f {place}" in match.moves())
    match.play(f"f {free}", "f h1", "end")
    (won,) = happened(match, "ziggurat won")
    assert set(won.arguments["counted"]) == {
        place for place, cell in around("i7", "f0 f1 f0 f1 f0 f0").items() if "0" in cell
    }


def test_ziggurat_points_name_the_ziggurats() -> None:  # babylonia 6
    match = position(put={beside("b2")[0]: "f0"}, stands=["ff"])
    match.play(f"f {beside('i7')[0]}")
    assert gained(match, "ziggurats")[0] == {
        "place": beside("i7")[0],
        "points": 2,
        "source": "ziggurats",
        "counted": ["b2", "i7"],
    }


def test_the_sentence_says_nothing_of_what_was_counted() -> None:
    match = position(put={"e12": "P", "d11": "p0", "e11": "f1"}, stands=["ff"]).play("f f11", "f h1", "end")
    assert "Seat 0 scores 2 points from nobles at e12" in [str(event) for event in match.events()]


# ------------------------------------------------------------------------------------------------ whole games


class Table:
    """A second implementation of the clauses, on sets of names, that follows a match by its events."""

    def __init__(self, match: ziggurat.Match) -> None:
        start = match.at(0).view()
        self.seats = match.seats
        self.tiles = {tile.place: tile.tile for tile in start.tiles}
        self.ziggurats = {one.place for one in start.ziggurats}
        in_play = {HEX_NAMES[hexagon] for hexagon in HEXES_IN_PLAY[match.seats]}
        self.free = in_play - {HEX_NAMES[hexagon] for hexagon in SITE_HEXES}
        self.tokens: dict[str, tuple[int, str]] = {}
        self.cards: dict[int, int] = {}

    def own(self, seat: int, places: Iterable[str]) -> set[str]:
        return {place for place in places if self.tokens.get(place, (None,))[0] == seat}

    def connected(self, seat: int, city: str) -> set[str]:
        way = self.own(seat, self.tokens)
        if self.cards.get(8) == seat:
            way |= self.free & CENTRAL
        if self.cards.get(9) == seat:
            way |= self.free & RIVERS
        places: set[str] = set()
        ahead = [city]
        while ahead:
            reached = way & set(beside(ahead.pop())) - places
            places |= reached
            ahead += reached
        return self.own(seat, places)

    def nobles(self, seat: int, city: str) -> set[str]:
        face_up = self.connected(seat, city) - RIVERS
        return {place for place in face_up if LETTERS.get(self.tokens[place][1], "-") in self.tiles[city]}

    def follow(self, event: ziggurat.Event) -> str:
        """Take an event in, check what it counted, and say which clause it was."""
        named, seat = event.arguments, event.seat
        place = named.get("place", "")
        if event.kind.startswith("placed"):
            self.tokens[place] = seat, named["token"]
            self.free.discard(place)
        elif event.kind == "card taken":
            self.cards[named["card"]] = seat
        elif event.kind == "gained" and named["source"] == "ziggurats":
            touched = {one for one in self.ziggurats if self.own(seat, beside(one))}
            assert set(named["counted"]) == touched
            assert named["points"] == len(touched)
        elif event.kind == "gained" and named["source"] == "nobles":
            assert set(named["connected"]) == self.connected(seat, place)
            assert set(named["counted"]) == self.nobles(seat, place)
            assert named["points"] == 2 * len(named["counted"]) > 0
            assert len(set(named["counted"])) == len(named["counted"])
        elif event.kind in ("city taken", "ziggurat won"):
            counts = [len(self.own(other, beside(place))) for other in range(self.seats)]
            assert set(named["counted"]) == self.own(seat, beside(place))
            assert counts[seat] == max(counts)
            assert counts.count(max(counts)) == 1
        else:
            assert "counted" not in named
        if event.kind in ("city taken", "city discarded"):
            self.free.add(place)
        return f"{event.kind} {named.get('source', '')}".strip()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_whole_games_what_is_named_is_what_the_clauses_count(seats: int) -> None:  # babylonia 6, 10, 11, 13, 29, 30
    seen: set[str] = set()
    for seed in range(25):
        match = finish(ziggurat.new("babylonia", seats=seats, seed=seed, variant=True), random.Random(seed))
        table = Table(match)
        seen |= {table.follow(event) for event in match.events(None)}
    assert {"gained ziggurats", "gained nobles", "city taken", "ziggurat won"} <= seen


@pytest.mark.parametrize("seats", [2, 4])
def test_only_seats_with_connected_nobles_have_an_event(seats: int) -> None:  # babylonia 10
    """Every seat that scores at a city has its own event with its own tokens, and nobody else has one."""
    for seed in range(10):
        match = finish(ziggurat.new("babylonia", seats=seats, seed=seed, variant=True), random.Random(seed))
        table, scored = Table(match), dict[str, set[int]]()
        for event in match.events(None):
            place = event.arguments.get("place", "")
            if event.arguments.get("source") == "nobles":
                scored.setdefault(place, set()).add(event.seat)
            if event.kind in ("city taken", "city discarded"):
                assert scored.get(place, set()) == {seat for seat in range(seats) if table.nobles(seat, place)}
            table.follow(event)
