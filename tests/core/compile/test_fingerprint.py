"""A kernel's fingerprint changes if and only if its code or a value it uses changes."""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
from enum import IntEnum
from pathlib import Path

import numpy as np
import pytest

import ziggurat
from ziggurat.core.compile.fingerprint import describe
from ziggurat.core.contract import ACTIONS
from ziggurat.core.kernel import Binding, kernel

PACKAGE = Path(ziggurat.__file__).parent
TELL = """
import json, ziggurat
from ziggurat.bots import tree
from ziggurat.core import engine
from ziggurat.core.kernel import Kernel
from ziggurat.envs import lanes, observer, rewards
from ziggurat.sim import playout

print(json.dumps({
    f"{name} {room.__name__}.{label}": kernel.fingerprint(ziggurat.game(name).binding)
    for name in ziggurat.game_names()
    for room in (engine, tree, playout, lanes, observer, rewards)
    for label, kernel in vars(room).items()
    if isinstance(kernel, Kernel) and kernel.is_late()
}))
"""


def fingerprints(source: Path) -> dict[str, str]:
    """The fingerprints of everything that is compiled for the games, in a package that lies under a folder."""
    ran = subprocess.run(
        [sys.executable, "-c", TELL],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=True,
    )
    by_kernel: dict[str, str] = json.loads(ran.stdout)
    return by_kernel


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package, somewhere else."""
    shutil.copytree(PACKAGE, tmp_path / "ziggurat", ignore=shutil.ignore_patterns("page", "__pycache__"))
    return tmp_path


def replace(path: Path, before: str, after: str) -> None:
    """Change the first of some words in a file."""
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")


def test_changes_outside_kernels_recompile_nothing(copy: Path) -> None:
    """Another folder, another word in every file for people, a comment and a line more where the kernels are."""
    package = copy / "ziggurat"
    replace(package / "games" / "ur" / "terminal.py", '"""', '"""Changed. ')
    for changed in (
        "games/babel/moves.py",
        "games/amyitis/view.py",
        "server/tables/live.py",
        "core/match.py",
        "core/kernel.py",
    ):
        with open(package / changed, "a", encoding="utf-8") as file:
            file.write("\n\nCHANGED = 1\n")
    for changed in ("core/bits.py", "games/ur/rules.py"):
        replace(package / changed, "\n\n\n", "\n\n\n# A comment, and all lines below are one further down.\n")
    replace(package / "core" / "bits.py", '"""Whether a set has a member."""', '"""Said in other words."""')
    assert fingerprints(copy) == fingerprints(PACKAGE.parent)


def test_a_change_in_shared_code_recompiles_everything(copy: Path) -> None:
    """Of every game, all that plays; only what merely reads a record may do without sets."""
    before = fingerprints(PACKAGE.parent)
    replace(copy / "ziggurat" / "core" / "bits.py", "ONE = np.uint64(1)", "ONE = np.uint64(2)")
    after = fingerprints(copy)
    for name in ziggurat.game_names():
        for label in ("setup_match", "apply_action", "replay", "preview", "play_out"):
            assert before[f"{name} ziggurat.core.engine.{label}"] != after[f"{name} ziggurat.core.engine.{label}"]
        for label in ("bots.tree.search", "bots.tree.greedy", "envs.lanes.step_lanes"):
            assert before[f"{name} ziggurat.{label}"] != after[f"{name} ziggurat.{label}"]


def test_a_change_in_one_game_recompiles_no_other(copy: Path) -> None:
    before = fingerprints(PACKAGE.parent)
    replace(copy / "ziggurat" / "games" / "babel" / "rules.py", "state.over = ", "state.over = 0 + ")
    after = fingerprints(copy)
    changed = {name.split()[0] for name in before if before[name] != after[name]}
    assert changed == {"babel"}


class Fruit(IntEnum):
    FIG = 1
    DATE = 2


RIPE = 3


@kernel
def count(number):  # type: ignore[no-untyped-def]
    return number + RIPE + ACTIONS


def test_the_fingerprint_covers_every_global_of_a_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = Binding("one", {"ACTIONS": 1}), Binding("two", {"ACTIONS": 2})
    assert count.fingerprint(one) != count.fingerprint(two)
    before = count.fingerprint(one)
    monkeypatch.setitem(count.function.__globals__, "RIPE", 4)
    count._fingerprints.clear()
    assert count.fingerprint(one) != before


def test_values_that_differ_are_described_differently() -> None:
    values = [
        *(0, False, 0.0, -0.0, "0", b"0", None, (0,), ((0,),), frozenset({0}), math.nan, math, np),
        *(np.uint64(0), np.int64(0), np.uint32(0)),
        *(np.zeros(2), np.zeros(3), np.zeros((2, 1)), np.ones(2), np.zeros(2, dtype=np.int32), np.ones((2, 2))),
        *(np.asfortranarray(np.ones((2, 2))), np.dtype("u8"), np.dtype("i8"), np.dtype([("a", "u8")])),
        *(np.dtype([("b", "u8")]), np.dtype([("a", "u8", (2,))]), np.dtype([("a", "u1"), ("b", "u8")])),
        *(np.dtype([("a", "u1"), ("b", "u8")], align=True), Fruit),
    ]
    assert len({describe(value) for value in values}) == len(values)


def test_mutable_globals_are_refused_in_kernels() -> None:
    for value in ([1], {"a": 1}, object(), os):
        with pytest.raises(TypeError, match="could not be told"):
            describe(value)
