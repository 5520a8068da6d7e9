"""Hidden information in Babylonia: draws of others stay secret, and resampling has the right odds."""

from __future__ import annotations

import random

import numpy as np

import ziggurat
from tests.playing import Setup, somewhere
from ziggurat.core import events
from ziggurat.core.bits import members
from ziggurat.core.record import copied
from ziggurat.games.babylonia.actions import END
from ziggurat.games.babylonia.board import HEX_BY_NAME, KINDS, RIVER_HEXES, TOKENS

GAME = ziggurat.game("babylonia")


def test_draws_of_other_seats_are_hidden() -> None:  # babylonia 17
    """Two truths, one `end`: the others are told the same and see the same, whatever was drawn."""
    engine = GAME.engine()
    drew_differently = 0
    for seed in range(60):
        match = somewhere(Setup("babylonia", 3, {}), seed)
        if END not in match.legal():
            continue
        drawer = match.actor
        for seat in (-1, *(other for other in range(3) if other != drawer)):
            events_told, after, stands = [], [], []
            for truth in (match.record(), _imagined(match, seat, seed)):
                mask, rows = GAME.new_mask(), events.buffer()
                engine.legal(truth, mask)
                engine.apply(truth, mask, END, rows)
                events_told.append(events.for_seat(rows, GAME.event_forms, seat))
                stands.append(truth["stand"][0][drawer].tolist())
                engine.redact(truth, seat)
                after.append(truth.tobytes())
            assert events_told[0] == events_told[1]
            assert after[0] == after[1]
            drew_differently += stands[0] != stands[1]
    assert drew_differently > 20


def _imagined(match: ziggurat.Match, seat: int, seed: int) -> np.ndarray:
    records = match.record(seat)
    GAME.engine().resample(records, seat, np.uint64(seed))
    return records


def test_imagined_tokens_have_the_right_odds() -> None:  # babylonia 17
    """Every unseen token of a seat is equally likely to lie on the stand, in the reserve or face down."""
    match = _with_river_tokens(seat=1)
    record = match.record(0)[0]
    hidden = [hexagon for hexagon in members(record["own"][1]) if hexagon in RIVER_HEXES]
    face_up = [len(set(members(record["own"][1])) & set(members(record["kind"][kind]))) for kind in range(KINDS)]
    unseen = TOKENS - face_up
    draws = 4000
    stand, river = np.zeros(KINDS), np.zeros(KINDS)
    for seed in range(draws):
        truth = _imagined(match, 0, seed)[0]
        stand += truth["stand"][1]
        for kind in range(KINDS):
            river[kind] += len(set(members(truth["kind"][kind])) & set(hidden))
        assert list(truth["stand"][1] + truth["reserve"][1] + _river(truth, hidden)) == list(unseen)
    for seen, places in ((stand, int(record["stand_size"][1])), (river, len(hidden))):
        expected = draws * places * unseen / unseen.sum()
        assert np.all(np.abs(seen - expected) < 5 * np.sqrt(expected))


def _river(truth: np.void, hidden: list[int]) -> np.ndarray:
    return np.array([len(set(members(truth["kind"][kind])) & set(hidden)) for kind in range(KINDS)])


def _with_river_tokens(seat: int) -> ziggurat.Match:
    for seed in range(100):
        match = somewhere(Setup("babylonia", 2, {}), seed)
        record = match.record()[0]
        hidden = [hexagon for hexagon in members(record["own"][seat]) if hexagon in RIVER_HEXES]
        if len(hidden) >= 3 and record["reserve_size"][seat] >= 5:
            return match
    raise AssertionError("no such match among the first hundred")


def test_own_tokens_are_left_alone() -> None:  # babylonia 17
    for seed in range(20):
        match = somewhere(Setup("babylonia", 4, {}), seed)
        truth, imagined = match.record()[0], _imagined(match, 2, seed)[0]
        assert list(truth["stand"][2]) == list(imagined["stand"][2])
        assert list(truth["reserve"][2]) == list(imagined["reserve"][2])


def test_a_noble_and_two_farmers_promise_a_third() -> None:  # babylonia 3, 26
    """After a noble and two farmers with card 5 everybody knows that another farmer is on the stand."""
    position = ziggurat.new("babylonia", seats=2, seed=1).position()
    position["turn"] = 10
    position["players"][0] |= {"stand": "fmsp", "cards": [5]}
    del position["players"][0]["reserve"]
    position["offer"].remove(5)
    position["board"] = _put(position["board"], {"h5": "f0", "h6": "f0", "h7": "m0"})
    position["placed"] = "ffm"
    match = ziggurat.load("babylonia", position)
    assert {move[0] for move in match.moves()} == {"f"}
    stream = random.Random(1)
    for _ in range(200):
        truth = _imagined(match, 1, stream.randrange(2**32))
        assert truth["stand"][0][0][0] >= 1


def _put(board: list[str], cells: dict[str, str]) -> list[str]:
    """Replace plain land on a drawn board."""
    from ziggurat.games.babylonia.board import COLUMN, ROW

    lines = [line.split() for line in board]
    for name, cell in cells.items():
        hexagon = HEX_BY_NAME[name]
        place = COLUMN[hexagon] // 2
        assert lines[ROW[hexagon]][place] == "-"
        lines[ROW[hexagon]][place] = cell
    return [" ".join(line) for line in lines]


def test_redacting_twice_is_redacting_once() -> None:
    match = somewhere(Setup("babylonia", 3, {}), 5)
    once = match.record(1)
    twice = copied(once)
    GAME.engine().redact(twice, 1)
    assert once.tobytes() == twice.tobytes()
    assert once["rng"][0][0] == 0
