"""Positions of Babylonia as JSON: writing and reading.

The board is drawn line by line like `map.txt`:

    .  no hexagon    -  free land    ~  free river    ^  ziggurat    *  scored ziggurat
    P S M PS PM SM PSM  city         5 6 7 C  crop field
    m0  seat 0's merchant (on a river hexagon: face down); likewise f, s, p and seats 1 to 3
    #  hexagon out of play
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ziggurat.core.bits import members, to_words
from ziggurat.core.position import (
    as_choice,
    as_flag,
    as_generator,
    as_list,
    as_number,
    as_object,
    as_text,
    need,
    read_heading,
    write_generator,
    write_heading,
)
from ziggurat.core.sentence import quoted
from ziggurat.games.babylonia.board import (
    BLUE_HEXES,
    CARDS,
    COLUMN,
    CROP,
    GREENS,
    HEX_BY_NAME,
    HEX_NAMES,
    HEXES,
    HEXES_IN_PLAY,
    KINDS,
    LARGE_STAND,
    LINES,
    NO_TILE,
    RIVER_HEXES,
    ROW,
    SITE_AT,
    SITE_HEX,
    STAND,
    TILE_BY_NAME,
    TILE_NAMES,
    TILES,
    TOKEN_LETTERS,
    TOKEN_NAMES,
    TOKENS,
    TOKENS_IN_ALL,
    Card,
)
from ziggurat.games.babylonia.events import ENDING_TEXTS
from ziggurat.games.babylonia.rules import awaits_scoring, derive
from ziggurat.games.babylonia.state import ON_OFFER, OUT_OF_GAME, Ending, Phase
from ziggurat.games.babylonia.view import cities, letters

CELL = 3  # a drawn hexagon is as wide as the longest city name
PHASES = [phase.name.lower() for phase in Phase]
ENTRIES = [
    "game",
    "rules",
    "seats",
    "options",
    "turn",
    "phase",
    "actor",
    "active",
    "board",
    "players",
    "offer",
    "extra_used",
    "placed",
    "placed_in_river",
    "sites",
    "ending",
    "generator",
]
PLAYER_ENTRIES = ["score", "stand", "reserve", "cities", "cards"]

# ------------------------------------------------------------------------------------------------------- writing


def write_position(state: Any) -> dict[str, Any]:
    """A record as plain JSON."""
    from ziggurat.games.babylonia import GAME

    return {
        **write_heading(GAME, int(state["seats"]), {"variant": bool(state["variant"])}),
        "turn": int(state["turn"]),
        "phase": PHASES[int(state["phase"])],
        "actor": int(state["actor"]),
        "active": int(state["active"]),
        "board": draw_map(state),
        "players": [_write_player(state, seat) for seat in range(int(state["seats"]))],
        "offer": [number for number, place in enumerate(state["card"], 1) if place == ON_OFFER],
        "extra_used": bool(state["extra_used"]),
        "placed": letters(state["placed"]),
        "placed_in_river": int(state["placed_in_river"]),
        "sites": [HEX_NAMES[SITE_HEX[site]] for site in members([state["sites"]])],
        "ending": ENDING_TEXTS[int(state["over"])],
        "generator": write_generator(state),
    }


def _write_player(state: Any, seat: int) -> dict[str, Any]:
    return {
        "score": int(state["score"][seat]),
        "stand": letters(state["stand"][seat]),
        "reserve": letters(state["reserve"][seat]),
        "cities": cities(state["taken"][seat]),
        "cards": [number for number, place in enumerate(state["card"], 1) if place == seat],
    }


def draw_map(state: Any) -> list[str]:
    """The board, one text line for each line of the map."""
    lines = [[" " * 2 if row % 2 else ""] for row in range(LINES)]
    column_due = [row % 2 for row in range(LINES)]
    for hexagon in range(HEXES):
        row = ROW[hexagon]
        while column_due[row] < COLUMN[hexagon]:
            lines[row].append(".".ljust(CELL))
            column_due[row] += 2
        lines[row].append(_cell(state, hexagon).ljust(CELL))
        column_due[row] += 2
    return [(line[0] + " ".join(line[1:])).rstrip() for line in lines]


def _cell(state: Any, hexagon: int) -> str:
    if hexagon not in HEXES_IN_PLAY[int(state["seats"])]:
        return "#"
    for seat in range(int(state["seats"])):
        if hexagon in members(state["own"][seat]):
            kinds = [TOKEN_LETTERS[kind] for kind in range(KINDS) if hexagon in members(state["kind"][kind])]
            return f"{kinds[0] if kinds else '?'}{seat}"
    site = int(SITE_AT[hexagon])
    if site >= GREENS:
        return "*" if state["scored"] >> (site - GREENS) & 1 else "^"
    if site >= 0 and state["tile"][site] != NO_TILE:
        return TILE_NAMES[int(state["tile"][site])]
    return "~" if hexagon in RIVER_HEXES else "-"


# ------------------------------------------------------------------------------------------------------- reading


def read_position(position: Mapping[str, Any]) -> Any:
    """A record from plain JSON; entries that are left out have their values at the start of a turn."""
    from ziggurat.games.babylonia import GAME

    entries, seats, options = read_heading(position, GAME, ENTRIES)
    records = GAME.new_records()
    state = records[0]
    state["seats"] = seats
    state["variant"] = options["variant"]
    _read_board(state, as_list(entries.get("board"), "board", LINES))
    players = as_list(entries.get("players"), "players", seats)
    for seat, player in enumerate(players):
        _read_player(state, seat, as_object(player, f"Player {seat}", PLAYER_ENTRIES))
    _check_tiles(state)
    _read_cards(state, entries, players)
    _read_turn(state, entries)
    state["rng"][0] = as_generator(entries.get("generator", "0"))
    derive.on("cpu")(state)
    _read_sites(state, entries)
    need(
        state["over"] or GAME.engine().legal(records, GAME.new_mask()),
        "Nothing can be played in this position: the turn so far cannot be finished (clause 3).",
    )
    return records


def _read_board(state: Any, lines: list[Any]) -> None:
    for row, line in enumerate(lines):
        cells = as_text(line, f"Line {row + 1} of the board").split()
        columns = range(row % 2, max(COLUMN) + 1, 2)
        expected = [hexagon for hexagon in range(HEXES) if ROW[hexagon] == row]
        names = {COLUMN[hexagon]: hexagon for hexagon in expected}
        width = (max(names) - row % 2) // 2 + 1
        need(len(cells) == width, f"Line {row + 1} of the board must have {width} hexagons, not {len(cells)}.")
        for column, cell in zip(columns, cells, strict=False):
            if column in names:
                _read_cell(state, names[column], cell)
            else:
                need(cell == ".", f"Line {row + 1} of the board has {quoted(cell)} where there is no hexagon ('.').")


def _read_cell(state: Any, hexagon: int, cell: str) -> None:
    name = HEX_NAMES[hexagon]
    if hexagon not in HEXES_IN_PLAY[int(state["seats"])]:
        need(
            cell == "#",
            f"Hexagon {name} is out of play with {int(state['seats'])} seats: it is '#', not {quoted(cell)}.",
        )
        return
    site = int(SITE_AT[hexagon])
    if hexagon in BLUE_HEXES:
        need(cell in ("^", "*"), f"Hexagon {name} is a ziggurat: it is '^' or, once scored, '*', not {quoted(cell)}.")
        state["scored"] |= (cell == "*") << (site - GREENS)
    elif len(cell) == 2 and cell[0] in TOKEN_LETTERS and cell[1].isdecimal():
        seat = int(cell[1])
        need(seat < state["seats"], f"Hexagon {name} has a token of seat {seat}, which does not exist.")
        state["own"][seat] |= to_words([hexagon], 3)
        state["kind"][TOKEN_LETTERS.index(cell[0])] |= to_words([hexagon], 3)
    elif cell in TILE_BY_NAME:
        need(0 <= site < GREENS, f"Hexagon {name} has the tile {cell}, but it is not a green hexagon.")
        state["tile"][site] = TILE_BY_NAME[cell]
    else:
        free = "~" if hexagon in RIVER_HEXES else "-"
        need(cell == free, f"Hexagon {name} has {quoted(cell)}; free it is '{free}', and a token looks like 'm0'.")


def _read_player(state: Any, seat: int, player: Mapping[str, Any]) -> None:
    state["score"][seat] = as_number(player.get("score", 0), f"Player {seat}'s score", 0, 9999)
    stand = _count(player.get("stand", ""), f"Player {seat}'s stand")
    need(
        stand.sum() <= LARGE_STAND, f"Player {seat}'s stand has {stand.sum()} tokens; the largest holds {LARGE_STAND}."
    )
    state["stand"][seat] = stand
    on_board = [len(set(members(state["own"][seat])) & set(members(state["kind"][kind]))) for kind in range(KINDS)]
    rest = TOKENS - on_board - state["stand"][seat]
    for kind in range(KINDS):
        need(
            rest[kind] >= 0,
            f"Player {seat} has {TOKENS[kind] - rest[kind]} {TOKEN_NAMES[kind]}s on board and stand; "
            f"there are only {TOKENS[kind]}.",
        )
    given = _count(player["reserve"], f"Player {seat}'s reserve") if "reserve" in player else rest
    need(
        list(given) == list(rest),
        f"Player {seat}'s reserve must be '{letters(rest)}', what is neither on the board nor on the stand.",
    )
    state["reserve"][seat] = rest
    state["stand_size"][seat] = state["stand"][seat].sum()
    state["reserve_size"][seat] = rest.sum()
    for tile in as_list(player.get("cities", []), f"Player {seat}'s cities"):
        is_city = TILE_BY_NAME.get(as_text(tile, f"A city of player {seat}"), CROP) < CROP
        need(is_city, f"Player {seat} has a city {quoted(tile)}; cities look like 'P' or 'SM'.")
        state["taken"][seat, TILE_BY_NAME[tile]] += 1
        _need_supply(state, TILE_BY_NAME[tile], int(state["taken"][seat, TILE_BY_NAME[tile]]))  # or it overflows


def _count(text: Any, where: str) -> Any:
    for letter in as_text(text, where):
        need(letter in TOKEN_LETTERS, f"{where} has a token {quoted(letter)}; tokens are {', '.join(TOKEN_LETTERS)}.")
    return np.array([text.count(letter) for letter in TOKEN_LETTERS])


def _check_tiles(state: Any) -> None:
    for tile in set(TILES[4]):
        there = int((state["tile"] == tile).sum())
        if tile < CROP:
            there += int(state["taken"][:, tile].sum())
        _need_supply(state, tile, there)


def _need_supply(state: Any, tile: int, there: int) -> None:
    supply = TILES[int(state["seats"])].count(tile)
    need(there <= supply, f"There are {there} tiles {TILE_NAMES[tile]}; the game has only {supply}.")


def _read_cards(state: Any, entries: Mapping[str, Any], players: list[Any]) -> None:
    state["card"][:] = OUT_OF_GAME
    owned = [(seat, f"Player {seat}'s cards", player.get("cards", [])) for seat, player in enumerate(players)]
    taken = [number for _, where, numbers in owned for number in as_list(numbers, where)]
    usual = [number for number in range(1, CARDS - 1) if number not in taken]
    for place, where, numbers in [*owned, (ON_OFFER, "offer", entries.get("offer", usual))]:
        for number in as_list(numbers, where):
            card = as_number(number, f"A card of {where}", 1, CARDS) - 1
            need(state["card"][card] == OUT_OF_GAME, f"Card {number} is in two places.")
            state["card"][card] = place
    out = [number for number, place in enumerate(state["card"], 1) if place == OUT_OF_GAME]
    need(len(out) == 2, f"Two of the nine cards are out of the game, not {len(out)}.")
    need(state["variant"] or out == [8, 9], "Cards 8 and 9 are only in the game with the option variant.")
    for seat in range(int(state["seats"])):
        size = int(state["stand_size"][seat])
        need(
            size <= STAND or state["card"][Card.STAND_OF_SEVEN] == seat,
            f"Player {seat}'s stand has {size} tokens; without card 3 it holds {STAND}.",
        )
    state["extra_used"] = as_flag(entries.get("extra_used", False), "extra_used")
    need(not state["extra_used"] or state["card"][1] >= 0, "Card 2 cannot be used before somebody owns it.")


def _read_turn(state: Any, entries: Mapping[str, Any]) -> None:
    last = int(state["seats"]) - 1
    state["actor"] = as_number(entries.get("actor", 0), "actor", 0, last)
    state["active"] = as_number(entries.get("active", int(state["actor"])), "active", 0, last)
    state["turn"] = as_number(entries.get("turn", 10 + last), "turn", 0, 9999)
    phase = PHASES.index(as_choice(entries.get("phase", "place"), "phase", PHASES))
    state["phase"] = phase
    need(
        phase == Phase.CARD or state["actor"] == state["active"],
        f"In phase {PHASES[phase]} the actor must be the active seat.",
    )
    placed = _count(entries.get("placed", ""), "placed")
    need(placed.sum() <= TOKENS_IN_ALL, f"placed has {placed.sum()} tokens; a player has only {TOKENS_IN_ALL}.")
    state["placed"] = placed
    state["placed_in_river"] = as_number(entries.get("placed_in_river", 0), "placed_in_river", 0, 2)
    ending = as_choice(entries.get("ending", ""), "ending", ENDING_TEXTS)
    state["over"] = ENDING_TEXTS.index(ending)
    _check_placed(state)
    _check_first_round(state)
    placed = int(state["placed"].sum() + state["placed_in_river"])
    need(
        state["over"] or phase != Phase.PLACE or placed or state["stand_size"][state["active"]],
        f"Seat {int(state['active'])} must have a token on the stand to place.",
    )
    for seat in range(int(state["seats"])):
        need(
            state["over"] or seat == state["active"] or state["stand_size"][seat],
            f"Seat {seat} must have a token on the stand: only the active seat's stand can be empty (clause 16).",
        )
    asked = state["card"][1] == state["active"] and not state["extra_used"]
    need(phase != Phase.EXTRA or asked, "Only the owner of card 2 is asked to use it, and only until it is used.")
    need(phase != Phase.CARD or ON_OFFER in state["card"], "No card is on offer, so none can be taken.")


def _check_placed(state: Any) -> None:
    """What was placed this turn must be allowed, and lie on the board."""
    seat = int(state["active"])
    farmers, nobles = int(state["placed"][0]), state["placed"][1:]
    total = int(state["placed"].sum() + state["placed_in_river"])
    most = int(state["turn"]) + 1
    need(most > 2 or total <= most, f"In turn {most} of the game at most {most} can be placed, not {total} (clause 2).")
    joined = nobles.sum() == 0 or (nobles.sum() == 1 and state["card"][Card.NOBLE_WITH_FARMERS] == seat)
    three = list(nobles) == [1, 1, 1] and farmers == 0 and state["card"][Card.THREE_NOBLES] == seat
    need(
        total <= 2 or (state["placed_in_river"] == 0 and (joined or three)),
        f"What seat {seat} placed this turn cannot become a finished turn (clause 3).",
    )
    own = set(members(state["own"][seat]))
    for kind in range(KINDS):
        there = len((own & set(members(state["kind"][kind]))) - set(RIVER_HEXES))
        need(
            state["placed"][kind] <= there,
            f"Seat {seat} cannot have placed {int(state['placed'][kind])} {TOKEN_NAMES[kind]}s this turn; "
            f"{there} lie face up on the board.",
        )
    there = len(own & set(RIVER_HEXES))
    need(
        state["placed_in_river"] <= there,
        f"Seat {seat} cannot have placed {int(state['placed_in_river'])} tokens in the river this turn; "
        f"{there} lie there.",
    )


def _check_first_round(state: Any) -> None:
    """(2) In the first round the seats follow each other, and those still to come have placed nothing."""
    turn, active = int(state["turn"]), int(state["active"])
    if turn >= state["seats"]:
        return
    need(active == turn, f"In turn {turn + 1} of the game seat {turn} is active, not seat {active} (clause 2).")
    on_board = [len(members(state["own"][seat])) for seat in range(int(state["seats"]))]
    need(not any(on_board[turn + 1 :]), f"In turn {turn + 1} of the game only the first {turn + 1} have placed tokens.")
    placed = int(state["placed"].sum() + state["placed_in_river"])
    need(
        state["phase"] != Phase.PLACE or on_board[active] == placed,
        f"Seat {active} has {on_board[active]} tokens on the board, but has placed {placed} in its first turn.",
    )


def _read_sites(state: Any, entries: Mapping[str, Any]) -> None:
    sites = set()
    for name in as_list(entries.get("sites", []), "sites"):
        hexagon = HEX_BY_NAME.get(as_text(name, "A site"), -1)
        need(hexagon >= 0 and SITE_AT[hexagon] >= 0, f"There can be no city or ziggurat on {quoted(name)}.")
        need(hexagon in HEXES_IN_PLAY[int(state["seats"])], f"The site on {name} is not in play.")
        sites.add(int(SITE_AT[hexagon]))
    state["sites"] = to_words(sites, 1)[0]
    surrounded = {site for site in range(len(SITE_HEX)) if awaits_scoring.on("interpreted")(state, site)}
    if state["over"] == Ending.IN_PLAY:
        for site in sorted(surrounded - sites):
            in_play = SITE_HEX[site] in HEXES_IN_PLAY[int(state["seats"])]
            need(not in_play, f"The site on {HEX_NAMES[SITE_HEX[site]]} is surrounded, but not listed in 'sites'.")
        if state["phase"] == Phase.SITE:
            for site in sorted(sites):
                need(site in surrounded, f"The site on {HEX_NAMES[SITE_HEX[site]]} is not waiting to be scored.")
            need(len(sites) > 1, "Phase site needs two or more surrounded sites to choose from.")
