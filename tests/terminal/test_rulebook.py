"""Reading the rules in the terminal."""

from __future__ import annotations

import pytest

import ziggurat
from ziggurat.terminal.rulebook import rules

BABYLONIA = ziggurat.game("babylonia")


def test_without_a_number_all_rules_are_shown() -> None:
    assert rules(BABYLONIA).markup == BABYLONIA.rules_text()


@pytest.mark.parametrize("clause", range(1, 31))
def test_every_clause_can_be_asked_for_alone(clause: int) -> None:
    text = rules(BABYLONIA, str(clause)).markup
    assert text.startswith(f"**{clause}. ")
    assert f"**{clause + 1}." not in text
    assert "#" not in text


def test_a_clause_comes_with_its_table() -> None:
    assert "| **all cities** | 12 | 16 | 19 |" in rules(BABYLONIA, "20").markup


@pytest.mark.parametrize("clause", ["0", "31", "cities"])
def test_a_clause_that_does_not_exist_is_refused(clause: str) -> None:
    with pytest.raises(ziggurat.BadOption, match=f"clauses 1 to 30; there is no clause {clause}"):
        rules(BABYLONIA, clause)
