"""Columns and rows for games and decisions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import ziggurat
from ziggurat.core.game import Game, write_option
from ziggurat.core.match import Match
from ziggurat.core.record import SCORES
from ziggurat.data.tables import Column

GAMES = (
    Column("game", "int"),  # its number
    Column("seed", "seed"),
    Column("seats", "int"),
    Column("decisions", "int"),
    Column("ending", "text"),
)
DECISIONS = (
    Column("game", "int"),  # its number
    Column("seats", "int"),
    Column("decision", "int"),  # its number in that game, from 0
    Column("actor", "int"),
    Column("action", "int"),
    Column("legal", "int"),  # how many actions were
)


def about(game: Game, seats: int, options: Mapping[str, Any], **more: Any) -> dict[str, str]:
    """Metadata with which a table can be made again."""
    chosen = {name: write_option(value) for name, value in options.items()}
    metadata = {"game": game.name, "rules": game.rules_version, "seats": seats, "options": json.dumps(chosen)}
    return {key: str(value) for key, value in {**metadata, **more, "ziggurat": ziggurat.__version__}.items()}


def game_columns(*, bots: bool = False) -> list[Column]:
    """A row a game: its number, its seed (of `ziggurat.new`), its length, how it ended, and how each seat did.

    The columns are the same for every game and seat count, so that files can be read together: seats that a game does
    not have are empty. Of an arena also who played, and all that was decided: that match is
    `ziggurat.new(…, seed=seed).play(*actions)`.
    """
    columns = [*GAMES]
    for seat in range(SCORES):
        columns += [Column(f"bot_{seat}", "text")] if bots else []
        columns += [Column(f"score_{seat}", "int"), Column(f"won_{seat}", "flag")]
    return [*columns, Column("actions", "actions", 512)] if bots else columns


def decision_columns(game: Game, *, bots: bool = False) -> list[Column]:
    """A row a decision: who decided what, what they saw, and how the game ended for everybody.

    The columns are the same for every seat count of a game.
    """
    seen = Column("observation", "bytes", game.observation_size)
    mask = Column("action_mask", "bytes", (game.actions + 7) // 8)  # bit a % 8 of byte a // 8
    outcome = [column for column in game_columns() if column.name.startswith(("score", "won"))]
    return [*DECISIONS, *([Column("bot", "text")] if bots else []), *outcome, seen, mask]


def outcome_values(scores: Sequence[int], won: Sequence[bool], bots: Sequence[str] | None = None) -> list[Any]:
    """How each seat did, after who played it where bots are given; nothing for seats that the game does not have."""
    columns = (scores, won) if bots is None else (bots, scores, won)
    played = [value for seat in zip(*columns, strict=True) for value in seat]
    return played + [None] * (len(columns) * (SCORES - len(scores)))


def packed(mask: Any) -> bytes:
    """A mask of one byte for each action, packed into bits."""
    return np.packbits(mask, bitorder="little").tobytes()


def decisions_of(match: Match, number: int, bots: Sequence[str] | None = None) -> list[list[Any]]:
    """The rows of a finished match, one for each decision."""
    rows, again = [], match.at(0)
    outcome = outcome_values(match.scores, [seat in match.winners for seat in range(match.seats)])
    width = (match.game.actions + 7) // 8
    for at, action in enumerate(match.actions):
        actor = again.actor
        mask = again._mask.tobytes()[:width]
        who = [] if bots is None else [bots[actor]]
        seen = again.observation(actor).tobytes()
        rows.append([number, match.seats, at, actor, action, len(again.legal()), *who, *outcome, seen, mask])
        again.play(action)
    return rows
