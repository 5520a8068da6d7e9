"""Random matches with any options, checked against second implementations and invariants."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import ziggurat
from tests.explore import setups
from tests.explore.episodes import Episode
from tests.games.amyitis import test_invariants as amyitis_invariants
from tests.games.amyitis import test_oracle as amyitis_oracle
from tests.games.babel import busy
from tests.games.babel import test_invariants as babel_invariants
from tests.games.babylonia import test_invariants as babylonia_invariants
from tests.games.test_contract import same_after_each_action, same_for_seat
from tests.games.test_open_views import together
from tests.games.ur import test_plain_counting as ur_counting
from tests.games.ur import test_plain_reading as ur_reading
from tests.games.ur import test_properties as ur_properties
from tests.server.tables.test_secrets import everything_told, sitting_from
from ziggurat import IllegalMove, Match, UndoRefused
from ziggurat.games.ur.state import Phase

SOMETIMES = 0.04  # how often what is slow is looked at
MATCHES = 1
PARTS = Path(ziggurat.__file__).parent / "games" / "amyitis" / "components.json"
Look = Callable[[Match], None]
Style = Callable[[Match, random.Random], int]


def matches(episode: Episode) -> None:
    """Some whole matches; every position is looked at in the ways of its game, some of them in every way there is."""
    chance = episode.chance
    for _ in range(MATCHES):
        setup = setups.drawn(chance)
        match = setup.new(setups.seed(chance))
        if setup.game == "babel" and chance.random() < 0.5:
            match = busy.crowded(setups.seed(chance))
        elif setup.game == "amyitis" and chance.random() < 0.3:
            match = _scarce(setup.seats, setups.seed(chance))
        episode.match = match
        style = chance.choice(STYLES)
        episode.note(f"{setup}, seed {match.seed}, {getattr(style, '__name__', style)}")
        _play(episode, match, style, CHECKS.get(setup.game, _without_checks)(match))
        episode.count("matches")
        episode.match = None


def _play(episode: Episode, match: Match, style: Style, look: Look) -> None:
    chance = episode.chance
    digests = [match.digest()]
    first = len(match)
    while not match.over:
        look(match)
        if chance.random() < SOMETIMES:
            _look_everywhere(match, chance)
            episode.count("positions looked at in every way")
        match.play(style(match, chance))
        digests.append(match.digest())
        _take_back(match, digests, first, chance)
        episode.count("decisions")
    look(match)
    _look_everywhere(match, chance)
    again = ziggurat.read(match.to_text())
    assert (again.digest(), again.scores, again.winners) == (match.digest(), match.scores, match.winners)


# ------------------------------------------------------------------------------------------------------ ways to play


def _any(match: Match, chance: random.Random) -> int:
    return chance.choice(match.legal())


def _first(match: Match, chance: random.Random) -> int:
    """The first of a few, so that the same is done again and again."""
    legal = match.legal()
    return legal[0] if chance.random() < 0.7 else chance.choice(legal)


def _last(match: Match, chance: random.Random) -> int:
    legal = match.legal()
    return legal[-1] if chance.random() < 0.7 else chance.choice(legal)


def _restless(match: Match, chance: random.Random) -> int:
    """Ends and passes seldom."""
    legal = match.legal()
    if chance.random() < 0.9:
        write = match.game.notation.write
        busy_ones = [action for action in legal if write(action) not in ("end", "pass", "done", "keep")]
        return chance.choice(busy_ones or legal)
    return chance.choice(legal)


STYLES: list[Style] = [_any, _any, _first, _last, _restless]


def _scarce(seats: int, seed: int) -> Match:
    """Amyitis with the tokens of the box alone."""
    parts = json.loads(PARTS.read_text("utf-8"))
    parts["start"]["tokens_are_limiting"] = True
    return ziggurat.new("amyitis", seats=seats, seed=seed, components=json.dumps(parts))


# ------------------------------------------------------------------------------------------------- each game's checks


def _amyitis(match: Match) -> Look:
    limited = 'tokens_are_limiting": true' in str(match.options["components"])

    def look(match: Match) -> None:
        amyitis_invariants.check(match)
        if match.over:
            if len(match) == len(match.actions):
                amyitis_invariants.check_books(match)
            return
        opinion = amyitis_oracle.expected(match.view(), limited=limited)
        assert opinion is None or opinion == set(match.moves())

    return look


def _babel(match: Match) -> Look:
    before: dict[str, Any] = {}

    def look(match: Match) -> None:
        babel_invariants.check_supplies(match)
        if before.get("turns", 0) % 7 == 0:
            babel_invariants.compare_with_paper(match)
        before["turns"] = before.get("turns", 0) + 1

    return look


def _babylonia(match: Match) -> Look:
    turns = 0

    def look(match: Match) -> None:
        nonlocal turns
        babylonia_invariants.check_tokens(match)
        babylonia_invariants.check_derived(match)
        if len(match) and match.game.notation.write(match.actions[-1]) == "end":
            turns += 1
        if match.over:
            babylonia_invariants.check_points(match)
        elif "end" in match.moves():
            babylonia_invariants.check_finished_turn(match, turns)

    return look


def _ur(match: Match) -> Look:
    count = 0

    def look(match: Match) -> None:
        nonlocal count
        ur_properties.check(match)
        ur_properties.check_observation(match)
        if count % 5 == 0 or match.over:
            ur_counting.check(match, match.options)
        count += 1
        state = match.record()[0]
        if not match.over and state["phase"] == Phase.ACT and not state["built"] and not state["used"]:
            ur_reading.check_usable(match, match.options)

    return look


def _without_checks(match: Match) -> Look:
    """For a game that has no second implementation."""
    return lambda match: None


# only games with a second implementation; every game is held to the contract besides
CHECKS: dict[str, Callable[[Match], Look]] = {
    "amyitis": _amyitis,
    "babel": _babel,
    "babylonia": _babylonia,
    "ur": _ur,
}


# ----------------------------------------------------------------------------------------------------- every game's


def _take_back(match: Match, digests: list[str], first: int, chance: random.Random) -> None:
    """What may be taken back leads to where it was, and nothing else may."""
    if chance.random() > SOMETIMES:
        return
    allowed = match.can_undo()
    if allowed:
        steps = chance.randint(1, allowed)
        assert match.copy().undo(steps).digest() == digests[-1 - steps]
    if allowed < len(match) - first:
        with pytest.raises(UndoRefused):
            match.copy().undo(allowed + 1)


def _look_everywhere(match: Match, chance: random.Random) -> None:
    """Everything that holds in every position of every game."""
    game = match.game
    assert ziggurat.load(game.name, match.position()).digest() == match.digest()
    assert ziggurat.read(match.to_text()).digest() == match.digest()
    seats = [msgspec.to_builtins(match.view(seat)) for seat in range(match.seats)]
    assert together([msgspec.to_builtins(game.view(match.record(), -1))]) == together(seats)
    if match.over:
        return
    legal = set(match.legal())
    for action in chance.sample(range(game.actions), min(40, game.actions)):
        if action not in legal:
            with pytest.raises(IllegalMove, match=r"[.?)]$"):
                match.copy().play(action)
    for seat in range(-1, match.seats):
        _know_no_more(match, seat, chance)


def _know_no_more(match: Match, seat: int, chance: random.Random) -> None:
    """Two truths that a seat cannot distinguish give the same events."""
    game = match.game
    truth, other = match.record(), match.record(seat)
    seed = chance.randrange(2**32)
    game.engine().resample(other, seat, np.uint64(seed))
    same_for_seat(game, truth, other, seat)
    same_after_each_action(game, truth, other, seat, chance)
    imagined = ziggurat.load(game.name, game.write_position(other[0]))
    both = sorted(set(match.legal()) & set(imagined.legal()))
    for action in chance.sample(both, min(2, len(both))):
        if match.copy().play(action).can_undo():  # otherwise chance or a secret came to light
            messages = [everything_told(sitting_from(one), seat, action) for one in (match, imagined)]
            assert messages[0] == messages[1]
    for _ in range(30):
        if not imagined.over:
            imagined.play(chance.choice(imagined.legal()))
