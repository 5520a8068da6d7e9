"""The rules of Babylonia, in the order of `rules.md`; numbers in brackets and docstrings are its clauses."""

from __future__ import annotations

import numpy as np

from ziggurat.core.bits import NONE, ONE, add, bit, has, lowest, popcount, remove
from ziggurat.core.chance import below, start
from ziggurat.core.events import EVERYBODY, emit, emit_set
from ziggurat.core.kernel import kernel
from ziggurat.games.babylonia.actions import CARD, END, EXTRA, NO_EXTRA, SITE, WORDS
from ziggurat.games.babylonia.board import (
    CARDS,
    CENTRAL,
    CITIES,
    CROP,
    CROP_OF_CITIES,
    GREENS,
    GREENS_PLAYED,
    HEX_WORDS,
    HEXES,
    KINDS,
    LAND_BESIDE,
    LARGE_STAND,
    NEIGHBOURS,
    NO_TILE,
    NOBLE_POINTS,
    NOBODY,
    OPEN_AT_START,
    RIVER,
    SITE_AT,
    SITE_HEX,
    SITES_BESIDE,
    SITES_PLAYED,
    STAND,
    TEN_POINTS,
    TILE_COUNT,
    TILE_SUPPLY,
    TOKENS,
    TOKENS_IN_ALL,
    ZIGGURATS,
    Card,
    Token,
)
from ziggurat.games.babylonia.events import EventKind, Set, Source
from ziggurat.games.babylonia.state import ON_OFFER, OUT_OF_GAME, Ending, Phase

OPTION_VARIANT = 0
CARDS_ON_OFFER = 7
BLUE_SITES = np.uint64(GREENS)  # sites from here on are ziggurats

# ------------------------------------------------------------------------------------------------ setting up (18-21)


@kernel
def setup(state, seats, options, seed):
    """Lay out the board, shuffle tiles, tokens and, in the variant, cards; then seat 0 begins (1)."""
    start(state.rng, seed)
    state.seats = seats
    state.variant = options[OPTION_VARIANT]
    deal_tiles(state)
    deal_cards(state)
    for seat in range(seats):
        for kind in range(KINDS):
            state.reserve[seat, kind] = TOKENS[kind]
        state.reserve_size[seat] = TOKENS_IN_ALL
        refill(state, seat, None)
    derive_from_tiles(state)
    state.phase = Phase.PLACE


@kernel
def deal_tiles(state):
    """(20) Every green hexagon in play gets a tile at random."""
    seats = state.seats
    count = TILE_COUNT[seats]
    for place in range(count):
        state.tile[GREENS_PLAYED[seats, place]] = TILE_SUPPLY[seats, place]
    for place in range(count - 1, 0, -1):
        here = GREENS_PLAYED[seats, place]
        there = GREENS_PLAYED[seats, below(state.rng, place + 1)]
        tile = state.tile[here]
        state.tile[here] = state.tile[there]
        state.tile[there] = tile


@kernel
def deal_cards(state):
    """(21) Cards 1 to 7 are on offer; in the variant, seven of the nine at random."""
    for card in range(CARDS):
        state.card[card] = ON_OFFER
    if not state.variant:
        for card in range(CARDS_ON_OFFER, CARDS):
            state.card[card] = OUT_OF_GAME
        return
    removed = 0
    while removed < CARDS - CARDS_ON_OFFER:
        card = below(state.rng, CARDS)
        if state.card[card] == ON_OFFER:
            state.card[card] = OUT_OF_GAME
            removed += 1


@kernel
def derive(state):
    """Work out what follows from tiles and tokens, and is kept in the record only for speed."""
    derive_from_tiles(state)
    for seat in range(state.seats):
        for word in range(HEX_WORDS):
            state.beside[seat, word] = NONE
        for hexagon in range(HEXES):
            if has(state.own[seat], hexagon):
                remove(state.free, hexagon)
                for word in range(HEX_WORDS):
                    state.beside[seat, word] |= NEIGHBOURS[hexagon, word]


