"""A second implementation of Babel, on strings instead of bit sets.

It is written from the clauses alone, and says of any position (as `Match.position` writes it) which moves are legal and
what each of them leads to. Only ending the turn, which draws cards, is left to the real rules.
"""

from __future__ import annotations

import copy
import re
from itertools import groupby
from typing import Any

SITES = "AHMPS"
Position = dict[str, Any]


def value(temple: list[int]) -> int:
    return max(temple, default=0)


def total(player: Any) -> int:
    return sum(value(temple) for temple in player["temples"].values())


def runs(row: str) -> dict[str, list[int]]:
    """By nation: where its runs of three or more begin."""
    by_nation: dict[str, list[int]] = {}
    at = 0
    for nation, cards in groupby(row):
        length = len(list(cards))
        if length >= 3:
            by_nation.setdefault(nation, []).append(at)
        at += length
    return by_nation


def legal_moves(position: Position) -> set[str]:
    """What may be played, as text."""
    active = position["active"]
    me, other = position["players"][active], position["players"][1 - active]
    if position["to_discard"]:
        return {f"discard {card}" for card in other["hand"]}
    moves = {f"pawn {card}" for card in me["hand"] if card != me["pawn"]}
    if not position["migrated"]:
        moves |= {f"migrate {a} {b}" for a in SITES for b in SITES if a != b and len(me["rows"][a]) >= 3}
    if me["pawn"] != "quarry":
        moves |= {f"deploy {card}" for card in me["hand"]} | _building(me, other) | _abilities(me, other)
    if not me["first_card"]:
        return moves | {"end"}
    return {move for move in moves if can_build_first_card(after(position, move), active)}


def _building(me: Any, other: Any) -> set[str]:
    site = me["pawn"]
    level = value(me["temples"][site]) + 1
    if len(me["rows"][site]) < level:
        return set()
    tops = {"own": me["stack"][-1:], "their": other["stack"][-1:], "first": [1] if me["first_card"] else []}
    return {f"build {source}" for source, top in tops.items() if top == [level]}


def _abilities(me: Any, other: Any) -> set[str]:
    site = me["pawn"]
    row, their_row = me["rows"][site], other["rows"][site]
    own, theirs = value(me["temples"][site]), value(other["temples"][site])
    moves = set()
    for nation, starts in runs(row).items():
        for number in range(len(starts)):
            run = nation + (str(number + 1) if number else "")
            if len(other["hand"]) >= 2:
                moves.add(f"half {run}")
            if nation == "A" and theirs:
                moves.add(f"use {run}")
            if nation == "H" and own < theirs <= len(row):
                moves.add(f"use {run}")
            if nation == "M":
                moves |= {f"use {run} {card}" for card in their_row}
            if nation == "P" and own + 2 <= len(row):
                stacks = {"own": me["stack"], "their": other["stack"]}
                moves |= {f"use {run} {name}" for name, stack in stacks.items() if stack[-1:] == [own + 2]}
            if nation == "S" and their_row:
                moves.add(f"use {run}")
    return moves


def can_build_first_card(position: Position, seat: int) -> bool:
    """Clause 2: now, after deploying, or after moving the pawn and perhaps deploying; or after a migration to there."""
    me = position["players"][seat]
    if not me["first_card"]:
        return True
    for site in SITES:
        hand = list(me["hand"])
        if me["temples"][site]:
            continue
        if site != me["pawn"]:
            if site not in hand:
                continue
            hand.remove(site)
        can_migrate = not position["migrated"] and any(len(me["rows"][a]) >= 3 for a in SITES if a != site)
        if me["rows"][site] or hand or can_migrate:
            return True
    return False


def after(position: Position, move: str) -> Position:
    """The position that a move leads to; not for `end`."""
    position = copy.deepcopy(position)
    active = position["active"]
    me, other = position["players"][active], position["players"][1 - active]
    word, *rest = move.split()
    site = me["pawn"]
    if word == "discard":
        _lose(other, rest[0])
        position["discard"] += rest[0]
        position["to_discard"] -= 1
    elif word == "pawn":
        _lose(me, rest[0])
        position["discard"] += rest[0]
        me["pawn"] = rest[0]
    elif word == "deploy":
        _lose(me, rest[0])
        me["rows"][site] += rest[0]
    elif word == "build":
        _build(me, other, rest[0])
    elif word == "migrate":
        source, target = rest
        me["rows"][target] += me["rows"][source][-3:]
        me["rows"][source] = me["rows"][source][:-3]
        position["migrated"] = True
    else:
        _use(position, me, other, word, *rest)
    _test_end(position)
    position["discard"] = "".join(sorted(position["discard"]))
    return position


def _lose(player: Any, card: str) -> None:
    player["hand"] = player["hand"].replace(card, "", 1)
    player["remembered"] = player["remembered"].replace(card, "", 1)


def _build(me: Any, other: Any, source: str) -> None:
    if source == "first":
        me["first_card"] = False
        level = 1
    else:
        level = (me if source == "own" else other)["stack"].pop()
    me["temples"][me["pawn"]].append(level)


def _use(position: Position, me: Any, other: Any, word: str, run: str, what: str = "") -> None:
    site, nation = me["pawn"], run[0]
    start = runs(me["rows"][site])[nation][int(run[1:] or 1) - 1]
    me["rows"][site] = me["rows"][site][:start] + me["rows"][site][start + 1 :]
    position["discard"] += nation
    their_row = other["rows"][site]
    if word == "half":
        position["to_discard"] = len(other["hand"]) // 2
    elif nation == "A":
        position["deck_top"] += sorted(other["temples"][site], reverse=True)
        other["temples"][site] = []
    elif nation == "H":
        me["temples"][site].append(other["temples"][site].pop())
    elif nation == "M":
        position["discard"] += what * their_row.count(what)
        other["rows"][site] = their_row.replace(what, "")
    elif nation == "P":
        _build(me, other, what)
    else:
        last = their_row[-1]
        me["rows"][site] += re.sub(f"[^{last}]", "", their_row)
        other["rows"][site] = their_row.replace(last, "")


def _test_end(position: Position) -> None:
    low, high = sorted(total(player) for player in position["players"])
    if not position["end_phase"] and high >= 15:
        if low <= 9:
            position["ending"] = "15 or more against 9 or less"
            return
        position["end_phase"] = True
    if position["end_phase"] and high >= 20:
        position["ending"] = "20 or more in the end phase"
    elif position["end_phase"] and low <= 9:
        position["ending"] = "9 or less in the end phase"
