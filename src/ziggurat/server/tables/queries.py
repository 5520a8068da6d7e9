"""Answers to questions that change nothing: previews, plans, past positions, prospects and reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ziggurat.core.choices.premoves import premoves
from ziggurat.core.choices.preview import preview
from ziggurat.core.errors import IllegalMove
from ziggurat.core.match import Match
from ziggurat.core.sentence import sentence
from ziggurat.server.protocol import (
    Ahead,
    Foreseen,
    Past,
    Plannable,
    Preview,
    Previewed,
    Prospects,
    Read,
    Reasoned,
    ServerMessage,
    Shown,
    Told,
    WhyNot,
)
from ziggurat.server.refusals import NotAllowed, NotFound, as_problem
from ziggurat.server.tables.frames import without_choices
from ziggurat.server.tables.sitting import Sitting

if TYPE_CHECKING:
    from ziggurat.server.tables.table_store import Stored

Query = Preview | Ahead | Past | Prospects | WhyNot | Read


def answer(stored: Stored, sitting: Sitting, seat: int, query: Query) -> ServerMessage:
    """The answer for one seat (-1: a spectator), or a refusal."""
    match query:
        case Preview():
            sitting.expect(query.version)
            if not decides(sitting, seat):
                raise NotAllowed("Only the player whose turn it is can see previews.")
            return previewed(sitting, seat, query)
        case Ahead():
            sitting.expect(query.version)
            if seat < 0 or sitting.sees(seat) != seat or sitting.actor == seat:
                raise NotAllowed("You can plan ahead only while you wait for your turn.")
            return plannable(sitting, seat, query)
        case Past():
            return shown(sitting, sitting.sees(seat), query)
        case Prospects():
            if not stored.row.prospects:
                raise NotAllowed("Score previews are off at this table.")
            return foreseen(sitting, sitting.sees(seat), query)
        case WhyNot():
            sitting.expect(query.version)
            if not decides(sitting, seat):
                raise NotAllowed("Only the player whose turn it is can ask why.")
            return reasoned(sitting, seat, query)
        case Read():
            return told(sitting, sitting.sees(seat), query)


def decides(sitting: Sitting, seat: int) -> bool:
    """Whether it is this seat's own decision, and no bot decides in its place."""
    return seat >= 0 and sitting.actor == seat and sitting.bots[seat] is None


def previewed(sitting: Sitting, seat: int, query: Preview) -> Previewed:
    """What each choice of the seat to move would score."""
    match = sitting.match
    gains, final = preview(match.game, match.record(seat), seat)
    return Previewed(query.id, sitting.version, {str(action): gain for action, gain in gains.items()}, final)


def plannable(sitting: Sitting, seat: int, query: Ahead) -> Plannable:
    """What a seat that waits may be able to choose next."""
    match = sitting.match
    return Plannable(query.id, sitting.version, premoves(match.game, match.record(seat), seat))


def shown(sitting: Sitting, seat: int, query: Past) -> Shown:
    """What a seat saw before a decision."""
    match = _before(sitting, query.decision)
    return Shown(query.id, query.decision, without_choices(match.view(seat)), match.scores)


def foreseen(sitting: Sitting, seat: int, query: Prospects) -> Foreseen:
    """The points a seat can count on now, or could before a decision."""
    match = sitting.match if query.decision is None else _before(sitting, query.decision)
    return Foreseen(query.id, len(match), match.prospects(seat))


def reasoned(sitting: Sitting, seat: int, query: WhyNot) -> Reasoned:
    """Why the seat to move can do nothing with the thing it clicked, or may not play a move."""
    why = sitting.match.why_not(query.place) if query.move is None else _why_illegal(sitting, seat, query.move)
    problem = as_problem(why or "")
    return Reasoned(query.id, sitting.version, problem.reason, problem.form, problem.values, problem.clauses)


def _why_illegal(sitting: Sitting, seat: int, move: int | str) -> str | None:
    try:
        sitting.read_move(seat, move)
    except IllegalMove as problem:
        return problem.sentence
    return None


def told(sitting: Sitting, seat: int, query: Read) -> Told:
    """What a seat knows, as text."""
    return Told(query.id, sitting.version, sitting.match.text(seat, moves=query.moves, history=query.history))


def _before(sitting: Sitting, decision: int) -> Match:
    """The match before a decision."""
    if decision > len(sitting.match):
        raise NotFound(
            sentence(
                "The match has {decisions} decisions; there is no position {position}.",
                decisions=len(sitting.match),
                position=decision,
            )
        )
    return sitting.match.at(decision)
