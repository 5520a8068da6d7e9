"""OpenSpiel's own tests over our games, its searches as players, and golden playthroughs."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

import ziggurat
import ziggurat.envs
from tests.envs import playthroughs
from tests.envs.test_threads import check_threads, frequent_switches
from tests.playing import Setup, setups
from ziggurat.core import registry
from ziggurat.envs import openspiel
from ziggurat.envs.openspiel import resampler

__all__ = ["frequent_switches"]  # a fixture

ziggurat.envs.register_openspiel()
SETUPS = setups()
each_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
each_game = pytest.mark.parametrize("name", ziggurat.game_names())


def spiel_name(setup: Setup, **more: Any) -> str:
    given = {"seats": setup.seats, **setup.options, **more}
    return f"ziggurat_{setup.game}({','.join(f'{name}={value}' for name, value in given.items())})"


def test_a_die_is_a_node_of_its_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine Wells declares its deals and its throws."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent / "example_game"))
    monkeypatch.setattr(registry, "_ASIDE", registry._ASIDE | {"wells": "wells"})
    pyspiel.register_game(openspiel.game_type("wells"), openspiel.game_class("wells"))
    spiel, stream, thrown = pyspiel.load_game("ziggurat_wells(seats=2)"), random.Random(1), 0
    state = spiel.new_initial_state()
    springs = state.chance_outcomes()
    assert springs == [(outcome, pytest.approx(1 / 81)) for outcome in range(81)]
    while not state.is_terminal():
        if state.is_chance_node() and state.position is not None:
            thrown += 1
            assert [odds for _, odds in state.chance_outcomes()] == [1 / 6] * 6
            for water, outcome in enumerate(state.legal_actions(), 1):
                assert f"gives seat {state.position.actor} {water} water" in state.action_to_string(outcome)
                points = state.child(outcome).position.records["score"][0] - state.position.records["score"][0]
                assert state.child(outcome).is_terminal() or points[state.position.actor] == water
        state.apply_action(stream.choice(state.legal_actions()))
    assert thrown == 9
    twin = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    assert str(twin) == str(state)
    few = dataclasses.replace(registry.game("wells"), throws=5, _engines={})
    position = openspiel.Position.begin(dataclasses.replace(spiel.terms, game=few), 1)
    position.play(0)
    with pytest.raises(ValueError, match="Nine Wells declares 5 ways for chance to fall, and there are 6"):
        position.falls(spiel.terms.counted, position.game.notation.read("roll"))


def dealt(game: Any, seed: int) -> Any:
    """The state of a seed's deal; where the card declares its deals, of the one with that number."""
    state, deals = game.new_initial_state(), game.terms.game.deals
    for outcome in [seed % deals] if deals else seed.to_bytes(openspiel.DEALS, "big"):
        state.apply_action(outcome)
    return state


@each_setup
def test_random_simulations_with_serialisation(setup: Setup) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(spiel_name(setup)), num_sims=2, serialize=True, verbose=False)


@each_setup
def test_games_simulation(setup: Setup, capsys: pytest.CaptureFixture[str]) -> None:
    from open_spiel.python.tests import games_sim_test  # with SciPy's statistics, which collecting does not need

    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(spiel_name(setup)))


@each_game
def test_the_api_test_that_openspiel_ships(name: str) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["test"])
    from open_spiel.integration_tests import api_test

    game = pyspiel.load_game(f"ziggurat_{name}")
    case = type(
        f"{name}_test", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": f"ziggurat_{name}"}
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.errors, result.errors[0][1]
    assert not result.failures, result.failures[0][1]


def drawn(state: Any, stream: random.Random) -> None:
    """Let chance decide wherever something is drawn."""
    while state.is_chance_node():
        state.apply_action(stream.choice(state.legal_actions()))


@each_setup
def test_a_state_is_the_match_of_its_deal_until_something_is_drawn(setup: Setup) -> None:
    state, stream = dealt(pyspiel.load_game(spiel_name(setup)), 77), random.Random(2)
    match = state.match() if ziggurat.game(setup.game).deals else setup.new(77)
    while not match.over and not state.is_chance_node():
        assert state.match().digest() == match.digest()
        action = stream.choice(match.legal())
        state.apply_action(action)
        match.play(action)
    assert match.over or ziggurat.game(setup.game).chance


@each_setup
def test_a_state_plays_by_the_rules(setup: Setup) -> None:
    """At every decision the state is what a match of ours is, and so it is after every action that draws nothing."""
    game = pyspiel.load_game(spiel_name(setup, reward="rank"))
    stream = random.Random(2)
    state = dealt(game, 77)
    match = state.match()
    while not match.over:
        seat = match.actor
        assert state.current_player() == seat
        assert state.legal_actions() == match.legal()
        if stream.random() < 0.1:
            assert state.observation_tensor(seat) == match.observation(seat).astype(float).tolist()
            assert state.match().digest() == match.digest()
        action = stream.choice(match.legal())
        assert state.action_to_string(seat, action) == match.game.notation.write(action)
        state.apply_action(action)
        if state.is_chance_node():
            before = state.position.records.tobytes()
            assert state.match().digest() == match.digest()
            drawn(state, stream)
            assert state.position.records.tobytes() != before
            match = state.match()
        else:
            match.play(action)
    assert state.is_terminal()
    assert [seat for seat, paid in enumerate(state.returns()) if paid == max(state.returns())] == match.winners


@each_setup
def test_resampled_states_look_the_same_to_the_player(setup: Setup) -> None:
    game = pyspiel.load_game(spiel_name(setup))
    state, stream, resample = dealt(game, 5), random.Random(5), resampler(1)
    different, tried = 0, 0
    while not state.is_terminal():
        if stream.random() < 0.1 or tried < 3:
            tried += 1
            player = state.current_player()
            twin = resample(state, player)
            assert twin.history() == state.history()
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
            assert twin.legal_actions() == state.legal_actions()
            different += str(twin) != str(state)
        state.apply_action(stream.choice(state.legal_actions()))
        drawn(state, stream)
    card = ziggurat.game(setup.game)
    assert bool(different) == (card.secrets or card.chance)


@each_setup
def test_nothing_of_coming_draws_is_in_a_state(setup: Setup) -> None:
    """Two states that differ in their generators alone are one: equal actions and equal outcomes lead to equal ones."""
    state, stream = dealt(pyspiel.load_game(spiel_name(setup)), 6), random.Random(6)
    twin = state.clone()
    twin.position.records["rng"][0] = 12345
    while not state.is_terminal():
        action = stream.choice(state.legal_actions())
        state.apply_action(action)
        twin.apply_action(action)
        while state.is_chance_node():
            outcome = stream.choice(state.legal_actions())
            state.apply_action(outcome)
            twin.apply_action(outcome)
        for player in range(setup.seats):
            assert twin.information_state_string(player) == state.information_state_string(player)
    assert twin.returns() == state.returns()


@each_game
def test_pickled_games_work_like_the_original(name: str) -> None:
    """Its actors get games that were pickled, and states of games that nobody holds any more."""
    game = pyspiel.load_game(f"ziggurat_{name}")
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):  # noqa: S301 - our own
        state = dealt(twin, 3)
        state.apply_action(state.legal_actions()[0])
        assert len(state.returns()) == twin.num_players()
        assert twin.make_py_observer().tensor is not None
        assert str(state) == str(pickle.loads(pickle.dumps(state)))  # noqa: S301 - our own


