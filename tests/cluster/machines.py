"""A real Ray cluster of several machines, all of them on this one, in a process of its own.

Ray reads its settings when it is imported, and takes over signals: a process of its own leaves the tests' alone.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cluster.stopping import FOLDER
from tests.patience import PATIENCE, until
from ziggurat.cluster.channel import PickleChannel

ROOT = Path(__file__).parents[2]
STORE = 100 << 20  # bytes; /dev/shm may be small
TRIES = 2
COMPILED = "compiled"  # what a machine that has this one's kernels offers
BUSY = "Ray does not start on a machine that is so busy"
WAIT = f"{PATIENCE:.0f}"
PATHS = os.pathsep.join((str(ROOT / "src"), str(ROOT)))  # this checkout, whatever is installed


def settings(folder: Path) -> dict[str, str]:
    """The environment variables of the cluster and of programs that connect to it."""
    return {
        FOLDER: str(folder),
        "PYTHONPATH": PATHS,
        "RAY_USAGE_STATS_ENABLED": "0",
        # How slow this machine is must not decide about tests: Ray waits longer for what is slow, and asks more often
        # after what is gone.
        "RAY_raylet_start_wait_time_s": "60",
        "RAY_NUM_REDIS_GET_RETRIES": WAIT,
        "RAY_gcs_server_request_timeout_seconds": WAIT,
        "RAY_worker_register_timeout_seconds": WAIT,
        "RAY_health_check_period_ms": "300",
        "RAY_health_check_failure_threshold": "20",
        "RAY_memory_monitor_refresh_ms": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),  # of its own, so that nothing has to be kept in the user's home
    }


@dataclass
class Machines:
    """The cluster, from outside."""

    channel: PickleChannel
    address: str
    session: str
    folder: Path  # where workers that stop say so

    def add(self, cpus: int = 1, **variables: str) -> str:
        """Another machine, with environment variables of its own; says which."""
        return str(self._ask("add", (cpus, variables)))

    def remove(self, node: str) -> None:
        """Kill all processes of a machine."""
        self._ask("remove", node)

    def _ask(self, *message: Any) -> Any:
        with suppress(OSError):  # whoever is not there does not answer either
            self.channel.send(*message)
        answer = self.channel.receive()
        if answer is None:
            raise NotStarted
        return answer[0]

    def arm(self) -> None:
        """Let one worker stop in the middle of the next game."""
        for path in self.folder.iterdir():
            path.unlink()
        (self.folder / "armed").touch()

    def stopped(self) -> tuple[int, str]:
        """Who has: the process, and the machine."""
        text = until(lambda: (path := self.folder / "stopped").exists() and path.read_text())
        process, node = str(text).split()
        return int(process), node


class NotStarted(Exception):
    """Ray does not start: each part of a machine has 15 seconds to tell its port, which no setting changes."""


@contextmanager
def running(folder: Path, variables: dict[str, str], cpus: int = 0, port: int = 0) -> Iterator[Machines]:
    """A cluster of a head, which only leads unless it has processors; it leaves no process behind."""
    for _ in range(TRIES):
        process = subprocess.Popen(
            (sys.executable, "-m", "tests.cluster.machines", str(cpus), str(port)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | variables,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        with process:
            channel = PickleChannel(process.stdout, process.stdin)
            if (answer := channel.receive()) is None:  # this machine is too busy for Ray at the moment
                process.stdin.close()
                continue
            address, session = answer
            try:
                yield Machines(channel, address, session, folder)
            finally:
                process.stdin.close()
                process.wait()
        wait_for_the_end(session)
        return
    raise NotStarted


def wait_for_the_end(session: str) -> None:
    until(lambda: not processes_of(session))


def processes_of(session: str) -> list[int]:
    """The processes that were started for a cluster."""
    processes = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if session.encode() in path.read_bytes():
                processes.append(int(path.parent.name))
        except OSError:  # it has just ended
            continue
    return processes


def main() -> None:
    from ray.cluster_utils import Cluster

    channel = PickleChannel(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    cluster = Cluster()

    def add(**more: Any) -> str:
        node = cluster.add_node(wait=False, object_store_memory=STORE, include_dashboard=False, **more)
        cluster._wait_for_node(node, timeout=PATIENCE)
        return str(node.node_id)

    head, port = map(int, sys.argv[1:])
    with suppress(OSError):  # who may, goes first while Ray starts
        os.setpriority(os.PRIO_PROCESS, 0, -15)
    add(num_cpus=head, gcs_server_port=port)
    channel.send(cluster.address, cluster.head_node.get_session_dir_path())
    while (message := channel.receive()) is not None:
        what, details = message
        if what == "add":
            cpus, variables = details
            offered = {} if "ZIGGURAT_CACHE" in variables else {COMPILED: cpus}
            channel.send(add(num_cpus=cpus, env_vars=variables, resources=offered))
        else:
            [lost] = [node for node in cluster.worker_nodes if node.node_id == details]
            cluster.remove_node(lost, allow_graceful=False)
            channel.send(details)
    cluster.shutdown()


if __name__ == "__main__":
    main()
