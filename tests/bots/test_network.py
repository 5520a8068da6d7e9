"""The bot `network`: the same decisions on every backend; unusable weights are refused or replaced."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from ziggurat import bots
from ziggurat.bots import Bot, Budget, LearnedBot, SearchBot, forward, guided, network, tree, weights
from ziggurat.bots.network import NetworkBot
from ziggurat.bots.vectors import list_pairs, multiply, multiply_listed
from ziggurat.bots.weights import BadNetwork
from ziggurat.core.kernel import kernel

GAME = ziggurat.game("babel")


def some_arrays(game: ziggurat.Game, width: int = 8) -> dict[str, Any]:
    """A small network without a board, whose weights mean nothing."""
    draw = np.random.default_rng(3)
    loose, actions = game.observation_size + 3, game.actions

    def matrix(*shape: int) -> Any:
        return draw.integers(-300, 300, shape).astype(np.int16)

    def row(size: int) -> Any:
        return draw.integers(-(10**5), 10**5, size).astype(np.int32)

    return {
        "shape": np.array([0, 0, 0, 0, loose, width, 1, 0, actions], dtype=np.int32),
        "input_place": np.full(game.observation_size, -1, dtype=np.int32),
        "input_row": np.arange(game.observation_size, dtype=np.int32),
        "action_place": np.full(actions, -1, dtype=np.int32),
        "action_slot": np.arange(actions, dtype=np.int32),
        "enter.weight": matrix(loose, width),
        "enter.bias": row(width),
        "values.weight": matrix(width, 4),
        "values.bias": row(4),
        "actions.weight": matrix(actions, width),
        "actions.bias": row(actions),
        "deepen.0.weight": matrix(width, width),
        "deepen.0.bias": row(width),
        "shifts": np.array([8, 10, 10, 8, 1], dtype=np.int32),
    }


def stored(folder: Path, game: ziggurat.Game = GAME, width: int = 8) -> Path:
    path = folder / "network.npz"
    weights.write(path, game, some_arrays(game, width), {"command": "none"})
    return path


@pytest.mark.parametrize(("name", "width"), [*((name, 8) for name in ziggurat.game_names()), ("babel", forward.WIDE)])
def test_compiled_and_interpreted_kernels_agree_to_the_last_bit(name: str, width: int, tmp_path: Path) -> None:
    game = ziggurat.game(name)
    loaded = weights.read(stored(tmp_path, game, width), game)
    match = ziggurat.new(name, seed=5)
    for _ in range(6):
        if not match.copy().play(move := match.legal()[len(match.legal()) // 2]).over:
            match.play(move)
    seen = match.record(match.actor)
    answers = []
    for backend in ("cpu", "interpreted"):
        words = np.zeros((game.observation_size + 7) // 8, dtype=np.uint64)
        preferences, values = np.zeros(game.actions, dtype=np.int64), np.zeros(4)
        action = game.bind(network.judge, backend)(
            *(seen, match.actor, game.new_mask(), words.view(np.uint8), words),
            *(loaded.weights, loaded.numbers, loaded.new_room(), preferences, values),
        )
        answers.append((int(action), preferences.tolist(), values.tolist()))
    assert answers[0] == answers[1]
    assert answers[0][0] in match.legal()


@kernel
def multiplied(room, outs, source, pairs, weights):  # type: ignore[no-untyped-def]
    """All pairs, to the first sums in the room; those that are not zero, to the sums behind them."""
    multiply(room, 0, outs, source, pairs, weights, 0)
    count = list_pairs(room, source + pairs, source, pairs, 2 * outs)
    multiply_listed(room, outs, outs, source + pairs, count, weights, 0)
    return count


@pytest.mark.parametrize("backend", ["cpu", "interpreted"])
@pytest.mark.parametrize(("outs", "left"), [(64, 0), (96, 7), (32, 16), (160, 1)])
def test_leaving_out_pairs_that_are_zero_changes_no_sum(backend: Any, outs: int, left: int) -> None:
    draw, pairs = np.random.default_rng(outs), 16
    numbers = draw.integers(0, forward.TOP, (2, pairs)) * (draw.permutation(pairs) < left)
    matrix = draw.integers(-900, 900, (pairs, outs, 2))
    room = np.zeros(2 * outs + pairs + 2 * (pairs + 1), dtype=np.int32)
    room[2 * outs : 2 * outs + pairs] = numbers[0] | numbers[1] << 16
    count = GAME.bind(multiplied, backend)(room, outs, 2 * outs, pairs, matrix.astype(np.int16).ravel())
    wanted = (matrix * numbers.T[:, None]).sum((0, 2)).tolist()
    assert room[:outs].tolist() == wanted
    assert room[outs : 2 * outs].tolist() == wanted
    assert count - left in (0, 1)


def test_thought_has_the_expected_result_of_every_seat(tmp_path: Path) -> None:
    bot = NetworkBot(GAME, 1, weights.read(stored(tmp_path), GAME))
    match = ziggurat.new("babel", seed=2)
    thought = bot.think(match.record(match.actor))
    assert thought.action == thought.candidates[0].action
    assert thought.action in match.legal()
    assert len(thought.expected) == 2
    assert all(0 <= value <= 1 for value in thought.expected)
    assert thought.candidates[0].visits == max(candidate.visits for candidate in thought.candidates)


def test_a_copy_of_a_bot_plays_the_same(tmp_path: Path) -> None:
    """Bots travel to other processes."""
    network = weights.read(stored(tmp_path), GAME)
    match = ziggurat.new("babel", seed=8)
    match.play(match.legal()[0])
    seen = match.record(match.actor)
    made: list[Bot] = [NetworkBot(GAME, 1, network), LearnedBot(GAME, 1, Budget(iterations=50), network=network)]
    for bot in made:
        copied = pickle.loads(pickle.dumps(bot))  # noqa: S301 - our own
        assert copied.choose(seen) == bot.choose(seen)


def test_a_guided_search_explains_itself_and_repeats_itself(tmp_path: Path) -> None:
    network = weights.read(stored(tmp_path), GAME)
    match = ziggurat.new("babel", seed=2)
    seen = match.record(match.actor)
    thoughts = [LearnedBot(GAME, 7, Budget(iterations=200), network=network).think(seen) for _ in range(2)]
    assert thoughts[0].candidates == thoughts[1].candidates
    assert thoughts[0].action in match.legal()
    assert (
        sum(candidate.visits for candidate in thoughts[0].candidates) == 199
    )  # the first iteration was for the root itself
    assert all(0 <= value <= 1 for value in thoughts[0].expected)


def test_a_guided_search_is_the_same_compiled_and_interpreted(tmp_path: Path) -> None:
    network = weights.read(stored(tmp_path), GAME)
    match = ziggurat.new("babel", seed=4)
    seen = match.record(match.actor)
    trees = []
    for backend in ("cpu", "interpreted"):
        nodes = np.zeros(64, dtype=guided.NODE)
        used = GAME.bind(tree.plant, backend)(nodes)
        words = np.zeros((GAME.observation_size + 7) // 8, dtype=np.uint64)
        GAME.bind(guided.search, backend)(
            *(seen, GAME.new_records(2), np.zeros((2, GAME.words), dtype=np.uint64), nodes, used, 0),
            *(np.zeros(tree.LONGEST, dtype=np.int32), np.zeros(4), np.array([5], dtype=np.uint64), match.actor, 12),
            *(words, words.view(np.uint8), network.weights, network.numbers, network.new_room()),
        )
        trees.append(nodes)
    assert trees[0].tobytes() == trees[1].tobytes()
    assert trees[0]["visits"][0] == 12


def test_powers_of_two_are_right_to_seven_digits() -> None:
    for exponent in np.linspace(-40, 0, 977):
        assert guided.power_of_two(float(exponent)) == pytest.approx(2.0**exponent, rel=2e-6)


def test_search_uses_the_network_and_classic_search_keeps_its_name() -> None:
    assert isinstance(bots.find("search:100i")(GAME, 3), LearnedBot)
    assert isinstance(bots.find("king")(GAME, 3), LearnedBot)
    for name in ("classic:100i", "steward"):
        assert type(bots.find(name)(GAME, 3)) is SearchBot


@pytest.mark.long
def test_a_forward_pass_compiles_to_ptx() -> None:
    import numba

    from ziggurat.core.compile import gpu

    kinds = (numba.uint64[::1], numba.int64, numba.int16[::1], numba.int32[::1], numba.int32[::1])
    ptx = gpu.compile_to_ptx(forward.forward.source_for("cuda"), numba.void(*kinds))
    assert ".entry" in ptx


def test_a_copy_takes_along_only_the_nodes_that_are_in_use(tmp_path: Path) -> None:
    network = weights.read(stored(tmp_path), GAME)
    bot = LearnedBot(GAME, 1, Budget(iterations=50), network=network)
    match = ziggurat.new("babel", seed=8)
    bot.choose(match.record(match.actor))
    assert len(pickle.dumps(bot)) < 2_000_000


def test_file_without_a_network_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = stored(tmp_path)
    whole = path.read_bytes()
    spoiled = bytearray(whole)
    spoiled[len(whole) // 2] ^= 255
    for content in (b"", b"no network", whole[: len(whole) // 2], bytes(spoiled)):
        path.write_bytes(content)
        with pytest.raises(BadNetwork, match="is damaged"):
            weights.read(path, GAME)
    path.unlink()
    with pytest.raises(BadNetwork, match="is not there"):
        weights.read(path, GAME)


def test_a_network_of_another_game_or_of_other_rules_is_refused(tmp_path: Path) -> None:
    ur = ziggurat.game("ur")
    with pytest.raises(BadNetwork, match="another game's"):
        weights.read(stored(tmp_path), ur)
    path = stored(tmp_path)
    with np.load(path) as arrays:
        changed = dict(arrays)
    story = json.loads(changed.pop("story").tobytes())
    story["rules_version"] += 1
    np.savez(path, story=np.frombuffer(json.dumps(story).encode(), dtype=np.uint8), **changed)
    with pytest.raises(BadNetwork, match="other rules"):
        weights.read(path, GAME)


def test_tables_that_point_outside_are_refused() -> None:
    """A crafted file could otherwise read and write anywhere: kernels check no bounds."""
    entries, shape = "some of its tables have invalid entries", "it does not have the shape of a network"
    for name, value, problem in (
        ("input_row", 10**6, entries),
        ("action_slot", -1, entries),
        ("input_place", 3, entries),
        ("shifts", 40, entries),
        ("shape", 10**6, shape),
    ):
        arrays = some_arrays(GAME)
        arrays[name][0] = value
        with pytest.raises(ValueError, match=f"^{problem}$"):
            forward.pack(arrays)


def test_weights_whose_sums_could_overflow_are_refused() -> None:
    arrays = some_arrays(GAME)
    arrays["enter.weight"][:] = 2**15 - 1
    with pytest.raises(ValueError, match="overflow"):
        forward.pack(arrays)


def test_without_a_network_levels_keep_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen iterations without a network are few: such a level would be weaker than an apprentice."""
    monkeypatch.setenv("ZIGGURAT_NETWORKS", str(tmp_path))
    match = ziggurat.new("babel", seed=3)
    seen = match.record(match.actor)
    iterations, temperatures = [], []
    for name in ("steward", "mayor", "governor"):
        thought, other = bots.find(name)(GAME, 1).think(seen), bots.find(name)(GAME, 1)
        alone = other.without_network() if isinstance(other, LearnedBot) else other
        assert isinstance(alone, SearchBot)
        assert alone.choose(seen) == thought.action
        iterations.append(thought.iterations)
        temperatures.append(alone.temperature)
    assert iterations == sorted(set(iterations))
    assert temperatures == sorted(temperatures, reverse=True)
    king = bots.find("king")(GAME, 1)
    assert isinstance(king, LearnedBot)
    assert (king.without_network().budget, king.without_network().temperature) == bots.LEVELS["king"][:2]


