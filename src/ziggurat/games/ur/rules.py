"""The rules of Ur, in the order of a match; numbers in brackets and docstrings are the clauses of `rules.md`.

A set of fields is one word. Stones are kept as levels (`level[n]`: fields with more than n stones), so that "give each
of these fields a stone" and "which fields can be beaten from which" are a few operations on words.
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, ONE, add, bit, lowest, popcount
from ziggurat.core.chance import below, start
from ziggurat.core.events import EVERYBODY, emit
from ziggurat.core.kernel import kernel
from ziggurat.games.ur.actions import (
    ATTACK,
    BONUS,
    BUILD,
    CROSS,
    DONE,
    KEEP,
    LIFT,
    PUT,
    SET,
    SETTLE,
    SPARE,
    SWAP,
    USE,
    WORDS,
)
from ziggurat.games.ur.board import (
    COPIES,
    DIRECTIONS,
    EAST,
    EAST_EDGE,
    FIELDS,
    FIRST_KIND,
    FULL,
    HARVEST,
    KINDS,
    MARCHES,
    NOBODY,
    NORTH,
    NORTH_EDGE,
    NOWHERE,
    OPENING_STONES,
    PROFILES,
    SECOND_KIND,
    SETTLERS,
    SIDE,
    SOUTH,
    SOUTH_EDGE,
    SPARE_SET,
    SPARES,
    SQUARE,
    STEP,
    STONES,
    TILES,
    TURNS,
    WEST,
    WEST_EDGE,
    ZIGGURATS,
    ZIGGURATS_A_TURN,
    Kind,
)
from ziggurat.games.ur.events import EventKind
from ziggurat.games.ur.state import ALLOWANCE, Ending, Phase

OPTION_BONUS = 0
OPTION_CULTURE = 1
OPTION_COVERED = 2
OPTION_HUNGER = 3
OPTION_REACH = 4
ROW = np.uint64(SIDE)

# ------------------------------------------------------------------------------------------------ setting up (1, 2)


@kernel
def setup(state, seats, options, seed):
    """(1) Lay out the square and deal the hand tiles; then seat 0 places its first stone (2)."""
    start(state.rng, seed)
    state.seats = seats
    state.published = options[OPTION_BONUS]
    state.once = options[OPTION_CULTURE]
    state.uncovered = options[OPTION_COVERED]
    state.starving = options[OPTION_HUNGER]
    state.far = options[OPTION_REACH]
    for slot in range(TILES):
        put_in_slot(state, slot, slot // COPIES)
    shuffle(state)
    while not can_be_turned(state, ONE, 0):
        shuffle(state)
    turn_tiles(state)
    for seat in range(seats):
        state.supply[seat] = STONES
    state.ziggurats_left = ZIGGURATS
    state.source = NOWHERE
    state.target = NOWHERE
    derive(state)
    state.phase = Phase.FIRST_STONE
    state.rng[0] = NONE  # nothing is random from here on (16)


@kernel
def shuffle(state):
    """Deal all forty tiles anew: the square, the hands, and what is left beside the square."""
    for slot in range(TILES - 1, 0, -1):
        other = below(state.rng, slot + 1)
        pair = pair_in_slot(state, slot)
        put_in_slot(state, slot, pair_in_slot(state, other))
        put_in_slot(state, other, pair)


@kernel
def pair_in_slot(state, slot):
    """The tile in a slot: fields first, then hands, then beside the square."""
    if slot < FIELDS:
        return state.tile[slot]
    if slot < FIELDS + state.seats:
        return state.hand[slot - FIELDS]
    return state.tile[slot - state.seats]


@kernel
def put_in_slot(state, slot, pair):
    """Lay a tile into a slot."""
    if slot < FIELDS:
        state.tile[slot] = pair
    elif slot < FIELDS + state.seats:
        state.hand[slot - FIELDS] = pair
    else:
        state.tile[slot - state.seats] = pair


@kernel
def turn_tiles(state):
    """(1) Field by field, turn a random side up, if the rest can then be turned without equal neighbours."""
    ways = ONE
    for field in range(FIELDS):
        side = below(state.rng, 2)
        after = ways_with(state, ways, field, side)
        if not can_be_turned(state, after, field + 1):
            side = 1 - side
            after = ways_with(state, ways, field, side)
        ways = after
        state.shows[kind_on(state.tile[field], side)] |= bit(field)


@kernel
def can_be_turned(state, ways, first):
    """Whether the tiles from a field on can be turned so that no neighbours are equal.

    `ways` is a set over the 64 ways to turn the last six tiles, which are all that the next ones touch.
    """
    for field in range(first, FIELDS):
        ways = ways_with(state, ways, field, 0) | ways_with(state, ways, field, 1)
        if ways == NONE:
            return False
    return ways != NONE


@kernel
def ways_with(state, ways, field, side):
    """Of the ways to turn the six tiles before a field, those that let it show a side; it takes the oldest's place."""
    column = field % SIDE
    kind = kind_on(state.tile[field], side)
    second = PROFILES[column]
    if field >= SIDE:
        ways = ways_not_showing(state, ways, field - SIDE, second, kind)
    if column > 0:
        ways = ways_not_showing(state, ways, field - 1, PROFILES[column - 1], kind)
    shift = np.uint64(1 << column)
    if side == 1:
        return ((ways & ~second) << shift) | (ways & second)
    return (ways & ~second) | ((ways & second) >> shift)


