"""The rules of Amyitis, in the order of `rules.md`; numbers in brackets and docstrings are its clauses.

A turn is a chain of phases. `choices` says what may be chosen in each; a phase with a single choice is settled without
asking. No choice is offered from which the whole action could not be completed, so a chain never gets stuck.
"""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, ONE, add, lowest, popcount
from ziggurat.core.chance import below, start
from ziggurat.core.events import EVERYBODY, emit, emit_set
from ziggurat.core.kernel import kernel
from ziggurat.games.amyitis.actions import BASE, CAMEL, MOVE, PASS, RECRUIT, STOP, TALENT, WORDS
from ziggurat.games.amyitis.board import (
    AREAS_AROUND,
    BABYLON,
    CITIES,
    CRAFTS,
    EDGES,
    EDGES_AROUND,
    ENGINEER_PRESTIGE,
    FIRST_AREAS,
    GROUP_SIZE,
    HIGHEST,
    LEVELS,
    MARDUK_FIRST,
    MARDUK_SECOND,
    MEETING,
    NEUTRAL,
    NOBODY,
    PLAIN_RESOURCES,
    PLANT_AT,
    PLANTS,
    QUALITY,
    RESOURCES,
    RIVERSIDE,
    ROW_LENGTH,
    ROWS,
    SALE_PRESTIGE,
    SECOND,
    SIDES,
    SQUARES,
    TEMPLE_SPACES,
    TEMPLES,
    TILES,
    TRACKS,
    WITHIN,
    Court,
    Craft,
    Resource,
    Temple,
)
from ziggurat.games.amyitis.components import (
    ALL_CAMELS,
    ALL_TALENTS,
    ASKS,
    CAMELS_OF,
    CARAVAN_BONUS,
    COURT_COUNT,
    COURT_OF,
    CRAFT_COUNT,
    DOUBLE,
    END_TILES,
    FAVOUR,
    FIELD,
    GARDENERS,
    INCOME_PRESTIGE,
    INCOME_TALENTS,
    KEEP,
    LIMITED,
    NO_RESOURCE,
    PALACE_PRESTIGE,
    PARTS,
    PLANT_EXTRA,
    PLANT_QUALITY,
    PRESTIGE_OF,
    QUALITY_OF,
    RESOURCES_OF,
    RING,
    SELLS,
    START_CAMELS,
    START_TALENTS,
    TALENTS_OF,
    TILE,
    TILE_VALUES,
    UNUSED,
)
from ziggurat.games.amyitis.events import EventKind, Source
from ziggurat.games.amyitis.state import Ending, Phase

ROUND_LIMIT = 100  # (18) sensible players take about ten, random ones at most half of this
BOTH_ROWS = np.uint64((1 << ROWS) - 1)
ALL_TEMPLES = np.uint64((1 << TEMPLES) - 1)
ALL_RESOURCES = np.uint64((1 << RESOURCES) - 1)
ALL_PLAIN_RESOURCES = np.uint64((1 << PLAIN_RESOURCES) - 1)
BOTH_PRIZES = np.uint64(3)
NO_SQUARE = -1
PLENTY = 10_000
TOP_QUALITY = 3
TOP_PRESTIGE = 10

# ------------------------------------------------------------------------------------------------ setting up (19-24)


@kernel
def setup(state, seats, options, seed):
    """Lay out garden, plants and court cards, and begin the first round; seat 0 is first player (1)."""
    start(state.rng, seed)
    state.seats = seats
    for index in range(PARTS):
        state.part[index] = options[index]
    clear_boards(state)
    deal_tiles(state)
    deal_plants(state)
    deal_court(state)
    for seat in range(seats):
        state.talents[seat] = state.part[START_TALENTS]
        state.camels[seat] = state.part[START_CAMELS]
    derive(state)
    begin_round(state, None)


@kernel
def clear_boards(state):
    """Empty fields and temples; nothing is under way."""
    for row in range(ROWS):
        for space in range(ROW_LENGTH):
            state.field[row, space] = NOBODY
    for temple in range(TEMPLES):
        for space in range(TEMPLE_SPACES):
            state.temple[temple, space] = NOBODY
    for square in range(SQUARES):
        state.tile[square] = -1
        state.gardener[square] = NOBODY
    state.square = NO_SQUARE
    state.given = NO_RESOURCE


@kernel
def deal_tiles(state):
    """(20) Each square gets a tile of its floor's quality at random; the topmost gets the one worth 10."""
    used = NONE
    for square in range(SQUARES):
        if is_unused(state, square):
            continue
        choice = 0
        count = 0
        for tile in range(TILES):
            if fits(state, tile, square) and (used >> np.uint64(tile)) & ONE == NONE:
                count += 1
        nth = below(state.rng, count)
        for tile in range(TILES):
            if fits(state, tile, square) and (used >> np.uint64(tile)) & ONE == NONE:
                if nth == 0:
                    choice = tile
                nth -= 1
        used |= ONE << np.uint64(choice)
        state.tile[square] = choice


