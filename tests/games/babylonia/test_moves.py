"""Moves as text, as clicks, and the sentences that refuse them."""

from __future__ import annotations

import re
from typing import Any

import pytest

import ziggurat
from tests.games.babylonia.builder import around, counted, lay, player, position
from ziggurat import IllegalMove, InvalidMove
from ziggurat.games.babylonia import GAME
from ziggurat.games.babylonia.actions import ACTIONS, CARD, END, EXTRA, NO_EXTRA, PLACE, SITE
from ziggurat.games.babylonia.board import GREENS, HEX_BY_NAME, HEXES
from ziggurat.games.babylonia.moves import NOTATION

read, write, clicks = NOTATION.read, NOTATION.write, NOTATION.clicks

# ------------------------------------------------------------------------------------------------ text and clicks

WRITTEN = {
    PLACE + HEX_BY_NAME["h1"]: ("f h1", ("stand:f", "hex:h1")),
    PLACE + HEXES + HEX_BY_NAME["d7"]: ("m d7", ("stand:m", "hex:d7")),
    PLACE + 2 * HEXES + HEX_BY_NAME["c12"]: ("s c12", ("stand:s", "hex:c12")),
    PLACE + 3 * HEXES + HEX_BY_NAME["q11"]: ("p q11", ("stand:p", "hex:q11")),
    END: ("end", ("end",)),
    SITE: ("score j1", ("hex:j1",)),
    SITE + GREENS: ("score b2", ("hex:b2",)),
    CARD: ("card 1", ("card:1",)),
    CARD + 8: ("card 9", ("card:9",)),
    EXTRA: ("extra yes", ("extra:yes",)),
    NO_EXTRA: ("extra no", ("extra:no",)),
}


@pytest.mark.parametrize("action", WRITTEN)
def test_actions_are_written_and_clicked(action: int) -> None:
    assert (write(action), clicks(action)) == WRITTEN[action]


def test_every_action_can_be_read_back() -> None:
    assert ACTIONS == 749
    assert [read(write(action)) for action in range(ACTIONS)] == list(range(ACTIONS))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("M D7", "m d7"),
        ("  m   d7 ", "m d7"),
        ("md7", "m d7"),
        ("END", "end"),
        ("Card  3", "card 3"),
        ("Extra Yes", "extra yes"),
    ],
)
def test_capitals_and_spaces_do_not_matter(text: str, meaning: str) -> None:
    assert write(read(text)) == meaning


INVALID = {
    "": "'' is not a move; moves look like 'm d7' (f, m, s or p and a hexagon), 'end', 'score b2', 'card 3', "
    "'extra yes' or 'extra no'.",
    "x d7": "'x d7' is not a move",
    "m": "'m' needs a hexagon: i1 k1 b1 … o12.",
    "m d7 d8": "'m d7 d8' is not a move",
    "extra": "'extra' needs an answer: yes no.",
    "m z1": "'m z1' is not a move",
    "m d13": "There is no hexagon d13 on the board.",
    "m b12": "There is no hexagon b12 on the board.",
    "score d0": "There is no hexagon d0 on the board.",
    "score h1": "There can be no city or ziggurat on h1.",
    "card 0": "The ziggurat cards are numbered 1 to 9; there is no card 0.",
    "card 10": "The ziggurat cards are numbered 1 to 9; there is no card 10.",
}


@pytest.mark.parametrize("text", INVALID)
def test_invalid_moves_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InvalidMove, match=rf"^{re.escape(INVALID[text])}"):
        position().play(text)


@pytest.mark.parametrize("move", [None, 1.5, True, ["m d7"]])
def test_other_things_than_text_and_numbers_are_not_moves(move: Any) -> None:
    with pytest.raises(InvalidMove, match="A move is an action number or its text, not"):
        position().play(move)


def test_the_notation_in_the_rules_is_the_notation() -> None:
    section = GAME.rules_text().split("## How moves are written")[1]
    written = re.findall(r"`([^`]+)`", section)
    assert {write(read(move)) for move in written} == set(written)


