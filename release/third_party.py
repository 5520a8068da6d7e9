"""Writes THIRD-PARTY.md: what in a wheel others made, with their licences, and what it needs besides.

    python web/build.py && python -m release.third_party

What the page contains is told by its build, which has seen every module (`web/scripts/parts.ts`).
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "src" / "ziggurat" / "page"
NOTICE = ROOT / "THIRD-PARTY.md"
HEAD = """# What others made

Ziggurat's code, rules, texts, pictures, networks, puzzles and data are our own, under the [MIT licence](LICENSE). A
wheel, an sdist and a container image contain these works of others as well. This page is made by
`python -m release.third_party`.
"""
NEEDED = """## What it needs

These are not in the wheel: `pip` fetches them, each with its own licence, which a container image has in its
`site-packages` (and for Debian's packages in `/usr/share/doc`). Versions, and what they need in turn, are in the
bill of materials of each release (`python -m release.sbom`).
"""
TEXTS = "## The licences\n"
SPDX = {  # by name: what only this licence says; the longer ones first
    "MPL-2.0": ("Mozilla Public License", "2.0"),
    "Apache-2.0": ("Apache License", "Version 2.0"),
    "BSD-3-Clause": ("Redistribution and use in source and binary forms", "Neither the name"),
    "BSD-2-Clause": ("Redistribution and use in source and binary forms",),
    "MIT": ("Permission is hereby granted, free of charge",),
}


def parts() -> list[dict[str, str]]:
    """What is in the wheel and not ours: where, by which licence."""
    bill = json.loads((PAGE / "sbom.cdx.json").read_text("utf-8"))
    page = [
        {
            "name": "/".join(filter(None, (one.get("group"), one["name"]))),
            "version": one["version"],
            "licence": one["licenses"][0]["license"]["id"],
            "where": "the page",
        }
        for one in bill["components"]
    ]
    fonts = {"name": "Fraunces", "version": "", "licence": "OFL-1.1", "where": "`ziggurat/pictures/fonts`, cut to size"}
    unicode = {
        "name": "Unicode's confusable characters",
        "version": "15.1",
        "licence": "Unicode-3.0",
        "where": "`ziggurat/server/accounts/confusables.py`, a part",
    }
    return [*page, fonts, unicode]


def licence_of(name: str) -> str:
    """By which licences a Python package may be used, by their SPDX names: it says so, or its licence files do."""
    package = importlib.metadata.distribution(name)
    if "License-Expression" in package.metadata:
        return package.metadata["License-Expression"]
    short = "".join(package.metadata.get_all("License") or [])
    if short in SPDX:
        return short
    files = [
        file
        for file in package.files or ()
        if ".dist-info" in str(file) and file.name.upper().startswith(("LICEN", "COPYING"))
    ]
    licences = sorted({licence for file in files if (licence := recognised(str(file.read_text())))})
    if not licences:
        raise LookupError(f"{name} does not say by which licence it may be used")
    return ", ".join(licences)


def recognised(text: str) -> str | None:
    """The SPDX name of a licence, by what only it says."""
    return next((name for name, signs in SPDX.items() if all(sign in " ".join(text.split()) for sign in signs)), None)


def needed(extra: str) -> list[str]:
    """The names of what the package itself, or an extra of it, asks for, other extras of ours included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [
        Requirement(one) for one in (project["optional-dependencies"][extra] if extra else project["dependencies"])
    ]
    names = {one.name for one in asked if one.name != "ziggurat"}
    names |= {name for one in asked if one.name == "ziggurat" for own in one.extras for name in needed(own)}
    return sorted(names, key=str.lower)


def page_texts() -> str:
    """The licences of the page's parts, as headings of a Markdown page."""
    notices = (PAGE / "licences.txt").read_text("utf-8")
    return re.sub(r"^(\S+)\n=+\n\n", r"### \1\n\n", notices, flags=re.MULTILINE)


def block(text: str) -> str:
    """A licence as it is written, whatever it contains."""
    return f"```text\n{text.strip()}\n```\n"


def notice() -> str:
    """The whole page."""
    rows = ["| | version | licence | where |", "|---|---|---|---|"]
    rows += [f"| {one['name']} | {one['version']} | {one['licence']} | {one['where']} |" for one in parts()]
    lists = []
    before: list[str] = []
    for extra, title in (
        ("", "`ziggurat`"),
        ("page", "`ziggurat[page]` besides"),
        ("host", "`ziggurat[host]` besides"),
    ):
        names = [name for name in needed(extra) if name not in before]
        lists.append(f"- {title}: {', '.join(f'{name} ({licence_of(name)})' for name in names)}.")
        before += names
    texts = []
    for piece in re.split(r"^### ", page_texts(), flags=re.MULTILINE)[1:]:
        name, _, text = piece.partition("\n\n")
        texts.append(f"### {name}\n\n{block(text)}")
    texts.append(f"### Fraunces, in pictures\n\n{block((ROOT / 'src/ziggurat/pictures/fonts/LICENSE').read_text())}")
    texts.append(f"### Unicode\n\n{block((ROOT / 'release/unicode.txt').read_text('utf-8'))}")
    return "\n".join([HEAD, "\n".join(rows), "", NEEDED, "\n".join(lists), "", TEXTS, "\n".join(texts)])


if __name__ == "__main__":
    NOTICE.write_text(notice(), "utf-8")
