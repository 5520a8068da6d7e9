"""Hooks by which MkDocs makes the documentation a site: `make docs`, or `mkdocs serve` while writing.

Pages are written for GitHub and for the site alike; `sitekit` has what the two need differently.
"""

from __future__ import annotations

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from sitekit import code, notebooks
from sitekit.doctests import Doctests
from sitekit.links import outside, source_page, turned
from sitekit.lists import indented
from sitekit.shown import ASSETS, DOCS, ROOT, pages

CLAUSE = re.compile(r"^\*\*(\d+)\. ", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Read examples as examples."""
    config.markdown_extensions.append(Doctests())
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what lies elsewhere in the repository: rules, changes, notebooks, and code that pages link to."""
    texts = {f"docs/{file.src_uri}": file.content_string for file in files.documentation_pages()}
    for path, there in pages().items():
        text = notebooks.page(ROOT / path) if path.endswith(".ipynb") else (ROOT / path).read_text("utf-8")
        texts[path] = text
        files.append(File.generated(config, there, content=text))
    for path in sorted({path for page, text in texts.items() for path in outside(page, text)}):
        content = code.page(path)
        files.append(File.generated(config, source_page(path), content=content, inclusion=InclusionLevel.NOT_IN_NAV))
    for path, there in ASSETS.items():
        files.append(File.generated(config, there, abs_src_path=str(ROOT / path)))
    return files


def _written_at(page: Page) -> str | None:
    """The path in the repository of what a page shows; None: it was made for the site."""
    uri = page.file.src_uri
    by_place = {there: path for path, there in pages().items()}
    if uri in by_place:
        return by_place[uri]
    return f"docs/{uri}" if (DOCS / uri).exists() else None


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links to where the site has it, and give every clause of the rules an address."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]  # its four doors are the navigation
    path = _written_at(page)
    if path is None:
        return markdown
    if page.file.src_uri.startswith("rules/"):
        markdown = CLAUSE.sub(r'<a id="clause-\1"></a>**\1. ', markdown)
    return indented(turned(path, page.file.src_uri, markdown))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Say which language Dutch rules are in, for those who have pages read to them."""
    return f'<div lang="nl">{html}</div>' if page.file.src_uri.endswith(".nl.md") else html


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Name the theme's search dialog, for the same readers."""
    return output.replace(
        'data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"'
    )
