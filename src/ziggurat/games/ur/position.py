"""Positions of Ur as JSON: writing and reading.

The square is drawn row by row from the north, six fields to a row. A field is two letters, the action it shows and the
one on its back (A agriculture, T trade, C culture, P politics, W war), and what stands on it:

    Aw     free; shows agriculture, war on the back
    Aw0x3  three stones of seat 0
    Aw0^   a ziggurat of seat 0
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from ziggurat.core.bits import members, to_words
from ziggurat.core.errors import BadPosition
from ziggurat.core.position import (
    as_choice,
    as_flag,
    as_list,
    as_number,
    as_object,
    as_text,
    need,
    read_heading,
    write_heading,
)
from ziggurat.core.sentence import quoted
from ziggurat.games.ur.board import (
    COPIES,
    FIELD_BY_NAME,
    FIELD_NAMES,
    FIELDS,
    FULL,
    KIND_LETTERS,
    KIND_NAMES,
    MARCHES,
    NOWHERE,
    OPENING_STONES,
    PAIR_KINDS,
    PAIR_LETTERS,
    PAIR_OF,
    SIDE,
    SPARES_BY_SEATS,
    STONES,
    TURNS,
    ZIGGURATS,
    ZIGGURATS_A_TURN,
)
from ziggurat.games.ur.events import ENDING_TEXTS
from ziggurat.games.ur.rules import derive, legal
from ziggurat.games.ur.state import ALLOWANCE, Phase
from ziggurat.games.ur.view import BONUSES, CULTURES, HUNGERS, REACHES, field_name, options_of, used_names

PHASES = [phase.name.lower() for phase in Phase]
ENTRIES = [
    "game",
    "rules",
    "seats",
    "options",
    "turn",
    "phase",
    "actor",
    "board",
    "spares",
    "players",
    "used",
    "built",
    "marches",
    "fought",
    "allowed",
    "gave",
    "took",
    "source",
    "target",
    "ending",
]
PLAYER_ENTRIES = ["hand", "supply", "score"]
_CELL = re.compile(r"([A-Z][a-z])(?:(\d)(?:x(\d)|(\^)))?")

# ------------------------------------------------------------------------------------------------------- writing


def write_position(state: Any) -> dict[str, Any]:
    """A record as plain JSON."""
    from ziggurat.games.ur import GAME

    seats = int(state["seats"])
    return {
        **write_heading(GAME, seats, options_of(state)),
        "turn": int(state["turn"]),
        "phase": PHASES[int(state["phase"])],
        "actor": int(state["actor"]),
        "board": draw_square(state),
        "spares": [PAIR_LETTERS[pair] for pair in state["tile"][FIELDS : FIELDS + SPARES_BY_SEATS[seats]]],
        "players": [
            {
                "hand": PAIR_LETTERS[state["hand"][seat]],
                "supply": int(state["supply"][seat]),
                "score": int(state["score"][seat]),
            }
            for seat in range(seats)
        ],
        "used": used_names(state),
        "built": int(state["built"]),
        "marches": int(state["marches"]),
        "fought": bool(state["fought"]),
        "allowed": {FIELD_NAMES[field]: count_at(state["allow"], field) for field in members([state["allow"][0]])},
        "gave": [FIELD_NAMES[field] for field in members([state["gave"]])],
        "took": [FIELD_NAMES[field] for field in members([state["took"]])],
        "source": field_name(int(state["source"])),
        "target": field_name(int(state["target"])),
        "ending": ENDING_TEXTS[int(state["over"])],
    }


def draw_square(state: Any) -> list[str]:
    """The square, one text line for each row."""
    cells = [_cell(state, field) for field in range(FIELDS)]
    return [" ".join(cell.ljust(5) for cell in cells[row : row + SIDE]).rstrip() for row in range(0, FIELDS, SIDE)]


def _cell(state: Any, field: int) -> str:
    first, second = PAIR_KINDS[state["tile"][field]]
    if int(state["shows"][second]) >> field & 1:
        first, second = second, first
    letters = KIND_LETTERS[first] + KIND_LETTERS[second].lower()
    builder, owner = owner_at(state["ziggurat"], field), owner_at(state["own"], field)
    if builder is not None:
        return f"{letters}{builder}^"
    return letters if owner is None else f"{letters}{owner}x{count_at(state['level'], field)}"


def count_at(levels: Any, field: int) -> int:
    """How many of a stack of sets a field is in: its stones, or those it may still get."""
    return sum(int(level) >> field & 1 for level in levels)


def owner_at(words: Any, field: int) -> int | None:
    """The seat whose set has a field."""
    return next((seat for seat, word in enumerate(words) if int(word) >> field & 1), None)


# ------------------------------------------------------------------------------------------------------- reading


def read_position(position: Mapping[str, Any]) -> Any:
    """A record from plain JSON; entries that are left out have their values at the start of a turn."""
    from ziggurat.games.ur import GAME

    entries, seats, options = read_heading(position, GAME, ENTRIES)
    records = GAME.new_records()
    state = records[0]
    state["seats"] = seats
    state["published"] = BONUSES.index(str(options["bonus"]))
    state["once"] = CULTURES.index(str(options["culture"]))
    state["uncovered"] = not options["covered"]
    state["starving"] = HUNGERS.index(str(options["hunger"]))
    state["far"] = REACHES.index(str(options["reach"]))
    state["supply"][:seats] = STONES
    for row, line in enumerate(as_list(entries.get("board"), "board", SIDE)):
        cells = as_text(line, f"Row {row + 1} of the board").split()
        need(len(cells) == SIDE, f"Row {row + 1} of the board must have {SIDE} fields, not {len(cells)}.")
        for column, cell in enumerate(cells):
            _read_cell(state, row * SIDE + column, cell)
    state["ziggurats_left"] = ZIGGURATS - sum(len(members([word])) for word in state["ziggurat"])
    need(state["ziggurats_left"] >= 0, f"There are only {ZIGGURATS} ziggurats.")
    spares = as_list(entries.get("spares", []), "spares", SPARES_BY_SEATS[seats])
    for number, letters in enumerate(spares):
        state["tile"][FIELDS + number] = _pair(letters, f"Spare {number + 1}")
    players = as_list(entries.get("players"), "players", seats)
    for seat, player in enumerate(players):
        state["hand"][seat] = _pair(as_object(player, f"Player {seat}", PLAYER_ENTRIES).get("hand"), f"Hand {seat}")
    _check_tiles(state)
    _read_turn(state, entries)
    derive.on("cpu")(state)
    for seat, player in enumerate(players):
        _check_player(state, seat, player)
    _check_phase(GAME, state)
    return records


def _pair(letters: Any, where: str) -> int:
    as_choice(letters, where, PAIR_LETTERS)
    return PAIR_LETTERS.index(letters)


def _read_cell(state: Any, field: int, cell: str) -> None:
    name = FIELD_NAMES[field]
    parts = _CELL.fullmatch(cell)
    if parts is None:
        raise BadPosition(f"Field {name} has {quoted(cell)}; fields look like 'Aw', 'Aw0x3' or 'Aw0^'.")
    letters, owner, stones, ziggurat = parts.groups()
    kinds = [KIND_LETTERS.find(letter.upper()) for letter in letters]
    need(min(kinds) >= 0 and kinds[0] != kinds[1], f"Field {name} has a tile {quoted(letters)} that does not exist.")
    here = to_words([field], 1)[0]
    state["tile"][field] = PAIR_OF[frozenset(kinds)]
    state["shows"][kinds[0]] |= here
    if owner is None:
        return
    seat = int(owner)
    need(seat < state["seats"], f"Field {name} belongs to seat {seat}, which does not exist.")
    if ziggurat:
        state["ziggurat"][seat] |= here
        state["supply"][seat] -= 1
        return
    need(1 <= int(stones) <= FULL, f"Field {name} has {stones} stones; an owned field has 1 to {FULL}.")
    state["own"][seat] |= here
    state["level"][: int(stones)] |= here
    need(state["supply"][seat] >= int(stones), f"Seat {seat} has more than {STONES} stones on the board.")
    state["supply"][seat] -= int(stones)


def _check_tiles(state: Any) -> None:
    seats = int(state["seats"])
    places = [*state["tile"][: FIELDS + SPARES_BY_SEATS[seats]], *state["hand"][:seats]]
    counts = Counter(PAIR_LETTERS[pair] for pair in places)
    for letters in PAIR_LETTERS:
        need(counts[letters] == COPIES, f"There are {COPIES} tiles {letters}, not {counts[letters]}.")


def _check_player(state: Any, seat: int, player: Mapping[str, Any]) -> None:
    for name in ("supply", "score"):
        there = int(state[name][seat])
        given = player.get(name, there)
        need(given == there, f"Player {seat}'s {name} must be {there}, as board and hand have it, not {quoted(given)}.")


def _field(name: Any, where: str) -> int:
    need(isinstance(name, str) and name in FIELD_BY_NAME, f"{where} must be a field from a1 to f6, not {quoted(name)}.")
    return FIELD_BY_NAME[name]


def _fields(entries: Mapping[str, Any], where: str) -> Any:
    return to_words([_field(name, where) for name in as_list(entries.get(where, []), where)], 1)[0]


def _read_turn(state: Any, entries: Mapping[str, Any]) -> None:
    state["phase"] = PHASES.index(as_choice(entries.get("phase", "act"), "phase", PHASES))
    in_setup = state["phase"] <= Phase.FIRST_SWAP
    state["turn"] = as_number(entries.get("turn", 0 if in_setup else 10), "turn", 0, TURNS)
    need((state["turn"] == 0) == in_setup, "The turn is 0 in the phases of set-up, and only there.")
    state["actor"] = as_number(entries.get("actor", 0), "actor", 0, int(state["seats"]) - 1)
    for name in as_list(entries.get("used", []), "used"):
        state["used"] |= 1 << KIND_NAMES.index(as_choice(name, "used", KIND_NAMES))
    state["built"] = as_number(entries.get("built", 0), "built", 0, ZIGGURATS_A_TURN)
    state["marches"] = as_number(entries.get("marches", 0), "marches", 0, MARCHES)
    state["fought"] = as_flag(entries.get("fought", False), "fought")
    allowed = entries.get("allowed", {})
    need(isinstance(allowed, Mapping), f"allowed must be an object, not {quoted(allowed)}.")
    for name, count in allowed.items():
        here = to_words([_field(name, "allowed")], 1)[0]
        state["allow"][: as_number(count, f"allowed on {name}", 1, ALLOWANCE)] |= here
    state["gave"] = _fields(entries, "gave")
    state["took"] = _fields(entries, "took")
    for name in ("source", "target"):
        given = entries.get(name)
        state[name] = NOWHERE if given is None else _field(given, name)
    state["over"] = ENDING_TEXTS.index(as_choice(entries.get("ending", ""), "ending", ENDING_TEXTS))


def _check_phase(game: Any, state: Any) -> None:
    """Refuse what could not have come about, as far as the phase tells."""
    phase, seat = Phase(int(state["phase"])), int(state["actor"])
    own, occupied = int(state["own"][seat]), int(state["level"][0])
    hand = {KIND_NAMES[kind] for kind in PAIR_KINDS[state["hand"][seat]]}
    need(set(used_names(state)) <= hand, f"Only actions of the hand tile can be used: {' and '.join(sorted(hand))}.")
    need(not (state["built"] and state["used"]), "A turn has either actions or ziggurats, not both.")
    need(state["built"] <= len(members([state["ziggurat"][seat]])), "More ziggurats are built than stand.")
    if phase <= Phase.FIRST_SWAP:
        _check_setup(state, phase, seat)
    moving, crossing = phase == Phase.MOVE, phase == Phase.CROSS
    aiming = phase == Phase.WAR and bool(state["far"]) and state["source"] != NOWHERE
    for name, needed in (("source", moving or crossing or aiming), ("target", crossing)):
        need((state[name] != NOWHERE) == needed, f"{name} is given in phases move and cross, and only there.")
    if moving or crossing or aiming:
        need(own >> int(state["source"]) & 1, f"The source must be a field of seat {seat}.")
    if crossing:
        need(not occupied >> int(state["target"]) & 1, "The target of an attack that has been won is free.")
    placing = phase in (Phase.AGRICULTURE, Phase.TRADE, Phase.CULTURE)
    need(placing or not state["allow"][0], "Stones are allowed only in phases agriculture, trade and culture.")
    possible = occupied if phase == Phase.CULTURE else own
    for count in range(ALLOWANCE):
        room = possible & ~int(state["level"][FULL - 1 - count])
        need(not int(state["allow"][count]) & ~room, "Stones are allowed on fields that cannot take them.")
    politics = phase in (Phase.POLITICS, Phase.MOVE)
    need(politics or not (state["gave"] or state["took"]), "Fields give and take only in phases politics and move.")
    need(not int(state["gave"]) & int(state["took"]), "A field cannot both give and take in one action.")
    fighting = phase in (Phase.WAR, Phase.CROSS)
    need(fighting or not (state["marches"] or state["fought"]), "There are attacks and marches only in a war.")
    need(state["fought"] or not state["marches"], "Marches are attacks: there are none before the first attack.")
    need(state["fought"] or phase != Phase.CROSS, "Stones cross after an attack: fought must be true.")
    if not state["over"]:
        need(legal.on("cpu")(state, game.new_mask()), f"Nothing can be decided in phase {PHASES[phase]} here.")


def _check_setup(state: Any, phase: Phase, actor: int) -> None:
    """(2) How many stones each seat has placed follows from the phase, and perhaps from who is to decide."""
    placed = [STONES - int(state["supply"][seat]) for seat in range(int(state["seats"]))]
    rounds = {Phase.FIRST_STONE: (0,), Phase.MORE_STONES: (1, 2), Phase.FIRST_SWAP: (OPENING_STONES,)}[phase]
    fits = any(
        placed == [done + (seat < actor and phase != Phase.FIRST_SWAP) for seat in range(len(placed))]
        for done in rounds
    )
    need(fits, f"In phase {PHASES[phase]} with seat {actor} to decide, the seats cannot have placed {placed} stones.")
    need(not state["used"] and not state["built"], "Nothing is used or built during set-up.")
    need(not any(state["ziggurat"]), "No ziggurat stands during set-up.")
