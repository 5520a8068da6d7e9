"""Moves as text, as clicks, and the sentences that refuse them."""

from __future__ import annotations

import re

import pytest

from tests.games.babel.builder import position, side
from tests.games.babel.busy import crowded
from ziggurat import IllegalMove, InvalidMove
from ziggurat.games.babel import GAME
from ziggurat.games.babel.actions import ACTIONS
from ziggurat.games.babel.moves import NOTATION

read, write, clicks = NOTATION.read, NOTATION.write, NOTATION.clicks

CLICKED = {
    "pawn H": ("pawn", "site:H"),
    "deploy S": ("hand:S",),
    "build own": ("stack:own",),
    "build their": ("stack:their",),
    "build first": ("first",),
    "end": ("end",),
    "discard A": ("discard:A",),
    "migrate H S": ("row:H", "row:S"),
    "half S": ("run:S", "half"),
    "half S4": ("run:S4", "half"),
    "use A": ("run:A", "use"),
    "use H2": ("run:H2", "use"),
    "use M P": ("run:M", "name:P"),
    "use P2 their": ("run:P2", "stack:their"),
    "use S3": ("run:S3", "use"),
}


@pytest.mark.parametrize("text", CLICKED)
def test_actions_are_written_and_clicked(text: str) -> None:
    assert write(read(text)) == text
    assert clicks(read(text)) == CLICKED[text]


def test_every_action_can_be_read_back() -> None:
    assert ACTIONS == 99
    assert [read(write(action)) for action in range(ACTIONS)] == list(range(ACTIONS))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("  PAWN   h ", "pawn H"),
        ("pawn hittites", "pawn H"),
        ("deploy Sumerians", "deploy S"),
        ("migrate hittites sum", "migrate H S"),
        ("use medes2 persians", "use M2 P"),
        ("half persians", "half P"),
        ("use a1", None),
    ],
)
def test_abbreviated_moves_are_read(text: str, meaning: str | None) -> None:
    if meaning is None:
        with pytest.raises(InvalidMove, match="is not a move"):
            read(text)
    else:
        assert write(read(text)) == meaning


@pytest.mark.parametrize("text", ["", "pawn X", "migrate H H", "use S5", "use A own", "7"])
def test_invalid_moves_are_refused(text: str) -> None:
    with pytest.raises(InvalidMove, match="moves look like"):
        read(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("pawn", "'pawn' needs a site: A H M P S."),
        ("build", "'build' needs a stack: own their first."),
        ("half", "'half' needs a run: A A2 A3 … S4."),
        ("use M", "'use m' needs a nation: A H M P S."),
        ("use p2", "'use p2' needs a stack: own their."),
        ("migrate h", "'migrate h' needs a second row: A M P S."),
    ],
)
def test_missing_parts_of_a_move_are_named(text: str, hint: str) -> None:
    with pytest.raises(InvalidMove, match=hint):
        read(text)


def test_questions() -> None:
    assert position(side("A")).question() == "Seat 0 acts, or ends the turn."
    assert position(side("AH", first_card=True)).question() == (
        "Seat 0 plays the first turn, and must build their level-1 card before ending it."
    )
    match = position(side(pawn="A", rows={"A": "SSS"}), side("AHM")).play("half S")
    assert match.question() == "Seat 1 must discard 1 more card from the hand."


def test_every_refusal_is_a_sentence_with_its_clause() -> None:
    refusals = set()
    for seed in range(40):
        match = crowded(seed)
        for action in set(range(ACTIONS)) - set(match.legal()):
            with pytest.raises(IllegalMove) as refused:
                match.play(action)
            refusals.add(str(refused.value))
    assert len(refusals) > 40
    for refusal in refusals:
        clause = re.fullmatch(r"[A-Z].* \(clause (\d+)\)\.", refusal)
        assert clause, refusal
        assert f"**{clause[1]}. " in GAME.rules_text()


def test_the_notation_is_in_the_rules() -> None:
    for language in ("en", "nl"):
        text = GAME.rules_text(language)
        for move in re.findall(r"`([a-z]+ [^`=]*|end)`", text.split("\n## ")[-1]):
            read(move)
