"""Games of an arena as tables."""

from __future__ import annotations

from typing import Any

from ziggurat.bots.arena import Arena, ArenaGame
from ziggurat.core.match import Match, new
from ziggurat.data.rows import decisions_of, outcome_values
from ziggurat.data.tables import TableWriter


def match_of(arena: Arena, played: ArenaGame) -> Match:
    """A game of the arena, replayed."""
    options: dict[str, Any] = dict(arena.options)
    match = new(arena.game.name, seats=arena.seats, seed=played.seed, **options)
    match.replay(played.actions)
    return match


def add_game(table: TableWriter, arena: Arena, played: ArenaGame, *, decisions: bool) -> None:
    """Add a row for a game, or for each of its decisions."""
    names = [arena.names[bot] for bot in played.lineup]
    if decisions:
        table.add(decisions_of(match_of(arena, played), played.number, names))
        return
    outcome = outcome_values(played.scores, [rank == 0 for rank in played.ranks], names)
    first = [played.number, played.seed, arena.seats, played.decisions, played.ending]
    table.add([[*first, *outcome, list(played.actions)]])