@kernel
def ways_not_showing(state, ways, field, second, kind):
    """The ways in which a field does not show an action; `second` are those in which it shows its second one."""
    pair = state.tile[field]
    if FIRST_KIND[pair] == kind:
        return ways & second
    if SECOND_KIND[pair] == kind:
        return ways & ~second
    return ways


@kernel
def kind_on(pair, side):
    """The action on one side of a tile."""
    return SECOND_KIND[pair] if side == 1 else FIRST_KIND[pair]


@kernel
def derive(state):
    """Work out what follows from tiles and stones, and is kept in the record only for speed."""
    for kind in range(KINDS):
        state.includes[kind] = NONE
    for place in range(FIELDS + SPARES[state.seats]):
        note_tile(state, place)
    for seat in range(state.seats):
        count_points(state, seat)


@kernel
def note_tile(state, place):
    """Enter a tile's two actions in the sets of places."""
    pair = state.tile[place]
    state.includes[FIRST_KIND[pair]] |= bit(place)
    state.includes[SECOND_KIND[pair]] |= bit(place)


@kernel
def setup_goes_on(state, seat):
    """(2) The next seat in the set-up rounds, or the next round: stones, two more times, then the swap, then turns."""
    last = seat == state.seats - 1
    state.actor = 0 if last else seat + 1
    if not last:
        return
    if state.phase == Phase.FIRST_STONE:
        state.phase = Phase.MORE_STONES
    elif state.phase == Phase.MORE_STONES and state.supply[seat] == STONES - OPENING_STONES:
        state.phase = Phase.FIRST_SWAP


# ------------------------------------------------------------------------------------------- fields and neighbours (3)


@kernel
def beyond(fields, direction):
    """The fields whose neighbour in a direction is in a set."""
    if direction == NORTH:
        return (fields << ROW) & SQUARE
    if direction == EAST:
        return (fields & ~WEST_EDGE) >> ONE
    if direction == SOUTH:
        return fields >> ROW
    return (fields & ~EAST_EDGE) << ONE


@kernel
def beside(fields):
    """The fields orthogonally beside at least one field of a set."""
    upright = ((fields << ROW) & SQUARE) | (fields >> ROW)
    return upright | ((fields & ~WEST_EDGE) >> ONE) | ((fields & ~EAST_EDGE) << ONE)


@kernel
def touching(north, east, south, west):
    """How many of four sets each field is in: the sets of fields in at least one, two, three and four of them."""
    either, both = north | south, north & south
    other, others = east | west, east & west
    return either | other, both | others | (either & other), (both & other) | (either & others), both & others


@kernel
def ziggurat_fields(state):
    """All fields with a ziggurat."""
    return state.ziggurat[0] | state.ziggurat[1] | state.ziggurat[2] | state.ziggurat[3]


@kernel
def free_fields(state):
    """(3) Fields with neither stone nor ziggurat."""
    return SQUARE & ~(state.level[0] | ziggurat_fields(state))


@kernel
def owner_of(state, field):
    """(3) Whose stones lie on a field, or nobody's."""
    for seat in range(state.seats):
        if state.own[seat] & bit(field) != NONE:
            return seat
    return NOBODY


@kernel
def stones_on(state, field):
    """How many stones lie on a field."""
    here = bit(field)
    count = 0
    while count < FULL and state.level[count] & here != NONE:
        count += 1
    return count


@kernel
def place_stones(state, seat, field, count):
    """Put stones on a field that has room for them; they come from the supply."""
    here = bit(field)
    first = stones_on(state, field)
    for level in range(first, first + count):
        state.level[level] |= here
    state.own[seat] |= here
    state.supply[seat] -= count


