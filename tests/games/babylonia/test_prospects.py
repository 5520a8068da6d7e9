"""Babylonia's prospects match the later scores: random games are continued from where they were made."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ziggurat
from tests.playing import finish, log_kept_on_failure
from ziggurat import Match
from ziggurat.games.babylonia.actions import SITE
from ziggurat.games.babylonia.board import TOKEN_LETTERS, TOKENS
from ziggurat.games.babylonia.prospects import PLACES, CityProspect, Prospects
from ziggurat.games.babylonia.state import Phase

GAMES = 30


@pytest.mark.parametrize("variant", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_prospects_of_a_site_match_its_score(seats: int, variant: bool) -> None:
    """# babylonia 8, 10, 11, 13, 28: with all tokens down nothing changes any more before sites are scored."""
    seen: Counter[str] = Counter()
    stream = random.Random(seats)
    for seed in range(GAMES):
        match = ziggurat.new("babylonia", seats=seats, seed=seed, variant=variant)
        with log_kept_on_failure(match):
            while not match.over:
                move = stream.choice(match.moves())
                if move == "end" or move.startswith("score "):
                    _score_and_compare(match, move, seen)
                else:
                    match.play(move)
    assert seen["city"] >= GAMES
    assert seen["ziggurat"]
    assert seen["tie"]


def _score_and_compare(match: Match, move: str, seen: Counter[str]) -> None:
    before = match.prospects(-1)
    scores, owned = match.scores, [len(player.cities) for player in match.view().players]
    match.play(move)
    site_events = [
        event
        for event in match.events(since=len(match) - 1)
        if event.kind in ("city taken", "city discarded", "ziggurat won", "ziggurat tied")
    ]
    if len(site_events) != 1:
        return  # sites scored together change each other
    place = str(site_events[0].arguments["place"])
    if site_events[0].kind.startswith("ziggurat"):
        [site] = [site for site in before.ziggurats if site.place == place]
        assert site.free == 0
        assert not site.scored
        assert site.winner == (site_events[0].seat if site_events[0].kind == "ziggurat won" else -1)
        seen["ziggurat"] += 1
        return
    [city] = [city for city in before.cities if city.place == place]
    assert city.free == 0
    taken = [len(player.cities) for player in match.view().players]
    assert [new - old for new, old in zip(taken, owned, strict=True)] == [
        int(city.winner == seat) for seat in range(match.seats)
    ]
    assert [new - old for new, old in zip(match.scores, scores, strict=True)] == _predicted(city)
    seen["tie" if city.winner < 0 else "city"] += 1


def _predicted(city: CityProspect) -> list[int]:
    return [nobles + cities for nobles, cities in zip(city.noble_points, city.city_points, strict=True)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_any_site_scored_at_once_scores_what_was_counted(seats: int) -> None:
    """# babylonia 10, 11, 13, 29, 30: many positions, and in each every site is scored as if it were surrounded."""
    game = ziggurat.game("babylonia")
    engine, stream = game.engine(), random.Random(seats)
    seen: Counter[str] = Counter()

    def look(match: Match) -> None:
        if stream.random() > 0.12 or match.over:
            return
        counted = match.prospects(-1)
        places = {city.place: city for city in counted.cities}
        towers = {site.place: site for site in counted.ziggurats if not site.scored}
        for site, place in enumerate(PLACES):
            if place not in places and place not in towers:
                continue
            records, mask = match.record(), game.new_mask()
            records["phase"], records["sites"], records["actor"] = Phase.SITE, 1 << site, records["active"]
            before = records["score"][0, :seats].tolist()
            engine.legal(records, mask)
            engine.apply(records, mask, SITE + site, None)
            change = [new - old for new, old in zip(records["score"][0, :seats].tolist(), before, strict=True)]
            if place in places:
                assert change == _predicted(places[place])
                seen["city"] += 1
            elif records["phase"][0] == Phase.CARD:
                assert records["actor"][0] == towers[place].winner
                seen["ziggurat"] += 1
            else:
                assert towers[place].winner == -1
                seen["tie"] += 1

    for seed in range(GAMES):
        finish(ziggurat.new("babylonia", seats=seats, seed=seed, variant=seed % 2 == 0), stream, look)
    assert min(seen["city"], seen["ziggurat"], seen["tie"]) > 100


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_fields_and_ziggurats_bring_what_was_counted(seats: int) -> None:
    """# babylonia 6, 7, 27: every placement in random games, against what was counted before it."""
    seen: Counter[str] = Counter()
    stream = random.Random(seats)
    for seed in range(GAMES):
        match = ziggurat.new("babylonia", seats=seats, seed=seed)
        with log_kept_on_failure(match):
            while not match.over:
                prospects, seat, scores = match.prospects(match.actor), match.actor, match.scores
                assert _open_fields(match) <= _fields_entered(prospects, seat)
                move = stream.choice(match.moves())
                match.play(move)
                kind, _, place = move.partition(" ")
                if kind in TOKEN_LETTERS:
                    seen[
                        _compare_placement(match, prospects, seat, kind, place, match.scores[seat] - scores[seat])
                    ] += 1
    assert seen["field"] > GAMES
    assert seen["ziggurat"] > GAMES
    assert seen["nothing"] > GAMES


def _open_fields(match: Match) -> set[str]:
    fields = {tile.place for tile in match.view().tiles}
    return {move for move in match.moves() if move[1:2] == " " and move[2:] in fields}


def _fields_entered(prospects: Prospects, seat: int) -> set[str]:
    farmers = {f"f {field.place}" for field in prospects.fields if field.farmers[seat]}
    return farmers | {f"{kind} {field.place}" for field in prospects.fields if field.nobles[seat] for kind in "msp"}


def _compare_placement(match: Match, prospects: Prospects, seat: int, kind: str, place: str, gained: int) -> str:
    after = match.prospects(-1)
    touched = after.seats[seat].ziggurats
    beside = [site for site, old in zip(after.ziggurats, prospects.ziggurats, strict=True) if site.beside != old.beside]
    field = next((field for field in prospects.fields if field.place == place), None)
    if field is not None:
        assert field.farmers[seat] if kind == "f" else field.nobles[seat]
    assert gained == (field.points if field else 0) + (touched if beside else 0)
    if beside and touched == len([site for site in prospects.ziggurats if site.beside[seat]]):
        assert touched == prospects.seats[seat].ziggurats  # no new one touched: what was promised
    return "field" if field else "ziggurat" if beside else "nothing"


@pytest.mark.parametrize("seats", [2, 4])
def test_unseen_tokens_are_those_the_viewer_cannot_see(seats: int) -> None:
    """# babylonia 5, 17, 19: counted here from the whole truth."""
    stream = random.Random(3)

    def look(match: Match) -> None:
        if stream.random() > 0.1:
            return
        for seat in range(-1, seats):
            view = match.view(seat)
            for other, counted in zip(view.players, match.prospects(seat).seats, strict=True):
                lying = Counter(token.kind for token in view.tokens if token.seat == other.seat and token.kind)
                held = Counter(other.stand or "")
                assert counted.unseen == {
                    kind: count - lying[kind] - held[kind] for kind, count in zip(TOKEN_LETTERS, TOKENS, strict=True)
                }
                if other.seat == seat:
                    assert Counter(other.reserve) == +Counter(counted.unseen)

    for seed in range(6):
        finish(ziggurat.new("babylonia", seats=seats, seed=seed), stream, look)
