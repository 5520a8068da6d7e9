"""Reviews: by what each seat knew, deterministic, and only of real choices."""

from __future__ import annotations

import json
import random
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest

import ziggurat
from tests.cases import every_game
from tests.playing import finish
from ziggurat import BadLog, BadOption, bots
from ziggurat.core.game import Claim
from ziggurat.reviewing import Grade, Review, Why
from ziggurat.reviewing.evaluation import FREE, EvaluationRequest, evaluate
from ziggurat.reviewing.judgement import Judging
from ziggurat.reviewing.plan import LONGEST, plan

each_game = pytest.mark.parametrize("name", ziggurat.game_names())
SECONDS = 0.5


@cache
def played(name: str, who: str = "learned:20i", seats: int = 0) -> ziggurat.Match:
    """A whole match of a good bot against random ones, which make mistakes."""
    match = ziggurat.new(name, seats=seats or ziggurat.game(name).seat_counts[0], seed=6)
    players = [bots.find(who if seat == 0 else "random")(match.game, seat) for seat in range(match.seats)]
    while not match.over:
        match.play(int(players[match.actor].choose(match.record(match.actor))))
    return match


@cache
def reviewed(name: str) -> Review:
    return ziggurat.review(played(name), SECONDS)


@each_game
def test_every_choice_is_judged(name: str) -> None:
    match, review = played(name), reviewed(name)
    again = match.at(0)
    choices = []
    for number, action in enumerate(match.actions):
        if len(again.legal()) > 1:
            choices.append((number, again.actor, action))
        again.play(action)
    assert [(one.decision, one.seat, one.action) for one in review.judged] == choices
    assert review.decisions == len(match)


@each_game
def test_result_is_start_minus_cost_plus_luck(name: str) -> None:
    """Nothing is lost between the first expectation and the result."""
    review = reviewed(name)
    for seat in review.seats:
        own = [one for one in review.judged if one.seat == seat.seat]
        assert seat.start is not None
        assert seat.result is not None
        assert seat.start - seat.cost + seat.luck == pytest.approx(seat.result, abs=0.01)
        for one in own:
            assert one.cost >= 0
            assert one.before - one.cost == pytest.approx(one.after, abs=1e-3)
            assert 0 <= one.after <= one.before <= 1
        for earlier, later in pairwise(own):
            assert earlier.after + later.luck == pytest.approx(later.before, abs=1e-3)


@each_game
def test_the_winner_has_the_better_result(name: str) -> None:
    match, review = played(name), reviewed(name)
    results = [seat.result or 0.0 for seat in review.seats]
    assert results.index(max(results)) in match.winners
    assert all(0 <= (seat.quality or 0.0) <= 100 for seat in review.seats)


@pytest.mark.parametrize("name", every_game(claim=Claim.NETWORK))
def test_network_scores_better_than_random(name: str) -> None:
    """Without a network, random play may score as well as anybody."""
    review = reviewed(name)
    figures = [seat.quality or 0.0 for seat in review.seats]
    assert figures[0] > figures[1]
    assert [one for one in review.judged if one.grade]


@each_game
def test_mistake_names_the_better_action_and_reasons(name: str) -> None:
    review = reviewed(name)
    for one in (one for one in review.judged if one.grade):
        better = one.better
        assert better is not None
        assert better.action != one.action
        assert better.line[0].action == better.action
        assert better.line[0].seat == one.seat
        assert better.line[0].events or better.line[0].clicks
        assert better.expected[one.seat] - better.instead[one.seat] == pytest.approx(one.cost, abs=1e-3)
        assert better.reasons
        assert all(reason.text.endswith(".") for reason in better.reasons)
    assert all(one.better is None for one in review.judged if not one.grade)
    for seat in review.seats:
        costs = [next(one.cost for one in review.judged if one.decision == decision) for decision in seat.worst]
        assert costs == sorted(costs, reverse=True)


def test_review_is_deterministic() -> None:
    """Also from its text, and also after another review was made in between."""
    text = played("babel").to_text()
    reviewed("ur")
    assert msgspec.json.encode(ziggurat.review(text, SECONDS)) == msgspec.json.encode(reviewed("babel"))


