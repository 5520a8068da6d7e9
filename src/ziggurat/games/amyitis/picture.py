"""Amyitis as a picture: the garden in SVG, with the ring of cities, the fields, the temples, the court and the players.

The garden is seen from above, a1 on the highest terrace, the river along the two far sides. Channels run between the
squares: blue where all areas have their cube, framed in gold where water can come next.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin
from typing import Any

from ziggurat.core.drawing import svg
from ziggurat.core.drawing.svg import (
    BRICK,
    GOLD,
    INK,
    IVORY,
    LAPIS,
    LINE,
    MARGIN,
    PAPER,
    PLUM,
    QUIET,
    REED,
    RIVER,
    SAND,
)
from ziggurat.games.amyitis.board import (
    CITIES,
    CITY_NAMES,
    COURT_NAMES,
    EDGE_SQUARES,
    EDGES,
    NOBODY,
    QUALITIES,
    RESOURCE_NAMES,
    ROW_LENGTH,
    ROW_NAMES,
    SIDE,
    SQUARE_NAMES,
    SQUARES,
    TEMPLE_NAMES,
    TEMPLE_SPACES,
    TRACKS,
    Court,
)
from ziggurat.games.amyitis.components import ASKS, FIELD, RING, SELLS, court_names
from ziggurat.games.amyitis.view import (
    GardenTile,
    areas_of,
    court_left,
    craft_cards,
    edge_cubes,
    field_cubes,
    garden_tile,
    plant_card,
    temple_cubes,
    tokens,
)

SQUARE, CHANNEL = 84.0, 26.0
STEP = SQUARE + CHANNEL
GARDEN = SIDE * STEP  # with the river
WIDE = 440.0  # the right half
RING_X, RING_Y = 172.0, 122.0  # from the middle of the ring to its cities
CITY_X, CITY_Y = 96.0, 50.0  # size of a city
CUBE = 8.0
Sign = Callable[[float, float], str]  # draws something centred here

TERRACES = ("#c9a96a", "#d6bd85", "#e3d0a3", SAND)  # from the highest down
TRENCH, GREY, HIDE, SPROUT = "#d9c9a3", "#9aa0a6", "#7a5a2e", "#a9c48a"
RESOURCES = {"barley": GOLD, "dates": "#8c4a2a", "salt": IVORY, "palm": REED, "wine": PLUM}
CAMEL = "M2 21v-8c0-3 2-4 4-4 1-4 6-4 7 0 2 0 3 1 4 2V5c0-1 1-2 2-2h3v3h-2v8c0 2-1 3-3 3v4h-2.500v-4H7v4H4.500v-5z"
LEAF = "M12 22C3 18 2 9 12 2c10 7 9 16 0 20z"
DROP = "M12 2c5 7 7 10 7 13a7 7 0 0 1-14 0c0-3 2-6 7-13z"


def picture(records: Any, seat: int) -> str:
    """The table as a record shows it; everything is public."""
    state = records[0]
    left, left_low = _left(state)
    right, right_low = _right(state, seat, 2 * MARGIN + GARDEN)
    return svg.canvas(GARDEN + WIDE + 3 * MARGIN, max(left_low, right_low) + MARGIN, [*left, *right])


def _left(state: Any) -> tuple[list[str], float]:
    """The garden, and below it fields, temples and craft cards."""
    boards = MARGIN + GARDEN + 14
    crafts = boards + 94
    parts = [*_garden(state), *_fields(state, boards), *_temples(state, boards), *_crafts(state, crafts)]
    return parts, crafts + 24 * int(state["seats"])


def _right(state: Any, viewer: int, x: float) -> tuple[list[str], float]:
    """The ring, and below it the players and the court."""
    parts = _ring(state, x + WIDE / 2, MARGIN + CITY_Y / 2 + RING_Y)
    seats, y = svg.players(
        state,
        viewer,
        (x, MARGIN + CITY_Y + 2 * RING_Y + 14, WIDE),
        lambda seat, x, y: (_belongings(state, seat, x, y + 9), y + 20),
    )
    court, y = _court(state, x, y)
    return [*parts, *seats, *court], y


# ------------------------------------------------------------------------------------------------------ small signs


def _resource(name: str, x: float, y: float) -> str:
    """A resource: a token in its colour, with its first letter."""
    ink = INK if name in ("barley", "salt") else IVORY
    return svg.disc(x, y, 8, RESOURCES[name], line=INK) + svg.text(x, y + 3.5, name[0].upper(), ink, 10, bold=True)


def _any_resource(x: float, y: float) -> str:
    return svg.disc(x, y, 8, "none", line=INK) + svg.text(x, y + 4, "?", INK, 11)


def _talent(x: float, y: float) -> str:
    return svg.disc(x, y, 7, GOLD, line=INK) + svg.disc(x, y, 4, "none", line=INK)


def _camel(x: float, y: float) -> str:
    return svg.path(CAMEL, x, y, 17, HIDE)


def _planted(x: float, y: float) -> str:
    return svg.rectangle(x - 8, y - 8, 16, 16, REED, corner=3) + svg.path(LEAF, x, y, 12, SPROUT)


def _court_card(kind: int, x: float, y: float) -> str:
    """A court card: camel, coin, tower or leaf for caravaneer, banker, palace and gardener."""
    sign = (
        svg.path(CAMEL, x, y, 13, IVORY),
        svg.disc(x, y, 5, GOLD) + svg.disc(x, y, 2.5, "none", line=LAPIS),
        svg.ziggurat(x, y + 5, 14, IVORY, ""),
        svg.path(LEAF, x, y, 12, REED),
    )[kind]
    return svg.rectangle(x - 8, y - 10, 16, 20, LAPIS, line=GOLD, corner=2) + sign


def _any_court_card(x: float, y: float) -> str:
    card = svg.rectangle(x - 8, y - 10, 16, 20, LAPIS, line=GOLD, corner=2)
    return card + svg.text(x, y + 5, "?", GOLD, 13, bold=True)


def _cube(cube: str, x: float, y: float) -> str:
    """A seat's cube, or a neutral one."""
    if cube == "n":
        return svg.rectangle(x - 5, y - 5, 10, 10, GREY, line=INK)
    return svg.sign(int(cube), x, y, CUBE)


