"""Ur in a terminal: the square with its tiles, the players and their hand tiles beside it.

A tile is three lines high. The first names the field and, in italics, the action on the back; the second the action it
shows; the third what stands on it, and `+2` if the action under way may bring it two more stones. Whoever sees no
colours has frames, words and signs: ● ▲ ■ ◆ for the seats, a stone each, and ▟▙ for a ziggurat.
"""

from __future__ import annotations

from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ziggurat.core.drawing.palette import HEADING, OBSIDIAN, QUIET, SEAT_STYLES, SHAPES, STRONG
from ziggurat.core.drawing.panel import TableTop, is_deciding, seat_title, title
from ziggurat.games.ur.board import FIELDS, SIDE, SPARES_BY_SEATS
from ziggurat.games.ur.rules import bonus_size
from ziggurat.games.ur.state import Phase
from ziggurat.games.ur.view import Field, field_name, fields, kinds, said_options, used_names

TILE = 12  # characters: the longest name and its frame
BOARD_WIDTH = TILE * SIDE
PANEL_WIDTH = 36
GAP = 2
SIDE_BY_SIDE = BOARD_WIDTH + GAP + PANEL_WIDTH
CHIP = 4
POINTS = "{:>3} points"
POINTS_WIDTH = 10

ZIGGURAT_SIGN = "▟▙"

INK = OBSIDIAN
TILE_STYLES = {  # by action: the glaze of its tile and the ink of what is written on it
    "agriculture": ("#7f9f48", INK),
    "trade": ("#d8a846", INK),
    "culture": ("#4f9c9a", INK),
    "politics": ("#9a83bd", INK),
    "war": ("#b5654a", INK),
}
BACK_NAMES = {"agriculture": "agricul."}  # the others fit


def draw(records: Any, seat: int) -> RenderableType:
    """The table as a record shows it; nothing in Ur is hidden from anybody."""
    return Drawn(records[0], seat)


class Drawn(TableTop):
    """Square and panel: side by side where there is room, one below the other where there is not."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        square = draw_square(self.state)
        panel = Group(draw_title(self.state), draw_players(self.state, self.seat), draw_table(self.state))
        if options.max_width >= SIDE_BY_SIDE:
            layout = Table.grid(padding=(0, GAP, 0, 0))
            layout.add_column(width=BOARD_WIDTH)
            layout.add_column(width=PANEL_WIDTH)
            layout.add_row(square, panel)
            yield layout
        else:
            yield Group(square, panel)
        yield draw_signs()


# ------------------------------------------------------------------------------------------------------- the square


def draw_square(state: Any) -> Text:
    """All 36 fields."""
    tiles = [_tile(state, field) for field in fields(state)]
    lines = [
        Text.assemble(*(tile[line] for tile in tiles[row : row + SIDE]))
        for row in range(0, len(tiles), SIDE)
        for line in range(3)
    ]
    return Text("\n", no_wrap=True, overflow="crop").join(lines)


def _tile(state: Any, field: Field) -> tuple[Text, Text, Text]:
    """The three lines of a tile."""
    glaze, ink = TILE_STYLES[field.shows]
    ground = Style.parse(f"{ink} on {glaze}")
    marked = field.place in (field_name(int(state["source"])), field_name(int(state["target"])))
    corner, edge = ("╔", "║") if marked else ("┌", "│")
    back = BACK_NAMES.get(field.back, field.back)
    upper = Text(f"{corner}{field.place}{back:>{TILE - 4}} ", style=ground)
    upper.stylize(Style(bold=True), 1, 3)
    upper.stylize(Style(dim=True, italic=True), 3)
    middle = Text(f"{edge}{field.shows}".ljust(TILE), style=ground + Style(bold=True))
    lower = Text(edge, style=ground)
    if field.seat is not None:
        sign = ZIGGURAT_SIGN + SHAPES[field.seat] if field.ziggurat else SHAPES[field.seat] * field.stones
        lower.append(f" {sign} ", style=SEAT_STYLES[field.seat])
    more = f"+{field.allowed} " if field.allowed else ""
    lower.append(more.rjust(TILE - len(lower)), style=ground + Style(bold=True))
    return upper, middle, lower


# -------------------------------------------------------------------------------------------------------- the panel


def draw_title(state: Any) -> Text:
    """The game, and how far it is."""
    left = int(state["ziggurats_left"])
    count = f"{left} ziggurat{'' if left == 1 else 's'} left"
    return title("Ur", count, PANEL_WIDTH)


def draw_players(state: Any, viewer: int) -> Table:
    """What lies in front of each seat."""
    table = Table.grid()
    table.add_column(width=CHIP)
    table.add_column(width=PANEL_WIDTH - CHIP - POINTS_WIDTH)
    table.add_column(width=POINTS_WIDTH, justify="right")
    for seat in range(int(state["seats"])):
        deciding = is_deciding(state, seat)
        name = seat_title(state, seat, viewer)
        points = Text(POINTS.format(int(state["score"][seat])), style=STRONG)
        table.add_row(
            Text(f" {SHAPES[seat]} ", style=SEAT_STYLES[seat]),
            Text(name, style=HEADING if deciding else STRONG),
            points,
        )
        table.add_row("", _hand(int(state["hand"][seat])), Text(_stones(int(state["supply"][seat])), style=QUIET))
        table.add_row("")
    return table


def _stones(count: int) -> str:
    return f"{count} stone{'' if count == 1 else 's'}"


def _hand(pair: int) -> Text:
    """The two actions of a tile, each in its glaze."""
    text = Text()
    for number, name in enumerate(kinds(pair)):
        glaze, ink = TILE_STYLES[name]
        text.append("/" if number else "")
        text.append(name, style=Style.parse(f"{ink} on {glaze}"))
    return text


def draw_table(state: Any) -> Text:
    """The tiles beside the square, the turn so far, and the match's options."""
    seats = int(state["seats"])
    spares = state["tile"][FIELDS : FIELDS + SPARES_BY_SEATS[seats]]
    lines = [Text.assemble(f"spare {number}: ", _hand(int(pair))) for number, pair in enumerate(spares, 1)]
    if state["turn"]:
        lines.append(Text(f"turn {int(state['turn'])}{_so_far(state)}"))
    lines.append(Text(said_options(state), style=QUIET))
    if seats == 2:
        lines.append(Text("two players: a house variant", style=QUIET))
    return Text("\n").join(lines)


def _so_far(state: Any) -> str:
    """What the active player has done this turn, and the bonus it brings."""
    parts = []
    if used := used_names(state):
        parts.append(f"used {' and '.join(used)}")
    if state["built"]:
        parts.append(f"built {int(state['built'])}")
    if state["phase"] == Phase.ACT and not state["over"]:
        parts += ["", "bonus 1 stone", "bonus 2 stones or a free field"][
            bonus_size.on("interpreted")(state)
        ].splitlines()
    return "".join(f"; {part}" for part in parts)


def draw_signs() -> Text:
    """What the signs mean."""
    return Text(
        f"a tile: field and back, action shown, stones; {SHAPES[0]} stone, {ZIGGURAT_SIGN} ziggurat, "
        "+2 may get two stones, ╔ in question",
        style=QUIET,
    )
