"""Finding puzzles in a game: cheap questions first, so that the dear ones are asked of few positions.

A puzzle is a decision, not a turn: all actions that come to the same are answers, such as the two orders in which two
tokens can be placed. Everything random is seeded by the seed, the game's number and the decision, and budgets are
numbers of iterations: the same seed finds the same puzzles everywhere.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ziggurat.bots import find as find_bot
from ziggurat.core.game import Records
from ziggurat.core.match import Match, load
from ziggurat.puzzles.confirming import confirm
from ziggurat.puzzles.format import UNIT, Because, Option, Puzzle, Search, Step, Told
from ziggurat.puzzles.games import Moment, moments
from ziggurat.puzzles.looking import SAME, Place, Split, may_split, split, values_of
from ziggurat.puzzles.rating import estimate
from ziggurat.puzzles.themes import themes
from ziggurat.reviewing import kernels, lines
from ziggurat.reviewing.looks import Look, seeded
from ziggurat.reviewing.report import Why

FEWEST, MOST = 4, 160  # legal actions: fewer are a coin's choice, more are nobody's to look through
DECIDED = 0.12  # where the network expects less than this, or more than all but this, little can be won or lost
OBVIOUS = 0.9  # an answer that the network likes so much at first sight is a riddle only if `steward` misses it too
EXPLORE, COMPARE = 320, 320  # iterations of the search that finds
OVERVIEW, VERIFY = 160, 2560  # and of the search that verifies: every action, and each of those that come near
RIVALS = 6  # actions that are compared at first
NEAR, CLOSEST = 0.08, 24  # whatever comes so near is looked at as deeply as the answer; more of them are no puzzle
CLEAR = 0.065  # the margin by which the first search must find it: half of what is found by less does not last
ASKED = {"apprentice": 4, "scribe": 4, "steward": 2}  # how often each level is asked
MISSED = 0.6  # of what `apprentice` and `scribe` choose, so much at least is no answer
A_GAME = 3  # puzzles at most, so that they come from many games
APART = 6  # decisions between two of them
LINE = 5  # decisions of the line that are kept
SHORT = 12  # options whose reasons are told in full; of the others, the weightiest


class Found(NamedTuple):
    """A decision that looks like a puzzle."""

    place: Place
    split: Split
    network: dict[int, float]  # the odds of actions at first sight
    misses: list[float]
    tempting: int
    rivals: list[int]  # what else was compared
    decision: int
    part: float  # of the game that has been played


def find(match: Match, seed: int, number: int, source: str) -> Iterator[Puzzle]:
    """The puzzles of a game, verified."""
    last, count = -APART, 0
    for moment in moments(match):
        if moment.decision - last < APART:
            continue
        here = seeded(seed, number, moment.decision)
        found = screen(moment, len(match), here)
        puzzle = None if found is None else verify(found, here, f"{source}, decision {moment.decision}")
        puzzle = None if puzzle is None else confirm(puzzle)
        if puzzle is not None:
            yield puzzle
            last, count = moment.decision, count + 1
            if count == A_GAME:
                return


def screen(moment: Moment, length: int, seed: int) -> Found | None:
    """Whether a decision looks like a puzzle."""
    match = moment.match
    legal, seat, game = match.legal(), match.actor, match.game
    favourite = moment.thought.candidates[0]
    value = moment.thought.expected[seat]
    if not FEWEST <= len(legal) <= MOST or not DECIDED < value < 1 - DECIDED:
        return None
    place = Place(game, match.record(seat), seat, legal)
    greedy = find_bot("greedy")(game, seed).choose(place.records)
    if greedy == favourite.action and favourite.visits > UNIT * OBVIOUS:
        return None
    tried = [action for action, _ in place.explore(seeded(seed, 1), EXPLORE)]
    if not tried or tried[0] == greedy:
        return None
    rivals = list(dict.fromkeys((*tried[:RIVALS], greedy, favourite.action)))
    stands = _compare(place, rivals, seeded(seed, 2))
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
    return Found(place, stands, odds, misses, tempting, rivals, moment.decision, moment.decision / length)


def _compare(place: Place, actions: list[int], seed: int) -> Split | None:
    """Compare actions one after the other, and leave it as soon as nothing stands out any more."""
    values: dict[int, float] = {}
    for action in actions:
        values[action] = place.look(action, seed, COMPARE).expected[place.seat]
        if not may_split(values, len(place.legal)):
            return None
    return split(values, len(place.legal))


def _asked(place: Place, level: str, times: int, seed: int) -> list[int]:
    maker = find_bot(level)
    return [maker(place.game, seeded(seed, 3, time)).choose(place.records) for time in range(times)]


def verify(found: Found, seed: int, source: str) -> Puzzle | None:
    """Search several times deeper, in other truths: the same answer by the same margin, or it is no puzzle."""
    place, seat, deep = found.place, found.place.seat, seeded(seed, 5)
    looks: dict[int, Look] = {}
    if not _stays(found, looks, [*found.split.answers, found.tempting, *found.rivals], deep):
        return None
    overview = place.looks(place.legal, seeded(seed, 4), OVERVIEW)
    first = values_of(overview, seat)
    least = min(first[action] for action in found.split.answers) - NEAR
    near = sorted((action for action in place.legal if first[action] >= least), key=lambda one: (-first[one], one))
    if len(near) > CLOSEST or not _stays(found, looks, near, deep):
        return None
    looks = overview | looks
    stands = split(values_of(looks, seat), len(place.legal))
    if stands is None or found.split.answers[0] not in stands.answers or found.tempting in stands.answers:
        return None
    return _puzzle(found, stands, looks, seed, source)


def _stays(found: Found, looks: dict[int, Look], actions: list[int], seed: int) -> bool:
    """Whether the answer stays one while one action after the other is looked at deeply."""
    place = found.place
    for action in actions:
        if action not in looks:
            looks[action] = place.look(action, seed, VERIFY)
            values = values_of(looks, place.seat)
            if not may_split(values, len(place.legal)) or values[found.split.answers[0]] < max(values.values()) - SAME:
                return False
    return True


def _puzzle(found: Found, stands: Split, looks: dict[int, Look], seed: int, source: str) -> Puzzle | None:
    place, seat, game = found.place, found.place.seat, found.place.game
    position = imagined(place, seed)
    if position is None:
        return None
    known = lines.Known(game, place.records, seat, False, found.decision)
    values = values_of(looks, seat)
    order = sorted(values, key=lambda action: (-values[action], action))
    best = stands.answers[0]
    told, answer = lines.follow(known, looks[best].line)
    line = [
        Step(move.seat, move.action, [Told(one.kind, one.seat, one.arguments, one.text) for one in move.events])
        for move in told[:LINE]
    ]
    options, lost = [], None
    for rank, action in enumerate(order):
        reasons: list[Because] = []
        if action not in stands.answers:
            _, instead = lines.follow(known, looks[action].line)
            if action == found.tempting:
                lost = instead
            shift = [ours - theirs for ours, theirs in zip(looks[best].expected, looks[action].expected, strict=True)]
            reasons = [
                Because(one.kind, one.seat, one.points, one.instead)
                for one in lines.reasons(seat, answer, instead, shift)
                if one.kind is not Why.LATER
            ][: None if rank < SHORT else 1]
        options.append(Option(action, round(UNIT * values[action]), reasons))
    if lost is None:
        return None
    why = next(one.reasons for one in options if one.action == found.tempting)
    why = why or [Because(Why.LATER, seat, 0.0, 0.0)]
    odds = sum(found.network.get(action, 0.0) for action in stands.answers)
    return Puzzle(
        id=hashlib.blake2b(place.records.tobytes(), digest_size=5).hexdigest(),
        game=game.name,
        rules=game.rules_version,
        seats=int(place.records["seats"][0]),
        seat=seat,
        position=position,
        answers=stands.answers,
        tempting=found.tempting,
        options=options,
        reasons=why,
        line=line,
        themes=themes(game, seat, why, line, (answer, lost), found.part),
        rating=estimate(found.misses, odds, stands.margin, len(place.legal)),
        found=Search(COMPARE, seeded(seed, 2), round(UNIT * found.split.margin)),
        verified=Search(VERIFY, seeded(seed, 5), round(UNIT * stands.margin)),
        source=source,
    )


def imagined(place: Place, seed: int) -> dict[str, object] | None:
    """A position that the seat thinks possible and that asks it the same; None if it cannot be written down."""
    game = place.game
    truth = game.new_records(1)
    game.bind(kernels.imagined)(place.records, truth, place.seat, False, np.uint64(seeded(seed, 6)))
    position = game.write_position(truth[0])
    again = load(game.name, position)
    same = again.actor == place.seat and again.legal() == place.legal
    return position if same and _alike(again.record(place.seat), place.records) else None


def _alike(one: Records, other: Records) -> bool:
    return one.tobytes() == other.tobytes()