# -------------------------------------------------------------------------------------------------------- the garden


def _garden(state: Any) -> list[str]:
    """Terraces, river, squares and channels."""
    shore, end = MARGIN + GARDEN - CHANNEL, MARGIN + GARDEN
    river = [(shore + 4, MARGIN), (end, MARGIN), (end, end), (MARGIN, end), (MARGIN, shore + 4), (shore + 4, shore + 4)]
    parts = [svg.polygon(river, RIVER)]
    for height in range(SIDE - 1, -1, -1):  # the lowest first: the others stand on it
        side = STEP * (height + 1) - CHANNEL
        parts.append(svg.rectangle(MARGIN, MARGIN, side, side, TERRACES[height], line=BRICK, thick=2))
    parts += [_square(state, square) for square in range(SQUARES)]
    parts += [_channel(state, edge) for edge in range(EDGES)]
    return parts


def _corner(square: int) -> tuple[float, float]:
    return MARGIN + STEP * (square % SIDE), MARGIN + STEP * (square // SIDE)


def _square(state: Any, square: int) -> str:
    """A square with its tile, its plants, or nothing."""
    left, top = _corner(square)
    middle = left + SQUARE / 2
    tile, owner = int(state["tile"][square]), int(state["gardener"][square])
    if tile < 0:
        return svg.text(middle, top + SQUARE / 2, "not used", QUIET, 11)
    name = svg.text(left + 11, top + 18, SQUARE_NAMES[square], QUIET if owner == NOBODY else IVORY, 10, anchor="start")
    if owner != NOBODY:
        ground = svg.rectangle(left + 5, top + 5, SQUARE - 10, SQUARE - 10, REED, corner=5)
        leaves = "".join(svg.path(LEAF, middle + dx, top + 32 + dy, 22, SPROUT) for dx, dy in _LEAVES)
        return ground + leaves + name + svg.sign(owner, middle, top + SQUARE - 24, 9)
    printed = garden_tile(state, tile)
    wet = bool(int(state["wet"]) >> square & 1)
    frame, thick = (RIVER, 3) if wet else (LINE, 1)
    parts = [
        svg.rectangle(left + 5, top + 5, SQUARE - 10, SQUARE - 10, PAPER, line=frame, thick=thick, corner=5),
        name,
        *(svg.path(LEAF, left + SQUARE - 15 - 11 * leaf, top + 15, 12, REED) for leaf in range(QUALITIES[square])),
        svg.text(middle - 7, top + 48, printed.prestige, INK, 20, bold=True),
        svg.path(svg.STAR, middle + (14 if printed.prestige < 10 else 19), top + 41, 15, GOLD),
    ]
    if wet:
        parts.append(svg.path(DROP, left + 31, top + 15, 12, RIVER))
    return "".join([*parts, *_bonus(printed, middle, top + SQUARE - 20)])


_LEAVES = ((-16, 2), (0, -8), (16, 2))


def _bonus(printed: GardenTile, middle: float, y: float) -> list[str]:
    """What a tile brings besides prestige, in a line."""
    signs: list[Sign] = [
        *[_any_resource] * printed.resources,
        *[_camel] * printed.camels,
        *[_talent] * printed.talents,
    ]
    if printed.court:
        one = len(printed.court) == 1
        signs.append(partial(_court_card, COURT_NAMES.index(printed.court[0])) if one else _any_court_card)
    return [sign(middle + 20 * (number - (len(signs) - 1) / 2), y) for number, sign in enumerate(signs)]


def _channel(state: Any, edge: int) -> str:
    """The areas between two squares, with their cubes."""
    if not int(state["areas"]) >> edge & 1:
        return ""
    first, second = EDGE_SQUARES[edge]
    left, top = _corner(first)
    upright = second == first + 1  # between neighbours of a row
    areas, cubes = areas_of(state, edge), edge_cubes(state, edge)
    full, reached = len(cubes) == areas, bool(int(state["reach"]) >> edge & 1)
    frame = GOLD if reached and not full else LINE
    box = (
        (left + SQUARE + 4, top + 6, CHANNEL - 8, SQUARE - 12)
        if upright
        else (left + 6, top + SQUARE + 4, SQUARE - 12, CHANNEL - 8)
    )
    thick = 2.5 if reached and not full else 0.7
    parts = [svg.rectangle(*box, RIVER if full else TRENCH, line=frame, thick=thick, corner=8)]
    for area in range(areas):
        along = SQUARE * (area + 1) / (areas + 1)
        x, y = (left + SQUARE + CHANNEL / 2, top + along) if upright else (left + along, top + SQUARE + CHANNEL / 2)
        parts.append(_cube(cubes[area], x, y) if area < len(cubes) else svg.disc(x, y, 3, PAPER))
    return "".join(parts)


# ------------------------------------------------------------------------------------------ fields, temples, crafts


def _fields(state: Any, y: float) -> list[str]:
    """The two fields: cubes on the spaces that are taken, resources on the others."""
    parts = []
    for row, name in enumerate(ROW_NAMES):
        middle = y + 12 + 30 * row
        spaces = [RESOURCE_NAMES[resource] for resource in state["part"][FIELD + ROW_LENGTH * row :][:ROW_LENGTH]]
        cubes = field_cubes(state, row)
        parts.append(svg.text(MARGIN, middle + 4, f"{name} field", QUIET, 11, anchor="start"))
        for space, resource in enumerate(spaces):
            x = MARGIN + 96 + 27 * space
            parts.append(svg.rectangle(x - 12, middle - 12, 24, 24, "#d8dfb8", line=REED, corner=3))
            parts.append(_cube(str(cubes[space]), x, middle) if space < len(cubes) else _resource(resource, x, middle))
    return parts


def _temples(state: Any, y: float) -> list[str]:
    """The three temples, cubes from the left."""
    parts = []
    for temple, name in enumerate(TEMPLE_NAMES):
        middle = y + 12 + 28 * temple
        parts.append(svg.text(MARGIN + 250, middle + 4, name.title(), QUIET, 11, anchor="start"))
        cubes = temple_cubes(state, temple)
        for space in range(TEMPLE_SPACES):
            x = MARGIN + 324 + 27 * space
            parts.append(svg.rectangle(x - 12, middle - 12, 24, 24, "#ead2c2", line=BRICK, corner=3))
            if space < len(cubes):
                parts.append(_cube(cubes[space], x, middle))
    return parts


def _crafts(state: Any, y: float) -> list[str]:
    """The groups of craft cards, with what the next one costs."""
    parts = []
    for group in range(int(state["seats"])):
        top = y + 24 * group
        cards, price = craft_cards(state, group), int(state["face_down"][group])
        parts.append(svg.text(MARGIN, top + 14, f"group {group + 1}", QUIET, 11, anchor="start"))
        for number, name in enumerate(cards):
            left = MARGIN + 62 + 80 * number
            parts.append(svg.rectangle(left, top, 76, 20, SAND, line=LINE, corner=3))
            parts.append(svg.text(left + 38, top + 14, name, INK, 11))
        x = MARGIN + 62 + 80 * len(cards)
        if not cards:
            parts.append(svg.text(x, top + 14, "all recruited", QUIET, 11, anchor="start"))
        elif not price:
            parts.append(svg.text(x + 8, top + 14, "free", QUIET, 11, anchor="start"))
        else:
            parts += [_talent(x + 16 + 17 * coin, top + 10) for coin in range(price)]
    return parts


# ---------------------------------------------------------------------------------------------------------- the ring


def _ring(state: Any, x: float, y: float) -> list[str]:
    """The cities clockwise, Babylon at the top, and how far the game is in their middle."""
    road = f'<ellipse cx="{x:g}" cy="{y:g}" rx="{RING_X:g}" ry="{RING_Y:g}" fill="none"'
    parts = [f'{road} stroke="{LINE}" stroke-width="3" stroke-dasharray="2 7" stroke-linecap="round"/>']
    tiles = int(state["tiles_left"])
    lines = (f"round {int(state['round'])}", f"{tiles} garden tile{'' if tiles == 1 else 's'} left")
    parts.append(svg.text(x, y - 6, "Amyitis", LAPIS, 24, bold=True))
    parts += [svg.text(x, y + 16 + 18 * number, line, QUIET, 13) for number, line in enumerate(lines)]
    for place in range(CITIES):
        turn = 2 * pi * place / CITIES
        parts.append(_city(state, place, x + RING_X * sin(turn), y - RING_Y * cos(turn)))
    return parts


def _city(state: Any, place: int, x: float, y: float) -> str:
    """A city: its name, what it asks on the left, what it offers on the right; the caravan beside the name."""
    city = int(state["part"][RING + place])
    here = int(state["caravan"]) == place
    ground, frame = (GOLD, INK) if here else (PAPER, LINE)
    left, top = x - CITY_X / 2, y - CITY_Y / 2
    parts = [
        svg.rectangle(left, top, CITY_X, CITY_Y, ground, line=frame, thick=2 if here else 1, corner=6),
        svg.text(x + (9 if here else 0), top + 17, CITY_NAMES[city].title(), INK, 13, bold=True),
    ]
    if here:
        parts.append(svg.path(CAMEL, left + 12, top + 13, 18, INK))
    asks, middle = _asks(state, city), top + CITY_Y - 15
    parts += [_resource(name, left + 15 + 18 * number, middle) for number, name in enumerate(asks)]
    if asks:
        arrow = left + 13 + 18 * len(asks)
        parts.append(svg.path("M4 12h14M13 6l6 6-6 6", arrow, middle, 11, QUIET, thick=2.5))
        parts += _offers(state, city, arrow + 17, middle)
    else:
        parts.append(svg.text(x, middle + 4, "3 points each, water", INK, 11))
    return "".join(parts)


def _asks(state: Any, city: int) -> list[str]:
    """What a city asks, and its plant besides."""
    plant, asked = plant_card(state, city), int(state["part"][ASKS + city])
    resources = [RESOURCE_NAMES[asked]] if asked >= 0 else []
    return [*resources, plant.extra] if plant and plant.extra else resources


def _offers(state: Any, city: int, x: float, y: float) -> list[str]:
    """The quality of a plant as leaves, or the kinds of court card sold."""
    plant = plant_card(state, city)
    if plant is not None:
        return [svg.path(LEAF, x - 2 + 11 * leaf, y, 14, REED) for leaf in range(plant.quality)]
    kinds = court_names(int(state["part"][SELLS + city]))
    return [_court_card(COURT_NAMES.index(kind), x + 3 + 19 * number, y) for number, kind in enumerate(kinds)]


# ------------------------------------------------------------------------------------------------- players and court


def _belongings(state: Any, seat: int, x: float, y: float) -> list[str]:
    """What a seat has, as signs with numbers."""
    parts: list[str] = []
    always: list[tuple[Sign, int]] = [(_talent, int(state["talents"][seat])), (_camel, int(state["camels"][seat]))]
    counted: list[tuple[Sign, int]] = [
        *((partial(_resource, name), int(state["resources"][seat][n])) for n, name in enumerate(RESOURCE_NAMES)),
        *((partial(_court_card, track), int(state["level"][seat][track])) for track in range(TRACKS)),
        (partial(_court_card, Court.GARDENER), int(state["gardeners"][seat])),
        (_planted, int(state["tiles"][seat])),
    ]
    for sign, count in [*always, *(held for held in counted if held[1])]:
        parts.append(sign(x + 4, y))
        parts.append(svg.text(x + 15, y + 5, count, INK, 12, anchor="start"))
        x += 26 + 8 * len(str(count))
    notes = ["first player"] * bool(state["first"] == seat) + ["passed"] * bool(state["passed"][seat])
    parts.append(svg.text(x + 2, y + 4, ", ".join(notes), QUIET, 11, anchor="start"))
    return parts


def _court(state: Any, x: float, y: float) -> tuple[list[str], float]:
    """What is left of the court cards: how many, from the lowest level up."""
    parts = [svg.text(x, y + 10, "court cards left, level by level", QUIET, 11, anchor="start")]
    for kind, (_, counts) in enumerate(court_left(state).items()):
        left = x + (8, 106, 214, 374)[kind]
        parts.append(_court_card(kind, left, y + 30))
        levels = " · ".join(str(count) if count else "–" for count in counts)
        parts.append(svg.text(left + 14, y + 35, levels, INK, 12, anchor="start"))
    lying = tokens(state)
    parts += [_resource(name, x + 66 + 17 * number, y + 30) for number, name in enumerate(lying)]
    return parts, y + 42
