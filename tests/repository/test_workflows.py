"""What runs on GitHub is pinned, limited, and tries what the package says it is for."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml
from release import third_party

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LISTS = ("deploy/*.lock", "requirements-*.txt", "web/package-lock.json")  # of what is installed, with versions


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_have_permissions_and_timeouts(workflow: Path) -> None:
    """No permission that is not asked for, no credentials left behind, an end to every job; pins: test_pins.py."""
    parsed = yaml.safe_load(workflow.read_text("utf-8"))
    assert "permissions" in parsed
    for name, job in parsed["jobs"].items():
        assert "uses" in job or job["timeout-minutes"] <= 120, name
        for step in job.get("steps", []):
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_every_list_of_packages_is_audited() -> None:
    """Every day, and when one of the lists changes."""
    lists = {path.relative_to(ROOT).as_posix() for pattern in LISTS for path in ROOT.glob(pattern)}
    text = (ROOT / ".github" / "workflows" / "audit.yml").read_text("utf-8")
    parsed = yaml.safe_load(text)
    trigger = parsed[True]  # `on`, in YAML
    assert "schedule" in trigger
    assert all(any(fnmatch(name, pattern) for pattern in trigger["pull_request"]["paths"]) for name in lists)
    commands = [step.get("run", "") for job in parsed["jobs"].values() for step in job["steps"]]
    audited = {name for command in commands for name in re.findall(r"--requirement (\S+)", command)}
    assert audited | {"web/package-lock.json"} == lists
    assert any(re.search(r"npm\.py audit", command) for command in commands)


def test_wheel_is_tested_on_every_supported_system_and_version() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))["jobs"]
    tried = jobs["try"]["strategy"]["matrix"]
    classifiers = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
    versions_named = [one.rpartition(" :: ")[2] for one in classifiers if re.search(r":: 3\.\d+$", one)]
    assert tried["python"] == versions_named
    systems = {"ubuntu-latest": "Linux", "macos-latest": "MacOS", "windows-latest": "Windows"}
    named = {one.rpartition(" :: ")[2] for one in classifiers if one.startswith("Operating System")}
    assert {systems[os] for os in tried["os"]} == named


def test_dependency_groups_pin_the_tested_versions() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    pinned = {
        line.strip()
        for name in ("requirements-dev.txt", "requirements-long.txt")
        for line in (ROOT / name).read_text("utf-8").splitlines()
    }
    for group in ("lint", "docs"):
        assert set(groups[group]) <= pinned


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("MIT License\n\nPermission is hereby granted, free\nof charge, to any person", "MIT"),
        ("Redistribution and use in source and binary forms … Neither the name of", "BSD-3-Clause"),
        ("Redistribution and use in source and binary forms, with or without", "BSD-2-Clause"),
        ("All rights reserved.", None),
    ],
)
def test_licences_are_recognised_by_their_text(text: str, name: str | None) -> None:
    assert third_party.recognised(text) == name
