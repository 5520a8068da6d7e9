"""What cannot work on a cluster is refused with one sentence, before anything is spent."""

from __future__ import annotations

import inspect
import json
import platform
import re
import socket
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ziggurat
from tests.cluster.machines import BUSY, PATHS, Machines, NotStarted
from tests.patience import until
from ziggurat.cli import app
from ziggurat.cluster import Cluster, simulate
from ziggurat.cluster.address import read_address
from ziggurat.cluster.nodes import check_edition, look_around
from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.sim import simulate as simulate_here

pytestmark = pytest.mark.long

BABEL = ziggurat.game("babel")


def refusal(*words: str) -> str:
    result = CliRunner().invoke(app, words)
    assert isinstance(result.exception, ziggurat.ZigguratError), result.output
    return str(result.exception)


@pytest.mark.parametrize("command", [("simulate", "babel"), ("arena", "babel", "--bots", "random,greedy")])
@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nowhere", "A cluster is local, auto, or an address such as 10.0.0.1:6379, not 'nowhere'."),
        ("10.0.0.1:99999", "A cluster is local, auto, or an address such as 10.0.0.1:6379, not '10.0.0.1:99999'."),
        (
            "ray://head:10001",
            "Run this on a machine of the cluster, with --cluster auto: ray:// is for others.",
        ),
    ],
)
def test_bad_address_is_refused(command: tuple[str, ...], address: str, sentence: str) -> None:
    assert refusal(*command, "--cluster", address) == sentence


def test_unreachable_cluster_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
    assert re.fullmatch(
        f"There is no cluster at {address}: Connection refused.", refusal("simulate", "babel", "--cluster", address)
    )


def test_address_of_another_service_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        cluster = Cluster(address)
        cluster.opening = 0.5  # it never opens: there is nothing to wait for
        with (
            pytest.raises(BadOption, match=f"^{address} is not a Ray cluster, or it refuses connections.$"),
            cluster,
        ):
            pass
    assert cluster.driver is None


def test_without_ray_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingDependency, match=r"pip install 'ziggurat\[cluster\]'"):
        read_address("local")


def test_simulate_on_cluster_refuses_cuda() -> None:
    message = refusal("simulate", "babel", "--cluster", "local", "--device", "cuda")
    assert message == "A cluster plays random games on processors: leave out --device, or --cluster."


def test_a_missing_file_is_noticed_before_a_cluster_is_started() -> None:
    message = refusal("simulate", "amyitis", "--option", "components=missing.json", "--cluster", "local")
    assert message == "The components file missing.json cannot be read: No such file or directory."


def test_workers_need_no_options_file(machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in Amyitis' own components travels; the file has a name that means nothing on other machines."""
    game = ziggurat.game("amyitis")
    parts = json.loads(files("ziggurat.games.amyitis").joinpath("components.json").read_text("utf-8"))
    parts["start"]["talents"] = 7
    monkeypatch.chdir(tmp_path)
    Path("mine.json").write_text(json.dumps(parts), "utf-8")
    wanted = simulate_here(game, seats=2, games=1_500, seed=2, options={"components": "mine.json"})
    with Cluster(machines.address) as cluster:
        result = simulate(cluster, game, seats=2, games=1_500, seed=2, options={"components": "mine.json"})
        assert result.digest == wanted.digest


def test_cluster_with_too_little_memory_is_refused(machines: Machines) -> None:
    with (
        Cluster(machines.address, memory=1 << 50) as cluster,
        pytest.raises(BadOption, match=r"^A worker needs 1048576.0 GB of memory, and no machine .* gives [\d.]+ GB.$"),
    ):
        simulate(cluster, BABEL, seats=2, games=10)


def test_machine_with_another_version_is_refused(machines: Machines, tmp_path: Path) -> None:
    (tmp_path / "ziggurat.py").write_text("__version__ = '0.0.9'")
    try:
        node = machines.add(PYTHONPATH=f"{tmp_path}:{PATHS}")
    except NotStarted:
        pytest.skip(BUSY)
    here = re.escape(ziggurat.__version__)
    pattern = rf"has another Ziggurat \(0.0.9\) than this one \({here}, [0-9a-f]{{12}}\): install the same on both.$"
    try:
        with Cluster(machines.address) as cluster, pytest.raises(BadOption, match=pattern):
            simulate(cluster, BABEL, seats=2, games=10)
    finally:
        machines.remove(node)


def test_machine_with_another_version_that_joins_later_is_left_out(
    machines: Machines, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What has been done by then is not lost: the others go on."""
    (tmp_path / "ziggurat.py").write_text("__version__ = '0.0.9'")
    wanted = simulate_here(BABEL, seats=2, games=200_000, seed=5)
    came: list[str] = []

    def come(_done: int) -> None:
        if not came:
            came.append(machines.add(PYTHONPATH=f"{tmp_path}:{PATHS}"))

    try:
        with Cluster(machines.address) as cluster:
            simulate(cluster, BABEL, seats=2, games=10)
            slots = cluster.slots
            result = simulate(cluster, BABEL, seats=2, games=200_000, seed=5, progress=come)
            until(lambda: simulate(cluster, BABEL, seats=2, games=7_500, seed=3) and "0.0.9" in caplog.text)
            assert cluster.slots == slots
    except NotStarted:
        pytest.skip(BUSY)
    finally:
        for node in came:
            machines.remove(node)
    assert result.digest == wanted.digest
    assert re.search(r"has another Ziggurat \(0.0.9\) .* install the same on both. It gets no work.", caplog.text)


def test_other_version_of_ray_is_refused(machines: Machines) -> None:
    def rename(version: str) -> str:
        command = (sys.executable, "-m", "tests.cluster.renaming", machines.address, version)
        done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    ours = rename("1.2.3")
    python = platform.python_version()
    try:
        message = refusal("simulate", "babel", "--cluster", machines.address)
    finally:
        assert rename(ours) == "1.2.3"
    assert message == (
        f"The cluster at {machines.address} has Ray 1.2.3 and Python {python}, and this program Ray {ours} and "
        f"Python {python}: use the same on both."
    )


def test_machine_without_ziggurat_is_refused(tmp_path: Path) -> None:
    """What looks around leans on nothing of ours."""
    (tmp_path / "ziggurat.py").write_text("raise ImportError")
    source = inspect.getsource(look_around)
    program = f"from __future__ import annotations\n{source}\nprint(look_around('babel', ()))"
    command = (sys.executable, "-c", program)
    answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert answer.stdout == "('', '', False)\n"
    with pytest.raises(BadOption, match=r"^The machine far of the cluster has no Ziggurat: install version 1 there\.$"):
        check_edition("far", "1", "")


def test_shares_are_checked(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    out = str(tmp_path / "run")
    message = refusal("train", "babel", "--out", out, "--games", "128", "--shares", "3", "--cluster", "local")
    assert message == "128 games can be cut into 1 to 2 shares of 64 or more, not into 3."
    message = refusal("train", "babel", "--out", out, "--shares", "3")
    assert message == "--shares and --workers are for a cluster: name one with --cluster."
    assert not (tmp_path / "run").exists()
