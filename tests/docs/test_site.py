"""The documentation site builds, is complete, and fetches nothing from other servers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Request, expect

import ziggurat
from tests.patience import until
from ziggurat import bots, cluster, envs, ladder, mini, sim

ROOT = Path(__file__).parent.parent.parent
# Not `--quiet`: warnings that are not printed do not fail the build.
COMMAND = [sys.executable, "-m", "mkdocs", "build", "--strict"]
UNDOCUMENTED = {"LEVELS", "Progress", "STAY"}  # values and type names, described where they are used


def build(into: Path, config: Path = ROOT / "mkdocs.yml") -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, "--config-file", str(config), "--site-dir", str(into)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = build(folder)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


class Links(HTMLParser):
    """A page's assets, links and anchors."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.anchors |= {attributes[name] for name in ("id", "name") if name in attributes}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag == "link" and attributes.get("rel") not in ("canonical", "next", "prev"):
            self.fetched.append(attributes.get("href", ""))
        if tag in ("script", "img", "iframe", "source", "video"):
            self.fetched += [attributes[name] for name in ("src", "srcset") if name in attributes]


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Links]:
    return {path.relative_to(site).as_posix(): Links(path) for path in sorted(site.rglob("*.html"))}


def test_no_page_is_in_the_navigation_twice() -> None:
    placed = re.findall(r"^ +- .*: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert len(placed) > 40
    assert sorted(set(placed)) == sorted(placed)


def test_every_page_and_every_game_is_there(pages: dict[str, Links]) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        name = page.relative_to(ROOT / "docs").with_suffix("").as_posix()
        assert f"{name}/index.html".replace("index/index", "index") in pages
    for game in ziggurat.game_names():
        assert {f"rules/{game}/index.html", f"rules/{game}.nl/index.html"} <= set(pages)
        assert "clause-1" in pages[f"rules/{game}/index.html"].anchors


@pytest.mark.parametrize(
    "module", [ziggurat, bots, cluster, envs, ladder, mini, sim], ids=lambda module: module.__name__
)
def test_every_public_name_is_in_the_reference(pages: dict[str, Links], module: ModuleType) -> None:
    anchors = {anchor for name, page in pages.items() if name.startswith("api/") for anchor in page.anchors}
    own = [name for name in module.__all__ if name not in UNDOCUMENTED]
    assert not [name for name in own if f"{module.__name__}.{name}" not in anchors]


def test_every_link_points_to_a_page_and_an_anchor(site: Path, pages: dict[str, Links]) -> None:
    dead = []
    for name, page in pages.items():
        if name == "404.html":  # its links are absolute
            continue
        for link in page.links:
            to = urlsplit(urljoin(f"/{name}", link))
            if urlsplit(link).scheme or not link:
                continue
            path = unquote(to.path).removeprefix("/")
            file = f"{path}index.html" if path.endswith("/") or not path else path
            anchor = unquote(to.fragment)
            if not (site / file).is_file() or (anchor and file in pages and anchor not in pages[file].anchors):
                dead.append(f"{name}: {link}")
    assert not dead


def test_nothing_is_fetched_from_other_servers(site: Path, pages: dict[str, Links]) -> None:
    for name, page in pages.items():
        assert not [address for address in page.fetched if re.match(r"(https?:)?//", address)], name
    for style in site.rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//", style.read_text("utf-8")), style.name


def test_dead_links_and_pages_without_navigation_fail(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Here\n\n[there](index.md#nowhere) [gone](gone.md)\n", "utf-8")
    (tmp_path / "docs" / "lost.md").write_text("# Lost\n", "utf-8")
    settings = (ROOT / "mkdocs.yml").read_text("utf-8")
    validation = settings[settings.index("validation:") :]
    (tmp_path / "mkdocs.yml").write_text(f"site_name: small\nnav: [index.md]\n{validation}", "utf-8")
    built = build(tmp_path / "site", tmp_path / "mkdocs.yml")
    output = built.stdout + built.stderr
    assert built.returncode != 0
    assert "lost.md" in output
    assert "gone.md" in output
    assert "#nowhere" in output


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_search_works_offline_and_the_page_fits_a_phone(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    foreign: list[str] = []

    def record(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            foreign.append(request.url)

    page.on("request", record)
    page.goto(address)
    page.get_by_role("link", name="I do research").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("For researchers")
    page.locator("label[for=__search].md-header__button").click()
    box, results = page.get_by_role("textbox", name="Search"), page.locator(".md-search-result__item")
    box.press_sequentially("single_vector")

    def has_results() -> bool:
        box.press("End")  # the search listens to keys only once its scripts run
        return results.count() > 0

    until(has_results, "there are results")
    expect(results.first).to_be_visible()
    # The search slides in: what counts is where it comes to rest.
    until(lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page fits")
    context.close()
    assert not foreign
