"""Hidden information in Babel: who gets which events, what stays known, and the odds of resampling."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import ziggurat
from tests.games.babel.builder import deck_top, hand, happened, position, side, stack
from tests.games.babel.busy import choose, crowded
from ziggurat import Match
from ziggurat.core import events
from ziggurat.games.babel.actions import END
from ziggurat.games.babel.cards import NATION_LETTERS

GAME = ziggurat.game("babel")


def imagined(match: Match, seat: int, seed: int) -> Any:
    records = match.record(seat)
    GAME.engine().resample(records, seat, np.uint64(seed))
    return records


def somewhere_busy(seed: int) -> Match:
    """A crowded position, played on for a while: piles run out and are made new."""
    match, stream = crowded(seed), random.Random(seed)
    for _ in range(stream.randint(0, 90)):
        if match.over:
            break
        match.play(choose(match, stream))
    return match


def test_hands_are_secret_and_their_sizes_are_not() -> None:  # babel 19
    match = position(side("AAH"), side("PPS"))
    assert [player.hand for player in match.view(0).players] == ["AAH", None]
    assert [player.hand for player in match.view(1).players] == [None, "PPS"]
    assert [player.hand for player in match.view(-1).players] == [None, None]
    assert [player.hand_size for player in match.view(-1).players] == [3, 3]


def test_only_the_drawer_is_told_what_was_drawn() -> None:  # babel 19
    match = position(side("AAH"), side("PPS")).play("end")
    assert {event.arguments["nation"] for event in happened(match, "drew", 0)} == {None}
    assert {event.text for event in happened(match, "drew", -1)} == {"Seat 1 draws a card"}
    drawn = [event.arguments["nation"][0] for event in happened(match, "drew", 1)]
    assert Counter(hand(match, 1)) == Counter("PPS") + Counter(drawn)


def test_discarded_and_returned_cards_are_public() -> None:  # babel 11, 19
    match = position(side("H", pawn="A", rows={"A": "AAASSS"}), side("PPS", temples={"A": "135"}), deck_top=[6])
    match.play("use A", "half S", "discard P")
    for seat in (-1, 0, 1):
        view = match.view(seat)
        assert view.discard == "APS"
        assert view.temple_deck_top == [6, 5, 3, 1]
        assert view.temple_deck_size == 45


def test_returned_temple_cards_are_known_until_they_are_drawn() -> None:  # babel 11, 19
    match = position(side(pawn="A", rows={"A": "AAA"}), side(temples={"A": "135"}))
    match.play("use A", "end")
    assert stack(match, 0) == "31"
    assert deck_top(match) == "5"
    for seed in range(20):
        for seat in (-1, 0, 1):
            truth = ziggurat.load("babel", GAME.write_position(imagined(match, seat, seed)[0]))
            assert deck_top(truth) == "5"
            truth.play("end")
            assert "5" in stack(truth, 1)


def test_below_the_known_cards_the_temple_deck_has_no_order() -> None:  # babel 19
    """Two imagined truths draw different temple cards; each is as likely as there are cards of it."""
    match = position(side("A"), side("A"), deck_top=[6])
    drawn: Counter[str] = Counter()
    for seed in range(3000):
        truth = ziggurat.load("babel", GAME.write_position(imagined(match, 0, seed)[0])).play("end")
        cards = stack(truth, 0)
        assert cards[0] == "6"
        drawn[cards[1]] += 1
    supply = {"1": 10, "2": 9, "3": 8, "4": 7, "5": 6, "6": 4}
    for level, count in supply.items():
        expected = 3000 * count / 44
        assert abs(drawn[level] - expected) < 5 * expected**0.5


def test_imagined_hands_have_the_right_odds() -> None:  # babel 19
    """Every unseen card is equally likely to be in the other hand."""
    match = position(side("AAAHHM", rows={"A": "SSSSSS"}), side("PPSAHMM", rows={"A": "HHH"}), discard="MMMM")
    unseen = np.array([12 - 3, 12 - 2 - 3, 12 - 1 - 4, 12, 12 - 6])
    seen = np.zeros(5)
    draws = 4000
    for seed in range(draws):
        truth = imagined(match, 0, seed)[0]
        assert list(truth["hand"][1] + truth["draw"]) == list(unseen)
        assert list(truth["hand"][0]) == [3, 2, 1, 0, 0]
        seen += truth["hand"][1]
    expected = draws * 7 * unseen / unseen.sum()
    assert np.all(np.abs(seen - expected) < 5 * np.sqrt(expected))


def test_a_hand_that_was_known_stays_known() -> None:  # babel 3, 19
    """When the draw pile runs out, each player can work out the other's hand; later draws are unknown again."""
    everything = "".join(letter * 12 for letter in NATION_LETTERS)
    rest = "".join((Counter(everything) - Counter("AAH" + "PPS" + "M")).elements())
    match = position(side("AAH"), side("PPS", pawn="A"), draw="M", discard=rest).play("end")
    assert match.view(0).players[1].remembered == "MPPS"
    assert match.view(1).players[0].remembered == "AAH"
    assert match.view(-1).players[1].remembered == ""
    counts: Counter[int] = Counter()
    for seed in range(200):
        truth = imagined(match, 0, seed)[0]
        assert all(truth["hand"][1] >= [0, 0, 1, 2, 1])
        counts[int(truth["hand"][1].sum())] += 1
    assert set(counts) == {6}
    match.play("deploy P")
    assert match.view(0).players[1].remembered == "MPS"


