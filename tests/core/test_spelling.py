"""The notation table: writing, clicking and reading agree."""

from __future__ import annotations

import pytest

import ziggurat
from ziggurat.core.spelling import Span, Spelling, each

SPELLING = Spelling(
    (
        Span(0, "end", ("end",)),
        Span(
            1,
            "put {kind} {place}",
            ("kind:{kind}", "place:{place}"),
            each(kind=("stone", "stork"), place=("a1", "a12")),
        ),
        Span(5, "pass", ("pass",)),
    ),
    synonyms={"stop": "end"},
)


def test_every_action_is_written_clicked_and_read_in_the_order_of_its_span() -> None:
    assert [SPELLING.write(action) for action in range(len(SPELLING))] == [
        *("end", "put stone a1", "put stone a12", "put stork a1", "put stork a12", "pass")
    ]
    assert SPELLING.clicks(3) == ("kind:stork", "place:a1")
    assert all(SPELLING.find(SPELLING.write(action)) == action for action in range(len(SPELLING)))


def test_gaps_and_overlaps_of_spans_are_refused() -> None:
    with pytest.raises(ValueError, match="'b' begins with action 2, not 1"):
        Spelling((Span(0, "a", ("a",)), Span(2, "b", ("b",))))


@pytest.mark.parametrize(
    ("text", "action"),
    [("  PUT  Stork   A1 ", 3), ("stop", 0), ("p stor a1", 3), ("e", 0), ("poke", None), ("", None)],
)
def test_capitals_spaces_and_unmistakable_short_words_are_understood(text: str, action: int | None) -> None:
    assert SPELLING.find(text) == action


def test_a_short_word_that_fits_several_moves_is_refused_with_them() -> None:
    with pytest.raises(
        ziggurat.AmbiguousMove, match=r"'put sto a1' could be 'put stone a1', 'put stork a1'; write it out."
    ):
        SPELLING.find("put sto a1")


def test_place_names_are_not_abbreviated() -> None:
    """`a1` is a place of its own wherever there is one, and no place where there is none."""
    spelling = Spelling((Span(0, "put {place}", ("{place}",), each(place=("a12", "b1"))),))
    assert spelling.find("put a1") is None


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_the_spans_of_every_game_cover_its_actions(name: str) -> None:
    game = ziggurat.game(name)
    texts = [game.notation.write(action) for action in range(game.actions)]
    assert len(set(texts)) == game.actions
    assert [game.notation.read(text) for text in texts] == list(range(game.actions))
    assert len({game.notation.clicks(action) for action in range(game.actions)}) == game.actions


def test_a_match_says_which_moves_a_short_text_could_be() -> None:
    match = ziggurat.new("amyitis", seats=2, seed=1)
    with pytest.raises(ziggurat.AmbiguousMove, match=r"'p 1' could be 'peasant 1', 'priest 1'; write it out."):
        match.play("p 1")
    assert match.play("pe 1").history() == ["peasant 1"]


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("put", "'put' needs a kind: stone stork."),
        (" P  stor ", "' P  stor ' needs a place: a1 a12."),
    ],
)
def test_missing_parts_of_a_move_are_named(text: str, refusal: str) -> None:
    with pytest.raises(ziggurat.InvalidMove, match=f"^{refusal}$"):
        SPELLING.find(text)


def test_a_long_list_of_what_is_missing_is_cut_short() -> None:
    spelling = Spelling((Span(0, "put {answer}", (), each(answer=map(str, range(30)))),))
    with pytest.raises(ziggurat.InvalidMove, match=r"^'put' needs an answer: 0 1 2 … 29\.$"):
        spelling.find("put")


def test_nothing_is_written_before_it_is_asked_for() -> None:
    def synonyms() -> dict[str, str]:
        asked.append("synonyms")
        return {"nothing": "pass"}

    class Noted(dict[str, str]):
        def __getitem__(self, name: str) -> str:
            asked.append(name)
            return super().__getitem__(name)

    asked: list[str] = []
    spelling = Spelling(
        [Span(0, "put {place}", (), [Noted(place="a1"), Noted(place="b1")]), Span(2, "pass", ())], synonyms
    )
    assert asked == []
    assert (spelling.write(1), asked) == ("put b1", ["place"])
    assert spelling.find("nothing") == 2
    assert asked == ["place", "place", "synonyms"]


def test_combinations_of_words_are_a_sequence() -> None:
    words = each(kind=("stone", "stork"), place=("a1", "b1", "c1"))
    whole = [{"kind": kind, "place": place} for kind in ("stone", "stork") for place in ("a1", "b1", "c1")]
    assert (len(words), list(words), words[1:3], words[-1]) == (6, whole, whole[1:3], whole[-1])
    with pytest.raises(IndexError):
        _ = words[6]
