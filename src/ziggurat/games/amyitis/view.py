"""The view of Amyitis as typed structs. Everything is public: seats differ only in their choices."""

from __future__ import annotations

import functools
from typing import Annotated, Any

import msgspec

from ziggurat.core.choices import choices, one_of
from ziggurat.core.record import Values, values_of
from ziggurat.core.view import BaseView, Choose, head
from ziggurat.games.amyitis.board import (
    CITIES,
    CITY_NAMES,
    COURT_NAMES,
    CRAFT_NAMES,
    EDGE_NAMES,
    EDGES,
    FLOORS,
    NEUTRAL,
    NOBODY,
    PLAIN_RESOURCES,
    PLANT_AT,
    RESOURCE_NAMES,
    ROW_LENGTH,
    ROW_NAMES,
    SQUARE_NAMES,
    TEMPLE_NAMES,
    TOP_LEVEL,
    Court,
)
from ziggurat.games.amyitis.components import (
    ASKS,
    CAMELS_OF,
    COURT_OF,
    END_TILES,
    FIELD,
    NO_RESOURCE,
    PLANT_EXTRA,
    PLANT_QUALITY,
    PRESTIGE_OF,
    QUALITY_OF,
    RESOURCES_OF,
    RING,
    SELLS,
    TALENTS_OF,
    TILE,
    TILE_VALUES,
    court_names,
)
from ziggurat.games.amyitis.events import ENDING_TEXTS
from ziggurat.games.amyitis.state import Phase

PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
KEPT = 1024  # positions whose edges are kept


class GardenTile(msgspec.Struct, frozen=True):
    """What is printed on a garden tile. The court card is one of the kinds named."""

    number: int
    quality: int
    prestige: int
    court: list[str]
    resources: int
    camels: int
    talents: int


class Square(msgspec.Struct, frozen=True):
    """A square of the garden: the tile dealt to it, if any, and who has planted it, if anybody."""

    place: str
    floor: int
    tile: GardenTile | None
    planted_by: int | None
    irrigated: bool


class Edge(msgspec.Struct, frozen=True):
    """An edge between two squares: how many areas it has, and the cubes on them (`n` is neutral)."""

    place: str
    areas: int
    cubes: list[str]
    available: bool


class Plant(msgspec.Struct, frozen=True):
    """The plant card of a city: the side that is up."""

    card: int
    side: str
    quality: int
    extra: str | None


class City(msgspec.Struct, frozen=True):
    """A space of the ring."""

    name: str
    asks: str | None
    sells: list[str]
    plant: Plant | None
    caravan: bool


class FieldRow(msgspec.Struct, frozen=True):
    """A field: what each space brings, and whose cubes stand on the first spaces."""

    name: str
    spaces: list[str]
    cubes: list[int]


class TempleRow(msgspec.Struct, frozen=True):
    """A temple's cubes from the left (`n` is neutral)."""

    name: str
    cubes: list[str]


class CraftGroup(msgspec.Struct, frozen=True):
    """A group of craft cards: those face up, and what the next one costs."""

    cards: list[str]
    price: int


class Player(msgspec.Struct, frozen=True):
    """What one seat has."""

    seat: int
    score: int
    talents: int
    camels: int
    resources: dict[str, int]
    caravaneer: int
    banker: int
    palace: int
    gardeners: int
    tiles: list[int]
    passed: bool
    first: bool


class View(BaseView, frozen=True, kw_only=True):
    """The table of Amyitis as one seat sees it (-1: a spectator)."""

    round: int
    active: int
    phase: Annotated[str, one_of(PHASE_NAMES)]
    ending: Annotated[str, one_of(ENDING_TEXTS)]
    players: list[Player]
    crafts: list[CraftGroup]
    squares: list[Square]
    edges: list[Edge]
    fields: list[FieldRow]
    temples: list[TempleRow]
    ring: list[City]
    court: dict[str, list[int]]  # cards left by kind: of level 1, 2, ...
    caravaneer_resources: list[str]  # on the level-2 caravaneers that are left
    tiles_left: int
    end_tiles: int  # the game ends after a round in which so many tiles or fewer are left


