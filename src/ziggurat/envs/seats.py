"""One seat of each lane is the agent's: plays its action, and goes on until it is its turn again, as kernels.

Opponents that play at random are part of it. Where another one decides, the lane stops and waits to be given its
action; nobody looks at such a position through the environment, so its observation is not written.

    wanted   what is done with each lane: NOTHING, PLAY the action, or OPEN the match that has begun
    owns     the agent's seat in each lane; if the agent changes seats, a match that begins here sets it
    draws    of each opponent, in turn order: whether it plays at random
    paid     the agent's reward of this step
    ended    whether this step ended a match
    scores   the points of such a match
    finals   what the agent sees at the end of such a match; no columns if nobody wants them
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.contract import apply, legal, observe, redact
from ziggurat.core.engine import choose
from ziggurat.core.kernel import kernel
from ziggurat.envs.lanes import begin_game, next_seed, only, write_flags
from ziggurat.envs.rewards import PROGRESS, pay, pay_progress

NOTHING, PLAY, OPEN = 0, 1, 2
OTHERS_DECIDE = -1


@kernel
def step_seats(
    first, last, actions, wanted, owns, changing, draws, paid, ended, scores, finals,
    states, words, work, lanes, masks, flags, observations, seats, options, seed, kind, skip,
):  # fmt: skip
    """Do what is wanted in each lane from `first` to before `last`; say how many then wait for an opponent's action."""
    waiting = 0
    for at in range(first, last):
        if wanted[at] == NOTHING:
            continue
        lane = lanes[at]
        lane.over = 0
        for seat in range(seats):
            lane.rewards[seat] = 0
        work[0] = states[at]
        ends, action = 0, np.int64(actions[at])
        if wanted[at] == OPEN:
            lane.count = legal(work[0], masks[at])
            action = choose_next(masks[at], lane, work[0].actor, owns[at], draws, skip)
        while action != OTHERS_DECIDE:
            apply(work[0], action, None)
            if work[0].over:
                ends += 1
                end_match(work[0], lane, kind, seats)
                paid[at] += lane.rewards[owns[at]]
                ended[at] = 1
                for seat in range(seats):
                    scores[at, seat] = lane.scores[seat]
                if finals.shape[1] > 0:
                    redact(work[0], owns[at])
                    observe(work[0], owns[at], finals[at])
                next_seed(at, lane, seed)
                begin_game(at, states, words, work, lane, seats, options)
                if changing:
                    owns[at] = np.int64(lane.seed % np.uint64(seats))
            lane.count = legal(work[0], masks[at])
            action = choose_next(masks[at], lane, work[0].actor, owns[at], draws, skip and ends < 2)
        states[at] = work[0]
        lane.actor = work[0].actor
        if lane.actor != owns[at]:
            waiting += 1
            continue
        wanted[at] = NOTHING
        if kind == PROGRESS and not ended[at]:
            pay_progress(work[0], lane.paid, lane.rewards)
            paid[at] += lane.rewards[owns[at]]
        if flags.shape[1] > 0:
            write_flags(masks[at], flags[at])
        if observations.shape[1] > 0:
            redact(work[0], lane.actor)
            observe(work[0], lane.actor, observations[at])
    return waiting


@kernel
def choose_next(mask, lane, actor, own, draws, skip):
    """The next action if it is forced, or drawn by an opponent; OTHERS_DECIDE if somebody has to choose it."""
    if skip and lane.count == 1:
        return only(mask)
    if actor == own or not draws[actor - (1 if actor > own else 0)]:
        return OTHERS_DECIDE
    return choose(mask, lane.count, lane.stream)


@kernel
def end_match(state, lane, kind, seats):
    """Pay a finished match out."""
    lane.over = 1
    lane.round += 1
    if kind == PROGRESS:
        pay_progress(state, lane.paid, lane.rewards)
    else:
        pay(state, kind, lane.rewards)
    for seat in range(seats):
        lane.scores[seat] = state.score[seat]
