"""Exact solutions: which actions keep a win that can be forced before the turn ends.

Every position that a seat can reach within its turn is visited once. Beyond anything random or hidden nothing is
forced, unless the game is over there. Where somebody else has to decide within the turn (to discard cards), the first
possible choice is played: it cannot change what the seat itself can do. A test compares with a slow solver.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ziggurat.core.bits import NONE, lowest
from ziggurat.core.contract import WORDS, apply, legal
from ziggurat.core.game import Game, Records
from ziggurat.core.kernel import kernel
from ziggurat.reviewing import kernels
from ziggurat.reviewing.kernels import share_win

LARGEST = 3_000_000  # positions of a turn; larger turns are not decided
STACK = 60_000  # positions that wait to be visited
TABLE = 1 << 23  # places for the names of visited positions
TRUTHS = 3  # a win must be forced in each of so many possible truths
LOST, WON, TOO_LARGE = 0, 1, -1
PRIME, BASE = np.uint64(1099511628211), np.uint64(14695981039346656037)  # of the FNV hash
SHIFT = np.uint64(32)


@kernel
def visit_all(stack, contents, whose, seat, masks, shares, names, tags, dead, tag, used, largest):
    """Whether a seat can reach a win from the first record of a stack, before its turn ends.

    `contents` are the stack's bytes, `whose` the byte that says whose turn it is. `names` and `tags` remember which
    positions were visited for which action (`tag`), `dead` for which actions no win was found. Returns the answer and
    the number of remembered positions.
    """
    top = 1
    dead[tag] = 0
    while top > 0:
        top -= 1
        stack[0] = stack[top + 1]  # the stack begins at 1: the record at 0 is worked on
        if stack[0].actor != seat:
            legal(stack[0], masks[0])
            revealed = False
            for word in range(WORDS):
                if masks[0, word] != NONE:
                    revealed = apply(stack[0], 64 * word + lowest(masks[0, word]), None)
                    break
            outcome = look(stack, contents, whose, seat, shares, revealed)
            if outcome == WON:
                return WON, used
            if outcome == LOST:
                continue
        legal(stack[0], masks[0])
        stack[len(stack) - 1] = stack[0]
        for word in range(WORDS):
            rest = masks[0, word]
            while rest != NONE:
                action = 64 * word + lowest(rest)
                rest &= rest - np.uint64(1)
                stack[0] = stack[len(stack) - 1]
                revealed = apply(stack[0], action, None)
                outcome = look(stack, contents, whose, seat, shares, revealed)
                if outcome == WON:
                    return WON, used
                if outcome == LOST:
                    continue
                place = find(contents, names)
                if names[place] != NONE and (tags[place] == tag or dead[tags[place]]):
                    continue
                if names[place] == NONE:
                    used += 1
                    if used > largest:
                        return TOO_LARGE, used
                    names[place] = name_of(contents)
                tags[place] = tag
                top += 1
                if top + 2 >= len(stack):
                    return TOO_LARGE, used
                stack[top] = stack[0]
    dead[tag] = 1
    return LOST, used


@kernel
def look(stack, contents, whose, seat, shares, revealed):
    """What has become of the turn in the first record: won, lost (not won by force), or still open (2)."""
    if stack[0].over:
        share_win(stack[0], shares)
        return WON if shares[seat] == 1.0 else LOST
    return LOST if revealed or contents[0, whose] != seat else 2


@kernel
def name_of(contents):
    """A hash of the first record; never 0."""
    name = BASE
    for at in range(contents.shape[1]):
        name = (name ^ np.uint64(contents[0, at])) * PRIME
    return name | np.uint64(1)


@kernel
def find(contents, names):
    """The place of the first record among the names, or the free place where it belongs."""
    name = name_of(contents)
    place = np.int64((name >> SHIFT) & np.uint64(len(names) - 1))
    while names[place] != NONE and names[place] != name:
        place = (place + 1) & (len(names) - 1)
    return place


def forced_wins(
    game: Game, known: Records, seat: int, legal_actions: list[int], largest: int = LARGEST
) -> frozenset[int] | None:
    """The actions after which a seat wins by force this turn; None if the turn is too large to tell.

    `known` is the record as the seat knows it. An empty set says that there is no such win.
    """
    wins: frozenset[int] | None = None
    for number in range(TRUTHS):
        truth = game.new_records(1)
        game.bind(kernels.imagined)(known, truth, seat, False, np.uint64(number))
        still_winning = _solve(game, truth, seat, legal_actions if wins is None else sorted(wins), largest)
        if still_winning is None:
            return None
        wins = still_winning
        if not wins:
            break
    return wins


def _solve(game: Game, truth: Records, seat: int, actions: list[int], largest: int) -> frozenset[int] | None:
    """The winning actions in one truth."""
    stack = game.new_records(STACK)
    contents = stack.view(np.uint8).reshape(STACK, game.state.itemsize)
    fields: dict[str, Any] = dict(game.state.fields or {})
    whose = int((fields.get("active") or fields["actor"])[1])  # others may decide within a turn, if a game says so
    masks, shares = np.zeros((1, game.words), dtype=np.uint64), np.zeros(4)
    names, tags = np.zeros(TABLE, dtype=np.uint64), np.zeros(TABLE, dtype=np.int16)
    dead, used = np.zeros(len(actions) + 1, dtype=np.int8), 0
    engine, mask = game.engine(), game.new_mask()
    wins = set()
    for tag, action in enumerate(actions, 1):
        record = truth.copy()
        engine.legal(record, mask)
        revealed = engine.apply(record, mask, action, None)
        stack[0] = stack[1] = record[0]
        outcome = game.bind(look)(stack, contents, whose, seat, shares, bool(revealed))
        if outcome not in (WON, LOST):
            outcome, used = game.bind(visit_all)(
                *(stack, contents, whose, seat, masks, shares, names, tags, dead, tag, used, largest)
            )
        if outcome == TOO_LARGE:
            return None
        if outcome == WON:
            wins.add(action)
    return frozenset(wins)
