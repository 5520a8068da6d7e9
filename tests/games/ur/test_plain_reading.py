"""A second implementation of Ur's actions, field by field."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pytest

import ziggurat
from tests.cases import first
from tests.playing import Setup, setups, somewhere
from ziggurat.core.bits import members
from ziggurat.games.ur.board import (
    DIRECTION_NAMES,
    DIRECTIONS,
    FIELD_NAMES,
    FIELDS,
    KIND_NAMES,
    NOWHERE,
    PAIR_KINDS,
    Kind,
    neighbour,
)
from ziggurat.games.ur.rules import attackers, targets_from
from ziggurat.games.ur.state import Phase

SETUPS = [setup for setup in setups() if setup.game == "ur"]


class Board:
    """A position as a person sees it: what each field shows, whose it is, and how many stones lie there."""

    def __init__(self, match: ziggurat.Match) -> None:
        view = match.view()
        self.seat = view.actor
        self.shows = [KIND_NAMES.index(field.shows) for field in view.fields]
        self.owner = [None if field.ziggurat else field.seat for field in view.fields]
        self.ziggurat = [field.ziggurat for field in view.fields]
        self.stones = [field.stones for field in view.fields]
        self.supply = [player.supply for player in view.players]

    def own(self, kind: int | None = None) -> list[int]:
        return [f for f in range(FIELDS) if self.owner[f] == self.seat and kind in (None, self.shows[f])]


def beside(field: int) -> list[int]:
    return [there for direction in range(DIRECTIONS) if (there := neighbour(field, direction)) != NOWHERE]


def turns_with(kind: Kind, setup: Setup) -> Iterator[tuple[ziggurat.Match, Board]]:
    """Positions in which the actor is about to use an action."""
    count = 0
    for match in turns(setup):
        if KIND_NAMES[kind] in match.moves():
            count += 1
            yield match, Board(match)
        if count == 8:
            return


def turns(setup: Setup, seeds: range = range(400)) -> Iterator[ziggurat.Match]:
    """Positions in which nothing has been done yet this turn."""
    for seed in seeds:
        match = somewhere(setup, seed)
        state = match.record()[0]
        if state["phase"] == Phase.ACT and not state["built"] and not state["used"]:
            yield match


def stones_due(board: Board, *, once: bool) -> list[int]:
    """What culture would give each field, if its owner had stones enough."""
    touched = [sum(there in board.own(Kind.CULTURE) for there in beside(f)) for f in range(FIELDS)]
    wanted = [min(count, 1) if once else count for count in touched]
    return [min(5 - board.stones[f], wanted[f]) if board.owner[f] is not None else 0 for f in range(FIELDS)]


def possible_attacks(board: Board, direction: int) -> list[int]:
    """The own fields from which an attack in a direction can be carried out completely."""
    return [field for field in board.own() if can_take(board, field, neighbour(field, direction))]


def can_take(board: Board, field: int, target: int) -> bool:
    """Whether an attack from one field on another can be carried out completely."""
    if target == NOWHERE or board.owner[target] == board.seat or board.ziggurat[target]:
        return False
    losses: int = board.stones[target] + (board.shows[field] != board.shows[target])
    return bool(board.stones[field] - losses >= 1)


def within_reach(field: int, options: Mapping[str, object]) -> list[int]:
    return list(range(FIELDS)) if options["reach"] == "any" else beside(field)


each_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


@each_setup
def test_agriculture(setup: Setup) -> None:  # ur 6
    for match, board in turns_with(Kind.AGRICULTURE, setup):
        farms = board.own(Kind.AGRICULTURE)
        fed = farms if setup.options["hunger"] == "others" else []
        hungry = [f for f in board.own() if f not in fed and not set(beside(f)) & set(farms)]
        match.play("agriculture")
        after = Board(match) if match.actor == board.seat else None
        assert after is not None
        for field in range(FIELDS):
            assert after.stones[field] == board.stones[field] - (field in hungry)
        if board.supply[board.seat] + len(hungry) > 0:
            left = [f for f in farms if after.stones[f] > 0]
            allowed = {FIELD_NAMES[f]: min(2, 5 - after.stones[f]) for f in left if after.stones[f] < 5}
            assert match.position()["allowed"] == allowed


@each_setup
def test_trade(setup: Setup) -> None:  # ur 7
    for match, board in turns_with(Kind.TRADE, setup):
        allowed = {}
        for field in board.own(Kind.TRADE):
            edges = DIRECTIONS - len(beside(field))
            others = [there for there in beside(field) if board.owner[there] not in (None, board.seat)]
            if count := min(edges + len(others), 5 - board.stones[field]):
                allowed[FIELD_NAMES[field]] = count
        match.play("trade")
        assert match.position()["allowed"] == (allowed if board.supply[board.seat] else {})


@pytest.mark.parametrize("setup", first(*SETUPS), ids=str)
def test_culture(setup: Setup) -> None:  # ur 8
    for match, board in turns_with(Kind.CULTURE, setup):
        due = stones_due(board, once=setup.options["culture"] == "once")
        match.play("culture")
        after = Board(match)
        for owner in range(match.seats):
            fields = [f for f in range(FIELDS) if board.owner[f] == owner]
            total = sum(due[f] for f in fields)
            if total <= board.supply[owner]:
                assert all(after.stones[f] == board.stones[f] + due[f] for f in fields)
            elif match.position()["phase"] != "culture":
                assert after.supply[owner] == 0


@each_setup
def test_war(setup: Setup) -> None:  # ur 10
    stream = random.Random(1)
    for seed in range(40):
        match = somewhere(setup, seed)
        state = match.record()[0]
        if state["marches"] >= 20:
            continue
        board = Board(match)
        board.seat = stream.randrange(match.seats)
        for direction in range(DIRECTIONS):
            strong_enough = attackers.on("cpu")(state, board.seat, direction)
            assert members([strong_enough]) == possible_attacks(board, direction), DIRECTION_NAMES[direction]
        for field in board.own():
            found = [there for there in within_reach(field, setup.options) if can_take(board, field, there)]
            assert members([targets_from.on("cpu")(state, board.seat, field)]) == sorted(found), FIELD_NAMES[field]


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if setup.options["reach"] == "any"], ids=str)
def test_a_war_that_reaches_any_field(setup: Setup) -> None:  # ur 10
    """The attacking field and the one attacked are chosen one after the other, and the attack is like any other."""
    seen = 0
    for match, board in turns_with(Kind.WAR, setup):
        match.play("war")
        while match.view().phase == "war" and seen < 400:
            moves = match.moves()
            assert ("done" in moves) == bool(match.record()[0]["fought"])
            able = [f for f in board.own() if any(can_take(board, f, there) for there in range(FIELDS))]
            assert [move for move in moves if move != "done"] == [f"from {FIELD_NAMES[field]}" for field in able]
            field = able[seen % len(able)]
            match.play(f"from {FIELD_NAMES[field]}")
            assert (match.view().phase, match.view().source) == ("war", FIELD_NAMES[field])
            targets = [there for there in range(FIELDS) if can_take(board, field, there)]
            assert match.moves() == [f"to {FIELD_NAMES[there]}" for there in targets]
            target = targets[seen % len(targets)]
            losses = board.stones[target] + (board.shows[field] != board.shows[target])
            match.play(f"to {FIELD_NAMES[target]}")
            if match.view().phase == "cross":
                match.play("cross 1")
            after = Board(match)
            assert after.stones[field] == board.stones[field] - losses - 1
            assert (after.owner[target], after.stones[target]) == (board.seat, 1)
            seen += 1
            board = after
            if seen % 3 == 0 or match.record()[0]["marches"] >= 15:
                break
    assert seen > 10


@each_setup
@pytest.mark.parametrize("seeds", first(range(80), range(80, 400)), ids=str)
def test_which_actions_can_be_used(setup: Setup, seeds: range) -> None:  # ur 4, 8, 10
    offered = refused = 0
    for match in turns(setup, seeds):
        usable = check_usable(match, setup.options)
        offered, refused = offered + sum(usable), refused + len(usable) - sum(usable)
    assert offered > 10
    assert refused


def check_usable(match: ziggurat.Match, options: Mapping[str, object]) -> list[bool]:
    """Politics, trade and agriculture always; war and culture if they would do something."""
    board = Board(match)
    due = stones_due(board, once=False)
    does_something = {
        Kind.WAR: any(can_take(board, f, there) for f in board.own() for there in within_reach(f, options)),
        Kind.CULTURE: any(due[f] and board.supply[board.owner[f] or 0] for f in range(FIELDS)),
    }
    usable = []
    for kind in PAIR_KINDS[match.record()[0]["hand"][match.actor]]:
        usable.append(does_something.get(Kind(kind), True))
        assert (KIND_NAMES[kind] in match.moves()) == usable[-1]
    return usable
