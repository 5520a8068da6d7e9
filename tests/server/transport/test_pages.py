"""The page's files: routing, caching, compression, and a server without a built page."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.serving import Server, serving

INDEX = "<!doctype html><title>Ziggurat</title>"
SCRIPT = "export const one = 1;\n" * 100


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("page")
    built = folder / "page"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text(INDEX, "utf-8")
    (built / "assets" / "app-1a2b.js").write_text(SCRIPT, "utf-8")
    (built / "assets" / "app-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (built / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    with (
        serving(f"sqlite:///{folder}/ziggurat.db", page=built) as server,
        httpx.Client(base_url=server.url, headers={"accept-encoding": "identity"}, timeout=PATIENCE) as client,
    ):
        yield client


@pytest.mark.parametrize("path", ["/", "/index.html", "/tables/abc", "/rules/ur/12", "/settings", "/player/Dr.%20Who"])
def test_page_routes_get_index_html(page: httpx.Client, path: str) -> None:
    answer = page.get(path)
    assert answer.status_code == 200
    assert answer.text == INDEX
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    again = page.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/nowhere",
        "/metrics/x",
        "/missing.js",
        "/assets/gone.css",
        "/%2e%2e/ziggurat.db",
        "/player/%2e%2e/%2e%2e/ziggurat.db",
    ],
)
def test_missing_files_are_not_found(page: httpx.Client, path: str) -> None:
    answer = page.get(path)
    assert answer.status_code == 404
    assert answer.json() == {"reason": "There is nothing at this address."}


def test_files_with_hashed_names_are_cached_for_ever(page: httpx.Client) -> None:
    answer = page.get("/assets/app-1a2b.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert page.get("/icon.svg").headers["content-type"] == "image/svg+xml"
    assert page.get("/icon.svg").headers["cache-control"] == "no-cache"


def test_compressed_files_are_sent(page: httpx.Client) -> None:
    packed = page.get("/assets/app-1a2b.js", headers={"accept-encoding": "br, gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert packed.text == SCRIPT
    assert int(packed.headers["content-length"]) < len(SCRIPT)
    assert "content-encoding" not in page.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip;q=0"}).headers
    assert "content-encoding" not in page.get("/index.html", headers={"accept-encoding": "gzip"}).headers


def test_api_is_served_beside_the_page(page: httpx.Client) -> None:
    assert len(page.get("/api/games").json()) == 4
    assert page.head("/").status_code == 200
    assert "script-src 'self'" in page.get("/").headers["content-security-policy"]


def test_without_a_page_it_says_how_to_build_one(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with serving(f"sqlite:///{tmp_path}/ziggurat.db", page=tmp_path / "empty") as server:
        _says_how(server)


def _says_how(server: Server) -> None:
    answer = httpx.get(server.url, timeout=PATIENCE)
    assert answer.status_code == 200
    assert "make play" in answer.text
    assert httpx.get(f"{server.url}/missing.js", timeout=PATIENCE).status_code == 404
