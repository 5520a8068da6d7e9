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
from tests.cases import every_game, first
from tests.playing import finish
from ziggurat import BadLog, BadOption, bots
from ziggurat.core.game import Claim
from ziggurat.reviewing import Grade, Review, Why
from ziggurat.reviewing.evaluation import FREE, EvaluationRequest, LineRequest, combine_seed, evaluate, search_lines
from ziggurat.reviewing.judgement import STAKE, JudgedChoice, Judging, accuracy
from ziggurat.reviewing.plan import DEEPER, LONGEST, plan

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
def test_chances_add_up_and_the_sums_are_true(name: str) -> None:
    """All seats together are 100%; start, own decisions, others' decisions and luck are the result."""
    review = reviewed(name)
    for one in review.judged:
        for chances in (one.chances, one.then):
            assert sum(chances) == pytest.approx(1.0, abs=1e-9)
            assert all(0 <= chance <= 1 for chance in chances)
        assert one.cost >= 0
        assert one.before - one.cost == pytest.approx(one.after, abs=1e-9)
        if one.better:
            assert sum(one.better.expected) == sum(one.better.instead) == pytest.approx(1.0, abs=1e-9)
    for seat in review.seats:
        assert seat.start is not None
        assert seat.start + seat.own + seat.others + seat.luck == pytest.approx(seat.result, abs=1e-9)
        own = [one for one in review.judged if one.seat == seat.seat]
        assert sum(one.then[seat.seat] - one.chances[seat.seat] for one in own) == pytest.approx(seat.own, abs=1e-9)
        for earlier, later in pairwise(own):
            moved = later.luck + later.others
            assert earlier.then[seat.seat] + moved == pytest.approx(later.chances[seat.seat], abs=1e-9)
    assert sum(seat.start or 0.0 for seat in review.seats) == pytest.approx(1.0, abs=1e-9)
    assert sum(seat.result or 0.0 for seat in review.seats) == pytest.approx(1.0, abs=1e-9)
    assert sum(seat.luck for seat in review.seats) == pytest.approx(0.0, abs=1e-9)
    assert sum(seat.own + seat.others for seat in review.seats) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("seats", first(2, 3, 4))
def test_no_luck_without_draws_and_hidden_cards(seats: int) -> None:
    review = ziggurat.review(played("ur", seats=seats), 2 * SECONDS)  # it has many decisions with four seats
    assert {one.luck for one in review.judged} == {0.0}
    assert {seat.luck for seat in review.seats} == {0.0}


def test_accuracy_orders_players_by_what_they_lost() -> None:
    """Whoever gave away less per decision ranks higher, whatever the result was."""
    for name in ziggurat.game_names():
        review = reviewed(name)
        lost = [(seat.cost / seat.decisions, seat.quality) for seat in review.seats if seat.quality is not None]
        for (less, higher), (more, lower) in pairwise(sorted(lost)):
            assert less == more or higher > lower or higher == lower == 0
    assert accuracy(0.0, 0.1) == 100.0
    assert accuracy(0.01, 0.1) > accuracy(0.02, 0.1) > accuracy(0.1, 0.1) == 0.0


def test_no_accuracy_where_nothing_was_at_stake() -> None:
    """In a match that was decided already, or just begun, it would be drawn from what searches differ by."""
    begun = ziggurat.review(ziggurat.new("babel", seed=1).play("pawn A"), SECONDS)
    assert begun.seats[0].decisions == 1
    assert 0 <= begun.judged[0].lot < STAKE
    assert [seat.quality for seat in begun.seats] == [None, None]
    assert {seat.quality is None for seat in reviewed("babel").seats} == {False}


