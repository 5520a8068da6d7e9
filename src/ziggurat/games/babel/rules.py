"""The rules of Babel, in the order of `rules.md`; numbers in brackets and docstrings are its clauses."""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, ONE, add, bit, lowest, popcount, remove, select
from ziggurat.core.chance import below, start
from ziggurat.core.events import EVERYBODY, emit, emit_set
from ziggurat.core.kernel import kernel
from ziggurat.games.babel.actions import (
    BUILD,
    CHANGE_CAMPS,
    DEPLOY,
    DESERTION,
    DESTROY,
    DISCARD,
    END,
    FIRST,
    HALF,
    MIGRATE,
    OWN,
    SKIP,
    STACKS,
    STEAL,
    THEIR,
)
from ziggurat.games.babel.cards import (
    AHEAD,
    BEHIND,
    CARDS_PER_NATION,
    DRAW,
    FAR_AHEAD,
    FIRST_LEVEL,
    LEVELS,
    MIGRANTS,
    NATION_CARDS,
    NATIONS,
    NOBODY,
    QUARRY,
    RUN,
    RUNS,
    SEATS,
    SITES,
    START_HANDS,
    TEMPLE_CARDS,
    TEMPLE_SUPPLY,
    TURNS,
    VALUE,
    Nation,
)
from ziggurat.games.babel.events import EventKind
from ziggurat.games.babel.state import Ending

OPTION_HANDS = 0
TWO = np.uint64(2)
DEPLOYS = np.uint64(DEPLOY)
DISCARDS = np.uint64(DISCARD)
OTHER_SITES = np.uint64((1 << (SITES - 1)) - 1)  # the migrations from one site

# ------------------------------------------------------------------------------------------- setting up (1, 20-22)


@kernel
def setup(state, seats, options, seed):
    """Everybody has a level-1 card, a pawn at the quarry and a hand; then seat 0's first turn begins."""
    start(state.rng, seed)
    state.seats = seats
    state.hands = options[OPTION_HANDS]
    for level in range(1, LEVELS + 1):
        state.deck[level] = TEMPLE_SUPPLY[level]
    state.deck[FIRST_LEVEL] -= SEATS
    state.deck_size = TEMPLE_CARDS - SEATS
    for nation in range(NATIONS):
        state.draw[nation] = CARDS_PER_NATION
    state.draw_size = NATION_CARDS
    for seat in range(SEATS):
        state.first_card[seat] = 1
        state.pawn[seat] = QUARRY
        for _ in range(START_HANDS[state.hands, seat]):
            draw_card(state, seat, None)
    begin_turn(state, 0, None)


# ------------------------------------------------------------------------------------------------ legal actions


@kernel
def legal(state, mask):
    """Write the set of legal actions; say how many there are."""
    mask[1] = NONE
    if state.to_discard > 0:  # (16) asked even if all cards are equal: not to ask would tell
        mask[0] = nations_held(state, state.actor) << DISCARDS
        return popcount(mask[0])
    seat = state.active
    site = state.pawn[seat]
    held = nations_held(state, seat)
    actions = held | migrations(state, seat)  # (7) a pawn moves for a card of its destination
    if site != QUARRY:
        actions &= ~bit(site)
        actions |= held << DEPLOYS  # (8)
    if not state.first_card[seat]:
        actions |= bit(END)
    mask[0] = actions
    if site != QUARRY:
        offer_building(state, mask, seat, site)
        if state.length[seat, site] >= RUN:
            offer_abilities(state, mask, seat, site)
    if state.first_card[seat]:
        forbid_neglect(state, mask, seat)
    return popcount(mask[0]) + popcount(mask[1])


@kernel
def nations_held(state, seat):
    """The nations of the cards in a hand, as a set."""
    held = 0
    for nation in range(NATIONS):
        if state.hand[seat, nation] > 0:
            held |= 1 << nation
    return np.uint64(held)


@kernel
def migrations(state, seat):
    """(9) Once a turn, from every row of three or more to every other row."""
    actions = NONE
    if not state.migrated:
        for site in range(SITES):
            if state.length[seat, site] >= MIGRANTS:
                actions |= OTHER_SITES << np.uint64(MIGRATE + (SITES - 1) * site)
    return actions


@kernel
def offer_building(state, mask, seat, site):
    """(2, 4, 6) The next level exactly, from the top of either stack or, for level 1, the own first card."""
    level = VALUE[state.temple[seat, site]] + 1
    if state.length[seat, site] < level:
        return
    if stack_top(state, seat) == level:
        add(mask, BUILD + OWN)
    if stack_top(state, 1 - seat) == level:
        add(mask, BUILD + THEIR)
    if state.first_card[seat] and level == FIRST_LEVEL:
        add(mask, BUILD + FIRST)


