"""The contract of a game, as late names for kernels that work with every game.

A game supplies these rules, its record type and the size of its action space; `ziggurat.core.game.Game`
declares them and binds them.

    setup(state, seats, options, seed)    start a match in an all-zero record
    legal(state, mask) -> count           write the set of legal actions over the whole mask
    apply(state, action, events) -> bool  play a legal action; true if something random or hidden came to light
    observe(state, seat, out)             what a redacted record shows, as numbers for learning
    standing(state, seat) -> number       who is ahead: the highest standing wins, equal standings share
    redact(state, seat)                   erase what a seat may not know (seat -1: a spectator); by default chance
    resample(state, seat, seed)           fill a redacted record with one possible truth, drawn with the right odds
    evaluate(state, seat) -> points       what a position promises a seat, for bots; by default its score
    foresee(state, seat, out)             count what a game's `prospects` tells, from a redacted record; by default none

Every state has the fields `actor, over, score[4], seats, rng[1]`. `over` is 0 in play and a game's own reason for
ending afterwards. `events` is an event buffer (see `ziggurat.core.events`) or None, which costs nothing at all: Numba
compiles a version without any event code.
"""

from __future__ import annotations

from ziggurat.core.kernel import Late

setup = Late("setup")
legal = Late("legal")
apply = Late("apply")
redact = Late("redact")
resample = Late("resample")
observe = Late("observe")
standing = Late("standing")
evaluate = Late("evaluate")
foresee = Late("foresee")

ACTIONS = Late("ACTIONS")  # how many actions there are
WORDS = Late("WORDS")  # how many words a mask has
STATE = Late("STATE")  # the record type
SCALE = Late("SCALE")  # a lead of so many points is worth half of what any lead can be
