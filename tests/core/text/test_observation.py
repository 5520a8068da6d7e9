"""What a seat knows, as text: complete for that seat, and nothing that it may not know."""

from __future__ import annotations

import dataclasses
import random
import re
from typing import Any

import pytest

import ziggurat
from tests.playing import finish
from ziggurat.core.errors import BadOption
from ziggurat.core.text import grouping, observation

GAMES = ziggurat.game_names()


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_is_asked_with_all_legal_moves(name: str) -> None:
    match, drawn = ziggurat.new(name, seed=3), random.Random(3)
    while not match.over and len(match) < 150:
        seat = match.actor
        text = match.text(seat)
        assert text.isascii()
        assert text.startswith(f"{match.game.title}, {match.seats} seats. You are seat {seat}.")
        assert f"eat {seat} " not in text.split("You are", 1)[1].split("\n", 1)[1]
        lines = text.splitlines()
        start = next(number for number, line in enumerate(lines) if line.startswith("Legal moves"))
        assert lines[start - 1].startswith("You ")
        assert sorted(grouping.ungrouped(lines[start + 1 : -1])) == sorted(match.moves())
        assert lines[-1].startswith("Answer like ")
        other = match.text((seat + 1) % match.seats)
        assert "It is not your decision." in other
        assert "Legal moves" not in other
        match.play(drawn.choice(match.legal()))


@pytest.mark.parametrize("name", GAMES)
def test_settings_change_moves_and_history(name: str) -> None:
    match = finish(ziggurat.new(name, seed=4), random.Random(4)).at(40)
    seat = match.actor
    unlisted = match.text(seat, moves="none")
    assert "Legal moves" not in unlisted
    assert "Moves look like `" in unlisted
    every = match.text(seat, moves="all").splitlines()
    assert set(match.moves()) < set(every)
    silent, told, full = (match.text(seat, history=history) for history in ("none", "news", "full"))
    assert ("Since your last decision:" in told) == bool(match.news(seat))
    assert "So far:" in full
    assert len(silent) <= len(told) < len(full)
    assert observation.name("none", "full") == "text2-none-full"
    with pytest.raises(BadOption, match="`moves` is one of 'grouped', 'none', 'all', not 'some'"):
        match.text(seat, moves="some")
    with pytest.raises(BadOption, match="`history` is one of"):
        match.text(seat, history="")
    with pytest.raises(BadOption, match="This match has seats"):
        match.text(9)


@pytest.mark.parametrize("name", GAMES)
def test_news_are_told_in_brief(name: str) -> None:
    """Brief sentences are shorter, and only of events without secrets: a secret argument would read "None"."""
    for form in ziggurat.game(name).event_forms.values():
        if form.brief:
            assert not any(argument.secret for argument in form.arguments)
            assert len(form.brief) < len(form.text)
            assert ("{seat}" in form.brief) == ("{seat}" in form.text)
    whole = finish(ziggurat.new(name, seed=4), random.Random(4))
    told = whole.text(0, history="full").split("So far:\n")[1]
    assert "None" not in told
    assert not re.search(r"\b(a|an|the) [a-z]", told.rsplit("\n", 2)[0])


@pytest.mark.parametrize("name", GAMES)
def test_the_end_and_spectators(name: str) -> None:
    match = finish(ziggurat.new(name, seed=5), random.Random(5))
    winner = match.winners[0]
    assert f"The game is over ({match.ending}). Won by you" in match.text(winner)
    assert "Won by seat" in match.text(-1)
    assert "You watch." in match.at(20).text(-1)
    assert "Legal moves" not in match.at(20).text(-1)


@pytest.mark.parametrize("name", [name for name in GAMES if ziggurat.game(name).secrets])
def test_two_truths_that_look_alike_have_the_same_text(name: str) -> None:
    """All that a seat cannot know is drawn anew: what the seat reads stays the same."""
    game = ziggurat.game(name)
    whole = finish(ziggurat.new(name, seed=6), random.Random(6))
    changed = 0
    for at in range(0, len(whole), 9):
        now = whole.at(at)
        for seat in range(-1, now.seats):
            text = now.text(seat, moves="all", history="none")
            records = now.record(seat)
            game.engine().resample(records, seat, at)
            other = ziggurat.load(game, game.write_position(records[0]))
            assert other.text(seat, moves="all", history="none") == text
            changed += other.digest() != now.digest()
    assert changed > 20


def test_a_rivals_draw_is_not_told() -> None:
    match = finish(ziggurat.new("babylonia", seats=2, seed=7), random.Random(7)).at(30)
    assert re.search(r"[Dd]raws? (farmer|merchant|civil servant|priest)", match.text(0, history="full"))
    assert "Seat 1 draws token" in re.sub(r"Seat 1 .*?, draws", "Seat 1 draws", match.text(0, history="full"))
    assert not re.search(r"^Seat 1 [^\n]*draws (farmer|merchant|civil|priest)", match.text(0, history="full"), re.M)


@pytest.mark.parametrize("name", GAMES)
def test_events_and_questions_can_be_said_to_their_seat(name: str) -> None:
    """A verb that `observation` does not know would read "Seat 1 (you) flies"."""
    for form in ziggurat.game(name).event_forms.values():
        for text in filter(None, (form.text, form.public)):
            if text.startswith("{seat} "):
                said = observation.second_person(text.replace("{seat}", "Seat 1"), 1)
                assert said.startswith("You "), text
    whole = finish(ziggurat.new(name, seed=8), random.Random(8))
    for at in range(len(whole)):
        now = whole.at(at) if at % 5 == 0 else None
        if now is not None:
            said = observation.second_person(now.question(), now.actor)
            assert said.startswith("You ")
            assert not re.search(rf"[Ss]eat {now.actor}\b", said)


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (
            "Seat 1 plays the first turn, and must build their card.",
            "You play the first turn, and must build your card.",
        ),
        ("Seat 1 passes.", "You pass."),
        ("Seat 1 flies.", "Seat 1 (you) flies."),
        ("Seat 0 passes.", "Seat 0 passes."),
        ("Seat 10 passes.", "Seat 10 passes."),
        ("1 card changes camps to seat 1", "1 card changes camps to you"),
        ("There is no token on seat 1's stand.", "There is no token on your stand."),
        (
            "the top field is full and emptied; seat 1 has the most cubes",
            "the top field is full and emptied; you have the most cubes",
        ),
    ],
)
def test_second_person(sentence: str, said: str) -> None:
    assert observation.second_person(sentence, 1) == said


def test_a_game_without_words_shows_its_view() -> None:
    match = ziggurat.new("ur", seats=3, seed=7)
    wordless: Any = dataclasses.replace(match.game, plain=None)
    (line,) = observation.plain(wordless, match.view(0), observation.caller(0))
    assert line.startswith("{")
    assert '"choices"' not in line


@pytest.mark.parametrize(
    ("name", "typical", "most"),
    [  # only these were measured
        *(("babylonia", 2600, 4000), ("amyitis", 1500, 2600), ("ur", 1450, 4200), ("babel", 1100, 2600)),
    ],
)
def test_texts_stay_short(name: str, typical: int, most: int) -> None:
    """In characters: three to four make a token (`benchmarks/text/observations.py`)."""
    whole = finish(ziggurat.new(name, seed=9), random.Random(9))
    sizes = sorted(
        len(now.text(now.actor))
        for now in map(whole.at, range(0, len(whole), max(len(whole) // 40, 1)))
        if not now.over
    )
    assert sizes[len(sizes) // 2] < typical
    assert sizes[-1] < most
