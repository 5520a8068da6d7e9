"""Confirms a puzzle with a last search, many times deeper than the first.

A turn of many decisions can be played in many orders, and a short search does not see that they are equivalent: of
Babel's puzzles, two fifths that passed the second search fail this one.
"""

from __future__ import annotations

from msgspec.structs import replace

from ziggurat.puzzles.format import UNIT, Puzzle, PuzzleOption, Search
from ziggurat.puzzles.shipped import begin
from ziggurat.puzzles.solution import Place, may_split, split
from ziggurat.reviewing.evaluation import combine_seed

CONFIRM = 10_240  # iterations per action
RIVALS = 2  # nearest options that are searched again, besides the answers and the tempting one


def confirm(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with the values of a deeper search; None if the answer changes."""
    if puzzle.exact:  # there is nothing to confirm
        return puzzle
    match = begin(puzzle)
    place = Place(match.game, match.record(puzzle.seat), puzzle.seat, match.legal())
    seed = combine_seed(puzzle.verified.seed, 7)
    values = {option.action: option.value / UNIT for option in puzzle.options}
    best = puzzle.answers[0]
    rivals = [option.action for option in puzzle.options if option.action not in puzzle.answers][:RIVALS]
    seen: dict[int, float] = {}
    for action in dict.fromkeys((*puzzle.answers, puzzle.tempting, *rivals)):
        seen[action] = place.evaluate(action, seed, CONFIRM).expected[puzzle.seat]
        if not may_split(seen, len(place.legal)):
            return None
    values |= seen
    stands = split(values, len(place.legal))
    if stands is None or puzzle.tempting in stands.answers or not set(puzzle.answers) <= set(stands.answers):
        return None
    options = [
        PuzzleOption(one.action, round(UNIT * values[one.action]), [] if one.action in stands.answers else one.reasons)
        for one in puzzle.options
    ]
    return replace(
        puzzle,
        answers=[best, *(action for action in stands.answers if action != best)],
        options=sorted(options, key=lambda one: (-one.value, one.action)),
        verified=Search(CONFIRM, seed, round(UNIT * stands.margin)),
    )
