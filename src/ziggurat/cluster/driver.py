"""The one process that talks to Ray: `python -m ziggurat.cluster.driver`, started by `ziggurat.cluster.session`.

Ray ends a connected process when the connection is lost for good. In a process of its own, that does not end the
program that uses the cluster, which starts another driver and sends again what has not come back. The messages:

    to it:      ("open", address, workers, memory)                       once
                ("job", key, kind, game, parts, settings, first)         answered by "ready" or "refused"
                ("share", key, value), ("batch", key, number, batch), ("end", key)
    from it:    ("opened",), ("ready", key, slots), ("slots", n), ("done", key, number, result), ("refused", key, error)
                ("left out", sentence)                                   a machine that came later, and why
"""

from __future__ import annotations

import logging
import os
import re
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import ray
from ray import cloudpickle
from ray.exceptions import (
    GetTimeoutError,
    LocalRayletDiedError,
    NodeDiedError,
    RaySystemError,
    RayTaskError,
    RpcError,
    TaskUnschedulableError,
    WorkerCrashedError,
)
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

import ziggurat
from ziggurat.cluster import kernels, nodes
from ziggurat.cluster.address import LOCAL, read_address
from ziggurat.cluster.channel import PickleChannel
from ziggurat.cluster.edition import edition
from ziggurat.cluster.worker import Ticket, do
from ziggurat.core.errors import BadOption, ZigguratError

RETRIES = 5  # of a batch whose worker or machine has died: after that, it is the batch that kills them
STORE = 256 << 20  # bytes of shared memory of a cluster on this machine alone: batches and results are small
ANSWERS = 120.0  # seconds in which a machine has to say what it has
LOOK = 0.05  # seconds after which batches that have come meanwhile are waited for too
COUNT = 5.0  # seconds between two looks at how many workers there is room for
BEAT, MISSED = 2.0, 5  # seconds between two looks at whether the head is there, and looks in vain after which it is not
LOST = 75  # the exit status: try again
GONE = (LocalRayletDiedError, RaySystemError, RpcError)  # it is the connection that is lost, not a batch
VANISHED = (
    NodeDiedError,
    TaskUnschedulableError,
    WorkerCrashedError,
)  # a machine has, which Ray may list yet
NODE = "ray.io/node-id"  # the label by which Ray knows a machine
VERSIONS = re.compile(r"Ray: (\S+)\s+Python: (\S+)")  # in what Ray says of two versions


class SentBatch(NamedTuple):
    """A batch that was sent to the cluster and has not come back."""

    key: str
    number: int
    batch: bytes
    without: int  # how many machines were left out when it was sent