def test_the_moves_a_refusal_gives_as_examples_can_be_read() -> None:
    with pytest.raises(InvalidMove) as problem:
        read("hello")
    examples = re.findall(r"'([^']+)'", str(problem.value))[1:]
    assert {write(read(move)) for move in examples} == set(examples)


# ------------------------------------------------------------------------------------------------ questions


def test_the_rules_count_the_actions_they_list() -> None:
    match = position(put={"e12": "P", "d11": "f0", "e11": "f0"} | around("i7", "f1 f1 f1 f1 f1 -"), cards={0: [2]})
    for move in ("f f11", "f h6", "end", "score i7", "card 4"):
        assert counted(match) == len(match.legal())
        match.play(move)
    assert counted(match) == len(match.legal()) == 2


def test_the_actor_is_asked_in_a_sentence() -> None:
    match = position(put={"e12": "P", "d11": "f0", "e11": "f0"} | around("i7", "f1 f1 f1 f1 f1 -"), cards={0: [2]})
    assert match.question() == "Seat 0 places the first token of the turn."
    match.play("f f11")
    assert match.question() == "Seat 0 places another token, or ends the turn if it is finished."
    match.play("f h6", "end")
    assert match.question() == "Seat 0 picks the surrounded site that is scored next."
    match.play("score i7")
    assert match.question() == "Seat 1 has won a ziggurat and takes a card."
    match.play("card 4")
    assert match.question() == "Seat 0 may use card 2 and play another turn now."


# ------------------------------------------------------------------------------------------------ refusals


def refused(match: ziggurat.Match, move: str | int) -> str:
    """The sentence that refuses a move; nothing has changed afterwards."""
    before = match.record().tobytes()
    with pytest.raises(IllegalMove) as problem:
        match.play(move)
    assert not isinstance(problem.value, InvalidMove)
    assert match.record().tobytes() == before
    return str(problem.value)


SITUATION: dict[str, Any] = {
    "put": {"e12": "PS", "g3": "6", "h5": "s1", "g9": "m0"},
    "stands": ["fffms", "ffmsp"],
}

PLACEMENTS = {
    "p h1": "There is no priest on seat 0's stand (clause 19).",
    "m q9": "Hexagon q9 is not in play with 2 players (clause 18).",
    "m i7": "A ziggurat stands on i7 (clause 4).",
    "m h5": "Hexagon h5 already holds a token of seat 1 (clause 4).",
    "f g9": "Hexagon g9 already holds a token of seat 0 (clause 4).",
    "f e12": "There is a city on e12 (clause 4).",
    "f g3": "A farmer may enter the crop field on g3 only next to one of your tokens (clause 7).",
    "m g3": "Only farmers may enter the crop field on g3, without card 6 (clause 7).",
    "end": "You have not placed anything yet, and you cannot pass (clause 3).",
    "score e12": "Place your tokens first, and end the placing before anything else (clause 9).",
    "card 1": "Place your tokens first, and end the placing before anything else (clause 9).",
    "extra no": "Place your tokens first, and end the placing before anything else (clause 9).",
}


@pytest.mark.parametrize("move", PLACEMENTS)
def test_why_a_first_move_is_refused(move: str) -> None:  # babylonia 3, 4, 7
    assert refused(position(**SITUATION), move) == PLACEMENTS[move]


TURNS = [
    ("", "f", "end", "One token is not a complete turn; place a second (clause 3)."),
    ("", "f f", "f c2", "The river at c2 is only for turns of exactly two tokens (clause 3)."),
    ("", "f f~", "f h1", "With a token in the river the turn has exactly two tokens; end your turn (clause 3)."),
    ("", "f f", "m h1", "After 2 tokens, your turn cannot be completed with a merchant (clause 3)."),
    ("", "f m", "f h1", "After 2 tokens, your turn cannot be completed with a farmer (clause 3)."),
    ("", "m s", "p h1", "After 2 tokens, your turn cannot be completed with a priest (clause 3)."),
    ("5", "f f m", "end", "A noble and two farmers are not a complete turn; place a third farmer (clause 3)."),
    ("5", "f f m", "s h1", "After 3 tokens, your turn cannot be completed with a civil servant (clause 3)."),
    ("6", "f f", "m g3", "After 2 tokens, your turn cannot be completed with a merchant (clause 3)."),
]


