"""Positions as JSON: writing, reading back, and refusals."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

import ziggurat
from tests.games.babylonia.builder import around, cell, drawn, each, lay, player, position
from ziggurat import BadPosition

# ------------------------------------------------------------------------------------------------ round trips


@pytest.mark.parametrize(("seats", "variant"), [(2, False), (3, True), (4, True)])
def test_a_position_survives_json_at_any_point_of_a_game(seats: int, variant: bool) -> None:
    match = ziggurat.new("babylonia", seats=seats, seed=20 + seats, variant=variant)
    stream = random.Random(seats)
    while not match.over:
        match.play(stream.choice(match.legal()))
        if len(match) % 12 == 0 or match.view().phase != "place" or match.over:
            again = ziggurat.load("babylonia", json.loads(json.dumps(match.position())))
            assert again.position() == match.position()
            assert again.record().tobytes() == match.record().tobytes()
            assert again.legal() == match.legal()


def test_a_loaded_match_draws_the_same_tokens() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=5)
    again = ziggurat.load("babylonia", match.position())
    move = match.moves()[0]
    assert match.play(move, "end").position() == again.play(move, "end").position()


def test_the_board_is_drawn_line_by_line() -> None:
    put = {"i4": "SM", "g3": "6", "e12": "PSM", "c10": "*", "h5": "m0", "k4": "f2"}
    lines = [line.split() for line in position(seats=3, put=put, spare_cities=False).position()["board"]]
    assert len(lines) == 23
    assert lines[0] == [".", ".", ".", ".", "~", "-"]
    assert lines[4] == ["#", "~", "-", "6", "~", "-", "-", "-"]
    assert lines[6] == ["#", "~", "-", "-", "SM", "f2", "-", "-"]
    assert lines[9] == ["#", "#", "~", "m0", "-", "-", "-", "-"]
    assert lines[18] == ["~", "*", "~", "-", "-", "-", "-", "^", "-"]
    assert lines[22] == [".", "-", "PSM", "-", "-", "~", "-", "-"]


def test_entries_left_out_have_their_values_at_the_start_of_a_turn() -> None:
    full = drawn()
    match = ziggurat.load(
        "babylonia", {name: full[name] for name in ("seats", "board")} | {"players": [{"stand": "fm"}, {"stand": "f"}]}
    )
    written = match.position()
    assert (written["phase"], written["actor"], written["active"]) == ("place", 0, 0)
    assert (written["placed"], written["placed_in_river"], written["sites"]) == ("", 0, [])
    assert (written["offer"], written["extra_used"], written["ending"]) == ([1, 2, 3, 4, 5, 6, 7], False, "")
    assert written["turn"] > 3  # the first round is over
    assert written["players"][0] == {
        "score": 0,
        "stand": "fm",
        "reserve": "f" * 11 + "m" * 5 + "s" * 6 + "p" * 6,
        "cities": [],
        "cards": [],
    }


def test_tokens_of_this_turn_are_written() -> None:
    written = lay(position(stands=["fffms"], cards={0: [5]}), "f m f").position()
    assert (written["placed"], written["placed_in_river"]) == ("ffm", 0)
    written = position().play("f i6", "m c4").position()
    assert (written["placed"], written["placed_in_river"]) == ("f", 1)
    assert "i7" in written["sites"]  # touched this turn, so it is looked at when the turn ends


def test_a_position_in_the_middle_of_scoring_goes_on() -> None:
    put = {"e12": "P", "i12": "S"} | each("f0", "d11", "e11", "f11", "h11", "i11", "j11")
    match = position(put=put, phase="site", sites=["e12", "i12"])
    assert match.moves() == ["score e12", "score i12"]
    match.play("score e12")
    assert player(match, 0).cities == ["S", "P"]
    assert match.actor == 1


def test_a_position_in_the_middle_of_a_turn_scores_what_was_touched_before() -> None:
    put = {"e12": "P"} | each("f0", "d11", "e11", "f11")
    match = position(put=put, placed="f", sites=["e12"])
    match.play("f h1", "end")
    assert cell(match, "e12") == "-"


def test_a_card_out_of_turn_can_be_loaded() -> None:
    match = position(put={"i7": "*"} | around("i7", "f1 f1 f1 f1 f1 f0"), phase="card", actor=1, active=0)
    match.play("card 6")
    assert player(match, 1).cards == [6]
    assert match.view().active == 1  # seat 0's turn is over


def test_an_ended_game_can_be_loaded() -> None:
    match = position(stands=[""], ending="a stand is empty", score=[3, 5])
    assert match.over
    assert match.winners == [1]


# ------------------------------------------------------------------------------------------------ refusals


def changed(path: Sequence[str | int], value: Any, **situation: Any) -> dict[str, Any]:
    """A situation with one entry replaced."""
    whole = drawn(**situation)
    place: Any = whole
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return whole


def refusal(entries: Any) -> str:
    with pytest.raises(BadPosition) as problem:
        ziggurat.load("babylonia", entries)
    return str(problem.value)


BAD_ENTRIES: list[tuple[Sequence[str | int], Any, str]] = [
    (["colour"], 1, "A position has an entry 'colour'; it can have game, rules, seats, "),
    (["game"], "ur", "game is babylonia, not 'ur'."),
    (["rules"], 99, "rules is 1, not 99."),
    (["seats"], None, "seats is 2, 3, 4, not None."),
    (["seats"], 5, "seats is 2, 3, 4, not 5."),
    (["seats"], True, "seats is 2, 3, 4, not True."),
    (["seats"], "2", "seats is 2, 3, 4, not '2'."),
    (["seats"], 3, "Hexagon k1 has '#'; free it is '-'"),
    (["options"], None, "options must be an object, not None."),
    (["options"], {"colour": 1}, "options has an entry 'colour'; it can have variant."),
    (["options"], {"variant": 3}, "Option variant is no or yes, not 3."),
    (["board"], "", "board must be a list, not ''."),
    (["board"], [], "board must have 23 entries, not 0."),
    (["board", 3], None, "Line 4 of the board must be text, not None."),
    (["board", 1], "- . . -", "Line 2 of the board must have 6 hexagons, not 4."),
    (["board", 0], "- . . . ~ #", "Line 1 of the board has '-' where there is no hexagon ('.')."),
    (["players"], {}, "players must be a list, not {}."),
    (["players"], [{}], "players must have 2 entries, not 1."),
    (["players", 1], "ffm", "Player 1 must be an object, not 'ffm'."),
    (["players", 1], {"hand": "f"}, "Player 1 has an entry 'hand'; it can have score, stand, reserve, cities, cards."),
    (["players", 0, "score"], -1, "Player 0's score must be a whole number from 0 to 9999, not -1."),
    (["players", 0, "score"], 1.5, "Player 0's score must be a whole number from 0 to 9999, not 1.5."),
    (["players", 0, "score"], True, "Player 0's score must be a whole number from 0 to 9999, not True."),
    (["players", 0, "stand"], 5, "Player 0's stand must be text, not 5."),
    (["players", 0, "stand"], "fx", "Player 0's stand has a token 'x'; tokens are f, m, s, p."),
    (["players", 0, "stand"], "f" * 13, "Player 0's stand has 13 tokens; the largest holds 7."),
    (["players", 1, "stand"], "s" * 7, "Player 1 has 7 civil servants on board and stand; there are only 6."),
    (["players", 0, "stand"], "", "Seat 0 must have a token on the stand to place."),
    (["players", 1, "stand"], "", "Seat 1 must have a token on the stand: only the active seat's stand can be empty"),
    (["players", 0, "reserve"], "fm", "Player 0's reserve must be 'ffffffffffmmmmmsssssppppp', what is neither"),
    (["players", 0, "reserve"], "z", "Player 0's reserve has a token 'z'; tokens are f, m, s, p."),
    (["players", 0, "cities"], "P", "Player 0's cities must be a list, not 'P'."),
    (["players", 0, "cities"], ["Q"], "Player 0 has a city 'Q'; cities look like 'P' or 'SM'."),
    (["players", 0, "cities"], ["6"], "Player 0 has a city '6'; cities look like 'P' or 'SM'."),
    (["players", 0, "cities"], ["P", "P", "P"], "There are 3 tiles P; the game has only 2."),
    (["players", 0, "cities"], ["P"] * 256, "There are 3 tiles P; the game has only 2."),  # it fits no byte
    (["players", 0, "cities"], ["PSM"], "There are 1 tiles PSM; the game has only 0."),
    (["players", 0, "cards"], 3, "Player 0's cards must be a list, not 3."),
    (["players", 0, "cards"], [0], "A card of Player 0's cards must be a whole number from 1 to 9, not 0."),
    (["players", 0, "cards"], ["3"], "A card of Player 0's cards must be a whole number from 1 to 9, not '3'."),
    (["players", 0, "cards"], [3], "Card 3 is in two places."),
    (["offer"], None, "offer must be a list, not None."),
    (["offer"], [1, 1, 2, 3, 4, 5, 6], "Card 1 is in two places."),
    (["offer"], [1, 2, 3, 4, 5, 6], "Two of the nine cards are out of the game, not 3."),
    (["offer"], [1, 2, 3, 4, 5, 6, 7, 8], "Two of the nine cards are out of the game, not 1."),
    (["offer"], [1, 2, 3, 4, 5, 6, 8], "Cards 8 and 9 are only in the game with the option variant."),
    (["extra_used"], 1, "extra_used must be true or false, not 1."),
    (["extra_used"], True, "Card 2 cannot be used before somebody owns it."),
    (["actor"], 2, "actor must be a whole number from 0 to 1, not 2."),
    (["active"], -1, "active must be a whole number from 0 to 1, not -1."),
    (["active"], 1, "In phase place the actor must be the active seat."),
    (["turn"], -1, "turn must be a whole number from 0 to 9999, not -1."),
    (["phase"], "draw", "phase is place, site, card, extra, not 'draw'."),
    (["phase"], "extra", "Only the owner of card 2 is asked to use it, and only until it is used."),
    (["phase"], "site", "Phase site needs two or more surrounded sites to choose from."),
    (["placed"], 2, "placed must be text, not 2."),
    (["placed"], "fx", "placed has a token 'x'; tokens are f, m, s, p."),
    (["placed_in_river"], 3, "placed_in_river must be a whole number from 0 to 2, not 3."),
    (["sites"], "e12", "sites must be a list, not 'e12'."),
    (["sites"], ["h1"], "There can be no city or ziggurat on 'h1'."),
    (["sites"], ["z9"], "There can be no city or ziggurat on 'z9'."),
    (["sites"], [7], "A site must be text, not 7."),
    (["ending"], "bored", "ending is , a stand is empty, at most one city is left, not 'bored'."),
    (["generator"], 5, "generator must be up to 16 hexadecimal digits, not 5."),
    (["generator"], "xyz", "generator must be up to 16 hexadecimal digits, not 'xyz'."),
    (["generator"], "1" + "0" * 16, "generator must be up to 16 hexadecimal digits, not '10000000000000000'."),
    (["generator"], "-1", "generator must be up to 16 hexadecimal digits, not '-1'."),
]


@pytest.mark.parametrize(("path", "value", "sentence"), BAD_ENTRIES)
def test_an_entry_that_cannot_be_is_refused(path: Sequence[str | int], value: Any, sentence: str) -> None:
    assert re.match(re.escape(sentence), refusal(changed(path, value)))


BAD_CELLS = {
    ("i7", "f0"): "Hexagon i7 is a ziggurat: it is '^' or, once scored, '*', not 'f0'.",
    ("i7", "-"): "Hexagon i7 is a ziggurat: it is '^' or, once scored, '*', not '-'.",
    ("i7", "^*"): "Hexagon i7 is a ziggurat: it is '^' or, once scored, '*', not '^*'.",
    ("h1", "^"): "Hexagon h1 has '^'; free it is '-', and a token looks like 'm0'.",
    ("h1", "~"): "Hexagon h1 has '~'; free it is '-', and a token looks like 'm0'.",
    ("c4", "-"): "Hexagon c4 has '-'; free it is '~', and a token looks like 'm0'.",
    ("c4", "?0"): "Hexagon c4 has '?0'; free it is '~', and a token looks like 'm0'.",
    ("h1", "x0"): "Hexagon h1 has 'x0'; free it is '-', and a token looks like 'm0'.",
    ("h1", "f2"): "Hexagon h1 has a token of seat 2, which does not exist.",
    ("h1", "P"): "Hexagon h1 has the tile P, but it is not a green hexagon.",
    ("c4", "6"): "Hexagon c4 has the tile 6, but it is not a green hexagon.",
    ("e12", "MP"): "Hexagon e12 has 'MP'; free it is '-', and a token looks like 'm0'.",
    ("e12", "8"): "Hexagon e12 has '8'; free it is '-', and a token looks like 'm0'.",
    ("l3", "^"): "Hexagon l3 is out of play with 2 seats: it is '#', not '^'.",
    ("h1", "#"): "Hexagon h1 has '#'; free it is '-', and a token looks like 'm0'.",
}


@pytest.mark.parametrize("case", BAD_CELLS)
def test_a_cell_that_cannot_be_is_refused(case: tuple[str, str]) -> None:
    place, what = case
    assert refusal(drawn(put={place: what})) == BAD_CELLS[case]


def test_a_position_is_an_object() -> None:
    assert refusal([]) == "A position must be an object, not []."
    assert refusal(None) == "A position must be an object, not None."


def test_tiles_of_the_board_and_in_front_of_clans_count_together() -> None:
    put = {"e12": "7", "i12": "7"}
    assert refusal(drawn(put=put)) == "There are 2 tiles 7; the game has only 1."
    put = {"e12": "SM", "i12": "SM"}
    assert refusal(drawn(put=put, cities={1: ["SM"]})) == "There are 3 tiles SM; the game has only 2."


def test_tokens_on_board_and_stand_count_together() -> None:
    put = each("p0", "h1", "h5", "g9", "c4")  # one of them face down
    assert refusal(drawn(put=put, stands=["ppp"])) == "Player 0 has 7 priests on board and stand; there are only 6."


def test_a_surrounded_site_must_be_listed() -> None:
    put = {"e12": "P"} | each("f0", "d11", "e11", "f11")
    assert refusal(drawn(put=put)) == "The site on e12 is surrounded, but not listed in 'sites'."
    put = around("i7", "f0 f0 f0 f0 f0 f0")
    assert refusal(drawn(put=put)) == "The site on i7 is surrounded, but not listed in 'sites'."
    position(put=put | {"i7": "*"})  # a scored ziggurat need not be


def test_only_surrounded_sites_wait_to_be_scored() -> None:
    put = {"e12": "P", "i12": "S"} | each("f0", "d11", "e11", "f11")
    sentence = "The site on i12 is not waiting to be scored."
    assert refusal(drawn(put=put, phase="site", sites=["e12", "i12"])) == sentence


def test_a_card_can_be_taken_only_while_one_is_on_offer() -> None:
    cards = {0: [1, 2, 3, 4], 1: [5, 6, 7]}
    assert refusal(drawn(cards=cards, phase="card")) == "No card is on offer, so none can be taken."


def test_lists_inside_lists_are_refused() -> None:
    assert refusal(changed(["players", 0, "cities"], [["P"]])) == "A city of player 0 must be text, not ['P']."
    assert refusal(changed(["sites"], [["e12"]])) == "A site must be text, not ['e12']."
    sentence = "must be a whole number from 1 to 9, not [1]."
    assert refusal(changed(["players", 0, "cards"], [[1]])) == f"A card of Player 0's cards {sentence}"
    assert refusal(changed(["offer"], [[1]])) == f"A card of offer {sentence}"


def test_tokens_of_this_turn_must_be_on_the_board() -> None:
    assert refusal(drawn(placed="f" * 200)) == "placed has 200 tokens; a player has only 30."
    sentence = "Seat 0 cannot have placed 1 merchants this turn; 0 lie face up on the board."
    assert refusal(drawn(put={"h1": "f0", "h5": "m1", "c4": "m0"}, placed="m")) == sentence
    sentence = "Seat 0 cannot have placed 1 tokens in the river this turn; 0 lie there."
    assert refusal(drawn(put={"h1": "f0", "c4": "f1"}, placed="f", placed_in_river=1)) == sentence


def test_a_turn_that_cannot_be_finished_is_refused() -> None:
    put = {"h1": "f0", "h5": "f0", "g9": "m0"}
    sentence = "Nothing can be played in this position: the turn so far cannot be finished (clause 3)."
    assert refusal(drawn(put=put, cards={0: [5]}, placed="ffm", stands=["ms"])) == sentence


def test_a_spent_card_2_is_not_asked_for() -> None:
    sentence = "Only the owner of card 2 is asked to use it, and only until it is used."
    assert refusal(drawn(cards={0: [2]}, phase="extra", extra_used=True)) == sentence


def test_a_site_out_of_play_does_not_wait_to_be_scored() -> None:
    assert refusal(drawn(sites=["l3"])) == "The site on l3 is not in play."


def test_an_unknown_game_cannot_be_loaded() -> None:
    with pytest.raises(ziggurat.UnknownGame):
        ziggurat.load("backgammon", drawn())


def test_the_variant_is_kept_even_if_it_drew_the_usual_cards() -> None:
    match = ziggurat.new("babylonia", seats=2, seed=5, variant=True)
    assert match.view().cards_on_offer == [1, 2, 3, 4, 5, 6, 7]
    assert ziggurat.load("babylonia", match.position()).options == {"variant": True}


def test_no_stand_holds_more_than_seven() -> None:
    position(stands=["fffffff"])
    assert refusal(drawn(stands=["ffffffff"])) == "Player 0's stand has 8 tokens; the largest holds 7."
    assert (
        refusal(drawn(stands=["ffffff"], cards={1: [3]})) == "Player 0's stand has 6 tokens; without card 3 it holds 5."
    )


def test_the_first_round_goes_from_seat_to_seat() -> None:  # babylonia 2
    assert refusal(drawn(turn=0, actor=1)) == "In turn 1 of the game seat 0 is active, not seat 1 (clause 2)."
    later = "In turn 1 of the game only the first 1 have placed tokens."
    assert refusal(drawn(turn=0, put={"h1": "m1"})) == later
    earlier = "Seat 0 has 1 tokens on the board, but has placed 0 in its first turn."
    assert refusal(drawn(turn=0, put={"h1": "m0"})) == earlier
    position(turn=0, put={"h1": "m0"}, placed="m")
    position(turn=1, actor=1, put={"h1": "m0"})


def test_tokens_of_this_turn_must_be_legal() -> None:
    put = each("f0", "h1", "h5", "g9") | {"c4": "m0"}
    first = "In turn 1 of the game at most 1 can be placed, not 3 (clause 2)."
    assert refusal(drawn(put=put, placed="fff", turn=0)) == first
    never = "What seat 0 placed this turn cannot become a finished turn (clause 3)."
    assert refusal(drawn(put=put, placed="ff", placed_in_river=1)) == never
    position(put=put, placed="fff", stands=["f"])


@pytest.mark.parametrize("text", ["0x1f", "1_f", " 1f ", "0" * 17, "1F", 5])
def test_a_generator_is_plain_hexadecimal(text: object) -> None:
    assert "16 hexadecimal digits" in refusal(drawn() | {"generator": text})
