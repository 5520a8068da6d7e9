"""A real cluster of several machines: the same results as one process, whichever process dies."""

from __future__ import annotations

import fcntl
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from tests.cluster.machines import BUSY, Machines, NotStarted, running, settings
from tests.patience import until
from tests.playing import finish
from ziggurat.bots.arena import Arena, Report
from ziggurat.cluster import Cluster, ClusterLost, kernels, play_arena, review_all, simulate
from ziggurat.cluster.edition import edition
from ziggurat.cluster.puzzles import searched
from ziggurat.cluster.simulation import player
from ziggurat.cluster.worker import Ticket, prepare
from ziggurat.core.compile import cache
from ziggurat.core.game import NetworkSize
from ziggurat.puzzles.generator import log_jobs, search
from ziggurat.sim import simulate as simulate_here

pytestmark = pytest.mark.long

BABEL = ziggurat.game("babel")
AGENTS = ("tests.cluster.stopping:first", "tests.cluster.stopping:stopping", "random")
GAMES = 24
BATCHES = ("batches",)


@pytest.fixture(scope="module")
def cluster(machines: Machines) -> Iterator[Cluster]:
    with Cluster(machines.address) as opened:
        yield opened


def contest() -> Arena:
    return Arena(BABEL, AGENTS, 2, GAMES, seed=7)


def table(contest: Arena) -> Report:
    return replace(contest.report(), seconds=0.0)


@pytest.fixture(scope="module")
def expected() -> Report:
    """The table of one process, in which nobody stops."""
    here = contest()
    here._makers[1] = here._makers[0]  # it plays alike
    here.run()
    return table(here)


def test_random_games_have_the_digest_of_one_process(cluster: Cluster, machines: Machines) -> None:
    progress: list[int] = []
    kept: list[tuple[int, bytes]] = []
    result = simulate(
        cluster,
        BABEL,
        seats=2,
        games=7_500,
        seed=3,
        progress=progress.append,
        keep=lambda first, part: kept.append((first, part.tobytes())),
    )
    wanted: list[tuple[int, bytes]] = []
    here = simulate_here(
        BABEL, seats=2, games=7_500, seed=3, keep=lambda first, part: wanted.append((first, part.tobytes()))
    )
    assert asdict(replace(result, seconds=0.0, threads=0)) == asdict(replace(here, seconds=0.0, threads=0))
    assert sum(progress) == 7_500
    assert kept == wanted
    assert result.threads == 2


def test_nothing_is_compiled_twice(cluster: Cluster, bare_cache: Path) -> None:
    """The machine with an empty cache has what was compiled here, and nothing else."""
    from ziggurat.cluster.kernels import pack
    from ziggurat.core.compile.cache import ENDING, HEAD

    sent = pack(BABEL, ("batches",))

    def received() -> dict[str, bytes]:
        """It may be slow to start, and others do all there is to do by then."""
        simulate(cluster, BABEL, seats=2, games=7_500)
        return {path.name.removesuffix(ENDING): path.read_bytes() for path in bare_cache.glob(f"*{ENDING}")}

    result = until(received)
    assert result.keys() == sent.keys()
    assert all(result[name].startswith(HEAD) and result[name].endswith(content) for name, content in sent.items())


def test_our_objects_go_through_the_object_store(machines: Machines) -> None:
    command = [sys.executable, "-m", "tests.cluster.sending", machines.address]
    sent = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert sent.stdout.endswith("everything came through\n"), sent.stderr


def test_each_kind_of_machine_compiles_once(machines: Machines, tmp_path: Path) -> None:
    """Two workers of one machine that needs other kernels than this one: one makes them, the other takes them."""
    other = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    asking = "import ziggurat; from ziggurat.cluster import kernels; "
    asking += f"print(kernels.make_of(ziggurat.game('babel'), {BATCHES}))"
    command = [sys.executable, "-c", asking]
    made = subprocess.run(command, env=os.environ | other, capture_output=True, text=True, check=True).stdout.strip()
    assert made != kernels.make_of(BABEL, BATCHES)
    try:
        node = machines.add(2, ZIGGURAT_CACHE=str(tmp_path), **other)
    except NotStarted:
        pytest.skip(BUSY)
    try:
        with Cluster(machines.address) as cluster:
            digests = set()
            while not (tmp_path / f"{made}{cache.ENDING}").exists():  # others may do all there is to do at first
                digests.add(simulate(cluster, BABEL, seats=2, games=7_500, seed=3).digest)
    finally:
        machines.remove(node)
    assert digests == {simulate_here(BABEL, seats=2, games=7_500, seed=3).digest}


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which nothing is compiled yet, in place of this machine's own."""
    monkeypatch.setenv("ZIGGURAT_CACHE", str(tmp_path))
    cache.cache_directory.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    cache.cache_directory.cache_clear()


