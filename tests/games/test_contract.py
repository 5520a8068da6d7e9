"""The contract that every game keeps, checked with thousands of random games."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import ziggurat
from tests.cases import first
from tests.playing import Setup, finish, log_kept_on_failure, setups, somewhere
from ziggurat import IllegalMove, Match, UndoRefused
from ziggurat.core import events
from ziggurat.core.bits import members
from ziggurat.core.game import redact_chance
from ziggurat.core.record import COMMON, copied
from ziggurat.sim import simulate
from ziggurat.sim.batch import batch_player

SETUPS = setups()
each_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
each_game = pytest.mark.parametrize("name", ziggurat.game_names())


def seeds(few: int, many: int) -> pytest.MarkDecorator:
    """Seeds of random games: a few in `make test`, the others in `make long`."""
    return pytest.mark.parametrize("seeds", first(range(few), range(few, many)), ids=str)


@each_game
def test_a_game_introduces_itself(name: str) -> None:
    game = ziggurat.game(name)
    assert game.name == name
    assert game.title
    assert game.summary
    assert set(COMMON) <= set(game.state.names or ())
    assert game.state.itemsize <= 1024
    assert eval(repr(game), {"ziggurat": ziggurat}) is game  # noqa: S307 - a repr can be evaluated back


@each_game
def test_every_action_has_its_own_text_and_clicks(name: str) -> None:
    game = ziggurat.game(name)
    texts = [game.notation.write(action) for action in range(game.actions)]
    assert len(set(texts)) == game.actions
    assert [game.notation.read(text) for text in texts] == list(range(game.actions))
    clicks = [game.notation.clicks(action) for action in range(game.actions)]
    assert len(set(clicks)) == game.actions
    assert all(clicks)


@each_game
def test_the_observation_is_as_large_as_its_planes(name: str) -> None:
    game = ziggurat.game(name)
    match = ziggurat.new(name, seed=1)
    assert match.observation(0).shape == (game.observation_size,)
    assert len({plane.name for plane in game.observation}) == len(game.observation)


@each_setup
def test_thousands_of_games_end(setup: Setup) -> None:
    outcome = simulate(ziggurat.game(setup.game), seats=setup.seats, games=3000, seed=5, options=setup.options)
    assert sum(outcome.endings.values()) == 3000
    assert sum(outcome.win_rates) >= 1


@seeds(1, 4)
@each_setup
def test_legal_is_exactly_what_can_be_played(setup: Setup, seeds: range) -> None:
    for seed in seeds:
        match = somewhere(setup, seed)
        with log_kept_on_failure(match):
            legal = set(match.legal())
            assert legal
            for action in range(match.game.actions):
                twin = match.copy()
                if action in legal:
                    twin.play(action)
                    assert len(twin) == len(match) + 1
                    assert twin.over or twin.legal()
                else:
                    with pytest.raises(IllegalMove, match=r"[.?)]$"):
                        twin.play(action)
                    assert twin.record().tobytes() == match.record().tobytes()
                    assert twin.legal() == match.legal()


@each_setup
def test_text_and_json_round_trips(setup: Setup) -> None:
    stream = random.Random(1)
    match = setup.new(3)

    def look(match: Match) -> None:
        if stream.random() < 0.1 or match.over:
            assert ziggurat.load(setup.game, match.position()).digest() == match.digest()
            assert ziggurat.read(match.to_text()).digest() == match.digest()

    finish(match, stream, look)
    loaded = ziggurat.load(setup.game, somewhere(setup, 8).position())
    finish(loaded, stream)
    assert ziggurat.read(loaded.to_text()).digest() == loaded.digest()


@each_setup
def test_a_repr_is_the_match(setup: Setup) -> None:
    match = somewhere(setup, 2)
    again = eval(repr(match), {"ziggurat": ziggurat})  # noqa: S307
    assert again.digest() == match.digest()
    assert again.actions == match.actions


@each_setup
def test_replay_equals_play(setup: Setup) -> None:
    match = finish(setup.new(11), random.Random(11))
    again = setup.new(11)
    again.replay(match.actions)
    assert again.digest() == match.digest()
    assert again.scores == match.scores
    assert again.winners == match.winners


@each_setup
def test_undo_is_never_having_played(setup: Setup) -> None:
    """As far back as one seat has decided and nothing has come to light: in some games that is nowhere."""
    stream = random.Random(4)
    match = setup.new(4)
    engine = match.game.engine()
    run, seat = 0, -1
    digests = [match.digest()]
    while not match.over:
        action, before, mask = stream.choice(match.legal()), match.record(), match.game.new_mask()
        engine.legal(before, mask)
        came_to_light = engine.apply(before, mask, action, None)
        run = 0 if came_to_light else 1 + run * (match.actor == seat)
        seat = match.actor
        match.play(action)
        digests.append(match.digest())
        allowed = match.can_undo()
        assert allowed == run
        if allowed:
            steps = stream.randint(1, allowed)
            twin = match.copy().undo(steps)
            assert twin.digest() == digests[-1 - steps]
            assert twin.legal() == setup.new(4).play(*match.actions[: len(twin)]).legal()
        with pytest.raises(UndoRefused):
            match.undo(allowed + 1)
        assert match.digest() == digests[-1]


@seeds(1, 6)
@each_setup
def test_interpreted_equals_compiled(setup: Setup, seeds: range) -> None:
    game = ziggurat.game(setup.game)
    options = game.encode_options(game.read_options(setup.options))
    compiled = batch_player(game, options, setup.seats, 9, "cpu")(seeds.start, len(seeds))
    interpreted = batch_player(game, options, setup.seats, 9, "interpreted")(seeds.start, len(seeds))
    assert compiled.tobytes() == interpreted.tobytes()


@each_setup
def test_a_batch_is_the_same_on_any_number_of_threads(setup: Setup) -> None:
    """However a batch is cut into chunks, its games come to the same bytes."""
    game = ziggurat.game(setup.game)
    one = simulate(game, seats=setup.seats, games=2500, seed=6, options=setup.options, threads=1)
    two = simulate(game, seats=setup.seats, games=2500, seed=6, options=setup.options, threads=2)
    assert one.digest == two.digest
    assert one.actions == two.actions


# ---------------------------------------------------------------------------------------------------- secrets


@seeds(4, 25)
@each_setup
def test_hidden_information_does_not_affect_a_seat(setup: Setup, seeds: range) -> None:
    """Two truths that differ only in a seat's unknowns look, sound and feel the same to that seat."""
    game = ziggurat.game(setup.game)
    engine = game.engine()
    for seed in seeds:
        match = somewhere(setup, seed)
        with log_kept_on_failure(match):
            for seat in range(-1, setup.seats):
                truth = match.record()
                other = match.record(seat)
                engine.resample(other, seat, np.uint64(seed))
                same_for_seat(game, truth, other, seat)
                same_after_each_action(game, truth, other, seat, random.Random(seed))