@kernel
def is_unused(state, square):
    """(5) Whether a square stays bare: a few do with two players."""
    return state.seats == 2 and state.part[UNUSED + square] != 0


@kernel
def fits(state, tile, square):
    """(20) Whether a tile may be dealt to a square; only the topmost square takes the tile worth 10."""
    quality = state.part[TILE + TILE_VALUES * tile + QUALITY_OF]
    top = quality == TOP_QUALITY and state.part[TILE + TILE_VALUES * tile + PRESTIGE_OF] == TOP_PRESTIGE
    if square == 0 or top:
        return square == 0 and top
    return quality == QUALITY[square]


@kernel
def deal_plants(state):
    """(21) The card with quality 2 on both sides lies in Khorsabad, either side up; the others lie anywhere else."""
    last = PLANTS - 1
    for place in range(PLANTS):
        state.plant[place] = place
        state.side[place] = 0
    for place in range(last - 1, 0, -1):
        other = below(state.rng, place + 1)
        card = state.plant[place]
        state.plant[place] = state.plant[other]
        state.plant[other] = card
    state.side[last] = below(state.rng, 2)


@kernel
def deal_court(state):
    """(22) All court cards are in the supply, with a different resource on each caravaneer of level 2."""
    seats = state.seats - 2
    for track in range(TRACKS):
        for level in range(LEVELS):
            state.court[track, level] = state.part[COURT_COUNT + TRACKS * LEVELS * seats + LEVELS * track + level]
    state.gardeners_left = state.part[GARDENERS + seats]
    lying = 0
    while lying < state.court[Court.CARAVANEER, HIGHEST[Court.CARAVANEER]]:
        resource = below(state.rng, PLAIN_RESOURCES)
        if state.token[resource] == 0:
            state.token[resource] = 1
            lying += 1


@kernel
def derive(state):
    """Work out what follows from tiles and cubes, and is kept in the record only for speed."""
    state.areas = FIRST_AREAS
    for edge in range(EDGES):
        if state.part[DOUBLE + edge] != 0:
            state.areas |= ONE << (np.uint64(edge) + SECOND)
    state.garden = NONE
    state.planted = NONE
    state.tiles_left = 0
    for square in range(SQUARES):
        if state.gardener[square] != NOBODY:
            state.planted |= ONE << np.uint64(square)
        elif state.tile[square] >= 0:
            state.garden |= ONE << np.uint64(square)
            state.tiles_left += 1
    state.reach = RIVERSIDE
    state.wet = NONE
    let_flow(state)


# ------------------------------------------------------------------------------------------------ legal actions


@kernel
def legal(state, mask):
    """Write the set of legal actions; say how many there are."""
    for word in range(WORDS):
        mask[word] = NONE
    if state.phase == Phase.TURN:
        return legal_turn(state, mask)
    chosen = choices(state)
    first = BASE[state.phase]
    shift = np.uint64(first & 63)
    at = first >> 6
    mask[at] = chosen << shift
    if shift != NONE and at + 1 < WORDS:
        mask[at + 1] = chosen >> (np.uint64(64) - shift)
    return popcount(chosen)


@kernel
def legal_turn(state, mask):
    """(3, 8, 13) Pass, recruit somebody affordable and useful, or move the caravan where something can be done."""
    seat = state.actor
    add(mask, PASS)
    count = 1
    engineers = available_edges(state) != NONE
    merchants = camels_left(state) > 0
    for group in range(state.seats):
        if state.face_down[group] > state.talents[seat]:
            continue
        for craft in range(CRAFTS):
            useful = (craft != Craft.ENGINEER or engineers) and (craft != Craft.MERCHANT or merchants)
            if state.craft[group, craft] > 0 and useful:
                add(mask, RECRUIT + CRAFTS * group + craft)
                count += 1
    for distance in range(1, reach_of_caravan(state, seat) + 1):
        city = city_at(state, state.caravan + distance)
        if can_act(state, seat, city):
            add(mask, MOVE + city)
            count += 1
    return count


@kernel
def choices(state):
    """What the actor may choose in any phase but the turn itself, as bits from the phase's first action on."""
    seat = state.actor
    phase = state.phase
    chosen = ALL_RESOURCES  # GIFT (12): any resource, wine too
    if phase == Phase.PEASANT or phase == Phase.HARVEST:
        chosen = BOTH_ROWS
    elif phase == Phase.PRIEST or phase == Phase.PROCESSION:
        chosen = ALL_TEMPLES
    elif phase == Phase.ENGINEER or phase == Phase.IRRIGATE:
        chosen = available_edges(state)
    elif phase == Phase.SELL or phase == Phase.DISCARD:
        chosen = held(state, seat)
    elif phase == Phase.SELL_MORE or phase == Phase.EXCHANGE:
        chosen = held(state, seat) | STOP
    elif phase == Phase.PAY_CITY:
        city = city_at(state, state.caravan)
        chosen = payments(state, seat, printed(state, ASKS + city), extra_of(state, city))
    elif phase == Phase.PAY_PLANT:
        chosen = payments(state, seat, extra_of(state, city_at(state, state.caravan)), NO_RESOURCE)
    elif phase == Phase.COURT:
        chosen = court_cards(state, seat, state.part[SELLS + city_at(state, state.caravan)])
    elif phase == Phase.BONUS:
        chosen = court_cards(state, seat, state.bonus)
    elif phase == Phase.TOKEN:
        chosen = tokens_lying(state)
    elif phase == Phase.PLANT:
        chosen = plantable(state, seat, PLANT_AT[city_at(state, state.caravan)])
    elif phase == Phase.EXCHANGE_FOR:
        chosen = ALL_PLAIN_RESOURCES & ~(ONE << np.uint64(state.given))
    elif phase == Phase.ISHTAR:
        chosen = BOTH_PRIZES
    return chosen


