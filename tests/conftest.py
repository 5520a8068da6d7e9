"""In what order and in what groups tests run, where several workers share them (`pytest -n 2 --dist loadgroup`).

What takes long comes first, so that no worker is left with it at the end. Tests of one file stay together where they
share what is costly to make; others go to whichever worker is free.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.playing import Setup

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Each worker computes with one thread: those of several would wait for each other. Read when PyTorch is imported.
os.environ.setdefault("OMP_NUM_THREADS", "1")

FIRST = ("sim/test_cuda", "envs/test_cuda", "packages/", "containers/", "cluster/", "page/", "example_game/", "server/")
NEXT = ("learn/", "envs/", "mini/", "bots/", "games/")
ALONE = ("sim/test_cuda", "envs/", "page/", "bots/", "games/test_contract")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        order = FIRST + NEXT
        return next((at for at, part in enumerate(order) if f"tests/{part}" in item.nodeid), len(order))

    for item in items:
        setup = item.callspec.params.get("setup") if hasattr(item, "callspec") else None
        if isinstance(setup, Setup) and not setup.is_usual:  # `make check` plays every game with its usual options
            item.add_marker(pytest.mark.slow)
        own = item.get_closest_marker("xdist_group") is not None  # it shares something with tests of other files
        if not own and not any(f"tests/{part}" in item.nodeid for part in ALONE):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
    items.sort(key=rank)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a worker: there can be no second Playwright in a process."""
    from playwright.sync_api import sync_playwright

    from tests.page.browsing import browsing

    with sync_playwright() as playwright, browsing(playwright) as running:
        yield running
