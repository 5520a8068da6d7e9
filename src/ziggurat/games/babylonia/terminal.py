"""Babylonia in a terminal: the board in the colours of the Ishtar Gate, with the players and the cards beside it.

Flat-topped hexagons in double-height coordinates tile as bricks: the hexagon at row r and column c covers the text
lines r and r + 1 and the `BRICK` characters from column c * BRICK on, so what touches on the board touches here. The
upper line of a brick says what is there, the lower one its name. Whoever sees no colours has the signs: ● ▲ ■ ◆ for the
seats, `~~` river, `ψ` crop field, `▟██▙` ziggurat, capitals for a city.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ziggurat.core.bits import members
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
BOARD_WIDTH = (max(COLUMN) + 1) * BRICK
PANEL_WIDTH = 40
GAP = 2
SIDE_BY_SIDE = BOARD_WIDTH + GAP + PANEL_WIDTH

SHAPES = "●▲■◆"
FACE_DOWN = "·"

LAPIS, GOLD, IVORY = "#1d3f94", "#e3b53c", "#fbf6e6"
SEAT_STYLES = tuple(
    Style.parse(f"bold {ink} on {stone}")
    for ink, stone in (
        (IVORY, LAPIS),  # lapis lazuli
        (IVORY, "#d1341b"),  # carnelian
        ("#1b1b1f", IVORY),  # alabaster
        (IVORY, "#1b1b1f"),  # obsidian
    )
)
TITLE = Style.parse(f"bold {GOLD} on {LAPIS}")
HEADING = Style.parse(f"bold {GOLD}")
QUIET = Style(dim=True)


class Ground(NamedTuple):
    """What a brick is made of: its colour, what is painted on it, and the ink of its name."""

    colour: str
    sign: Style
    name: str


def _ground(colour: str, sign: str, name: str) -> Ground:
    return Ground(colour, Style.parse(sign), name)


RIVER = _ground("#2f86c1", "#8cc8ee", "#bfe2f7")
LAND = _ground("#e2c991", "#3b2c14", "#8d7442")
CENTRAL = _ground("#d9b673", "#3b2c14", "#836533")
CITY = _ground("#a4492c", f"bold {IVORY}", "#edbfa5")
FIELD = _ground("#6d9440", f"bold {IVORY}", "#d5e6b4")
ZIGGURAT = _ground(GOLD, f"bold {LAPIS}", "#75590d")
SCORED_ZIGGURAT = _ground("#c6a552", "#7b6424", "#705818")
COURSES = (1.0, 0.965, 0.93)  # three shades, by row, so that no brick has the shade of one beside it


def draw(records: Any, seat: int) -> RenderableType:
    """The table as a record shows it: redacted for a seat, what that seat sees; whole, everything."""
    return TableTop(records[0], seat)


class TableTop:
    """Board and panel: side by side where there is room, one below the other where there is not."""

    def __init__(self, state: Any, seat: int) -> None:
        self.state = state
        self.seat = seat

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        board = draw_board(self.state)
        players, cards, signs = draw_players(self.state, self.seat), draw_cards(self.state), draw_signs()
        layout = Table.grid(padding=(0, GAP, 0, 0))
        if options.max_width >= SIDE_BY_SIDE:
            panel = Table.grid()
            panel.add_column(width=PANEL_WIDTH)
            for part in (draw_title(self.state), players, "", cards, "", signs):
                panel.add_row(part)
            layout.add_row(board, panel)
            yield layout
            return
        yield board
        layout.add_column(width=PANEL_WIDTH - GAP)
        layout.add_column(width=PANEL_WIDTH - GAP)
        layout.add_row(players, cards)
        yield draw_title(self.state)
        yield layout
        yield signs


# -------------------------------------------------------------------------------------------------------- the board


def draw_board(state: Any) -> Text:
    """All hexagons in play."""
    blank = (" ", Style.null())
    canvas = [[blank] * BOARD_WIDTH for _ in range(LINES + 1)]
    tokens = _tokens(state)
    for hexagon in HEXES_IN_PLAY[int(state["seats"])]:
        row, left = ROW[hexagon], COLUMN[hexagon] * BRICK
        ground, sign = _site(state, hexagon)
        wall = Style(bgcolor=_shade(ground.colour, row))
        upper = wall + ground.sign
        if hexagon in tokens:
            owner, kind = tokens[hexagon]
            sign, upper = f" {SHAPES[owner]}{kind}", SEAT_STYLES[owner]
        lower = wall + Style(color=ground.name)
        canvas[row][left : left + BRICK] = [(letter, upper) for letter in sign.ljust(BRICK)]
        canvas[row + 1][left : left + BRICK] = [(letter, lower) for letter in f" {HEX_NAMES[hexagon]}".ljust(BRICK)]
    lines = [Text.assemble(*line) for line in canvas]
    board = Text("\n", no_wrap=True, overflow="crop").join(lines)
    board.no_wrap, board.overflow = True, "crop"
    return board


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
        return (SCORED_ZIGGURAT, "▟▒▒▙") if scored else (ZIGGURAT, "▟██▙")
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
    return Text(f" BABYLONIA{count:>{PANEL_WIDTH - 11}} ", style=TITLE)


def draw_players(state: Any, viewer: int) -> Table:
    """What lies in front of each seat; kinds on a stand only where the record knows them."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=4)
    table.add_column(ratio=1)
    for seat in range(int(state["seats"])):
        deciding = not state["over"] and seat == state["actor"]
        name = f"seat {seat}" + (" (you)" if seat == viewer else "") + (" to decide" if deciding else "")
        heading = Table.grid(expand=True)
        heading.add_column(ratio=1)
        heading.add_column(justify="right")
        heading.add_row(
            Text(name, style=HEADING if deciding else Style(bold=True)),
            Text(f"{int(state['score'][seat])} points", style=Style(bold=True)),
        )
        table.add_row(chip(seat), heading)
        table.add_row("", f"stand {_stand(state, seat)}, reserve {int(state['reserve_size'][seat])}")
        table.add_row("", _won(state, seat))
    return table