def test_mistake_is_confirmed_or_unclear() -> None:
    """What a deeper search in other truths does not find again is no mistake."""
    judging = Judging(played("babylonia"), SECONDS, openly=False)
    looks, doubted = judging.evaluations(), set()
    request = next(looks)
    first_seeds = {combine_seed(judging.seed, choice.decision, 0) for choice in judging.choices}
    try:
        while True:
            evaluation = evaluate(request)
            if not request.follow and request.seed not in first_seeds:  # the deeper search says: all the same
                assert request.iterations >= DEEPER * judging.plan.compare
                doubted.add(request.record)
                evaluation = msgspec.structs.replace(evaluation, expected=[0.5, 0.5])
            request = looks.send(evaluation)
    except StopIteration as ended:
        review: Review = ended.value
    assert doubted
    assert not [one for one in review.judged if one.grade in (Grade.MISTAKE, Grade.BLUNDER)]
    assert [one for one in reviewed("babylonia").judged if one.grade in (Grade.MISTAKE, Grade.BLUNDER)]


@pytest.mark.parametrize(
    ("lasting", "grade"),
    [(0.09, Grade.UNCLEAR), (0.1, Grade.MISTAKE), (0.18, Grade.MISTAKE), (0.2, Grade.BLUNDER)],
)
def test_every_deeper_search_must_find_a_fifth_more(lasting: float, grade: Grade) -> None:
    """The costliest of many estimates are too high on average: 8% that are just found again often are less."""
    choice = JudgedChoice(0, 0, 1, [1, 2], ziggurat.game("ur").new_records(1), best=2)
    choice.values = {1: [0.4, 0.6], 2: [0.6, 0.4]}
    choice.doubted, choice.confirmed, choice.lasting = True, True, lasting
    assert choice.grade is grade


def test_turning_points_are_the_most_costly_of_each_turn() -> None:
    review = reviewed("babel")
    by_decision = {one.decision: one for one in review.judged}
    deciders = played("babel").deciders()
    for seat in review.seats:
        assert len(seat.turning) <= 3
        marked = [by_decision[decision] for decision in seat.turning]
        assert all(one.seat == seat.seat and one.better for one in marked)
        confirmed = [one.cost for one in marked if one.grade is not Grade.SLIP]
        assert confirmed == sorted(confirmed, reverse=True)
        for one, other in pairwise(sorted(seat.turning)):
            assert set(deciders[one:other]) != {seat.seat}  # others decided between them
    assert any(seat.turning for seat in review.seats)


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
    assert all((one.better is None) == (one.grade in (None, Grade.UNCLEAR)) for one in review.judged)
    for one in (one for one in review.judged if one.better):
        better = one.better
        assert better is not None
        assert better.action != one.action
        assert better.line[0].action == better.action
        assert better.line[0].seat == one.seat
        assert better.line[0].events or better.line[0].clicks
        assert better.expected[one.seat] - better.instead[one.seat] == pytest.approx(one.cost, abs=1e-3)
        assert better.reasons
        assert all(reason.text.endswith(".") for reason in better.reasons)
        assert all((reason.event is not None) == (reason.kind in (Why.SOON, Why.AVOIDS)) for reason in better.reasons)
    for seat in review.seats:
        costs = [next(one.cost for one in review.judged if one.decision == decision) for decision in seat.worst]
        assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize("name", every_game(now="babel"))
def test_every_hint_has_a_reason(name: str) -> None:
    """Where a search tries one action only, that one is compared with what the network likes next."""
    match, alone = played(name).at(0), 0
    for number, action in enumerate(played(name).actions[:40]):
        if len(match.legal()) > 1 and number % 3 == 0:
            record, seat = match.record(match.actor).tobytes(), match.actor
            found = search_lines(LineRequest(name, record, seat, False, number, 40, 4, reasons=True))
            assert found.reasons, number
            assert 2 <= len(found.lines) <= 4
            assert len({line.moves[0][1] for line in found.lines}) == len(found.lines)
            assert len(search_lines(LineRequest(name, record, seat, False, number, 40, 1)).lines) == 1
            alone += any(line.visits == 0 for line in found.lines)
        match.play(action)
    assert alone


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
        requests = [EvaluationRequest(name, seen.tobytes(), seat, False, FREE, 3, 40)]
        redacted = other.copy()
        match.game.engine().redact(redacted, seat)
        requests.append(EvaluationRequest(name, redacted.tobytes(), seat, False, FREE, 3, 40))
        first, second = (evaluate(question) for question in requests)
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
    with pytest.raises(BadOption, match="takes more than 0 and at most 86,400 seconds, not -1"):
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
