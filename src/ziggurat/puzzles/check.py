"""Checks puzzles again: exactly where a turn can be searched through, with a deeper search, and by playing them out.

    ziggurat puzzles babel --check puzzles.jsonl --out checked.jsonl --iterations 25600 --playouts 100

What holds is written with its new values, answers and reasons; what does not is left out, with the cause.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from ziggurat.bots import find as find_bot
from ziggurat.core.bits import members
from ziggurat.core.chance import seed_for
from ziggurat.core.game import Game, Records
from ziggurat.core.record import copied
from ziggurat.core.registry import game as find_game
from ziggurat.puzzles.explanation import events_before, explain
from ziggurat.puzzles.format import EDITION, UNIT, LineEvent, Played, Puzzle, Search
from ziggurat.puzzles.games import self_play
from ziggurat.puzzles.shipped import begin
from ziggurat.puzzles.solution import Place, PuzzleSolution, split
from ziggurat.puzzles.themes import ENDGAME, OPENING
from ziggurat.reviewing import kernels
from ziggurat.reviewing.chances import shares_of
from ziggurat.reviewing.evaluation import Evaluation, combine_seed

OVERVIEW, VERIFY = 160, 2_560  # iterations: every action, and each one that comes near
NEAR = 0.08  # of the best, in the overview
HOPEFUL = 0.4  # a winning chance in the overview; below it no win this turn is looked for
RIVALS = 3  # options searched as deeply as the answers
DEEPER = 25_600  # iterations of the last search
SELF_PLAY = re.compile(r"self-play (\d+)/(\d+), (\d+) seats, decision (\d+)")  # the source of a puzzle
CHANCE = 1.64  # standard errors that a rival leads by in one of twenty cases, if it is as good as the answer
LONGEST = 2_000  # decisions of a game that is played out


class CheckVerdict(StrEnum):
    """The outcome of a check."""

    HOLDS = "holds"
    CHANGED = "other answers"  # it holds, with more or other answers than before
    UNCLEAR = "no clear margin"
    WRONG = "another action is best"
    TOO_EASY = "too many answers"
    PLAYED = "its rival wins more often, beyond chance"


class Checked(NamedTuple):
    """A checked puzzle; none if it fails."""

    verdict: CheckVerdict
    puzzle: Puzzle | None


def check(puzzle: Puzzle, iterations: int = DEEPER, playouts: int = 0, bot: str = "network") -> Checked:
    """Check a puzzle again, in other truths than before."""
    match = begin(puzzle)
    place = Place(match.game, match.record(puzzle.seat), puzzle.seat, match.legal())
    seed = combine_seed(puzzle.verified.seed, 11, iterations)
    overview = place.evaluate_all(place.legal, combine_seed(seed, 1), OVERVIEW)
    hopeful = max(one.expected[place.seat] for one in overview.values()) >= HOPEFUL
    wins = (place.wins() if hopeful else None) or frozenset()
    evaluations = _evaluations(place, puzzle, wins, seed, iterations, overview)
    values = {action: one.expected[place.seat] for action, one in evaluations.items()} | dict.fromkeys(wins, 1.0)
    stands = split(values, len(place.legal), wins)
    if stands is None:
        return Checked(CheckVerdict.TOO_EASY if wins else CheckVerdict.UNCLEAR, None)
    if not wins and not set(puzzle.answers) & set(stands.answers):
        return Checked(CheckVerdict.WRONG, None)
    tempting = _tempting(puzzle, stands, values)
    played = None
    if playouts and not wins:
        rival = max((action for action in values if action not in stands.answers), key=values.__getitem__)
        pairs = [play_pair(place, stands.answers[0], rival, number, bot) for number in range(playouts)]
        if rival_leads(pairs):
            return Checked(CheckVerdict.PLAYED, None)
        played = summed_up(pairs, bot)
    part = 0.0 if OPENING in puzzle.themes else 1.0 if ENDGAME in puzzle.themes else 0.5
    explanation = explain(place, stands.answers, values, evaluations, tempting, 0, part)
    same = set(stands.answers) == set(puzzle.answers)
    return Checked(
        CheckVerdict.HOLDS if same else CheckVerdict.CHANGED,
        replace(
            puzzle,
            answers=stands.answers,
            tempting=tempting,
            options=explanation.options,
            reasons=explanation.reasons,
            line=explanation.line,
            themes=explanation.themes,
            verified=Search(iterations, seed, round(UNIT * stands.margin)),
            exact=bool(wins),
            played=played,
            before=puzzle.before or before(puzzle),
            edition=EDITION,
        ),
    )


def before(puzzle: Puzzle) -> list[LineEvent]:
    """What was done in the turn before the puzzle, if the self-play game it comes from can be played again."""
    source = SELF_PLAY.fullmatch(puzzle.source)
    if source is None:
        return []
    seed, number, seats, decision = map(int, source.groups())
    game = find_game(puzzle.game)
    match = self_play(game, seats, seed, number)
    then = match.at(min(decision, len(match)))
    if then.over or then.record(then.actor).tobytes() != begin(puzzle).record(puzzle.seat).tobytes():
        return []  # the network has learned something else since
    return events_before(match, decision)


def _evaluations(
    place: Place,
    puzzle: Puzzle,
    wins: frozenset[int],
    seed: int,
    iterations: int,
    overview: dict[int, Evaluation],
) -> dict[int, Evaluation]:
    """Besides the overview a search of those that come near, and a deep one of answers and rivals."""
    seat, evaluations = place.seat, dict(overview)
    first = {action: one.expected[seat] for action, one in evaluations.items()}
    best = max(first.values())
    near = {action for action in place.legal if first[action] >= best - NEAR} | {*puzzle.answers, puzzle.tempting}
    evaluations |= place.evaluate_all(sorted(near - wins), combine_seed(seed, 2), min(VERIFY, iterations))
    for action in wins:
        evaluations[action] = place.evaluate(action, combine_seed(seed, 2), VERIFY)
    if wins:
        return evaluations
    order = sorted(near, key=lambda action: (-evaluations[action].expected[seat], action))
    deep = dict.fromkeys((*puzzle.answers, puzzle.tempting, *order[: RIVALS + len(puzzle.answers)]))
    if iterations > VERIFY:
        evaluations |= place.evaluate_all(deep, seed, iterations)
    return evaluations


def _tempting(puzzle: Puzzle, stands: PuzzleSolution, values: dict[int, float]) -> int:
    """What tempts: as before, unless it has turned out to be an answer."""
    if puzzle.tempting not in stands.answers:
        return puzzle.tempting
    return max((action for action in values if action not in stands.answers), key=lambda one: (values[one], -one))


def play_pair(place: Place, answer: int, rival: int, number: int, bot: str) -> tuple[float, float]:
    """Play the answer and its rival to the end, once each, from the same truth: the shares of the win."""
    return _play_one(place, answer, number, bot), _play_one(place, rival, number, bot)


def rival_leads(pairs: Sequence[tuple[float, float]]) -> bool:
    """Whether the rival wins more often than chance allows, if both were equally good."""
    leads = [answer - rival for answer, rival in pairs]
    return sum(leads) < -CHANCE * math.sqrt(sum(lead * lead for lead in leads))


def summed_up(pairs: Sequence[tuple[float, float]], bot: str) -> Played:
    """What playing out came to."""
    answer, rival = (round(UNIT * float(np.mean([pair[which] for pair in pairs]))) for which in (0, 1))
    return Played(bot, len(pairs), answer, rival)


def _play_one(place: Place, action: int, number: int, bot: str) -> float:
    """The share of the win that a seat gets in one game."""
    game: Game = place.game
    truth = game.new_records(1)
    game.bind(kernels.imagined)(place.records, truth, place.seat, False, np.uint64(seed_for(np.uint64(9), number)))
    engine, mask = game.engine(), game.new_mask()
    engine.legal(truth, mask)
    player = find_bot(bot)(game, number)
    engine.apply(truth, mask, action, None)
    for _ in range(LONGEST):
        if truth["over"][0]:
            return shares_of(game, truth)[place.seat]
        legal = members(mask)
        chosen = legal[0] if len(legal) == 1 else int(player.choose(_redacted(game, truth)))
        engine.apply(truth, mask, chosen, None)
    return 1.0 / int(truth["seats"][0])


def _redacted(game: Game, truth: Records) -> Records:
    record = copied(truth)
    game.engine().redact(record, int(truth["actor"][0]))
    return record


def summary(verdicts: Iterable[CheckVerdict]) -> dict[str, int]:
    """How many puzzles came to each verdict."""
    counted = Counter(verdicts)
    return {verdict.value: counted[verdict] for verdict in CheckVerdict}
