"""Any position of Nine Wells as plain JSON with names, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ziggurat.core.position import (
    as_choice,
    as_generator,
    as_list,
    as_number,
    need,
    read_heading,
    write_generator,
    write_heading,
)

from .events import ENDING_TEXTS
from .rules import DIE, found_water
from .state import NO_WELL, NOBODY, WELL_NAMES, WELLS, Ending

ENTRIES = ["game", "rules", "seats", "options", "actor", "owners", "water", "springs", "ending", "generator"]


def write_position(state: Any) -> dict[str, Any]:
    """A record as plain JSON."""
    from . import GAME

    seats = int(state["seats"])
    return {
        **write_heading(GAME, seats, {}, rules=int(state["rules"])),
        "actor": int(state["actor"]),
        "owners": state["owner"].tolist(),
        "water": state["water"].tolist(),
        "springs": [WELL_NAMES[spring] for spring in state["spring"][:seats]],
        "ending": ENDING_TEXTS[int(state["over"])],
        "generator": write_generator(state),
    }


def read_position(position: Mapping[str, Any]) -> Any:
    """A record from plain JSON; scores and the end follow from the wells."""
    from . import GAME

    entries, seats, _ = read_heading(position, GAME, ENTRIES)
    records = GAME.new_records()
    state = records[0]
    state["seats"] = seats
    state["rules"] = entries.get("rules", GAME.rules_version)
    owners = as_list(entries.get("owners", [NOBODY] * WELLS), "owners", WELLS)
    water = as_list(entries.get("water", [0] * WELLS), "water", WELLS)
    for well, (owner, rolled_water) in enumerate(zip(owners, water, strict=True)):
        state["owner"][well] = as_number(owner, f"The owner of {WELL_NAMES[well]}", NOBODY, seats - 1)
        state["water"][well] = as_number(rolled_water, f"The water of {WELL_NAMES[well]}", 0, DIE)
        need(
            owner != NOBODY or rolled_water == 0,
            f"{WELL_NAMES[well]} is nobody's, and has water all the same (clause 2).",
        )
        if owner != NOBODY:
            state["score"][owner] += rolled_water
    claimed = sum(owner != NOBODY for owner in owners)
    dry = [well for well in range(WELLS) if owners[well] != NOBODY and water[well] == 0]
    need(len(dry) <= 1, "Only the well claimed last can be without water (clause 2).")
    state["claimed"] = dry[0] if dry else NO_WELL
    actor = owners[dry[0]] if dry else claimed % seats
    state["actor"] = as_choice(entries.get("actor", actor), "actor", [actor])
    counts = [sum(owner == seat for owner in owners) for seat in range(seats)]
    need(not dry or actor == (claimed - 1) % seats, "The well without water is not that of whoever claimed last.")
    need(
        counts == [(claimed - seat + seats - 1) // seats for seat in range(seats)],
        "Turns go around, so the wells are shared evenly (clause 2).",
    )
    rolled = claimed - len(dry)
    springs = as_list(entries.get("springs"), "springs", seats)
    for seat, name in enumerate(springs):
        state["spring"][seat] = WELL_NAMES.index(as_choice(name, f"The spring of seat {seat}", WELL_NAMES))
        if rolled == WELLS and owners[state["spring"][seat]] == seat:
            state["score"][seat] += found_water.on("interpreted")(state["rules"])
    state["over"] = Ending.ALL_CLAIMED if rolled == WELLS else Ending.IN_PLAY
    as_choice(entries.get("ending", ENDING_TEXTS[state["over"]]), "ending", [ENDING_TEXTS[state["over"]]])
    state["rng"][0] = as_generator(entries.get("generator", "0"))
    return records
