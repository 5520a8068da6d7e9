"""The capacity plan: page and script agree, and the simulation behaves as queues do."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def capacity() -> Any:
    return runpy.run_path(str(ROOT / "docs" / "make" / "capacity.py"))


@pytest.fixture(scope="module")
def queueing(capacity: Any) -> Any:
    return sys.modules["queueing"]  # which the plan imports


def test_the_page_has_the_figures_of_the_script(capacity: Any) -> None:
    text = capacity["PAGE"].read_text("utf-8")
    assert capacity["page"](text) == text, "run python docs/make/capacity.py"


def test_simulated_waiting_times_are_on_the_page(capacity: Any, queueing: Any) -> None:
    text = capacity["PAGE"].read_text("utf-8")
    small = capacity["SIZES"][0]
    figures = queueing.simulate(capacity["load"](small), 60.0, 1)
    assert f"| {small:,} | {capacity['simulated'](figures)} |" in text, "run python docs/make/capacity.py --simulate"


def test_every_measured_number_names_its_command(capacity: Any) -> None:
    for one in capacity["COSTS"].values():
        command = one.source.split()
        assert command[0] in ("python", "ZIGGURAT_REVIEW_SECONDS", "its")
        assert command[0] != "python" or (ROOT / command[1]).is_file()


@pytest.mark.parametrize("name", ["processes", "cores", "money", "journal", "leader"])
def test_more_players_need_more(capacity: Any, name: str) -> None:
    small, middle, large = (capacity["plan"](players)[name] for players in capacity["SIZES"])
    assert small < middle < large


def test_same_seed_simulates_the_same(capacity: Any, queueing: Any) -> None:
    load = capacity["load"](1000)
    assert queueing.simulate(load, 5.0, 7) == queueing.simulate(load, 5.0, 7)
    assert queueing.simulate(load, 5.0, 7) != queueing.simulate(load, 5.0, 8)


@pytest.mark.parametrize("busy", [0.3, 0.7])
def test_one_process_waits_as_the_textbook_says(queueing: Any, busy: float) -> None:
    """M/M/1: the mean time in the system is 1 / (service rate - arrival rate)."""
    service = 0.002
    load = queueing.Load(moves=busy / service, processes=1, move=service, commit=0, spread=1.0)
    figures = queueing.simulate(load, 200.0, 1)
    assert figures["mean_ms"] == pytest.approx(1000 / (1 / service - busy / service), rel=0.1)
    assert figures["busiest_process"] == pytest.approx(busy, abs=0.02)


def test_commits_gather_what_comes_meanwhile(queueing: Any) -> None:
    process = queueing.Process()
    assert process.commit(0.0, 1.0) == 1.0
    assert process.commit(0.2, 1.0) == 2.0
    assert process.commit(0.9, 1.0) == 2.0
    assert process.commit(1.1, 1.0) == 3.0
    assert process.commit(9.0, 1.0) == 10.0


def test_too_few_cores_for_bots_are_noticed(queueing: Any) -> None:
    load = queueing.Load(moves=10, processes=1, move=0.001, commit=0, decisions=10, cores=1, decision=0.2)
    assert queueing.simulate(load, 20.0, 1)["bots_wait_p99_ms"] > 1000
