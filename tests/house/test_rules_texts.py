"""Our rulebooks have the same sections in both languages, and a test for every clause."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ziggurat
from tests.cases import every_game
from tests.clauses import clauses, referred_to
from ziggurat.core.game import Claim

GAMES = Path(__file__).parents[1] / "games"
each_game = pytest.mark.parametrize("name", every_game(claim=Claim.RULEBOOK))
each_language = pytest.mark.parametrize("language", ["en", "nl"])


@each_game
def test_rules_are_complete_in_both_languages(name: str) -> None:
    assert {"en", "nl"} <= set(ziggurat.game(name).rules_languages)
    assert len(clauses(name)) >= 16


@each_game
@each_language
def test_sections_follow_the_order_of_teaching(name: str, language: str) -> None:
    text = ziggurat.game(name).rules_text(language)
    titles = re.findall(r"^## (.+)$", text, flags=re.MULTILINE)
    win, page, moves, silent = {
        "en": (
            "What you need to win",
            "The rules on one page",
            "How moves are written",
            "Where the rulebook is silent",
        ),
        "nl": ("Waarmee je wint", "De regels op één blad", "Hoe je zetten opschrijft", "Waar de handleiding zwijgt"),
    }[language]
    assert titles[:2] == [win, page]  # the goal, and what a turn is
    pieces = next(title for title in titles if title.startswith(("The p", "Het materiaal")))
    assert 3 < titles.index(pieces) < titles.index(moves) < titles.index(silent)  # tables come after the rules
    assert titles[-1] == silent
    assert re.findall(r"^\*\*(\d+)\. ", text, flags=re.MULTILINE)[0] == "1"
    assert '": ' not in text  # no JSON on a player's page


@each_game
def test_every_ruling_is_explained_in_both_languages(name: str) -> None:
    rulings_by_language = {}
    for language in ("en", "nl"):
        last = ziggurat.game(name).rules_text(language).rsplit("\n## ", 1)[1]
        rulings = re.findall(r"^- \*.+$", last, flags=re.MULTILINE)
        rulings_by_language[language] = [re.findall(r"\b(?:clauses?|regels?) (\d+)", ruling) for ruling in rulings]
        assert len(rulings) >= 8
    assert rulings_by_language["en"] == rulings_by_language["nl"]


@each_game
def test_every_clause_is_cited_beside_a_test_and_no_other_number_is(name: str) -> None:
    cited = set()
    for path in sorted((GAMES / name).glob("test_*.py")):
        lines = path.read_text("utf-8").splitlines()
        for above, line in zip(["", *lines], lines, strict=False):
            if line.startswith("def test_"):
                citation = re.search(rf"# {name} (\d+(?:, \d+)*)", line) or re.search(
                    rf"# {name} (\d+(?:, \d+)*)", above
                )
                cited |= {int(number) for number in citation[1].split(", ")} if citation else set()
    assert sorted(cited) == sorted(clauses(name))


@each_game
@each_language
def test_clauses_refer_to_clauses(name: str, language: str) -> None:
    assert referred_to(name, language)


@each_game
def test_refusals_cite_clauses_that_exist(name: str) -> None:
    source = Path(ziggurat.__file__).parent / "games" / name / "moves.py"
    cited = {int(number) for number in re.findall(r"clauses? (\d+)", source.read_text("utf-8"))}
    assert cited
    assert cited <= set(clauses(name))


@each_game
@each_language
def test_every_word_of_the_notation_is_explained(name: str, language: str) -> None:
    game = ziggurat.game(name)
    text = game.rules_text(language)
    for word in {game.notation.write(action).split()[0] for action in range(game.actions)}:
        assert f"`{word}" in text, word
