"""The order and grouping of tests for several workers (`pytest -n 2 --dist loadscope`).

What takes long comes first, so that no worker is left with it at the end. Tests of one file, or of one folder, stay
together where they share what is costly to make; others go to whichever worker is free.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
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


# Folders and files that only `make long` runs, most because of a library that only it installs
# (requirements-long.txt). Where one is missing, `make long` fails; `make test` does not even import these files.
LONG = (
    *("apart/", "cluster/", "containers/", "packages/"),
    *("data/test_champions.py", "docs/test_notebooks.py", "docs/test_site.py"),  # pyarrow, nbformat, MkDocs
    *("envs/test_cuda.py", "sim/test_cuda.py"),  # numba-cuda
    *("envs/test_examples.py", "learn/test_learning.py", "example_game/test_training.py"),  # PyTorch
    *("envs/test_openspiel.py", "mini/test_solver.py"),  # OpenSpiel
    "envs/test_textarena.py",  # TextArena
    *("assistants/test_tools.py", "assistants/test_remote_tools.py"),  # mcp
)
GAMES = Path(__file__).parent / "games"


class Shared(LoadScopeScheduling):  # type: ignore[misc]
    """Gives tests that share servers, packages or a cluster to the same worker.

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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", help="run only the tests of one game, for instance babel")


def _is_long(path: str) -> bool:
    return any(f"tests/{part}" in path for part in LONG)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without the long tests, leave out files that have no others: they import what may not be installed.

    For one game (`--game`), leave out the folders of the others.
    """
    game = config.getoption("--game")
    of_another = game and collection_path.parent == GAMES and collection_path.is_dir() and collection_path.name != game
    long = config.option.markexpr == "not long" and _is_long(collection_path.as_posix())
    return True if of_another or long else None


def _is_about(item: pytest.Item, game: str) -> bool:
    """Whether a test lies in a game's folder, or is the case of that game of a test over all games."""
    file = item.nodeid.partition("::")[0]
    if file.startswith(f"tests/games/{game}/"):
        return True
    if not hasattr(item, "callspec"):
        return False
    return any(
        value == game
        or (isinstance(value, Setup) and value.game == game)
        or (isinstance(value, Path) and value.parent.name == game)
        for value in item.callspec.params.values()
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        order = FIRST + NEXT
        return next((at for at, part in enumerate(order) if f"tests/{part}" in item.nodeid), len(order))

    for item in items:
        setup = item.callspec.params.get("setup") if hasattr(item, "callspec") else None
        if _is_long(item.nodeid) or (isinstance(setup, Setup) and not setup.is_usual):
            item.add_marker(pytest.mark.long)
    if game := config.getoption("--game"):
        config.hook.pytest_deselected(items=[item for item in items if not _is_about(item, game)])
        items[:] = [item for item in items if _is_about(item, game)]
    items.sort(key=rank)
    gc.collect()
    gc.freeze()  # what has been imported and collected stays: the collector need not go through it again and again


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, started once: a process cannot have two."""
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
    """A full browser, with notifications and installed apps."""
    from tests.page.browsing import WHOLE, browsing

    with browsing(playwright, WHOLE) as running:
        yield running
