"""The notation of Ur, and its drawing in a terminal."""

from __future__ import annotations

import io
import random
import re

import pytest
from rich.console import Console

import ziggurat
from tests.games.ur.builder import situation
from tests.playing import finish
from ziggurat import InvalidMove


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("PUT  C3", "put c3"),
        ("attack c3 c2", "attack c3 north"),
        ("attack c3 d3", "attack c3 east"),
        ("Swap c3  War", "swap c3 war"),
    ],
)
def test_people_may_write_as_they_like(text: str, same: str) -> None:
    notation = ziggurat.game("ur").notation
    assert notation.write(notation.read(text)) == same


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("put", "'put' needs a field: a1 b1 c1 … f6."),
        ("putt c3", "'putt c3' is not a move; moves look like"),
        ("put c7", "There is no field c7; fields are a1 to f6"),
        ("attack c3 e3", "e3 is not beside c3"),
        ("cross 6", "From 1 to 5 stones can cross, not 6"),
        ("swap spare 3", "there is no spare 3"),
        ("swap c3", "'swap c3' needs a kind: agriculture trade culture politics war."),
    ],
)
def test_invalid_moves_are_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidMove, match=reason):
        ziggurat.game("ur").notation.read(text)


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("put c3", ("field:c3",)),
        ("bonus c3", ("bonus", "field:c3")),
        ("from c3", ("stones:c3",)),
        ("to c3", ("onto:c3",)),
        ("attack c3 north", ("field:c3", "field:c2")),
        ("swap c3 war", ("side:war", "field:c3")),
        ("swap spare 1", ("spare:1",)),
        ("trade", ("action:trade",)),
    ],
)
def test_clicks_of_each_action(text: str, things: tuple[str, ...]) -> None:
    notation = ziggurat.game("ur").notation
    assert notation.clicks(notation.read(text)) == things


def test_questions() -> None:
    match = situation("P0x2 T0x1 C0x2", "PW")
    assert match.question() == "Seat 0 has politics/war in hand: which action?"
    match.play("politics", "from a1")
    assert match.question() == "Seat 0 moves a stone from a1: to which field?"
    match.play("to b1", "done")
    assert match.question() == "Seat 0 may use the other action, put the bonus, or is done."


def test_every_refusal_is_a_sentence_that_cites_a_clause() -> None:
    game = ziggurat.game("ur")
    stream = random.Random(7)
    refused = set()

    def look(match: ziggurat.Match) -> None:
        if match.over:
            return
        legal = set(match.legal())
        state = match.record()[0]
        for action in stream.sample(range(game.actions), 12):
            if action not in legal:
                sentence = game.notation.refuse(state, action)
                assert re.fullmatch(r"[A-Z].*\(clauses? \d+( and \d+)?\)\.", sentence), sentence
                assert "None" not in sentence
                refused.add(re.sub(r"\b[a-f][1-6]\b|\d", "#", sentence))

    for seats, bonus in ((2, "published"), (3, "rulebook"), (4, "published")):
        for seed in range(4):
            finish(ziggurat.new("ur", seats=seats, seed=seed, bonus=bonus), random.Random(seed), look)
    assert len(refused) > 50


def test_events_tell_the_story() -> None:
    match = situation("W0x5 T1x1", "TW").play("war", "attack a1 b1", "cross 2", "done")
    assert [event.text for event in match.events()] == [
        "Seat 0 uses war",
        "Seat 0 attacks b1 from a1",
        "Seat 1 loses 1 stone on b1",
        "Seat 0 loses 2 stones on a1",
        "Seat 0 moves 2 stones from a1 to b1",
    ]


def test_events_tell_who_puts_a_stone_and_who_is_given_one() -> None:  # ur 6, 8
    own = situation("A0x1", "AC").play("agriculture", "put a1")
    assert [event.text for event in own.events()][-1] == "Seat 0 puts 1 stone on a1"
    given = situation("C0x1 P1x1", "CP").play("culture")
    assert [event.text for event in given.events()] == ["Seat 0 uses culture", "Seat 1 gains 1 stone on b1"]


def test_events_tell_who_is_given_a_stone_where_the_actor_says_where() -> None:  # ur 8
    match = situation("P1x1 C0x1 P1x1\nP1x5 P1x5 P1x5\nP1x2", "CP").play("culture")
    assert "put a1" in match.moves()  # one stone is left for two fields
    match.play("put a1")
    assert [event.text for event in match.events()] == ["Seat 0 uses culture", "Seat 1 gains 1 stone on a1"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("width", [80, 110])
def test_every_position_can_be_drawn(seats: int, width: int) -> None:
    def look(match: ziggurat.Match) -> None:
        if stream.random() < 0.05 or match.over:
            console = Console(width=width, file=io.StringIO(), no_color=True)
            console.print(match.game.draw(match.record(0), 0))
            lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
            assert max(map(len, lines)) <= width
            assert "seat 0, you" in "".join(lines)

    stream = random.Random(seats)
    finish(ziggurat.new("ur", seats=seats, seed=seats, bonus="published"), random.Random(seats), look)


def test_the_drawing_shows_stones_backs_and_ziggurats() -> None:
    match = situation("A0x3 W1^", "PW")
    console = Console(width=110, file=io.StringIO(), no_color=True)
    console.print(match.game.draw(match.record(0), 0))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert lines[0].startswith("┌a1")
    assert lines[1].startswith("│agriculture│war")
    assert lines[2].startswith("│ ●●●       │ ▟▙▲")
