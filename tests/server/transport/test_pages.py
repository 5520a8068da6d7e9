"""The page's files: routing, caching, compression, and a server without a built page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import ziggurat
from tests.patience import PATIENCE
from tests.server.serving import Server, serving
from ziggurat.server.transport import device_networks

INDEX = "<!doctype html><title>Ziggurat</title>"
SCRIPT = "export const one = 1;\n" * 100
BROTLI = b"only this is sent, and not read"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("page")
    built = folder / "page"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text(INDEX, "utf-8")
    (built / "assets" / "app-1a2b.js").write_text(SCRIPT, "utf-8")
    (built / "assets" / "app-1a2b.js.br").write_bytes(BROTLI)
    (built / "assets" / "short-1a2b.js").write_text("1;", "utf-8")
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
    with page.stream("GET", "/assets/app-1a2b.js", headers={"accept-encoding": "gzip, br"}) as built:
        assert built.headers["content-encoding"] == "br"
        assert b"".join(built.iter_raw()) == BROTLI
    packed = page.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip, deflate"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    assert packed.text == SCRIPT
    assert int(packed.headers["content-length"]) < len(SCRIPT)
    assert len({packed.headers["etag"], built.headers["etag"], page.get("/assets/app-1a2b.js").headers["etag"]}) == 3
    known = {"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]}
    assert page.get("/assets/app-1a2b.js", headers=known).status_code == 304
    assert "content-encoding" not in page.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip;q=0"}).headers
    assert "content-encoding" not in page.get("/assets/short-1a2b.js", headers={"accept-encoding": "gzip"}).headers
    assert "content-encoding" not in page.get("/index.html", headers={"accept-encoding": "gzip"}).headers


def test_networks_are_made_from_the_games_own(page: httpx.Client) -> None:
    """A page does not have them again."""
    network = device_networks.packed(ziggurat.game("ur"))
    assert network is not None
    name = device_networks.hashed("ur-network.bin", network)
    for accepted in ("gzip", "identity"):
        sent = page.get(f"/assets/device/{name}", headers={"accept-encoding": accepted})
        assert sent.content == network
        assert sent.headers.get("content-encoding", "identity") == accepted
        assert sent.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert int(sent.headers["content-length"]) == len(network)
    for other in (f"/assets/{name}", f"/{name}", "/assets/device/ur-network-0123456789.bin", "/assets/device/x.bin"):
        assert page.get(other).status_code == 404
    assert page.get("/assets/device/senet-network-0123456789.bin").status_code == 404


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
