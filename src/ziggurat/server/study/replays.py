"""Finished matches: decision by decision, with all hidden information, and as logs.

Replaying happens in another process (`replay_worker.py`).
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import ziggurat
from ziggurat.core import log as match_log
from ziggurat.core.match import Match
from ziggurat.core.sentence import sentence
from ziggurat.server.protocol.replays import Moment, Step
from ziggurat.server.protocol.shared import Leave, Pace, Status
from ziggurat.server.refusals import NotAllowed, NotFound, Refused
from ziggurat.server.tables import frames
from ziggurat.server.tables.sitting import MOVE, UNDO, Entry, Plan, Sitting, begin

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from ziggurat.server.tables import table_store


def load(connection: Connection, table_id: str) -> tuple[table_store.Stored, list[Entry]]:
    """A finished table and its journal; running tables are refused."""
    from ziggurat.server.tables import table_store  # a browser replays matches without a database

    stored = table_store.load_table(connection, table_id)
    if stored.row.status != Status.FINISHED:
        raise NotAllowed("The match is not over yet; hidden information is shown afterwards.")
    return stored, table_store.load_journal(connection, table_id)


def is_readable(stored: table_store.Stored) -> bool:
    """Whether the rules version of a match is installed."""
    game = stored.row.game
    return game in ziggurat.game_names() and stored.row.rules in ziggurat.game(game).known_rules


def check_readable(stored: table_store.Stored) -> None:
    """Refuse a match whose rules version is not installed."""
    if not is_readable(stored):
        raise Refused(
            sentence(
                "The rules this match was played under, version {rules}, are not here any more; "
                "its moves can still be read.",
                rules=stored.row.rules,
            )
        )


def plan_of(match: Match) -> Plan:
    """The plan of an imported match, without players."""
    return Plan(
        game=match.game.name,
        rules=match.rules,
        seats=match.seats,
        options=dict(match.options),
        seed=match.seed,
        start=match.start(),
        pace=Pace(),
        leave=Leave.BOT,
        stand_in="random",
        bots=(None,) * match.seats,
    )


def finished(plan: Plan, journal: list[Entry]) -> Match:
    """The match at its end."""
    sitting = Sitting(plan)
    for entry in journal:
        sitting.apply(entry)
    return sitting.match


def steps(plan: Plan, journal: list[Entry]) -> list[Step]:
    """Every decision of a finished match."""
    whole = finished(plan, journal)
    replay = begin(plan)
    steps: list[Step] = []
    for action in whole.actions:
        seat = replay.actor
        rows, _ = replay.decide(action)
        notation = replay.game.notation
        events = frames.events_for(replay.game, rows, None, len(steps))
        steps.append(Step(seat, action, notation.write(action), list(notation.clicks(action)), events, replay.scores))
    return steps


def moves_alone(journal: list[Entry]) -> list[Step]:
    """The moves as text, without those taken back; needs no rules."""
    steps: list[Step] = []
    for entry in journal:
        if entry.kind == MOVE:
            steps.append(Step(entry.seat, entry.value, entry.text or "", [], [], []))
        elif entry.kind == UNDO:
            del steps[len(steps) - entry.value :]
    return steps


def at_decision(plan: Plan, journal: list[Entry], decision: int) -> Match:
    """A finished match, before a decision."""
    whole = finished(plan, journal)
    if decision > len(whole):
        raise NotFound(
            sentence(
                "The match has {decisions} decisions; there is no position {position}.",
                decisions=len(whole),
                position=decision,
            )
        )
    match = begin(plan)
    match.replay(whole.actions[:decision])
    return match


def moment(plan: Plan, journal: list[Entry], decision: int) -> Moment:
    """One position of a finished match, with all information."""
    match = at_decision(plan, journal, decision)
    views = [frames.without_choices(match.view(seat)) for seat in range(match.seats)]
    return Moment(decision, match.scores, views, match.position(), match.game.view(match.record(), -1))


def as_json(match: Match) -> dict[str, Any]:
    """A log as JSON."""
    entry = match_log.parse(match.to_text())
    return {
        "game": entry.game,
        "rules": entry.rules,
        "seats": entry.seats,
        "options": dict(match.options),
        "seed": None if entry.seed is None else str(entry.seed),
        "position": json.loads(json.dumps(entry.position)),
        "decisions": [{"seat": seat, "move": move} for seat, move in entry.decisions],
        "scores": entry.scores,
        "digest": entry.digest,
    }
