"""The page of a fifth game, made of the files in `page/` only."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.example_game.conftest import HERE
from tests.page.browsing import Player, Visitor
from tests.page.conftest import until_ready
from tests.server.serving import Server, serving

WEB = HERE.parents[1] / "web"
OTHERS = ("node_modules", "tests")  # of web/, what a build does not need a copy of
pytestmark = pytest.mark.long


def run(environment: dict[str, str], *command: str, folder: Path) -> None:
    ran = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-4000:]


@pytest.fixture(scope="module")
def built(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page with one more game, built as CONTRIBUTING.md says."""
    root = tmp_path_factory.mktemp("wells")
    web = root / "web"
    shutil.copytree(WEB, web, ignore=shutil.ignore_patterns(*OTHERS))
    (web / "node_modules").symlink_to(WEB / "node_modules")
    shutil.copytree(HERE / "page", web / "src", dirs_exist_ok=True)
    run(environment, "scripts/generate.py", folder=web)
    run(environment, "npm.py", "run", "types", folder=web)
    run(environment, "npm.py", "run", "check", folder=web)
    run(environment, "npm.py", "run", "build", folder=web)
    return root / "src" / "ziggurat" / "page"


@pytest.fixture(scope="module")
def server(built: Path, environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("tables") / "ziggurat.db"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PYTHONPATH", environment["PYTHONPATH"])
        with serving(f"sqlite:///{database}", page=built) as running:
            until_ready(running.url)
            yield running


def test_match_in_a_browser_in_dutch(server: Server, browser: Browser) -> None:
    visitor = Visitor(browser, server.url)
    page = visitor.open("/")
    page.get_by_role("heading", name="Nine Wells").first.wait_for()
    table = visitor.new_table("wells", "random", "greedy", seed=3)
    page = visitor.open(f"/table/{table}")
    page.get_by_text("Your spring:").first.wait_for()
    assert Player(visitor).play_out() >= 3
    assert sum(visitor.api("GET", f"/tables/{table}")["result"]["scores"]) > 9
    assert not visitor.complaints
    visitor.close()
    visitor = Visitor(browser, server.url, locale="nl-NL")
    page = visitor.open(f"/table/{visitor.new_table('wells', 'random', seed=3)}")
    page.get_by_text("Jouw bron:").first.wait_for()
    visitor.close()
