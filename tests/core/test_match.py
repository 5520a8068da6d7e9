"""Matches: creating, playing, undoing, saving and refusing."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import ziggurat
from tests.playing import Setup, finish, setups
from ziggurat import (
    AmbiguousMove,
    BadLog,
    BadOption,
    BadPosition,
    IllegalMove,
    InvalidMove,
    Match,
    UndoRefused,
    UnknownGame,
    ZigguratError,
)
from ziggurat.core.bits import members


@pytest.fixture
def match() -> ziggurat.Match:
    return ziggurat.new("babylonia", seats=4, seed=7, variant=True)


def test_the_example_of_the_design(match: ziggurat.Match) -> None:
    assert match.actor == 0
    match.play("m d7")
    assert match.moves() == ["end"]
    match.play("end")
    assert match.actor == 1
    assert match.scores == [0, 0, 0, 0]
    assert match.winners == []
    assert not match.over
    assert match.history() == ["m d7", "end"]


def test_seed_and_actions_are_the_match() -> None:
    matches = [ziggurat.new("babylonia", seats=3, seed=seed) for seed in (1, 1, 2)]
    assert matches[0].digest() == matches[1].digest() != matches[2].digest()
    assert ziggurat.new("babylonia", seats=3).digest() != ziggurat.new("babylonia", seats=3).digest()


def test_without_a_seat_count_the_table_is_full() -> None:
    assert ziggurat.new("babylonia", seed=1).seats == 4


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"game": "chess"}, UnknownGame, "There is no game called 'chess'. There is "),
        ({"game": "Babylonia"}, UnknownGame, "Did you mean 'babylonia'?"),
        ({"game": 3}, UnknownGame, "no game called 3"),
        ({"seats": 5}, BadOption, "Babylonia is for 2, 3 or 4 seats, not 5."),
        ({"seats": True}, BadOption, "not True"),
        ({"seats": "2"}, BadOption, "not '2'"),
        ({"seed": -1}, BadOption, "A seed is a whole number from 0 to 2**64 - 1, not -1."),
        ({"seed": 2**64}, BadOption, "A seed is"),
        ({"seed": 1.5}, BadOption, "not 1.5"),
        ({"variant": "maybe"}, BadOption, "Option variant is no or yes, not 'maybe'."),
        ({"variant": 1}, BadOption, "not 1"),
        ({"colour": "red"}, BadOption, "Babylonia has no option 'colour'; it has variant."),
    ],
)
def test_bad_new_matches_are_refused(arguments: dict[str, Any], error: type[ZigguratError], sentence: str) -> None:
    with pytest.raises(error) as refusal:
        ziggurat.new(**{"game": "babylonia", **arguments})
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("move", "error", "sentence"),
    [
        ("nonsense", InvalidMove, "'nonsense' is not a move"),
        ("m z9", InvalidMove, "is not a move"),
        ("m a1", InvalidMove, "There is no hexagon a1 on the board."),
        ("card 12", InvalidMove, "there is no card 12"),
        ("end", IllegalMove, "You have not placed anything yet, and you cannot pass (clause 3)."),
        (749, IllegalMove, "Babylonia has actions 0 to 748; there is no action 749."),
        (-1, IllegalMove, "there is no action -1"),
        (10**30, IllegalMove, "there is no action"),
        (True, InvalidMove, "not True"),
        (1.0, InvalidMove, "not 1.0"),
        (None, InvalidMove, "not None"),
    ],
)
def test_bad_moves_are_refused(match: ziggurat.Match, move: object, error: type[IllegalMove], sentence: str) -> None:
    before = match.record().tobytes()
    with pytest.raises(error) as refusal:
        match.play(move)  # type: ignore[arg-type]
    assert sentence in str(refusal.value)
    assert match.record().tobytes() == before
    assert len(match) == 0


def test_numbers_may_be_numpy_numbers(match: ziggurat.Match) -> None:
    match.play(np.int64(match.legal()[0]))  # type: ignore[arg-type]
    assert len(match) == 1


def test_several_moves_are_played_together_or_not_at_all(match: ziggurat.Match) -> None:
    before = match.digest()
    with pytest.raises(IllegalMove, match="exactly one token"):
        match.play("m d7", "f c7")
    with pytest.raises(InvalidMove):
        match.play("m d7", "nonsense")
    assert match.digest() == before
    assert len(match) == 0
    assert match.play("m d7", "end") is match


def test_the_errors_are_all_refusals_and_value_errors() -> None:
    for error in (AmbiguousMove, BadLog, BadOption, BadPosition, IllegalMove, InvalidMove, UndoRefused, UnknownGame):
        assert issubclass(error, ZigguratError)
        assert issubclass(error, ValueError)


def test_undo_takes_back_what_was_not_yet_answered(match: ziggurat.Match) -> None:
    start = match.digest()
    match.play("m d7")
    assert match.can_undo() == 1
    assert match.undo().digest() == start
    match.play("m d7", "end")
    with pytest.raises(UndoRefused, match="Something random or hidden has come to light"):
        match.undo()
    match.play(match.legal()[0])
    with pytest.raises(UndoRefused):
        match.undo(2)
    with pytest.raises(UndoRefused, match="Only 3 decisions"):
        match.undo(4)
    with pytest.raises(UndoRefused, match="1 or more"):
        match.undo(0)
    assert len(match) == 3


def test_undo_stops_at_another_players_decision() -> None:
    """With empty reserves nothing is drawn, so only the other player's decision prevents an undo."""
    match = finish(ziggurat.new("babylonia", seats=2, seed=3), random.Random(3))
    start = ziggurat.new("babylonia", seats=2, seed=3)
    start.replay(match.actions[:-8])
    for action in match.actions[-8:-1]:
        actor = start.actor
        start.play(action)
        if start.actor != actor and start.can_undo():
            start.play(start.legal()[0])
            with pytest.raises(UndoRefused, match="Another player has decided since"):
                start.undo(2)
            return
    pytest.fail("no turn passed without a draw")


