"""The checks before a release, and the release notes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from release import third_party, versions

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


CHANGELOG = """\
# Changelog

## 3.2.1 — 16 November 2026

- **Senet** for two players.

## 3.2.0 — 1 January 2020

- Nothing yet.
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a version of its own on its release day, whatever version this repository has."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "ziggurat"\nversion = "3.2.1"\n', "utf-8")
    citation = "cff-version: 1.2.0\ntitle: Ziggurat\nversion: 3.2.1\ndate-released: 2026-11-16\n"
    (tmp_path / "CITATION.cff").write_text(citation, "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, "utf-8")
    (tmp_path / "src" / "ziggurat").mkdir(parents=True)
    (tmp_path / "src" / "ziggurat" / "__init__.py").write_text('"""A package."""\n\n__version__ = "3.2.1"\n', "utf-8")
    return tmp_path


def change(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")


def test_versions_agree_always() -> None:
    assert versions.problems() == []


def test_a_tag_of_this_version_may_be_released(checkout: Path) -> None:
    assert versions.problems(checkout, "v3.2.1") == []


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("pyproject.toml", 'version = "3.2.1"', 'version = "3.3.0"', "version 3.3.0 is released by the tag 'v3.3.0'"),
        ("src/ziggurat/__init__.py", '"3.2.1"', '"3.2.0"', "has another __version__ than pyproject.toml, 3.2.1"),
        ("CITATION.cff", "\nversion: 3.2.1", "\nversion: 3.2.0", "CITATION.cff names version 3.2.0"),
        ("CHANGELOG.md", "## 3.2.1", "## 3.3.0", "CHANGELOG.md's newest version is 3.3.0"),
        ("CHANGELOG.md", "16 November 2026", "unreleased", "not the day it came out"),
        ("CITATION.cff", "2026-11-16", "2026-11-15", "no line 'date-released: 2026-11-16'"),
    ],
)
def test_other_tags_are_refused(checkout: Path, name: str, old: str, new: str, problem: str) -> None:
    change(checkout, name, old, new)
    assert any(problem in sentence for sentence in versions.problems(checkout, "v3.2.1"))


def test_release_notes_come_from_the_changelog(checkout: Path) -> None:
    assert versions.notes(checkout) == "- **Senet** for two players.\n"


@pytest.mark.parametrize("heading", ["unreleased", "16 November 2026"])
def test_this_changelog_may_be_dated(checkout: Path, heading: str) -> None:
    """The suite runs on the tag, where the newest heading has its day: no test may want it unreleased."""
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md", "src/ziggurat/__init__.py"):
        shutil.copy(ROOT / name, checkout / name)
    text = (checkout / "CHANGELOG.md").read_text("utf-8")
    version = versions.HEADING.search(text)
    assert version is not None
    dated = f"## {version[1]} — {heading}"
    (checkout / "CHANGELOG.md").write_text(text.replace(version[0], dated, 1), "utf-8")
    with (checkout / "CITATION.cff").open("a", encoding="utf-8") as citation:
        citation.write("date-released: 2026-11-16\n")
    assert versions.problems(checkout) == []
    assert (versions.problems(checkout, f"v{version[1]}") == []) == (heading != "unreleased")


def test_workflows_are_valid() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run([*check, *map(str, WORKFLOWS)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_only_the_publishing_job_may_publish() -> None:
    """And it does so after everything else, without a password, with an attestation."""
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))
    assert workflow["permissions"] == {}
    jobs = workflow["jobs"]
    powerful = {name for name, job in jobs.items() if "write" in job.get("permissions", {}).values()}
    assert powerful == {"publish"}
    assert set(jobs["publish"]["needs"]) == {"suite", "long", "try"}
    used = [step["uses"].partition("@")[0] for step in jobs["publish"]["steps"] if "uses" in step]
    assert used.index("actions/attest-build-provenance") < used.index("pypa/gh-action-pypi-publish")
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert "secrets." not in text
    for job in jobs.values():
        for step in job.get("steps", []):
            assert "${{" not in step.get("run", ""), "values go into commands by the environment, never as text"


def test_steps_for_one_wheel_name_it() -> None:
    """The folder `dist` also has the wheel of the ladder's networks: `dist/*.whl` would be two files."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert "--outdir dist packages/ladder" in text
    assert "dist/ziggurat-*.whl" in text
    assert "dist/*.whl" not in text


@pytest.mark.long
def test_the_notice_names_what_the_page_contains() -> None:
    """All but what pip fetches, whose licences are told in the words of the versions installed here."""

    def ours(text: str) -> str:
        return re.sub(r"^- `ziggurat.*$", "", text, flags=re.MULTILINE)

    written = third_party.NOTICE.read_text("utf-8")
    assert ours(written) == ours(third_party.notice()), "python web/build.py && python -m release.third_party"
    for name in third_party.needed("") + third_party.needed("server"):
        assert f"{name} (" in written, "python -m release.third_party"
    assert "see the package" not in written
    assert not re.search(r"\((BSD|BSD License|MIT License)\)", written), "licences have their SPDX names"
    assert {"svelte", "clsx", "@fontsource-variable/fraunces"} <= {part["name"] for part in third_party.parts()}
