"""The games as the page lists them."""

from __future__ import annotations

import ziggurat
from ziggurat import bots
from ziggurat.server.protocol import GameCard, LevelCard, OptionCard


def game_card(game: ziggurat.Game, *, ready: bool = True, ahead: int = 0) -> GameCard:
    """A game with its seats, options and bots."""
    others = [name for name in bots.names() if name not in bots.LEVELS]
    return GameCard(
        name=game.name,
        title=game.title,
        summary=game.summary,
        rules=game.rules_version,
        seats=list(game.seat_counts),
        seat_notes={str(seats): text for seats, text in game.seat_notes.items()},
        options=[OptionCard(option.name, list(option.values), option.text) for option in game.options],
        levels=[LevelCard(name, level.text) for name, level in bots.LEVELS.items()],
        bots=[*bots.LEVELS, *others],
        secrets=game.secrets,
        ready=ready,
        ahead=ahead,
    )
