"""Compiling ahead of time leaves nothing to compile later."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import ziggurat
from ziggurat import warmup
from ziggurat.core.compile import cache

pytestmark = [pytest.mark.long]  # processes of their own

# Everything a game's kernels are for, once; says what had to be compiled for it.
USE = """
import sys
import numpy as np
from numba.core import event

class Compiled(event.Listener):
    def on_start(self, given):
        if type(given.data["dispatcher"]).__name__ != "InnerDispatcher":
            print(given.data["dispatcher"], given.data["args"])
    def on_end(self, given):
        pass

event.register("numba:compile", Compiled())
import ziggurat
from ziggurat import bots
from ziggurat.core.choices.preview import preview
from ziggurat.envs.batch import CpuEnv
from ziggurat.envs.observer import Observer
from ziggurat.reviewing import review
from ziggurat.sim import simulate

game = ziggurat.game(sys.argv[1])
for seats in game.seat_counts:
    match = ziggurat.new(game.name, seats=seats, seed=1)
    match.play(match.legal()[0])
    match.decide(match.legal()[0])
    match.can_undo(), match.at(1), match.view(0), match.events(0), match.standings(), match.observation(0)
    preview(game, match.record(match.actor), match.actor)
    Observer(game, "rank").observe(match, 0)
    for name in ("random", "greedy", "search:10i", "apprentice"):
        bots.find(name)(game, 1).think(match.record(match.actor))
    review(match, 1.0)
    simulate(game, seats=seats, games=2, threads=2)
    for masks, observe in (("bytes", True), ("bits", False)):
        settings = dict(games=4, seats=seats, options={}, seed=1, reward="win", masks=masks, observe=observe)
        env = CpuEnv(game, **settings, threads=2)
        for _ in range(3):
            env.step(env.sample())
again = ziggurat.read(match.to_text())
assert again.digest() == match.digest()
assert ziggurat.load(game.name, match.position()).digest() == match.digest()
"""


@pytest.mark.parametrize("name", ziggurat.game_names())
def test_nothing_is_compiled_after_warmup(name: str) -> None:
    subprocess.run([sys.executable, "-m", "ziggurat", "warm", name], check=True, stdout=subprocess.DEVNULL)
    used = subprocess.run([sys.executable, "-c", USE, name], check=True, capture_output=True, text=True)
    assert used.stdout == ""
    assert used.stderr == ""


def test_a_part_is_compiled_when_all_its_files_are_there() -> None:
    game = ziggurat.game("babel")
    subprocess.run([sys.executable, "-m", "ziggurat", "warm", "babel"], check=True, stdout=subprocess.DEVNULL)
    assert all(warmup.is_compiled(game, part) for part in warmup.PARTS)
    files = cache.read(warmup.mark(game, "people"))
    assert files is not None
    missing = next(name for name in files.decode().split() if "redact_all" in name)
    folder = cache.cache_directory()
    assert folder is not None
    path = folder / f"{missing}{cache.ENDING}"
    aside = path.with_suffix(".aside")
    os.replace(path, aside)
    try:
        assert not warmup.is_compiled(game, "people")
        assert warmup.is_compiled(game, "batches")
    finally:
        os.replace(aside, path)
