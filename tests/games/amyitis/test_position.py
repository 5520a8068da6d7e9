"""Positions of Amyitis that people write: defaults and refusals."""

from __future__ import annotations

from typing import Any

import pytest

import ziggurat
from tests.games.amyitis.builder import player, position
from ziggurat import BadPosition


def test_almost_everything_can_be_left_out() -> None:
    match = ziggurat.load("amyitis", {"seats": 3})
    assert match.moves() == ["pass"]
    assert (player(match, 2).talents, player(match, 2).camels) == (4, 1)
    assert match.view().tiles_left == 16


def test_a_position_is_readable() -> None:
    text = position(
        irrigation={"d1-d2": "0", "a1-a2": "1n"},
        planted={"d1": 2},
        temples={"marduk": "0n"},
        fields={"top": "01"},
        crafts=[["priest"], [], []],
    ).position()
    assert text["irrigation"] == {"a1-a2": "1n", "d1-d2": "0"}
    assert text["planted"] == {"d1": 2}
    assert text["temples"] == {"ishtar": "", "marduk": "0n", "tammouz": ""}
    assert text["fields"] == {"top": "01", "bottom": ""}
    assert text["crafts"] == [["priest"], [], []]
    assert text["plants"]["khorsabad"] == "4 front"
    assert text["caravan"] == "babylon"


PLANTED: dict[str, Any] = {"planted": {"d1": 0}, "planting": {"square": "d1"}}
REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("A position has an entry 'gardens'", {"gardens": {}}),
    ("seats is 2, 3, 4, not 5", {"seats": 5}),
    ("Garden tile 16 does not belong on d1", {"garden": {"d1": 16}}),
    ("Garden tile 4 lies on two squares", {"garden": {"d1": 4, "d2": 4}}),
    ("Square a3 is not used with two players", {"seats": 2, "planted": {"a3": 0}}),
    ("Who planted d1 must be a whole number from 0 to 2", {"planted": {"d1": 3}}),
    ("The edge d1-d2 has room for 1 cubes, not 2", {"irrigation": {"d1-d2": "00"}}),
    ("The edge d2-d1 is listed twice", {"irrigation": {"d1-d2": "0", "d2-d1": "0"}}),
    ("The edge d1-d2 has a cube '3'", {"irrigation": {"d1-d2": "3"}}),
    ("The top field has room for 4 cubes", {"fields": {"top": "00000"}}),
    ("The bottom field has a cube 'n'", {"fields": {"bottom": "n"}}),
    ("The temple of Ishtar has room for 4 cubes", {"temples": {"ishtar": "nnnnn"}}),
    ("The plant card of Ur looks like '2 back', not '2'", {"plants": {"ur": "2"}}),
    ("Each plant card lies in one city", {"plants": {"ur": "1 back"}}),
    ("lies in Khorsabad", {"plants": {"ur": "4 back", "khorsabad": "2 front"}}),
    ("caravan is babylon", {"caravan": "nippur"}),
    ("players must have 3 entries", {"players": [{}]}),
    ("Player 0's talents must be a whole number", {"players": [{"talents": -1}, {}, {}]}),
    ("A resource of player 1 is barley", {"players": [{}, {"resources": ["gold"]}, {}]}),
    ("Player 0's palace must be a whole number from 0 to 6", {"players": [{"palace": 7}, {}, {}]}),
    ("2 players have banker 2; with 3 players there are only 1", {"players": [{"banker": 2}, {"banker": 3}, {}]}),
    ("The players have 5 gardeners", {"players": [{"gardeners": 5}, {}, {}]}),
    ("caravaneer_resources must have 1 entries", {"caravaneer_resources": ["salt", "palm"]}),
    ("Salt lies on two caravaneers", {"seats": 4, "caravaneer_resources": ["salt", "salt"]}),
    ("There are 5 priest cards face up", {"crafts": [["priest"] * 3, ["priest"] * 2, []]}),
    ("Group 1 of the craft cards has at most 3", {"crafts": [["priest"] * 4, [], []]}),
    ("phase is turn", {"phase": "nap"}),
    ("In phase turn the actor must be the active seat", {"actor": 1, "active": 0}),
    ("Seat 0 has passed", {"players": [{"passed": True}, {}, {}]}),
    ("Phase procession comes when everybody has passed", {"phase": "procession"}),
    ("In phase sell the caravan must be in Babylon", {"phase": "sell", "caravan": "ur"}),
    ("Nothing can be chosen in phase sell", {"phase": "sell"}),
    ("In phase plant the caravan must be in a city with a plant", {"phase": "plant"}),
    ("Nothing can be chosen in phase plant", {"phase": "plant", "caravan": "ur"}),
    ("In phase court the caravan must be in a city that sells", {"phase": "court", "caravan": "ur"}),
    ("Seat 0 cannot complete an action in Susa", {"phase": "pay_city", "caravan": "susa"}),
    ("This plant card asks nothing besides", {"phase": "pay_plant", "caravan": "ur"}),
    ("In phase gift 'planting' says", {"phase": "gift", "caravan": "ur"}),
    ("Nothing is being planted in phase turn", {"planting": {"square": "d1"}}),
    ("Seat 0 must have planted d1", {"phase": "gift", "planting": {"square": "d1"}}),
    ("In phase gift the tile must still bring", {"phase": "gift", "caravan": "ur", **PLANTED}),
    ("Phase exchange_for, and no other", {"given": "salt"}),
    ("Seat 0 has no level-2 caravaneer", {"phase": "token", "caravan": "susa"}),
    ("generator must be", {"generator": "xyz"}),
    ("Option components", {"options": {"components": 3}}),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "entries"), REFUSED, ids=[sentence for sentence, _ in REFUSED])
def test_bad_positions_are_refused_with_the_reason(sentence: str, entries: dict[str, Any]) -> None:
    with pytest.raises(BadPosition) as refusal:
        ziggurat.load("amyitis", {"seats": 3, **entries})
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("phase", "actor"), [("procession", 0), ("ishtar", 0), ("harvest", 0), ("exchange", 0), ("discard", 0)]
)
def test_the_wrong_seat_at_the_end_of_a_round(phase: str, actor: int) -> None:
    players = [{"passed": True, "resources": ["salt"]}] * 3
    with pytest.raises(BadPosition, match=f"In phase {phase} it is not seat {actor}'s decision"):
        ziggurat.load("amyitis", {"seats": 3, "phase": phase, "actor": actor, "players": players})


def test_a_refusal_names_some_of_many_entries() -> None:
    """All 48 ways to write an edge would be too much to read; a random log found it (`make explore ONLY=logs`)."""
    with pytest.raises(BadPosition, match=r"it can have a1-a2, .* and so on\.$") as refused:
        ziggurat.load("amyitis", {"seats": 2, "irrigation": {"b38-b4": "0"}})
    assert len(str(refused.value)) < 400
