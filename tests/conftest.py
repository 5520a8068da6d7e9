"""In what order and in what groups tests run, where several workers share them (`pytest -n 2 --dist loadscope`).

What takes long comes first, so that no worker is left with it at the end. Tests of one file, or of one folder, stay
together where they share what is costly to make; others go to whichever worker is free.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from tests import entropy
from tests.playing import Setup

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

# Each worker computes with one thread: those of several would wait for each other. Read when PyTorch is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")

settings.register_profile("same every time", derandomize=True, database=None)
settings.load_profile("same every time")

FIRST = ("sim/test_cuda", "envs/test_cuda", "packages/", "containers/", "cluster/", "page/", "example_game/", "server/")
NEXT = ("learn/", "envs/", "mini/", "bots/", "games/")
ALONE = ("sim/test_cuda", "envs/", "page/", "bots/", "games/test_contract")  # each test for itself
TOGETHER = ("cluster/", "example_game/")  # all files of a folder


LONG = ("cluster/", "containers/", "packages/")  # folders that only `make long` runs


class Shared(LoadScopeScheduling):  # type: ignore[misc]
    """Gives what shares servers, packages or a cluster to one worker.

    By where a test lies, and not by `pytest.mark.xdist_group`: xdist 3.8 writes groups where pytest 9.2 no longer reads
    them, and then gives each test to whoever is free without a word.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if any(file.startswith(f"tests/{part}") for part in ALONE):
            return nodeid
        return next((part for part in TOGETHER if file.startswith(f"tests/{part}")), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling | None:
    return Shared(config, log) if config.getvalue("dist") == "loadscope" else None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    entropy.begin(item.nodeid)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        order = FIRST + NEXT
        return next((at for at, part in enumerate(order) if f"tests/{part}" in item.nodeid), len(order))

    for item in items:
        setup = item.callspec.params.get("setup") if hasattr(item, "callspec") else None
        if any(f"tests/{part}" in item.nodeid for part in LONG) or (isinstance(setup, Setup) and not setup.is_usual):
            item.add_marker(pytest.mark.long)
    items.sort(key=rank)
    gc.collect()
    gc.freeze()  # what has been imported and collected stays: the collector need not go through it again and again


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """There can be no second one in a process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driving:
        yield driving


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One browser for all tests of a worker."""
    from tests.page.browsing import browsing

    with browsing(playwright) as running:
        yield running


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """One with everything that people's have: notices, and apps."""
    from tests.page.browsing import WHOLE, browsing

    with browsing(playwright, WHOLE) as running:
        yield running
