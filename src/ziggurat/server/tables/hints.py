"""Hints: what the strongest bot would do in a player's place."""

from __future__ import annotations

from ziggurat.core.match import Match
from ziggurat.server.bots.pool import BotFailed, Pool
from ziggurat.server.bots.worker import HINT, Question
from ziggurat.server.protocol import Hint, Hinted
from ziggurat.server.refusals import NotAllowed, Unsaved
from ziggurat.server.runtime.fair_queue import Asker
from ziggurat.server.tables import driver
from ziggurat.server.tables.queries import decides
from ziggurat.server.tables.sitting import Sitting
from ziggurat.server.tables.table_store import Stored


def ask_for_hint(stored: Stored, sitting: Sitting, seat: int, seconds: float) -> Question:
    """The question for the bot that gives the hint, or a refusal."""
    if not stored.row.hints:
        raise NotAllowed("Hints are off at this table.")
    if not decides(sitting, seat):
        raise NotAllowed("Only the player whose turn it is can ask for a hint.")
    return driver.ask_about(sitting, f"{HINT}{seconds:.3f}")


async def hint(pool: Pool, asker: Asker, question: Question, match: Match, version: int, query: Hint) -> Hinted:
    """What a bot would play, and why."""
    try:
        decision = (await pool.choose(question, asker)).decision
    except BotFailed as problem:
        raise Unsaved("The bot found no hint; try again.") from problem
    text = match.game.notation.write(decision.action)
    reasons = (decision.candidates, decision.expected, decision.line, decision.sequel)
    return Hinted(query.id, version, decision.action, text, *reasons, decision.reasons)
