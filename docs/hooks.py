"""MkDocs hooks for the documentation site: `make docs`, or `mkdocs serve` while writing.

Pages are written for GitHub and for the site; `sitekit` has what differs.
"""

from __future__ import annotations

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from sitekit import code, notebooks
from sitekit.doctests import Doctests
from sitekit.links import linked_sources, rewrite_links, source_page
from sitekit.lists import indent_lists
from sitekit.sources import ASSETS, DOCS, ROOT, pages

CLAUSE = re.compile(r"^\*\*(\d+)\. ", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the extension that fences examples."""
    config.markdown_extensions.append(Doctests())
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add files from elsewhere in the repository: rules, changelog, notebooks, and code that pages link to."""
    texts = {f"docs/{file.src_uri}": file.content_string for file in files.documentation_pages()}
    for path, there in pages().items():
        text = notebooks.page(ROOT / path) if path.endswith(".ipynb") else (ROOT / path).read_text("utf-8")
        texts[path] = text
        files.append(File.generated(config, there, content=text))
    for path in sorted({path for page, text in texts.items() for path in linked_sources(page, text)}):
        content = code.page(path)
        files.append(File.generated(config, source_page(path), content=content, inclusion=InclusionLevel.NOT_IN_NAV))
    for path, there in ASSETS.items():
        files.append(File.generated(config, there, abs_src_path=str(ROOT / path)))
    return files


def _source_path(page: Page) -> str | None:
    """A page's path in the repository; None: it was generated for the site."""
    uri = page.file.src_uri
    by_site_path = {there: path for path, there in pages().items()}
    if uri in by_site_path:
        return by_site_path[uri]
    return f"docs/{uri}" if (DOCS / uri).exists() else None


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite links for the site, and give every clause of the rules an anchor."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]  # its four links are the navigation
    path = _source_path(page)
    if path is None:
        return markdown
    if page.file.src_uri.startswith("rules/"):
        markdown = CLAUSE.sub(r'<a id="clause-\1"></a>**\1. ', markdown)
    return indent_lists(rewrite_links(path, page.file.src_uri, markdown))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Mark Dutch rules as Dutch, for screen readers."""
    return f'<div lang="nl">{html}</div>' if page.file.src_uri.endswith(".nl.md") else html


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Label the theme's search dialog, for screen readers."""
    return output.replace(
        'data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"'
    )