def view(records: Any, seat: int, choose: Choose = choices) -> View:
    """What a record, redacted for a seat, shows it; `choose` makes its choices."""
    from ziggurat.games.amyitis import GAME

    state = values_of(records)
    seats = state["seats"]
    box = _box(state["part"])
    return View(
        **head(GAME, records, state, seat, PHASE_NAMES[state["phase"]], choose),
        round=state["round"],
        active=state["active"],
        players=[_player(state, other) for other in range(seats)],
        crafts=[CraftGroup(craft_cards(state, group), state["face_down"][group]) for group in range(seats)],
        squares=box.squares(state),
        edges=list(_edges(state["areas"], state["filled"], state["reach"], state["cubes"][:seats])),
        fields=[FieldRow(name, list(box.spaces[row]), field_cubes(state, row)) for row, name in enumerate(ROW_NAMES)],
        temples=[TempleRow(name, temple_cubes(state, temple)) for temple, name in enumerate(TEMPLE_NAMES)],
        ring=box.ring(state),
        court=court_left(state),
        caravaneer_resources=tokens(state),
        tiles_left=state["tiles_left"],
        end_tiles=state["part"][END_TILES + state["seats"] - 2],
    )


# ------------------------------------------------------------------------------- parts, in words positions use as well


def cube_name(cube: int) -> str:
    """Whose cube: a seat's number, or `n` for a neutral one."""
    return "n" if cube == NEUTRAL else str(cube)


def craft_cards(state: Any, group: int) -> list[str]:
    """The face-up cards of a group."""
    return [name for craft, name in enumerate(CRAFT_NAMES) for _ in range(int(state["craft"][group][craft]))]


def areas_of(state: Any, edge: int) -> int:
    """How many areas an edge has."""
    return 1 + (int(state["areas"]) >> (edge + EDGES) & 1)


def edge_cubes(state: Any, edge: int) -> list[str]:
    """The cubes on an edge, first area first."""
    cubes = []
    for area in (edge, edge + EDGES):
        if int(state["filled"]) >> area & 1:
            owners = [seat for seat in range(int(state["seats"])) if int(state["cubes"][seat]) >> area & 1]
            cubes.append(cube_name(owners[0] if owners else NEUTRAL))
    return cubes


def temple_cubes(state: Any, temple: int) -> list[str]:
    """The cubes in a temple, from the left."""
    return [cube_name(int(cube)) for cube in state["temple"][temple] if cube != NOBODY]


def field_cubes(state: Any, row: int) -> list[int]:
    """The cubes in a field, from the left."""
    return [int(cube) for cube in state["field"][row] if cube != NOBODY]


def tokens(state: Any) -> list[str]:
    """The resources on the level-2 caravaneers."""
    return [RESOURCE_NAMES[resource] for resource in range(PLAIN_RESOURCES) if state["token"][resource]]


def court_left(state: Any) -> dict[str, list[int]]:
    """Court cards in the supply, by kind and level."""
    tracks = {
        COURT_NAMES[track]: [int(state["court"][track][level]) for level in range(1, top + 1)]
        for track, top in enumerate(TOP_LEVEL)
    }
    return {**tracks, COURT_NAMES[Court.GARDENER]: [int(state["gardeners_left"])]}


def resource_name(resource: int) -> str | None:
    """A resource's name, if it is one."""
    return None if resource == NO_RESOURCE else RESOURCE_NAMES[resource]


def garden_tile(state: Any, tile: int) -> GardenTile:
    """What is printed on a tile."""
    printed = state["part"][TILE + TILE_VALUES * tile :][:TILE_VALUES]
    return GardenTile(
        number=tile + 1,
        quality=int(printed[QUALITY_OF]),
        prestige=int(printed[PRESTIGE_OF]),
        court=court_names(int(printed[COURT_OF])),
        resources=int(printed[RESOURCES_OF]),
        camels=int(printed[CAMELS_OF]),
        talents=int(printed[TALENTS_OF]),
    )


def plant_card(state: Any, city: int) -> Plant | None:
    """The plant card of a city, if it has one."""
    place = int(PLANT_AT[city])
    if place < 0:
        return None
    side = 2 * int(state["plant"][place]) + int(state["side"][place])
    return Plant(
        card=int(state["plant"][place]) + 1,
        side=("front", "back")[side % 2],
        quality=int(state["part"][PLANT_QUALITY + side]),
        extra=resource_name(int(state["part"][PLANT_EXTRA + side])),
    )


