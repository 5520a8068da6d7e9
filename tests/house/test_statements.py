"""Every statement of the published rulebooks is carried by a clause of ours: `tests/games/<game>/statements.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import every_game
from tests.clauses import clauses
from ziggurat.core.game import Claim

GAMES = Path(__file__).parents[1] / "games"
each_game = pytest.mark.parametrize("name", every_game(claim=Claim.RULEBOOK))


def read_statements(text: str, known: set[int]) -> dict[str, list[int]]:
    """The clauses that carry each statement; a line that names none, or one that does not exist, is refused."""
    statements: dict[str, list[int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        numbers, colon, statement = line.partition(": ")
        cited = [int(each) if each.isdecimal() else 0 for each in numbers.split(", ")]
        if not colon or not statement or 0 in cited:
            raise ValueError(f"Line {number} must be clauses, a colon and a statement, not {line!r}.")
        if unknown := set(cited) - known:
            raise ValueError(f"Line {number} cites clause {min(unknown)}, which does not exist.")
        if statement in statements:
            raise ValueError(f"Line {number} repeats a statement.")
        statements[statement] = cited
    return statements


@each_game
def test_every_statement_of_the_rulebook_has_a_clause(name: str) -> None:
    text = (GAMES / name / "statements.txt").read_text("utf-8")
    assert len(read_statements(text, set(clauses(name)))) >= 30


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("9: Nobody wins.", "Line 1 cites clause 9, which does not exist."),
        ("Nobody wins.", "Line 1 must be clauses, a colon and a statement, not 'Nobody wins.'."),
        ("one: Nobody wins.", "Line 1 must be clauses, a colon and a statement, not 'one: Nobody wins.'."),
        ("1: Nobody wins.\n1: Nobody wins.", "Line 2 repeats a statement."),
    ],
)
def test_a_bad_line_is_refused_in_a_sentence(line: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem.replace(".", r"\.")):
        read_statements(line, {1, 2})