def test_without_a_network_the_evaluation_plays_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ZIGGURAT_NETWORKS", str(tmp_path))
    network._SAID.clear()
    match = ziggurat.new("babel", seed=3)
    seen = match.record(match.actor)
    for seed in (1, 2):
        bot = bots.find("network")(GAME, seed)
        assert bot.choose(seen) == bots.find("greedy")(GAME, seed).choose(seen)
    said = [record.message for record in caplog.records]
    assert said == ["Babel has no network: babel.npz is not there. The hand-made evaluation plays instead."]


@pytest.mark.parametrize("reading", [{"hunger": "all"}, {"reach": "any"}])
def test_urs_network_leaves_readings_that_it_has_not_learned_to_the_evaluation(
    reading: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    network._SAID.clear()
    ur = ziggurat.game("ur")
    for options, learned in ((reading, False), ({}, True)):
        match = ziggurat.new(ur, seats=3, seed=3, **options)
        seen = match.record(match.actor)
        assert network.fits(ur, seen) == learned
        same = bots.find("network")(ur, 1).choose(seen) == bots.find("greedy")(ur, 1).choose(seen)
        assert same or learned
    said = "Ur's network has not learned these components or options. The hand-made evaluation plays instead."
    assert [record.message for record in caplog.records] == [said]
