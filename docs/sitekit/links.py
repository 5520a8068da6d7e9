"""Rewrites links for the site. Pages link to files of the repository, so that links work on GitHub.

Linked code outside docs/ becomes a page too (`code.py`).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from sitekit.sources import ROOT, site_path

LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")


def source_page(path: str) -> str:
    """The site's page for a file or folder of code."""
    return f"source/{path}.md"


def resolve(page: str, link: str) -> str | None:
    """The path in the repository that a link points to; None: it points elsewhere."""
    if "://" in link or link.startswith(("/", "mailto:")):
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
    return None if path.startswith("..") else path


def linked_sources(page: str, text: str) -> Iterator[str]:
    """The files and folders of code that a page links to."""
    for link in LINK.finditer(text):
        path = resolve(page, link[2])
        if path is None or site_path(path) is not None or not (ROOT / path).exists():
            continue
        if not path.startswith("docs/") or (ROOT / path).is_dir():
            yield path


def rewrite_links(page: str, site_page: str, text: str) -> str:
    """The text of a page with its links rewritten for the page's place on the site."""

    def rewrite(link_match: re.Match[str]) -> str:
        path = resolve(page, link_match[2])
        if path is None:
            return link_match[0]
        target = site_path(path)
        if target is None:
            inside = path.startswith("docs/") and not (ROOT / path).is_dir()
            target = path.removeprefix("docs/") if inside else source_page(path)
        link = posixpath.relpath(target, posixpath.dirname(site_page) or ".")
        return f"{link_match[1]}{link}{link_match[3] or ''}{link_match[4]}"

    return LINK.sub(rewrite, text)
