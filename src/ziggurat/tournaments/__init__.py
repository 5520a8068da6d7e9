"""Pairings and standings of tournaments, as pure functions of the results so far.

Nothing here depends on a game, a database or a server. Players are strings. A table is a tuple in the order of its
seats, with None for a house bot that fills it. The same input and seed give the same output on every machine.
"""

from __future__ import annotations

from ziggurat.tournaments.arena import arena_standings, pair_arena
from ziggurat.tournaments.outcomes import HOUSE, Player, Round, TableOutcome, points, share_of, table_sizes
from ziggurat.tournaments.round_robin import rounds_needed, schedule
from ziggurat.tournaments.standings import TIE_BREAKS, StandingsRow, standings
from ziggurat.tournaments.swiss import pair_swiss

__all__ = [
    "HOUSE",
    "TIE_BREAKS",
    "Player",
    "Round",
    "StandingsRow",
    "TableOutcome",
    "arena_standings",
    "pair_arena",
    "pair_swiss",
    "points",
    "rounds_needed",
    "schedule",
    "share_of",
    "standings",
    "table_sizes",
]
