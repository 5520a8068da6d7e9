"""Babel in a terminal: five construction sites side by side, the viewer's side below, the other's above.

As on the table, each row grows from its site towards its player. Equal neighbours are one band with their number; a
run that can be used is starred. Whoever sees no colours has the names: ● and ▲ for the seats and their pawns, and for a
temple its value and its levels, with a dot where a level was skipped.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ziggurat.core.drawing.palette import HEADING, IVORY, QUIET, SEAT_STYLES, SHAPES, STRONG
from ziggurat.core.drawing.panel import TableTop, is_deciding, seat_title, title
from ziggurat.games.babel.cards import (
    LEVELS,
    NATION_LETTERS,
    NATION_NAMES,
    NATIONS,
    QUARRY,
    RUN,
    SEATS,
    SITES,
    VALUE,
)
from ziggurat.games.babel.view import letters, returned, row, stack

SITE_WIDTH = 14
GAP = 1
BOARD_WIDTH = SITES * (SITE_WIDTH + GAP) - GAP
PANEL_WIDTH = 33
SIDE_BY_SIDE = BOARD_WIDTH + 2 + PANEL_WIDTH
SHORTEST = 3  # lines kept for the rows of a side, so that the board does not jump about

NATION_STYLES = tuple(
    Style.parse(f"{ink} on {cloth}")
    for ink, cloth in (
        (IVORY, "#9c3d24"),  # Assyrians: brick
        (IVORY, "#2c6fa6"),  # Hittites: iron under the sky
        (IVORY, "#557a32"),  # Medes: pasture
        (IVORY, "#76478f"),  # Persians: purple
        ("#3b2c14", "#dcae3f"),  # Sumerians: barley
    )
)
STONE = Style.parse("#3b2c14 on #e6cd96")
BARE = Style.parse("#8b6f3c on #e6cd96")
ABILITIES = ("destroy a temple", "steal a temple card", "make a nation desert", "skip a level", "change camps")


def draw(records: Any, seat: int) -> RenderableType:
    """The table as a record shows it: redacted for a seat, what that seat sees; whole, everything."""
    return Drawn(records[0], seat)


class Drawn(TableTop):
    """Board and panel: side by side where there is room, one below the other where there is not."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        board = draw_board(self.state, max(self.seat, 0))
        title, players, piles = draw_title(self.state), draw_players(self.state, self.seat), draw_piles(self.state)
        layout = Table.grid(padding=(0, 2, 0, 0))
        if options.max_width >= SIDE_BY_SIDE:
            layout.add_row(board, Group(title, players, "", piles, "", draw_abilities()))
            yield layout
        else:
            layout.add_row(players, Group(piles, "", draw_abilities()))
            yield Group(board, "", title, layout)


# -------------------------------------------------------------------------------------------------------- the board


def draw_board(state: Any, near: int) -> Table:
    """The five sites, with the rows of both seats; `near` sits at the bottom."""
    far = 1 - near
    board = Table.grid(padding=(0, GAP, 0, 0))
    bands = {seat: [_bands(row(state, seat, site)) for site in range(SITES)] for seat in range(SEATS)}
    heights = {seat: max(SHORTEST, *map(len, bands[seat])) for seat in range(SEATS)}
    columns = []
    for site in range(SITES):
        board.add_column(width=SITE_WIDTH, no_wrap=True)
        above, below = bands[far][site], bands[near][site]
        lines = [Text("")] * (heights[far] - len(above)) + above[::-1]
        lines += [_temple(state, far, site), _name(site), _temple(state, near, site)]
        lines += below + [Text("")] * (heights[near] - len(below))
        columns.append(Text("\n").join(lines))
    board.add_row(*columns)
    return board


def _bands(cards: str) -> list[Text]:
    """A row as coloured bands, the oldest first; equal neighbours share one."""
    bands = []
    for letter, equal in groupby(cards):
        nation, count = NATION_LETTERS.index(letter), len(list(equal))
        number = f"{'★' if count >= RUN else ' '}{count}" if count > 1 else ""
        bands.append(Text(f" {NATION_NAMES[nation]:<9}{number:>3} ", style=NATION_STYLES[nation]))
    return bands


def _name(site: int) -> Text:
    return Text(f"{NATION_NAMES[site].upper():^{SITE_WIDTH}}", style=NATION_STYLES[site] + STRONG)


