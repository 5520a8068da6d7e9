"""Babel as a picture: five construction sites side by side in SVG, the viewer's side below, the other's above.

As on the table, each row grows from its site towards its player, the oldest card nearest to the temple; a bar and a
star mark a run that can be used. A temple is a tower of its levels. Of a hand, only what the record shows is drawn.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ziggurat.core.drawing import svg
from ziggurat.core.drawing.svg import BRICK, GOLD, INK, IVORY, LAPIS, LINE, MARGIN, PLUM, QUIET, REED, RIVER, SAND
from ziggurat.games.babel.cards import LEVELS, NATION_LETTERS, NATION_NAMES, QUARRY, RUN, SEATS, SITES, VALUE
from ziggurat.games.babel.view import letters, returned, row, stack, temple

SITE, GAP = 124.0, 10.0
CARD = 17.0  # height of a card in a row
STOREY = 12.0  # of a temple
TOWER = LEVELS * STOREY + 12
PLAQUE = 26.0
SHORTEST = 4  # cards for which every side has room, so that the board does not jump about
PANEL = 280.0
SMALL = 19.0  # width of a card in the panel
ACROSS = int((PANEL - 40) // (SMALL + 2))  # such cards in a line

CLOTHS = ((BRICK, IVORY), (RIVER, IVORY), (REED, IVORY), (PLUM, IVORY), (GOLD, INK))
"""By nation: the colour of its cards, and what is written on them."""


def picture(records: Any, seat: int) -> str:
    """The table as a record shows it: redacted for a seat, what that seat sees; whole, everything."""
    state = records[0]
    near = max(seat, 0)
    far = 1 - near
    rows = {side: [row(state, side, site) for site in range(SITES)] for side in range(SEATS)}
    rooms = {side: CARD * max(SHORTEST, *map(len, rows[side])) for side in range(SEATS)}
    plaque = MARGIN + rooms[far] + TOWER
    parts = []
    for site in range(SITES):
        left = MARGIN + (SITE + GAP) * site
        parts.append(svg.rectangle(left, MARGIN, SITE, plaque + PLAQUE + TOWER + rooms[near] - MARGIN, SAND, corner=6))
        parts.append(_plaque(site, left, plaque))
        parts.append(_temple(state, far, site, left, plaque - 4))
        parts.append(_temple(state, near, site, left, plaque + PLAQUE + TOWER - 4))
        parts += _row(rows[far][site], left, MARGIN + rooms[far] - CARD, -CARD)
        parts += _row(rows[near][site], left, plaque + PLAQUE + TOWER, CARD)
    width = SITES * (SITE + GAP) - GAP + 2 * MARGIN
    panel, low = _panel(state, seat, width)
    height = max(plaque + PLAQUE + TOWER + rooms[near], low) + MARGIN
    return svg.canvas(width + PANEL + MARGIN, height, [*parts, *panel])


# -------------------------------------------------------------------------------------------------------- the board


def _plaque(site: int, left: float, top: float) -> str:
    cloth, ink = CLOTHS[site]
    return svg.rectangle(left, top, SITE, PLAQUE, cloth) + svg.text(
        left + SITE / 2, top + 18, NATION_NAMES[site], ink, 15, bold=True
    )


def _temple(state: Any, seat: int, site: int, left: float, bottom: float) -> str:
    """A tower that stands on `bottom`, with its value, and the pawn if it is here."""
    parts = [svg.rectangle(left + 5, bottom, SITE - 10, 2, LINE)]
    middle = left + SITE / 2
    for height, level in enumerate(temple(state, seat, site)):
        width, top = 70 - 9 * (level - 1), bottom - STOREY * (height + 1)
        parts.append(svg.rectangle(middle - width / 2, top, width, STOREY, GOLD, line=IVORY))
        parts.append(svg.text(middle, top + 10, level, INK, 10))
    if value := int(VALUE[state["temple"][seat, site]]):
        parts.append(svg.text(left + SITE - 14, bottom - 8, value, INK, 20, bold=True))
    else:
        parts.append(svg.text(middle, bottom - 8, "no temple", LINE, 11))
    if state["pawn"][seat] == site:
        parts.append(svg.sign(seat, left + 15, bottom - 14, 10))
    return "".join(parts)


def _row(cards: str, left: float, first: float, step: float) -> list[str]:
    """Cards one after the other, the first at this height."""
    parts: list[str] = []
    place = 0
    for letter, equal in groupby(cards):
        count, nation = len(list(equal)), NATION_LETTERS.index(letter)
        cloth, ink = CLOTHS[nation]
        for top in (first + step * (place + number) for number in range(count)):
            parts.append(svg.rectangle(left + 5, top + 1, SITE - 10, CARD - 2, cloth, corner=3))
            parts.append(svg.text(left + 14, top + 13, NATION_NAMES[nation], ink, 11, anchor="start"))
        if count >= RUN:
            ends = first + step * place, first + step * (place + count - 1)
            parts.append(svg.rectangle(left + SITE - 13, min(ends) + 2, 6, CARD * count - 4, ink, corner=2))
            parts.append(svg.path(svg.STAR, left + SITE - 24, sum(ends) / 2 + 9, 12, ink))
        place += count
    return parts


# -------------------------------------------------------------------------------------------------------- the panel


def _panel(state: Any, viewer: int, x: float) -> tuple[list[str], float]:
    """Hands and stacks of both seats, and the piles."""

    def belongings(seat: int, x: float, y: float) -> tuple[list[str], float]:
        hand, y = _cards(_hand(state, seat), x, y)
        levels, y = _stones([*stack(state, seat)[::-1]], x, y)
        parts = [*hand, *levels]
        if state["first_card"][seat]:
            parts.append(svg.text(x, y + 14, "first card not built yet", QUIET, 12, anchor="start"))
            y += 18
        if state["pawn"][seat] == QUARRY:
            parts.append(svg.text(x, y + 14, "pawn at the quarry", QUIET, 12, anchor="start"))
            y += 18
        return parts, y

    phase = "end phase, " if state["end_phase"] else ""
    parts = [
        svg.text(x, MARGIN + 20, "Babel", LAPIS, 22, bold=True, anchor="start"),
        svg.text(x + PANEL - MARGIN, MARGIN + 20, f"{phase}turn {int(state['turn']) + 1}", QUIET, 13, anchor="end"),
    ]
    seats, y = svg.players(state, viewer, (x, MARGIN + 34, PANEL), belongings)
    parts += seats
    deck = int(state["deck_size"] + state["returned_size"])
    above = ", on top:" if returned(state) else ""
    parts.append(svg.text(x, y + 14, f"temple deck: {deck} cards{above}", QUIET, 12, anchor="start"))
    stones, y = _stones(returned(state)[::-1], x, y + 20)
    parts += stones
    draw = int(state["draw_size"])
    parts.append(svg.text(x, y + 14, f"nation cards: {draw} to draw; discarded:", QUIET, 12, anchor="start"))
    discarded, y = _discarded(state, x, y + 20)
    return [*parts, *discarded], y


def _hand(state: Any, seat: int) -> str:
    """A letter for each card of a hand; `?` for one that the record does not show."""
    size, visible = int(state["hand_size"][seat]), letters(state["hand"][seat])
    shown = visible if len(visible) == size else letters(state["remembered"][seat])
    return shown + "?" * (size - len(shown))


def _cards(cards: str, x: float, y: float) -> tuple[list[str], float]:
    """Nation cards in lines, with their letters or with their backs up."""
    parts = []
    for number, letter in enumerate(cards):
        left, top = x + number % ACROSS * (SMALL + 2), y + number // ACROSS * 27
        cloth, ink = (LAPIS, GOLD) if letter == "?" else CLOTHS[NATION_LETTERS.index(letter)]
        parts.append(svg.rectangle(left, top, SMALL, 25, cloth, line=GOLD if letter == "?" else IVORY, corner=3))
        parts.append(svg.text(left + SMALL / 2, top + 18, "" if letter == "?" else letter, ink, 13, bold=True))
        if letter == "?":
            parts.append(svg.ziggurat(left + SMALL / 2, top + 17, 12, GOLD, LAPIS))
    if not cards:
        return [svg.text(x, y + 14, "no cards in hand", QUIET, 12, anchor="start")], y + 20
    return parts, y + (len(cards) + ACROSS - 1) // ACROSS * 27 + 2


def _stones(levels: list[int], x: float, y: float) -> tuple[list[str], float]:
    """Temple cards in lines, the top card first and standing out."""
    parts = []
    for number, level in enumerate(levels):
        left, top = x + number % ACROSS * (SMALL + 2), y + number // ACROSS * 21
        parts.append(svg.rectangle(left, top, SMALL, 18, SAND if number else GOLD, line=LINE if number else INK))
        parts.append(svg.text(left + SMALL / 2, top + 14, level, INK, 12, bold=not number))
    return parts, y + (len(levels) + ACROSS - 1) // ACROSS * 21


def _discarded(state: Any, x: float, y: float) -> tuple[list[str], float]:
    """How many cards of each nation lie on the discard pile."""
    parts = []
    for nation, (cloth, ink) in enumerate(CLOTHS):
        left = x + 48 * nation
        parts.append(svg.rectangle(left, y, 44, 20, cloth, corner=3))
        parts.append(svg.text(left + 22, y + 15, f"{NATION_LETTERS[nation]} {int(state['discard'][nation])}", ink, 12))
    return parts, y + 20
