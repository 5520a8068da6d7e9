"""Finds puzzles in one match: cheap checks first, so that few positions need the expensive ones.

A puzzle is a decision, not a turn: all equivalent actions are answers, such as the two orders in which two tokens can
be placed. Random numbers are seeded by the seed, the match number and the decision, and budgets are iterations: the
same seed finds the same puzzles on every machine.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from ziggurat.bots import find as find_bot
from ziggurat.core.game import Records
from ziggurat.core.match import Match, load
from ziggurat.puzzles.confirmation import confirm
from ziggurat.puzzles.explanation import events_before, explain
from ziggurat.puzzles.format import EDITION, UNIT, Puzzle, Search
from ziggurat.puzzles.games import PuzzleMoment, moments
from ziggurat.puzzles.rating import estimate
from ziggurat.puzzles.solution import SAME, Place, PuzzleSolution, may_split, split, values_of
from ziggurat.reviewing import kernels
from ziggurat.reviewing.chances import chances_of
from ziggurat.reviewing.evaluation import Evaluation, combine_seed

FEWEST, MOST = 4, 160  # legal actions; fewer can be guessed, more are too many to look through
DECIDED = 0.12  # a position where the winning chance is less, or more than 1 minus this, is decided
OBVIOUS = 0.9  # above these odds at first sight the answer is too obvious, unless `steward` misses it
EXPLORE, COMPARE = 320, 320  # iterations of the first search
OVERVIEW, VERIFY = 160, 2560  # iterations of the second search: every action, and each one that comes near
RIVALS = 6  # actions that are compared at first
NEAR, CLOSEST = 0.08, 24  # actions this near are searched as deeply as the answer; with more of them it is no puzzle
CLEAR = 0.065  # margin in the first search; half of those below it fail the second search
ASKED = {"apprentice": 4, "scribe": 4, "steward": 2}  # how often each level is asked
MISSED = 0.6  # share of `apprentice` and `scribe` choices that must be wrong
A_GAME = 3  # puzzles per match at most, for variety
APART = 6  # decisions between two puzzles of a match


class PuzzleCandidate(NamedTuple):
    """A decision that may be a puzzle."""

    place: Place
    split: PuzzleSolution
    network: dict[int, float]  # the network's odds of actions, without search
    misses: list[float]
    tempting: int
    rivals: list[int]  # other actions that were compared
    decision: int
    part: float  # of the game that has been played


def find(match: Match, seed: int, number: int, source: str) -> Iterator[Puzzle]:
    """The puzzles of a game, verified."""
    last, count = -APART, 0
    for moment in moments(match):
        if moment.decision - last < APART:
            continue
        here = combine_seed(seed, number, moment.decision)
        candidate = screen(moment, len(match), here)
        puzzle = None if candidate is None else verify(candidate, here, f"{source}, decision {moment.decision}")
        puzzle = None if puzzle is None else confirm(puzzle)
        if puzzle is not None:
            yield replace(puzzle, before=events_before(match, moment.decision))
            last, count = moment.decision, count + 1
            if count == A_GAME:
                return


def screen(moment: PuzzleMoment, length: int, seed: int) -> PuzzleCandidate | None:
    """The decision as a candidate; None if it is not one."""
    match = moment.match
    legal, seat, game = match.legal(), match.actor, match.game
    favourite = moment.thought.candidates[0]
    value = chances_of(game, moment.thought.expected)[seat]
    if not FEWEST <= len(legal) <= MOST or not DECIDED < value < 1 - DECIDED:
        return None
    place = Place(game, match.record(seat), seat, legal)
    greedy = find_bot("greedy")(game, seed).choose(place.records)
    if greedy == favourite.action and favourite.visits > UNIT * OBVIOUS:
        return None
    tried = [action for action, _ in place.explore(combine_seed(seed, 1), EXPLORE)]
    if not tried or tried[0] == greedy:
        return None
    rivals = list(dict.fromkeys((*tried[:RIVALS], greedy, favourite.action)))
    stands = _compare(place, rivals, combine_seed(seed, 2))
    if stands is None or stands.margin < CLEAR or greedy in stands.answers:
        return None
    odds = {one.action: one.visits / UNIT for one in moment.thought.candidates}
    chosen = {level: _asked(place, level, times, seed) for level, times in ASKED.items()}
    misses = [sum(action not in stands.answers for action in some) / len(some) for some in chosen.values()]
    if (misses[0] + misses[1]) / 2 < MISSED:
        return None
    if sum(odds.get(action, 0.0) for action in stands.answers) > OBVIOUS and misses[2] < 1:
        return None
    wrong = Counter(action for some in chosen.values() for action in some if action not in stands.answers)
    wrong[greedy] += 1
    tempting = min(wrong, key=lambda action: (-wrong[action], action))
    return PuzzleCandidate(place, stands, odds, misses, tempting, rivals, moment.decision, moment.decision / length)


def _compare(place: Place, actions: list[int], seed: int) -> PuzzleSolution | None:
    """Compare actions one by one; None as soon as no solution stands out."""
    values: dict[int, float] = {}
    for action in actions:
        values[action] = place.evaluate(action, seed, COMPARE).expected[place.seat]
        if not may_split(values, len(place.legal)):
            return None
    return split(values, len(place.legal))


def _asked(place: Place, level: str, times: int, seed: int) -> list[int]:
    maker = find_bot(level)
    return [maker(place.game, combine_seed(seed, 3, time)).choose(place.records) for time in range(times)]


def verify(candidate: PuzzleCandidate, seed: int, source: str) -> Puzzle | None:
    """Search deeper with other samples; None unless the answer and a clear margin are confirmed."""
    place, seat, deep = candidate.place, candidate.place.seat, combine_seed(seed, 5)
    evaluations: dict[int, Evaluation] = {}
    if not _stays(candidate, evaluations, [*candidate.split.answers, candidate.tempting, *candidate.rivals], deep):
        return None
    overview = place.evaluate_all(place.legal, combine_seed(seed, 4), OVERVIEW)
    first = values_of(overview, seat)
    least = min(first[action] for action in candidate.split.answers) - NEAR
    near = sorted((action for action in place.legal if first[action] >= least), key=lambda one: (-first[one], one))
    if len(near) > CLOSEST or not _stays(candidate, evaluations, near, deep):
        return None
    evaluations = overview | evaluations
    wins = place.wins() or frozenset()
    stands = split(values_of(evaluations, seat), len(place.legal), wins)
    if stands is None or candidate.split.answers[0] not in stands.answers or candidate.tempting in stands.answers:
        return None
    return _puzzle(candidate, stands, evaluations, wins, seed, source)


def _stays(candidate: PuzzleCandidate, evaluations: dict[int, Evaluation], actions: list[int], seed: int) -> bool:
    """Whether the answer stays the best while actions are searched deeply, one by one."""
    place = candidate.place
    for action in actions:
        if action not in evaluations:
            evaluations[action] = place.evaluate(action, seed, VERIFY)
            values = values_of(evaluations, place.seat)
            if (
                not may_split(values, len(place.legal))
                or values[candidate.split.answers[0]] < max(values.values()) - SAME
            ):
                return False
    return True


def _puzzle(
    candidate: PuzzleCandidate,
    stands: PuzzleSolution,
    evaluations: dict[int, Evaluation],
    wins: frozenset[int],
    seed: int,
    source: str,
) -> Puzzle | None:
    place, seat, game = candidate.place, candidate.place.seat, candidate.place.game
    position = imagined(place, seed)
    if position is None:
        return None
    values = values_of(evaluations, seat) | dict.fromkeys(wins, 1.0)
    explanation = explain(
        place, stands.answers, values, evaluations, candidate.tempting, candidate.decision, candidate.part
    )
    odds = sum(candidate.network.get(action, 0.0) for action in stands.answers)
    return Puzzle(
        id=hashlib.blake2b(place.records.tobytes(), digest_size=5).hexdigest(),
        game=game.name,
        rules=game.rules_version,
        seats=int(place.records["seats"][0]),
        seat=seat,
        position=position,
        answers=stands.answers,
        tempting=candidate.tempting,
        options=explanation.options,
        reasons=explanation.reasons,
        line=explanation.line,
        themes=explanation.themes,
        rating=estimate(candidate.misses, odds, stands.margin, len(place.legal)),
        found=Search(COMPARE, combine_seed(seed, 2), round(UNIT * candidate.split.margin)),
        verified=Search(VERIFY, combine_seed(seed, 5), round(UNIT * stands.margin)),
        source=source,
        exact=bool(wins),
        edition=EDITION,
    )


def imagined(place: Place, seed: int) -> dict[str, object] | None:
    """A possible full position in which the seat has the same decision; None if it cannot be written down."""
    game = place.game
    truth = game.new_records(1)
    game.bind(kernels.imagined)(place.records, truth, place.seat, False, np.uint64(combine_seed(seed, 6)))
    position = game.write_position(truth[0])
    again = load(game.name, position)
    same = again.actor == place.seat and again.legal() == place.legal
    return position if same and _alike(again.record(place.seat), place.records) else None


def _alike(one: Records, other: Records) -> bool:
    return one.tobytes() == other.tobytes()