def chip(seat: int) -> Text:
    """A seat's shape on its stone."""
    return Text(f" {SHAPES[seat]}  ", style=SEAT_STYLES[seat])


def _stand(state: Any, seat: int) -> str:
    size = int(state["stand_size"][seat])
    known = letters(state["stand"][seat])
    if len(known) == size:
        return known or "empty"
    return f"{size} tokens" if size > 1 else "1 token"


def _won(state: Any, seat: int) -> Text:
    tiles = cities(state["taken"][seat])
    cards = [str(number) for number, place in enumerate(state["card"], 1) if place == seat]
    parts = [f"{len(tiles)} cities: {' '.join(tiles)}" if len(tiles) > 1 else f"city {tiles[0]}"] if tiles else []
    parts += [f"card{'s' if len(cards) > 1 else ''} {' '.join(cards)}"] if cards else []
    return Text("; ".join(parts) or "no cities, no cards", style=Style() if parts else QUIET)


def draw_cards(state: Any) -> Table:
    """The ziggurat cards of this match: on offer, or with their owner's shape."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(width=4)
    table.add_column(ratio=1)
    table.add_row("", Text("ziggurat cards", style=HEADING))
    for card, place in enumerate(state["card"]):
        if place == OUT_OF_GAME:
            continue
        spent = card == Card.TEN_POINTS or (card == Card.EXTRA_TURN and state["extra_used"])
        owner = Text("") if place == ON_OFFER else chip(int(place))
        note = "" if place == ON_OFFER or not spent else " (spent)"
        table.add_row(owner, Text(f"{card + 1} {CARD_TEXTS[card]}{note}"))
    return table


def draw_signs() -> Text:
    """What letters and signs mean."""
    kinds = ", ".join(f"{letter} {name}" for letter, name in zip(TOKEN_LETTERS, TOKEN_NAMES, strict=True))
    return Text(f"{kinds}, {FACE_DOWN} face down; PSM city, ψ5 crop field, ▟██▙ ziggurat, ▟▒▒▙ scored", style=QUIET)