@kernel
def stack_top(state, seat):
    """The level that lies on top of a stack, 0 if there is none."""
    size = state.stack_size[seat]
    if size == 0:
        return 0
    return state.stack[seat, size - 1]


@kernel
def offer_abilities(state, mask, seat, site):
    """(10) Every run of three or more equal cards at the pawn's site can be used, if that has any effect."""
    for nation in range(NATIONS):
        starts = run_starts(state.row[seat, site, nation])
        if starts != NONE:
            runs = popcount(starts)
            if state.hand_size[1 - seat] >= 2:  # (16)
                for run in range(runs):
                    add(mask, HALF + RUNS * nation + run)
            offer_ability(state, mask, seat, site, nation, runs)


@kernel
def run_starts(places):
    """The places at which runs of three or more begin."""
    threes = places & (places >> ONE) & (places >> TWO)
    return threes & ~(threes << ONE)


@kernel
def offer_ability(state, mask, seat, site, nation, runs):
    """(11-15) What the nation itself can do here, through each of so many runs."""
    other = 1 - seat
    if nation == Nation.ASSYRIANS:
        if state.temple[other, site] != 0:
            for run in range(runs):
                add(mask, DESTROY + run)
    elif nation == Nation.HITTITES:
        level = VALUE[state.temple[other, site]]
        if level > VALUE[state.temple[seat, site]] and level <= state.length[seat, site]:
            for run in range(runs):
                add(mask, STEAL + run)
    elif nation == Nation.MEDES:
        for named in range(NATIONS):
            if state.row[other, site, named] != NONE:
                for run in range(runs):
                    add(mask, DESERTION + NATIONS * run + named)
    elif nation == Nation.PERSIANS:
        level = VALUE[state.temple[seat, site]] + 2
        if level <= state.length[seat, site]:
            for stack in range(STACKS):
                if stack_top(state, owner_of(seat, stack)) == level:
                    for run in range(runs):
                        add(mask, SKIP + STACKS * run + stack)
    elif state.length[other, site] > 0:
        for run in range(runs):
            add(mask, CHANGE_CAMPS + run)


@kernel
def owner_of(seat, stack):
    """Whose stack a seat means by OWN and THEIR."""
    return seat if stack == OWN else 1 - seat


@kernel
def forbid_neglect(state, mask, seat):
    """(2) Before the first card is built, take out every action after which it could not be built any more."""
    for word in range(2):
        left = mask[word]
        while left != NONE:
            action = 64 * word + lowest(left)
            left &= left - ONE
            if not keeps_first_card(state, seat, action):
                remove(mask, action)


@kernel
def keeps_first_card(state, seat, action):
    """(2) Whether after an action the pawn stands, or can go, where the first card can be built.

    That is a site without an own temple, where a nation card lies, or one is left to deploy, or this turn's migration
    can still bring some.
    """
    pawn, spent, filled, emptied, taken = state.pawn[seat], NOBODY, NOBODY, NOBODY, NOBODY
    migrated = state.migrated != 0
    shortened = NOBODY  # the row that loses a card of a run
    if action < DEPLOY:
        pawn, spent = action, action
    elif action < BUILD:
        spent, filled = action - DEPLOY, pawn
    elif action == BUILD + FIRST:
        return True
    elif action < END or STEAL <= action < DESERTION or SKIP <= action < CHANGE_CAMPS:
        taken = pawn
    elif MIGRATE <= action < HALF:
        source = migration_source(action)
        filled = migration_target(action)
        migrated = True
        if state.length[seat, source] == MIGRANTS:
            emptied = source
    if HALF <= action < CHANGE_CAMPS:  # whoever changes camps makes up for it
        shortened = pawn
    left = state.hand_size[seat] - (0 if spent == NOBODY else 1)
    for site in range(SITES):
        if state.temple[seat, site] != 0 or site == taken:
            continue
        settled = site == filled or (state.length[seat, site] > 0 and site != emptied)
        if not settled and not migrated:
            for source in range(SITES):
                length = state.length[seat, source] + (source == filled) - (source == shortened)
                settled |= source != site and length >= MIGRANTS
        if site == pawn:
            if settled or left > 0:
                return True
        elif state.hand[seat, site] > (1 if site == spent else 0) and (settled or left > 1):
            return True
    return False


