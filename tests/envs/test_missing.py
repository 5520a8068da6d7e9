"""Importing Ziggurat needs no optional library, and a missing one is named with the command that installs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in ("pettingzoo", "gymnasium", "pyspiel", "torch"):
    sys.modules[name] = None  # as if it were not installed
import ziggurat, ziggurat.envs
ziggurat.envs.vector("babylonia", games=2, seats=2)
try:
    {call}
except ziggurat.envs.MissingDependency as missing:
    assert isinstance(missing, ziggurat.ZigguratError) and isinstance(missing, ImportError)
    print(missing)
"""


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ("ziggurat.envs.aec('babylonia')", "An environment of agents needs PettingZoo"),
        ("ziggurat.envs.single('babylonia')", "An environment for one agent needs Gymnasium"),
        ("ziggurat.envs.register_openspiel()", "Registering the games with OpenSpiel needs OpenSpiel"),
    ],
)
def test_a_missing_library_is_named(call: str, sentence: str) -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT.format(call=call)], capture_output=True, text=True, check=True)
    assert run.stdout == f"{sentence}: install it with `pip install 'ziggurat[rl]'`.\n"
