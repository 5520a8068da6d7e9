"""The evaluation of Babylonia for bots, in points: the score, and a share of what is about to be scored."""

from __future__ import annotations

from ziggurat.core.bits import NONE, has, popcount
from ziggurat.core.kernel import kernel
from ziggurat.games.babylonia.board import (
    BLUES,
    CROP,
    CROP_OF_CITIES,
    GREENS,
    HEX_WORDS,
    LAND_BESIDE,
    NEIGHBOURS,
    NO_TILE,
    NOBLE_POINTS,
    SITE_HEX,
    Card,
    Token,
)
from ziggurat.games.babylonia.rules import cities_of, connected_nobles, holds, ziggurats_touched

# Points, guessed by people who play the game and not tuned yet; none of them is part of the rules.
EARLY = 0.2  # what an untouched site promises of what a surrounded one gives
CITY_KEPT = 0.25  # for each city in front of a seat, for each city still to be scored
CITIES_TO_COME = 6  # at most; most games end with cities left
CARD_WORTH = 6.0  # a ziggurat card not yet used
TOUCH_WORTH = 0.8  # each ziggurat touched pays again with later tokens
FIELD_WORTH = 0.3  # of a crop field that a farmer on the stand could enter


@kernel
def evaluate(state, seat):
    """A seat's score plus what it can expect to score."""
    cities = cities_of(state, seat)
    worth = float(state.score[seat])
    if state.over:
        return worth
    worth += CITY_KEPT * cities * min(state.cities_left, CITIES_TO_COME)
    worth += TOUCH_WORTH * ziggurats_touched(state, seat)
    for card in range(Card.EXTRA_TURN, Card.RIVER_CONNECTS + 1):
        if holds(state, seat, card) and not (card == Card.EXTRA_TURN and state.extra_used):
            worth += CARD_WORTH
    farmers = state.stand[seat, Token.FARMER]
    for site in range(GREENS):
        tile = state.tile[site]
        if tile == NO_TILE or not has(state.beside[seat], SITE_HEX[site]):
            continue
        if tile >= CROP:
            if farmers > 0:
                worth += FIELD_WORTH * (4 if tile == CROP_OF_CITIES else tile - CROP)
        else:
            worth += surrounding(state, site) * city_worth(state, seat, site, tile, cities)
    for blue in range(BLUES):
        if not state.scored >> blue & 1 and has(state.beside[seat], SITE_HEX[GREENS + blue]):
            lead = leads(state, seat, SITE_HEX[GREENS + blue])
            worth += surrounding(state, GREENS + blue) * CARD_WORTH * lead
    return worth


@kernel
def surrounding(state, site):
    """How close a site is to being scored, from EARLY to 1."""
    land, free = 0, 0
    for word in range(HEX_WORDS):
        land += popcount(LAND_BESIDE[site, word])
        free += popcount(LAND_BESIDE[site, word] & state.free[word])
    filled = (land - free) / land
    return EARLY + (1.0 - EARLY) * filled * filled


@kernel
def city_worth(state, seat, site, symbols, cities):
    """What a city would give a seat if it were scored now."""
    hexagon = SITE_HEX[site]
    nobles = NOBLE_POINTS * connected_nobles(state, seat, hexagon, symbols)
    return nobles + (cities + 2.0) * leads(state, seat, hexagon)


@kernel
def leads(state, seat, hexagon):
    """1 with strictly the most tokens beside a hexagon, a third when tied for most, otherwise 0."""
    own, best = 0, 0
    for other in range(state.seats):
        count = 0
        for word in range(HEX_WORDS):
            beside = state.own[other, word] & NEIGHBOURS[hexagon, word]
            if beside != NONE:
                count += popcount(beside)
        if other == seat:
            own = count
        else:
            best = max(best, count)
    if own > best:
        return 1.0
    if own == best:
        return 1.0 / 3.0
    return 0.0