@kernel
def derive_from_tiles(state):
    """What follows from the tiles alone: free hexagons, crop fields, the number of cities."""
    for word in range(HEX_WORDS):
        state.free[word] = OPEN_AT_START[state.seats, word]
        state.crop[word] = NONE
    state.cities_left = 0
    for place in range(TILE_COUNT[state.seats]):
        site = GREENS_PLAYED[state.seats, place]
        tile = state.tile[site]
        if tile == NO_TILE:
            add(state.free, SITE_HEX[site])
        elif tile >= CROP:
            add(state.crop, SITE_HEX[site])
        else:
            state.cities_left += 1


# ------------------------------------------------------------------------------------------------ legal actions


@kernel
def legal(state, mask):
    """Write the set of legal actions; say how many there are."""
    for word in range(WORDS):
        mask[word] = NONE
    if state.phase == Phase.PLACE:
        return legal_placements(state, mask)
    if state.phase == Phase.SITE:
        return legal_sites(state, mask)
    if state.phase == Phase.CARD:
        return legal_cards(state, mask)
    add(mask, EXTRA)
    add(mask, NO_EXTRA)
    return 2


@kernel
def legal_placements(state, mask):
    """(2-5, 7) A token may go down if this turn's tokens can still become a finished turn."""
    seat = state.actor
    placed = tokens_placed(state)
    if placed < quota(state):  # on the way to (a): anything goes, river included
        count = 0
        for kind in range(KINDS):
            if state.stand[seat, kind] > 0:
                count += offer(state, mask, seat, kind, True)
        if placed > 0 and state.stand_size[seat] == 0:
            add(mask, END)
            count += 1
        return count
    count = legal_beyond_two(state, mask, seat)
    if is_finished(state):
        add(mask, END)
        count += 1
    return count


@kernel
def legal_beyond_two(state, mask, seat):
    """(3b, 3c, 3d) What may follow once the tokens of an ordinary turn are down."""
    if state.turn < 2 or state.placed_in_river > 0:
        return 0
    farmers = state.placed[Token.FARMER]
    nobles = tokens_placed(state) - farmers
    count = 0
    if nobles == 0 and state.stand[seat, Token.FARMER] > 0:
        count += offer(state, mask, seat, Token.FARMER, False)
    if holds(state, seat, Card.NOBLE_WITH_FARMERS) and nobles <= 1:
        count += legal_noble_with_farmers(state, mask, seat, farmers, nobles)
    if holds(state, seat, Card.THREE_NOBLES) and farmers == 0 and nobles_differ(state):
        for kind in range(Token.MERCHANT, KINDS):
            if state.placed[kind] == 0 and state.stand[seat, kind] > 0:
                count += offer(state, mask, seat, kind, False)
    return count


@kernel
def legal_noble_with_farmers(state, mask, seat, farmers, nobles):
    """(3d) Three or more farmers and exactly one noble, in any order, as long as three farmers can be reached."""
    if farmers + state.stand[seat, Token.FARMER] < 3:
        return 0
    count = 0
    if nobles == 1:
        if state.stand[seat, Token.FARMER] > 0 and (farmers >= 2 or room_for_farmers(state, seat) >= 2):
            count += offer(state, mask, seat, Token.FARMER, False)
        return count
    room = room_for_farmers(state, seat) if farmers < 3 else 2
    for kind in range(Token.MERCHANT, KINDS):
        if state.stand[seat, kind] > 0:
            if room >= 2:
                count += offer(state, mask, seat, kind, False)
            elif room == 1 and holds(state, seat, Card.NOBLES_IN_CROP_FIELDS):
                count += offer_spare_fields(state, mask, seat, kind)
    return count


@kernel
def offer(state, mask, seat, kind, river):
    """Mark every hexagon where a token of this kind may go; say how many there are."""
    count = 0
    first = HEXES * kind
    shift = np.uint64(first & 63)
    fields = kind == Token.FARMER or holds(state, seat, Card.NOBLES_IN_CROP_FIELDS)
    for word in range(HEX_WORDS):
        places = state.free[word]
        if not river:
            places &= ~RIVER[word]
        if fields:
            if kind == Token.FARMER:
                places |= state.crop[word] & state.beside[seat, word]
            else:
                places |= state.crop[word]
        count += popcount(places)
        at = (first >> 6) + word
        mask[at] |= places << shift
        if shift != NONE:
            mask[at + 1] |= places >> (np.uint64(64) - shift)
    return count


