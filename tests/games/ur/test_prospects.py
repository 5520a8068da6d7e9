"""What Ur's prospects predict is what happens: positions of random games are played on from where they were made."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

import ziggurat
from tests.playing import Setup, finish, log_kept_on_failure, setups
from ziggurat import Match
from ziggurat.core.bits import members
from ziggurat.core.record import copied
from ziggurat.games.ur.actions import ATTACK, CROSS, LIFT, SET, SWAP
from ziggurat.games.ur.board import FIELD_NAMES, FIELDS, NOWHERE, neighbour
from ziggurat.games.ur.state import Phase

UR = [setup for setup in setups() if setup.game == "ur"]
GAMES = 6


@pytest.mark.parametrize("setup", UR, ids=str)
def test_sets_are_worth_the_score_and_one_more_field_adds_what_was_counted(setup: Setup) -> None:
    """# ur 15: every decision of random games after which a seat has one field more, and nothing else."""
    seen: Counter[str] = Counter()
    stream = random.Random(5)
    for seed in range(GAMES):
        match = setup.new(seed)
        with log_kept_on_failure(match):
            while not match.over:
                counted, before = match.prospects(-1), _holdings(match)
                for seat in counted.seats:
                    assert seat.score == match.scores[seat.seat]
                    assert seat.score == sum(len(one) * (len(one) + 1) // 2 for one in seat.sets)
                    assert all(set(larger) >= set(smaller) for larger, smaller in pairwise(seat.sets))
                match.play(stream.choice(match.legal()))
                for seat, (old, new) in enumerate(zip(before, _holdings(match), strict=True)):
                    added, lost = new - old, old - new
                    if sum(added.values()) == 1 and not lost:
                        [name] = added
                        assert match.scores[seat] - counted.seats[seat].score == counted.seats[seat].adds[name]
                        seen[name] += 1
    assert sum(seen.values()) > 10 * GAMES
    assert len(seen) >= 5


def _holdings(match: Match) -> list[Counter[str]]:
    """By seat: its fields by action, its ziggurats, and its hand tile."""
    view = match.view()
    holdings = []
    for player in view.players:
        fields = [field for field in view.fields if field.seat == player.seat]
        tiles = [field.shows for field in fields if view.covered or not field.ziggurat]
        holdings.append(Counter([*tiles, *["ziggurat"] * player.ziggurats, f"hand {player.hand}"]))
    return holdings


@pytest.mark.parametrize("setup", UR, ids=str)
def test_a_war_leaves_what_was_counted(setup: Setup) -> None:
    """# ur 10: in many positions every seat goes to war in turn, and every attack is made."""
    game = ziggurat.game("ur")
    engine = game.engine()
    seen = 0
    stream = random.Random(6)

    def look(match: Match) -> None:
        nonlocal seen
        if stream.random() > 0.03 or match.view().turn == 0 or match.over:
            return
        for seat in range(setup.seats):
            records = match.record()
            records["actor"], records["phase"], records["source"], records["target"] = seat, Phase.WAR, -1, -1
            mask = game.new_mask()
            engine.legal(records, mask)
            assert game.prospects is not None
            own_attacks = [attack for attack in game.prospects(records, -1).attacks if attack.seat == seat]
            made = list(_attacks(engine, records, mask))  # type: ignore[no-untyped-call]
            assert {named for *_, named in made} == {(attack.source, attack.target) for attack in own_attacks}
            for before, legal, action, named in made:
                [attack] = [attack for attack in own_attacks if (attack.source, attack.target) == named]
                _fight(game, copied(before), legal.copy(), action, attack)
                seen += 1

    for seed in range(GAMES):
        finish(setup.new(seed), stream, look)
    assert seen > 10 * GAMES


def _attacks(engine, records, mask):  # type: ignore[no-untyped-def]
    """Every attack of a war: the position before it, its action, and from where to where."""
    for action in members(mask):
        if ATTACK <= action < SWAP:
            yield records, mask, action, _named(action)
        elif LIFT <= action < SET:  # with `reach` at `any` the attacking field is chosen first
            aiming, targets = copied(records), mask.copy()
            engine.apply(aiming, targets, action, None)
            for target in members(targets):
                yield aiming, targets, target, (FIELD_NAMES[action - LIFT], FIELD_NAMES[target - SET])


def _named(action: int) -> tuple[str, str]:
    direction, source = divmod(action - ATTACK, FIELDS)
    target = neighbour(source, direction)
    assert target != NOWHERE
    return FIELD_NAMES[source], FIELD_NAMES[target]


def _fight(game, records, mask, action, attack) -> None:  # type: ignore[no-untyped-def]
    engine = game.engine()
    before, scores = _stones(records), records["score"][0].tolist()
    engine.apply(records, mask, action, None)
    if records["phase"][0] == Phase.CROSS:
        assert CROSS + attack.left - 1 in members(mask)
        assert CROSS + attack.left not in members(mask)
        engine.apply(records, mask, CROSS, None)  # one stone crosses
    else:
        assert attack.left == 1
    after = _stones(records)
    source, target = FIELD_NAMES.index(attack.source), FIELD_NAMES.index(attack.target)
    assert before[target] == attack.fall
    assert (after[source], after[target]) == (before[source] - attack.losses - 1, 1)
    change = [new - old for new, old in zip(records["score"][0].tolist(), scores, strict=True)]
    due = [0] * len(change)
    due[attack.seat] = attack.gain
    if attack.victim >= 0:
        due[attack.victim] = attack.loss
    assert change == due


def _stones(records) -> list[int]:  # type: ignore[no-untyped-def]
    levels = [int(level) for level in records["level"][0]]
    return [sum(level >> field & 1 for level in levels) for field in range(FIELDS)]


@pytest.mark.parametrize("setup", UR, ids=str)
def test_agriculture_trade_and_culture_do_what_was_counted(setup: Setup) -> None:
    """# ur 6, 7, 8: each action that can be used is used."""
    seen: Counter[str] = Counter()
    stream = random.Random(7)

    def look(match: Match) -> None:
        if stream.random() > 0.3 or match.over:
            return
        actor, counted = match.actor, {field.place: field for field in match.prospects(-1).fields}
        before = {field.place: field for field in match.view().fields}
        own = [place for place, field in before.items() if field.seat == actor and not field.ziggurat]
        supply = match.view().players[actor].supply
        for action in {"agriculture", "trade", "culture"} & set(match.moves()):
            twin = match.copy().play(action)
            after = {field.place: field for field in twin.view().fields}
            if action == "agriculture":
                lost = {place for place in own if after[place].stones < before[place].stones}
                assert lost == {place for place in own if counted[place].hungry}
            elif action == "trade" and supply:
                allowed = {place: after[place].allowed for place in own if before[place].shows == "trade"}
                assert sum(counted[place].trade for place in own) == sum(allowed.values())
                assert all(counted[place].trade == stones for place, stones in allowed.items())
            elif action == "culture":
                cultures = [place for place in own if before[place].shows == "culture"]
                if len(cultures) == 1 and all(player.supply >= 4 for player in match.view().players):
                    more = sum(field.stones for field in after.values()) - sum(f.stones for f in before.values())
                    assert counted[cultures[0]].spreads == more
                else:
                    continue
            seen[action] += 1

    for seed in range(GAMES):
        finish(setup.new(seed), stream, look)
    assert set(seen) == {"agriculture", "trade", "culture"}
