"""Why a place cannot be clicked now: the refusal of the action that a click most likely meant."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ziggurat.core.choices import all_choices

if TYPE_CHECKING:
    from ziggurat.core.choices import Choice
    from ziggurat.core.game import Game


@functools.cache
def _at(game: Game) -> Mapping[str, tuple[Choice, ...]]:
    """Every action by the things that are clicked for it."""
    by_click: dict[str, list[Choice]] = {}
    for choice in all_choices(game):
        for place in choice.clicks:
            by_click.setdefault(place, []).append(choice)
    return {place: tuple(choices) for place, choices in by_click.items()}


def meant(game: Game, place: str, legal: list[Choice]) -> int | None:
    """The action that somebody most likely wants who clicks a thing with which nothing can be done now.

    The one of whose other clicks the most can be made; of these one that begins with the thing. None: something can
    be done with it, or no action ever needs it.
    """
    candidates = _at(game).get(place, ())
    alive = {click for choice in legal for click in choice.clicks}
    if not candidates or place in alive:
        return None

    def likely(choice: Choice) -> tuple[int, int, int]:
        others = sum(click in alive for click in choice.clicks)
        # What a thing does by itself comes before what all its like can do: abilities follow upon halving a hand.
        return others, -choice.clicks.index(place), choice.action

    return max(candidates, key=likely).action
