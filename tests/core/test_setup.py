"""The position editor of every game, and its refusals."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ziggurat
from tests.cases import every_game
from tests.playing import finish
from ziggurat import BadPosition
from ziggurat.core.setup import NOTHING, put, setup_of


def placed(game: str, *changes: tuple[int, str, str], seed: int = 4) -> dict[str, Any]:
    """A position after pieces were put on the board of a new match, as it is written after it was read."""
    card = ziggurat.game(game)
    position = ziggurat.new(game, seats=2, seed=seed).position()
    for seat, place, piece in changes:
        position = ziggurat.load(game, put(card, position, seat, place, piece)).position()
    return position


def test_tokens_and_tiles_of_babylonia() -> None:
    position = placed("babylonia", (1, "hex:d7", "farmer"), (0, "hex:e5", "priest"))
    board = "".join(position["board"])
    assert (board.count("f1"), board.count("p0")) == (1, 1)
    assert ziggurat.load("babylonia", position).actor == 0
    again = placed("babylonia", (1, "hex:d7", "farmer"), (1, "hex:d7", NOTHING))
    assert "f1" not in "".join(again["board"])


def test_stones_and_ziggurats_of_ur() -> None:
    position = placed(
        "ur", *[(1, "field:c3", "stone")] * 3, (0, "field:a1", "ziggurat"), (0, "field:b2", "turned over")
    )
    board = " ".join(position["board"])
    assert "1x3" in board
    assert "0^" in board
    assert position["phase"] == "act"


def test_rows_temples_and_pawns_of_babel() -> None:
    position = placed("babel", (0, "row:1:M", "Medes"), (0, "temple:1:M", "temple"), (0, "row:1:M", "pawn"))
    player = position["players"][1]
    assert (player["rows"]["M"], player["temples"]["M"], player["pawn"]) == ("M", [1], "M")


def test_cubes_and_the_caravan_of_amyitis() -> None:
    position = placed("amyitis", (1, "field:top", "cube"), (0, "temple:ishtar", "cube"), (0, "city:ur", "caravan"))
    assert (position["fields"]["top"], position["caravan"]) == ("1", "ur")
    assert position["temples"]["ishtar"].endswith("0") or "0" in position["temples"]["ishtar"]


@pytest.mark.parametrize("game", every_game())
def test_anything_put_anywhere_is_read_or_refused_with_a_sentence(game: str) -> None:
    card, draw = ziggurat.game(game), random.Random(2)
    setup = setup_of(card)
    if setup is None:
        pytest.skip(f"{game} is not set up piece by piece")
    match = finish(ziggurat.new(game, seats=card.seat_counts[0], seed=4), draw)
    position, refused, done = match.at(len(match) // 2).position(), [], 0
    for _ in range(150):
        piece = draw.choice([*setup.pieces, NOTHING])
        try:
            changed = ziggurat.load(
                game, put(card, position, draw.randrange(match.seats), draw.choice(setup.places), piece)
            )
        except BadPosition as problem:
            refused.append(problem.sentence)
        else:
            position, done = changed.position(), done + 1
            assert changed.over or changed.legal()
    assert done > 20
    assert all(reason.endswith(".") for reason in refused)


def test_pieces_that_do_not_fit_are_refused() -> None:
    card = ziggurat.game("babylonia")
    position = ziggurat.new("babylonia", seats=2, seed=4).position()
    for given, seat, place, piece, sentence in (
        (position, 0, "hex:zz", "farmer", "no 'farmer' can be put at 'hex:zz'"),
        (position, 0, "hex:d7", "stone", "no 'stone' can be put"),
        (position, 5, "hex:d7", "farmer", "There is no seat 5"),
        (position, 0, "hex:d7", "scored", "no room for 'scored' at d7"),
        (position | {"board": []}, 0, "hex:d7", "farmer", "Something is missing"),
        (position | {"players": 3}, 0, "hex:d7", "farmer", "There is no seat 0"),
    ):
        with pytest.raises(BadPosition, match=sentence):
            put(card, given, seat, place, piece)
