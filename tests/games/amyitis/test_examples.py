"""The rulebook's own worked examples. White is seat 0, Black seat 1, Blue seat 2, Red seat 3."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.amyitis.builder import (
    ANYTHING,
    edge,
    end_of_round,
    field,
    gains,
    moves,
    player,
    position,
    resources,
    square,
    temple,
)
from ziggurat import IllegalMove

WHITE, BLACK, BLUE, RED = range(4)


def test_the_banker_with_2_talents_and_2_prestige() -> None:  # amyitis 1, 11
    match = end_of_round(players={BLACK: {"banker": 3, "talents": 0, "score": 5}})
    match.play("temple ishtar", "prize camel")  # the leader is alone in Ishtar; the next round begins
    assert player(match, BLACK).talents == 2
    assert gains(match, "the banker") == {BLACK: 2}
    assert player(match, WHITE).talents == 4


def test_passing() -> None:  # amyitis 13
    match = position(
        seats=4,
        players={WHITE: {"passed": True}, BLACK: {"passed": True}},
        actor=BLUE,
        crafts=[["merchant"], [], [], []],
    )
    before = [player(match, seat).talents for seat in range(4)]
    match.play("merchant 1")  # Blue, the third card of its group: 2 talents
    assert match.actor == RED
    match.play("pass")  # Red
    assert match.actor == BLUE
    assert [player(match, seat).talents for seat in range(4)] == [
        before[0] + 1,
        before[1] + 1,
        before[2] - 2,
        before[3],
    ]
    match.play("pass")  # Blue: phase II ends, nobody takes a talent any more
    assert match.view().phase == "procession"
    assert [player(match, seat).talents for seat in range(4)] == [
        before[0] + 1,
        before[1] + 1,
        before[2] - 2,
        before[3],
    ]


def test_the_prices_of_groups() -> None:  # amyitis 3
    crafts = [["priest", "engineer", "merchant"], ["priest"], ["peasant", "merchant"]]
    match = position(players={0: {"talents": 2}}, crafts=crafts)
    assert player(match.copy().play("merchant 1"), 0).talents == 2
    assert player(match.copy().play("priest 2", "temple marduk"), 0).talents == 0
    assert player(match.copy().play("peasant 3", "field top"), 0).talents == 1
    poor = position(players={0: {"talents": 1}}, crafts=crafts)
    with pytest.raises(IllegalMove, match="Group 2 costs 2 talents now, and seat 0 has 1"):
        poor.play("priest 2")


def test_a_peasant_fills_the_bottom_row_and_red_wins_a_gardener() -> None:  # amyitis 4
    fields = {"top": "01", "bottom": "3031"}
    match = position(seats=4, actor=BLUE, fields=fields, crafts=[["peasant"], [], [], []])
    left = match.view().court["gardener"]
    match.play("peasant 1")
    bottom = match.copy().play("field bottom")
    assert resources(bottom, BLUE) == ["wine"]
    assert player(bottom, RED).gardeners == 1
    assert bottom.view().court["gardener"] == [left[0] - 1]
    assert field(bottom, "bottom") == []
    top = match.copy().play("field top")
    assert resources(top, BLUE) == ["barley"]
    assert field(top, "top") == [WHITE, BLACK, BLUE]
    assert field(top, "bottom") == [RED, WHITE, RED, BLACK]


def test_a_priest_expels_the_rightmost_cube() -> None:  # amyitis 17
    match = position(seats=4, actor=BLACK, temples={"ishtar": "0n23"}, crafts=[["priest"], [], [], []])
    match.play("priest 1", "temple ishtar")
    assert temple(match, "ishtar") == "10n2"


def test_engineer_brings_water_to_open_edges() -> None:  # amyitis 5, 6, 7
    match = position(seats=4, irrigation={"d1-d2": "1", "c1-c2": "3"}, crafts=[["engineer"], [], [], []])
    match.play("engineer 1")
    by_the_river = {"d2-d3", "d3-d4", "a4-b4", "b4-c4", "c4-d4"}
    along_the_line = {"c1-d1", "c2-d2", "b1-c1", "b2-c2", "b1-b2"}
    assert moves(match, "water") == by_the_river | along_the_line
    match.play("water c2-d2")
    assert gains(match, "the engineer") == {WHITE: 2}
    assert edge(match, "c2-d2").cubes == ["0"]
    with pytest.raises(IllegalMove, match="Water cannot reach a2-a3 yet"):
        position(seats=4, irrigation={"d1-d2": "1"}, phase="engineer").play("water a2-a3")
    with pytest.raises(IllegalMove, match="All of d1-d2 is already irrigated"):
        position(seats=4, irrigation={"d1-d2": "1"}, phase="engineer").play("water d1-d2")


def test_a_merchant_brings_a_camel() -> None:  # amyitis 3
    match = position(seats=4, actor=RED, crafts=[["merchant", "peasant", "priest"], [], [], []])
    match.play("merchant 1")
    assert player(match, RED).camels == 2
    assert match.actor == WHITE


def test_one_camel_with_caravaneer_1_moves_up_to_three_spaces() -> None:  # amyitis 8
    red = {"camels": 1, "caravaneer": 1, "resources": ANYTHING}
    match = position(seats=4, actor=RED, players={RED: red}, irrigation={"d1-d2": "0"})
    assert moves(match, "to") == {"eshnunna", "susa", "ur"}
    for city in moves(match, "to"):
        assert player(match.copy().play(f"to {city}"), RED).camels == 0


def test_red_in_uruk() -> None:  # amyitis 11
    red = {"caravaneer": 1, "resources": ["dates"], "camels": 4}
    match = position(actor=2, players={2: red}, caravaneer_resources=["palm"])
    match.play("to uruk")
    assert moves(match, "court") == {"caravaneer", "banker"}
    taken = match.copy().play("court caravaneer")
    assert player(taken, 2).caravaneer == 2
    assert resources(taken, 2) == ["palm"]
    assert taken.view().caravaneer_resources == []
    assert player(match.copy().play("court banker"), 2).banker == 1


def test_red_in_uruk_when_the_first_bankers_are_gone() -> None:  # amyitis 11
    red = {"caravaneer": 1, "resources": ["dates"], "camels": 4}
    players = {0: {"banker": 1}, 1: {"banker": 2}, 2: red}
    match = position(actor=2, players=players, caravaneer_resources=["palm"])
    match.play("to uruk")  # forced, so nothing is asked
    assert player(match, 2).caravaneer == 2
    assert resources(match, 2) == ["palm"]
    assert match.actor == 0


#                      a1
#
#                 b1        a2          c3: White will plant here. Black has two of the cubes around it, White one.
#                                       c2, b3, d2, d3: other squares within quality 2 that have water
#            c1        b2        a3     b2: has water from the full side towards c2, but needs a gardener
#                     3 0  3 .          a3: the side towards b3 is dry, and nothing else is near
#       d1        c2        b3       a4
#                      1    1
#            d2        c3        b4
#                 0    0    .
#                 d3        c4          c4: planted already by Blue
#
#                      d4
WHITES_GARDEN: dict[str, Any] = {
    "garden": {"c3": 10},
    "planted": {"c4": BLUE},
    "irrigation": {"d2-d3": "0", "c2-c3": "1", "b3-c3": "1", "b2-c2": "30", "b2-b3": "3", "c3-d3": "0"},
    "plants": {"eshnunna": "2 front", "ur": "3 front", "mari": "1 back"},
}


def _in_mari(**white: object) -> dict[str, object]:
    return {"resources": ["barley", "palm"], "camels": 5, **white}


def test_white_buys_a_plant_in_mari() -> None:  # amyitis 10, 12
    match = position(seats=4, players={WHITE: _in_mari()}, **WHITES_GARDEN)
    match.play("to mari")
    assert resources(match, WHITE) == []
    assert moves(match, "plant") == {"c3", "c2", "b3", "d3", "d2"}
    for name, reason in {
        "b2": "needs quality 3",
        "a3": "No side of a3 is fully irrigated",
        "c4": "is already planted",
    }.items():
        with pytest.raises(IllegalMove, match=reason):
            match.play(f"plant {name}")


def test_white_needs_a_gardener_for_the_third_floor() -> None:  # amyitis 12
    match = position(seats=4, players={WHITE: _in_mari(gardeners=1)}, **WHITES_GARDEN)
    match.play("to mari")
    assert moves(match, "plant") == {"c3", "c2", "b3", "d3", "d2", "b2"}
    assert player(match.copy().play("plant c3"), WHITE).gardeners == 1
    match.play("plant b2")
    assert player(match, WHITE).gardeners == 0


def test_white_plants_and_black_wins_the_irrigation_bonus() -> None:  # amyitis 12
    match = position(seats=4, players={WHITE: _in_mari()}, **WHITES_GARDEN)
    match.play("to mari", "plant c3")
    assert gains(match, "the garden tile") == {WHITE: 4}
    assert player(match, WHITE).talents == 4 + 2
    assert player(match, WHITE).tiles == [10]
    assert gains(match, "irrigation") == {BLACK: 2}
    mari = next(city for city in match.view().ring if city.name == "mari")
    assert mari.plant is not None
    assert (mari.plant.side, mari.plant.quality, mari.plant.extra) == ("front", 1, None)


def test_white_puts_a_neutral_cube_between_two_plants() -> None:  # amyitis 12
    match = position(seats=4, players={WHITE: _in_mari()}, **WHITES_GARDEN)
    match.play("to mari", "plant c3")
    assert edge(match, "c3-c4").cubes == ["n"]
    assert square(match, "c3").planted_by == WHITE
    assert edge(match, "c4-d4").cubes == []


def test_procession_and_temples() -> None:  # amyitis 14
    match = end_of_round(
        seats=4,
        first=BLUE,
        players={seat: {"resources": ["salt"]} for seat in range(4)},
        temples={"ishtar": "23", "marduk": "01", "tammouz": "031"},
    )
    assert match.actor == BLACK
    match.play("temple marduk")
    assert temple(match, "ishtar") == "n23"
    assert temple(match, "marduk") == "101"
    assert temple(match, "tammouz") == "n031"

    assert match.actor == RED  # tied with Blue, but further right
    match.play("prize camel")
    assert player(match, RED).camels == 2
    assert player(match, BLUE).talents == 4 + 1
    assert gains(match, "Marduk") == {BLACK: 2, WHITE: 1}

    assert match.actor == BLACK  # furthest right in Tammouz, then Red
    match.play("field bottom")
    assert resources(match, BLACK) == ["barley", "salt"]
    assert match.actor == RED
    assert "give wine" not in match.moves()
    match.play("give salt")
    assert moves(match, "take") == {"barley", "dates", "palm"}
    match.play("take dates")
    assert resources(match, RED) == ["dates"]
    assert resources(match, WHITE) == ["salt"]
    assert match.view().round == 2
    assert match.actor == RED  # the First player card went from Blue to Red
