"""The explanation of a puzzle: the value of every option, why the answer is better, a likely continuation, themes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ziggurat.core.match import Match
from ziggurat.puzzles.format import UNIT, Because, LineEvent, LineStep, PuzzleOption
from ziggurat.puzzles.solution import Place
from ziggurat.puzzles.themes import themes
from ziggurat.reviewing import lines
from ziggurat.reviewing.evaluation import Evaluation
from ziggurat.reviewing.report import Happening, Reason, Why

LINE = 5  # decisions of the stored line
SHORT = 12  # options with all their reasons; the others have one
FORECASTS = 6  # options whose next turns are played out, besides the tempting one
SEED = 8  # of these


class Explanation(NamedTuple):
    """The explanation of a puzzle, shown after an answer."""

    options: list[PuzzleOption]
    reasons: list[Because]  # why the answer is better than the tempting action
    line: list[LineStep]
    themes: list[str]


def explain(
    place: Place,
    answers: Sequence[int],
    values: Mapping[int, float],
    evaluations: Mapping[int, Evaluation],
    tempting: int,
    decision: int,
    part: float,
) -> Explanation:
    """Explain a puzzle; `part` is how much of its game has been played."""
    position = lines.Known(place.game, place.records, place.seat, False, decision)
    best = answers[0]
    moves, answer = lines.follow(position, evaluations[best].line)
    line = [LineStep(move.seat, move.action, [_event(one) for one in move.events]) for move in moves[:LINE]]
    ahead = place.forecast(evaluations[best].line, SEED)
    order = sorted(values, key=lambda action: (-values[action], action))
    wrong = [action for action in order if action not in answers]
    options = [PuzzleOption(action, round(UNIT * values[action]), []) for action in order if action in answers]
    tempting_reasons: list[Because] = []
    lost = answer
    for rank, action in enumerate(wrong):
        _, instead = lines.follow(position, evaluations[action].line)
        played_out = rank < FORECASTS or action == tempting
        both = (ahead, place.forecast(evaluations[action].line, SEED)) if played_out else None
        expected = zip(evaluations[best].expected, evaluations[action].expected, strict=True)
        reasons_against = lines.reasons(position, answer, instead, both, [ours - theirs for ours, theirs in expected])
        because = [_because(one) for one in reasons_against if one.kind is not Why.LATER]
        if values[best] >= 1.0:  # the win is forced, however soon the line ends
            because = winning_first(place.seat, because)
        if action == tempting:
            lost, tempting_reasons = instead, because
        options.append(PuzzleOption(action, round(UNIT * values[action]), because[: None if rank < SHORT else 1]))
    reasons = tempting_reasons or [Because(Why.LATER, place.seat, 0.0, 0.0)]
    return Explanation(options, reasons, line, themes(place.game, place.seat, reasons, line, (answer, lost), part))


def winning_first(seat: int, reasons: list[Because]) -> list[Because]:
    """The reasons why an answer is better that wins by force: first of all, it wins."""
    win = Because(Why.WINS, seat, 100.0, 0.0)
    return [win, *(reason for reason in reasons if reason.kind is not Why.WINS)][: lines.REASONS]


def events_before(match: Match, decision: int) -> list[LineEvent]:
    """What has happened in the turn of a decision before it, as its seat saw that; nothing in somebody else's turn."""
    again, whose = match.at(0), []
    for action in match.actions[:decision]:
        whose.append(_whose_turn(again))
        again.replay([action])
    seat, begins = again.actor, decision
    if _whose_turn(again) != seat:
        return []
    while begins > 0 and whose[begins - 1] == seat:  # others may decide within a turn, if a game says so
        begins -= 1
    events = match.events(seat, since=begins, until=decision)
    return [LineEvent(event.kind, event.seat, dict(event.arguments), event.text) for event in events]


def _whose_turn(match: Match) -> int:
    record = match.record()
    return int(record["active" if "active" in (record.dtype.names or ()) else "actor"][0])


def _because(reason: Reason) -> Because:
    event = None if reason.event is None else _event(reason.event)
    return Because(reason.kind, reason.seat, reason.points, reason.instead, event)


def _event(happening: Happening) -> LineEvent:
    return LineEvent(happening.kind, happening.seat, happening.arguments, happening.text)