class ClusterDriver:
    """A connection to a cluster, with its jobs and pending batches."""

    def __init__(self, channel: PickleChannel) -> None:
        self._channel = channel
        self._do = ray.remote(do)
        self._pending: dict[Any, SentBatch] = {}
        self._jobs: dict[str, tuple[str, tuple[str, ...]]] = {}  # by key: game and parts
        self._looked_at: set[str] = set()  # machines that have what they need
        self._left_out: frozenset[str] = frozenset()  # and those that came later and do not
        self._tickets: dict[str, list[Any]] = {}
        self._shared: dict[str, Any] = {}
        self._changed = threading.Event()
        self._memory, self._slots, self._counted = 0, 0, 0.0

    # -------------------------------------------------------------------------------------------------- requests

    def open(self, text: str, workers: int | None, memory: int) -> None:
        """Connect to a cluster; raises `BadOption` with one sentence if that fails."""
        self._memory = memory
        quiet = {"logging_level": logging.ERROR, "log_to_driver": False, "configure_logging": False}
        address = read_address(text)
        try:
            if address.is_local:
                size = min(STORE, ray._private.utils.get_shared_memory_bytes() // 2)
                ray.init(address=LOCAL, num_cpus=workers, object_store_memory=size, include_dashboard=False, **quiet)
            else:
                address.check()
                ray.init(address=text, **quiet)
        except Exception as problem:  # Ray raises whatever it likes
            where = "on this machine" if address.text in (LOCAL, "auto") else f"at {text}"
            raise BadOption(_why_not(problem, where)) from problem
        threading.Thread(target=_watch, daemon=True).start()

    def begin(
        self, key: str, kind: str, game: str, parts: tuple[str, ...], settings: bytes, first: bool = True
    ) -> None:
        """Prepare all machines for a job and store its ticket.

        A machine with another version of Ziggurat is refused before the first job and left out after it.
        """
        machines = self._machines()
        nodes.check_room(machines, self._memory)
        machines, reports = self._inspect(machines, game, parts)
        nodes.check_room(machines, self._memory)
        if not first:
            machines, reports = self._without_others(machines, reports)
        for node, report in zip(machines, reports, strict=True):
            nodes.check_edition(node.name, edition(), report.edition)
        self._looked_at.update(node.id for node in machines)
        packs = self._packs(machines, reports, game, parts)
        ticket = Ticket(kind, game, parts, settings, edition(), packs)
        self._jobs[key] = (game, parts)
        self._tickets[key] = [ray.put(ticket)]
        self._slots = nodes.slots(machines, self._memory)
        self._channel.send("ready", key, self._slots)

    def share(self, key: str, value: bytes) -> None:
        """Store the value that all following batches of a job share."""
        self._shared[key] = ray.put(value)

    def submit(self, key: str, number: int, batch: bytes) -> None:
        """Send a batch to the first free worker."""
        without = {"label_selector": {NODE: f"!in({', '.join(sorted(self._left_out))})"}} if self._left_out else {}
        task = self._do.options(
            num_cpus=1,
            memory=self._memory,
            max_retries=RETRIES,
            name=f"{key}-{number}",
            scheduling_strategy="SPREAD",
            **without,
        )
        shared = [self._shared[key]] if key in self._shared else []
        reference = task.remote(key, self._tickets[key], batch, *shared)
        self._pending[reference] = SentBatch(key, number, batch, len(self._left_out))
        self._changed.set()

    def end(self, key: str) -> None:
        """Forget a job and cancel its batches."""
        for table in (self._jobs, self._tickets, self._shared):
            table.pop(key, None)
        for reference, sent in list(self._pending.items()):
            if sent.key == key:
                self._pending.pop(reference, None)
                ray.cancel(reference, force=False)

    # ------------------------------------------------------------------------------------------------- what is answered

    def deliver(self) -> None:
        """Send results back, forever."""
        while True:
            self._count()
            pending = list(self._pending)
            if not pending:
                self._changed.wait(COUNT)
                self._changed.clear()
                continue
            done, _ = ray.wait(pending, timeout=LOOK)
            for reference in done:
                sent = self._pending.pop(reference, None)
                if sent is None:
                    continue
                try:
                    self._channel.send("done", sent.key, sent.number, ray.get(reference))
                except GONE:
                    raise
                except Exception as problem:  # noqa: BLE001 - whatever a worker met is told to whom it concerns
                    if not self._try_elsewhere(sent):
                        self._channel.send("refused", sent.key, _told(problem))

    def _try_elsewhere(self, sent: SentBatch) -> bool:
        """Send a batch again if it failed on a machine that joined later with another version of Ziggurat."""
        if sent.key not in self._jobs:
            return False
        if sent.without == len(self._left_out):
            new = [node for node in self._machines() if node.id not in self._looked_at]
            remaining, _ = self._without_others(*self._inspect(new, *self._jobs[sent.key]))
            self._looked_at.update(node.id for node in remaining)
        if sent.without == len(self._left_out):  # it is the batch that cannot be done
            return False
        self.submit(sent.key, sent.number, sent.batch)
        return True

    def _count(self) -> None:
        """Report the number of workers there is room for, when it has changed."""
        if time.monotonic() < self._counted + COUNT:
            return
        self._counted = time.monotonic()
        slots = nodes.slots(self._machines(), self._memory)
        if slots != self._slots:
            self._slots = slots
            self._channel.send("slots", slots)

    # --------------------------------------------------------------------------------------------------- the machines

    def _machines(self) -> list[nodes.Machine]:
        """The machines that can be given work."""
        return [node for node in nodes.alive(ray.nodes()) if node.id not in self._left_out]

    def _inspect(
        self, machines: list[nodes.Machine], game: str, parts: tuple[str, ...]
    ) -> tuple[list[nodes.Machine], list[nodes.MachineReport]]:
        """Ask each machine what it has; machines that have gone meanwhile are left out."""
        cloudpickle.register_pickle_by_value(nodes)
        look = ray.remote(nodes.look_around)
        replies = [
            look.options(num_cpus=0, max_retries=RETRIES, scheduling_strategy=_on(node)).remote(game, parts)
            for node in machines
        ]
        answered, reports = [], []
        for node, answer in zip(machines, replies, strict=True):
            try:
                reports.append(nodes.MachineReport(*ray.get(answer, timeout=ANSWERS)))
            except GetTimeoutError:
                raise BadOption(f"The machine {node.name} of the cluster does not answer.") from None
            except VANISHED:
                continue
            answered.append(node)
        return answered, reports

    def _without_others(
        self, machines: list[nodes.Machine], reports: list[nodes.MachineReport]
    ) -> tuple[list[nodes.Machine], list[nodes.MachineReport]]:
        """Leave out machines with another version of Ziggurat, unless no other machine is left."""
        others = [node for node, report in zip(machines, reports, strict=True) if report.edition != edition()]
        if not self._looked_at and len(others) == len(machines):
            return machines, reports
        for node, report in zip(machines, reports, strict=True):
            if node in others:
                self._left_out |= {node.id}
                self._channel.send("left out", nodes.other_edition(node.name, edition(), report.edition))
        remaining = [(node, report) for node, report in zip(machines, reports, strict=True) if node not in others]
        return [node for node, _ in remaining], [report for _, report in remaining]

    def _packs(
        self, machines: list[nodes.Machine], reports: list[nodes.MachineReport], game: str, parts: tuple[str, ...]
    ) -> dict[str, Any]:
        """Compiled code for each kind of machine that lacks some, made here or on the first machine of that kind."""
        packs: dict[str, Any] = {}
        here = kernels.make_of(ziggurat.game(game), parts)
        for kind in dict.fromkeys(report.kernels for report in reports if report.lacks):
            if kind == here:
                packs[kind] = ray.put(kernels.pack(ziggurat.game(game), parts))
                continue
            alike = [(node, report) for node, report in zip(machines, reports, strict=True) if report.kernels == kind]
            ready = next((node for node, report in alike if not report.lacks), alike[0][0])
            packer = ray.remote(_pack).options(num_cpus=1, scheduling_strategy=_on(ready), max_retries=RETRIES)
            packs[kind] = packer.remote(game, parts)
        return packs


def _pack(game: str, parts: tuple[str, ...]) -> kernels.Pack:
    return kernels.pack(ziggurat.game(game), parts)


def _on(node: nodes.Machine) -> Any:
    return NodeAffinitySchedulingStrategy(node.id, soft=False)


def _told(problem: Exception) -> ZigguratError:
    """A worker's exception as an error with one sentence."""
    cause = problem.cause if isinstance(problem, RayTaskError) else problem
    if isinstance(cause, ZigguratError):
        return type(cause)(*cause.args)
    why = str(cause).strip().partition("\n")[0]
    return ZigguratError(f"A worker of the cluster failed: {type(cause).__name__}: {why}")


def _why_not(problem: Exception, where: str) -> str:
    """Why connecting to Ray failed, in one sentence; Ray needs seven lines for a version mismatch."""
    text = str(problem).strip()
    if text.startswith("Version mismatch") and len(versions := VERSIONS.findall(text)) == 2:
        (ray_there, python_there), (ray_here, python_here) = versions
        return (
            f"The cluster {where} has Ray {ray_there} and Python {python_there}, and this program Ray {ray_here} and "
            f"Python {python_here}: use the same on both."
        )
    why = text.partition("\n")[0] or type(problem).__name__
    return f"No cluster was found {where}: {why.rstrip('.')}."


def _watch() -> None:
    """End this process when the head node or Ray on this machine is gone; Ray itself waits far longer."""
    host, _, port = ray.get_runtime_context().gcs_address.rpartition(":")
    here = ray._private.worker.global_worker.node.raylet_socket_name
    missed = 0
    while missed < MISSED and _answers(here):
        time.sleep(BEAT)
        try:
            socket.create_connection((host, int(port)), timeout=BEAT).close()
            missed = 0
        except OSError:
            missed += 1
    os._exit(LOST)


def _answers(path: str) -> bool:
    """Whether a Unix socket accepts connections; True where there are no Unix sockets."""
    if not hasattr(socket, "AF_UNIX"):
        return True
    with socket.socket(socket.AF_UNIX) as trial:
        try:
            trial.connect(path)
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:  # busy
            return True
    return True


def main() -> None:
    """Answer messages on standard input until it is closed."""
    channel = PickleChannel(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # whatever a library prints must not be among the messages
    driver = ClusterDriver(channel)
    try:
        opening = channel.receive()
        if opening is None:
            return
        driver.open(*opening[1:])
    except ZigguratError as problem:
        channel.send("refused", "", problem)
        return
    channel.send("opened")
    threading.Thread(target=_deliver, args=(driver,), daemon=True).start()
    asked: dict[str, Callable[..., None]] = {
        "job": driver.begin,
        "share": driver.share,
        "batch": driver.submit,
        "end": driver.end,
    }
    while (message := channel.receive()) is not None:
        try:
            asked[message[0]](*message[1:])
        except GONE:
            os._exit(LOST)
        except Exception as problem:  # noqa: BLE001 - whoever asked waits for an answer
            channel.send("refused", message[1], _told(problem))
    ray.shutdown()


def _deliver(driver: ClusterDriver) -> None:
    try:
        driver.deliver()
    except BaseException:  # a driver that delivers nothing must not stay
        if os.environ.get("ZIGGURAT_CLUSTER_VERBOSE"):
            logging.exception("The driver has failed.")
        os._exit(LOST)


if __name__ == "__main__":
    main()
