"""The kernels a match runs on: the contract's rules, callable from Python on arrays of records.

Records cross from Python in arrays, because Numba takes an array in a third of a microsecond and a single record in
two.
"""

from __future__ import annotations

from ziggurat.core.bits import NONE, ONE, add, has, lowest, popcount, select
from ziggurat.core.chance import below, seed_for
from ziggurat.core.contract import ACTIONS, WORDS, apply, foresee, legal, observe, redact, resample, setup, standing
from ziggurat.core.kernel import kernel

ILLEGAL = -1
# Of a listing: how many actions are legal, who decides, how it ended; then the actions.
COUNT, ACTOR, OVER, FIRST = 0, 1, 2, 3
TRUTHS = 4  # possible ones, for a preview


@kernel
def setup_match(states, mask, seats, options, seed):
    """Set a match up in the first record and list its legal actions."""
    setup(states[0], seats, options, seed)
    return legal(states[0], mask)


@kernel
def legal_actions(states, mask):
    """List the legal actions of the first record."""
    return list_actions(states[0], mask)


@kernel
def list_actions(state, mask):
    """The legal actions of a record: none once the game is over."""
    if state.over:
        for word in range(WORDS):
            mask[word] = NONE
        return 0
    return legal(state, mask)


@kernel
def apply_action(states, mask, action, events):
    """Play an action on the first record, whose legal actions the mask lists, and list the next ones.

    ILLEGAL, with nothing changed, if the mask does not have it; otherwise 1 if something random or hidden came to
    light and 0 if not.
    """
    if action < 0 or action >= ACTIONS or not has(mask, action):
        return ILLEGAL
    came_to_light = apply(states[0], action, events)
    list_actions(states[0], mask)
    return 1 if came_to_light else 0


@kernel
def list_choices(states, mask, listing):
    """Write who decides in the first record, how it ended, and its legal actions, which the mask has."""
    count = 0
    for word in range(WORDS):
        rest = mask[word]
        while rest != NONE:
            listing[FIRST + count] = 64 * word + lowest(rest)
            rest &= rest - ONE
            count += 1
    listing[COUNT] = count
    listing[ACTOR] = states[0].actor
    listing[OVER] = states[0].over


@kernel
def advance(states, mask, listing, action):
    """Play an action on the first record, and list the next ones, in one call from Python.

    ILLEGAL, with nothing changed, if the mask does not have it; otherwise a mark as of `replay`.
    """
    actor = states[0].actor
    came_to_light = apply_action(states, mask, action, None)
    if came_to_light == ILLEGAL:
        return ILLEGAL
    list_choices(states, mask, listing)
    return 2 * actor + came_to_light


@kernel
def replay(states, mask, actions, marks):
    """Play a whole list of actions on the first record; say how many were legal before the first that was not.

    Each mark tells who decided (times two), plus 1 if something random or hidden came to light.
    """
    for index in range(len(actions)):
        actor = states[0].actor
        came_to_light = apply_action(states, mask, actions[index], None)
        if came_to_light == ILLEGAL:
            return index
        marks[index] = 2 * actor + came_to_light
    return len(actions)


@kernel
def redact_all(states, seat):
    """Redact every record for a seat."""
    for index in range(len(states)):
        redact(states[index], seat)


@kernel
def resample_match(states, seat, seed):
    """Fill the first record, redacted for a seat, with a possible truth."""
    resample(states[0], seat, seed)


@kernel
def observe_match(states, seat, out):
    """Write what the first record, redacted for a seat, shows."""
    observe(states[0], seat, out)


@kernel
def standings(states, out):
    """Write each seat's standing."""
    for seat in range(states[0].seats):
        out[seat] = standing(states[0], seat)


@kernel
def preview(known, work, mask, seat, seed, gains, final):
    """What every legal action would change in the scores, judged by what a seat knows.

    `known` holds the record as the seat that decides knows it, `work` room for two more. Of each action, `gains` gets
    the change for every seat that several possible truths agree on, and nothing where they differ: points that hang on
    a draw or on what others hold are not told. `final` gets the actions after which something random or hidden has
    come to light, so that they cannot be taken back.
    """
    list_actions(known[0], mask)
    for word in range(WORDS):
        final[word] = NONE
    for truth in range(TRUTHS):
        work[0] = known[0]
        resample(work[0], seat, seed_for(seed, truth))
        for action in range(ACTIONS):
            if not has(mask, action):
                continue
            work[1] = work[0]
            if apply(work[1], action, None):
                add(final, action)
            for other in range(known[0].seats):
                gain = work[1].score[other] - work[0].score[other]
                if truth == 0:
                    gains[action, other] = gain
                elif gains[action, other] != gain:
                    gains[action, other] = 0


@kernel
def foresee_match(states, seat, out):
    """Count what a game's prospects tell of the first record, redacted for a seat; every game lays `out` out itself."""
    foresee(states[0], seat, out)


@kernel
def choose(mask, count, stream):
    """One of the `count` actions in a mask, each equally likely."""
    n = below(stream, count)
    for word in range(WORDS):
        here = popcount(mask[word])
        if n < here:
            return 64 * word + select(mask[word], n)
        n -= here
    return ILLEGAL


@kernel
def play_out(state, mask, stream):
    """Play uniformly random legal actions to the end; say how many."""
    actions = 0
    while not state.over:
        count = legal(state, mask)
        apply(state, choose(mask, count, stream), None)
        actions += 1
    return actions


# By the name that `Game.engine()` gives them: the rule's own, where a kernel runs one rule.
KERNELS = {
    "setup": setup_match,
    "legal": legal_actions,
    "apply": apply_action,
    "advance": advance,
    "list_choices": list_choices,
    "replay": replay,
    "redact": redact_all,
    "resample": resample_match,
    "observe": observe_match,
    "standings": standings,
    "preview": preview,
    "foresee": foresee_match,
}
