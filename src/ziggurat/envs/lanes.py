"""Many games side by side, as kernels: each lane holds one game, and begins the next when that one ends.

One step of one lane is the same source on the processor and on a GPU. It works on a copy of the record, which then
serves for what the next seat to act sees: redacted in place, so that no observation can hold a secret.

    states        the records, one a lane
    words         the same memory as 64-bit words, to clear a record
    work          an array of one record, the caller's own: where a game is worked on
    lanes         what is known of each lane besides its record (Lanes)
    masks         the legal actions of each lane as a set
    flags         the same with a byte for each action; no columns if nobody wants them
    observations  what the seat to act sees; no columns if nobody wants them
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ziggurat.core.bits import NONE, has, spread
from ziggurat.core.chance import seed_for, start
from ziggurat.core.contract import ACTIONS, WORDS, apply, legal, observe, redact, setup
from ziggurat.core.engine import choose
from ziggurat.core.kernel import kernel
from ziggurat.envs.rewards import pay

Array = np.ndarray[Any, Any]


class Lanes(NamedTuple):
    """What is known of each lane besides its record: an array of each, so that any library can read it as it lies."""

    seeds: Array  # of the game that is being played
    streams: Array  # where `sample` draws from
    rounds: Array  # how many games this lane has finished
    rewards: Array  # by seat, of the game that this step ended; 0 if none did
    counts: Array  # how many actions are legal
    scores: Array  # by seat, at the end of the last game
    actors: Array  # the seat to act
    over: Array  # whether this step ended a game
    illegal: Array  # whether an action was refused here


def new_lanes(games: int, seats: int, allocate: Callable[[tuple[int, ...], str], Array]) -> Lanes:
    """Arrays for so many lanes, from a function that makes one of a shape and a type."""
    return Lanes(
        seeds=allocate((games,), "u8"),
        streams=allocate((games, 1), "u8"),
        rounds=allocate((games,), "i8"),
        rewards=allocate((games, seats), "f4"),
        counts=allocate((games,), "i4"),
        scores=allocate((games, seats), "i2"),
        actors=allocate((games,), "i1"),
        over=allocate((games,), "u1"),
        illegal=allocate((games,), "u1"),
    )


@kernel
def begin_game(at, states, words, work, lanes, seats, options, seed):
    """Set up the next game of a lane in the work record. Its seed depends on the lane and on how many went before."""
    lanes.seeds[at] = seed_for(seed_for(seed, at), lanes.rounds[at])
    for word in range(words.shape[1]):
        words[at, word] = NONE
    work[0] = states[at]
    setup(work[0], seats, options, lanes.seeds[at])


@kernel
def show_game(at, states, work, lanes, masks, flags, observations):
    """Put the work record into its lane, and show what the seat to act may do and see. The work record is used up."""
    lanes.counts[at] = legal(work[0], masks[at])
    states[at] = work[0]
    actor = work[0].actor
    lanes.actors[at] = actor
    if flags.shape[1] > 0:
        write_flags(masks[at], flags[at])
    if observations.shape[1] > 0:
        redact(work[0], actor)
        observe(work[0], actor, observations[at])


@kernel
def write_flags(mask, flags):
    """A set of actions as one byte for each action."""
    for word in range(WORDS):
        spread(mask[word], flags, 64 * word, min(64, ACTIONS - 64 * word))


@kernel
def reset_lane(at, states, words, work, lanes, masks, flags, observations, seats, options, seed):
    """Begin the first game of a lane."""
    lanes.rounds[at] = 0
    lanes.over[at] = 0
    lanes.illegal[at] = 0
    for seat in range(seats):
        lanes.rewards[at, seat] = 0
        lanes.scores[at, seat] = 0
    start(lanes.streams[at], seed_for(~seed, at))
    begin_game(at, states, words, work, lanes, seats, options, seed)
    show_game(at, states, work, lanes, masks, flags, observations)


@kernel
def step_lane(at, actions, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind):
    """Play one action in a lane. If that ends the game, pay it out and begin the next one.

    An action that is not legal changes nothing; the lane is marked.
    """
    action = np.int64(actions[at])
    lanes.over[at] = 0
    for seat in range(seats):
        lanes.rewards[at, seat] = 0
    if not may_play(masks[at], action):
        lanes.illegal[at] = 1
        return
    work[0] = states[at]
    apply(work[0], action, None)
    if work[0].over:
        lanes.over[at] = 1
        lanes.rounds[at] += 1
        pay(work[0], kind, lanes.rewards[at])
        for seat in range(seats):
            lanes.scores[at, seat] = work[0].score[seat]
        begin_game(at, states, words, work, lanes, seats, options, seed)
    show_game(at, states, work, lanes, masks, flags, observations)


@kernel
def may_play(mask, action):
    """Whether there is such an action, and a set has it."""
    return 0 <= action < ACTIONS and has(mask, action)


@kernel
def sample_lane(at, actions, lanes, masks):
    """Draw one of a lane's legal actions, each equally likely."""
    actions[at] = choose(masks[at], lanes.counts[at], lanes.streams[at])


# ------------------------------------------------------------------- the processor: one lane after another, in a slice


@kernel
def reset_lanes(first, last, states, words, work, lanes, masks, flags, observations, seats, options, seed):
    """Begin the first game of each lane from `first` to before `last`."""
    for at in range(first, last):
        reset_lane(at, states, words, work, lanes, masks, flags, observations, seats, options, seed)


@kernel
def step_lanes(
    first, last, actions, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind
):
    """Play one action in each lane from `first` to before `last`."""
    for at in range(first, last):
        step_lane(at, actions, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind)


@kernel
def sample_lanes(first, last, actions, lanes, masks):
    """Draw an action for each lane from `first` to before `last`."""
    for at in range(first, last):
        sample_lane(at, actions, lanes, masks)


@kernel
def first_illegal(actions, masks):
    """The first lane whose action is not legal; -1 if all are."""
    for at in range(len(actions)):
        if not may_play(masks[at], np.int64(actions[at])):
            return at
    return -1