@each_setup
def test_states_can_be_cloned_and_serialised(setup: Setup) -> None:
    state, stream = dealt(pyspiel.load_game(spiel_name(setup)), 9), random.Random(9)
    for _ in range(25):
        child = state.child(stream.choice(state.legal_actions()))
        drawn(child, stream)
        if child.is_terminal():
            break
        state = child
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301 - our own
        assert str(twin) == str(state)
        for player in range(setup.seats):
            assert twin.information_state_string(player) == state.information_state_string(player)
        twin.apply_action(twin.legal_actions()[0])
        assert str(twin) != str(state)


@each_setup
def test_players_are_told_apart(setup: Setup) -> None:
    """What a seat decided, it remembers; what another seat draws in secret is not in its information state."""
    state, stream = dealt(pyspiel.load_game(spiel_name(setup)), 3), random.Random(3)
    seen = set()
    while not state.is_terminal():
        player = state.current_player()
        information = state.information_state_string(player)
        assert information not in seen
        seen.add(information)
        action = stream.choice(state.legal_actions())
        move = state.action_to_string(player, action)
        state.apply_action(action)
        drawn(state, stream)
        assert f"> {move}\n" in state.information_state_string(player)


@each_setup
def test_searches_play(setup: Setup) -> None:
    game = pyspiel.load_game(spiel_name(setup))
    state, stream = dealt(game, 4), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, stream)
    plain = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=stream)
    informed = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=4, random_state=stream)
    informed.set_resampler(resampler(1))
    for move in range(6):
        bot = plain if move % 2 or not ziggurat.game(setup.game).secrets else informed
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        drawn(state, random.Random(move))


@each_game
def test_counterfactual_regret_is_sampled(name: str) -> None:
    """One iteration of external sampling, from a late decision: from the first it would take days."""
    seats = ziggurat.game(name).seat_counts[0]
    game = pyspiel.load_game(f"ziggurat_{name}(seats={seats})")
    state, stream = dealt(game, 8), random.Random(8)
    states = []
    while not state.is_terminal():
        if not state.is_chance_node():
            states.append(state.clone())
        state.apply_action(stream.choice(state.legal_actions()))
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for player in range(seats):
        solver._update_regrets(states[-2], player)
    policy = solver.average_policy()
    assert sum(policy.action_probabilities(states[-1]).values()) == pytest.approx(1)


@pytest.mark.parametrize("path", sorted(playthroughs.FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_playthroughs_come_out_as_recorded(path: Path) -> None:
    recorded = path.read_text("utf-8")
    assert playthroughs.again(recorded) == recorded


def test_python_exits_cleanly() -> None:
    """OpenSpiel holds on to registered games until after Python has gone."""
    script = (
        "import ziggurat.envs, pyspiel; ziggurat.envs.register_openspiel(); pyspiel.load_game('ziggurat_babylonia')"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.usefixtures("frequent_switches")
@each_game
def test_threads_do_not_disturb_each_other(name: str) -> None:
    game = pyspiel.load_game(f"ziggurat_{name}")

    def play(seed: int) -> list[str]:
        stream, state, seen = random.Random(seed), game.new_initial_state(), []
        for _ in range(120):
            if state.is_terminal():
                break
            if state.is_chance_node():
                state.apply_action(stream.choice(state.legal_actions()))
                continue
            state.apply_action(stream.choice(state.legal_actions()))
            seen += [state.information_state_string(player) for player in range(game.num_players())]
        return seen

    check_threads(play, range(24))