def test_copy_is_independent(match: ziggurat.Match) -> None:
    for twin in (match.copy(), copy.copy(match)):
        twin.play("m d7")
        assert len(match) == 0
        assert twin.digest() != match.digest()


def test_seats_are_checked(match: ziggurat.Match) -> None:
    for ask in (match.view, match.record, match.observation, match.events):
        with pytest.raises(BadOption, match="seats 0 to 3"):
            ask(4)


def test_a_finished_match_plays_no_more() -> None:
    match = finish(ziggurat.new("babylonia", seats=2, seed=5), random.Random(5))
    assert match.actor == -1
    assert match.legal() == []
    assert match.winners
    assert "wins" in match.summary() or "win;" in match.summary()
    with pytest.raises(IllegalMove, match=r"The game is over: a stand is empty\."):
        match.play(0)


def test_replay_names_the_illegal_decision(match: ziggurat.Match) -> None:
    first = match.legal()[0]
    with pytest.raises(IllegalMove, match="Decision 2 cannot be played"):
        match.replay([first, first])
    assert len(match) == 0


def test_public_names_are_these_and_no_others() -> None:
    for name in ziggurat.__all__:
        assert getattr(ziggurat, name).__doc__
    assert ziggurat.__all__ == sorted(ziggurat.__all__)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_legal_actions_over_and_actor_agree_with_record_and_mask(setup: Setup) -> None:
    """However the position came about: by moves, events, replaying, undoing, copying, loading or pickling."""

    def agrees(match: Match) -> None:
        record, mask = match.record()[0], match.game.new_mask()
        match.game.engine().legal(match.record(), mask)
        assert match.legal() == members(mask)
        assert match.legal_array().tolist() == match.legal()
        assert match.over == bool(record["over"])
        assert match.actor == (-1 if record["over"] else record["actor"])

    match, stream = setup.new(1), random.Random(1)
    agrees(match)
    while not match.over:
        action = stream.choice(match.legal())
        match.decide(action) if stream.random() < 0.3 else match.play(action)
        agrees(match)
        if stream.random() < 0.02:
            agrees(match.at(len(match) // 2))
            agrees(match.copy())
            agrees(pickle.loads(pickle.dumps(match)))  # noqa: S301 - our own
            agrees(ziggurat.load(match.game, match.position()))
        if match.can_undo() and stream.random() < 0.05:
            agrees(match.undo())
    agrees(ziggurat.read(match.to_text()))


@pytest.mark.parametrize("action", [-1, 10**6, 2**63 - 1, 2**63, -(2**63) - 1, 2**80])
def test_numbers_of_any_size_are_refused_and_change_nothing(action: int) -> None:
    for backend in ("cpu", "interpreted"):
        game = ziggurat.game("babel")
        match = Match(game, 2, game.read_options({}), 7, engine=game.engine(backend))
        before = match.digest(), match.legal()
        with pytest.raises(IllegalMove, match="Babel has actions 0 to "):
            match.play(action)
        assert (match.digest(), match.legal()) == before


def test_a_copy_does_not_share_what_it_lists() -> None:
    match = ziggurat.new("babel", seed=7)
    copy, legal = match.copy(), match.legal()
    copy.play(copy.legal()[0])
    assert match.legal() == legal


def test_an_array_of_legal_actions_belongs_to_its_caller() -> None:
    match = ziggurat.new("babylonia", seats=4, seed=7)
    array, legal = match.legal_array(), match.legal()
    for index in range(len(array)):
        array[index] = -1
    assert match.legal() == legal
    before = match.legal_array()
    match.play(before[0])
    assert before.tolist() == legal  # later decisions do not change it
    while not match.over:
        match.play(match.legal_array()[0])
    assert len(match.legal_array()) == 0