def _player(state: Values, seat: int) -> Player:
    level = state["level"][seat]
    return Player(
        seat=seat,
        score=state["score"][seat],
        talents=state["talents"][seat],
        camels=state["camels"][seat],
        resources=dict(zip(RESOURCE_NAMES, state["resources"][seat], strict=True)),
        caravaneer=level[Court.CARAVANEER],
        banker=level[Court.BANKER],
        palace=level[Court.PALACE],
        gardeners=state["gardeners"][seat],
        tiles=[tile + 1 for tile, owner in zip(state["tile"], state["gardener"], strict=True) if owner == seat],
        passed=bool(state["passed"][seat]),
        first=state["first"] == seat,
    )


# ---------------------------------------------------------------------------------------------- pieces made once
#
# Squares, edges and cities are kept, by the numbers they are made from: all seats see the same ones, and a decision
# changes few of them. Whoever gets one must not change the lists in it.


class _Box:
    """What is printed on the parts a match is played with, and the squares and cities made of them so far."""

    def __init__(self, part: tuple[int, ...]) -> None:
        self._printed = {"part": part}
        self.spaces = [
            [RESOURCE_NAMES[resource] for resource in part[FIELD + ROW_LENGTH * row :][:ROW_LENGTH]]
            for row in range(len(ROW_NAMES))
        ]
        self._plant_at = [int(PLANT_AT[city]) for city in part[RING:][:CITIES]]
        self._squares: dict[tuple[int, int, int, bool], Square] = {}
        self._cities: dict[tuple[int, int, int, bool], City] = {}

    def squares(self, state: Values) -> list[Square]:
        """All squares of the garden."""
        wet = state["wet"]
        squares = []
        for square, (tile, owner) in enumerate(zip(state["tile"], state["gardener"], strict=True)):
            key = square, tile, owner, bool(wet >> square & 1)
            squares.append(self._squares.get(key) or self._square(*key))
        return squares

    def _square(self, square: int, tile: int, owner: int, irrigated: bool) -> Square:
        made = self._squares[square, tile, owner, irrigated] = Square(
            place=SQUARE_NAMES[square],
            floor=FLOORS[square],
            tile=garden_tile(self._printed, tile) if tile >= 0 else None,
            planted_by=owner if owner != NOBODY else None,
            irrigated=irrigated,
        )
        return made

    def ring(self, state: Values) -> list[City]:
        """All spaces of the ring."""
        plants, sides, caravan = state["plant"], state["side"], state["caravan"]
        cities = []
        for place, at in enumerate(self._plant_at):
            key = (place, plants[at], sides[at], place == caravan) if at >= 0 else (place, -1, -1, place == caravan)
            cities.append(self._cities.get(key) or self._city(state, *key))
        return cities

    def _city(self, state: Values, place: int, plant: int, side: int, caravan: bool) -> City:
        part = self._printed["part"]
        city = part[RING + place]
        made = self._cities[place, plant, side, caravan] = City(
            name=CITY_NAMES[city],
            asks=resource_name(part[ASKS + city]),
            sells=court_names(part[SELLS + city]),
            plant=plant_card(state, city),
            caravan=caravan,
        )
        return made


_box = functools.lru_cache(64)(_Box)


@functools.lru_cache(KEPT)
def _edges(areas: int, filled: int, reach: int, cubes: tuple[int, ...]) -> tuple[Edge, ...]:
    """All edges: bit by bit of the sets, first those of the edges' first areas, then those of their second ones."""
    digits = [f"{word:0{2 * EDGES}b}"[::-1] for word in (areas, filled, *cubes)]
    near = f"{reach:0{EDGES}b}"[::-1]
    first, second = ([digit[start:] for digit in digits] for start in (0, EDGES))
    return tuple(map(_edge, range(EDGES), near, zip(*first, strict=True), zip(*second, strict=False)))


@functools.lru_cache(16 * KEPT)
def _edge(edge: int, near: str, first: tuple[str, ...], second: tuple[str, ...]) -> Edge:
    areas = 1 + (second[0] == "1")
    cubes = [cube_name(_owner(area[2:])) for area in (first, second) if area[1] == "1"]
    return Edge(EDGE_NAMES[edge], areas, cubes, near == "1" and len(cubes) < areas)


def _owner(area: tuple[str, ...]) -> int:
    return area.index("1") if "1" in area else NEUTRAL