# ------------------------------------------------------------------------------------------------ playing an action


@kernel
def apply(state, action, events):
    """Play a legal action. True when the turn passed on and cards were drawn: from then on there is no way back."""
    seat = state.actor
    if action < DEPLOY:
        move_pawn(state, seat, action, events)
    elif action < BUILD:
        deploy(state, seat, action - DEPLOY, events)
    elif action < END:
        build(state, seat, action - BUILD, EventKind.BUILT, events)
    elif action == END:
        end_turn(state, events)
        return True
    elif action < MIGRATE:
        discard_chosen(state, seat, action - DISCARD, events)
    elif action < HALF:
        migrate(state, seat, migration_source(action), migration_target(action), events)
    else:
        use_run(state, seat, action, events)
    return False


@kernel
def move_pawn(state, seat, site, events):
    """(7) A card of the destination's nation is discarded."""
    discard_from_hand(state, seat, site)
    state.pawn[seat] = site
    emit(events, EventKind.MOVED, seat, EVERYBODY, site, 0, 0)


@kernel
def deploy(state, seat, nation, events):
    """(8) A card from the hand goes to the end of the row at the pawn's site."""
    site = state.pawn[seat]
    leave_hand(state, seat, nation)
    append(state, seat, site, nation, 1)
    emit(events, EventKind.DEPLOYED, seat, EVERYBODY, site, nation, 0)


@kernel
def build(state, seat, source, kind, events):
    """(6, 14) A temple card goes from a stack, or from the player, to the pawn's site."""
    site = state.pawn[seat]
    if source == FIRST:
        level = FIRST_LEVEL
        state.first_card[seat] = 0
    else:
        owner = owner_of(seat, source)
        state.stack_size[owner] -= 1
        top = state.stack_size[owner]
        level = state.stack[owner, top]
        state.stack[owner, top] = 0
    emit(events, kind, seat, EVERYBODY, site, level, source)
    set_temple(state, seat, site, state.temple[seat, site] | 1 << level)
    test_end(state, events)


@kernel
def set_temple(state, seat, site, temple):
    """(5) Change a temple, and with it the seat's total."""
    state.score[seat] += VALUE[temple] - VALUE[state.temple[seat, site]]
    state.temple[seat, site] = temple


# ------------------------------------------------------------------------------------------------ hands and piles (3)


@kernel
def leave_hand(state, seat, nation):
    """A card leaves a hand; if the other player knew of such a card there, it is taken to be that one."""
    state.hand[seat, nation] -= 1
    state.hand_size[seat] -= 1
    if state.remembered[seat, nation] > 0:
        state.remembered[seat, nation] -= 1


@kernel
def discard_from_hand(state, seat, nation):
    """(3) A card goes from a hand to the pile."""
    leave_hand(state, seat, nation)
    state.discard[nation] += 1


@kernel
def draw_card(state, seat, events):
    """(3) Draw a nation card; an empty pile is made new from the discarded cards. With both empty nothing happens."""
    if state.draw_size == 0:
        reshuffle(state, events)
        if state.draw_size == 0:
            return
    left = below(state.rng, state.draw_size)
    nation = 0
    while left >= state.draw[nation]:
        left -= state.draw[nation]
        nation += 1
    state.draw[nation] -= 1
    state.draw_size -= 1
    state.hand[seat, nation] += 1
    state.hand_size[seat] += 1
    emit(events, EventKind.DREW, seat, 1 << seat, nation, 0, 0)


@kernel
def reshuffle(state, events):
    """(3, 19) The discarded cards become the draw pile; at this moment each player can work out the other's hand."""
    for nation in range(NATIONS):
        state.draw[nation] = state.discard[nation]
        state.draw_size += state.discard[nation]
        state.discard[nation] = 0
        for seat in range(SEATS):
            state.remembered[seat, nation] = state.hand[seat, nation]
    if state.draw_size > 0:
        emit(events, EventKind.RESHUFFLED, NOBODY, EVERYBODY, state.draw_size, 0, 0)


# ------------------------------------------------------------------------------------------------ rows (8-10)


@kernel
def append(state, seat, site, nation, count):
    """(8) So many cards of a nation go to the end of a row."""
    length = state.length[seat, site]
    state.row[seat, site, nation] |= ((ONE << np.uint64(count)) - ONE) << np.uint64(length)
    state.length[seat, site] = length + count


