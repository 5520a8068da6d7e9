"""Placing tokens: the first round, finished turns, rivers, ziggurat points and crop fields (clauses 2 to 7)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import ziggurat
from tests.games.babylonia.builder import (
    around,
    beside,
    cell,
    counted,
    each,
    gains,
    lay,
    offered,
    places_for,
    player,
    position,
    tokens_left,
)
from ziggurat import IllegalMove
from ziggurat.games.babylonia.board import BLUE_HEXES, GREEN_HEXES, HEX_NAMES, HEXES_IN_PLAY, RIVER_HEXES

ANYTHING = "f f~ m m~ s s~ p p~"

# ------------------------------------------------------------------------------------------------ the first round


@pytest.mark.parametrize("token", ["f", "m", "s", "p", "f~", "p~"])
def test_seat_0_begins_with_exactly_one_token(token: str) -> None:  # babylonia 2
    match = position(turn=0, stands=["ffmsp"])
    assert offered(match) == ANYTHING
    assert offered(lay(match, token)) == "end"
    assert match.play("end").actor == 1


@pytest.mark.parametrize("tokens", ["f f", "f m", "m~ s", "p~ p~"])
def test_seat_1_follows_with_exactly_two_and_no_third_farmer(tokens: str) -> None:  # babylonia 2
    match = position(turn=1, actor=1, stands=["ffmsp", "ffmmspp"])
    first, second = tokens.split()
    assert offered(match) == ANYTHING
    assert offered(lay(match, first)) == ANYTHING
    assert offered(lay(match, second)) == "end"
    assert match.play("end").actor == 0


@pytest.mark.parametrize("seat", [2, 3])
def test_seats_2_and_3_take_normal_turns_at_once(seat: int) -> None:  # babylonia 2
    match = position(seats=4, turn=seat, actor=seat, stands=["ffmsp", "ffmsp", "ffffm", "ffffm"])
    assert offered(lay(match, "f f")) == "f end"
    assert offered(lay(match, "f f")) == "end"


def test_the_first_round_ends_after_seat_1() -> None:  # babylonia 2
    match = position(turn=0, stands=["fffff", "fffff"])
    match.play("f h1", "end")
    assert offered(match.play("f h2", "f g2")) == "end"
    match.play("end")
    assert "f" in offered(match.play("f h5", "f g5")).split()


# ------------------------------------------------------------------------------------------------ finished turns

# cards, stand, placed so far, what may follow
TURNS = [
    # (a) two tokens of any kinds, land or river
    ("", "ffmsp", "", ANYTHING),
    ("", "ffmmsp", "m", ANYTHING),
    ("", "ffmssp", "p~", "f f~ m m~ s s~"),
    ("", "ffmsp", "f m", "end"),
    ("", "fmmsp", "m m", "end"),
    ("", "fmmsp", "m s", "end"),
    ("", "fffmm", "m~ m", "end"),
    ("", "fffmm", "m~ m~", "end"),
    # (b) three or more farmers, none in the river
    ("", "ffffff", "f f", "f end"),
    ("", "fffms", "f f", "f end"),
    ("", "ffmsp", "f f", "end"),
    ("", "ffffm", "f f f", "f end"),
    ("", "ffffm", "f f f f", "end"),
    ("", "ffffff", "f f f f f f", "end"),
    ("", "fffff", "f f~", "end"),
    ("", "fffff", "f~ f", "end"),
    ("", "fffff", "f~ f~", "end"),
    # a single token is placed alone, two are both placed
    ("", "m", "", "m m~"),
    ("", "m", "m", "end"),
    ("", "f", "f~", "end"),
    ("", "ff", "f", "f f~"),
    ("5", "fm", "m", "f f~"),
    # (c) card 4: three different nobles, none in the river
    ("4", "ffmsp", "m", "f f~ s s~ p p~"),
    ("4", "ffmsp", "m s", "p end"),
    ("4", "ffmsp", "p m", "s end"),
    ("4", "mmmspp", "m s", "p end"),
    ("4", "ffmsp", "m s p", "end"),
    ("4", "mmsspp", "m s p", "end"),
    ("4", "mmssp", "m m", "end"),
    ("4", "msspp", "s s", "end"),
    ("4", "msspp", "p p", "end"),
    ("4", "ffmsp", "m f", "end"),
    ("4", "ffmss", "m s", "end"),
    ("4", "ffmsp", "m~ s", "end"),
    ("4", "ffmsp", "m s~", "end"),
    ("4", "ffmsp", "f f", "end"),
    ("4", "fffms", "f f", "f end"),
    # (d) card 5: three or more farmers and exactly one noble, none in the river
    ("5", "fffmsp", "f f", "f m s p end"),
    ("5", "fffmsp", "f f f", "m s p end"),
    ("5", "ffffmm", "f f f", "f m end"),
    ("5", "fffffmm", "f f f m", "f end"),
    ("5", "fffmm", "f f f m", "end"),
    ("5", "fffmm", "f f m", "f"),
    ("5", "fffmm", "f m f", "f"),
    ("5", "fffmm", "m f", "f end"),
    ("5", "fffmm", "f m", "f end"),
    ("5", "ffffmm", "m f f", "f"),
    ("5", "ffffmm", "m f f f", "f end"),
    ("5", "ffmsp", "f f", "end"),
    ("5", "ffmsp", "f m", "end"),
    ("5", "ffmsp", "m f", "end"),
    ("5", "fffmm", "m~ f", "end"),
    ("5", "fffmm", "f~ f", "end"),
    ("5", "fffmssp", "m s", "end"),
    # both cards: the list is the same, and nothing between
    ("45", "fffmsp", "m s", "p end"),
    ("45", "fffmsp", "m f", "f end"),
    ("45", "fffmsp", "f f", "f m s p end"),
    ("45", "fffmsp", "m s p", "end"),
    ("45", "fffmsp", "f f f m", "end"),
    ("45", "ffmsp", "f f", "end"),
    # other cards open no other turns
    ("1236", "fffmsp", "f f", "f end"),
    ("1236", "fffmsp", "m s", "end"),
]


@pytest.mark.parametrize(("cards", "stand", "placed", "follows"), TURNS)
def test_actions_after_each_placement(
    cards: str, stand: str, placed: str, follows: str
) -> None:  # babylonia 3, 4, 25, 26
    match = position(stands=[stand], cards={0: [int(card) for card in cards]})
    assert offered(lay(match, placed)) == follows
    assert counted(match) == len(match.legal())


@pytest.mark.parametrize(("stand", "placed"), [("fffmsp", "f f"), ("fffmsp", "m s"), ("fffmm", "m f")])
def test_another_clans_cards_do_not_help(stand: str, placed: str) -> None:  # babylonia 3
    match = position(stands=[stand], cards={1: [4, 5]})
    assert offered(lay(match, placed)) in ("end", "f end")


def test_a_turn_is_not_passed() -> None:  # babylonia 3
    with pytest.raises(IllegalMove, match="You have not placed anything yet"):
        position().play("end")


def test_three_nobles_may_enter_crop_fields_with_cards_4_and_6() -> None:  # babylonia 3, 25, 27
    match = position(put={"g3": "5", "e12": "6"}, stands=["ffmsp"], cards={0: [4, 6]})
    match.play("m g3", "s e12", "p h1", "end")
    assert match.scores == [5 + 6, 0]
    assert match.actor == 1


def test_the_noble_with_the_farmers_may_enter_a_crop_field_with_cards_5_and_6() -> None:  # babylonia 3, 26, 27
    match = position(put={"g3": "7"}, stands=["fffmm"], cards={0: [5, 6]})
    match.play("f h1", "f h5", "m g3")
    assert match.scores == [7, 0]
    assert offered(match) == "f"
    assert match.play("f g9", "end").actor == 1


# ------------------------------------------------------------------------------------------ one token after another


def test_tokens_go_on_any_free_hexagon_and_nowhere_else() -> None:  # babylonia 4
    put = {"g3": "6", "e12": "PS", "h5": "f1", "c4": "m1", "g9": "s0"}
    match = position(put=put, stands=["fm"])
    land = {HEX_NAMES[h] for h in HEXES_IN_PLAY[2] if h not in BLUE_HEXES}
    assert places_for(match, "m") == land - set(put) - {"f4", "i4"}


def test_tokens_of_a_turn_need_not_touch() -> None:  # babylonia 4
    match = position(stands=["fff"])
    match.play("f h1", "f a8", "f i12", "end")
    assert [token.place for token in match.view().tokens] == ["h1", "a8", "i12"]


def test_this_turns_tokens_can_be_taken_back_with_their_points() -> None:  # babylonia 4
    match = position(put={"g3": "6", "g2": "m0"}, stands=["ffm"])
    match.play("f g3", "m i6")
    assert match.scores == [6 + 1, 0]
    match.undo(2)
    assert match.scores == [0, 0]
    assert cell(match, "g3") == "6"
    assert player(match, 0).stand == "ffm"


def test_a_finished_turn_with_new_tokens_is_not_taken_back() -> None:  # babylonia 4
    match = position().play("f h1", "m h5", "end")
    with pytest.raises(ziggurat.UndoRefused):
        match.undo()


FIELDS = ("o3", "p4", "q7", "m12", "o12", "e12", "i12", "m2", "q10", "b11", "a4", "b5", "a7")


def crowded(
    free: Sequence[str], placed: str, cards: Sequence[int], stand: str, own: Sequence[str] = ()
) -> ziggurat.Match:
    """Hardly any room: with four seats, tiles lie on all green hexagons and tokens on all other land but `free`.

    Seat 0 has no token beside a crop field except on `own`, so it can enter others only from free land beside them.
    """
    cities = ["P", "S", "M", "PS", "SM", "PM"] * 3 + ["PSM"]
    fields = ["5", "6", "7"] * 2 + ["C"] * 7
    put = dict(zip(FIELDS, fields, strict=True)) | each("*", "b2", "l3", "i7", "c10", "o10")
    greens = [HEX_NAMES[h] for h in GREEN_HEXES if h in HEXES_IN_PLAY[4] and HEX_NAMES[h] not in put]
    put |= dict(zip(greens, cities, strict=True))
    at_fields = {place for field in FIELDS for place in beside(field)} - set(own)
    tokens = tokens_left(0, stand)
    others = [token for seat in (1, 2, 3) for token in tokens_left(seat, "p")]
    plain = [HEX_NAMES[h] for h in HEXES_IN_PLAY[4] if h not in RIVER_HEXES]
    for place in [*own, *plain]:
        if place not in put and place not in free:
            put[place] = tokens.pop() if tokens and place not in at_fields else others.pop()
    return position(
        seats=4,
        put=put,
        stands=[stand, "p", "p", "p"],
        cards={0: cards},
        placed=placed,
        sites=greens,  # cities that may be surrounded by now
        spare_cities=False,
    )


def test_noble_with_farmers_needs_room_for_the_third_farmer() -> None:  # babylonia 4, 26
    one_place = crowded(["h5"], "ff", [5], "fm")
    assert one_place.moves() == ["f h5", "end"]
    two_places = crowded(["h5", "g9"], "ff", [5], "fm")
    assert places_for(two_places, "m") == {"h5", "g9"}
    assert two_places.play("m h5").moves() == ["f g9"]


def test_second_farmer_with_a_noble_needs_room_for_the_third() -> None:  # babylonia 4, 26
    assert crowded(["h5"], "fm", [5], "ff").moves() == ["end"]
    two_places = crowded(["h5", "g9"], "fm", [5], "ff")
    assert two_places.moves() == ["f h5", "f g9", "end"]
    assert two_places.play("f g9").moves() == ["f h5"]


def test_a_crop_field_that_the_noble_opens_is_room() -> None:  # babylonia 4, 7, 26
    match = crowded(["l1"], "ff", [5], "fm")  # the only free land is beside the crop field on m2
    assert match.moves() == ["f l1", "m l1", "end"]
    assert match.play("m l1").moves() == ["f m2"]


def test_with_room_for_one_farmer_a_noble_may_enter_only_fields_closed_to_farmers() -> None:  # babylonia 4, 27
    match = crowded(["h5"], "ff", [5, 6], "fm")
    assert places_for(match, "m") == set(FIELDS)
    assert places_for(match, "f") == {"h5"}
    assert counted(match) == len(match.legal())
    assert match.play("m q7").moves() == ["f h5"]


def test_the_only_field_open_to_a_farmer_is_kept_for_it() -> None:  # babylonia 4, 27
    match = crowded([], "ff", [5, 6], "fm", own=["p6"])  # p6 is beside the crop field on q7
    assert places_for(match, "f") == {"q7"}
    assert places_for(match, "m") == set(FIELDS) - {"q7"}
    assert match.play("m o3").moves() == ["f q7"]


def test_after_three_farmers_the_noble_may_take_the_last_place() -> None:  # babylonia 4, 26
    assert crowded(["h5"], "fff", [5], "fm").moves() == ["f h5", "m h5", "end"]


def test_with_no_room_for_a_farmer_no_noble_is_added() -> None:  # babylonia 4, 27
    assert crowded([], "ff", [5, 6], "fm").moves() == ["end"]


# ------------------------------------------------------------------------------------------------ ziggurat points


def test_every_placement_beside_a_ziggurat_scores() -> None:  # babylonia 6
    match = position(stands=["ffff"])
    scores = [match.play(move).scores[0] for move in ("f i6", "f j6", "f h5", "f h7")]
    assert scores == [1, 2, 2, 3]


def test_one_point_for_each_ziggurat_with_an_own_token() -> None:  # babylonia 6
    match = position(put={"b1": "f0", "d10": "m0", "b10": "m0", "i8": "f1"}, stands=["fm"])
    assert match.play("m h6").scores == [3, 0]


def test_a_river_hexagon_beside_a_ziggurat_counts() -> None:  # babylonia 6
    match = position(put={"d9": "f0"}, stands=["fm"])
    assert match.play("m c2").scores == [2, 0]


def test_a_scored_ziggurat_still_gives_points() -> None:  # babylonia 6
    put = {"c10": "*", "d10": "f0", "c11": "f1", "b10": "f1", "b9": "f1"}
    match = position(put=put, stands=["fm"])
    assert match.play("m i6").scores == [2, 0]
    assert match.play("f c9").scores == [2 + 2, 0]


def test_a_ziggurat_out_of_play_does_not_exist() -> None:  # babylonia 6, 18
    match = position(seats=2, put={"c9": "f0"}, stands=["fm"])
    assert match.play("m k4").scores == [0, 0]  # k4 is beside l3, in the South
    assert match.play("f i6").scores == [2, 0]


def test_placing_elsewhere_scores_no_ziggurats() -> None:  # babylonia 6
    match = position(put={"i6": "f0", "b1": "f0"}, stands=["fm"])
    assert match.play("m h5").scores == [0, 0]


# ------------------------------------------------------------------------------------------------ crop fields


@pytest.mark.parametrize("token", ["f0", "m0", "s0", "p0"])
@pytest.mark.parametrize(("tile", "points"), [("5", 5), ("6", 6), ("7", 7)])
def test_a_farmer_beside_an_own_token_harvests(token: str, tile: str, points: int) -> None:  # babylonia 7
    match = position(put={"g3": tile, "h2": token}, stands=["fm"])
    assert match.play("f g3").scores == [points, 0]
    assert cell(match, "g3") == "f0"


def test_a_face_down_token_beside_the_field_is_enough() -> None:  # babylonia 5, 7
    match = position(put={"e6": "5", "f5": "p0"}, stands=["fm"])
    assert match.play("f e6").scores == [5, 0]


def test_a_token_of_the_same_turn_is_enough() -> None:  # babylonia 7
    match = position(put={"e6": "5"}, stands=["fm"])
    assert "f e6" not in match.moves()
    assert match.play("m f6", "f e6").scores == [5, 0]


def test_another_clans_token_is_not_enough() -> None:  # babylonia 7
    match = position(put={"g3": "5"} | around("g3", "f1 m1 f1 - - -"), stands=["fm"])
    assert "f g3" not in match.moves()


def test_nobles_do_not_enter_crop_fields() -> None:  # babylonia 7
    match = position(put={"g3": "5", "g2": "m0"}, stands=["fmsp"])
    assert {move for move in match.moves() if move.endswith(" g3")} == {"f g3"}


def test_the_city_field_counts_the_cities_of_all_clans() -> None:  # babylonia 7
    won = {0: ["P"], 1: ["S", "PM"], 2: ["PSM"]}
    match = position(seats=3, put={"g3": "C", "g2": "m0"}, cities=won, stands=["fm"])
    assert match.play("f g3").scores == [4, 0, 0]


def test_the_city_field_gives_nothing_before_a_city_is_won() -> None:  # babylonia 7
    match = position(put={"g3": "C", "g2": "m0"}, stands=["fm"])
    match.play("f g3")
    assert match.scores == [0, 0]
    assert gains(match, "crop field") == {}
    assert cell(match, "g3") == "f0"


def test_three_farmers_harvest_three_fields() -> None:  # babylonia 3, 7
    put = {"g3": "5", "e12": "6", "i12": "7", "g2": "m0", "d11": "m0", "j11": "m0"}
    match = position(put=put, stands=["fff"])
    assert match.play("f g3", "f e12", "f i12").scores == [18, 0]
    assert match.play("end").actor == 1


def test_the_farmer_stands_in_the_fields_place() -> None:  # babylonia 7, 12
    match = position(put={"e12": "5", "d11": "m0"}, stands=["ff"])
    match.play("f e12")
    assert "e12" not in [tile.place for tile in match.view().tiles]
    assert "e12" in [token.place for token in match.view().tokens]
    assert "e12" not in places_for(match, "f")


@pytest.mark.parametrize("letter", "msp")
def test_with_card_6_nobles_enter_fields_without_a_token_beside(letter: str) -> None:  # babylonia 7, 27
    match = position(put={"g3": "6"}, stands=["fmsp"], cards={0: [6]})
    assert match.play(f"{letter} g3").scores == [6, 0]
    assert cell(match, "g3") == f"{letter}0"


def test_with_card_6_farmers_still_need_a_token_beside() -> None:  # babylonia 7, 27
    match = position(put={"g3": "6"}, stands=["fmsp"], cards={0: [6]})
    assert "g3" not in places_for(match, "f")


def test_card_6_of_another_clan_opens_nothing() -> None:  # babylonia 27
    match = position(put={"g3": "6"}, stands=["fmsp"], cards={1: [6]})
    assert "g3" not in places_for(match, "m")


# ------------------------------------------------------------------------------------------------ rivers


def test_a_river_token_lies_face_down() -> None:  # babylonia 5
    match = position(stands=["fmsp"])
    match.play("m c4")
    assert [token.kind for token in match.view(0).tokens] == ["m"]
    assert [token.kind for token in match.view(1).tokens] == [None]
    assert [token.kind for token in match.view().tokens] == [None]


def test_a_river_token_does_not_tell_what_left_the_stand() -> None:  # babylonia 5
    merchant = position(stands=["fmsp"]).play("m c4")
    priest = position(stands=["fmsp"]).play("p c4")
    assert merchant.view(1) == priest.view(1)
    assert merchant.events(1) == priest.events(1)
    assert merchant.view(1).players[0].stand_size == 3
