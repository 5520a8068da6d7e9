"""Many games side by side, as kernels: each lane holds one game, and begins the next when that one ends.

One step of one lane is the same source on the processor and on a GPU. It works on a copy of the record, which then
serves for what the next seat to act sees: redacted in place, so that no observation can hold a secret.

    states        the records, one a lane
    words         the same memory as 64-bit words, to clear a record
    work          an array of one record, the caller's own: where a game is worked on
    lanes         what is known of each lane besides its record (LANE)
    masks         the legal actions of each lane as a set
    flags         the same with a byte for each action; no columns if nobody wants them
    observations  what the seat to act sees; no columns if nobody wants them
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, has, spread
from ziggurat.core.chance import seed_for, start
from ziggurat.core.contract import ACTIONS, WORDS, apply, legal, observe, redact, setup
from ziggurat.core.engine import choose
from ziggurat.core.kernel import kernel
from ziggurat.envs.rewards import pay

MAX_SEATS = 4
LANE = np.dtype(
    [
        ("seed", "u8"),  # of the game that is being played
        ("stream", "u8", (1,)),  # where `sample` draws from
        ("round", "i8"),  # how many games this lane has finished
        ("rewards", "f4", (MAX_SEATS,)),  # of the game that this step ended; 0 if none did
        ("count", "i4"),  # how many actions are legal
        ("scores", "i2", (MAX_SEATS,)),  # at the end of the last game
        ("actor", "i1"),  # the seat to act
        ("over", "u1"),  # whether this step ended a game
        ("illegal", "u1"),  # whether an action was refused here
        ("spare", "i1", (1,)),
    ],
    align=True,
)


@kernel
def begin_game(at, states, words, work, lane, seats, options, seed):
    """Set up the next game of a lane in the work record. Its seed depends on the lane and on how many went before."""
    lane.seed = seed_for(seed_for(seed, at), lane.round)
    for word in range(words.shape[1]):
        words[at, word] = NONE
    work[0] = states[at]
    setup(work[0], seats, options, lane.seed)


@kernel
def show_game(at, states, work, lane, masks, flags, observations):
    """Put the work record into its lane, and show what the seat to act may do and see. The work record is used up."""
    lane.count = legal(work[0], masks[at])
    states[at] = work[0]
    actor = work[0].actor
    lane.actor = actor
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
    lane = lanes[at]
    lane.round = 0
    lane.over = 0
    lane.illegal = 0
    for seat in range(MAX_SEATS):
        lane.rewards[seat] = 0
        lane.scores[seat] = 0
    start(lane.stream, seed_for(~seed, at))
    begin_game(at, states, words, work, lane, seats, options, seed)
    show_game(at, states, work, lane, masks, flags, observations)


@kernel
def step_lane(at, actions, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind):
    """Play one action in a lane. If that ends the game, pay it out and begin the next one.

    An action that is not legal changes nothing; the lane is marked.
    """
    lane = lanes[at]
    action = np.int64(actions[at])
    lane.over = 0
    for seat in range(seats):
        lane.rewards[seat] = 0
    if not may_play(masks[at], action):
        lane.illegal = 1
        return
    work[0] = states[at]
    apply(work[0], action, None)
    if work[0].over:
        lane.over = 1
        lane.round += 1
        pay(work[0], kind, lane.rewards)
        for seat in range(seats):
            lane.scores[seat] = work[0].score[seat]
        begin_game(at, states, words, work, lane, seats, options, seed)
    show_game(at, states, work, lane, masks, flags, observations)


@kernel
def may_play(mask, action):
    """Whether there is such an action, and a set has it."""
    return 0 <= action < ACTIONS and has(mask, action)


@kernel
def sample_lane(at, actions, lanes, masks):
    """Draw one of a lane's legal actions, each equally likely."""
    lane = lanes[at]
    actions[at] = choose(masks[at], lane.count, lane.stream)


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
