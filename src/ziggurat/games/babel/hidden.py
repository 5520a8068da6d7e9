"""Hidden information in Babel (19): erasing secrets from a record, and drawing possible ones."""

from __future__ import annotations

from ziggurat.core.bits import NONE, popcount
from ziggurat.core.chance import below, start
from ziggurat.core.kernel import kernel
from ziggurat.games.babel.cards import CARDS_PER_NATION, NATIONS, SEATS, SITES


@kernel
def redact(state, seat):
    """Erase what a seat may not know: the other hand, the nation draw pile, and what chance will bring.

    Each player knew the other's hand when the draw pile was last empty, and so knows what must be left of it; that
    stays. A spectator did not. Of the temple deck nothing is erased: what it holds follows from what lies open, the
    order on top is known, and below that there is none.
    """
    state.rng[0] = NONE
    for nation in range(NATIONS):
        state.draw[nation] = 0
        for other in range(SEATS):
            if other != seat:
                state.hand[other, nation] = 0
            if seat < 0:
                state.remembered[other, nation] = 0


@kernel
def resample(state, seat, seed):
    """Fill in what a redacted record lacks: every way the unseen cards can lie is equally likely."""
    start(state.rng, seed)
    for nation in range(NATIONS):
        for other in range(SEATS):
            if other != seat:
                state.hand[other, nation] = state.remembered[other, nation]
    for nation in range(NATIONS):
        state.draw[nation] = unseen(state, nation)
    for other in range(SEATS):
        if other != seat:
            imagine_hand(state, other)


@kernel
def unseen(state, nation):
    """How many cards of a nation lie neither in a row, nor on the discard pile, nor in a hand as far as it is known."""
    left = CARDS_PER_NATION - state.discard[nation]
    for seat in range(SEATS):
        left -= state.hand[seat, nation]
        for site in range(SITES):
            left -= popcount(state.row[seat, site, nation])
    return left


@kernel
def imagine_hand(state, seat):
    """Draw the unknown cards of a hand from all unseen ones; what is left of these is the draw pile."""
    missing, hidden = state.hand_size[seat], 0
    for nation in range(NATIONS):
        missing -= state.hand[seat, nation]
        hidden += state.draw[nation]
    for _ in range(missing):
        left = below(state.rng, hidden)
        nation = 0
        while left >= state.draw[nation]:
            left -= state.draw[nation]
            nation += 1
        state.draw[nation] -= 1
        state.hand[seat, nation] += 1
        hidden -= 1
