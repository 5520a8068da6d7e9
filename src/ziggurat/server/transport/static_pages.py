"""The built page: its files at /, and index.html wherever the page itself finds its way."""

from __future__ import annotations

import asyncio
import hashlib
import mimetypes
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from litestar import Request, Response, route
from litestar.datastructures import State

from ziggurat.server.refusals import NOTHING_HERE, NotFound
from ziggurat.server.transport import link_previews
from ziggurat.server.transport.host_check import site_of

BUILT = Path(__file__).parents[2] / "page"
OURS = ("api", "healthz", "metrics")  # never the page's
PEOPLE = "player"  # whose names may have dots: no file is there
FOREVER = "public, max-age=31536000, immutable"  # names under assets/ change with what is in the file
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))  # best first
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
HEAD_ENDS = b"</head>"
NOT_BUILT = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Ziggurat</title>
<h1>Ziggurat</h1>
<p>The server is running; the page to play on has not been built yet.</p>
<p>In a copy of the source, <code>make play</code> builds it, serves it and opens it.
An installed <code>ziggurat</code> brings it along; <code>ZIGGURAT_PAGE</code> can name a folder that has it.</p>
<p>Programs need no page: <a href="/api/schema/openapi.json">the interface</a> is theirs.</p>
</html>
"""


def page_handler(folder: str) -> Any:
    """The handler for everything that is not the interface's, with the files of a folder (none given: our own)."""
    root = (Path(folder) if folder else BUILT).resolve()

    @route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False)
    async def get_page(request: Request[Any, Any, State], path: str = "/") -> Response[bytes]:
        """A file of the page; what no file can be called is not there."""
        try:
            found = await asyncio.to_thread(_answer, root, path, request.headers)
        except (OSError, ValueError):
            raise NotFound(NOTHING_HERE) from None
        return await _with_preview(found, request) if isinstance(found, Index) else found

    return get_page


class Index(NamedTuple):
    """The page itself, which is not sent as it lies there."""

    html: bytes


async def _with_preview(index: Index, request: Request[Any, Any, State]) -> Response[bytes]:
    """The page, with what a link to it shows; proxies and browsers ask each time whether it is another."""
    path = request.scope["path"]
    told = await link_previews.tags(request.app.state.server, site_of(request), path)
    html = index.html.replace(HEAD_ENDS, f"    {told}\n  ".encode() + HEAD_ENDS, 1)
    etag = f'"{hashlib.blake2b(html, digest_size=8).hexdigest()}"'
    headers = {"cache-control": "no-cache", "etag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(b"", status_code=304, media_type="text/html", headers=headers)
    return Response(html, media_type="text/html", headers=headers)


def _answer(root: Path, path: str, headers: Any) -> Response[bytes] | Index:
    parts = PurePosixPath(path.lstrip("/")).parts
    if parts and parts[0] in OURS:
        raise NotFound(NOTHING_HERE)
    file = root.joinpath(*parts).resolve()
    if not file.is_relative_to(root):  # asked before anything else is, so that the answer tells nothing about it
        raise NotFound(NOTHING_HERE)
    if not parts or parts[0] == PEOPLE or (not file.suffix and not file.is_file()):
        file = root / "index.html"
    if not file.is_file():
        if file == root / "index.html":
            return Response(NOT_BUILT, media_type="text/html", headers={"cache-control": "no-cache"})
        raise NotFound(NOTHING_HERE)
    if file == root / "index.html":
        return Index(file.read_bytes())
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    encoding, found = _smallest(file, headers.get("accept-encoding", ""))
    status = found.stat()
    told = {
        "cache-control": FOREVER if parts[:1] == ("assets",) else "no-cache",
        "etag": f'"{status.st_mtime_ns:x}-{status.st_size:x}"',
        "vary": "accept-encoding",
    }
    if headers.get("if-none-match") == told["etag"]:
        return Response(b"", status_code=304, media_type=kind, headers=told)
    if encoding:
        told["content-encoding"] = encoding
    return Response(found.read_bytes(), media_type=kind, headers=told)


def _smallest(file: Path, accepted: str) -> tuple[str | None, Path]:
    """The file, or what it was compressed to beforehand, if the browser takes that."""
    wishes = [wish.replace(" ", "") for wish in accepted.split(",")]
    takes = {wish.partition(";")[0] for wish in wishes if not wish.endswith(";q=0")}
    for encoding, suffix in ENCODINGS:
        packed = file.with_name(file.name + suffix)
        if encoding in takes and packed.is_file():
            return encoding, packed
    return None, file
