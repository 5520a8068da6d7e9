"""Links are written for the repository, so that they work on GitHub; here they are turned to the site's pages.

What is no page of the site and lies outside docs/, such as an example, becomes one (`code.py`).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from sitekit.shown import ROOT, home

LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")


def source_page(path: str) -> str:
    """The site's page of a file or folder that is no page in the repository."""
    return f"source/{path}.md"


def leads_to(page: str, link: str) -> str | None:
    """The path in the repository that a link on a page leads to; None: it leaves the repository."""
    if "://" in link or link.startswith(("/", "mailto:")):
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
    return None if path.startswith("..") else path


def outside(page: str, text: str) -> Iterator[str]:
    """The files and folders a page links to that the site would not have by itself."""
    for found in LINK.finditer(text):
        path = leads_to(page, found[2])
        if path is None or home(path) is not None or not (ROOT / path).exists():
            continue
        if not path.startswith("docs/") or (ROOT / path).is_dir():
            yield path


def turned(page: str, shown_at: str, text: str) -> str:
    """The text of a page of the repository, with its links as they are where the site shows it."""

    def turn(found: re.Match[str]) -> str:
        path = leads_to(page, found[2])
        if path is None:
            return found[0]
        there = home(path)
        if there is None:
            inside = path.startswith("docs/") and not (ROOT / path).is_dir()
            there = path.removeprefix("docs/") if inside else source_page(path)
        link = posixpath.relpath(there, posixpath.dirname(shown_at) or ".")
        return f"{found[1]}{link}{found[3] or ''}{found[4]}"

    return LINK.sub(turn, text)
