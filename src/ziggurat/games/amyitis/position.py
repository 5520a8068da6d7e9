"""Positions of Amyitis as JSON: writing and reading.

garden      the tile dealt to each square, planted or not: {"a1": 16, "a2": 18, ...}
planted     who planted which square: {"d4": 0}
irrigation  the cubes on each edge, by seat, n for neutral: {"d1-d2": "0", "b1-b2": "1n"}
fields, temples   cubes from the left: {"top": "010", "bottom": ""}, {"ishtar": "0n1", ...}
crafts      the face-up cards of each group; the rest of the three lie face down
planting    what a garden tile still brings, while it is being taken
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

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
from ziggurat.games.amyitis import rules
from ziggurat.games.amyitis.board import (
    BABYLON,
    CITIES,
    CITY_NAMES,
    COURT_NAMES,
    CRAFT_NAMES,
    CRAFTS,
    EDGE_BY_NAME,
    EDGE_NAMES,
    EDGES,
    GROUP_SIZE,
    LEVELS,
    NEUTRAL,
    NOBODY,
    PLAIN_RESOURCES,
    PLANT_AT,
    PLANT_CITIES,
    PLANTS,
    RESOURCE_NAMES,
    ROW_LENGTH,
    ROW_NAMES,
    SQUARE_BY_NAME,
    SQUARE_NAMES,
    SQUARES,
    TEMPLE_NAMES,
    TEMPLE_SPACES,
    TILES,
    TOP_LEVEL,
    TRACKS,
    Court,
    Temple,
)
from ziggurat.games.amyitis.components import (
    COURT_COUNT,
    CRAFT_COUNT,
    GARDENERS,
    KEEP,
    NO_RESOURCE,
    RING,
    START_CAMELS,
    START_TALENTS,
    court_names,
    name_of,
    numbers_of,
)
from ziggurat.games.amyitis.events import ENDING_TEXTS
from ziggurat.games.amyitis.state import Phase
from ziggurat.games.amyitis.view import craft_cards, edge_cubes, field_cubes, temple_cubes, tokens

PHASES = [phase.name.lower() for phase in Phase]
ENTRIES = [
    "game",
    "rules",
    "seats",
    "options",
    "round",
    "phase",
    "actor",
    "active",
    "first",
    "players",
    "crafts",
    "garden",
    "planted",
    "irrigation",
    "fields",
    "temples",
    "caravan",
    "plants",
    "caravaneer_resources",
    "planting",
    "given",
    "ending",
    "generator",
]
PLAYER_ENTRIES = ["score", "talents", "camels", "resources", "caravaneer", "banker", "palace", "gardeners", "passed"]
CUBES = {str(seat): seat for seat in range(4)} | {"n": NEUTRAL}
SIDES = ("front", "back")
IN_BABYLON = (Phase.SELL, Phase.SELL_MORE, Phase.IRRIGATE)
AT_A_PLANT = (Phase.PAY_PLANT, Phase.PLANT, Phase.GIFT, Phase.BONUS)
OF_A_TURN = range(Phase.TURN, Phase.PROCESSION)

# ------------------------------------------------------------------------------------------------------- writing


def write_position(state: Any) -> dict[str, Any]:
    """A record as plain JSON."""
    from ziggurat.games.amyitis import GAME

    seats = int(state["seats"])
    return {
        **write_heading(GAME, seats, {"components": name_of(state["part"])}),
        "round": int(state["round"]),
        "phase": PHASES[int(state["phase"])],
        "actor": int(state["actor"]),
        "active": int(state["active"]),
        "first": int(state["first"]),
        "players": [_write_player(state, seat) for seat in range(seats)],
        "crafts": [craft_cards(state, group) for group in range(seats)],
        "garden": {name: int(tile) + 1 for name, tile in zip(SQUARE_NAMES, state["tile"], strict=True) if tile >= 0},
        "planted": {name: int(by) for name, by in zip(SQUARE_NAMES, state["gardener"], strict=True) if by != NOBODY},
        "irrigation": {
            name: "".join(edge_cubes(state, edge)) for edge, name in enumerate(EDGE_NAMES) if edge_cubes(state, edge)
        },
        "fields": {name: "".join(map(str, field_cubes(state, row))) for row, name in enumerate(ROW_NAMES)},
        "temples": {name: "".join(temple_cubes(state, temple)) for temple, name in enumerate(TEMPLE_NAMES)},
        "caravan": CITY_NAMES[int(state["part"][RING + int(state["caravan"])])],
        "plants": {
            CITY_NAMES[city]: f"{int(state['plant'][place]) + 1} {SIDES[int(state['side'][place])]}"
            for place, city in enumerate(PLANT_CITIES)
        },
        "caravaneer_resources": tokens(state),
        "planting": _write_planting(state),
        "given": None if state["given"] == NO_RESOURCE else RESOURCE_NAMES[int(state["given"])],
        "ending": ENDING_TEXTS[int(state["over"])],
        "generator": write_generator(state),
    }


def _write_player(state: Any, seat: int) -> dict[str, Any]:
    return {
        "score": int(state["score"][seat]),
        "talents": int(state["talents"][seat]),
        "camels": int(state["camels"][seat]),
        "resources": [
            name
            for name, count in zip(RESOURCE_NAMES, state["resources"][seat], strict=True)
            for _ in range(int(count))
        ],
        **{COURT_NAMES[track]: int(state["level"][seat, track]) for track in range(TRACKS)},
        "gardeners": int(state["gardeners"][seat]),
        "passed": bool(state["passed"][seat]),
    }


def _write_planting(state: Any) -> dict[str, Any] | None:
    if state["square"] == rules.NO_SQUARE:
        return None
    return {
        "square": SQUARE_NAMES[int(state["square"])],
        "gifts": int(state["gifts"]),
        "court": court_names(int(state["bonus"])),
    }


# ------------------------------------------------------------------------------------------------------- reading


def read_position(position: Mapping[str, Any]) -> Any:
    """A record from plain JSON; entries that are left out have their values at the start of the game.

    Only the craft cards do not: groups that are not given lie face down.
    """
    from ziggurat.games.amyitis import GAME

    entries, seats, options = read_heading(position, GAME, ENTRIES)
    records = GAME.new_records()
    state = records[0]
    state["seats"] = seats
    state["part"] = numbers_of(str(options["components"]))
    rules.clear_boards.on("interpreted")(state)
    _read_garden(state, entries)
    rules.derive.on("interpreted")(state)
    _read_irrigation(state, entries)
    rules.derive.on("interpreted")(state)
    _read_rows(state, entries)
    _read_plants(state, entries)
    for seat, player in enumerate(as_list(entries.get("players", [{}] * seats), "players", seats)):
        _read_player(state, seat, as_object(player, f"Player {seat}", PLAYER_ENTRIES))
    _read_crafts(state, entries)
    _read_turn(state, entries)
    _read_court(state, entries)
    state["rng"][0] = as_generator(entries.get("generator", "0"))
    if not state["over"]:
        _check_phase(state)
    return records


def _seat(state: Any, value: Any, where: str) -> int:
    return as_number(value, where, 0, int(state["seats"]) - 1)


def _square(name: Any, where: str) -> int:
    need(
        isinstance(name, str) and name in SQUARE_BY_NAME, f"{where} has a square {quoted(name)}; squares are a1 to d4."
    )
    return SQUARE_BY_NAME[name]


def _read_garden(state: Any, entries: Mapping[str, Any]) -> None:
    given = {
        _square(name, "garden"): tile
        for name, tile in as_object(entries.get("garden", {}), "garden", SQUARE_NAMES).items()
    }
    used: set[int] = set()
    for square, number in given.items():
        name = SQUARE_NAMES[square]
        need(not rules.is_unused.on("interpreted")(state, square), f"Square {name} is not used with two players.")
        tile = as_number(number, f"The tile on {name}", 1, TILES) - 1
        need(tile not in used, f"Garden tile {number} lies on two squares.")
        fits = rules.fits.on("interpreted")(state, tile, square)
        need(fits, f"Garden tile {number} does not belong on {name}: it has another quality.")
        used.add(tile)
        state["tile"][square] = tile
    for square in range(SQUARES):
        if state["tile"][square] < 0 and not rules.is_unused.on("interpreted")(state, square):
            fitting = [t for t in range(TILES) if t not in used and rules.fits.on("interpreted")(state, t, square)]
            state["tile"][square] = fitting[0]
            used.add(fitting[0])
    planted = as_object(entries.get("planted", {}), "planted", SQUARE_NAMES)
    for name, seat in planted.items():
        square = SQUARE_BY_NAME[name]
        need(state["tile"][square] >= 0, f"Square {name} is not used with two players.")
        state["gardener"][square] = _seat(state, seat, f"Who planted {name}")
        state["tiles"][seat] += 1


def _cubes(state: Any, value: Any, where: str, most: int, *, neutral: bool) -> list[int]:
    text = as_text(value, where)
    allowed = [*map(str, range(int(state["seats"]))), *(["n"] if neutral else [])]
    for cube in text:
        need(cube in allowed, f"{where} has a cube {quoted(cube)}; cubes are {', '.join(allowed)}.")
    need(len(text) <= most, f"{where} has room for {most} cubes, not {len(text)}.")
    return [CUBES[cube] for cube in text]


def _read_irrigation(state: Any, entries: Mapping[str, Any]) -> None:
    for name, text in as_object(entries.get("irrigation", {}), "irrigation", list(EDGE_BY_NAME)).items():
        edge = EDGE_BY_NAME[name]
        most = 1 + (int(state["areas"]) >> (edge + EDGES) & 1)
        for area, cube in enumerate(_cubes(state, text, f"The edge {name}", most, neutral=True)):
            place = np.uint64(1 << (edge + area * EDGES))
            need(not state["filled"] & place, f"The edge {name} is listed twice.")
            state["filled"] |= place
            if cube != NEUTRAL:
                state["cubes"][cube] |= place


def _read_rows(state: Any, entries: Mapping[str, Any]) -> None:
    fields = as_object(entries.get("fields", {}), "fields", ROW_NAMES)
    for row, name in enumerate(ROW_NAMES):
        cubes = _cubes(state, fields.get(name, ""), f"The {name} field", ROW_LENGTH - 1, neutral=False)
        state["field"][row][: len(cubes)] = cubes
        state["field_size"][row] = len(cubes)
    temples = as_object(entries.get("temples", {}), "temples", TEMPLE_NAMES)
    for temple, name in enumerate(TEMPLE_NAMES):
        cubes = _cubes(state, temples.get(name, ""), f"The temple of {name.title()}", TEMPLE_SPACES, neutral=True)
        state["temple"][temple][: len(cubes)] = cubes


def _read_plants(state: Any, entries: Mapping[str, Any]) -> None:
    names = [CITY_NAMES[city] for city in PLANT_CITIES]
    plants = as_object(entries.get("plants", {}), "plants", names)
    for place, name in enumerate(names):
        label = as_text(plants.get(name, f"{place + 1} front"), f"The plant card of {name.title()}")
        number, _, side = label.partition(" ")
        where = f"The plant card of {name.title()}"
        need(number in ("1", "2", "3", "4") and side in SIDES, f"{where} looks like '2 back', not {quoted(label)}.")
        state["plant"][place] = int(number) - 1
        state["side"][place] = SIDES.index(side)
    need(sorted(state["plant"]) == list(range(PLANTS)), "Each plant card lies in one city.")
    need(state["plant"][PLANTS - 1] == PLANTS - 1, "Plant card 4, with quality 2 on both sides, lies in Khorsabad.")
    caravan = as_choice(entries.get("caravan", CITY_NAMES[BABYLON]), "caravan", CITY_NAMES)
    state["caravan"] = list(state["part"][RING : RING + CITIES]).index(CITY_NAMES.index(caravan))


def _read_player(state: Any, seat: int, player: Mapping[str, Any]) -> None:
    part = state["part"]
    state["score"][seat] = as_number(player.get("score", 0), f"Player {seat}'s score", 0, 9999)
    talents = as_number(player.get("talents", int(part[START_TALENTS])), f"Player {seat}'s talents", 0, 9999)
    camels = as_number(player.get("camels", int(part[START_CAMELS])), f"Player {seat}'s camels", 0, 9999)
    state["talents"][seat], state["camels"][seat] = talents, camels
    resources = as_list(player.get("resources", []), f"Player {seat}'s resources")
    need(len(resources) <= 99, f"Player {seat} has {len(resources)} resources: that is too many.")
    for name in resources:
        as_choice(name, f"A resource of player {seat}", RESOURCE_NAMES)
        state["resources"][seat, RESOURCE_NAMES.index(name)] += 1
    for track in range(TRACKS):
        name = COURT_NAMES[track]
        state["level"][seat, track] = as_number(player.get(name, 0), f"Player {seat}'s {name}", 0, TOP_LEVEL[track])
    state["gardeners"][seat] = as_number(player.get("gardeners", 0), f"Player {seat}'s gardeners", 0, 99)
    state["passed"][seat] = as_flag(player.get("passed", False), f"Player {seat}'s passed")


def _read_crafts(state: Any, entries: Mapping[str, Any]) -> None:
    seats = int(state["seats"])
    for group, cards in enumerate(as_list(entries.get("crafts", [[]] * seats), "crafts", seats)):
        where = f"Group {group + 1} of the craft cards"
        cards = as_list(cards, where)
        need(len(cards) <= GROUP_SIZE, f"{where} has at most {GROUP_SIZE} cards, not {len(cards)}.")
        for name in cards:
            state["craft"][group, CRAFT_NAMES.index(as_choice(name, where, CRAFT_NAMES))] += 1
        state["face_down"][group] = GROUP_SIZE - len(cards)
    for craft, name in enumerate(CRAFT_NAMES):
        there = int(state["craft"][:, craft].sum())
        supply = int(state["part"][CRAFT_COUNT + CRAFTS * (seats - 2) + craft])
        need(there <= supply, f"There are {there} {name} cards face up; {seats} players have {supply}.")


def _read_court(state: Any, entries: Mapping[str, Any]) -> None:
    """What is left in the supply follows from what the players have."""
    seats = int(state["seats"])
    for track, top in enumerate(TOP_LEVEL):
        for level in range(1, top + 1):
            supply = int(state["part"][COURT_COUNT + TRACKS * LEVELS * (seats - 2) + LEVELS * track + level])
            owned = int((state["level"][:seats, track] >= level).sum())
            name = f"{COURT_NAMES[track]} {level}"
            need(owned <= supply, f"{owned} players have {name}; with {seats} players there are only {supply}.")
            state["court"][track, level] = supply - owned
    supply, owned = int(state["part"][GARDENERS + seats - 2]), int(state["gardeners"].sum())
    need(owned <= supply, f"The players have {owned} gardeners; with {seats} players there are only {supply}.")
    state["gardeners_left"] = supply - owned
    cards = int(state["court"][Court.CARAVANEER, TOP_LEVEL[Court.CARAVANEER]])
    lying = cards + (state["phase"] == Phase.TOKEN)
    given = entries.get("caravaneer_resources", list(RESOURCE_NAMES[:lying]))
    for name in as_list(given, "caravaneer_resources", lying):
        resource = RESOURCE_NAMES.index(as_choice(name, "caravaneer_resources", RESOURCE_NAMES[:PLAIN_RESOURCES]))
        need(not state["token"][resource], f"{name.capitalize()} lies on two caravaneers.")
        state["token"][resource] = 1


def _read_turn(state: Any, entries: Mapping[str, Any]) -> None:
    state["actor"] = _seat(state, entries.get("actor", 0), "actor")
    state["active"] = _seat(state, entries.get("active", int(state["actor"])), "active")
    state["first"] = _seat(state, entries.get("first", 0), "first")
    state["round"] = as_number(entries.get("round", 1), "round", 1, rules.ROUND_LIMIT)
    state["phase"] = PHASES.index(as_choice(entries.get("phase", "turn"), "phase", PHASES))
    state["over"] = ENDING_TEXTS.index(as_choice(entries.get("ending", ""), "ending", ENDING_TEXTS))
    given = entries.get("given")
    if given is not None:
        state["given"] = RESOURCE_NAMES.index(as_choice(given, "given", RESOURCE_NAMES))
    need(
        (given is not None) == (state["phase"] == Phase.EXCHANGE_FOR),
        "Phase exchange_for, and no other, names the resource that was given.",
    )
    planting = entries.get("planting")
    if planting is not None:
        _read_planting(state, as_object(planting, "planting", ["square", "gifts", "court"]))


def _read_planting(state: Any, planting: Mapping[str, Any]) -> None:
    phase, actor = int(state["phase"]), int(state["actor"])
    need(phase in (Phase.GIFT, Phase.BONUS, Phase.TOKEN), f"Nothing is being planted in phase {PHASES[phase]}.")
    square = _square(planting.get("square"), "planting")
    need(state["gardener"][square] == actor, f"Seat {actor} must have planted {SQUARE_NAMES[square]}.")
    state["square"] = square
    state["gifts"] = as_number(planting.get("gifts", 0), "planting: gifts", 0, 5)
    kinds = as_list(planting.get("court", []), "planting: court")
    state["bonus"] = sum({1 << COURT_NAMES.index(as_choice(kind, "planting: court", COURT_NAMES)) for kind in kinds})


# ------------------------------------------------------------------------------------------------ does it make sense


def _check_phase(state: Any) -> None:
    phase, actor = Phase(int(state["phase"])), int(state["actor"])
    seats, name = int(state["seats"]), PHASES[int(state["phase"])]
    passed = [bool(flag) for flag in state["passed"][:seats]]
    if phase in OF_A_TURN:
        need(actor == state["active"], f"In phase {name} the actor must be the active seat.")
        need(not passed[actor], f"Seat {actor} has passed and has no turn any more.")
        _check_city(state, phase, actor)
    else:
        need(all(passed), f"Phase {name} comes when everybody has passed.")
        _check_round_end(state, phase, actor)
    if phase != Phase.TURN:
        need(int(rules.choices.on("interpreted")(state)), f"Nothing can be chosen in phase {name}.")


def _check_city(state: Any, phase: Phase, actor: int) -> None:
    name = PHASES[phase]
    city = int(state["part"][RING + int(state["caravan"])])
    planting = state["square"] != rules.NO_SQUARE
    need(phase not in IN_BABYLON or city == BABYLON, f"In phase {name} the caravan must be in Babylon.")
    at_a_plant = phase in AT_A_PLANT or (phase == Phase.TOKEN and planting)
    need(not at_a_plant or PLANT_AT[city] >= 0, f"In phase {name} the caravan must be in a city with a plant.")
    at_court = phase == Phase.COURT or (phase == Phase.TOKEN and not planting)
    court = city != BABYLON and PLANT_AT[city] < 0
    need(not at_court or court, f"In phase {name} the caravan must be in a city that sells court cards.")
    if phase == Phase.PAY_CITY:
        fine = city != BABYLON and rules.can_act.on("interpreted")(state, actor, city)
        need(fine, f"Seat {actor} cannot complete an action in {CITY_NAMES[city].title()}.")
    if phase == Phase.PAY_PLANT:
        need(rules.extra_of.on("interpreted")(state, city) != NO_RESOURCE, "This plant card asks nothing besides.")
        plantable = rules.plantable.on("interpreted")(state, actor, int(PLANT_AT[city]))
        need(int(plantable), f"Seat {actor} could not plant anything.")
    need(planting or phase not in (Phase.GIFT, Phase.BONUS), f"In phase {name} 'planting' says what the tile brings.")
    need(phase != Phase.GIFT or state["gifts"] > 0, "In phase gift the tile must still bring a resource.")
    if phase == Phase.BONUS:
        need(state["bonus"] and not state["gifts"], "In phase bonus the tile brings a court card, and nothing else.")
    if phase == Phase.TOKEN:
        top = TOP_LEVEL[Court.CARAVANEER]
        need(state["level"][actor, Court.CARAVANEER] == top, f"Seat {actor} has no level-2 caravaneer.")
        need(not state["bonus"] and not state["gifts"], "In phase token the tile brings nothing more.")


def _check_round_end(state: Any, phase: Phase, actor: int) -> None:
    seats, first = int(state["seats"]), int(state["first"])
    ranked = rules.ranked.on("interpreted")
    due = actor
    if phase == Phase.PROCESSION:
        due = (first - 1) % seats
    elif phase == Phase.ISHTAR:
        due = ranked(state, int(Temple.ISHTAR), NOBODY)
    elif phase == Phase.HARVEST:
        due = ranked(state, int(Temple.TAMMOUZ), NOBODY)
    elif phase in (Phase.EXCHANGE, Phase.EXCHANGE_FOR):
        winner = ranked(state, int(Temple.TAMMOUZ), NOBODY)
        due = rules.second_in.on("interpreted")(state, int(Temple.TAMMOUZ), winner)
        held = state["resources"][actor].sum() > 0
        need(held or phase == Phase.EXCHANGE_FOR, f"Seat {actor} has nothing to exchange.")
    elif phase == Phase.DISCARD:
        order = [(first + step) % seats for step in range(seats)]
        keep = [int(state["part"][KEEP + int(state["level"][seat, Court.CARAVANEER])]) for seat in range(seats)]
        over = [seat for seat in order if state["resources"][seat].sum() > keep[seat]]
        due = over[0] if over else NOBODY
    need(due == actor, f"In phase {PHASES[phase]} it is not seat {actor}'s decision.")
