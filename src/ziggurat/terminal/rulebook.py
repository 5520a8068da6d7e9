"""The rules of a game, whole or a single clause."""

from __future__ import annotations

import re

from rich.markdown import Markdown

from ziggurat.core.errors import BadOption
from ziggurat.core.game import Game

_CLAUSE = re.compile(r"^\*\*(\d+)\. .*?(?=^\*\*\d+\. |^#|\Z)", re.MULTILINE | re.DOTALL)


def rules(game: Game, clause: str = "") -> Markdown:
    """The rules as a renderable: all of them, or the clause of that number."""
    text = game.rules_text()
    if not clause:
        return Markdown(text)
    clauses = {found[1]: found[0] for found in _CLAUSE.finditer(text)}
    if clause not in clauses:
        raise BadOption(f"The rules have clauses 1 to {len(clauses)}; there is no clause {clause}.")
    return Markdown(clauses[clause])