def test_with_an_empty_draw_pile_only_the_truth_can_be_imagined() -> None:  # babel 3, 19
    cards = "".join(letter * 12 for letter in NATION_LETTERS)
    match = position(side(cards[:20]), side(cards[20:30]), draw="", discard=cards[30:])
    for seat in (0, 1):
        truth = imagined(match, seat, 7)[0]
        assert truth["hand"].tolist() == match.record()[0]["hand"].tolist()


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_resampled_records_agree_with_the_view(first: int) -> None:  # babel 19
    """In crowded positions too: the same view, the same events for the same actions, and a truth that can be loaded."""
    engine = GAME.engine()
    for seed in range(first, first + 30):
        match = somewhere_busy(seed)
        for seat in (-1, 0, 1):
            other = imagined(match, seat, seed)
            again = ziggurat.load("babel", GAME.write_position(other[0]))
            assert again.record().tobytes() == other.tobytes()
            assert again.view(seat) == match.view(seat)
            assert again.record(seat).tobytes() == match.record(seat).tobytes()
            if match.over:
                continue
            for action in sorted(set(match.legal()) & set(again.legal()) - {END}):
                events_told, after = [], []
                for truth in (match.record(), again.record()):
                    mask, rows = GAME.new_mask(), events.buffer()
                    engine.legal(truth, mask)
                    assert engine.apply(truth, mask, action, rows) == 0
                    events_told.append(events.for_seat(rows, GAME.event_forms, seat))
                    engine.redact(truth, seat)
                    after.append(truth.tobytes())
                assert events_told[0] == events_told[1]
                assert after[0] == after[1]


def test_opponents_draws_are_hidden() -> None:  # babel 19
    """Two truths, one `end`: a seat that does not draw gets the same events and view, whatever was drawn."""
    engine = GAME.engine()
    drew_differently = 0
    for seed in range(160):
        match = somewhere_busy(seed)
        if END not in match.legal():
            continue
        seat = match.actor
        events_told, after, hands = [], [], []
        for truth in (match.record(), imagined(match, seat, seed)):
            truth["rng"][0] = 99  # the same temple cards
            mask, rows = GAME.new_mask(), events.buffer()
            engine.legal(truth, mask)
            engine.apply(truth, mask, END, rows)
            events_told.append(events.for_seat(rows, GAME.event_forms, seat))
            hands.append(truth["hand"][0][1 - seat].tolist())
            engine.redact(truth, seat)
            after.append(truth.tobytes())
        drew_differently += hands[0] != hands[1]
        assert events_told[0] == events_told[1]
        if "reshuffled" not in [event.kind for event in events_told[0]]:  # then the hand can be worked out
            assert after[0] == after[1]
    assert drew_differently > 20