@kernel
def held(state, seat):
    """The kinds of resource a seat has."""
    kinds = NONE
    for resource in range(RESOURCES):
        if state.resources[seat, resource] > 0:
            kinds |= ONE << np.uint64(resource)
    return kinds


# ------------------------------------------------------------------------------------------------ playing an action


@kernel
def apply(state, action, events):
    """Play a legal action. True when craft cards were shuffled: from then on there is no way back."""
    round_before = state.round
    choice = action - BASE[state.phase]
    while True:
        decide(state, choice, events)
        go_on(state, events)
        if state.phase == Phase.TURN:
            break
        chosen = choices(state)
        if chosen & (chosen - ONE) != NONE:
            break
        choice = lowest(chosen)
    return state.round != round_before


@kernel
def go_on(state, events):
    """(12, 13, 14) What follows a choice: planting goes on, the turn goes round, or the round ends.

    Whoever wants one of these sets the phase for it. Compilers put a copy of a rule into each place that calls it, and
    a GPU's instruction caches would not hold that many (docs/performance.md).
    """
    if state.phase == Phase.PLANT and state.square != NO_SQUARE:
        go_on_planting(state, events)
    if state.phase == Phase.TURN:
        next_turn(state, events)
    elif state.phase == Phase.DISCARD:
        limit_supply(state, events)


@kernel
def decide(state, choice, events):
    """Carry out a choice of the current phase, and say which comes next; `go_on` sees to the rest."""
    seat = np.int64(state.actor)
    phase = state.phase
    if phase == Phase.TURN:
        take_turn(state, choice, events)
    elif phase == Phase.PEASANT:
        work(state, seat, choice, Source.FIELD, events)
        state.phase = Phase.TURN
    elif phase == Phase.PRIEST:
        pray(state, seat, choice, events)
        state.phase = Phase.TURN
    elif phase == Phase.ENGINEER:
        irrigate(state, seat, choice, events)
        gain(state, seat, ENGINEER_PRESTIGE, Source.ENGINEER, events)
        state.phase = Phase.TURN
    elif phase == Phase.SELL or phase == Phase.SELL_MORE:
        sell(state, seat, choice, events)
    elif phase == Phase.IRRIGATE:
        irrigate(state, seat, choice, events)
        state.phase = Phase.TURN
    elif phase == Phase.PAY_CITY or phase == Phase.PAY_PLANT:
        pay(state, seat, choice, events)
    elif phase == Phase.COURT or phase == Phase.BONUS:
        state.bonus = 0
        take_court_card(state, seat, choice, events)
    elif phase == Phase.TOKEN:
        state.token[choice] = 0
        take_resource(state, seat, choice, Source.CARAVANEER, events)
        after_court_card(state)
    elif phase == Phase.PLANT:
        plant_square(state, seat, choice, events)
    elif phase == Phase.GIFT:
        state.gifts -= 1
        take_resource(state, seat, choice, Source.TILE, events)
        state.phase = Phase.PLANT
    elif phase == Phase.PROCESSION:
        procession(state, seat, choice, events)
    elif phase == Phase.ISHTAR:
        give_ishtar_prizes(state, seat, choice, events)
    elif phase == Phase.HARVEST:
        work(state, seat, choice, Source.TAMMOUZ, events)
        tammouz_second(state, events)
    elif phase == Phase.EXCHANGE:
        exchange(state, seat, choice, events)
    elif phase == Phase.EXCHANGE_FOR:
        state.given = NO_RESOURCE
        take_resource(state, seat, choice, Source.TAMMOUZ, events)
        state.phase = Phase.DISCARD
    else:
        state.resources[seat, choice] -= 1
        emit(events, EventKind.DISCARDED, seat, EVERYBODY, choice, 0, 0)
        state.phase = Phase.DISCARD