@kernel
def close_up(state, seat, site, place):
    """(8) The card at a place has gone; the later ones move up."""
    before = (ONE << np.uint64(place)) - ONE
    for nation in range(NATIONS):
        row = state.row[seat, site, nation]
        state.row[seat, site, nation] = (row & before) | ((row >> ONE) & ~before)
    state.length[seat, site] -= 1


@kernel
def clear_nation(state, seat, site, nation):
    """All cards of a nation leave a row; says how many."""
    count = 0
    while state.row[seat, site, nation] != NONE:
        close_up(state, seat, site, lowest(state.row[seat, site, nation]))
        count += 1
    return count


@kernel
def nation_at(state, seat, site, place):
    """The nation of the card at a place of a row."""
    for nation in range(NATIONS):
        if state.row[seat, site, nation] >> np.uint64(place) & ONE != NONE:
            return nation
    return NOBODY


@kernel
def migration_source(action):
    """The site that a migration leaves."""
    return (action - MIGRATE) // (SITES - 1)


@kernel
def migration_target(action):
    """The site that a migration goes to."""
    other = (action - MIGRATE) % (SITES - 1)
    return other + 1 if other >= migration_source(action) else other


@kernel
def migrate(state, seat, source, target, events):
    """(9) The last three cards of a row go, in their order, to the end of another."""
    if events is not None:
        last = state.length[seat, source] - 1
        first = nation_at(state, seat, source, last - 2) * NATIONS + nation_at(state, seat, source, last - 1)
        cards = first * NATIONS + nation_at(state, seat, source, last)
        emit(events, EventKind.MIGRATED, seat, EVERYBODY, source, target, cards)
    keep = np.uint64(state.length[seat, source] - MIGRANTS)
    end = np.uint64(state.length[seat, target])
    for nation in range(NATIONS):
        moving = state.row[seat, source, nation] >> keep
        state.row[seat, source, nation] ^= moving << keep
        state.row[seat, target, nation] |= moving << end
    state.length[seat, source] -= MIGRANTS
    state.length[seat, target] += MIGRANTS
    state.migrated = 1


# ------------------------------------------------------------------------------------------------ abilities (10-16)