def test_kernels_are_fetched_before_the_lock_is_taken(empty_cache: Path) -> None:
    """Who makes them may be another process of the same machine, and has to be alone for that."""
    fetched = []

    def fetch() -> dict[str, bytes]:
        with (empty_cache / f"{kernels.make_of(BABEL, BATCHES)}.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError: somebody has it
        fetched.append(True)
        return {}

    kernels.unpack(BABEL, BATCHES, fetch)
    assert fetched


def test_kernels_are_compiled_if_their_machine_died(empty_cache: Path) -> None:
    exceptions = pytest.importorskip("ray.exceptions")
    settings: dict[str, Any] = {
        "game": "babel",
        "options": BABEL.encode_options(BABEL.load_options({})),
        "seats": 2,
        "seed": 3,
    }
    packs = {kernels.make_of(BABEL, BATCHES): None}
    ticket = Ticket("simulate", "babel", BATCHES, pickle.dumps(settings), edition(), packs)

    def fetch(_: Any) -> Any:
        raise exceptions.TaskUnschedulableError("its machine is gone")

    assert prepare(ticket, fetch)((0, 10)).tobytes() == player(**settings)((0, 10)).tobytes()
    assert not kernels.lacks(BABEL, BATCHES)


def test_reviews_are_those_of_one_process(cluster: Cluster) -> None:
    matches = {f"{seed}.log": somewhere_in_babel(seed) for seed in (1, 2)}
    progress: list[int] = []
    reviews = list(review_all(cluster, matches, 0.5, progress=progress.append))
    assert reviews == [ziggurat.review(match, 0.5) for match in matches.values()]
    assert progress == [1, 1]


def test_puzzles_are_looked_for_as_in_one_process(cluster: Cluster) -> None:
    jobs = list(log_jobs("babel", 5, [somewhere_in_babel(seed).to_text() for seed in (3, 4, 5)]))
    assert list(searched(cluster, BABEL, jobs, None)) == [search(job) for job in jobs]


def somewhere_in_babel(seed: int) -> ziggurat.Match:
    return finish(ziggurat.new("babel", seed=seed), random.Random(seed)).at(10)


def test_self_play_is_the_same_wherever_a_share_is_played(cluster: Cluster) -> None:
    """Two updates of three shares, beside a worker's function that is called here, share by share."""
    torch = pytest.importorskip("torch")
    from ziggurat.cluster.selfplay import FarLanes, taken
    from ziggurat.cluster.selfplay import player as share_player
    from ziggurat.learn.boards import board_of
    from ziggurat.learn.network import Network

    size = NetworkSize(1, 8, 16)
    torch.manual_seed(1)
    network, earlier = Network(board_of(BABEL), size), Network(board_of(BABEL), size)
    lanes = FarLanes(cluster, 3, BABEL, (2,), 3 * 64, 4, 9, "cpu", size=size)
    threads = torch.get_num_threads()
    here = share_player("babel", (2,), 64, 4, 8, size)
    torch.set_num_threads(threads)
    for old in (None, earlier):
        shares = list(lanes.shares())
        memory = lanes.play(network, old)
        shared = taken(network), None if old is None else taken(old)
        wanted = [[array.copy() for array in here(share, shared).memory] for share in shares]
        for number, (name, whole) in enumerate(memory._asdict().items()):
            together = np.concatenate([one[number] for one in wanted], axis=1)
            assert np.array_equal(whole.numpy(), together), name
    assert lanes.games == len(lanes.seats) == 3 * 64
    lanes.close()


def test_a_worker_is_killed_in_the_middle(cluster: Cluster, machines: Machines, expected: Report) -> None:
    result, progress = interrupted(cluster, machines, lambda process, _node: os.kill(process, signal.SIGKILL))
    assert table(result) == expected
    assert sum(progress) == GAMES


def test_the_connection_is_lost_in_the_middle(cluster: Cluster, machines: Machines, expected: Report) -> None:
    before = cluster.driver
    assert before is not None
    result, progress = interrupted(cluster, machines, lambda _process, _node: before.kill())
    assert table(result) == expected
    assert sum(progress) == GAMES
    assert cluster.driver is not before


def test_a_machine_that_has_just_gone_is_not_waited_for(cluster: Cluster, machines: Machines) -> None:
    """Ray lists it for some seconds more."""
    try:
        gone = machines.add()
    except NotStarted:
        pytest.skip(BUSY)
    machines.remove(gone)
    result = simulate(cluster, BABEL, seats=2, games=7_500, seed=3)
    assert result.digest == simulate_here(BABEL, seats=2, games=7_500, seed=3).digest


def test_a_machine_is_lost_in_the_middle(cluster: Cluster, machines: Machines, expected: Report) -> None:
    result, progress = interrupted(cluster, machines, lambda _process, node: machines.remove(node))
    assert table(result) == expected
    assert sum(progress) == GAMES


def test_the_head_is_lost_in_the_middle(tmp_path: Path, expected: Report) -> None:
    """All of a cluster is gone, and another comes at the same address: this program outlives both."""
    variables = settings(tmp_path)
    with pytest.MonkeyPatch.context() as environment, ExitStack() as second:
        for name, value in variables.items():
            environment.setenv(name, value)
        first = ExitStack()
        try:
            machines = first.enter_context(running(tmp_path, variables, cpus=1))
        except NotStarted:
            pytest.skip(BUSY)
        port = int(machines.address.rpartition(":")[2])

        def replace_all(_process: int, _node: str) -> None:
            first.close()
            second.enter_context(running(tmp_path, variables, cpus=1, port=port))

        with first, Cluster(machines.address) as cluster:
            result, progress = interrupted(cluster, machines, replace_all)
    assert table(result) == expected
    assert sum(progress) == GAMES


def interrupted(
    cluster: Cluster, machines: Machines, kill: Callable[[int, str], Any], played: Arena | None = None
) -> tuple[Arena, list[int]]:
    """An arena in which a worker stops in the middle of a game, and something is killed then."""
    machines.arm()
    problems: list[BaseException] = []

    def watch() -> None:
        try:
            kill(*machines.stopped())
        except BaseException as problem:  # noqa: BLE001 - told below, in the test's own thread
            problems.append(problem)

    watcher = threading.Thread(target=watch)
    watcher.start()
    result = played or contest()
    progress: list[int] = []
    kept: list[int] = []
    try:
        play_arena(cluster, result, progress.append, lambda one: kept.append(one.number))
    except ClusterLost:
        if any(isinstance(problem, NotStarted) for problem in problems):
            pytest.skip(BUSY)
        raise
    watcher.join()
    assert not problems
    assert kept == list(range(GAMES))
    return result, progress
