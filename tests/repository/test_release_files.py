"""What is made of a release besides its packages: a citation, Zenodo's metadata, cards for data and networks."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
import yaml
from release import archive, hub

import ziggurat
from ziggurat.bots.weights import read
from ziggurat.core.game import Claim

ROOT = Path(__file__).parents[2]


def test_zenodo_metadata_agrees_with_the_citation() -> None:
    zenodo = json.loads((ROOT / ".zenodo.json").read_text("utf-8"))
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert zenodo["title"] == citation["title"]
    assert zenodo["license"] == citation["license"]
    assert zenodo["keywords"] == citation["keywords"]
    assert zenodo["creators"] == citation["authors"]
    assert citation["abstract"].removesuffix(" Parts of Amyitis are reconstructed.").strip() in zenodo["description"]
    assert "Parts of Amyitis are reconstructed" in zenodo["description"]


@pytest.mark.parametrize(("heading", "day"), [("unreleased", None), ("2 January 2030", "2030-01-02")])
def test_a_deposit_names_version_and_day(tmp_path: Path, heading: str, day: str | None) -> None:
    shutil.copy(ROOT / ".zenodo.json", tmp_path)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "3.2.1"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## 3.2.1 — {heading}\n", "utf-8")
    metadata = archive.metadata(tmp_path)["metadata"]
    assert metadata["version"] == "3.2.1"
    assert metadata.get("publication_date") == day
    assert {"title", "upload_type", "description", "creators", "license"} <= set(metadata)


def test_only_a_tag_or_commit_can_be_archived(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"^There is no tag or commit 'v0\.0\.0' in this repository\.$"):
        archive.write("v0.0.0", tmp_path / "archive")
    assert not (tmp_path / "archive").exists()


def test_data_and_networks_have_the_hubs_layout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A card with a heading that can be parsed, no dead link, and the files that the heading names."""
    repositories = hub.write(tmp_path / "hub")
    trained = [name for name in ziggurat.game_names() if Claim.NETWORK in ziggurat.game(name).claims]
    assert len(repositories) == 2 + len(trained)
    for repository in repositories:
        _, matter, card = (repository / "README.md").read_text("utf-8").split("---\n", 2)
        heading = yaml.safe_load(matter)
        assert heading["license"] == "mit"
        assert not re.findall(r"\]\((?!https?:)", card), "links lead nowhere on the hub"
        for config in heading.get("configs", []):
            for file in config["data_files"]:
                assert (repository / file["path"]).stat().st_size > 1000
    for name in trained:
        model = tmp_path / "hub" / "models" / f"ziggurat-{name}"
        network = read(model / "network.npz", ziggurat.game(name))
        (example,) = re.findall(r"```python\n(.*?)```", (model / "README.md").read_text("utf-8"), re.DOTALL)
        monkeypatch.chdir(model)
        exec(compile(example, f"{name}'s card", "exec"), {})  # noqa: S102 - our own card
        assert json.loads((model / "config.json").read_text("utf-8"))["fingerprint"] == network.story["fingerprint"]


def test_folder_that_is_not_empty_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(SystemExit, match="is not empty"):
        hub.write(tmp_path)
