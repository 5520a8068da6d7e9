"""Steps a second of our environments beside the peers', observation and mask included, in one run.

    pip install -r requirements-dev.txt -r requirements-long.txt -r benchmarks/requirements-environments.txt
    python benchmarks/environments.py --seconds 3
    python benchmarks/environments.py --parts                            # only: what a step of ours consists of
    python benchmarks/environments.py --device cuda --games 65536        # on a machine with a GPU

A step is one decision of one player. Random legal actions throughout. Of a peer that steps many games at once, only the
step itself is timed; ours also draws the actions within the clock. Everything runs on one thread. A peer that is not
installed is named and left out. On the CPU the clock is this process's processor time, all threads together, because a
shared machine's wall clock also measures the neighbours; only PettingZoo's own benchmark looks at the wall.

At the end, each of our games is compared with each peer's that steps with observations, and with the fastest of each
peer: how many times faster ours is.
benchmarks/device_environments.py tries settings on a GPU and checks its numbers.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any, NamedTuple

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

import numpy as np

import ziggurat
import ziggurat.envs

GAMES_AT_ONCE = 1024
SECTIONS = ("pettingzoo", "openspiel", "vector", "single", "pgx", "pufferlib")
PEERS = ("OpenSpiel", "EnvPool", "pgx", "PufferLib")  # whose games step with observations


class Row(NamedTuple):
    """One line of the table."""

    who: str
    what: str
    steps: float


def rate(play: Callable[[], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Steps a second of `play`, which says how many steps it made."""
    play()  # compiles, fills caches
    steps, began = 0, clock()
    while (spent := clock() - began) < seconds:
        steps += play()
    return steps / spent


# ------------------------------------------------------------------------------------------------------- PettingZoo


def agents(env: Any) -> Callable[[], int]:
    """A whole episode, agent by agent, as PettingZoo's own benchmark plays it."""
    stream = random.Random(1)

    def play() -> int:
        env.reset(seed=stream.randrange(2**31))
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            action = None if over or cut else stream.choice(np.flatnonzero(seen["action_mask"]).tolist())
            env.step(action)
            steps += action is not None
        return steps

    return play


def turns(env: Any) -> float:
    """Turns a second, as PettingZoo's own `performance_benchmark` counts them in its five seconds."""
    from pettingzoo.test import performance_benchmark

    paper = io.StringIO()
    with contextlib.redirect_stdout(paper):
        performance_benchmark(env)
    speed_line = re.search(r"([\d.]+) turns per second", paper.getvalue())
    return float(speed_line[1]) if speed_line else 0.0


def pettingzoo_rows(names: list[str], seconds: float) -> Iterator[Row]:
    """Our adapter, and PettingZoo's own chess and go; first with our loop, then with PettingZoo's."""
    for name in names:
        yield Row(f"ziggurat {name}", "PettingZoo adapter", rate(agents(ziggurat.envs.aec(name)), seconds))
    from pettingzoo.classic import chess_v6, go_v5

    peer = f"PettingZoo {version('pettingzoo')}"
    yield Row(peer, "go_v5 (19x19)", rate(agents(go_v5.env()), seconds))
    yield Row(peer, "chess_v6", rate(agents(chess_v6.env()), seconds))
    for name in names:
        yield Row(f"ziggurat {name}", "performance_benchmark", turns(ziggurat.envs.aec(name)))
    yield Row(peer, "go_v5 (19x19), performance_benchmark", turns(go_v5.env()))
    yield Row(peer, "chess_v6, performance_benchmark", turns(chess_v6.env()))


# -------------------------------------------------------------------------------------------------------- OpenSpiel


def states(name: str) -> Callable[[], int]:
    """A whole game of OpenSpiel's: legal actions, observation tensor and action for each decision."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game(name)
    observation = make_observation(game)
    stream = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(stream.choices(outcomes, odds)[0])
                continue
            observation.set_from(state, state.current_player())
            state.apply_action(stream.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def openspiel_rows(names: list[str], seconds: float) -> Iterator[Row]:
    """Our adapter, and the games that OpenSpiel itself has in Python."""
    ziggurat.envs.register_openspiel()
    for name in names:
        yield Row(f"ziggurat {name}", "OpenSpiel adapter", rate(states(f"ziggurat_{name}"), seconds))
    from open_spiel.python import games as _games  # noqa: F401 - registers them

    peer = f"OpenSpiel {version('open_spiel')}"
    for name in ("python_tic_tac_toe", "python_kuhn_poker", "python_block_dominoes"):
        yield Row(peer, f"{name}, tensors", rate(states(name), seconds))


# ----------------------------------------------------------------------------------------------- many games at once


def lanes(name: str, games: int, device: str, masks: str) -> Callable[[], int]:
    """A hundred steps of all games of the vector environment, actions drawn and all."""
    env = ziggurat.envs.vector(name, games=games, device=device, masks=masks)

    def play() -> int:
        for _ in range(100):
            env.step(env.sample())
        if device == "cuda":
            env.close()  # waits for the GPU
        return 100 * games

    return play


def vector_rows(names: list[str], seconds: float, games: int, device: str) -> Iterator[Row]:
    """Ours, with masks as bit sets and as bytes."""
    for name in names:
        for masks in ("bits", "bytes"):
            clock = time.perf_counter if device == "cuda" else time.process_time
            speed = rate(lanes(name, games, device, masks), seconds, clock)
            yield Row(f"ziggurat {name}", f"vector, {device}, {games} games, masks as {masks}", speed)


def one_seat(name: str, games: int, *, copy: bool) -> Callable[[], int]:
    """A hundred of the agent's steps in all lanes, with random opponents and random actions of its own."""
    env = ziggurat.envs.single_vector(name, games=games, copy=copy)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(100):
            env.step(env.env.sample())
        return 100 * games

    return play


