"""Each recipe learns in an environment of its own, where only what its first lines name is installed."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

import pytest

from tests.apart import environments
from tests.packages import building

RECIPES = {path.stem.removeprefix("recipe_"): path for path in (building.ROOT / "examples").glob("recipe_*.py")}
REQUIREMENTS = Path(__file__).parent / "recipes"
DECISIONS = 20_480
ALONE = {"pufferlib": "pufferlib==3.0.0"}  # without what it asks for: an earlier NumPy
FETCHES = "PufferLib's build fetches raylib from GitHub, which is out of reach here."


def test_every_recipe_has_requirements_and_fits_on_a_screen() -> None:
    assert sorted(RECIPES) == sorted(path.stem for path in REQUIREMENTS.glob("*.txt"))
    assert all(len(path.read_text("utf-8").splitlines()) < 60 for path in RECIPES.values())


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_recipe_learns(name: str, tmp_path: Path) -> None:
    python = environments.create(tmp_path, "rl", REQUIREMENTS / f"{name}.txt")
    if name in ALONE:
        install = [str(building.BIN / "uv"), "pip", "install", "--quiet", "--python", str(python)]
        options = ["--no-deps", "--no-build-isolation", ALONE[name]]
        built = subprocess.run(
            [*install, *options], env=environments.settings(), check=False, capture_output=True, text=True
        )
        if "urlopen error" in built.stderr:
            pytest.skip(FETCHES)
        assert built.returncode == 0, built.stderr
    command = [str(python), str(RECIPES[name]), "babel", str(DECISIONS)]
    variables = {**environments.settings(), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=variables, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    first, last = csv.DictReader(done.stdout.splitlines())
    assert (int(first["decisions"]), int(last["decisions"])) == (0, DECISIONS)
    assert float(first["random"]) < 0.65
    assert float(last["random"]) > 0.8
    assert float(last["greedy"]) > float(first["greedy"])
