"""The same kernel compiled, interpreted and for CUDA."""

from __future__ import annotations

import os
import subprocess
import sys
from enum import IntEnum
from pathlib import Path

import numpy as np
import pytest

from ziggurat.core.contract import ACTIONS, legal
from ziggurat.core.kernel import Backend, Binding, Kernel, default_backend, kernel
from ziggurat.core.record import copied, record

each_backend = pytest.mark.parametrize("backend", ["cpu", "interpreted"])
TABLE = np.array([3, 5, 7], dtype=np.int64)
STATE = record([("rng", "u8", (1,)), ("score", "i2", (4,)), ("actor", "i1"), ("over", "i1"), ("seats", "i1")])


class Fruit(IntEnum):
    FIG = 1
    DATE = 2


@kernel
def double(number):  # type: ignore[no-untyped-def]
    return 2 * number


@kernel
def pick(states, index):  # type: ignore[no-untyped-def]
    state = states[0]
    state.score[index] += double(TABLE[Fruit.DATE])
    state.actor = index
    return state.score[index]


@kernel
def count_with(number):  # type: ignore[no-untyped-def]
    return legal(number) + ACTIONS


@each_backend
def test_a_kernel_runs_with_records_tables_enums_and_other_kernels(backend: Backend) -> None:
    states = np.zeros(1, dtype=STATE)
    assert pick.on(backend)(states, 2) == 14
    assert list(states["score"][0]) == [0, 0, 14, 0]
    assert states["actor"][0] == 2


def test_small_numbers_are_widened_when_interpreted_as_when_compiled() -> None:
    """100 + 100 does not fit the field's eight bits, but the sum is calculated with 64."""
    states = np.zeros(1, dtype=STATE)
    states["actor"] = 100

    @kernel
    def add_up(states):  # type: ignore[no-untyped-def]
        return states[0].actor + states[0].actor

    assert add_up.on("interpreted")(states) == 200
    assert add_up.on("cpu")(states) == 200


def test_interpreted_code_finds_numbers_that_do_not_fit() -> None:
    @kernel
    def overflow(states):  # type: ignore[no-untyped-def]
        states[0].actor = 300

    with pytest.raises(OverflowError):
        overflow.on("interpreted")(np.zeros(1, dtype=STATE))


@each_backend
def test_late_names_are_bound_per_game(backend: Backend) -> None:
    one = Binding("one", {"legal": double, "ACTIONS": 100})
    assert count_with.is_late()
    assert count_with.on(backend, one)(4) == 108
    with pytest.raises(TypeError, match="belongs to a game"):
        count_with.on(backend)
    with pytest.raises(TypeError, match="belongs to a game"):
        legal(1)


@kernel
def actor(state):  # type: ignore[no-untyped-def]
    return state.actor


def test_a_kernel_may_be_called_like_a_field_it_reads() -> None:
    assert actor.globals_used() == {}
    assert actor.on("cpu")(np.zeros(1, dtype=STATE)[0]) == 0


def test_kernels_without_late_names_are_built_once_for_all_games() -> None:
    one, two = Binding("one", {}), Binding("two", {})
    assert double.build("cpu", one) is double.build("cpu", two)


def test_plain_calls_follow_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZIGGURAT_BACKEND", raising=False)
    assert default_backend() == "cpu"
    monkeypatch.setenv("ZIGGURAT_BACKEND", "interpreted")
    assert default_backend() == "interpreted"
    assert double(4) == 8


def test_repr_of_a_kernel() -> None:
    assert isinstance(double, Kernel)
    assert repr(double) == "<kernel tests.core.test_kernel.double>"


def test_importing_ziggurat_imports_no_numba() -> None:
    check = "import sys, ziggurat; sys.exit('numba' in sys.modules or 'rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


@pytest.mark.long
def test_a_second_process_finds_everything_compiled(tmp_path: Path) -> None:
    """Also the kernels that are bound to a game: Numba forgets those that are passed as arguments or closed over."""
    script = (
        "import ziggurat\n"
        "match = ziggurat.new('babylonia', seats=2, seed=1)\n"
        "match.play(match.legal()[0])\n"
        "engine = match.game.engine()\n"
        "print([sum(kernel.stats.cache_misses.values()) for kernel in (engine.setup, engine.advance)])\n"
    )
    environment = {**os.environ, "ZIGGURAT_CACHE": str(tmp_path)}
    environment.pop("ZIGGURAT_BACKEND", None)
    runs = [
        subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [run.stdout.strip() for run in runs] == ["[1, 1]", "[0, 0]"]


def test_a_record_has_no_padding() -> None:
    assert STATE.itemsize % 8 == 0
    with pytest.raises(TypeError, match="widest first"):
        record([("actor", "i1"), ("rng", "u8", (1,)), ("score", "i2", (4,)), ("over", "i1"), ("seats", "i1")])
    with pytest.raises(TypeError, match="lacks seats"):
        record([("rng", "u8", (1,)), ("score", "i2", (4,)), ("actor", "i1"), ("over", "i1")])


def test_a_copy_of_records_is_independent() -> None:
    states = np.zeros(2, dtype=STATE)
    twin = copied(states)
    twin["actor"] = 5
    assert not states["actor"].any()
    assert twin.dtype == states.dtype
