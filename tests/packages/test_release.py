"""What is asked before a release, and what is said with it."""

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


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files that name a version, on the day of its release."""
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md"):
        shutil.copy(ROOT / name, tmp_path)
    change(tmp_path, "CHANGELOG.md", "— unreleased", "— 16 November 2026")
    return tmp_path


def change(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")


def test_versions_agree_always() -> None:
    assert versions.problems() == []


def test_a_tag_of_this_version_may_be_released(checkout: Path) -> None:
    assert versions.problems(checkout, "v0.1.0") == []


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("pyproject.toml", 'version = "0.1.0"', 'version = "0.2.0"', "version 0.2.0 is released by the tag 'v0.2.0'"),
        ("CITATION.cff", "version: 0.1.0", "version: 0.0.9", "CITATION.cff names version 0.0.9"),
        ("CHANGELOG.md", "## 0.1.0", "## 0.2.0", "CHANGELOG.md's newest version is 0.2.0"),
        ("CHANGELOG.md", "16 November 2026", "unreleased", "not the day it came out"),
    ],
)
def test_another_may_not(checkout: Path, name: str, old: str, new: str, problem: str) -> None:
    change(checkout, name, old, new)
    assert any(problem in told for told in versions.problems(checkout, "v0.1.0"))


def test_a_release_says_what_the_changes_say(checkout: Path) -> None:
    text = (checkout / "CHANGELOG.md").read_text("utf-8")
    (checkout / "CHANGELOG.md").write_text(f"{text}\n## 0.0.1 — 1 January 2020\n\n- Nothing yet.\n", "utf-8")
    assert versions.notes(checkout).startswith("- **Babylonia**")
    assert "Nothing yet" not in versions.notes(checkout)


def test_workflows_are_what_github_reads() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run([*check, *map(str, WORKFLOWS)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_only_what_publishes_may_publish() -> None:
    """And it does so after everything else, without a password, with an attestation."""
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))
    assert workflow["permissions"] == {}
    jobs = workflow["jobs"]
    powerful = {name for name, job in jobs.items() if "write" in job.get("permissions", {}).values()}
    assert powerful == {"publish"}
    assert set(jobs["publish"]["needs"]) == {"suite", "try"}
    used = [step["uses"].partition("@")[0] for step in jobs["publish"]["steps"] if "uses" in step]
    assert used.index("actions/attest-build-provenance") < used.index("pypa/gh-action-pypi-publish")
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert "secrets." not in text
    for job in jobs.values():
        for step in job.get("steps", []):
            assert "${{" not in step.get("run", ""), "values go into commands by the environment, never as text"


@pytest.mark.long
def test_the_notice_names_what_the_page_contains() -> None:
    """All but what pip fetches, whose licences are told in the words of the versions installed here."""

    def ours(text: str) -> str:
        return re.sub(r"^- `ziggurat.*$", "", text, flags=re.MULTILINE)

    written = third_party.NOTICE.read_text("utf-8")
    assert ours(written) == ours(third_party.notice()), "python web/build.py && python -m release.third_party"
    for name in third_party.needed("") + third_party.needed("server"):
        assert f"{name} (" in written, "python -m release.third_party"
    assert {"svelte", "clsx", "@fontsource-variable/fraunces"} <= {part["name"] for part in third_party.parts()}
