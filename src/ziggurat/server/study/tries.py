"""Decisions of a reviewed match, tried again: what another move would have been worth."""

from __future__ import annotations

from collections.abc import Generator

from ziggurat.core.choices.preview import preview
from ziggurat.core.match import Match
from ziggurat.core.sentence import sentence
from ziggurat.reviewing.evaluation import Evaluation, EvaluationRequest, combine_seed
from ziggurat.reviewing.judgement import seed_of
from ziggurat.reviewing.report import Judged, Review
from ziggurat.server.protocol.replays import TriedMove, TryPlayed
from ziggurat.server.protocol.shared import GameEvent
from ziggurat.server.refusals import NotFound, as_problem
from ziggurat.server.tables import frames

NO_CHOICE = sentence("There is no choice to be tried at this decision.")
TRYING = 4_000  # iterations for a move that is tried
AS_GOOD = 0.02  # of a winning chance: what comes so near to the best move is as good

Trying = Generator[EvaluationRequest, Evaluation, TryPlayed]


def judged_at(review: Review | None, decision: int) -> Judged:
    """What a review says of a decision; refused where there was no choice."""
    judged = next((one for one in review.judged if one.decision == decision), None) if review else None
    if judged is None:
        raise NotFound(NO_CHOICE)
    return judged


def try_move(match: Match, judged: Judged, move: int | str) -> Trying:
    """Plays another move at a decision: yields the evaluations that this needs, and returns what it is worth."""
    after = match.copy().play(move)
    action, best = after.actions[-1], judged.better.action if judged.better else judged.action
    record, seed = match.record(judged.seat).tobytes(), combine_seed(seed_of(match), judged.decision)
    chances = {}
    for each in dict.fromkeys((action, best)):
        evaluation = yield EvaluationRequest(match.game.name, record, judged.seat, False, each, seed, TRYING)
        chances[each] = evaluation.expected[judged.seat]
    return _tried(match, after, judged, chances[action], chances[best])


def shown(match: Match, decision: int, why: str) -> TryPlayed:
    """A decision as its seat saw it; `why` asks why something is not possible there."""
    seat = match.actor
    reason = match.why_not(why) if why else None
    gains = preview(match.game, match.record(seat), seat).gains
    return TryPlayed(
        seat=seat,
        seats=match.seats,
        decisions=0,
        decision=decision,
        scores=match.scores,
        events=[],
        view=match.view(seat),
        gains={str(action): by_seat for action, by_seat in gains.items()},
        why=as_problem(reason) if reason else None,
    )


def _tried(match: Match, after: Match, judged: Judged, expected: float, best: float) -> TryPlayed:
    action, seat, notation = after.actions[-1], judged.seat, match.game.notation
    events = after.events(seat, since=len(match))
    return TryPlayed(
        seat=seat,
        seats=match.seats,
        decisions=1,
        decision=judged.decision,
        scores=after.scores,
        events=[GameEvent(event.kind, event.seat, dict(event.arguments), event.text, 0) for event in events],
        view=frames.without_choices(after.view(seat)),
        gains={},
        tried=TriedMove(
            right=expected >= best - AS_GOOD,
            played=action == judged.action,
            action=action,
            text=notation.write(action),
            clicks=list(notation.clicks(action)),
            expected=expected,
            best=max(best, expected),
        ),
    )