def single_rows(names: list[str], seconds: float, games: int) -> Iterator[Row]:
    """The vector environment, and one seat of it for Gymnasium: opponents' decisions are not counted."""
    for name in names:
        yield Row(f"ziggurat {name}", f"vector, {games} games", rate(lanes(name, games, "cpu", "bytes"), seconds))
        for copy in (False, True):
            speed = rate(one_seat(name, games, copy=copy), seconds)
            yield Row(f"ziggurat {name}", f"single_vector, {games} games, copy={copy}", speed)


def openspiel_tensor_rows(seconds: float) -> Iterator[Row]:
    """OpenSpiel's games in C++, a game at a time, with tensors."""
    peer = f"OpenSpiel {version('open_spiel')}"
    for name in ("chess", "go(board_size=9)", "backgammon"):
        yield Row(peer, f"{name}, tensors", rate(states(name), seconds))


def pgx_rows(seconds: float, games: int) -> Iterator[Row]:
    """pgx, vectorised and compiled, with automatic resets; on whatever device JAX has."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    device = jax.devices()[0].platform
    clock = time.process_time if device == "cpu" else time.perf_counter
    for name in ("backgammon", "chess", "go_9x9", "hex", "othello", "sparrow_mahjong"):
        env = pgx.make(name)
        step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.log(mask.astype(float)), axis=-1))
        key = jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))
        steps, spent = 0, 0.0
        while spent < seconds:
            key, one, two = jax.random.split(key, 3)
            keys = jax.random.split(two, games)
            action = jax.block_until_ready(draw(one, state.legal_action_mask))
            began = clock()
            state = jax.block_until_ready(step(state, action, keys))
            if steps == 0:  # that was compiling
                steps = games
                continue
            spent += clock() - began
            steps += games
        yield Row(f"pgx {version('pgx')}", f"{name}, {device}, {games} games", (steps - games) / spent)


def envpool_rows(seconds: float, games: int) -> Iterator[Row]:
    """EnvPool, on one thread."""
    import envpool

    stream = np.random.default_rng(1)
    for task in ("Backgammon-v1", "Chess-v1", "Go9x9-v1", "Hex-v1", "Othello-v1", "SparrowMahjong-v1"):
        env = envpool.make(task, env_type="gymnasium", num_envs=games, num_threads=1, seed=1)
        _, info = env.reset()
        steps, spent = 0, 0.0
        while spent < seconds:
            mask = info["legal_action_mask"]
            action = (mask * stream.random(mask.shape)).argmax(axis=1).astype(np.int32)
            began = time.process_time()
            _, _, _, _, info = env.step(action)
            spent += time.process_time() - began
            steps += games
        yield Row(f"EnvPool {version('envpool')}", f"{task}, {games} games", steps / spent)


def pufferlib_rows(seconds: float, games: int) -> Iterator[Row]:
    """PufferLib's board games, in C. Without masks any action is drawn; most are not legal and change nothing.

    What the built-in opponent answers (not in `squared`) is part of the step.
    """
    from pufferlib.ocean.checkers.checkers import Checkers
    from pufferlib.ocean.connect4.connect4 import Connect4
    from pufferlib.ocean.go.go import Go
    from pufferlib.ocean.squared.squared import Squared

    stream = np.random.default_rng(1)
    for make in (Checkers, Go, Connect4, Squared):
        env: Any = make(num_envs=games)
        env.reset(seed=1)
        drawn = stream.integers(env.single_action_space.n, size=(100, games), dtype=np.int32)

        def play(env: Any = env, drawn: Any = drawn) -> int:
            for actions in drawn:
                env.step(actions)
            return int(drawn.size)

        yield Row(f"PufferLib {version('pufferlib')}", f"{make.__name__}, {games} games", rate(play, seconds))
        env.close()


def parts(names: list[str], games: int) -> None:
    """Nanoseconds of a step of the vector environment, without and with observations; the best of five times."""
    print(f"{'':24}{'step':>10}{'observation':>14}{'mask as bytes':>16}   ns of processor time, {games} games")
    for name in names:
        spent = []
        for observe, masks in ((False, "bits"), (True, "bits"), (True, "bytes")):
            env = ziggurat.envs.vector(name, games=games, observe=observe, masks=masks)
            for _ in range(60):
                env.step(env.sample())
            times = []
            for _ in range(5):
                began = time.process_time()
                for _ in range(40):
                    env.step(env.sample())
                times.append((time.process_time() - began) / 40 / games * 1e9)
            spent.append(min(times))
        step, seen, flagged = spent
        print(f"  {'ziggurat ' + name:22}{step:10.0f}{seen - step:14.0f}{flagged - seen:16.0f}", flush=True)


# --------------------------------------------------------------------------------------------------------- the table


def section(title: str, *parts: Callable[[], Iterator[Row]]) -> list[Row]:
    """Measure and print some rows; the last column says how many times faster the first row is."""
    print(f"\n{title}")
    first = None
    rows = []
    for part in parts:
        try:
            for row in part():
                first = first or row
                rows.append(row)
                print(f"  {row.who:22} {row.what:46} {row.steps:14,.0f}  {first.steps / row.steps:8.1f}x", flush=True)
        except ImportError as missing:
            print(f"  left out: {missing}")
    return rows


def known_rows() -> Iterator[Row]:
    """Known figures of games compiled by Numba, as issue 2 of this project gives them; not measured in this run."""
    yield Row("alpha-zero-general", "Splendor, actions, not measured here", 235_000)
    yield Row("alpha-zero-general", "Small World, actions, not measured here", 206_000)


def ratios(rows: list[Row]) -> None:
    """How many times faster each of our games is than each of the peers' that were measured, and than their fastest."""
    ours = [row for row in rows if row.who.startswith("ziggurat")]
    peers = [row for row in rows if row.who.startswith(PEERS)]
    if not ours or not peers:
        return
    print("\nThe vector environment, times each game of the peers", flush=True)
    names = [f"{row.who}, {row.what.rpartition(', ')[2]}" for row in ours]
    print(" " * 46 + "".join(f"{name.removeprefix('ziggurat ').replace(', masks as', ','):>20}" for name in names))
    for peer in peers:
        print(f"  {peer.who + ' ' + peer.what:44}" + "".join(f"{row.steps / peer.steps:19.2f}x" for row in ours))
    print("\nThe slowest and the fastest of our games, times the fastest game of each peer", flush=True)
    slow, fast = min(row.steps for row in ours), max(row.steps for row in ours)
    for name in PEERS:
        theirs = [peer for peer in peers if peer.who.startswith(name)]
        if theirs:
            best = max(theirs, key=lambda row: row.steps)
            print(f"  {best.who + ' ' + best.what:44}{slow / best.steps:19.2f}x{fast / best.steps:19.2f}x", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each row is measured")
    parser.add_argument("--ours", nargs="*", default=list(ziggurat.game_names()), help="which of our games")
    parser.add_argument("--device", choices=["cpu", "cuda"], default="cpu", help="cuda: only what runs on the GPU")
    parser.add_argument("--games", type=int, default=GAMES_AT_ONCE, help="games at once")
    parser.add_argument("--sections", nargs="*", default=SECTIONS, choices=SECTIONS, help="which to measure on the CPU")
    parser.add_argument("--parts", action="store_true", help="only what a step of ours consists of, on the CPU")
    chosen = parser.parse_args()
    ours, seconds, games = chosen.ours, chosen.seconds, chosen.games
    if chosen.parts:
        parts(ours, games)
        return
    print("Steps a second, observation and mask included; how many times faster the first row of a section is.")
    if chosen.device == "cuda":
        section(
            "Many games at once, on the GPU",
            lambda: vector_rows(ours, seconds, games, "cuda"),
            lambda: pgx_rows(seconds, games),
        )
        return
    if "pettingzoo" in chosen.sections:
        section("PettingZoo: one match, agent by agent", lambda: pettingzoo_rows(ours, seconds))
    if "openspiel" in chosen.sections:
        section("OpenSpiel: games written in Python", lambda: openspiel_rows(ours, seconds))
    rows = []
    if "vector" in chosen.sections:
        rows += section(
            "Many games at once, one thread",
            lambda: vector_rows(ours, seconds, games, "cpu"),
            lambda: openspiel_tensor_rows(seconds),
            lambda: envpool_rows(seconds, games),
            known_rows,
        )
    if "single" in chosen.sections:
        section("One seat of many games, for Gymnasium", lambda: single_rows(ours, seconds, games))
    if "pgx" in chosen.sections:
        rows += section("Many games at once, JAX", lambda: pgx_rows(seconds, games))
    if "pufferlib" in chosen.sections:
        rows += section("Many games at once, PufferLib, without masks", lambda: pufferlib_rows(seconds, games))
    ratios(rows)


if __name__ == "__main__":
    main()
