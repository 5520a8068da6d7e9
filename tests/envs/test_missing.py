"""Importing Ziggurat needs no optional library, and a missing one is named with the command that installs it."""

from __future__ import annotations

import subprocess
import sys

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
