"""A connection to a cluster: sends batches, and yields their results in order, each once.

    with Cluster("auto") as cluster:
        outcome = simulate(cluster, ziggurat.game("babel"), seats=2, games=1_000_000)

Ray gives the batch of a dead worker or machine to another. If the connection itself is lost, a new driver is started
(see `driver`) and gets the batches that have not come back.
"""

from __future__ import annotations

import logging
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import IO, Any, cast

from ziggurat.cluster.address import read_address
from ziggurat.cluster.channel import PickleChannel
from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.core.game import Game

log = logging.getLogger("ziggurat.cluster")
MEMORY = 400 << 20  # bytes reserved for a worker
PATIENCE = 300.0  # seconds in which a lost cluster may come back
OPENING = 120.0  # seconds in which a cluster lets a program in; one of this machine's own has to be started
IN_VAIN = 3  # connections in a row that may be lost without a single result
AHEAD = 2  # batches a worker has before it, so that it never waits for the next
LEAVING = 30.0  # seconds a driver has to end
Message = tuple[Any, ...]


class ClusterLost(ZigguratError):
    """The connection to a cluster was lost and could not be restored."""


class Cluster:
    """A connection to a Ray cluster, as a context manager.

    `workers` is the most at once (for `local`, their number), `memory` the bytes reserved for each.
    """

    def __init__(self, address: str, *, workers: int | None = None, memory: int = MEMORY) -> None:
        self.address = read_address(address)
        self.workers, self.memory = workers, memory
        self.opening = OPENING
        self.slots = 0  # workers there is room for
        self.driver: subprocess.Popen[bytes] | None = None
        self._channel: PickleChannel
        self._inbox: queue.Queue[tuple[int, Message | None]] = queue.Queue()
        self._connections, self._jobs = 0, 0
        self.untouched = True  # before the first job

    def __enter__(self) -> Cluster:
        self.address.check()
        self._connect()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._disconnect()

    @contextmanager
    def job(self, kind: str, game: Game, parts: tuple[str, ...], settings: Mapping[str, Any]) -> Iterator[ClusterJob]:
        """Prepare the cluster for a kind of work (`ziggurat.cluster.worker.KINDS`)."""
        from ray import cloudpickle

        self._jobs += 1
        job = ClusterJob(self, f"{kind}-{self._jobs}", (kind, game.name, parts, cloudpickle.dumps(dict(settings))))
        job.begin()
        try:
            yield job
        finally:
            self.send("end", job.key)

    def send(self, *message: Any) -> None:
        """Send the driver a message; a lost driver is noticed by the next `receive`."""
        with suppress(OSError):
            self._channel.send(*message)

    def receive(self, until: float | None = None) -> Message | None:
        """The next message, or None if the connection is lost. Raises `queue.Empty` after `until`."""
        while True:
            timeout = None if until is None else max(0.0, until - time.monotonic())
            number, message = self._inbox.get(timeout=timeout)
            if number == self._connections:  # what an earlier driver has left is done again
                return message

    # ------------------------------------------------------------------------------------------------ the connection

    def _connect(self) -> None:
        """Start a driver; raises if there is no cluster."""
        self._connections += 1
        quiet = None if os.environ.get("ZIGGURAT_CLUSTER_VERBOSE") else subprocess.DEVNULL
        self.driver = subprocess.Popen(
            (sys.executable, "-m", "ziggurat.cluster.driver"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=quiet,
            env=os.environ | {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"},
            start_new_session=True,  # Ctrl-C is for this program, which then says what is to be done
        )
        self._channel = PickleChannel(cast(IO[bytes], self.driver.stdout), cast(IO[bytes], self.driver.stdin))
        arguments = (self._channel, self._connections)
        threading.Thread(target=self._listen, args=arguments, daemon=True).start()
        self.send("open", self.address.text, self.workers, self.memory)
        try:
            answer = self.receive(time.monotonic() + self.opening)
        except queue.Empty:
            answer = None
        if answer is None or answer[0] == "refused":
            self.driver.kill()
            self._disconnect()
            if answer is not None:
                raise answer[2]
            raise BadOption(f"{self.address.text} is not a Ray cluster, or it refuses connections.")

    def _listen(self, channel: PickleChannel, number: int) -> None:
        while (message := channel.receive()) is not None:
            self._inbox.put((number, message))
        self._inbox.put((number, None))

    def _disconnect(self) -> None:
        driver, self.driver = self.driver, None
        if driver is None:
            return
        with suppress(OSError):
            cast(IO[bytes], driver.stdin).close()
        try:
            driver.wait(LEAVING)
        except subprocess.TimeoutExpired:
            driver.kill()
            driver.wait()
        cast(IO[bytes], driver.stdout).close()

    def connect_again(self) -> None:
        """After a lost connection, wait for the cluster to come back."""
        self._disconnect()
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.address.check()
                return self._connect()
            except ZigguratError as problem:
                if time.monotonic() > end:
                    raise ClusterLost(
                        f"The connection to the cluster ({self.address.text}) was lost and did not come back "
                        f"within {PATIENCE / 60:.0f} minutes: {problem}"
                    ) from problem
            time.sleep(1.0)


class ClusterJob:
    """Work of one kind, in batches."""

    def __init__(self, cluster: Cluster, key: str, told: tuple[Any, ...]) -> None:
        self.key = key
        self._cluster, self._told = cluster, told
        self._lost = 0  # connections since the last result
        self._waiting: dict[int, bytes] = {}
        self._shared: bytes | None = None

    def begin(self) -> None:
        """Let the cluster prepare for the job."""
        while True:
            self._cluster.send("job", self.key, *self._told, self._cluster.untouched)
            while (message := self._cluster.receive()) is not None:
                if self._heard(message) == "ready":
                    self._cluster.untouched = False
                    return
            self._reconnect()

    def map(
        self,
        batches: Iterable[Any],
        done: Callable[[Any], None] = lambda _: None,
        until: float | None = None,
        shared: Any = None,
    ) -> Iterator[Any]:
        """The results of the batches, in order; `done` is called with each as soon as it arrives.

        `shared` is sent once and given to every batch. At `until` (of `time.monotonic`) the results end early.
        """
        from ray import cloudpickle

        ahead, self._waiting = enumerate(batches), {}
        self._shared = None if shared is None else cloudpickle.dumps(shared)
        self._share()
        finished: dict[int, Any] = {}
        turn, more = 0, True
        while True:
            while more and len(self._waiting) < self._most():
                number, batch = next(ahead, (-1, None))
                if more := number >= 0:
                    self._waiting[number] = cloudpickle.dumps(batch)
                    self._cluster.send("batch", self.key, number, self._waiting[number])
            while turn in finished:
                yield finished.pop(turn)
                turn += 1
            if not self._waiting and not more:
                return
            try:
                message = self._cluster.receive(until)
            except queue.Empty:
                return
            if message is None:
                self._again()
            elif self._heard(message) == "done" and message[2] in self._waiting:
                _, _, number, result = message
                del self._waiting[number]
                finished[number] = pickle.loads(result)  # noqa: S301 - from our own workers
                done(finished[number])
                self._lost = 0

    def _most(self) -> int:
        """The most batches to have out at once."""
        out = max(1, self._cluster.slots) * AHEAD
        if self._cluster.workers is None or self._cluster.address.is_local:  # which has no more workers than that
            return out
        return min(out, self._cluster.workers)

    def _heard(self, message: Message) -> str:
        """Handle a message; its type if it is about this job. Raises a refusal."""
        what, *rest = message
        if what == "slots":
            (self._cluster.slots,) = rest
        elif what == "left out":
            log.warning("%s It gets no work.", rest[0])
        elif rest and rest[0] == self.key:
            if what == "refused":
                raise rest[1]
            if what == "ready":
                self._cluster.slots = rest[1]
            return str(what)
        return ""

    def _share(self) -> None:
        if self._shared is not None:
            self._cluster.send("share", self.key, self._shared)

    def _reconnect(self) -> None:
        self._lost += 1
        if self._lost > IN_VAIN:
            raise ClusterLost(
                f"The connection to the cluster ({self._cluster.address.text}) was lost {self._lost} times in a row."
            )
        self._cluster.connect_again()

    def _again(self) -> None:
        """Connect again and send the batches that have not come back."""
        self._reconnect()
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.begin()
                break
            except ZigguratError:  # the head is there again, and its machines may come after it
                if time.monotonic() > end:
                    raise
            time.sleep(1.0)
        self._share()
        for number, batch in self._waiting.items():
            self._cluster.send("batch", self.key, number, batch)