@kernel
def remove_stones(state, seat, field, count):
    """(3) Take stones off a field, back to the supply; without its last stone it is free."""
    here = bit(field)
    top = stones_on(state, field)
    for level in range(top - count, top):
        state.level[level] &= ~here
    if top == count:
        state.own[seat] &= ~here
    state.supply[seat] += count


@kernel
def raise_all(state, seat, fields):
    """One stone more on each field of a set; all of them are a seat's, and have room."""
    for level in range(FULL - 1, 0, -1):
        state.level[level] |= state.level[level - 1] & fields
    state.supply[seat] -= popcount(fields)


@kernel
def lower_all(state, seat, fields):
    """One stone less on each field of a set of a seat's fields."""
    for level in range(FULL - 1):
        state.level[level] &= ~(fields & ~state.level[level + 1])
    state.level[FULL - 1] &= ~fields
    state.own[seat] &= state.level[0]
    state.supply[seat] += popcount(fields)


@kernel
def tell_each(fields, kind, seat, events):
    """One event for each field of a set: a stone came or went."""
    if events is None:
        return
    while fields != NONE:
        emit(events, kind, seat, EVERYBODY, lowest(fields), 1, 0)
        fields &= fields - ONE


# ------------------------------------------------------------------------------------------------ legal actions


@kernel
def legal(state, mask):
    """Write the set of legal actions; say how many there are."""
    for word in range(WORDS):
        mask[word] = NONE
    seat = state.actor
    phase = state.phase
    if phase == Phase.ACT:
        return legal_acts(state, mask, seat)
    if phase == Phase.SWAP:
        return legal_swaps(state, mask, swap_places(state, seat))
    if phase == Phase.POLITICS:
        return offer_done(mask) + offer(mask, LIFT, liftable(state, seat))
    if phase == Phase.MOVE:
        return offer(mask, SET, settable(state, seat) & ~bit(state.source))
    if phase == Phase.WAR:
        return legal_war(state, mask, seat)
    if phase == Phase.CROSS:
        stones = stones_on(state, state.source)
        for count in range(stones):
            add(mask, CROSS + count)
        return stones
    if phase == Phase.CULTURE:
        return offer(mask, PUT, state.allow[0])
    if phase == Phase.AGRICULTURE or phase == Phase.TRADE:
        return offer_done(mask) + offer(mask, PUT, state.allow[0])
    return legal_setup(state, mask, seat)


@kernel
def offer(mask, first, fields):
    """Mark the actions from `first` on that belong to a set of fields; say how many there are."""
    shift = np.uint64(first & 63)
    mask[first >> 6] |= fields << shift
    if (first & 63) + FIELDS > 64:
        mask[(first >> 6) + 1] |= fields >> (np.uint64(64) - shift)
    return popcount(fields)


@kernel
def offer_done(mask):
    """(4) What is under way may be ended."""
    add(mask, DONE)
    return 1


@kernel
def legal_setup(state, mask, seat):
    """(2) A stone anywhere, then on or beside own fields, then perhaps a swap."""
    free = free_fields(state)
    if state.phase == Phase.FIRST_STONE:
        return offer(mask, PUT, free)
    own = state.own[seat]
    if state.phase == Phase.MORE_STONES:
        return offer(mask, PUT, own | (free & beside(own)))
    add(mask, KEEP)
    return 1 + legal_swaps(state, mask, free)


@kernel
def legal_swaps(state, mask, places):
    """(12) The hand tile goes to one of these places, with either side up; beside the square the side means nothing."""
    pair = state.hand[state.actor]
    fields = places & SQUARE
    count = offer(mask, SWAP + FIELDS * FIRST_KIND[pair], fields)
    count += offer(mask, SWAP + FIELDS * SECOND_KIND[pair], fields)
    for spare in range(SPARES[state.seats]):
        if places & bit(FIELDS + spare) != NONE:
            add(mask, SPARE + spare)
            count += 1
    return count


@kernel
def legal_acts(state, mask, seat):
    """(4, 5, 11, 13) Use an action, take the bonus, build, come back; or be done."""
    count = offer_done(mask)
    count += offer(mask, BONUS, bonus_places(state, seat)) + offer(mask, BUILD, building_sites(state, seat))
    if is_gone(state, seat):
        count += offer(mask, SETTLE, free_fields(state))
    if is_usable(state, seat, FIRST_KIND[state.hand[seat]]):
        add(mask, USE + FIRST_KIND[state.hand[seat]])
        count += 1
    if is_usable(state, seat, SECOND_KIND[state.hand[seat]]):
        add(mask, USE + SECOND_KIND[state.hand[seat]])
        count += 1
    return count