def same_for_seat(game: ziggurat.Game, truth: np.ndarray, other: np.ndarray, seat: int) -> None:
    engine = game.engine()
    seen, seen_other = copied(truth), copied(other)
    engine.redact(seen, seat)
    engine.redact(seen_other, seat)
    assert seen.tobytes() == seen_other.tobytes()
    assert game.view(seen, seat) == game.view(seen_other, seat)
    if game.prospects is not None:
        assert game.prospects(seen, seat) == game.prospects(seen_other, seat)
    if seat >= 0:
        looks = [np.zeros(game.observation_size, dtype=np.uint8) for _ in range(2)]
        engine.observe(seen, seat, looks[0])
        engine.observe(seen_other, seat, looks[1])
        assert looks[0].tobytes() == looks[1].tobytes()
    if truth["actor"][0] == seat:
        masks = [game.new_mask() for _ in range(3)]
        for records, mask in zip((truth, other, seen), masks, strict=True):
            engine.legal(records, mask)
        assert members(masks[0]) == members(masks[1]) == members(masks[2])


def same_after_each_action(
    game: ziggurat.Game, truth: np.ndarray, other: np.ndarray, seat: int, stream: random.Random
) -> None:
    """An action that is legal in both truths has the same events, except for what it reveals."""
    engine = game.engine()
    masks = game.new_mask(), game.new_mask()
    for records, mask in zip((truth, other), masks, strict=True):
        engine.legal(records, mask)
    both = sorted(set(members(masks[0])) & set(members(masks[1])))
    for action in stream.sample(both, min(len(both), 8)):
        events_told = []
        after = []
        for records, mask in zip((truth, other), masks, strict=True):
            twin, rows = copied(records), events.buffer()
            came_to_light = engine.apply(twin, mask.copy(), action, rows)
            events_told.append(events.for_seat(rows, game.event_forms, seat))
            engine.redact(twin, seat)
            after.append(twin.tobytes())
        if not came_to_light:
            assert events_told[0] == events_told[1]
            assert after[0] == after[1]


@seeds(2, 10)
@each_setup
def test_an_imagined_truth_can_be_played_to_the_end(setup: Setup, seeds: range) -> None:
    game = ziggurat.game(setup.game)
    for seed in seeds:
        match = somewhere(setup, seed)
        for seat in range(-1, setup.seats):
            records = match.record(seat)
            game.engine().resample(records, seat, np.uint64(seed))
            imagined = ziggurat.load(setup.game, game.write_position(records[0]))
            finish(imagined, random.Random(seed))


@each_setup
def test_imagining_is_a_function_of_the_seed(setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    match = somewhere(setup, 3)
    drawn = []
    for seed in (1, 1, 2):
        records = match.record(0)
        game.engine().resample(records, 0, np.uint64(seed))
        drawn.append(records.tobytes())
    assert drawn[0] == drawn[1]
    if game.secrets:
        assert drawn[0] != drawn[2]


def test_a_game_with_secrets_has_to_hide_them() -> None:
    game = ziggurat.game("babel")
    with pytest.raises(TypeError, match="Babel has secrets"):
        replace(game, rules=game.rules._replace(redact=redact_chance))
