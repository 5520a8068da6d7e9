"""Hidden information in Babylonia (5, 17): erasing secrets from a record, and drawing possible ones."""

from __future__ import annotations

from ziggurat.core.bits import NONE, ONE, add, has, lowest, popcount
from ziggurat.core.chance import below, start
from ziggurat.core.kernel import kernel
from ziggurat.games.babylonia.board import HEX_WORDS, KINDS, RIVER, TOKENS, Token
from ziggurat.games.babylonia.rules import is_finished
from ziggurat.games.babylonia.state import Phase


@kernel
def redact(state, seat):
    """Erase what a seat may not know: the others' stands, reserves and face-down tokens, and what will be drawn.

    A seat knows what its own reserve still holds, because it knows all its other tokens; nobody knows an order.
    """
    state.rng[0] = NONE
    for other in range(state.seats):
        if other == seat:
            continue
        for kind in range(KINDS):
            state.stand[other, kind] = 0
            state.reserve[other, kind] = 0
            for word in range(HEX_WORDS):
                state.kind[kind, word] &= ~(state.own[other, word] & RIVER[word])


@kernel
def resample(state, seat, seed):
    """Fill in what a redacted record lacks: every way the unseen tokens can lie is equally likely."""
    start(state.rng, seed)
    for other in range(state.seats):
        if other == seat:
            continue
        imagine_stand(state, other)
        # A turn of a noble and two farmers is only legal with another farmer on the stand (3d): draw until it is so.
        while must_hold_farmer(state, other) and state.stand[other, Token.FARMER] == 0:
            imagine_stand(state, other)
        imagine_river(state, other)
        fill_reserve(state, other)


@kernel
def must_hold_farmer(state, seat):
    """Whether the tokens this seat has placed so far are only legal if a farmer is left."""
    return state.phase == Phase.PLACE and state.active == seat and not is_finished(state)


@kernel
def unseen(state, seat, kind):
    """How many of a seat's tokens of a kind are not known to lie anywhere."""
    left = TOKENS[kind] - state.stand[seat, kind]
    for word in range(HEX_WORDS):
        left -= popcount(state.own[seat, word] & state.kind[kind, word])
    return left


@kernel
def draw_unseen(state, seat):
    """The kind of one unseen token, drawn from all of them."""
    total = 0
    for kind in range(KINDS):
        total += unseen(state, seat, kind)
    rest = below(state.rng, total)
    for kind in range(KINDS):
        rest -= unseen(state, seat, kind)
        if rest < 0:
            return kind
    return KINDS


@kernel
def imagine_stand(state, seat):
    """Draw the tokens on a seat's stand."""
    for kind in range(KINDS):
        state.stand[seat, kind] = 0
    for _ in range(state.stand_size[seat]):
        state.stand[seat, draw_unseen(state, seat)] += 1


@kernel
def imagine_river(state, seat):
    """Draw the kind of every face-down token of a seat."""
    for word in range(HEX_WORDS):
        hidden = state.own[seat, word] & RIVER[word]
        while hidden != NONE:
            hexagon = 64 * word + lowest(hidden)
            hidden &= hidden - ONE
            if not kind_is_known(state, hexagon):
                add(state.kind[draw_unseen(state, seat)], hexagon)


@kernel
def kind_is_known(state, hexagon):
    """Whether the record says which kind of token lies on a hexagon."""
    for kind in range(KINDS):
        if has(state.kind[kind], hexagon):
            return True
    return False


@kernel
def fill_reserve(state, seat):
    """What is left lies in the reserve."""
    for kind in range(KINDS):
        state.reserve[seat, kind] = unseen(state, seat, kind)