@kernel
def room_for_farmers(state, seat):
    """(4) How many farmers the land has room for: free land, and fields beside it or beside own tokens.

    Fields do not touch each other, so filling all free land first opens every field that can be opened at all.
    """
    room = 0
    for word in range(HEX_WORDS):
        room += popcount(state.free[word] & ~RIVER[word])
    for site in range(GREENS):
        if state.tile[site] >= CROP and field_can_open(state, seat, site):
            room += 1
    return room


@kernel
def field_can_open(state, seat, site):
    """Whether a farmer could enter this field now, or after other farmers of this turn."""
    if has(state.beside[seat], SITE_HEX[site]):
        return True
    for word in range(HEX_WORDS):
        if state.free[word] & LAND_BESIDE[site, word] != NONE:
            return True
    return False


@kernel
def offer_spare_fields(state, mask, seat, kind):
    """(4, 27) With room for one farmer only, a noble may enter just the fields no farmer could reach."""
    count = 0
    for site in range(GREENS):
        if state.tile[site] >= CROP and not field_can_open(state, seat, site):
            add(mask, HEXES * kind + SITE_HEX[site])
            count += 1
    return count


@kernel
def legal_sites(state, mask):
    """(9) Any surrounded site may be scored next."""
    count = 0
    sites = state.sites
    while sites != NONE:
        add(mask, SITE + lowest(sites))
        sites &= sites - ONE
        count += 1
    return count


@kernel
def legal_cards(state, mask):
    """(13) Any card on offer may be taken."""
    count = 0
    for card in range(CARDS):
        if state.card[card] == ON_OFFER:
            add(mask, CARD + card)
            count += 1
    return count


# ------------------------------------------------------------------------------------------------ the turn so far


@kernel
def tokens_placed(state):
    """How many tokens the active player has put down this turn."""
    return state.placed[0] + state.placed[1] + state.placed[2] + state.placed[3] + state.placed_in_river


@kernel
def quota(state):
    """(2, 3a) How many tokens an ordinary turn has: the very first has one, all others two."""
    if state.turn == 0:
        return 1
    return 2


@kernel
def is_finished(state):
    """(3) Whether the tokens placed make a finished turn; the only unfinished ones beyond two await a third farmer."""
    return not (tokens_placed(state) == 3 and state.placed[Token.FARMER] == 2)


@kernel
def nobles_differ(state):
    """(3c) Whether exactly two nobles are down, of different kinds."""
    merchants, servants, priests = state.placed[1], state.placed[2], state.placed[3]
    return merchants + servants + priests == 2 and merchants < 2 and servants < 2 and priests < 2


@kernel
def holds(state, seat, card):
    """Whether a seat owns a card."""
    return state.card[card] == seat


# ------------------------------------------------------------------------------------------------ playing an action


