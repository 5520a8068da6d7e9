"""Reads the numbered clauses of a game's rules."""

from __future__ import annotations

import re

import ziggurat

WORDS = {"en": "clauses?", "nl": "regels?"}  # what a clause is called where the text refers to one


def clauses(name: str, language: str = "en") -> list[int]:
    """The numbers of all clauses, in the order of the text."""
    numbers = re.findall(r"^\*\*(\d+)\. .+?\*\* ", ziggurat.game(name).rules_text(language), flags=re.MULTILINE)
    return [int(number) for number in numbers]


def referred_to(name: str, language: str = "en") -> set[int]:
    """The clauses that the text itself refers to."""
    text = ziggurat.game(name).rules_text(language)
    return {int(number) for number in re.findall(rf"\b{WORDS[language]} (\d+)", text)}
