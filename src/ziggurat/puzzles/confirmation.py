"""The last search of a puzzle, many times as deep as the one that found it: what looks worse by accident is cleared.

A turn of many decisions can be played in many orders, and a short search does not see that all of them come to the
same: of Babel's puzzles, two fifths that had stood the second search did not stand this one.
"""

from __future__ import annotations

from msgspec.structs import replace

from ziggurat.puzzles.format import UNIT, Option, Puzzle, Search
from ziggurat.puzzles.shipped import begin
from ziggurat.puzzles.solution import Place, may_split, split
from ziggurat.reviewing.evaluation import combine_seed

CONFIRM = 10_240  # iterations an action
RIVALS = 2  # options that are looked at again besides the answers and what tempts: those that came nearest


def confirm(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with what a deeper search says of it; None if that does not say the same."""
    match = begin(puzzle)
    place = Place(match.game, match.record(puzzle.seat), puzzle.seat, match.legal())
    seed = combine_seed(puzzle.verified.seed, 7)
    values = {option.action: option.value / UNIT for option in puzzle.options}
    best = puzzle.answers[0]
    rivals = [option.action for option in puzzle.options if option.action not in puzzle.answers][:RIVALS]
    seen: dict[int, float] = {}
    for action in dict.fromkeys((*puzzle.answers, puzzle.tempting, *rivals)):
        seen[action] = place.look(action, seed, CONFIRM).expected[puzzle.seat]
        if not may_split(seen, len(place.legal)):
            return None
    values |= seen
    stands = split(values, len(place.legal))
    if stands is None or puzzle.tempting in stands.answers or not set(puzzle.answers) <= set(stands.answers):
        return None
    options = [
        Option(one.action, round(UNIT * values[one.action]), [] if one.action in stands.answers else one.reasons)
        for one in puzzle.options
    ]
    return replace(
        puzzle,
        answers=[best, *(action for action in stands.answers if action != best)],
        options=sorted(options, key=lambda one: (-one.value, one.action)),
        verified=Search(CONFIRM, seed, round(UNIT * stands.margin)),
    )