@pytest.mark.parametrize(("cards", "placed", "move", "sentence"), TURNS)
def test_why_a_later_move_is_refused(cards: str, placed: str, move: str, sentence: str) -> None:  # babylonia 3
    match = position(put={"g3": "6"}, stands=["ffffmsp"], cards={0: [int(card) for card in cards]})
    assert refused(lay(match, placed), move) == sentence


def test_why_more_is_refused_in_the_first_round() -> None:  # babylonia 2
    first = lay(position(turn=0), "f")
    assert refused(first, "f h1") == "In the first round this turn has exactly one token; end your turn (clause 2)."
    second = lay(position(turn=1, actor=1, stands=["f", "fffms"]), "f f")
    assert refused(second, "f h1") == "In the first round this turn has exactly two tokens; end your turn (clause 2)."


def test_with_card_6_a_farmer_is_still_refused_for_lack_of_a_neighbour() -> None:  # babylonia 27
    sentence = "A farmer may enter the crop field on g3 only next to one of your tokens (clause 7)."
    assert refused(position(put={"g3": "6"}, cards={0: [6]}), "f g3") == sentence


def test_why_a_move_is_refused_when_a_site_must_be_picked() -> None:  # babylonia 9
    put = {"e12": "P", "d11": "f0", "e11": "f0", "i12": "S", "i11": "f0", "j11": "f0"}
    match = position(put=put).play("f f11", "f h11", "end")
    sentence = "Choose the surrounded city or ziggurat to score next (clause 9)."
    assert [refused(match, move) for move in ("f h1", "end", "score d2", "card 1")] == [sentence] * 4


def test_why_a_move_is_refused_when_a_card_must_be_taken() -> None:  # babylonia 13
    match = position(put=around("i7", "f1 f1 f1 f1 f1 -"), cards={0: [3]}).play("f h6", "f h1", "end")
    assert refused(match, "card 3") == "Card 3 is not on offer (clause 13)."
    assert refused(match, "card 8") == "Card 8 is not on offer (clause 13)."
    assert refused(match, "f h5") == "Seat 1 must take a ziggurat card now (clause 13)."
    assert refused(match, "extra no") == "Seat 1 must take a ziggurat card now (clause 13)."


def test_why_a_move_is_refused_when_card_2_is_asked_for() -> None:  # babylonia 15
    match = lay(position(cards={0: [2]}), "f f").play("end")
    assert refused(match, "end") == "Answer 'extra yes' or 'extra no': is card 2 used now? (clause 15)"


@pytest.mark.parametrize("action", [-1, ACTIONS, 10**6])
def test_there_are_no_other_actions(action: int) -> None:
    assert refused(position(), action) == f"Babylonia has actions 0 to 748; there is no action {action}."


def test_a_refused_move_takes_back_those_before_it() -> None:
    match = position(stands=["ffmsp"])
    with pytest.raises(IllegalMove):
        match.play("f h1", "m h5", "s g9")
    assert len(match) == 0
    assert player(match, 0).stand == "ffmsp"


def test_clauses_cited_in_refusals_exist() -> None:
    sentences = [*PLACEMENTS.values(), *(sentence for *_, sentence in TURNS)]
    cited = {int(number) for sentence in sentences for number in re.findall(r"\(clause (\d+)\)", sentence)}
    clauses = {int(number) for number in re.findall(r"^\*\*(\d+)\. ", GAME.rules_text(), flags=re.MULTILINE)}
    assert cited <= clauses
