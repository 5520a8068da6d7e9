"""Importing Ziggurat needs no optional library, and a missing one is named with the command that installs it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import ziggurat
import ziggurat.envs

WITHOUT = """
import sys
for name in ("pettingzoo", "gymnasium", "pyspiel", "torch"):
    sys.modules[name] = None  # as if it were not installed
import ziggurat, ziggurat.envs
ziggurat.envs.vector("babylonia", games=2, seats=2)
calls = (
    lambda: ziggurat.envs.aec("babylonia"),
    lambda: ziggurat.envs.single("babylonia"),
    lambda: ziggurat.envs.register_openspiel(),
)
for call in calls:
    try:
        call()
    except ziggurat.envs.MissingDependency as missing:
        assert isinstance(missing, ziggurat.ZigguratError) and isinstance(missing, ImportError)
        print(missing)
"""
SENTENCES = (
    "An environment of agents needs PettingZoo",
    "An environment for one agent needs Gymnasium",
    "Registering the games with OpenSpiel needs OpenSpiel",
)


def test_a_missing_library_is_named() -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    messages = [f"{sentence}: install it with `pip install 'ziggurat[rl]'`." for sentence in SENTENCES]
    assert run.stdout.splitlines() == messages


REGISTERED = """
import ziggurat.envs, gymnasium
print(gymnasium.make("ziggurat/Babel-v0").unwrapped)
"""


def test_importing_the_environments_registers_them_with_gymnasium() -> None:
    run = subprocess.run([sys.executable, "-c", REGISTERED], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("ziggurat.envs.single('babel'")


@pytest.mark.parametrize("make", [ziggurat.envs.aec, ziggurat.envs.single, ziggurat.envs.vector])
def test_unknown_keyword_arguments_are_type_errors(make: Any) -> None:
    more = {"games": 2} if make is ziggurat.envs.vector else {}
    with pytest.raises(TypeError, match="device_of_the_caller") as caught:
        make("babel", device_of_the_caller="cpu", **more)
    assert isinstance(caught.value, ziggurat.BadOption)
