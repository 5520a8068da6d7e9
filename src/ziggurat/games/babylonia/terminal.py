"""Babylonia in a terminal: the board in the colours of the Ishtar Gate, with the players and the cards beside it.

Flat-topped hexagons in double-height coordinates tile as bricks: the hexagon at row r and column c covers the text
lines r and r + 1 and the `BRICK` characters from column c * BRICK on, so what touches on the board touches here. The
upper line of a brick says what is there, the lower one its name. Whoever sees no colours has the signs: ● ▲ ■ ◆ for the
seats, `~~` river, `ψ` crop field, `▗▟▙▖` ziggurat, capitals for a city.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rich.color import Color
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ziggurat.core.bits import members
from ziggurat.core.drawing.palette import GOLD, IVORY, LAPIS, QUIET, SEAT_STYLES, SHAPES, STRONG, TITLE
from ziggurat.core.drawing.panel import TableTop, is_deciding, seat_title, title
from ziggurat.games.babylonia.board import (
    BLUE_HEXES,
    CARD_TEXTS,
    COLUMN,
    CROP,
    GREENS,
    HEX_NAMES,
    HEXES_IN_PLAY,
    KINDS,
    LINES,
    NO_TILE,
    REGIONS,
    RIVER_HEXES,
    ROW,
    SITE_AT,
    TILE_NAMES,
    TOKEN_LETTERS,
    TOKEN_NAMES,
    Card,
)
from ziggurat.games.babylonia.state import ON_OFFER, OUT_OF_GAME
from ziggurat.games.babylonia.view import cities, letters

BRICK = 4  # characters: with two lines, about as wide as high
PANEL_WIDTH = 40
CHIP = 3
GAP = 2

FACE_DOWN = "·"
ZIGGURAT_SIGN = "▗▟▙▖"
SCORED_SIGN = "▗▞▚▖"

TURN = Style.parse(f"bold {LAPIS} on {GOLD}")


class Ground(NamedTuple):
    """The parts of a brick: its colour, its sign, and the colour of its name."""

    colour: str
    sign: Style
    name: Style


def _ground(colour: str, sign: str, name: str) -> Ground:
    return Ground(colour, Style.parse(sign), Style.parse(name))


RIVER = _ground("#2f86c1", "#8cc8ee", "#bfe2f7")
LAND = _ground("#e6cd96", "#3b2c14", "#876c38")
CENTRAL = _ground("#d9b673", "#3b2c14", "#785a28")
CITY = _ground("#a4492c", f"bold {IVORY}", "#edbfa5")
FIELD = _ground("#6d9440", f"bold {IVORY}", "#dcebbf")
ZIGGURAT = _ground(GOLD, f"bold {LAPIS}", "#6b5008")
SCORED_ZIGGURAT = _ground("#c6a552", "#7b6424", "#665013")
COURSES = (1.0, 0.95, 0.9)  # three shades, by row, so that no brick has the shade of one beside it


def draw(records: Any, seat: int) -> RenderableType:
    """The table as a record shows it: redacted for a seat, what that seat sees; whole, everything."""
    return Drawn(records[0], seat)


class Drawn(TableTop):
    """Board and panel: side by side where there is room, one below the other where there is not."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        board, title = draw_board(self.state), draw_title(self.state)
        players, cards = draw_players(self.state, self.seat), draw_cards(self.state)
        layout = Table.grid()
        if options.max_width >= board_width(self.state) + GAP + PANEL_WIDTH:
            layout.add_row(board, " " * GAP, Group(title, players, "", cards))
            yield layout
        elif options.max_width >= 2 * PANEL_WIDTH:
            layout.add_row(players, cards)
            yield Group(board, title, layout)
        else:
            yield Group(board, title, players, cards)
        yield draw_signs()


# -------------------------------------------------------------------------------------------------------- the board


def board_width(state: Any) -> int:
    """How many characters wide the hexagons in play are; fewer players need less of the east."""
    return BRICK * (1 + max(COLUMN[hexagon] for hexagon in HEXES_IN_PLAY[int(state["seats"])]))