@kernel
def use_run(state, seat, action, events):
    """(10) Discard a card of the run, then do what the nation does, or halve the other hand."""
    if action < DESTROY:
        spend(state, seat, (action - HALF) // RUNS, (action - HALF) % RUNS, events)
        halve(state, 1 - seat, events)
    elif action < STEAL:
        spend(state, seat, Nation.ASSYRIANS, action - DESTROY, events)
        destroy(state, seat, events)
    elif action < DESERTION:
        spend(state, seat, Nation.HITTITES, action - STEAL, events)
        steal(state, seat, events)
    elif action < SKIP:
        spend(state, seat, Nation.MEDES, (action - DESERTION) // NATIONS, events)
        desert(state, seat, (action - DESERTION) % NATIONS, events)
    elif action < CHANGE_CAMPS:
        spend(state, seat, Nation.PERSIANS, (action - SKIP) // STACKS, events)
        build(state, seat, (action - SKIP) % STACKS, EventKind.SKIPPED, events)
    else:
        spend(state, seat, Nation.SUMERIANS, action - CHANGE_CAMPS, events)
        change_camps(state, seat, events)


@kernel
def spend(state, seat, nation, run, events):
    """(10) One card of a run is discarded; which one makes no difference."""
    site = state.pawn[seat]
    close_up(state, seat, site, select(run_starts(state.row[seat, site, nation]), run))
    state.discard[nation] += 1
    emit(events, EventKind.USED, seat, EVERYBODY, site, nation, 0)


@kernel
def destroy(state, seat, events):
    """(11) The other's temple here goes on the temple deck, the highest card first."""
    site = state.pawn[seat]
    other = 1 - seat
    temple = state.temple[other, site]
    cards = 0
    for step in range(LEVELS):
        level = LEVELS - step
        if temple >> level & 1:
            state.returned[state.returned_size] = level
            state.returned_size += 1
            cards += 1
    emit(events, EventKind.DESTROYED, other, EVERYBODY, site, VALUE[temple], cards)
    emit_set(events, 0, np.uint64(temple), NONE, NONE)
    set_temple(state, other, site, 0)
    test_end(state, events)


@kernel
def steal(state, seat, events):
    """(12) The other's top temple card here goes on the own temple."""
    site = state.pawn[seat]
    other = 1 - seat
    level = VALUE[state.temple[other, site]]
    emit(events, EventKind.STOLE, seat, EVERYBODY, site, level, 0)
    set_temple(state, other, site, state.temple[other, site] & ~(1 << level))
    set_temple(state, seat, site, state.temple[seat, site] | 1 << level)
    test_end(state, events)


@kernel
def desert(state, seat, nation, events):
    """(13) All the other's cards of a nation in the row here are discarded."""
    site = state.pawn[seat]
    count = clear_nation(state, 1 - seat, site, nation)
    state.discard[nation] += count
    emit(events, EventKind.DESERTED, 1 - seat, EVERYBODY, site, nation, count)


@kernel
def change_camps(state, seat, events):
    """(15) The other's cards of the nation that lies last in the row here go to the end of the own row."""
    site = state.pawn[seat]
    other = 1 - seat
    nation = nation_at(state, other, site, state.length[other, site] - 1)
    count = clear_nation(state, other, site, nation)
    append(state, seat, site, nation, count)
    emit(events, EventKind.CHANGED_CAMPS, seat, EVERYBODY, site, nation, count)


@kernel
def halve(state, other, events):
    """(16) The other player must discard half of the hand, rounded down, and decides which."""
    state.to_discard = state.hand_size[other] // 2
    state.actor = other
    emit(events, EventKind.HALVED, other, EVERYBODY, state.to_discard, 0, 0)


@kernel
def discard_chosen(state, seat, nation, events):
    """(16) One card of the half that goes; after the last the turn goes on."""
    discard_from_hand(state, seat, nation)
    emit(events, EventKind.DISCARDED, seat, EVERYBODY, nation, 0, 0)
    state.to_discard -= 1
    if state.to_discard == 0:
        state.actor = state.active


# ------------------------------------------------------------------------------------------- turns and the end (17, 18)


@kernel
def test_end(state, events):
    """(17) After every change of a temple: is one player far enough ahead, or does the end phase begin?"""
    high, low = max(state.score[0], state.score[1]), min(state.score[0], state.score[1])
    if not state.end_phase:
        if high < AHEAD:
            return
        if low <= BEHIND:
            finish(state, Ending.OUTCLASSED, events)
            return
        state.end_phase = 1
        emit(events, EventKind.END_PHASE, NOBODY, EVERYBODY, 0, 0, 0)
    if high >= FAR_AHEAD:
        finish(state, Ending.FAR_AHEAD, events)
    elif low <= BEHIND:
        finish(state, Ending.FELL_BEHIND, events)


@kernel
def finish(state, ending, events):
    """The game is over."""
    state.over = ending
    emit(events, EventKind.GAME_ENDED, NOBODY, EVERYBODY, ending, 0, 0)


@kernel
def end_turn(state, events):
    """(4, 17, 23) Two temple cards go on the own stack, the higher first; then the other's turn, if there is one."""
    seat = state.active
    first = draw_temple_card(state)
    second = draw_temple_card(state)
    put_on_stack(state, seat, max(first, second), events)
    put_on_stack(state, seat, min(first, second), events)
    if state.deck_size + state.returned_size == 0:
        finish(state, Ending.DECK_EMPTY, events)
    elif state.turn + 1 == TURNS:
        finish(state, Ending.TURNS_PLAYED, events)
    else:
        state.turn += 1
        begin_turn(state, 1 - seat, events)


@kernel
def draw_temple_card(state):
    """(11) The level of the temple deck's top card: a returned one, if there is one; 0 if the deck is empty."""
    if state.returned_size > 0:
        state.returned_size -= 1
        top = state.returned_size
        level = np.int64(state.returned[top])
        state.returned[top] = 0
        return level
    if state.deck_size == 0:
        return np.int64(0)
    left = below(state.rng, state.deck_size)
    level = np.int64(FIRST_LEVEL)
    while left >= state.deck[level]:
        left -= state.deck[level]
        level += 1
    state.deck[level] -= 1
    state.deck_size -= 1
    return level


@kernel
def put_on_stack(state, seat, level, events):
    """(4) A temple card goes face up on a stack."""
    if level > 0:
        state.stack[seat, state.stack_size[seat]] = level
        state.stack_size[seat] += 1
        emit(events, EventKind.STACKED, seat, EVERYBODY, level, 0, 0)


@kernel
def begin_turn(state, seat, events):
    """(1, 3) A turn begins with drawing three cards."""
    state.active = seat
    state.actor = seat
    state.migrated = 0
    for _ in range(DRAW):
        draw_card(state, seat, events)


@kernel
def standing(state, seat):
    """(18) The higher total, then more cards in hand; equal standings are a draw."""
    return state.score[seat] * (NATION_CARDS + 1) + state.hand_size[seat]
