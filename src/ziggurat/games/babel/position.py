"""Positions of Babel as JSON: writing and reading.

Nations are letters (A, H, M, P, S), rows and hands are strings of them, a row with its oldest card first; temples,
stacks and the known top of the temple deck are lists of levels with the top card last. A test writes down only what it
is about: cards that are not mentioned lie in the draw piles.
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
from ziggurat.games.babel.actions import END
from ziggurat.games.babel.cards import (
    AHEAD,
    BEHIND,
    CARDS_PER_NATION,
    FAR_AHEAD,
    FIRST_LEVEL,
    HANDS_NAMES,
    LEVELS,
    NATION_LETTERS,
    NATION_NAMES,
    NATIONS,
    QUARRY,
    SEATS,
    SITES,
    TEMPLE_CARDS,
    TEMPLE_SUPPLY,
    TURNS,
    VALUE,
)
from ziggurat.games.babel.events import ENDING_TEXTS
from ziggurat.games.babel.moves import QUARRY_NAME
from ziggurat.games.babel.rules import keeps_first_card
from ziggurat.games.babel.view import letters, pawn, returned, row, stack, temple

ENTRIES = [
    "game",
    "rules",
    "seats",
    "options",
    "turn",
    "active",
    "to_discard",
    "migrated",
    "end_phase",
    "players",
    "discard",
    "draw",
    "deck_top",
    "deck",
    "ending",
    "generator",
]
PLAYER_ENTRIES = ["hand", "remembered", "pawn", "first_card", "stack", "rows", "temples"]

# ------------------------------------------------------------------------------------------------------- writing


def write_position(state: Any) -> dict[str, Any]:
    """A record as plain JSON."""
    from ziggurat.games.babel import GAME

    return {
        **write_heading(GAME, SEATS, {"hands": HANDS_NAMES[int(state["hands"])]}),
        "turn": int(state["turn"]),
        "active": int(state["active"]),
        "to_discard": int(state["to_discard"]),
        "migrated": bool(state["migrated"]),
        "end_phase": bool(state["end_phase"]),
        "players": [_write_player(state, seat) for seat in range(SEATS)],
        "discard": letters(state["discard"]),
        "draw": letters(state["draw"]),
        "deck_top": returned(state),
        "deck": [level for level in range(1, LEVELS + 1) for _ in range(int(state["deck"][level]))],
        "ending": ENDING_TEXTS[int(state["over"])],
        "generator": write_generator(state),
    }


def _write_player(state: Any, seat: int) -> dict[str, Any]:
    return {
        "hand": letters(state["hand"][seat]),
        "remembered": letters(state["remembered"][seat]),
        "pawn": pawn(state, seat),
        "first_card": bool(state["first_card"][seat]),
        "stack": stack(state, seat),
        "rows": {NATION_LETTERS[site]: row(state, seat, site) for site in range(SITES)},
        "temples": {NATION_LETTERS[site]: temple(state, seat, site) for site in range(SITES)},
    }


# ------------------------------------------------------------------------------------------------------- reading


def read_position(position: Mapping[str, Any]) -> Any:
    """A record from plain JSON; entries that are left out have their values at the start of a turn."""
    from ziggurat.games.babel import GAME

    entries, _, options = read_heading(position, GAME, ENTRIES, seats=SEATS)
    records = GAME.new_records()
    state = records[0]
    state["seats"] = SEATS
    state["hands"] = HANDS_NAMES.index(str(options["hands"]))
    for seat, player in enumerate(as_list(entries.get("players"), "players", SEATS)):
        _read_player(state, seat, as_object(player, f"Player {seat}", PLAYER_ENTRIES))
    _read_nation_piles(state, entries)
    _read_temple_deck(state, entries)
    _read_turn(state, entries)
    _check_end(state)
    state["rng"][0] = as_generator(entries.get("generator", "0"))
    return records


def _read_player(state: Any, seat: int, player: Mapping[str, Any]) -> None:
    who = f"Player {seat}'s"
    state["hand"][seat] = _count(player.get("hand", ""), f"{who} hand")
    state["hand_size"][seat] = state["hand"][seat].sum()
    state["remembered"][seat] = _count(player.get("remembered", ""), f"{who} remembered cards")
    need(
        (state["remembered"][seat] <= state["hand"][seat]).all(),
        f"{who} remembered cards must be cards of the hand.",
    )
    where = as_choice(player.get("pawn", QUARRY_NAME), f"{who} pawn", [*NATION_LETTERS, QUARRY_NAME])
    state["pawn"][seat] = QUARRY if where == QUARRY_NAME else NATION_LETTERS.index(where)
    state["first_card"][seat] = as_flag(player.get("first_card", False), f"{who} first_card")
    levels = _levels(player.get("stack", []), f"{who} stack")
    state["stack_size"][seat] = len(levels)
    state["stack"][seat][: len(levels)] = levels
    sites = list(NATION_LETTERS)
    for letter, cards in as_object(player.get("rows", {}), f"{who} rows", sites).items():
        _read_row(state, seat, sites.index(letter), cards, f"{who} row at {letter}")
    for letter, built in as_object(player.get("temples", {}), f"{who} temples", sites).items():
        _read_temple(state, seat, sites.index(letter), built, f"{who} temple at {letter}")


def _read_row(state: Any, seat: int, site: int, cards: Any, where: str) -> None:
    _count(cards, where)
    for place, letter in enumerate(cards):
        state["row"][seat, site, NATION_LETTERS.index(letter)] |= np.uint64(1 << place)
    state["length"][seat, site] = len(cards)


def _read_temple(state: Any, seat: int, site: int, built: Any, where: str) -> None:
    levels = _levels(built, where)
    need(levels == sorted(set(levels)), f"{where} must rise from level to level, not {levels}.")
    state["temple"][seat, site] = sum(1 << level for level in levels)
    state["score"][seat] += VALUE[state["temple"][seat, site]]


def _count(text: Any, where: str) -> Any:
    cards = as_text(text, where)
    for letter in cards:
        need(letter in NATION_LETTERS, f"{where} has a card {quoted(letter)}; nations are {', '.join(NATION_LETTERS)}.")
    counts = np.array([cards.count(letter) for letter in NATION_LETTERS])
    for nation, count in enumerate(counts):
        need(count <= CARDS_PER_NATION, f"{where} has {count} {NATION_NAMES[nation]}; there are {CARDS_PER_NATION}.")
    return counts


def _levels(value: Any, where: str) -> list[int]:
    levels = [as_number(level, f"A level of {where}", 1, LEVELS) for level in as_list(value, where)]
    need(len(levels) <= TEMPLE_CARDS, f"{where} has {len(levels)} cards; there are only {TEMPLE_CARDS}.")
    return levels


def _read_nation_piles(state: Any, entries: Mapping[str, Any]) -> None:
    """Put all other cards on the two piles: on the draw pile unless they are listed as discarded."""
    rows = np.array([[int(places).bit_count() for places in site] for side in state["row"] for site in side])
    left = CARDS_PER_NATION - state["hand"].sum(axis=0) - rows.sum(axis=0)
    for nation, count in enumerate(left):
        need(
            count >= 0,
            f"There are {CARDS_PER_NATION - count} {NATION_NAMES[nation]} in hands and rows; "
            f"the game has only {CARDS_PER_NATION}.",
        )
    if "discard" in entries:
        discard = _count(entries["discard"], "discard")
        draw = _count(entries["draw"], "draw") if "draw" in entries else left - discard
    else:
        draw = _count(entries["draw"], "draw") if "draw" in entries else left
        discard = left - draw
    need(
        (draw >= 0).all() and (discard >= 0).all() and (draw + discard == left).all(),
        f"draw and discard must together be '{letters(left)}', what is in no hand and no row.",
    )
    state["draw"], state["discard"], state["draw_size"] = draw, discard, draw.sum()


def _read_temple_deck(state: Any, entries: Mapping[str, Any]) -> None:
    """What is neither built, nor on a stack, nor a first card lies in the temple deck."""
    top = _levels(entries.get("deck_top", []), "deck_top")
    state["returned"][: len(top)], state["returned_size"] = top, len(top)
    used = [*top, *([FIRST_LEVEL] * int(state["first_card"].sum()))]
    for seat in range(SEATS):
        used += stack(state, seat)
        for site in range(SITES):
            used += temple(state, seat, site)
    for level in range(1, LEVELS + 1):
        supply, count = int(TEMPLE_SUPPLY[level]), used.count(level)
        need(count <= supply, f"There are {count} temple cards of level {level}; the game has only {supply}.")
        state["deck"][level] = supply - count
    state["deck_size"] = state["deck"].sum()
    rest = [level for level in range(1, LEVELS + 1) for _ in range(int(state["deck"][level]))]
    given = sorted(_levels(entries.get("deck", rest), "deck"))
    need(given == rest, f"deck must be {rest}, the temple cards that lie nowhere else.")


def _read_turn(state: Any, entries: Mapping[str, Any]) -> None:
    active = as_number(entries.get("active", 0), "active", 0, SEATS - 1)
    state["active"] = state["actor"] = active
    opening = int(state["first_card"].sum())
    usual = SEATS - opening if opening and state["first_card"][active] else 10 + active
    state["turn"] = as_number(entries.get("turn", usual), "turn", 0, TURNS - 1)
    state["migrated"] = as_flag(entries.get("migrated", False), "migrated")
    state["end_phase"] = as_flag(entries.get("end_phase", False), "end_phase")
    other = 1 - active
    state["to_discard"] = as_number(entries.get("to_discard", 0), "to_discard", 0, NATIONS * CARDS_PER_NATION)
    if state["to_discard"]:
        need(
            state["to_discard"] <= state["hand_size"][other],
            f"Seat {other} cannot discard {int(state['to_discard'])} of {int(state['hand_size'][other])} cards.",
        )
        state["actor"] = other
    ending = as_choice(entries.get("ending", ""), "ending", ENDING_TEXTS)
    state["over"] = ENDING_TEXTS.index(ending)
    need(
        state["over"] or not state["first_card"][active] or keeps_first_card.on("interpreted")(state, active, END),
        f"Seat {active} could not build the own level-1 card any more.",
    )


def _check_end(state: Any) -> None:
    if state["over"]:
        return
    need(state["deck_size"] + state["returned_size"] > 0, "The temple deck is empty, so the game is over.")
    low, high = sorted(int(score) for score in state["score"][:SEATS])
    score = f"The temples add up to {int(state['score'][0])} and {int(state['score'][1])}, so the game"
    if state["end_phase"]:
        need(high < FAR_AHEAD and low > BEHIND, f"{score} is over.")
    else:
        need(high < AHEAD or low > BEHIND, f"{score} is over.")
        need(high < AHEAD, f"{score} is in the end phase.")