def draw_board(state: Any) -> Text:
    """All hexagons in play."""
    blank = (" " * BRICK, Style.null())
    canvas = [[blank] * (board_width(state) // BRICK) for _ in range(LINES + 1)]
    tokens = _tokens(state)
    for hexagon in HEXES_IN_PLAY[int(state["seats"])]:
        row, column = ROW[hexagon], COLUMN[hexagon]
        ground, sign = _site(state, hexagon)
        wall = Style.from_color(bgcolor=_shade(ground.colour, row))
        upper = wall + ground.sign
        if hexagon in tokens:
            owner, kind = tokens[hexagon]
            sign = f"{'~' if hexagon in RIVER_HEXES else ' '}{SHAPES[owner]}{kind}"
            upper = SEAT_STYLES[owner]
        canvas[row][column] = (sign.ljust(BRICK), upper)
        canvas[row + 1][column] = (f" {HEX_NAMES[hexagon]}".ljust(BRICK), wall + ground.name)
    lines = [Text.assemble(*line) for line in canvas]
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


def _shade(colour: str, row: int) -> Color:
    light = COURSES[row % len(COURSES)]
    red, green, blue = Color.parse(colour).get_truecolor()
    return Color.from_rgb(red * light, green * light, blue * light)


def _tokens(state: Any) -> dict[int, tuple[int, str]]:
    """By hexagon: whose token lies there, and its kind as far as the record knows it."""
    kinds = {hexagon: TOKEN_LETTERS[kind] for kind in range(KINDS) for hexagon in members(state["kind"][kind])}
    return {
        hexagon: (seat, kinds.get(hexagon, FACE_DOWN))
        for seat in range(int(state["seats"]))
        for hexagon in members(state["own"][seat])
    }


def _site(state: Any, hexagon: int) -> tuple[Ground, str]:
    """The ground of a hexagon and the sign on it, tokens aside."""
    site = int(SITE_AT[hexagon])
    if hexagon in BLUE_HEXES:
        scored = state["scored"] >> (site - GREENS) & 1
        return (SCORED_ZIGGURAT, SCORED_SIGN) if scored else (ZIGGURAT, ZIGGURAT_SIGN)
    tile = int(state["tile"][site]) if site >= 0 else NO_TILE
    if tile >= CROP:
        return FIELD, f" ψ{TILE_NAMES[tile]}"
    if tile != NO_TILE:
        return CITY, f" {TILE_NAMES[tile]}"
    if hexagon in RIVER_HEXES:
        return RIVER, " ~~"
    return (CENTRAL if hexagon in REGIONS["central"] else LAND), ""


# -------------------------------------------------------------------------------------------------------- the panel


def draw_title(state: Any) -> Text:
    """The game, and how far it is."""
    left = int(state["cities_left"])
    count = f"{left} {'city' if left == 1 else 'cities'} on the board"
    return title("Babylonia", count, PANEL_WIDTH)


def draw_players(state: Any, viewer: int) -> RenderableType:
    """What lies in front of each seat; kinds on a stand only where the record knows them."""
    lines: list[RenderableType] = []
    for seat in range(int(state["seats"])):
        deciding = is_deciding(state, seat)
        name = f" {seat_title(state, seat, viewer)}"
        score = int(state["score"][seat])
        points = f"{score} point{'' if score == 1 else 's'}"
        band = f"{name}{points:>{PANEL_WIDTH - CHIP - len(name) - 1}} "
        lines.append(Text.assemble(_chip(seat), (band, TURN if deciding else STRONG)))
        lines.append(_indented(Text(f"stand {_stand(state, seat)}, reserve {int(state['reserve_size'][seat])}")))
        lines.append(_indented(_won(state, seat)))
    return Group(*lines)


def _chip(seat: int, label: str = " ") -> tuple[str, Style]:
    """A seat's shape on its stone."""
    return f" {SHAPES[seat]}{label}", SEAT_STYLES[seat]


def _indented(line: Text) -> Padding:
    return Padding(line, (0, 0, 0, CHIP + 1), expand=False)


def _stand(state: Any, seat: int) -> str:
    size = int(state["stand_size"][seat])
    visible = letters(state["stand"][seat])
    if len(visible) == size:
        return visible or "empty"
    return f"{size} token{'s' if size > 1 else ''}"


def _won(state: Any, seat: int) -> Text:
    tiles = cities(state["taken"][seat])
    cards = [str(number) for number, place in enumerate(state["card"], 1) if place == seat]
    won = ""
    if tiles:
        won = f"{len(tiles)} cit{'ies' if len(tiles) > 1 else 'y'} {' '.join(tiles)}"
    if cards:
        won += f"{'; ' if tiles else ''}card{'s' if len(cards) > 1 else ''} {' '.join(cards)}"
    return Text(won) if won else Text("no city, no card", style=QUIET)


def draw_cards(state: Any) -> RenderableType:
    """The ziggurat cards of this match: on offer, or with their owner's shape."""
    lines = [Text("    ziggurat cards".ljust(PANEL_WIDTH), style=TITLE)]
    for card, place in enumerate(state["card"]):
        if place == OUT_OF_GAME:
            continue
        number = f"{card + 1}"
        if place == ON_OFFER:
            lines.append(Text(f"  {number} {CARD_TEXTS[card]}"))
        else:
            spent = card == Card.TEN_POINTS or (card == Card.EXTRA_TURN and state["extra_used"])
            lines.append(Text.assemble(_chip(int(place), number), f" {CARD_TEXTS[card]}", " (spent)" if spent else ""))
    return Group(*lines)


def draw_signs() -> Text:
    """What letters and signs mean."""
    kinds = ", ".join(f"{letter} {name}" for letter, name in zip(TOKEN_LETTERS, TOKEN_NAMES, strict=True))
    tiles = f"PSM city, ψ crop field (C: a point for each city won), {ZIGGURAT_SIGN} ziggurat, {SCORED_SIGN} scored"
    return Text(f"Tokens: {kinds}, {FACE_DOWN} face down\nPlaces: ~ river, {tiles}", style=QUIET)