@kernel
def take_turn(state, action, events):
    """(3, 8, 13) Pass, recruit, or move the caravan."""
    if action == PASS:
        pass_turn(state, events)
    elif action < MOVE:
        recruit(state, (action - RECRUIT) // CRAFTS, (action - RECRUIT) % CRAFTS, events)
    else:
        move_caravan(state, action - MOVE, events)


@kernel
def printed(state, index):
    """A number printed on a part, as wide as all others: every width a kernel is called with is compiled anew."""
    return np.int64(state.part[index])


@kernel
def gain(state, seat, points, source, events):
    """Score prestige."""
    gain_at(state, seat, points, source, NO_SQUARE, events)


@kernel
def gain_at(state, seat, points, source, square, events):
    """Score prestige for something in the garden."""
    if points > 0:
        state.score[seat] += points
        emit(events, EventKind.GAINED, seat, EVERYBODY, points, source, square)


@kernel
def talents_left(state):
    """(2) How many talents the supply has: plenty, unless the components say that they are limited."""
    left = np.int64(PLENTY)
    if state.part[LIMITED] != 0:
        left = np.int64(ALL_TALENTS)
        for seat in range(state.seats):
            left -= state.talents[seat]
    return left


@kernel
def camels_left(state):
    """(2) How many camels the supply has: plenty, unless the components say that they are limited."""
    left = np.int64(PLENTY)
    if state.part[LIMITED] != 0:
        left = np.int64(ALL_CAMELS)
        for seat in range(state.seats):
            left -= state.camels[seat]
    return left


@kernel
def take_talents(state, seat, count, source, events):
    """Take talents from the supply, as far as it goes (2)."""
    count = min(count, talents_left(state))
    if count > 0:
        state.talents[seat] += count
        emit(events, EventKind.TALENTS, seat, EVERYBODY, count, source, 0)


@kernel
def take_camels(state, seat, count, source, events):
    """Take camels from the supply, as far as it goes (2)."""
    count = min(count, camels_left(state))
    if count > 0:
        state.camels[seat] += count
        emit(events, EventKind.CAMELS, seat, EVERYBODY, count, source, 0)


@kernel
def take_resource(state, seat, resource, source, events):
    """Take a resource from the supply, which never runs out (2)."""
    state.resources[seat, resource] += 1
    emit(events, EventKind.RESOURCE, seat, EVERYBODY, resource, source, 0)


# ------------------------------------------------------------------------------------------------ the round begins (1)


@kernel
def begin_round(state, events):
    """(1, 11) Gather, shuffle and lay out the craft cards; the bankers pay; the first player begins."""
    state.round += 1
    emit(events, EventKind.ROUND_BEGAN, NOBODY, EVERYBODY, np.int64(state.round), 0, 0)
    deal_crafts(state)
    for seat in range(np.int64(state.seats)):
        state.passed[seat] = 0
        banker = state.level[seat, Court.BANKER]
        take_talents(state, seat, printed(state, INCOME_TALENTS + banker), Source.BANKER, events)
        gain(state, seat, printed(state, INCOME_PRESTIGE + banker), Source.BANKER, events)
    state.active = state.first
    state.actor = state.first
    state.phase = Phase.TURN


@kernel
def deal_crafts(state):
    """(1) Groups of three cards, as many as players; the other cards wait for the next shuffle."""
    offset = CRAFT_COUNT + CRAFTS * (state.seats - 2)
    peasants, priests = state.part[offset], state.part[offset + 1]
    engineers, merchants = state.part[offset + 2], state.part[offset + 3]
    for group in range(state.seats):
        state.face_down[group] = 0
        for craft in range(CRAFTS):
            state.craft[group, craft] = 0
        for _ in range(GROUP_SIZE):
            drawn = below(state.rng, peasants + priests + engineers + merchants)
            if drawn < peasants:
                peasants -= 1
                state.craft[group, Craft.PEASANT] += 1
            elif drawn < peasants + priests:
                priests -= 1
                state.craft[group, Craft.PRIEST] += 1
            elif drawn < peasants + priests + engineers:
                engineers -= 1
                state.craft[group, Craft.ENGINEER] += 1
            else:
                merchants -= 1
                state.craft[group, Craft.MERCHANT] += 1


# ------------------------------------------------------------------------------------------------ recruiting (3, 4, 7)


@kernel
def recruit(state, group, craft, events):
    """(3) Pay the group's price, turn the card over, and do what it says."""
    seat = np.int64(state.actor)
    price = np.int64(state.face_down[group])
    state.talents[seat] -= price
    state.craft[group, craft] -= 1
    state.face_down[group] += 1
    emit(events, EventKind.RECRUITED, seat, EVERYBODY, craft, group, price)
    if craft == Craft.PEASANT:
        state.phase = Phase.PEASANT
    elif craft == Craft.PRIEST:
        state.phase = Phase.PRIEST
    elif craft == Craft.ENGINEER:
        state.phase = Phase.ENGINEER
    else:
        take_camels(state, seat, 1, Source.MERCHANT, events)


@kernel
def work(state, seat, row, source, events):
    """(4) A cube goes on the leftmost empty space of a row and brings its resource; a full row is emptied."""
    space = state.field_size[row]
    state.field[row, space] = seat
    state.field_size[row] += 1
    emit(events, EventKind.WORKED, seat, EVERYBODY, row, 0, 0)
    take_resource(state, seat, printed(state, FIELD + ROW_LENGTH * row + space), source, events)
    if state.field_size[row] < ROW_LENGTH:
        return
    winner = most_in_row(state, row)
    if winner == NOBODY:
        emit(events, EventKind.ROW_TIED, NOBODY, EVERYBODY, row, 0, 0)
    else:
        emit(events, EventKind.ROW_WON, winner, EVERYBODY, row, 0, 0)
        if state.gardeners_left > 0:
            take_gardener(state, winner, events)
    state.field_size[row] = 0
    for cleared in range(ROW_LENGTH):
        state.field[row, cleared] = NOBODY


@kernel
def most_in_row(state, row):
    """(4) The seat with strictly the most cubes in a row, or nobody."""
    best, winner = 0, NOBODY
    for seat in range(np.int64(state.seats)):
        count = 0
        for space in range(ROW_LENGTH):
            if state.field[row, space] == seat:
                count += 1
        if count > best:
            best, winner = count, seat
        elif count == best:
            winner = NOBODY
    return winner


@kernel
def take_gardener(state, seat, events):
    """Take a gardener card from the supply."""
    state.gardeners_left -= 1
    state.gardeners[seat] += 1
    emit(events, EventKind.GARDENER_TAKEN, seat, EVERYBODY, 0, 0, 0)


@kernel
def enter_temple(state, cube, temple):
    """(17) The new cube takes the leftmost space; the others move right, and one pushed out goes back."""
    for space in range(TEMPLE_SPACES - 1, 0, -1):
        state.temple[temple, space] = state.temple[temple, space - 1]
    state.temple[temple, 0] = cube


@kernel
def pray(state, seat, temple, events):
    """(17) A player's cube enters a temple."""
    enter_temple(state, seat, temple)
    emit(events, EventKind.PRAYED, seat, EVERYBODY, temple, 0, 0)


# ------------------------------------------------------------------------------------------------ water (5-7)


@kernel
def dry_edges(state):
    """The edges that still have an empty area."""
    empty = state.areas & ~state.filled
    return (empty | (empty >> SECOND)) & FIRST_AREAS


@kernel
def available_edges(state):
    """(6) The edges that have an empty area and that water can reach."""
    return dry_edges(state) & state.reach


@kernel
def is_full(state, edge):
    """(6) Whether all areas of an edge have a cube."""
    return (dry_edges(state) >> np.uint64(edge)) & ONE == NONE


@kernel
def let_flow(state):
    """(6) Water flows from the river through full edges, from one to the next; it irrigates the squares beside them."""
    full = FIRST_AREAS & ~dry_edges(state)
    flown = NONE
    ahead = full & state.reach
    while ahead != NONE:
        edge = lowest(ahead)
        flown |= ONE << np.uint64(edge)
        state.reach |= MEETING[edge]
        state.wet |= SIDES[edge]
        ahead = full & state.reach & ~flown


@kernel
def irrigate(state, seat, edge, events):
    """(6) Put a cube on the first empty area of an edge; its two areas are alike."""
    area = ONE << np.uint64(edge)
    if state.filled & area != NONE:
        area <<= SECOND
    state.filled |= area
    state.cubes[seat] |= area
    emit(events, EventKind.IRRIGATED, seat, EVERYBODY, edge, 0, 0)
    if is_full(state, edge):
        let_flow(state)


@kernel
def irrigate_neutrally(state, edge, events):
    """(12) Neutral cubes go on all empty areas of an edge."""
    areas = state.areas & ((ONE << np.uint64(edge)) | (ONE << (np.uint64(edge) + SECOND)))
    if areas & ~state.filled == NONE:
        return
    state.filled |= areas
    emit(events, EventKind.NEUTRAL_WATER, NEUTRAL, EVERYBODY, edge, 0, 0)
    let_flow(state)


# ------------------------------------------------------------------------------------------------ the caravan (8-10)


@kernel
def city_at(state, place):
    """The city at a place of the ring, counted round and round."""
    return printed(state, RING + place % CITIES)


@kernel
def camels_for(state, seat, distance):
    """(8) The fewest camels that take the caravan so far."""
    return max(1, distance - state.part[CARAVAN_BONUS + state.level[seat, Court.CARAVANEER]])


@kernel
def reach_of_caravan(state, seat):
    """(8) How far a seat can move the caravan: never a full circle."""
    if state.camels[seat] == 0:
        return 0
    furthest = state.camels[seat] + state.part[CARAVAN_BONUS + state.level[seat, Court.CARAVANEER]]
    return min(furthest, CITIES - 1)


@kernel
def can_act(state, seat, city):
    """(8) Whether a seat could carry out an action of this city completely."""
    if city == BABYLON:
        return held(state, seat) != NONE
    place = PLANT_AT[city]
    if payments(state, seat, printed(state, ASKS + city), extra_of(state, city)) == NONE:
        return False
    if place >= 0:
        return plantable(state, seat, place) != NONE
    return court_cards(state, seat, state.part[SELLS + city]) != NONE


@kernel
def extra_of(state, city):
    """(12) The resource the plant card of a city asks besides, if there is a card and it asks one."""
    place = PLANT_AT[city]
    if place < 0:
        return NO_RESOURCE
    return printed(state, PLANT_EXTRA + 2 * state.plant[place] + state.side[place])


@kernel
def payments(state, seat, asked, extra):
    """(10) The tokens that can pay what is asked now, such that `extra` can be paid afterwards."""
    wine = state.resources[seat, Resource.WINE]
    short, left = 0, 0  # how many wines `extra` takes, and how many of itself there are
    if extra != NO_RESOURCE:
        left = state.resources[seat, extra]
        if left == 0:
            short = 1
    chosen = NONE
    if state.resources[seat, asked] > 0:
        needed = short
        if asked == extra and left == 1:
            needed = 1
        if wine >= needed:
            chosen |= ONE << np.uint64(asked)
    if wine >= 1 + short:
        chosen |= ONE << np.uint64(Resource.WINE)
    return chosen


@kernel
def move_caravan(state, city, events):
    """(8) Pay the camels and move; what the city offers follows."""
    seat = np.int64(state.actor)
    distance = 1
    while city_at(state, state.caravan + distance) != city:
        distance += 1
    camels = camels_for(state, seat, distance)
    state.camels[seat] -= camels
    state.caravan = (state.caravan + distance) % CITIES
    emit(events, EventKind.MOVED, seat, EVERYBODY, city, camels, 0)
    if city == BABYLON:
        state.phase = Phase.SELL
    else:
        state.phase = Phase.PAY_CITY


@kernel
def sell(state, seat, choice, events):
    """(9) One or two resources for 3 prestige each, then one irrigation, if any area is available (7)."""
    if choice < RESOURCES:
        state.resources[seat, choice] -= 1
        emit(events, EventKind.PAID, seat, EVERYBODY, choice, 0, 0)
        gain(state, seat, SALE_PRESTIGE, Source.SALE, events)
        if state.phase == Phase.SELL:
            state.phase = Phase.SELL_MORE
            return
    state.phase = Phase.TURN if available_edges(state) == NONE else Phase.IRRIGATE


@kernel
def pay(state, seat, resource, events):
    """(10) Pay the city, then the plant card if it asks something besides; then comes what was paid for."""
    state.resources[seat, resource] -= 1
    emit(events, EventKind.PAID, seat, EVERYBODY, resource, 0, 0)
    city = city_at(state, state.caravan)
    if PLANT_AT[city] < 0:
        state.phase = Phase.COURT
    elif state.phase == Phase.PAY_CITY and extra_of(state, city) != NO_RESOURCE:
        state.phase = Phase.PAY_PLANT
    else:
        state.phase = Phase.PLANT


# ------------------------------------------------------------------------------------------------ court cards (11)


@kernel
def court_cards(state, seat, kinds):
    """(11) Of these kinds (as bits), those of which a seat's next card is still there."""
    chosen = NONE
    for track in range(TRACKS):
        if kinds >> track & 1:
            level = state.level[seat, track] + 1
            if level <= HIGHEST[track] and state.court[track, level] > 0:
                chosen |= ONE << np.uint64(track)
    if kinds >> Court.GARDENER & 1 and state.gardeners_left > 0:
        chosen |= ONE << np.uint64(Court.GARDENER)
    return chosen


@kernel
def take_court_card(state, seat, kind, events):
    """(11) The next level; palaces score at once, a level-2 caravaneer brings a resource."""
    if kind == Court.GARDENER:
        take_gardener(state, seat, events)
        after_court_card(state)
        return
    state.level[seat, kind] += 1
    level = np.int64(state.level[seat, kind])
    state.court[kind, level] -= 1
    emit(events, EventKind.COURT_TAKEN, seat, EVERYBODY, kind, level, 0)
    if kind == Court.PALACE:
        gain(state, seat, printed(state, PALACE_PRESTIGE + level), Source.PALACE, events)
    if kind == Court.CARAVANEER and level == HIGHEST[Court.CARAVANEER]:
        state.phase = Phase.TOKEN
    else:
        after_court_card(state)


@kernel
def tokens_lying(state):
    """(11) The resources on the level-2 caravaneers that were left."""
    lying = NONE
    for resource in range(PLAIN_RESOURCES):
        if state.token[resource] > 0:
            lying |= ONE << np.uint64(resource)
    return lying


@kernel
def after_court_card(state):
    """A card bought ends the turn; one that a garden tile brought is part of planting."""
    state.phase = Phase.TURN if state.square == NO_SQUARE else Phase.PLANT


# ------------------------------------------------------------------------------------------------ planting (12)


@kernel
def quality_at(state, place):
    """The quality of the plant that lies in a plant city."""
    return printed(state, PLANT_QUALITY + 2 * state.plant[place] + state.side[place])


@kernel
def plantable(state, seat, place):
    """(12) The squares a seat may plant with the plant of a city and all its gardeners."""
    quality = min(quality_at(state, place) + state.gardeners[seat], TOP_QUALITY)
    return state.garden & state.wet & WITHIN[quality]


@kernel
def plant_square(state, seat, square, events):
    """(12) Spend the gardeners that are needed, take the tile, and its bonuses at once."""
    spent = max(0, QUALITY[square] - quality_at(state, PLANT_AT[city_at(state, state.caravan)]))
    state.gardeners[seat] -= spent
    state.gardeners_left += spent
    tile = np.int64(state.tile[square])
    state.garden &= ~(ONE << np.uint64(square))
    state.planted |= ONE << np.uint64(square)
    state.gardener[square] = seat
    state.tiles[seat] += 1
    state.tiles_left -= 1
    emit(events, EventKind.PLANTED, seat, EVERYBODY, square, tile, spent)
    values = TILE + TILE_VALUES * tile
    gain_at(state, seat, printed(state, values + PRESTIGE_OF), Source.TILE, square, events)
    take_talents(state, seat, printed(state, values + TALENTS_OF), Source.TILE, events)
    take_camels(state, seat, printed(state, values + CAMELS_OF), Source.TILE, events)
    state.square = square
    state.gifts = state.part[values + RESOURCES_OF]
    state.bonus = state.part[values + COURT_OF]


@kernel
def go_on_planting(state, events):
    """(12) The tile's choices first, then the water around the square, then the plant card turns over."""
    seat = np.int64(state.actor)
    if state.gifts > 0:
        state.phase = Phase.GIFT
        return
    if state.bonus != 0:
        if court_cards(state, seat, state.bonus) != NONE:
            state.phase = Phase.BONUS
            return
        state.bonus = 0
        emit(events, EventKind.BONUS_LOST, seat, EVERYBODY, 0, 0, 0)
    square = state.square
    state.square = NO_SQUARE
    city = city_at(state, state.caravan)
    score_irrigation(state, square, quality_at(state, PLANT_AT[city]), events)
    join_gardens(state, square, events)
    state.side[PLANT_AT[city]] = 1 - state.side[PLANT_AT[city]]
    emit(events, EventKind.PLANT_TURNED, NOBODY, EVERYBODY, city, 0, 0)
    state.phase = Phase.TURN


@kernel
def score_irrigation(state, square, quality, events):
    """(12) The most cubes around the square bring the plant's own quality; a tie brings nothing."""
    winner = most_water(state, square)
    if winner == NOBODY:
        emit(events, EventKind.IRRIGATION_TIED, NOBODY, EVERYBODY, square, 0, 0)
    elif quality > 0:
        gain_at(state, winner, quality, Source.IRRIGATION, square, events)
        emit_set(events, 0, state.cubes[winner] & AREAS_AROUND[square], NONE, NONE)


@kernel
def most_water(state, square):
    """(12) The seat with strictly the most cubes around a square, or nobody."""
    best, winner = 0, NOBODY
    for seat in range(np.int64(state.seats)):
        count = popcount(state.cubes[seat] & AREAS_AROUND[square])
        if count > best:
            best, winner = count, seat
        elif count == best:
            winner = NOBODY
    return winner


@kernel
def join_gardens(state, square, events):
    """(12) Between this square and planted neighbours, empty areas get neutral cubes."""
    around = EDGES_AROUND[square] & dry_edges(state)
    while around != NONE:
        edge = lowest(around)
        around &= around - ONE
        if SIDES[edge] & ~state.planted == NONE:
            irrigate_neutrally(state, edge, events)


# ------------------------------------------------------------------------------------------------ passing (13)


@kernel
def pass_turn(state, events):
    """(13) A cube goes on the Pass square."""
    state.passed[state.actor] = 1
    emit(events, EventKind.PASSED, np.int64(state.actor), EVERYBODY, 0, 0, 0)


@kernel
def next_turn(state, events):
    """(13) The turn goes round; those who have passed take a talent, as long as somebody is still playing."""
    playing = 0
    for seat in range(state.seats):
        if not state.passed[seat]:
            playing += 1
    if playing == 0:
        state.actor = (state.first + state.seats - 1) % state.seats
        state.phase = Phase.PROCESSION
        return
    seat = (state.active + 1) % state.seats
    while state.passed[seat]:
        take_talents(state, seat, 1, Source.PASS_SQUARE, events)
        seat = (seat + 1) % state.seats
    state.active = seat
    state.actor = seat
    state.phase = Phase.TURN


# ------------------------------------------------------------------------------------------------ end of the round (14)


@kernel
def procession(state, seat, chosen, events):
    """(14) An own cube in one temple, neutral ones in the other two."""
    pray(state, seat, chosen, events)
    for temple in range(TEMPLES):
        if temple != chosen:
            enter_temple(state, NEUTRAL, temple)
            emit(events, EventKind.NEUTRAL_PRIEST, NEUTRAL, EVERYBODY, temple, 0, 0)
    winner = ranked(state, Temple.ISHTAR, NOBODY)
    if winner == NOBODY:
        marduk(state, events)
        return
    emit(events, EventKind.TEMPLE_WON, winner, EVERYBODY, Temple.ISHTAR, 1, 0)
    state.actor = winner
    state.phase = Phase.ISHTAR


@kernel
def ranked(state, temple, above):
    """(14) Who has the most cubes in a temple, leaving out the seat `above`; ties go to the cube furthest right."""
    best, winner = 0, NOBODY
    for seat in range(np.int64(state.seats)):
        if seat == above:
            continue
        worth = 0
        for space in range(TEMPLE_SPACES):
            if state.temple[temple, space] == seat:
                worth = (worth // 8 + 1) * 8 + space
        if worth > best:
            best, winner = worth, seat
    return winner


@kernel
def second_in(state, temple, winner):
    """(14) Who is second in a temple: nobody with two players, or where the winner is alone."""
    if state.seats == 2:
        return NOBODY
    return ranked(state, temple, winner)


@kernel
def give_ishtar_prizes(state, winner, prize, events):
    """(14) A camel or a talent for the first, the other for the second."""
    give_prize(state, winner, prize, events)
    second = second_in(state, Temple.ISHTAR, winner)
    if second != NOBODY:
        emit(events, EventKind.TEMPLE_WON, second, EVERYBODY, Temple.ISHTAR, 2, 0)
        give_prize(state, second, CAMEL + TALENT - prize, events)
    marduk(state, events)


@kernel
def give_prize(state, seat, prize, events):
    """One camel or one talent."""
    if prize == CAMEL:
        take_camels(state, seat, 1, Source.ISHTAR, events)
    else:
        take_talents(state, seat, 1, Source.ISHTAR, events)


@kernel
def marduk(state, events):
    """(14) 2 prestige for the first, 1 for the second; then Tammouz calls the first to the fields."""
    winner = ranked(state, Temple.MARDUK, NOBODY)
    if winner != NOBODY:
        gain(state, winner, MARDUK_FIRST, Source.MARDUK, events)
        second = second_in(state, Temple.MARDUK, winner)
        if second != NOBODY:
            gain(state, second, MARDUK_SECOND, Source.MARDUK, events)
    winner = ranked(state, Temple.TAMMOUZ, NOBODY)
    if winner == NOBODY:
        state.phase = Phase.DISCARD
        return
    emit(events, EventKind.TEMPLE_WON, winner, EVERYBODY, Temple.TAMMOUZ, 1, 0)
    state.actor = winner
    state.phase = Phase.HARVEST


@kernel
def tammouz_second(state, events):
    """(14) The second may exchange a resource, if there is one."""
    second = second_in(state, Temple.TAMMOUZ, np.int64(state.actor))
    if second == NOBODY or held(state, second) == NONE:
        state.phase = Phase.DISCARD
        return
    emit(events, EventKind.TEMPLE_WON, second, EVERYBODY, Temple.TAMMOUZ, 2, 0)
    state.actor = second
    state.phase = Phase.EXCHANGE


@kernel
def exchange(state, seat, choice, events):
    """(14) Give a resource back and take another that is not wine, or keep everything."""
    if choice >= RESOURCES:
        state.phase = Phase.DISCARD
        return
    state.resources[seat, choice] -= 1
    state.given = choice
    emit(events, EventKind.GAVE, seat, EVERYBODY, choice, 0, 0)
    state.phase = Phase.EXCHANGE_FOR


@kernel
def limit_supply(state, events):
    """(14) In turn order, whoever has more resources than the caravaneer can keep gives some up."""
    for step in range(np.int64(state.seats)):
        seat = (state.first + step) % state.seats
        if resources_of(state, seat) > state.part[KEEP + state.level[seat, Court.CARAVANEER]]:
            state.actor = seat
            state.phase = Phase.DISCARD
            return
    finish_round(state, events)


@kernel
def resources_of(state, seat):
    """How many resources a seat has."""
    count = 0
    for resource in range(RESOURCES):
        count += state.resources[seat, resource]
    return count


@kernel
def finish_round(state, events):
    """(14, 15, 18) The first player card moves on; then the game ends or another round begins."""
    state.first = (state.first + 1) % state.seats
    emit(events, EventKind.FIRST_PLAYER, np.int64(state.first), EVERYBODY, 0, 0, 0)
    if state.tiles_left <= state.part[END_TILES + state.seats - 2]:
        state.over = Ending.GARDEN_PLANTED
    elif state.round >= ROUND_LIMIT:
        state.over = Ending.LAST_ROUND
    if not state.over:
        begin_round(state, events)
        return
    for seat in range(np.int64(state.seats)):
        gain(state, seat, favour(state, seat), Source.FAVOUR, events)
        gain(state, seat, resources_of(state, seat), Source.RESOURCES, events)
    state.actor = state.first
    state.phase = Phase.TURN
    emit(events, EventKind.GAME_ENDED, NOBODY, EVERYBODY, np.int64(state.over), 0, 0)


@kernel
def favour(state, seat):
    """(15) Amyitis' favour, by garden tiles owned."""
    offset = FAVOUR + 4 * (state.seats - 2)
    if state.tiles[seat] >= state.part[offset + 2]:
        return printed(state, offset + 3)
    if state.tiles[seat] >= state.part[offset]:
        return printed(state, offset + 1)
    return 0


@kernel
def standing(state, seat):
    """(15) Most prestige; equal standings share the victory."""
    return np.int64(state.score[seat])
