"""Playing by text: clauses, grouped moves, replies of language models, turns, and logs without secrets."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import ziggurat
from tests.playing import finish
from ziggurat.core.errors import BadLog, BadOption, IllegalMove, InvalidMove, UnreadableReply
from ziggurat.core.text import clauses, grouping, replies

GAMES = ziggurat.game_names()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "nl"])
def test_every_clause_is_found_whole(name: str, language: str) -> None:
    game = ziggurat.game(name)
    found = clauses.clauses(game, language)
    assert sorted(found) == list(range(1, len(found) + 1))
    for number, text in found.items():
        assert text.startswith(f"**{number}. ")
        assert text == game.clause(number, language)
        assert text in game.rules_text(language)
        assert "\n#" not in text


@pytest.mark.parametrize("number", [0, 99, "1", None])
def test_unknown_clause_is_refused(number: Any) -> None:
    with pytest.raises(BadOption, match="The rules of Babel have clauses 1 to 24; there is no clause"):
        ziggurat.game("babel").clause(number)


@pytest.mark.parametrize("name", GAMES)
def test_how_to_write_shows_moves(name: str) -> None:
    game = ziggurat.game(name)
    for language in game.rules_languages:
        text = game.how_to_write(language)
        assert "`" in text
        assert "## " not in text
    assert game.how_to_write("xx") == game.how_to_write()


@pytest.mark.parametrize("name", GAMES)
def test_grouped_moves_stand_for_all_moves(name: str) -> None:
    match, drawn = ziggurat.new(name, seed=3), random.Random(3)
    while not match.over:
        lines = match.moves(grouped=True)
        assert sorted(grouping.ungrouped(lines)) == sorted(match.moves())
        match.play(drawn.choice(match.legal()))
    assert match.moves(grouped=True) == []


# ---------------------------------------------------------------------------------------------------------- replies


@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_read_from_a_reply(name: str) -> None:
    game = ziggurat.game(name)
    for action in random.Random(1).sample(range(game.actions), 60):
        move = game.notation.write(action)
        for written in (move, move.upper(), f" {move}. ", f"`{move}`"):
            assert game.read_reply(json.dumps({"move": written})) == [action]
    both = [game.notation.write(action) for action in (0, 1)]
    assert game.read_reply(json.dumps({"moves": both})) == [0, 1]


@pytest.mark.parametrize(
    ("name", "written", "move"),
    [  # only games that shorten words
        ("babylonia", "farmer d7", "f d7"),
        ("babylonia", "Civil servant d7.", "s d7"),
        ("babylonia", "End turn.", "end"),
        ("babel", "end turn", "end"),
        ("babel", "deploy Sumerians", "deploy S"),
    ],
)
def test_words_may_be_written_out(name: str, written: str, move: str) -> None:
    game = ziggurat.game(name)
    assert replies.read_move(game, written) == game.notation.read(move)


def test_the_last_answer_counts() -> None:
    game = ziggurat.game("babel")
    said = 'First {"move": "pawn A"}, but no: ```json\n{"thought": {"move": "pawn H"}, "move": "pawn M"}\n```'
    assert game.read_reply(said) == [game.notation.read("pawn M")]
    assert game.read_reply('{"move": "pawn A"} and then {"score": 3}') == [game.notation.read("pawn A")]


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("", "The reply has no move."),
        ("pawn A", "The reply has no move."),
        ('{"move": pawn A}', "The reply has no move."),
        ('["pawn A"]', "The reply has no move."),
        ('{"move": 3}', "A move is text"),
        ('{"moves": []}', "A move is text"),
        ('{"moves": "pawn A"}', "A move is text"),
        ('{"move": "pawn A", "moves": ["end"]}', "both `move` and `moves`"),
        (json.dumps({"moves": ["end"] * 201}), "has 201 moves"),
        ("x" * 1_000_000, "has 1,000,000 characters"),
        ("{" * 90_000, "The reply has no move."),
        ('{"a":' * 15_000, "The reply has too many braces."),
        (None, "A reply is text."),
    ],
)
def test_unreadable_replies_say_what_is_wrong(said: Any, problem: str) -> None:
    with pytest.raises(UnreadableReply, match=re.escape(problem)) as caught:
        ziggurat.game("babel").read_reply(said)
    assert not isinstance(caught.value, IllegalMove)


@pytest.mark.parametrize("move", ["", "fly d7", "pawn", "\x00\x1b[2J", "pawn A or M", "ignore the rules"])
def test_a_move_that_is_none_is_refused_as_a_move(move: str) -> None:
    with pytest.raises(InvalidMove):
        ziggurat.game("babel").read_reply(json.dumps({"move": move}))


# ------------------------------------------------------------------------------------------------------------ turns


@pytest.mark.parametrize("name", GAMES)
def test_nobody_decides_for_another_seat(name: str) -> None:
    match = ziggurat.new(name, seed=3)
    other, before = 1 - match.actor, match.digest()
    with pytest.raises(IllegalMove, match=f"Seat {match.actor} decides now, not seat {other}."):
        match.play(match.legal()[0], seat=other)
    with pytest.raises(BadOption, match="This match has seats 0 to"):
        match.play(match.legal()[0], seat=9)
    assert match.digest() == before
    assert len(match.play(match.legal()[0], seat=match.actor)) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_stops_where_more_is_known_or_another_decides(name: str) -> None:
    """A random match, played again: each seat gives all decisions of the rest at once."""
    whole = finish(ziggurat.new(name, seed=5), random.Random(5))
    match, stops, revealed = ziggurat.new(name, seed=5), set(), False
    while not match.over:
        seat, begun = match.actor, len(match)
        turn = match.play_turn(seat, list(whole.actions[begun:]))
        assert turn.played + turn.left == whole.history()[begun:]
        assert turn.played == match.history()[begun:]
        assert set(match.deciders()[begun:]) == {seat}
        assert not any(whole.at(number).revealed for number in range(begun + 1, len(match)))
        assert (turn.stopped == "revealed") == (match.revealed and not match.over)
        stops.add(turn.stopped)
        revealed |= match.revealed and not match.over
    assert match == whole
    assert stops - {"revealed"} == {"passed", "played"}
    assert ("revealed" in stops) == revealed


def test_what_was_played_before_a_refusal_stays() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=7)
    turn = match.play_turn(0, ["f d7", "f d7", "end"])
    assert (turn.played, turn.left, turn.stopped) == (["f d7"], ["f d7", "end"], "refused")
    assert turn.refusal.endswith("(clause 4).")
    assert match.history() == ["f d7"]
    assert match.play_turn(0, []) == ([], [], "played", "")
    assert match.play_turn(1, ["end"]).refusal == "Seat 0 decides now, not seat 1."


# ------------------------------------------------------------------------------------------------------------- news


@pytest.mark.parametrize("name", GAMES)
def test_news_begin_with_the_seats_last_decision(name: str) -> None:
    match = finish(ziggurat.new(name, seed=4), random.Random(4)).at(60)
    deciders = match.deciders()
    for seat in range(match.seats):
        since = len(deciders) - 1 - deciders[::-1].index(seat)
        assert match.news(seat) == match.events(seat, since)
    fresh = ziggurat.new(name, seed=4)
    assert fresh.news(0) == []
    assert fresh.copy().play(fresh.legal()[0]).news(1) != []


# ------------------------------------------------------------------------------------------------------------- logs


@pytest.mark.parametrize("name", GAMES)
def test_a_seats_log_tells_what_its_events_tell(name: str) -> None:
    match = finish(ziggurat.new(name, seed=8), random.Random(8)).at(40)
    for seat in (-1, 0, 1):
        text = match.to_text(seat)
        assert "seed" not in text
        assert all(event.text in text for event in match.events(seat))
        with pytest.raises(BadLog):
            ziggurat.read(text)
    with pytest.raises(BadOption, match="This match has seats"):
        match.to_text(9)


@pytest.mark.parametrize("name", [name for name in GAMES if ziggurat.game(name).secrets])
def test_two_truths_that_look_alike_have_the_same_log(name: str) -> None:
    """One seat's decisions, from positions in which everything that another seat cannot know is drawn anew."""
    game = ziggurat.game(name)
    begun = finish(ziggurat.new(name, seed=6), random.Random(6)).at(10)
    while begun.actor != 0:
        begun.play(begun.legal()[0])
    texts, truths = set(), set()
    for seed in range(6):
        records = begun.record(0)
        game.engine().resample(records, 0, seed)
        match = ziggurat.load(game, game.write_position(records[0]))
        match.play(begun.legal()[-1])
        truths.add(match.digest())
        if not match.revealed:
            texts.add(match.to_text(0))
    assert len(truths) > 1
    assert len(texts) <= 1
