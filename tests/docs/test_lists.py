"""Lists that work on GitHub work on the site."""

from __future__ import annotations

import sys
from pathlib import Path

import markdown
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "docs"))

from sitekit.lists import indent_lists


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("- one\n  goes on\n- two", "<ul><li>one   goes on</li><li>two</li></ul>"),
        ("words\n- one\n- two", "<p>words</p><ul><li>one</li><li>two</li></ul>"),
        ("- one\n  - inner\n- two", "<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>"),
        ("- one\n\n      code\n\n- two", "<ul><li><p>one</p><pre><code>code</code></pre></li><li><p>two</p></li></ul>"),
        ("- one\n\n  more\n- two", "<ul><li><p>one</p><p>more</p></li><li><p>two</p></li></ul>"),
        ("1. one\n   - inner\n\nwords", "<ol><li>one<ul><li>inner</li></ul></li></ol><p>words</p>"),
        ("    - code\n\nwords", "<pre><code>- code</code></pre><p>words</p>"),
        ("```\n- code\n  more\n```\n\n- one", "<pre><code>- code   more</code></pre><ul><li>one</li></ul>"),
    ],
)
def test_lists_render_as_on_github(written: str, shown: str) -> None:
    html = markdown.markdown(indent_lists(written), extensions=["fenced_code"])
    assert html.replace(">\n", ">").replace("\n<", "<").replace("\n", " ") == shown