def _temple(state: Any, seat: int, site: int) -> Text:
    """A temple's value and levels, and the seat's pawn if it stands here."""
    levels = int(state["temple"][seat, site])
    value = int(VALUE[levels])
    built = "".join(str(level) if levels >> level & 1 else "·" for level in range(1, value + 1))
    here = state["pawn"][seat] == site
    pawn = Text(f" {SHAPES[seat]} " if here else "   ", style=SEAT_STYLES[seat] if here else STONE)
    if not value:
        return Text.assemble(pawn, (f"{' no temple':<{SITE_WIDTH - 3}}", BARE))
    return Text.assemble(pawn, (f"{value:>2} ", STONE + STRONG), (f"▟{built}▙".ljust(LEVELS + 2), STONE))


# -------------------------------------------------------------------------------------------------------- the panel


def draw_title(state: Any) -> Text:
    """The game, and how far it is."""
    turn = f"{'end phase, ' if state['end_phase'] else ''}turn {int(state['turn']) + 1}"
    return title("Babel", turn, PANEL_WIDTH)


def draw_players(state: Any, viewer: int) -> Table:
    """What each seat has; the hand only where the record knows it."""
    table = Table.grid()
    table.add_column(width=4)
    table.add_column(width=PANEL_WIDTH - 4)
    for seat in range(SEATS):
        deciding = is_deciding(state, seat)
        name = seat_title(state, seat, viewer)
        points = f"{int(state['score'][seat])}"
        heading = Text(f"{name:<{PANEL_WIDTH - 7}}{points:>3}", style=HEADING if deciding else STRONG)
        table.add_row(_chip(SHAPES[seat], SEAT_STYLES[seat]), heading)
        table.add_row("", _hand(state, seat))
        table.add_row("", _stack(state, seat))
        if state["first_card"][seat]:
            table.add_row("", "first card not built yet")
        if state["pawn"][seat] == QUARRY:
            table.add_row("", Text("pawn at the quarry", style=QUIET))
    return table


def _chip(sign: str, style: Style) -> Text:
    return Text.assemble((f" {sign} ", style), " ")


def _hand(state: Any, seat: int) -> Text:
    size = int(state["hand_size"][seat])
    visible = letters(state["hand"][seat])
    if len(visible) == size:
        return Text.assemble("hand ", _cards(visible)) if size else Text("no cards in hand", style=QUIET)
    remembered = letters(state["remembered"][seat])
    count = Text(f"hand of {size}")
    return Text.assemble(count, ", with ", _cards(remembered)) if remembered else count


def _cards(cards: str) -> Text:
    """Cards as letters on their colours, equal ones together."""
    groups = ["".join(equal) for _, equal in groupby(cards)]
    return Text(" ").join(Text(group, style=NATION_STYLES[NATION_LETTERS.index(group[0])]) for group in groups)


def _stack(state: Any, seat: int) -> Text:
    levels = stack(state, seat)[::-1]
    if not levels:
        return Text("no temple cards", style=QUIET)
    return Text.assemble("stack ", (f" {levels[0]} ", STONE + STRONG), " " + "".join(map(str, levels[1:])))


def draw_piles(state: Any) -> Table:
    """The quarry and the two piles of nation cards."""
    table = Table.grid()
    table.add_column(width=4)
    table.add_column(width=PANEL_WIDTH - 4)
    top = "".join(str(level) for level in returned(state)[::-1])
    on_top = f", on top {top}" if top else ""
    table.add_row("", f"temple deck {int(state['deck_size'] + state['returned_size'])}{on_top}")
    table.add_row("", f"nation cards to draw {int(state['draw_size'])}")
    table.add_row("", Text.assemble("discarded ", _counts(state["discard"])))
    return table


def _counts(counts: Any) -> Text:
    parts = [f"{NATION_LETTERS[nation]}{int(counts[nation])}" for nation in range(NATIONS) if counts[nation]]
    return Text(" ".join(parts) or "none", style=Style() if parts else QUIET)


def draw_abilities() -> Table:
    """What a starred run can do."""
    table = Table.grid()
    table.add_column(width=4)
    table.add_column(width=PANEL_WIDTH - 4)
    for nation, ability in enumerate(ABILITIES):
        table.add_row(_chip(NATION_LETTERS[nation], NATION_STYLES[nation]), Text(ability, style=QUIET))
    table.add_row("", Text("or each of them: half a hand", style=QUIET))
    return table
