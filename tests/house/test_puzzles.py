"""The shipped puzzles can be started, answered and explained; a few are searched again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ziggurat
from tests.cases import every_game
from ziggurat.core.game import Claim
from ziggurat.core.lessons import teaching_folder
from ziggurat.core.match import load
from ziggurat.puzzles import Puzzle, begin, find, puzzles, read, write
from ziggurat.puzzles.check import CHANCE
from ziggurat.puzzles.finder import VERIFY
from ziggurat.puzzles.format import EDITION
from ziggurat.puzzles.shipped import FILE, line_of
from ziggurat.puzzles.solution import ANSWERS, EXACT_ANSWERS, MARGIN, SAME, Place
from ziggurat.puzzles.themes import of_game
from ziggurat.reviewing import kernels
from ziggurat.reviewing.evaluation import combine_seed
from ziggurat.reviewing.report import Why

each_game = pytest.mark.parametrize("name", every_game(claim=Claim.PUZZLES))
LEAST = 100  # puzzles of a game
LARGEST = 700_000  # bytes of a file
DEEP = 51_200  # iterations of the last check: twenty times those that found a puzzle
AGAIN = 2  # puzzles of a game that are searched again
# Whether something has been done in the turn of a position already. In Babel only some of it shows.
# only games of the house: a further one with puzzles needs its line here
MID_TURN: dict[str, Callable[[dict[str, Any]], bool]] = {
    "babylonia": lambda position: position["placed"] != "" and position["active"] == position["actor"],
    "amyitis": lambda position: position["phase"] != "turn",
    "ur": lambda position: any(position[name] for name in ("used", "gave", "took", "source", "built", "marches")),
    "babel": lambda position: any(position[name] for name in ("migrated", "end_phase")),
}


def place_of(puzzle: Puzzle) -> Place:
    match = begin(puzzle)
    return Place(match.game, match.record(puzzle.seat), puzzle.seat, match.legal())


@each_game
def test_a_game_has_many_puzzles(name: str) -> None:
    game = ziggurat.game(name)
    own_puzzles = puzzles(game)
    assert len(own_puzzles) >= LEAST
    assert len({puzzle.id for puzzle in own_puzzles}) == len(own_puzzles)
    assert {puzzle.seats for puzzle in own_puzzles} == set(game.seat_counts)
    assert {puzzle.rules for puzzle in own_puzzles} == {game.rules_version}
    assert [puzzle.rating for puzzle in own_puzzles] == sorted(puzzle.rating for puzzle in own_puzzles)
    assert own_puzzles[-1].rating - own_puzzles[0].rating > 300  # something for everybody
    assert len({theme for puzzle in own_puzzles for theme in puzzle.themes}) >= 8


@each_game
def test_every_puzzle_can_be_begun_and_answered(name: str) -> None:
    for puzzle in puzzles(ziggurat.game(name)):
        match = begin(puzzle)  # which refuses other choices than its own
        legal = set(match.legal())
        assert set(puzzle.answers) <= legal
        assert puzzle.tempting in legal - set(puzzle.answers)
        assert 1 <= len(puzzle.answers) <= (EXACT_ANSWERS * len(legal) if puzzle.exact else ANSWERS)
        assert set(puzzle.themes) <= set(of_game(ziggurat.game(name)))
        assert puzzle.themes
        assert (puzzle.line[0].seat, puzzle.line[0].action) == (puzzle.seat, puzzle.answers[0])
        assert line_of(puzzle)[0].text == match.game.notation.write(puzzle.answers[0])
        assert find(match.game, puzzle.id) is puzzle
        assert read([write(puzzle)]) == [puzzle]


@each_game
def test_a_puzzle_in_mid_turn_says_what_was_done_before(name: str) -> None:
    begun = [puzzle for puzzle in puzzles(ziggurat.game(name)) if MID_TURN[name](puzzle.position)]
    assert [puzzle.id for puzzle in begun if not puzzle.before] == []
    assert all(event.text for puzzle in begun for event in puzzle.before)


@each_game
def test_wrong_answers_are_worse_and_have_a_reason(name: str) -> None:
    checked = puzzles(ziggurat.game(name))
    for puzzle in checked:
        assert puzzle.edition == EDITION
        assert puzzle.exact or puzzle.verified.iterations >= DEEP
        best = 1000 if puzzle.exact else puzzle.options[0].value
        assert puzzle.options[0].action in puzzle.answers
        for option in puzzle.options:
            if option.action in puzzle.answers:
                assert option.value >= best - 1000 * SAME - 1
                assert option.reasons == []
            else:
                assert option.value <= best - 1000 * MARGIN + 1
                assert all(reason.kind is not Why.LATER for reason in option.reasons)  # which is said where none is
        assert puzzle.reasons
        assert puzzle.verified.margin >= 1000 * MARGIN - 1
        assert puzzle.exact or puzzle.verified.iterations >= 8 * puzzle.found.iterations
        assert puzzle.verified.seed != puzzle.found.seed
        if puzzle.played is not None:  # not behind its rival beyond chance
            assert puzzle.played.rival - puzzle.played.answer <= 1000 * CHANCE / puzzle.played.games**0.5
    explained = [other for other in checked if other.reasons[0].kind is not Why.LATER]
    assert len(explained) > 0.8 * len(checked)


@pytest.mark.parametrize("name", every_game(now="babel", claim=Claim.PUZZLES))
def test_every_win_this_turn_is_an_answer(name: str) -> None:
    """The solver and the shipped puzzles agree: all actions that win by force are right, and only they."""
    exact = [puzzle for puzzle in puzzles(ziggurat.game(name)) if puzzle.exact]
    for puzzle in exact[:: max(1, len(exact) // 5)]:
        assert place_of(puzzle).wins() == frozenset(puzzle.answers), puzzle.id


@pytest.mark.long
@each_game
def test_what_is_not_exact_cannot_be_won_by_force(name: str) -> None:
    """Or its turn is too large to tell."""
    likely = [puzzle for puzzle in puzzles(ziggurat.game(name)) if not puzzle.exact and puzzle.options[0].value >= 500]
    for puzzle in likely[:: max(1, len(likely) // 2)]:
        assert not place_of(puzzle).wins(), puzzle.id


def test_many_of_babels_puzzles_are_exact() -> None:
    assert sum(puzzle.exact for puzzle in puzzles(ziggurat.game("babel"))) >= 20


@each_game
def test_a_forced_win_is_the_first_reason(name: str) -> None:
    for puzzle in puzzles(ziggurat.game(name)):
        if puzzle.exact:
            assert puzzle.reasons[0].kind is Why.WINS
            wrong = [option for option in puzzle.options if option.action not in puzzle.answers]
            assert all(option.reasons[0].kind is Why.WINS for option in wrong)


def test_forced_win_of_nine_decisions_is_found() -> None:
    """The answer of this puzzle once did not win, though a long turn does."""
    puzzle = find(ziggurat.game("babel"), "f18893cd08")
    turn = "pawn M, deploy A, pawn H, deploy S, migrate M H, use S, use P their, build own, build their"
    match = begin(puzzle)
    first = match.game.notation.read(turn.partition(",")[0])
    for move in turn.split(", "):
        assert not match.over
        match.play(move)
    assert match.over
    assert match.winners == [puzzle.seat]
    assert first in puzzle.answers
    assert puzzle.exact


@each_game
def test_a_puzzle_reveals_nothing_hidden(name: str) -> None:
    """Nothing in it tells more than the seat knows: it might as well be filled in otherwise, and asks the same then."""
    game = ziggurat.game(name)
    for number, puzzle in enumerate(puzzles(game)):
        place = place_of(puzzle)
        other = game.new_records(1)
        game.bind(kernels.imagined)(place.records, other, puzzle.seat, False, np.uint64(number))
        again = load(name, game.write_position(other[0]))
        assert again.legal() == place.legal
        assert again.record(puzzle.seat).tobytes() == place.records.tobytes()


@each_game
def test_a_second_search_finds_the_same_answers(name: str) -> None:
    """In other truths, with a quarter of the iterations: the answer beats what tempts, and the best of the others."""
    for puzzle in puzzles(ziggurat.game(name))[:: len(puzzles(ziggurat.game(name))) // AGAIN][:AGAIN]:
        place, seed = place_of(puzzle), combine_seed(puzzle.verified.seed, 1)
        rival = next(option.action for option in puzzle.options if option.action not in puzzle.answers)
        best, *others = (
            place.evaluate(action, seed, VERIFY // 4).expected[puzzle.seat]
            for action in (puzzle.answers[0], puzzle.tempting, rival)
        )
        assert best > max(others), puzzle.id


@each_game
def test_the_puzzle_file_is_small(name: str) -> None:
    assert len(teaching_folder(ziggurat.game(name)).joinpath(FILE).read_bytes()) < LARGEST
