"""Checks that this machine has what the tests need: `python tests/preflight.py`.

Everything that is wrong is said at once, one sentence each, with what to do about it. As root on Debian or Ubuntu,
missing programs are installed instead; with `long` also those that only `make long` wants. Runs before anything is
installed, so it needs only the standard library.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
READY = ROOT / ".venv" / ".ready"
APT_LOG = ROOT / "build" / "apt.log"
GIGABYTE = 10**9
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FIREFOX = ("firefox-esr", "firefox")
POSTGRES = Path("/usr/lib/postgresql")  # where Debian keeps what is not on the path


class Program(NamedTuple):
    """A program the tests start."""

    name: str
    purpose: str
    packages: tuple[str, ...]  # Debian's
    optional: bool = False
    long: bool = False  # only `make long` wants it

    def is_there(self) -> bool:
        if self.name == "PostgreSQL":
            return bool(shutil.which("initdb") or [*POSTGRES.glob("*/bin/initdb")])
        if self.name == "Chromium":
            return any(shutil.which(name) for name in BROWSERS)
        if self.name == "Firefox":
            return any(shutil.which(name) for name in FIREFOX)
        return shutil.which(self.name, path=f"{os.environ.get('PATH', '')}:/usr/sbin") is not None


PROGRAMS = (
    Program("Chromium", "browser tests", ("chromium", "fonts-liberation")),
    Program("PostgreSQL", "server tests", ("postgresql",)),
    # Chromium without windows takes half the processor time. Few systems but Debian package it.
    Program("chromium-headless-shell", "quicker browser tests", ("chromium-headless-shell",), optional=True),
    Program("nginx", "tests of deploy/nginx.conf", ("nginx-light",), optional=True),
    Program("caddy", "tests of deploy/Caddyfile", ("caddy",), optional=True),
    Program("Firefox", "tests in Firefox", ("firefox-esr",), optional=True, long=True),
    # The engine of Safari, and a screen for it.
    Program("WebKitWebDriver", "tests in WebKit", ("webkit2gtk-driver",), optional=True, long=True),
    Program("Xvfb", "tests in WebKit", ("xvfb",), optional=True, long=True),
)


def missing_programs(*, long: bool = False) -> list[str]:
    """What is missing and could not be installed."""
    missing = [program for program in PROGRAMS if (long or not program.long) and not program.is_there()]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        _install([package for program in missing for package in program.packages])
    for program in missing:
        if program.optional and not program.is_there():
            print(f"{program.name} is not installed: there are no {program.purpose}.", flush=True)
    return [
        f"{program.name} is missing, which {program.purpose} need: install it "
        f"(on Debian or Ubuntu: sudo apt-get install {' '.join(program.packages)})."
        for program in missing
        if not program.optional and not program.is_there()
    ]


def _install(packages: list[str]) -> None:
    print(f"Installing {', '.join(packages)} with apt-get…", flush=True)
    install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    APT_LOG.parent.mkdir(exist_ok=True)
    with APT_LOG.open("wb") as log:
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (install, ["apt-get", "update", "-q"], install):
            done = subprocess.run(command, stdout=log, stderr=log, env=environment, check=False)
            if command is install and done.returncode == 0:
                return
    print(f"apt-get failed; its output is in {APT_LOG}.", flush=True)


def full_disks() -> list[str]:
    """Where there is too little space."""
    needed = [(ROOT, 1 if READY.exists() else 4, "this checkout")]
    needed.append((Path(tempfile.gettempdir()), 1, "temporary files (or set TMPDIR to another folder)"))
    problems = []
    for folder, gigabytes, use in needed:
        free = shutil.disk_usage(folder).free / GIGABYTE
        if free < gigabytes:
            problems.append(f"{folder} has {free:.1f} GB free: {gigabytes} GB are needed for {use}.")
    return problems


def caches() -> dict[str, Path]:
    """The folders that kernels and packages are kept in between runs, by the variable that chooses another."""
    home = Path.home()
    user = home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache"
    base = Path(os.environ.get("XDG_CACHE_HOME") or user)
    usual = {
        "ZIGGURAT_CACHE": base / "ziggurat" / "kernels",
        "UV_CACHE_DIR": base / "uv",
        "npm_config_cache": home / ".npm",
    }
    return {variable: Path(os.environ.get(variable) or folder) for variable, folder in usual.items()}


def locked_caches() -> list[str]:
    """Caches that this user cannot write to."""
    problems = []
    for variable, folder in caches().items():
        nearest = next(path for path in (folder, *folder.parents) if path.exists())
        if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
            problems.append(f"You cannot write to {nearest}: change its owner, or set {variable} to a folder of yours.")
    return problems


def main() -> None:
    problems = [*full_disks(), *locked_caches()]
    problems += missing_programs(long="long" in sys.argv[1:])
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
