"""Amyitis in a terminal: the terraces as a diamond of bricks with the water between them, and the tables beside it.

The square at row r and column c of the garden is a brick on course r + c, shifted by half a brick for every step c - r;
so the edge towards its right-hand neighbour lies under the right half of a brick, the other under the left half. The
river runs below the two lower sides. Whoever sees no colours has the signs: ● ▲ ■ ◆ for the seats, ○ neutral, ~ for
areas that water can reach, · for those it cannot.
"""

from __future__ import annotations

from typing import Any

from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ziggurat.core.drawing.palette import HEADING, IVORY, OBSIDIAN, QUIET, SEAT_STYLES, SHAPES, STRONG
from ziggurat.core.drawing.panel import TableTop, is_deciding, title
from ziggurat.games.amyitis.board import (
    CITIES,
    CITY_NAMES,
    EDGE_BY_NAME,
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

BRICK = 12  # characters wide, two lines high
STEP = 7  # characters from a brick to the one above or below it
COURSE = 3  # lines: a brick and the water under it
GARDEN_WIDTH = 2 * (SIDE - 1) * STEP + BRICK
GARDEN_LINES = (2 * SIDE - 1) * COURSE
PANEL_WIDTH = 52
GAP = 3
SIDE_BY_SIDE = GARDEN_WIDTH + GAP + PANEL_WIDTH

CUBE_SIGNS = dict(zip("0123", SHAPES, strict=True)) | {"n": "○"}
REACHED, DRY, RIVER = "~", "·", "≈≈≈≈"

CUBE_STYLES = dict(zip("0123", SEAT_STYLES, strict=True)) | {"n": Style.parse(f"bold {OBSIDIAN} on #9aa0a6")}
PLAIN = Style.null()
TERRACES = {1: "#e2c991", 2: "#cfa96a", 3: "#b98a4c"}  # by quality: the higher, the darker
TOP_TERRACE = "#a8742f"
INK, WET_INK = "#3b2c14", "#0f4f7d"
GREEN = Style.parse(f"bold {IVORY} on #4f7a34")
WATER, TRENCH = Style.parse("#dff1fb on #2f86c1"), Style.parse("#8d7442")

RESOURCE_STYLES = {
    "barley": "#e0b83e",
    "dates": "#e07a2f",
    "salt": "#b9c4cf",
    "palm": "#6fb04a",
    "wine": "#b065c0",
}


def draw(records: Any, seat: int) -> RenderableType:
    """The table as a record shows it; everything is public."""
    return Drawn(records[0], seat)


class Drawn(TableTop):
    """Garden and panel: side by side where there is room, one below the other where there is not."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        state = self.state
        left = _stacked(GARDEN_WIDTH, draw_garden(state), "", draw_fields(state), "", draw_temples(state), "", SIGNS)
        right = _stacked(
            PANEL_WIDTH,
            draw_title(state),
            draw_players(state, self.seat),
            "",
            draw_crafts(state),
            "",
            draw_ring(state),
            "",
            draw_court(state),
        )
        if options.max_width < SIDE_BY_SIDE:
            yield left
            yield ""
            yield right
            return
        layout = Table.grid(padding=(0, GAP, 0, 0))
        layout.add_row(left, right)
        yield layout


def _stacked(width: int, *parts: RenderableType) -> Table:
    table = Table.grid()
    table.add_column(width=width)
    for part in parts:
        table.add_row(part)
    return table


def chip(cube: str) -> Text:
    """A seat's shape on its stone."""
    return Text.assemble((f" {CUBE_SIGNS[cube]} ", CUBE_STYLES[cube]))


def _resource(name: str) -> Text:
    return Text(name, style=RESOURCE_STYLES[name])


# -------------------------------------------------------------------------------------------------------- the garden

Canvas = list[list[tuple[str, Style]]]


def draw_garden(state: Any) -> Text:
    """The sixteen squares, the water between them, and the river."""
    canvas: Canvas = [[(" ", PLAIN)] * GARDEN_WIDTH for _ in range(GARDEN_LINES)]
    for square in range(SQUARES):
        row, column = divmod(square, SIDE)
        top, left = (row + column) * COURSE, (column - row + SIDE - 1) * STEP
        upper, lower = _brick(state, square)
        _paint(canvas, top, left, *upper)
        _paint(canvas, top + 1, left, *lower)
        if state["gardener"][square] != NOBODY:
            owner = str(int(state["gardener"][square]))
            _paint(canvas, top + 1, left + 1, f" {CUBE_SIGNS[owner]} ", CUBE_STYLES[owner])
        below = left + 1, left + BRICK - 5
        for at, neighbour, outside in (
            (below[0], square + SIDE, row == SIDE - 1),
            (below[1], square + 1, column == SIDE - 1),
        ):
            if outside:
                _paint(canvas, top + 2, at, RIVER, WATER)
            else:
                _draw_edge(canvas, state, top + 2, at, EDGE_BY_NAME[_edge_name(square, neighbour)])
    lines = [Text.assemble(*line) for line in canvas]
    garden = Text("\n", no_wrap=True, overflow="crop").join(lines)
    garden.no_wrap, garden.overflow = True, "crop"
    return garden


def _edge_name(square: int, neighbour: int) -> str:
    return f"{SQUARE_NAMES[square]}-{SQUARE_NAMES[neighbour]}"


def _paint(canvas: Canvas, line: int, left: int, text: str, style: Style) -> None:
    canvas[line][left : left + len(text)] = [(letter, style) for letter in text]


def _brick(state: Any, square: int) -> tuple[tuple[str, Style], tuple[str, Style]]:
    """The two lines of a square: its name and prestige, then what its tile brings; or plants, once it is planted."""
    name, tile, owner = SQUARE_NAMES[square], int(state["tile"][square]), int(state["gardener"][square])
    if tile < 0:
        return (f" {name}".ljust(BRICK), QUIET), (" not used".ljust(BRICK), QUIET)
    if owner != NOBODY:
        return (f" {name}  ♣ ♣ ♣".ljust(BRICK), GREEN), ("     ♣ ♣ ♣".ljust(BRICK), GREEN)
    wall = Color.parse(TOP_TERRACE if square == 0 else TERRACES[QUALITIES[square]])
    wet = bool(int(state["wet"]) >> square & 1)
    printed = garden_tile(state, tile)
    upper = Style(bgcolor=wall, color=WET_INK if wet else INK, bold=True)
    sign = "≈" if wet else " "
    prestige = f"{printed.prestige}★"
    head = f" {name}{sign}".ljust(BRICK - len(prestige) - 1) + prestige + " "
    return (head, upper), (f" {_bonus(printed)}".ljust(BRICK), Style(bgcolor=wall, color=INK))


def _bonus(tile: GardenTile) -> str:
    """What a tile brings besides prestige, in ten letters."""
    parts = []
    if tile.court:
        parts.append("card" if len(tile.court) > 1 else tile.court[0][:7])
    parts += [
        f"{count}{sign}" for count, sign in ((tile.resources, "R"), (tile.camels, "C"), (tile.talents, "T")) if count
    ]
    return " ".join(parts)


def _draw_edge(canvas: Canvas, state: Any, line: int, left: int, edge: int) -> None:
    """The areas of an edge: cubes, or a sign whether water can reach it."""
    cubes, areas = edge_cubes(state, edge), areas_of(state, edge)
    empty = REACHED if int(state["reach"]) >> edge & 1 else DRY
    channel = WATER if len(cubes) == areas else TRENCH
    _paint(canvas, line, left, " " * 4, channel if len(cubes) == areas else PLAIN)
    first = left + (0 if areas == 2 else 1)
    for area in range(areas):
        at = first + 2 * area
        if area < len(cubes):
            canvas[line][at] = (CUBE_SIGNS[cubes[area]], CUBE_STYLES[cubes[area]])
            canvas[line][at + 1] = (" ", CUBE_STYLES[cubes[area]])
        else:
            canvas[line][at] = canvas[line][at + 1] = (empty, channel)


SIGNS = Text(
    "★ prestige, R resource, C camel, T talent, card: court\n"
    "≈ irrigated, ♣ planted, ~ water can come, · not yet\n"
    "● ▲ ■ ◆ cubes of seats 0 to 3, ○ neutral",
    style=QUIET,
)


# ------------------------------------------------------------------------------------------------ fields and temples


def draw_fields(state: Any) -> Table:
    """The two fields: cubes on the spaces that are taken, resources on the others."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=8)
    for _ in range(ROW_LENGTH):
        table.add_column(width=6)
    for row, name in enumerate(ROW_NAMES):
        cubes = field_cubes(state, row)
        spaces = [RESOURCE_NAMES[resource] for resource in state["part"][FIELD + ROW_LENGTH * row :][:ROW_LENGTH]]
        shown: list[Text] = [chip(str(cube)) for cube in cubes]
        shown += [_resource(space) for space in spaces[len(cubes) :]]
        table.add_row(Text(f"{name}", style=HEADING), *shown)
    return table


def draw_temples(state: Any) -> Table:
    """The three temples, cubes from the left."""
    prizes = ("camel / talent", "2 / 1 prestige", "field / exchange")
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=8)
    for temple, name in enumerate(TEMPLE_NAMES):
        cubes = temple_cubes(state, temple)
        shown = [chip(cube) for cube in cubes] + [Text(" · ", style=QUIET)] * (TEMPLE_SPACES - len(cubes))
        table.add_row(Text(name.title(), style=HEADING), *shown, Text(f"  {prizes[temple]}", style=QUIET))
    return table


# -------------------------------------------------------------------------------------------------------- the panel


def draw_title(state: Any) -> Text:
    """The game, and how far it is."""
    left = int(state["tiles_left"])
    count = f"round {int(state['round'])}, {left} garden {'tile' if left == 1 else 'tiles'} left"
    return title("Amyitis", count, PANEL_WIDTH)


def draw_players(state: Any, viewer: int) -> Table:
    """What each seat has."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=3)
    table.add_column(width=PANEL_WIDTH - 5)
    for seat in range(int(state["seats"])):
        deciding = is_deciding(state, seat)
        notes = ["you"] if seat == viewer else []
        notes += ["first player"] if seat == state["first"] else []
        notes += ["passed"] if state["passed"][seat] else []
        name = f"seat {seat}" + (" to decide" if deciding else "") + (f" ({', '.join(notes)})" if notes else "")
        heading = Table.grid(expand=True)
        heading.add_column(ratio=1)
        heading.add_column(justify="right")
        points = Text(f"{int(state['score'][seat])} prestige", style=STRONG)
        heading.add_row(Text(name, style=HEADING if deciding else STRONG), points)
        table.add_row(chip(str(seat)), heading)
        table.add_row("", _purse(state, seat))
        table.add_row("", _household(state, seat))
    return table


def _purse(state: Any, seat: int) -> Text:
    talents, camels = int(state["talents"][seat]), int(state["camels"][seat])
    text = Text(f"{talents} talent{'' if talents == 1 else 's'}, {camels} camel{'' if camels == 1 else 's'}")
    for name, count in zip(RESOURCE_NAMES, state["resources"][seat], strict=True):
        if count:
            text.append(", ").append(f"{int(count)} " if count > 1 else "").append(name, style=RESOURCE_STYLES[name])
    return text


def _household(state: Any, seat: int) -> Text:
    level = [int(value) for value in state["level"][seat]]
    parts = [f"caravaneer {level[Court.CARAVANEER]}"]
    parts += [f"banker {level[Court.BANKER]}"] if level[Court.BANKER] else []
    parts += [f"palace {level[Court.PALACE]}"] if level[Court.PALACE] else []
    gardeners, tiles = int(state["gardeners"][seat]), int(state["tiles"][seat])
    parts += [f"{gardeners} gardener{'' if gardeners == 1 else 's'}"] if gardeners else []
    parts += [f"{tiles} tile{'' if tiles == 1 else 's'}"] if tiles else []
    return Text(", ".join(parts), style=QUIET)


def draw_crafts(state: Any) -> Table:
    """The groups of craft cards, with what the next card costs."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=8)
    table.add_row(Text("crafts", style=HEADING))
    for group in range(int(state["seats"])):
        price = int(state["face_down"][group])
        cards = craft_cards(state, group)
        cost = "free" if price == 0 else f"{price} talent{'' if price == 1 else 's'}"
        shown = Text("  ".join(cards) or "all recruited", style=PLAIN if cards else QUIET)
        if cards:
            shown.append(f"  ({cost})", style=QUIET)
        table.add_row(Text(f"group {group + 1}", style=STRONG), shown)
    return table


def draw_ring(state: Any) -> Table:
    """The cities in the order of the caravan's way."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for width in (2, 10, 7):
        table.add_column(width=width)
    table.add_row("", Text("ring", style=HEADING), Text("asks", style=QUIET), Text("offers", style=QUIET))
    for place in range(CITIES):
        city = int(state["part"][RING + place])
        here = int(state["caravan"]) == place
        asks = int(state["part"][ASKS + city])
        table.add_row(
            Text("►►" if here else "", style=HEADING),
            Text(CITY_NAMES[city].title(), style=HEADING if here else STRONG),
            _resource(RESOURCE_NAMES[asks]) if asks >= 0 else Text("1 or 2", style=QUIET),
            _offer(state, city),
        )
    return table


def _offer(state: Any, city: int) -> Text:
    plant = plant_card(state, city)
    if plant is not None:
        text = Text("♣" * plant.quality, style="#6fb04a").append(f" plant of quality {plant.quality}", style=PLAIN)
        return text.append(" + ").append_text(_resource(plant.extra)) if plant.extra else text
    kinds = court_names(int(state["part"][SELLS + city]))
    return Text(" or ".join(kinds) if kinds else "3 prestige each, and water")


def draw_court(state: Any) -> Table:
    """What is left of the court cards, from the lowest level up."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=10)
    table.add_row(Text("court", style=HEADING), Text("cards left, level by level", style=QUIET))
    for name, counts in court_left(state).items():
        levels = [str(count) if count else "–" for count in counts]
        text = Text("  ".join(levels), style=PLAIN)
        lying = tokens(state)
        if name == "caravaneer" and lying:
            text.append("   level 2 with ", style=QUIET)
            for number, resource in enumerate(lying):
                text.append(", " if number else "", style=QUIET).append_text(_resource(resource))
        table.add_row(Text(name, style=STRONG), text)
    return table
