"""Sentences keep their template and values, so that they can be translated."""

from __future__ import annotations

import pickle

import pytest

import ziggurat
from ziggurat.core.errors import BadLog, IllegalMove
from ziggurat.core.sentence import Sentence, sentence


def test_a_sentence_is_text_and_knows_its_form_and_values() -> None:
    text = sentence("There is a {what} on {place}.", what="city", place="d7")
    assert text == "There is a city on d7."
    assert text.form == "There is a {what} on {place}."
    assert text.values == {"what": "city", "place": "d7"}


def test_values_are_never_read_as_forms() -> None:
    assert sentence("'{text}' is not a move.", text="{seat} {0}") == "'{seat} {0}' is not a move."


def test_a_form_without_its_values_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        sentence("There is a city on {place}.")


def test_a_sentence_keeps_its_form_when_it_travels_between_processes() -> None:
    text = pickle.loads(pickle.dumps(sentence("Card {card} is not on offer.", card=3)))  # noqa: S301 - our own
    assert (text, text.form, text.values) == ("Card 3 is not on offer.", "Card {card} is not on offer.", {"card": 3})


def test_an_error_keeps_the_sentence_it_was_raised_with() -> None:
    with pytest.raises(IllegalMove) as refused:
        ziggurat.new("babylonia", seats=2, seed=7).play("card 3")
    text = refused.value.sentence
    assert isinstance(text, Sentence)
    assert text == str(refused.value) == "Place your tokens first, and end the placing before anything else (clause 9)."


def test_an_error_raised_with_plain_text_has_plain_text() -> None:
    assert BadLog("The log is empty.").sentence == "The log is empty."
    assert BadLog().sentence == ""


def test_a_sentence_inside_a_sentence_stays_one() -> None:
    text = ziggurat.new("babylonia", seats=2, seed=7).play("f d7", "end").to_text()
    with pytest.raises(BadLog) as refused:
        ziggurat.read(text.replace("f d7; end", "card 3; end"))
    refusal = refused.value.sentence
    assert isinstance(refusal, Sentence)
    assert refusal.form == "Decision {number}, '{move}', cannot be played: {problem}"
    assert isinstance(refusal.values["problem"], Sentence)