@pytest.mark.parametrize("name", [name for name in ziggurat.game_names() if ziggurat.game(name).secrets])
def test_review_uses_only_what_a_seat_knew(name: str) -> None:
    """Two positions that look the same to the seat get the same evaluation, unless everything is visible."""
    match = played(name)
    different = 0
    for decision in range(4, len(match), max(1, len(match) // 6)):
        position = match.at(decision)
        seat = position.actor
        seen, other = position.record(seat), position.record()
        match.game.engine().redact(other, seat)
        match.game.engine().resample(other, seat, np.uint64(decision))
        truth = position.record()
        known = [EvaluationRequest(name, seen.tobytes(), seat, False, FREE, 3, 40)]
        redacted = other.copy()
        match.game.engine().redact(redacted, seat)
        known.append(EvaluationRequest(name, redacted.tobytes(), seat, False, FREE, 3, 40))
        first, second = (evaluate(question) for question in known)
        assert first.expected == second.expected
        opened = [
            evaluate(EvaluationRequest(name, one.tobytes(), seat, True, FREE, 3, 40)).expected for one in (truth, other)
        ]
        different += opened[0] != opened[1]
    assert different


def test_open_review_differs_where_there_are_secrets() -> None:
    match = played("babel")
    opened = ziggurat.review(match, SECONDS, everything=True)
    assert opened.open
    assert [one.decision for one in opened.judged] == [one.decision for one in reviewed("babel").judged]
    assert [one.after for one in opened.judged] != [one.after for one in reviewed("babel").judged]
    bare = ziggurat.review(played("ur"), SECONDS, everything=True)
    assert [one.after for one in bare.judged] == [one.after for one in reviewed("ur").judged]


def test_three_seats_and_an_unfinished_match() -> None:
    match = played("babylonia", seats=4)
    review = ziggurat.review(match.at(len(match) // 2), SECONDS)
    assert len(review.seats) == 4
    assert all(seat.result is None for seat in review.seats)
    assert all(len(one.better.expected) == 4 for one in review.judged if one.better)
    assert {one.grade for one in review.judged} - {None} <= set(Grade)
    assert {reason.kind for one in review.judged if one.better for reason in one.better.reasons} <= set(Why)


def test_review_of_an_empty_match() -> None:
    review = ziggurat.review(ziggurat.new("babel", seed=1), SECONDS)
    assert review.judged == []
    assert [seat.quality for seat in review.seats] == [None, None]


@pytest.mark.long
def test_custom_components_are_reviewed_without_the_network(tmp_path: Path) -> None:
    """The network was not trained on them."""
    components = json.loads(files("ziggurat.games.amyitis").joinpath("components.json").read_text("utf-8"))
    components["start"]["talents"] = 7
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(components), "utf-8")
    match = finish(ziggurat.new("amyitis", seats=2, seed=1, components=str(path)), random.Random(1)).at(12)
    assert len(ziggurat.review(match, SECONDS).judged) > 5


def test_bad_input_is_refused() -> None:
    match = played("babel")
    with pytest.raises(BadOption, match=r"takes more than 0\.001 seconds"):
        ziggurat.review(match, 0.001)
    with pytest.raises(BadOption, match="between 0 and"):
        ziggurat.review(match, -1)
    with pytest.raises(BadOption, match="not of 7"):
        ziggurat.review(7)  # type: ignore[arg-type]
    with pytest.raises(BadLog, match="breaks off"):
        ziggurat.review(match.to_text()[:-60])
    with pytest.raises(BadOption, match=r"at most 5,?000"):
        plan(ziggurat.game("ur"), 10_000, LONGEST + 1, 60)


def test_review_stops_on_a_slow_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the budget is used up the rest is barely searched, and the review says so."""
    judging = Judging(played("babel"), SECONDS, openly=False)
    looks = judging.evaluations()
    question = next(looks)
    glances = 0
    try:
        while True:
            look = evaluate(question)
            question = looks.send(msgspec.structs.replace(look, seconds=SECONDS / 10))
            glances += question.iterations == judging.plan.glance
    except StopIteration as ended:
        review: Review = ended.value
    assert not review.whole
    assert glances > len(judging.choices)
    assert len(review.judged) == len(judging.choices)