@kernel
def apply(state, action, events):
    """Play a legal action. True when tokens were drawn: from then on there is no way back."""
    if action < END:
        place(state, action // HEXES, action % HEXES, events)
        return False
    if action == END:
        find_surrounded(state)
        return score_sites(state, events)
    if action < CARD:
        score_site(state, action - SITE, events)
    elif action < EXTRA:
        take_card(state, state.actor, action - CARD, events)
        state.phase = Phase.SITE
    else:
        answer_extra_turn(state, action == EXTRA, events)
        return False
    return score_sites(state, events)


@kernel
def place(state, kind, hexagon, events):
    """(4-7) Put a token down and score what it scores at once."""
    seat = state.actor
    state.stand[seat, kind] -= 1
    state.stand_size[seat] -= 1
    add(state.own[seat], hexagon)
    add(state.kind[kind], hexagon)
    for word in range(HEX_WORDS):
        state.beside[seat, word] |= NEIGHBOURS[hexagon, word]
    if has(RIVER, hexagon):
        state.placed_in_river += 1
        emit(events, EventKind.PLACED_IN_RIVER, seat, 1 << seat, hexagon, kind, 0)
    else:
        state.placed[kind] += 1
        emit(events, EventKind.PLACED, seat, EVERYBODY, hexagon, kind, 0)
    if has(state.crop, hexagon):
        harvest(state, seat, hexagon, events)
    else:
        remove(state.free, hexagon)
    touched = SITES_BESIDE[hexagon] & SITES_PLAYED[state.seats]
    if touched != NONE:
        state.sites |= touched
        if touched >> BLUE_SITES != NONE:
            gain(state, seat, ziggurats_touched(state, seat), Source.ZIGGURATS, hexagon, events)
            tell_counted(state.beside[seat], ZIGGURATS[state.seats], events)


@kernel
def gain(state, seat, points, source, hexagon, events):
    """Score points."""
    if points > 0:
        state.score[seat] += points
        emit(events, EventKind.GAINED, seat, EVERYBODY, hexagon, points, source)


@kernel
def tell_counted(some, others, events):
    """Name the hexagons that are in both sets: they are what was counted."""
    emit_set(events, Set.COUNTED, some[0] & others[0], some[1] & others[1], some[2] & others[2])


@kernel
def ziggurats_touched(state, seat):
    """(6) How many ziggurats in play have a token of this seat beside them."""
    count = 0
    for word in range(HEX_WORDS):
        count += popcount(state.beside[seat, word] & ZIGGURATS[state.seats, word])
    return count


@kernel
def harvest(state, seat, hexagon, events):
    """(7) Score a crop field; it leaves the game."""
    site = SITE_AT[hexagon]
    points = field_points(state, site)
    state.tile[site] = NO_TILE
    remove(state.crop, hexagon)
    gain(state, seat, points, Source.CROP_FIELD, hexagon, events)


@kernel
def field_points(state, site):
    """(7) What a crop field brings: its number, or the city tiles in front of all players."""
    points = state.tile[site] - CROP
    if state.tile[site] == CROP_OF_CITIES:
        for seat in range(state.seats):
            points += cities_of(state, seat)
    return points


@kernel
def cities_of(state, seat):
    """How many city tiles lie in front of a seat."""
    count = 0
    for symbols in range(CITIES):
        count += state.taken[seat, symbols]
    return count


# ------------------------------------------------------------------------------------------------ scoring sites (8-13)


@kernel
def find_surrounded(state):
    """(8) Of the sites touched this turn, keep those with no free land beside them and something left to score."""
    state.phase = Phase.SITE
    touched = state.sites
    while touched != NONE:
        site = lowest(touched)
        touched &= touched - ONE
        if not awaits_scoring(state, site):
            state.sites &= ~bit(site)


@kernel
def awaits_scoring(state, site):
    """Whether a site is surrounded, and a city still there or a ziggurat not yet scored."""
    if site >= GREENS:
        if state.scored >> (site - GREENS) & 1:
            return False
    elif state.tile[site] == NO_TILE or state.tile[site] >= CROP:
        return False
    for word in range(HEX_WORDS):
        if state.free[word] & LAND_BESIDE[site, word] != NONE:
            return False
    return True


@kernel
def score_sites(state, events):
    """(9) Score sites until somebody must choose, or none is left and the turn ends. True if tokens were drawn."""
    while state.phase == Phase.SITE:
        state.actor = state.active
        if state.sites == NONE:
            return finish_turn(state, events)
        if state.sites & (state.sites - ONE) != NONE:
            return False
        score_site(state, lowest(state.sites), events)
    return False


@kernel
def score_site(state, site, events):
    """Resolve one surrounded site completely."""
    state.sites &= ~bit(site)
    if site < GREENS:
        score_city(state, site, events)
    else:
        score_ziggurat(state, site, events)


@kernel
def score_city(state, site, events):
    """(10-12) Nobles first, then the tile, then everyone's cities; the hexagon is free from then on."""
    hexagon = SITE_HEX[site]
    symbols = state.tile[site]
    for seat in range(state.seats):
        tokens = connected_tokens(state, seat, hexagon)
        nobles = nobles_among(state, tokens, symbols)
        points = NOBLE_POINTS * (popcount(nobles[0]) + popcount(nobles[1]) + popcount(nobles[2]))
        gain(state, seat, points, Source.NOBLES, hexagon, events)
        if points > 0:
            emit_set(events, Set.COUNTED, nobles[0], nobles[1], nobles[2])
            emit_set(events, Set.CONNECTED, tokens[0], tokens[1], tokens[2])
    winner = most_beside(state, hexagon)
    state.tile[site] = NO_TILE
    state.cities_left -= 1
    add(state.free, hexagon)
    if winner == NOBODY:
        emit(events, EventKind.CITY_DISCARDED, NOBODY, EVERYBODY, hexagon, symbols, 0)
        return
    state.taken[winner, symbols] += 1
    emit(events, EventKind.CITY_TAKEN, winner, EVERYBODY, hexagon, symbols, 0)
    tell_counted(state.own[winner], NEIGHBOURS[hexagon], events)
    for seat in range(state.seats):
        gain(state, seat, city_points(state, seat, cities_of(state, seat)), Source.CITIES, hexagon, events)


@kernel
def city_points(state, seat, cities):
    """(11, 28) What so many cities score a seat when one has been taken."""
    return cities + cities // 2 if holds(state, seat, Card.MORE_CITY_POINTS) else cities


@kernel
def connected_nobles(state, seat, hexagon, symbols):
    """(10) How many nobles a city with these symbols would score for a seat."""
    nobles = nobles_among(state, connected_tokens(state, seat, hexagon), symbols)
    return popcount(nobles[0]) + popcount(nobles[1]) + popcount(nobles[2])


@kernel
def connected_tokens(state, seat, hexagon):
    """(10, 29, 30) The seat's tokens that are connected to a hexagon, as three words."""
    land = holds(state, seat, Card.LAND_CONNECTS)
    river = holds(state, seat, Card.RIVER_CONNECTS)
    # The set is three words wide; three plain variables keep the flood in registers.
    way0, way1, way2 = state.own[seat, 0], state.own[seat, 1], state.own[seat, 2]
    if land:
        way0 |= state.free[0] & CENTRAL[0]
        way1 |= state.free[1] & CENTRAL[1]
        way2 |= state.free[2] & CENTRAL[2]
    if river:
        way0 |= state.free[0] & RIVER[0]
        way1 |= state.free[1] & RIVER[1]
        way2 |= state.free[2] & RIVER[2]
    front0 = way0 & NEIGHBOURS[hexagon, 0]
    front1 = way1 & NEIGHBOURS[hexagon, 1]
    front2 = way2 & NEIGHBOURS[hexagon, 2]
    way0 &= ~front0
    way1 &= ~front1
    way2 &= ~front2
    seen0, seen1, seen2 = front0, front1, front2
    while front0 | front1 | front2 != NONE:
        if front0 != NONE:
            at = lowest(front0)
            front0 &= front0 - ONE
        elif front1 != NONE:
            at = 64 + lowest(front1)
            front1 &= front1 - ONE
        else:
            at = 128 + lowest(front2)
            front2 &= front2 - ONE
        new0 = way0 & NEIGHBOURS[at, 0]
        new1 = way1 & NEIGHBOURS[at, 1]
        new2 = way2 & NEIGHBOURS[at, 2]
        way0 &= ~new0
        way1 &= ~new1
        way2 &= ~new2
        front0 |= new0
        front1 |= new1
        front2 |= new2
        seen0 |= new0
        seen1 |= new1
        seen2 |= new2
    return seen0 & state.own[seat, 0], seen1 & state.own[seat, 1], seen2 & state.own[seat, 2]


@kernel
def nobles_among(state, tokens, symbols):
    """(5, 10) Of some tokens, the face-up nobles with one of the symbols."""
    wanted0, wanted1, wanted2 = NONE, NONE, NONE
    for kind in range(Token.MERCHANT, KINDS):
        if symbols >> (kind - 1) & 1:
            wanted0 |= state.kind[kind, 0]
            wanted1 |= state.kind[kind, 1]
            wanted2 |= state.kind[kind, 2]
    return tokens[0] & wanted0 & ~RIVER[0], tokens[1] & wanted1 & ~RIVER[1], tokens[2] & wanted2 & ~RIVER[2]


@kernel
def most_beside(state, hexagon):
    """(11, 13) The seat with strictly the most tokens beside a hexagon, or nobody."""
    best, winner = 0, NOBODY
    for seat in range(state.seats):
        count = 0
        for word in range(HEX_WORDS):
            count += popcount(state.own[seat, word] & NEIGHBOURS[hexagon, word])
        if count > best:
            best, winner = count, seat
        elif count == best:
            winner = NOBODY
    return winner


@kernel
def score_ziggurat(state, site, events):
    """(13) The majority takes a card; with a choice of cards, the winner is asked, in turn or out of it."""
    hexagon = SITE_HEX[site]
    state.scored |= 1 << (site - GREENS)
    winner = most_beside(state, hexagon)
    on_offer, last = 0, 0
    for card in range(CARDS):
        if state.card[card] == ON_OFFER:
            on_offer += 1
            last = card
    if winner == NOBODY or on_offer == 0:
        emit(events, EventKind.ZIGGURAT_TIED, NOBODY, EVERYBODY, hexagon, 0, 0)
        return
    emit(events, EventKind.ZIGGURAT_WON, winner, EVERYBODY, hexagon, 0, 0)
    tell_counted(state.own[winner], NEIGHBOURS[hexagon], events)
    if on_offer == 1:
        take_card(state, winner, last, events)
    else:
        state.phase = Phase.CARD
        state.actor = winner


@kernel
def take_card(state, seat, card, events):
    """(22) Put a card in front of a seat; the first one pays at once."""
    state.card[card] = seat
    emit(events, EventKind.CARD_TAKEN, seat, EVERYBODY, card, card, 0)
    if card == Card.TEN_POINTS:
        state.score[seat] += TEN_POINTS
        emit(events, EventKind.GAINED_FROM_CARD, seat, EVERYBODY, NOBODY, TEN_POINTS, Source.CARD)


# ------------------------------------------------------------------------------------- ending the turn (14-16)


@kernel
def finish_turn(state, events):
    """(14-16) Refill, test for the end, offer the extra turn, or pass the turn on. True if tokens were drawn."""
    seat = state.active
    drew = refill(state, seat, events)
    if state.stand_size[seat] == 0:
        state.over = Ending.STAND_EMPTY
    elif state.cities_left <= 1:
        state.over = Ending.CITIES_GONE
    if state.over:
        emit(events, EventKind.GAME_ENDED, NOBODY, EVERYBODY, state.over, 0, 0)
    elif holds(state, seat, Card.EXTRA_TURN) and not state.extra_used:
        state.phase = Phase.EXTRA
    else:
        begin_turn(state, (seat + 1) % state.seats)
    return drew


@kernel
def refill(state, seat, events):
    """(14) Draw from the reserve until the stand is full. True if anything was drawn."""
    size = LARGE_STAND if holds(state, seat, Card.STAND_OF_SEVEN) else STAND
    drew = False
    while state.stand_size[seat] < size and state.reserve_size[seat] > 0:
        left = below(state.rng, state.reserve_size[seat])
        kind = 0
        while left >= state.reserve[seat, kind]:
            left -= state.reserve[seat, kind]
            kind += 1
        state.reserve[seat, kind] -= 1
        state.reserve_size[seat] -= 1
        state.stand[seat, kind] += 1
        state.stand_size[seat] += 1
        drew = True
        emit(events, EventKind.DREW, seat, 1 << seat, kind, 0, 0)
    return drew


@kernel
def begin_turn(state, seat):
    """A seat's turn begins: nothing is placed yet."""
    state.turn += 1
    state.active = seat
    state.actor = seat
    state.phase = Phase.PLACE
    state.sites = NONE
    for kind in range(KINDS):
        state.placed[kind] = 0
    state.placed_in_river = 0


@kernel
def answer_extra_turn(state, yes, events):
    """(15) The owner of card 2 plays once more, or the turn passes on."""
    seat = state.active
    if yes:
        state.extra_used = 1
        emit(events, EventKind.EXTRA_TURN, seat, EVERYBODY, 0, 0, 0)
        begin_turn(state, seat)
    else:
        begin_turn(state, (seat + 1) % state.seats)


@kernel
def standing(state, seat):
    """(16) Most points, then most cities; equal standings share the victory."""
    return state.score[seat] * 64 + cities_of(state, seat)
