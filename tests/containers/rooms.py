"""Runs programs in a root of their own with bubblewrap, as a container engine would."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

# What every container has besides its files; of all this only /tmp can be written to.
USUAL = ("--dev", "/dev", "--proc", "/proc", "--perms", "1777", "--tmpfs", "/tmp")  # noqa: S108


def bubblewrap() -> str:
    """The program, installed if it can be."""
    if os.geteuid() != 0:
        pytest.skip("whoever is not root cannot run a program as somebody else in another root")
    with (Path(tempfile.gettempdir()) / "ziggurat-bubblewrap.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one of several workers installs it
        if shutil.which("bwrap") is None and shutil.which("apt-get"):
            for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "bubblewrap"]):
                subprocess.run(["apt-get", *words], check=False, stdout=subprocess.DEVNULL)
    program = shutil.which("bwrap")
    if program is None:
        pytest.skip("bubblewrap is not here, and there is no apt-get to install it with")
    return program


def try_out(user: int) -> None:
    """Skip a test where a machine (itself a container, perhaps) lets nobody make such roots."""
    done = subprocess.run(
        inside(["--ro-bind", "/", "/", *USUAL], ["true"], os.environ, user=user),
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        pytest.skip(f"no roots can be made here: {done.stderr.strip()}")


def inside(
    mounts: Sequence[str],
    command: Sequence[str],
    environment: Mapping[str, str],
    *,
    folder: str = "/",
    user: int = 0,
) -> list[str]:
    """The command that runs another in a root made of mounts (bubblewrap's own words), as a user without any rights."""
    settings = [part for name, value in environment.items() for part in ("--setenv", name, value)]
    drop = [f"--reuid={user}", f"--regid={user}", "--clear-groups", "--no-new-privs", "--bounding-set=-all"]
    become = ["setpriv", *drop] if user else []
    return [
        *(bubblewrap(), "--die-with-parent", "--unshare-pid", "--unshare-ipc", "--clearenv", "--cap-add", "ALL"),
        *(*mounts, *settings, "--chdir", folder, "--", *become, *command),
    ]
