"""What Babel's prospects predict is what happens: positions of random games are played on from where they were made."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ziggurat
from tests.playing import log_kept_on_failure
from ziggurat import Match
from ziggurat.games.babel.cards import NATION_LETTERS
from ziggurat.games.babel.prospects import Ability, Prospects

GAMES = 150


@pytest.mark.long
def test_abilities_and_buildings_are_what_is_legal_and_do_what_was_counted() -> None:
    """# babel 2, 4, 6, 10, 11, 12, 13, 14, 15, 16, 17: at every decision of random games, each is tried."""
    seen: Counter[str] = Counter()
    stream = random.Random(2)
    for seed in range(GAMES):
        match = ziggurat.new("babel", seed=seed, hands="5/5" if seed % 2 else "3/5")
        with log_kept_on_failure(match):
            while not match.over:
                counted = match.prospects(match.actor)
                _compare_race(match, counted)
                if match.view().phase == "act":
                    for kind in _compare_moves(match, counted):
                        seen[kind] += 1
                match.play(_busy(match, stream))
    assert set(seen) == {*NATION_LETTERS, "build", "half"}
    assert min(seen.values()) > 20


def _busy(match: Match, stream: random.Random) -> str:
    """Random moves seldom make runs: mostly deploy what makes one."""
    moves = match.moves()
    deploys = [move for move in moves if move.startswith("deploy ")]
    builds = [move for move in moves if move.startswith("build ")]
    if builds and stream.random() < 0.5:
        return stream.choice(builds)
    if deploys and stream.random() < 0.7:
        view = match.view(match.actor)
        me = view.players[match.actor]
        row = next(site.row for site in me.sites if site.nation == me.pawn)
        same = [move for move in deploys if row.endswith(move[-1])]
        return stream.choice(same or deploys)
    return stream.choice(moves)


def _compare_race(match: Match, counted: Prospects) -> None:
    for race, score in zip(counted.race, match.scores, strict=True):
        assert (race.total, race.to_ahead, race.to_far_ahead) == (score, max(0, 15 - score), max(0, 20 - score))
        assert race.above_behind == score - 9
    assert counted.end_phase == match.view().end_phase
    assert counted.turns_left == (match.view().temple_deck_size + 1) // 2


def _compare_moves(match: Match, counted: Prospects) -> list[str]:
    own, moves, tried = counted.seats[match.actor], match.moves(), []
    for ability in own.abilities:
        uses = [move for move in moves if move.startswith((f"use {ability.nation} ", f"use {ability.nation}2"))]
        uses += [move for move in moves if move == f"use {ability.nation}"]
        assert ability.usable == bool(uses)
        assert ability.usable == (ability.why == "")
        for move in uses:
            _compare_use(match, ability, move)
            tried.append(ability.nation)
    halves = [move for move in moves if move.startswith("half ")]
    assert own.halves == bool(halves)
    for move in halves:
        after = match.copy().play(move)
        assert after.view().to_discard == own.half
        tried.append("half")
    for site in own.sites:
        builds = [move for move in moves if move.startswith("build ")]
        here = match.view().players[match.actor].pawn == site.site
        if here:
            assert {f"build {source}" for source in site.sources if site.buildable} == set(builds)
        else:
            assert not site.buildable
        for move in builds if here else []:
            after = match.copy().play(move)
            assert after.scores[match.actor] - match.scores[match.actor] == 1
            tried.append("build")
    return tried


def _compare_use(match: Match, ability: Ability, move: str) -> None:
    actor = match.actor
    after = match.copy().play(move)
    change = [new - old for new, old in zip(after.scores, match.scores, strict=True)]
    assert (change[actor], change[1 - actor]) == (ability.points, ability.loss)
    rows = [
        next(site.row for site in _other(one, actor).sites if site.nation == _site(match)) for one in (match, after)
    ]
    gone = Counter(rows[0]) - Counter(rows[1])
    if ability.nation == "M":
        named = move[-1]
        assert gone == Counter({named: ability.cards[named]})
    elif ability.nation == "S":
        assert gone == Counter(ability.cards)
    else:
        assert not gone
        assert not ability.cards


def _other(match: Match, actor: int):  # type: ignore[no-untyped-def]
    return match.view().players[1 - actor]


def _site(match: Match) -> str:
    return str(match.view().players[match.actor].pawn)


def test_unseen_nations_are_what_is_neither_open_nor_in_the_own_hand() -> None:
    """# babel 19, 21: counted here from the view."""
    stream = random.Random(1)
    match = ziggurat.new("babel", seed=5)
    while not match.over:
        for seat in (-1, 0, 1):
            view = match.view(seat)
            shown = Counter(view.discard)
            for player in view.players:
                shown += Counter("".join(site.row for site in player.sites))
                shown += Counter(player.hand or "")
            assert match.prospects(seat).unseen == {nation: 12 - shown[nation] for nation in NATION_LETTERS}
        match.play(stream.choice(match.legal()))
