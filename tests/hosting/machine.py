"""A Debian machine of its own: an empty root made by debootstrap, in which the real systemd runs (systemd-nspawn).

It has a network of its own with nobody on it but itself, so that its ports 80 and 443 are free and nothing gets out.
Commands that install are run in it with this machine's network.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PROGRAMS = ("debootstrap", "systemd-nspawn", "nsenter")
LENT = re.compile(r"(PIP|UV|npm_config)_\w+|(SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE)|\w+_(proxy|PROXY)")
HOME = Path("/root")  # of the new machine, not of this one
FILES = {"~/.npmrc": f"{HOME}/.npmrc", "/etc/pip.conf": "/etc/pip.conf"}
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
STARTS = 120.0  # seconds in which systemd has started everything


def install(suite: str, root: Path, packages: list[str]) -> None:
    """An empty Debian, with the init that every installed Debian has."""
    included = ",".join(["systemd-sysv", "dbus", *packages])
    made = ["debootstrap", "--variant=minbase", f"--include={included}", suite, str(root)]
    subprocess.run([*made, "http://deb.debian.org/debian"], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(root / "var/cache/apt/archives", ignore_errors=True)


class FailedError(Exception):
    """A command on the machine has failed."""


class Machine:
    """A running machine."""

    def __init__(self, root: Path, leader: int, registries: dict[str, str]) -> None:
        self.root = root
        self.leader = leader  # its process 1, as this machine numbers it
        self._registries = registries

    def run(self, script: str, *, online: bool = False) -> str:
        """Run a script of root's in a login shell's environment; what it prints comes back."""
        spaces = ["--mount", "--uts", "--ipc", "--pid", *([] if online else ["--net"])]
        usual = {"HOME": str(HOME), "PATH": PATH, "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        given = usual | (self._registries if online else {})
        words = [f"{name}={value}" for name, value in given.items()]
        command = ["nsenter", f"--target={self.leader}", *spaces, "env", "-i", "-C", str(HOME), *words, "bash", "-eu"]
        done = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
        if done.returncode:
            raise FailedError(f"{script}\n{done.stdout}\n{done.stderr}\nstatus {done.returncode}")
        return done.stdout

    def in_its_network(self, command: list[str]) -> list[str]:
        """The command that runs a program of this machine in the other's network."""
        return ["nsenter", f"--target={self.leader}", "--net", *command]

    def processes(self, unit: str) -> list[Path]:
        """The folders in /proc of a unit's processes."""
        pids = self.run(
            f"cat $(ls -d /sys/fs/cgroup/systemd /sys/fs/cgroup | head -1)/system.slice/{unit}/cgroup.procs"
        )
        return [Path(f"{self.root}/proc") / pid for pid in pids.split()]


@contextmanager
def booted(root: Path, log: Path) -> Iterator[Machine]:
    """Start the machine, and stop it at the end."""
    mounts: list[str] = []
    registries = _lend(mounts)
    old = not Path("/sys/fs/cgroup/cgroup.controllers").exists()
    asked = ["SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1"] if old else []
    command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", f"--directory={root}", "--boot"]
    command += ["--private-network", "--machine=club", "--resolv-conf=replace-host", *mounts, *asked]
    environment = os.environ | ({"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "0"} if old else {})
    with log.open("wb") as console:
        nspawn = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=console, stderr=console, env=environment, start_new_session=True
        )
    try:
        machine = Machine(root, _leader(nspawn, log), registries)
        _wait_until_started(machine)
        yield machine
    finally:
        nspawn.terminate()  # which is an orderly shutdown
        try:
            nspawn.wait(60)
        except subprocess.TimeoutExpired:
            nspawn.kill()
            nspawn.wait()


def _leader(nspawn: subprocess.Popen[bytes], log: Path) -> int:
    """The process that is number 1 inside."""
    end = time.monotonic() + STARTS
    while time.monotonic() < end:
        assert nspawn.poll() is None, log.read_text(errors="replace")
        found = Path(f"/proc/{nspawn.pid}/task/{nspawn.pid}/children").read_text().split()
        for pid in found:
            numbers = re.search(r"(?m)^NSpid:\s+(.*)$", Path(f"/proc/{pid}/status").read_text())
            if numbers and numbers[1].split()[-1] == "1":
                return int(pid)
        time.sleep(0.2)
    raise FailedError(log.read_text(errors="replace"))


def _wait_until_started(machine: Machine) -> str:
    end = time.monotonic() + STARTS
    while time.monotonic() < end:
        with suppress(FailedError):
            return machine.run("systemctl is-system-running --wait | grep -E 'running|degraded'")
        time.sleep(0.5)
    raise FailedError("The machine does not start.")


def _lend(mounts: list[str]) -> dict[str, str]:
    """This machine's settings for package registries, which commands that install are given."""
    environment = {name: value for name, value in os.environ.items() if LENT.fullmatch(name)}
    for name, value in environment.items():
        if value.startswith("/") and Path(value).exists():
            environment[name] = f"/lent{value}"
            mounts.append(f"--bind-ro={Path(value).resolve()}:{environment[name]}")
    for name, there in FILES.items():
        if Path(name).expanduser().exists():
            mounts.append(f"--bind-ro={Path(name).expanduser().resolve()}:{there}")
    return environment
