"""Serves the built page: its files, and index.html for every path that the page routes itself."""

from __future__ import annotations

import asyncio
import functools
import gzip
import hashlib
import json
import mimetypes
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from litestar import Request, Response, route
from litestar.datastructures import State

from ziggurat.server import look
from ziggurat.server.refusals import NOTHING_HERE, NotFound
from ziggurat.server.transport import device_networks, link_previews
from ziggurat.server.transport.host_check import site_of

BUILT = Path(__file__).parents[2] / "page"
RESERVED = ("api", "healthz", "metrics")  # not the page's
PLAYER = "player"  # followed by a name, which may have dots; it is never a file
FOREVER = "public, max-age=31536000, immutable"  # names under assets/ contain a hash of the file
PLAIN = "identity"
DEVICE = Path("assets", "device")
COMPRESSIBLE = (".html", ".js", ".css", ".svg", ".json", ".txt", ".wasm", ".bin")
LEAST = 512  # bytes: below that compressing saves nothing
LEVEL = 6  # of gzip: 9 takes eight times as long for one per cent
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
MANIFEST = "/manifest.webmanifest"
HEAD_ENDS = b"</head>"
NOT_BUILT = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Ziggurat</title>
<h1>Ziggurat</h1>
<p>The server is running; the page has not been built yet.</p>
<p>In a copy of the source, <code>make play</code> builds it, serves it and opens it.
An installed <code>ziggurat</code> brings it along; <code>ZIGGURAT_PAGE</code> can name a folder that has it.</p>
<p>Programs can use <a href="/api/schema/openapi.json">the API</a>.</p>
</html>
"""


def build_of(folder: str) -> str:
    """Which build of the page is in a folder (by default our own); empty if there is none."""
    version = (Path(folder) if folder else BUILT) / "version.json"
    try:
        return str(json.loads(version.read_text("utf-8"))["version"])
    except (OSError, ValueError, LookupError, TypeError):
        return ""


def page_handlers(folder: str) -> list[Any]:
    """The handlers for everything but the API, with the files of a folder (by default our own)."""
    root = (Path(folder) if folder else BUILT).resolve()

    @route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False)
    async def get_page(request: Request[Any, Any, State], path: str = "/") -> Response[bytes]:
        """A file of the page."""
        own: look.OwnLook = request.app.state.server.settings.own_look()
        try:
            if path == MANIFEST and own != look.OwnLook():
                return await asyncio.to_thread(_own_manifest, root, own)
            answer = await asyncio.to_thread(_answer, root, path, request.headers)
        except (OSError, ValueError):
            raise NotFound(NOTHING_HERE) from None
        return await _with_preview(answer, request, own) if isinstance(answer, Index) else answer

    # cost: a first visit takes a hundred of them, and a whole club may come from one address
    @route("/assets/{path:path}", http_method=["GET", "HEAD"], include_in_schema=False, opt={"cost": 0.05})
    async def get_asset(request: Request[Any, Any, State], path: str) -> Response[bytes]:
        """A file that never changes."""
        try:
            answer = await asyncio.to_thread(_answer, root, f"/assets{path}", request.headers)
        except (OSError, ValueError):
            raise NotFound(NOTHING_HERE) from None
        if isinstance(answer, Index):
            raise NotFound(NOTHING_HERE)
        return answer

    return [get_page, get_asset]


class Index(NamedTuple):
    """index.html, to which a link preview is added."""

    html: bytes


def _own_manifest(root: Path, own: look.OwnLook) -> Response[bytes]:
    content = look.manifest((root / MANIFEST[1:]).read_bytes(), own)
    return Response(content, media_type=TYPES[".webmanifest"], headers={"cache-control": "no-cache"})


async def _with_preview(index: Index, request: Request[Any, Any, State], own: look.OwnLook) -> Response[bytes]:
    """The page with the host's look and a link preview; proxies and browsers check each time whether it has changed."""
    path, server = request.scope["path"], request.app.state.server
    tags = await link_previews.tags(server, own.title, site_of(request), path)
    html = look.dressed(index.html, own).replace(HEAD_ENDS, f"    {tags}\n  ".encode() + HEAD_ENDS, 1)
    etag = f'"{hashlib.blake2b(html, digest_size=8).hexdigest()}"'
    headers = {"cache-control": "no-cache", "etag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, media_type="text/html", headers=headers)
    return Response(html, media_type="text/html", headers=headers)


def _answer(root: Path, path: str, headers: Any) -> Response[bytes] | Index:
    parts = PurePosixPath(path.lstrip("/")).parts
    if parts and parts[0] in RESERVED:
        raise NotFound(NOTHING_HERE)
    file = root.joinpath(*parts).resolve()
    if not file.is_relative_to(root):  # checked first, so that the answer reveals nothing about other files
        raise NotFound(NOTHING_HERE)
    if not parts or parts[0] == PLAYER or (not file.suffix and not file.is_file()):
        file = root / "index.html"
    if file == root / "index.html":
        if file.is_file():
            return Index(file.read_bytes())
        return Response(NOT_BUILT, media_type="text/html", headers={"cache-control": "no-cache"})
    mark = _mark(file, root)
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    encoding = _encoding(file, headers.get("accept-encoding", ""))
    response_headers = {
        "cache-control": FOREVER if parts[:1] == ("assets",) else "no-cache",
        "etag": f'"{mark}-{encoding}"',
        "vary": "accept-encoding",
    }
    if headers.get("if-none-match") == response_headers["etag"]:
        return Response(b"", status_code=304, media_type=kind, headers=response_headers)
    if encoding != PLAIN:
        response_headers["content-encoding"] = encoding
    return Response(_content(file, encoding, mark), media_type=kind, headers=response_headers)


def _mark(file: Path, root: Path) -> str:
    """What changes with the content of a file, or of a network, which is no file."""
    if file.is_file():
        status = file.stat()
        return f"{status.st_mtime_ns:x}-{status.st_size:x}"
    if file.parent == root / DEVICE and device_networks.named(file.name) is not None:
        return file.stem
    raise NotFound(NOTHING_HERE)


def _encoding(file: Path, accepted: str) -> str:
    """How a file is sent: as the build has compressed it, as we do, or as it is."""
    offers = [offer.replace(" ", "") for offer in accepted.split(",")]
    allowed = {offer.partition(";")[0] for offer in offers if not offer.endswith(";q=0")}
    if "br" in allowed and _brotli(file).is_file():
        return "br"
    is_worth_it = file.suffix in COMPRESSIBLE and (not file.is_file() or file.stat().st_size >= LEAST)
    return "gzip" if "gzip" in allowed and is_worth_it else PLAIN


def _content(file: Path, encoding: str, mark: str) -> bytes:
    if encoding == "gzip":
        return _gzipped(file, mark)
    return _read(_brotli(file) if encoding == "br" else file, mark)


@functools.lru_cache(maxsize=512)
def _read(file: Path, mark: str) -> bytes:
    """A file's content: one copy for all readers, of whom some may be slow."""
    return file.read_bytes() if file.is_file() else device_networks.named(file.name) or b""


def _brotli(file: Path) -> Path:
    return file.with_name(f"{file.name}.br")


@functools.lru_cache(maxsize=512)
def _gzipped(file: Path, mark: str) -> bytes:
    """A file compressed: once, for all who ask."""
    return gzip.compress(_content(file, PLAIN, mark), LEVEL, mtime=0)