@kernel
def legal_war(state, mask, seat):
    """(10) Attack a neighbour or, with `reach` at `any`, choose the attacking field and then the one attacked."""
    if state.source != NOWHERE:
        return offer(mask, SET, targets_from(state, seat, state.source))
    count = 0 if state.fought == 0 else offer_done(mask)
    if state.far:
        return count + offer(mask, LIFT, far_attackers(state, seat))
    for direction in range(DIRECTIONS):
        count += offer(mask, ATTACK + FIELDS * direction, attackers(state, seat, direction))
    return count


@kernel
def is_usable(state, seat, kind):
    """(4, 8, 10) Whether an action of the hand tile is still unused, in a turn without ziggurats, and can be used.

    War and culture have to do something.
    """
    if state.built > 0 or state.used >> kind & 1 != 0:
        return False
    if kind == Kind.WAR:
        return can_attack(state, seat)
    if kind == Kind.CULTURE:
        return can_spread(state, seat)
    return True


# ------------------------------------------------------------------------------------------------ playing an action


@kernel
def apply(state, action, events):
    """Play a legal action. Nothing is random or hidden, so nothing ever comes to light (16)."""
    seat = state.actor
    if action < BONUS:
        put_stone(state, seat, action - PUT, events)
    elif action < SETTLE:
        take_bonus(state, seat, action - BONUS, events)
    elif action < BUILD:
        come_back(state, seat, action - SETTLE, events)
    elif action < LIFT:
        build(state, seat, action - BUILD, events)
    elif action < SWAP and state.phase == Phase.WAR:
        fight(state, seat, action, events)
    elif action < SET:
        lift(state, seat, action - LIFT, events)
    elif action < ATTACK:
        move_stone(state, seat, action - SET, events)
    elif action < SPARE:
        swap(state, seat, (action - SWAP) % FIELDS, (action - SWAP) // FIELDS, events)
    elif action < CROSS:
        swap(state, seat, FIELDS + action - SPARE, FIRST_KIND[state.hand[seat]], events)
    elif action < USE:
        cross(state, seat, 1 + action - CROSS, events)
    elif action < DONE:
        use(state, seat, action - USE, events)
    elif action == KEEP:
        emit(events, EventKind.KEPT, seat, EVERYBODY, 0, 0, 0)
        first_swap_made(state, seat)
    elif state.phase == Phase.ACT:
        go_to_swap(state, seat, events)
    else:
        end_action(state)
    if state.phase == Phase.ACT:  # asked here alone: compilers copy a rule into each place that calls it
        act_on(state, state.actor, events)
    return False


@kernel
def put_stone(state, seat, field, events):
    """(2, 6, 7, 8) One stone on a field."""
    owner, told = seat, EventKind.PUT
    if state.phase == Phase.CULTURE:
        owner, told = owner_of(state, field), EventKind.GAINED
    place_stones(state, owner, field, 1)
    emit(events, told, owner, EVERYBODY, field, 1, 0)
    if state.phase < Phase.FIRST_SWAP:
        count_points(state, seat)
        setup_goes_on(state, seat)
        return
    for n in range(ALLOWANCE - 1):
        state.allow[n] &= state.allow[n + 1] | ~bit(field)
    state.allow[ALLOWANCE - 1] &= ~bit(field)
    if state.phase == Phase.CULTURE:
        give_without_choice(state, owner, events)
        if state.allow[0] == NONE:
            end_action(state)
    else:
        go_on_placing(state, seat)


@kernel
def use(state, seat, kind, events):
    """(4) Begin an action of the hand tile."""
    state.used |= 1 << kind
    emit(events, EventKind.USED, seat, EVERYBODY, kind, 0, 0)
    if kind == Kind.AGRICULTURE:
        farm(state, seat, events)
    elif kind == Kind.TRADE:
        trade(state, seat)
    elif kind == Kind.CULTURE:
        spread_culture(state, seat, events)
    elif kind == Kind.POLITICS:
        go_on_moving(state, seat)
    else:
        go_on_fighting(state, seat)


@kernel
def end_action(state):
    """The action under way is over."""
    for n in range(ALLOWANCE):
        state.allow[n] = NONE
    state.gave = NONE
    state.took = NONE
    state.marches = 0
    state.fought = 0
    state.phase = Phase.ACT


@kernel
def act_on(state, seat, events):
    """(4) Ask what to do next; nobody is asked when only the swap is left."""
    hand = state.hand[seat]
    if is_usable(state, seat, FIRST_KIND[hand]) or is_usable(state, seat, SECOND_KIND[hand]):
        return
    if is_gone(state, seat) and free_fields(state) != NONE:
        return
    if bonus_places(state, seat) | building_sites(state, seat) == NONE:
        go_to_swap(state, seat, events)


# ------------------------------------------------------------------------------------------------ the bonus (5)


@kernel
def bonus_size(state):
    """(5) 0: no bonus; 1: a stone on an own field; 2: two stones on an own field, or one on a free field."""
    if state.built:
        return 0
    if state.used == 0:
        return 2 if state.published else 0
    if state.used & (state.used - 1) == 0:
        return 1
    return 0 if state.published else 2


@kernel
def bonus_places(state, seat):
    """(5) Where the bonus may go now."""
    size = bonus_size(state)
    if size == 0 or state.supply[seat] == 0:
        return NONE
    places = state.own[seat] & ~state.level[FULL - 1]
    return places | free_fields(state) if size == 2 else places


@kernel
def take_bonus(state, seat, field, events):
    """(5) Put the bonus down, as far as there is room and supply; then swap."""
    count = 1
    if state.own[seat] & bit(field) != NONE:
        count = min(bonus_size(state), FULL - stones_on(state, field), state.supply[seat])
    place_stones(state, seat, field, count)
    emit(events, EventKind.BONUS, seat, EVERYBODY, field, count, 0)
    count_points(state, seat)
    go_to_swap(state, seat, events)


# ------------------------------------------------------------------------------------------------ agriculture (6)


@kernel
def hungry(state, seat):
    """(6) Own fields that are not beside an own agriculture field, and with `hunger` at `others` are none either."""
    fields = state.own[seat] & state.shows[Kind.AGRICULTURE]
    if state.starving:
        return state.own[seat] & ~beside(fields)
    return state.own[seat] & ~(fields | beside(fields))


@kernel
def farm(state, seat, events):
    """(6) Hungry fields lose a stone; then up to two stones may go on each own agriculture field."""
    lost = hungry(state, seat)
    if lost != NONE:
        lower_all(state, seat, lost)
        tell_each(lost, EventKind.LOST, seat, events)
        count_points(state, seat)
    fields = state.own[seat] & state.shows[Kind.AGRICULTURE]
    for n in range(HARVEST):
        state.allow[n] = fields & ~state.level[FULL - 1 - n]
    state.phase = Phase.AGRICULTURE
    go_on_placing(state, seat)


@kernel
def go_on_placing(state, seat):
    """(6, 7) Ask for the next stone, while a field may get one and there is one left."""
    if state.allow[0] == NONE or state.supply[seat] == 0:
        end_action(state)


@kernel
def allow_by_sides(state, sides):
    """Allow stones by the sides of a field, where there is room."""
    one, two, three, four = sides
    state.allow[0] = one & ~state.level[FULL - 1]
    state.allow[1] = two & ~state.level[FULL - 2]
    state.allow[2] = three & ~state.level[FULL - 3]
    state.allow[3] = four & ~state.level[FULL - 4]


# ------------------------------------------------------------------------------------------------ trade (7)


@kernel
def trade(state, seat):
    """(7) A stone may go on an own trade field for each side on another player's field or the edge."""
    fields = state.own[seat] & state.shows[Kind.TRADE]
    others = state.level[0] & ~state.own[seat]
    allow_by_sides(
        state,
        touching(
            fields & (beyond(others, NORTH) | NORTH_EDGE),
            fields & (beyond(others, EAST) | EAST_EDGE),
            fields & (beyond(others, SOUTH) | SOUTH_EDGE),
            fields & (beyond(others, WEST) | WEST_EDGE),
        ),
    )
    state.phase = Phase.TRADE
    go_on_placing(state, seat)


# ------------------------------------------------------------------------------------------------ culture (8)


@kernel
def spread_culture(state, seat, events):
    """(8) Occupied fields beside own culture fields gain a stone for each, or one; if short, the actor says where."""
    state.phase = Phase.CULTURE
    fields = state.own[seat] & state.shows[Kind.CULTURE]
    if state.once:
        allow_by_sides(state, (state.level[0] & beside(fields), NONE, NONE, NONE))
    else:
        allow_by_sides(
            state,
            touching(
                state.level[0] & beyond(fields, NORTH),
                state.level[0] & beyond(fields, EAST),
                state.level[0] & beyond(fields, SOUTH),
                state.level[0] & beyond(fields, WEST),
            ),
        )
    for owner in range(state.seats):
        if state.allow[0] & state.own[owner] != NONE:
            give_without_choice(state, owner, events)
    if state.allow[0] == NONE:
        end_action(state)


@kernel
def can_spread(state, seat):
    """(8) Whether culture would give anybody a stone: a field beside an own culture field has room."""
    room = beside(state.own[seat] & state.shows[Kind.CULTURE]) & ~state.level[FULL - 1]
    for owner in range(state.seats):
        if state.supply[owner] > 0 and state.own[owner] & room != NONE:
            return True
    return False


@kernel
def give_without_choice(state, owner, events):
    """(8) Give an owner everything if the supply lasts, and what is left if only one field can get it."""
    own = state.own[owner]
    due = 0
    for n in range(ALLOWANCE):
        due += popcount(state.allow[n] & own)
    places = state.allow[0] & own
    supply = state.supply[owner]
    if supply > 0 and supply < due and places & (places - ONE) != NONE:
        return  # the actor decides
    for n in range(ALLOWANCE):
        given = state.allow[n] & own
        if state.supply[owner] > 0 and given != NONE:
            raise_all(state, owner, given)
            tell_each(given, EventKind.GAINED, owner, events)
        state.allow[n] &= ~own


# ------------------------------------------------------------------------------------------------ politics (9)


@kernel
def settable(state, seat):
    """(9) Own fields that may take a stone: they have room, and gave none in this action."""
    return state.own[seat] & ~(state.gave | state.level[FULL - 1])


@kernel
def liftable(state, seat):
    """(9) Own fields that may give a stone: they took none in this action, and another field may take it."""
    places = settable(state, seat)
    if places == NONE:
        return NONE
    fields = state.own[seat] & ~state.took
    if places & (places - ONE) == NONE:
        return fields & ~places
    return fields


@kernel
def lift(state, seat, field, events):
    """(9) A stone leaves a field; if it can go to one field only, it goes there."""
    state.source = field
    places = settable(state, seat) & ~bit(field)
    if places & (places - ONE) == NONE:
        move_stone(state, seat, lowest(places), events)
    else:
        state.phase = Phase.MOVE


@kernel
def move_stone(state, seat, target, events):
    """(9) The lifted stone arrives. A field that gave takes none, and one that took gives none: no going in circles."""
    source = state.source
    remove_stones(state, seat, source, 1)
    place_stones(state, seat, target, 1)
    emit(events, EventKind.MOVED, seat, EVERYBODY, source, target, 0)
    state.gave |= bit(source)
    state.took |= bit(target)
    state.source = NOWHERE
    if state.own[seat] & bit(source) == NONE:
        count_points(state, seat)
    go_on_moving(state, seat)


@kernel
def go_on_moving(state, seat):
    """(9) Ask for the next stone, while one can be moved."""
    state.phase = Phase.POLITICS
    if liftable(state, seat) == NONE:
        end_action(state)


# ------------------------------------------------------------------------------------------------ war (10)


@kernel
def attackers(state, seat, direction):
    """(10) Own fields strong enough for an attack in a direction.

    It takes one stone more than the defenders have, and another one if the two fields show different actions.
    """
    same = NONE
    for kind in range(KINDS):
        same |= state.shows[kind] & beyond(state.shows[kind], direction)
    stronger = NONE
    much_stronger = NONE
    for level in range(FULL):
        weak = beyond(SQUARE & ~state.level[level], direction)
        stronger |= state.level[level] & weak
        if level + 1 < FULL:
            much_stronger |= state.level[level + 1] & weak
    targets = SQUARE & ~(state.own[seat] | ziggurat_fields(state))
    found = state.own[seat] & beyond(targets, direction) & (much_stronger | (same & stronger))
    if state.marches >= MARCHES:
        found &= ~(same & beyond(free_fields(state), direction))
    return found


@kernel
def targets_from(state, seat, source):
    """(10) The fields that a field can attack: within its reach, and with few enough stones."""
    stones = stones_on(state, source)
    same = state.shows[shown_on(state, source)]
    found = same & ~state.level[stones - 1]
    if stones > 1:
        found |= ~state.level[stones - 2]
    if not state.far:
        found &= beside(bit(source))
    if state.marches >= MARCHES:
        found &= ~(same & free_fields(state))
    return found & SQUARE & ~(state.own[seat] | ziggurat_fields(state))


@kernel
def far_attackers(state, seat):
    """(10) Own fields that can attack any field, with `reach` at `any`."""
    found = NONE
    left = state.own[seat]
    while left != NONE:
        field = np.int64(lowest(left))
        left &= left - ONE
        if targets_from(state, seat, field) != NONE:
            found |= bit(field)
    return found


@kernel
def can_attack(state, seat):
    """(10) Whether any attack is possible."""
    if state.far:
        return far_attackers(state, seat) != NONE
    for direction in range(DIRECTIONS):
        if attackers(state, seat, direction) != NONE:
            return True
    return False


@kernel
def fight(state, seat, action, events):
    """(10) An attack; with `reach` at `any` the attacking field is chosen first."""
    if action < SET:
        state.source = action - LIFT
        return
    source, target = np.int64(state.source), action - SET
    if action >= ATTACK:
        source = (action - ATTACK) % FIELDS
        target = source + STEP[(action - ATTACK) // FIELDS]
    attack(state, seat, source, target, events)


@kernel
def attack(state, seat, source, target, events):
    """(10) The defenders fall, as many attackers with them, and one more if the actions differ; then stones cross."""
    defenders = stones_on(state, target)
    emit(events, EventKind.ATTACKED, seat, EVERYBODY, source, target, 0)
    if defenders > 0:
        victim = owner_of(state, target)
        remove_stones(state, victim, target, defenders)
        emit(events, EventKind.LOST, victim, EVERYBODY, target, defenders, 0)
        count_points(state, victim)
    losses = war_losses(state, source, target, defenders)
    if losses > 0:
        remove_stones(state, seat, source, losses)
        emit(events, EventKind.LOST, seat, EVERYBODY, source, losses, 0)
    else:
        state.marches += 1
    state.fought = 1
    state.source = source
    state.target = target
    if stones_on(state, source) == 1:
        cross(state, seat, 1, events)
    else:
        state.phase = Phase.CROSS


@kernel
def war_losses(state, source, target, defenders):
    """(10) What an attack costs: a stone for each that falls, and one more if the two fields show different actions."""
    return defenders if shown_on(state, source) == shown_on(state, target) else defenders + 1


@kernel
def shown_on(state, field):
    """The action a field shows."""
    for kind in range(KINDS - 1):
        if state.shows[kind] & bit(field) != NONE:
            return kind
    return KINDS - 1


@kernel
def cross(state, seat, count, events):
    """(10) Stones move to the conquered field; the war goes on while there is something to attack."""
    remove_stones(state, seat, state.source, count)
    place_stones(state, seat, state.target, count)
    emit(events, EventKind.CROSSED, seat, EVERYBODY, state.source, state.target, count)
    state.source = NOWHERE
    state.target = NOWHERE
    count_points(state, seat)
    go_on_fighting(state, seat)


@kernel
def go_on_fighting(state, seat):
    """(10) Ask for the next attack, while there is something to attack."""
    state.phase = Phase.WAR
    if not can_attack(state, seat):
        end_action(state)


# ------------------------------------------------------------------------------------------------ ziggurats (11)


@kernel
def building_sites(state, seat):
    """(11) Own full fields, in a turn without actions, while there are ziggurats."""
    if state.used or state.built >= ZIGGURATS_A_TURN or state.ziggurats_left == 0:
        return NONE
    return state.own[seat] & state.level[FULL - 1]


@kernel
def build(state, seat, field, events):
    """(11) The stones go back; a ziggurat comes, with one of them on it."""
    remove_stones(state, seat, field, FULL)
    state.ziggurat[seat] |= bit(field)
    state.supply[seat] -= 1
    state.ziggurats_left -= 1
    state.built += 1
    emit(events, EventKind.BUILT, seat, EVERYBODY, field, 0, 0)
    count_points(state, seat)


# ------------------------------------------------------------------------------------------------ the swap (12)


@kernel
def swap_places(state, seat):
    """(12) Free tiles of another pair than the hand tile's."""
    pair = state.hand[seat]
    equal = state.includes[FIRST_KIND[pair]] & state.includes[SECOND_KIND[pair]]
    return (free_fields(state) | SPARE_SET[state.seats]) & ~equal


@kernel
def go_to_swap(state, seat, events):
    """(12, 14) The swap follows; who cannot swap ends the game."""
    state.phase = Phase.SWAP
    if swap_places(state, seat) == NONE:
        end_game(state, Ending.NO_SWAP, events)


@kernel
def swap(state, seat, place, kind, events):
    """(12) The hand tile and the tile on a place change places; in the square the hand tile now shows `kind`."""
    given = state.hand[seat]
    taken = state.tile[place]
    gone = ~bit(place)
    state.includes[FIRST_KIND[taken]] &= gone
    state.includes[SECOND_KIND[taken]] &= gone
    state.shows[FIRST_KIND[taken]] &= gone
    state.shows[SECOND_KIND[taken]] &= gone
    state.hand[seat] = taken
    state.tile[place] = given
    note_tile(state, place)
    if place < FIELDS:
        state.shows[kind] |= bit(place)
    emit(events, EventKind.SWAPPED, seat, EVERYBODY, place, taken, given * KINDS + kind)
    count_points(state, seat)
    if state.phase == Phase.FIRST_SWAP:
        first_swap_made(state, seat)
    else:
        finish_turn(state, seat, events)


@kernel
def first_swap_made(state, seat):
    """(2) The next seat may swap; after the last the first turn begins."""
    setup_goes_on(state, seat)
    if state.actor == 0:
        begin_turn(state, 0)


# ------------------------------------------------------------------------------------------------ turns (4, 13, 14)


@kernel
def begin_turn(state, seat):
    """(4) A seat's turn begins."""
    state.turn += 1
    state.actor = seat
    state.phase = Phase.ACT


@kernel
def is_gone(state, seat):
    """(13) Whether a seat has no stone on the board; only at the start of a turn, before it has done anything."""
    return state.own[seat] | state.ziggurat[seat] == NONE and state.used == 0


@kernel
def come_back(state, seat, field, events):
    """(13) Three stones on a free field instead of actions; then swap."""
    place_stones(state, seat, field, SETTLERS)
    emit(events, EventKind.SETTLED, seat, EVERYBODY, field, SETTLERS, 0)
    count_points(state, seat)
    go_to_swap(state, seat, events)


@kernel
def finish_turn(state, seat, events):
    """(14) After the swap: the end of the game, or the next turn."""
    state.used = 0
    state.built = 0
    if state.ziggurats_left == 0 and seat == state.seats - 1:
        end_game(state, Ending.ZIGGURATS, events)
    elif state.turn >= TURNS:
        end_game(state, Ending.TURN_LIMIT, events)
    else:
        begin_turn(state, (seat + 1) % state.seats)


@kernel
def end_game(state, ending, events):
    """(14) The game is over."""
    state.over = ending
    emit(events, EventKind.GAME_ENDED, NOBODY, EVERYBODY, ending, 0, 0)


# ------------------------------------------------------------------------------------------------ scoring (15)


@kernel
def count_points(state, seat):
    """(15) Keep a seat's points."""
    state.score[seat] = points_with(state, seat, state.own[seat])


@kernel
def points_with(state, seat, own):
    """(15) A seat's points with these fields: the best sets from their tiles, its ziggurats and its hand tile."""
    tiles = own if state.uncovered else own | state.ziggurat[seat]
    return best_sets(
        popcount(tiles & state.shows[0]),
        popcount(tiles & state.shows[1]),
        popcount(tiles & state.shows[2]),
        popcount(tiles & state.shows[3]),
        popcount(tiles & state.shows[4]),
        popcount(state.ziggurat[seat]),
        FIRST_KIND[state.hand[seat]],
        SECOND_KIND[state.hand[seat]],
    )


@kernel
def best_sets(a, b, c, d, e, z, first, second):
    """(15) The points of the best sets from so many tiles of each action, z ziggurats, and a hand tile.

    A ziggurat is a sixth element like the others. A set of n scores 1 + 2 + ... + n: a point for each element and one
    for each pair of elements in the same set. Always making the largest set possible brings every two kinds together
    as often as the rarer of them allows, and nothing can bring them together more often.
    """
    points = a + b + c + d + e + z
    points += min(a, b) + min(a, c) + min(a, d) + min(a, e) + min(a, z)
    points += min(b, c) + min(b, d) + min(b, e) + min(b, z)
    points += min(c, d) + min(c, e) + min(c, z)
    points += min(d, e) + min(d, z) + min(e, z)
    return points + max(worth(a, b, c, d, e, z, first), worth(a, b, c, d, e, z, second))


@kernel
def worth(a, b, c, d, e, z, kind):
    """(15) What one more tile of an action brings: a point, and one for each other kind that there is more of."""
    n = a if kind == 0 else b if kind == 1 else c if kind == 2 else d if kind == 3 else e
    return 1 + (a > n) + (b > n) + (c > n) + (d > n) + (e > n) + (z > n)


@kernel
def standing(state, seat):
    """(15) Most points win; equal standings share the victory."""
    return state.score[seat]
