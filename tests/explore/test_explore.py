"""The explorers: the same seed draws the same; findings are written and can be replayed."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from tests.explore.__main__ import main
from tests.explore.episodes import episodes
from tests.explore.explorers import ALL
from tests.explore.fakes import ALL as FAKES


def run(capfd: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> tuple[int, str]:
    status = main(["--failures", str(folder), "--workers", "1", *arguments])
    return status, capfd.readouterr().out


def test_a_finding_is_written_and_can_be_replayed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fakes = ("--registry", "tests.explore.fakes", "--skip", "endless")
    status, said = run(capfd, tmp_path, *fakes, "--seed", "3", "--minutes", "4")
    assert status == 1
    assert said.startswith("seed 3\n")
    assert "absent is skipped" in said
    [path] = tmp_path.glob("explore-*-unlucky.json")
    first = json.loads(path.read_text("utf-8"))
    assert f"make explore ONLY=unlucky EPISODE={first['episode']}" in said
    assert f"python -m tests.explore --replay {path}" in said
    status, said = run(capfd, tmp_path / "again", "--replay", str(path))
    assert status == 1
    again = json.loads((tmp_path / "again" / path.name).read_text("utf-8"))
    assert (again["found"], again["details"], again["trail"]) == (first["found"], first["details"], first["trail"])
    assert first["details"]["next"] >= 0


def test_an_episode_that_hangs_is_a_finding(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, said = run(capfd, tmp_path, "--registry", "tests.explore.fakes", "--only", "endless", "--seed", "1")
    assert (status, "Hangs" in said) == (1, True)
    [path] = tmp_path.glob("explore-*-endless.json")
    assert "in endless" in json.loads(path.read_text("utf-8"))["traceback"]


def test_a_seed_gives_the_same_episodes() -> None:
    def drawn(seed: int, worker: int) -> list[tuple[str, int]]:
        return [(explorer.name, episode) for explorer, episode in islice(episodes(seed, worker, FAKES), 50)]

    assert drawn(1, 0) == drawn(1, 0)
    assert len({str(drawn(seed, worker)) for seed in (1, 2) for worker in (0, 1)}) == 4


def test_every_explorer_has_its_turn_and_can_be_loaded() -> None:
    assert {explorer.name for explorer, _ in islice(episodes(1, 0, ALL), sum(each.weight for each in ALL))} == {
        explorer.name for explorer in ALL
    }
    for explorer in ALL:
        module, _, function = explorer.function.partition(":")
        source = Path(__file__).parents[2] / f"{module.replace('.', '/')}.py"
        assert f"def {function}(episode: Episode)" in source.read_text("utf-8")
