"""Many games side by side, as kernels: each lane holds one game, and begins the next when that one ends.

One step of one lane is the same source on the processor and on a GPU. It works on a copy of the record, which then
serves for what the next seat to act sees: redacted in place, so that no observation can hold a secret.

    states        the records, one a lane
    words         the same memory as 64-bit words, to clear a record
    work          an array of one record, the caller's own: where a game is worked on
    lanes         what is known of each lane besides its record (LANE)
    wanted        what a reset does with each lane: LEAVE, ANEW, NEXT, SEEDED or SHOW
    masks         the legal actions of each lane as a set
    flags         the same with a byte for each action; no columns if nobody wants them
    observations  what the seat to act sees; no columns if nobody wants them
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, has, lowest, spread
from ziggurat.core.chance import seed_for, start
from ziggurat.core.contract import ACTIONS, WORDS, apply, legal, observe, redact, setup
from ziggurat.core.engine import choose
from ziggurat.core.kernel import kernel
from ziggurat.envs.rewards import PROGRESS, pay, pay_progress

MAX_SEATS = 4
STAY = -(2**31)  # instead of an action: this lane is not stepped

LEAVE = 0  # as it is
ANEW = 1  # its first game, as a new environment has it
NEXT = 2  # its next game, whether or not this one is over
SEEDED = 3  # the game of the seed that the lane names
SHOW = 4  # from the record that has been put there

LANE = np.dtype(
    [
        ("seed", "u8"),  # of the game that is being played
        ("stream", "u8", (1,)),  # where `sample` draws from
        ("round", "i8"),  # how many games this lane has finished
        ("rewards", "f4", (MAX_SEATS,)),  # of the game that this step ended; 0 if none did
        ("count", "i4"),  # how many actions are legal
        ("scores", "i2", (MAX_SEATS,)),  # at the end of the last game
        ("paid", "i2", (MAX_SEATS,)),  # points that rewards have been paid for, where every point is
        ("actor", "i1"),  # the seat to act
        ("over", "u1"),  # whether this step ended a game
        ("illegal", "u1"),  # whether an action was refused here
        ("spare", "i1", (1,)),
    ],
    align=True,
)


@kernel
def next_seed(at, lane, seed):
    """The seed of a lane's game depends on the lane and on how many went before."""
    lane.seed = seed_for(seed_for(seed, at), lane.round)


@kernel
def begin_game(at, states, words, work, lane, seats, options):
    """Set up the game of a lane's seed in the work record."""
    for word in range(words.shape[1]):
        words[at, word] = NONE
    work[0] = states[at]
    setup(work[0], seats, options, lane.seed)
    for seat in range(seats):
        lane.paid[seat] = work[0].score[seat]


@kernel
def play_on(at, action, states, words, work, lane, masks, seats, options, seed, kind, skip):
    """Play an action in the work record, unless it is negative, and list what is legal then.

    If that ends the game, it is paid out and the next one begins. With `skip`, what follows without a choice is played
    too; it ends after two games at the latest, since there might be games in which nobody has any choice.
    """
    if action >= 0:
        play_one(at, action, states, words, work, lane, seats, options, seed, kind)
    lane.count = legal(work[0], masks[at])
    if skip:  # apart from the first action: in one loop with it, every step of Ur and Babel took a sixth longer
        rounds = lane.round
        while lane.count == 1 and lane.round - rounds < 2:
            play_one(at, only(masks[at]), states, words, work, lane, seats, options, seed, kind)
            lane.count = legal(work[0], masks[at])


@kernel
def play_one(at, action, states, words, work, lane, seats, options, seed, kind):
    """Play an action in the work record. If that ends the game, pay it out and begin the next one."""
    apply(work[0], action, None)
    if work[0].over:
        lane.over = 1
        lane.round += 1
        if kind == PROGRESS:
            pay_progress(work[0], lane.paid, lane.rewards)
        else:
            pay(work[0], kind, lane.rewards)
        for seat in range(seats):
            lane.scores[seat] = work[0].score[seat]
        next_seed(at, lane, seed)
        begin_game(at, states, words, work, lane, seats, options)


@kernel
def only(mask):
    """The only action in a set."""
    for word in range(WORDS):
        if mask[word] != NONE:
            return 64 * word + lowest(mask[word])
    return -1


@kernel
def show_game(at, states, work, lane, masks, flags, observations):
    """Put the work record into its lane, and show what the seat to act may do and see. The work record is used up."""
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
def reset_lane(at, wanted, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind, skip):
    """Run a task on a lane: begin one of its games, or show the position it holds."""
    if wanted[at] == LEAVE:
        return
    lane = lanes[at]
    if wanted[at] == SHOW:
        work[0] = states[at]
    else:
        lane.over = 0
        for seat in range(MAX_SEATS):
            lane.rewards[seat] = 0
        if wanted[at] == ANEW:
            lane.round = 0
            lane.illegal = 0
            for seat in range(MAX_SEATS):
                lane.scores[seat] = 0
                lane.paid[seat] = 0
            start(lane.stream, seed_for(~seed, at))
        elif wanted[at] == NEXT:
            lane.round += 1
        if wanted[at] != SEEDED:
            next_seed(at, lane, seed)
        begin_game(at, states, words, work, lane, seats, options)
    play_on(at, np.int64(-1), states, words, work, lane, masks, seats, options, seed, kind, skip)
    show_game(at, states, work, lane, masks, flags, observations)


@kernel
def step_lane(at, actions, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind, skip):
    """Play one action in a lane. If that ends the game, pay it out and begin the next one.

    An action that is not legal changes nothing; the lane is marked. STAY changes nothing either.
    """
    lane = lanes[at]
    action = np.int64(actions[at])
    lane.over = 0
    for seat in range(seats):
        lane.rewards[seat] = 0
    if action == STAY:
        return
    if not may_play(masks[at], action):
        lane.illegal = 1
        return
    work[0] = states[at]
    play_on(at, action, states, words, work, lane, masks, seats, options, seed, kind, skip)
    if kind == PROGRESS and lane.over == 0:
        pay_progress(work[0], lane.paid, lane.rewards)
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
def reset_lanes(
    first, last, wanted, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind, skip
):
    """Run a task on each lane from `first` to before `last`."""
    for at in range(first, last):
        reset_lane(at, wanted, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind, skip)


@kernel
def step_lanes(
    first, last, actions, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind, skip
):
    """Play one action in each lane from `first` to before `last`."""
    for at in range(first, last):
        step_lane(at, actions, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind, skip)


@kernel
def sample_lanes(first, last, actions, lanes, masks):
    """Draw an action for each lane from `first` to before `last`."""
    for at in range(first, last):
        sample_lane(at, actions, lanes, masks)


@kernel
def first_illegal(actions, masks):
    """The first lane whose action is neither legal nor STAY; -1 if there is none."""
    for at in range(len(actions)):
        if actions[at] != STAY and not may_play(masks[at], np.int64(actions[at])):
            return at
    return -1
