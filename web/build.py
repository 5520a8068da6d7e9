"""Build the page into src/ziggurat/page, unless what is there is newer than everything it is made from.

python web/build.py [--force]
python web/build.py --site     # as static files that need no server, into build/play
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from npm import WEB, install, npm

try:
    import fcntl
except ImportError:  # on Windows, where nobody builds twice at once
    fcntl = None  # type: ignore[assignment]

BUILT = WEB.parent / "src" / "ziggurat" / "page"
SITE = WEB.parent / "build" / "play"
LOCK = WEB.parent / "build" / "page.lock"
CONFIGURATION = ("index.html", "package.json", "package-lock.json", "svelte.config.js", "vite.config.ts")
SOURCES = (*CONFIGURATION, "public", "scripts", "src")
PROJECT = WEB.parent
DEVICE = PROJECT / "build" / "device"  # what plays without a server (`ziggurat.browser.bundle`)


def build(*, force: bool = False, site: bool = False) -> None:
    """Build it, if it has to be."""
    built = SITE if site else BUILT
    if not force and is_fresh(built):
        return
    with alone():
        if not force and is_fresh(built):  # somebody else has built it meanwhile
            return
        install()
        bundle(force=force)
        print("Building the page…", flush=True)
        if npm("run", "build", *(["--", "--mode", "site"] if site else []), quiet=True):
            sys.exit("The page could not be built; npm's own words are above.")


def bundle(*, force: bool = False) -> None:
    """Bundle our Python for the browser, if it has to be."""
    made = DEVICE / "device.json"
    if not force and made.exists() and made.stat().st_mtime > max(path.stat().st_mtime for path in bundled()):
        return
    print("Bundling Python for the browser…", flush=True)
    # pip names what a build needs on the same path: without it, a build from a clone has no NumPy.
    path = [str(PROJECT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    done = subprocess.run([sys.executable, "-m", "ziggurat.browser.bundle"], env=environment, cwd=PROJECT, check=False)
    if done.returncode:
        sys.exit("Python could not be bundled for the browser; what went wrong is above.")


def bundled() -> Iterator[Path]:
    """Everything that the last bundle was made from, as far as it is still there."""
    yield PROJECT / "src" / "ziggurat" / "browser" / "bundle.py"
    listed = DEVICE / "inputs.txt"
    if listed.exists():
        yield from (path for name in listed.read_text("utf-8").split() if (path := PROJECT / name).exists())


@contextmanager
def alone() -> Iterator[None]:
    """Keep other processes from building meanwhile: two at once would write into one folder, each a half."""
    if fcntl is None:
        yield
        return
    LOCK.parent.mkdir(exist_ok=True)
    with LOCK.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def is_fresh(built: Path = BUILT) -> bool:
    """Whether the built page is newer than every source. Folders count: they are as new as what was last removed."""
    page = built / "index.html"
    if not (DEVICE / "inputs.txt").exists():
        return False
    return page.exists() and page.stat().st_mtime > max(path.stat().st_mtime for path in sources())


def sources() -> Iterator[Path]:
    """Everything the page is made from."""
    yield from bundled()
    for name in SOURCES:
        path = WEB / name
        if not is_compiled_into(path):
            yield path
        if path.is_dir():
            yield from (one for one in path.rglob("*") if one.suffix != ".pyc" and not is_compiled_into(one))


def is_compiled_into(folder: Path) -> bool:
    """Whether Python keeps what it has compiled here: such a folder is as new as the last run of something in it."""
    return folder.name == "__pycache__" or (folder / "__pycache__").exists()


if __name__ == "__main__":
    build(force="--force" in sys.argv, site="--site" in sys.argv)
    if "--site" in sys.argv:
        print(f"The site is in {SITE}. To look at it: python -m http.server --directory {SITE}")
