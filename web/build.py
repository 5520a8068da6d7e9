"""Build the page into src/ziggurat/page, unless what is there is newer than everything it is made from.

python web/build.py [--force]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from npm import WEB, install, npm

BUILT = WEB.parent / "src" / "ziggurat" / "page"
CONFIGURATION = ("index.html", "package.json", "package-lock.json", "svelte.config.js", "vite.config.ts")
SOURCES = (*CONFIGURATION, "public", "scripts", "src")


def build(*, force: bool = False) -> None:
    """Build it, if it has to be."""
    if not force and is_fresh():
        return
    install()
    print("Building the page…", flush=True)
    if npm("run", "build", quiet=True):
        sys.exit("The page could not be built; npm's own words are above.")


def is_fresh(built: Path = BUILT) -> bool:
    """Whether the built page is newer than every source. Folders count: they are as new as what was last removed."""
    page = built / "index.html"
    return page.exists() and page.stat().st_mtime > max(path.stat().st_mtime for path in sources())


def sources() -> Iterator[Path]:
    """Everything the page is made from."""
    for name in SOURCES:
        path = WEB / name
        yield path
        if path.is_dir():
            yield from path.rglob("*")


if __name__ == "__main__":
    build(force="--force" in sys.argv)
