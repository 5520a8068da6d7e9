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
    """The action that a click most likely meant, at a place where nothing can be chosen now.

    Of the actions with this click, the one with the most other clicks that are possible now; then the one that begins
    with it. None: something can be chosen there, or no action ever needs the place.
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
