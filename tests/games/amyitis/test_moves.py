"""Notation, clicks and refusals of Amyitis."""

from __future__ import annotations

import random

import pytest

import ziggurat
from tests.games.amyitis.builder import end_of_round, position
from tests.playing import finish
from ziggurat import IllegalMove, InvalidMove
from ziggurat.games.amyitis import moves
from ziggurat.games.amyitis.state import Phase


def test_edges_can_be_written_from_either_side() -> None:
    assert moves.read("water d2-c2") == moves.read("  Water C2-D2 ")
    assert moves.SPELLING.write(moves.read("water d2-c2")) == "water c2-d2"


def test_a_text_that_is_no_move_gets_a_hint() -> None:
    with pytest.raises(InvalidMove, match="Did you mean 'to mari'"):
        moves.read("to marri")
    with pytest.raises(InvalidMove, match="Moves look like"):
        moves.read("checkmate")


def test_every_phase_has_a_question() -> None:
    seen = set()
    for seats, seed in [(2, 1), (3, 2), (4, 3), (4, 4), (4, 5), (4, 6)]:
        match = ziggurat.new("amyitis", seats=seats, seed=seed)

        def look(match: ziggurat.Match) -> None:
            if not match.over:
                seen.add(match.view().phase)
                assert match.question().startswith(f"Seat {match.actor} ")

        finish(match, random.Random(seed), look)
    assert seen == {phase.name.lower() for phase in Phase}


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (
            "take salt",
            r"A turn begins with passing, recruiting or moving the caravan, not with 'take salt' \(clause 3\)",
        ),
        ("field top", r"A peasant works in a field: recruit one first \(clause 4\)"),
        ("plant d4", r"Plants are bought in cities: move the caravan to one that has them \(clause 12\)"),
        ("priest 4", "With 3 players there are 3 groups"),
        ("priest 1", "Group 1 has no priest face up"),
    ],
)
def test_refusals_of_a_turn(move: str, reason: str) -> None:
    match = position(crafts=[["peasant"], [], []])
    with pytest.raises(IllegalMove, match=reason):
        match.play(move)


def test_refusals_in_the_middle_of_an_action() -> None:
    match = position(crafts=[["peasant"], [], []]).play("peasant 1")
    with pytest.raises(IllegalMove, match="Send the peasant into a field first"):
        match.play("pass")
    paying = position(players={0: {"camels": 2, "resources": ["barley", "wine", "palm"]}}).play("to susa")
    with pytest.raises(IllegalMove, match=r"Palm is not asked for here \(clause 10\)"):
        paying.play("pay palm")
    short = position(
        players={0: {"camels": 7, "resources": ["dates", "barley", "wine"]}}, irrigation={"d1-d2": "0"}
    ).play("to khorsabad", "pay dates")
    with pytest.raises(IllegalMove, match="has no dates"):
        short.play("pay dates")
    bonus = position(
        players={0: {"resources": ["salt"], "caravaneer": 2}, 1: {"banker": 1}, 2: {"banker": 1}},
        garden={"d1": 1},
        irrigation={"d1-d2": "0"},
    ).play("to eshnunna", "plant d1")
    with pytest.raises(IllegalMove, match="There is no banker of level 1 left for seat 0"):
        bonus.play("court banker")


def test_a_payment_that_cannot_be_completed_is_explained() -> None:
    players = {0: {"camels": 7, "resources": ["dates", "wine"]}}
    match = position(players=players, caravan="khorsabad", phase="pay_city", irrigation={"d1-d2": "0"})
    assert match.moves() == ["pay dates"]
    with pytest.raises(IllegalMove, match="With that payment the rest could not be paid"):
        match.play("pay wine")


def test_refusals_at_the_end_of_the_round() -> None:
    match = end_of_round()
    with pytest.raises(IllegalMove, match="The procession comes first"):
        match.play("pass")
    match.play("temple ishtar")
    with pytest.raises(IllegalMove, match="Take Ishtar's prize first"):
        match.play("temple ishtar")


def test_clicks_name_what_lies_on_the_table() -> None:
    assert moves.SPELLING.clicks(moves.read("priest 2")) == ("craft:2:priest",)
    assert moves.SPELLING.clicks(moves.read("to mari")) == ("city:mari",)
    assert moves.SPELLING.clicks(moves.read("water a1-a2")) == ("edge:a1-a2",)
    assert moves.SPELLING.clicks(moves.read("done")) == ("done",)
