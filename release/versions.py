"""Whether a tag may be released: `python -m release.versions v1.2.0`.

It has to be pyproject.toml's version, the package's own, CITATION.cff's, and the newest in CHANGELOG.md, there with
the day it came out. Without a tag only that they agree is asked, which is to hold always; the day may be missing until
the release.
"""

from __future__ import annotations

import re
import sys
import tomllib
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
HEADING = re.compile(r"^## (\S+) — (.+)$", re.MULTILINE)
DAY = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}")


def problems(root: Path = ROOT, tag: str | None = None) -> list[str]:
    """What stands against it, in sentences."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    sentences = []
    citation = (root / "CITATION.cff").read_text("utf-8")
    cited = re.search(r"^version: (.+)$", citation, re.MULTILINE)
    if cited is None or cited[1] != version:
        sentences.append(f"CITATION.cff names version {cited and cited[1]}, pyproject.toml {version}.")
    package = (root / "src" / "ziggurat" / "__init__.py").read_text("utf-8")
    if f'\n__version__ = "{version}"\n' not in package:
        sentences.append(f"src/ziggurat/__init__.py has another __version__ than pyproject.toml, {version}.")
    newest = HEADING.search((root / "CHANGELOG.md").read_text("utf-8"))
    if newest is None or newest[1] != version:
        sentences.append(f"CHANGELOG.md's newest version is {newest and newest[1]}, pyproject.toml's {version}.")
    if tag is not None:
        if tag != f"v{version}":
            sentences.append(f"The tag is {tag!r}; version {version} is released by the tag 'v{version}'.")
        if newest is not None and not DAY.fullmatch(newest[2]):
            sentences.append(
                f"CHANGELOG.md gives {newest[1]} as {newest[2]!r}, not the day it came out (16 November 2026)."
            )
        elif newest is not None:
            day = datetime.strptime(newest[2], "%d %B %Y").strftime("%Y-%m-%d")  # noqa: DTZ007 - a day, wherever one is
            if f"\ndate-released: {day}\n" not in citation:
                sentences.append(f"CITATION.cff has no line 'date-released: {day}', the day in CHANGELOG.md.")
    return sentences


def notes(root: Path = ROOT) -> str:
    """What CHANGELOG.md says of the newest version: what a release says of itself."""
    text = (root / "CHANGELOG.md").read_text("utf-8")
    headings = list(HEADING.finditer(text))
    end = headings[1].start() if len(headings) > 1 else len(text)
    return text[headings[0].end() : end].strip() + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--notes"]:
        print(notes(), end="")
    else:
        sys.exit("\n".join(problems(tag=sys.argv[1] if len(sys.argv) > 1 else None)) or None)
