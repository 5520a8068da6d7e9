"""The rules cut into their clauses."""

from __future__ import annotations

import re

from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game
from ziggurat.core.sentence import quoted

_CLAUSE = re.compile(r"^\*\*(\d+)\. ", re.MULTILINE)
_HEADING = re.compile(r"^#+ ", re.MULTILINE)
HOW_TO_WRITE = {"en": "How moves are written", "nl": "Hoe je zetten opschrijft"}  # the heading, by language


def clauses(game: Game, language: str = "en") -> dict[int, str]:
    """Every clause of the rules by its number, as Markdown, in the order of the rules."""
    text = game.rules_text(language)
    by_number = {}
    for clause in _CLAUSE.finditer(text):
        rest = text[clause.end() :]
        ends = [end.start() for end in (_CLAUSE.search(rest), _HEADING.search(rest)) if end]
        by_number[int(clause[1])] = text[clause.start() : clause.end() + min(ends, default=len(rest))].strip()
    return by_number


def clause(game: Game, number: int, language: str = "en") -> str:
    """One clause, or a refusal that names the ones there are."""
    all_clauses = clauses(game, language)
    if number not in all_clauses:
        numbers = f"clauses {min(all_clauses)} to {max(all_clauses)}" if all_clauses else "no numbered clauses"
        raise BadOption(f"The rules of {game.title} have {numbers}; there is no clause {quoted(number)}.")
    return all_clauses[number]


def how_to_write(game: Game, language: str = "en") -> str:
    """The section of the rules on writing moves; an example of each kind of move where the rules have none."""
    for name in (language, "en"):
        heading = rf"^## {re.escape(HOW_TO_WRITE.get(name, HOW_TO_WRITE['en']))}\n"
        parts = re.split(heading, game.rules_text(name), maxsplit=1, flags=re.MULTILINE)
        if len(parts) == 2:
            return re.split(r"^## ", parts[1], maxsplit=1, flags=re.MULTILINE)[0].strip()
    return examples(game)


def examples(game: Game) -> str:
    """An example of each kind of move, in a sentence."""
    found: dict[str, str] = {}
    for move in map(game.notation.write, range(game.actions)):
        found.setdefault(move.split()[0], move)
    return f"Moves look like {', '.join(f'`{move}`' for move in found.values())}."
