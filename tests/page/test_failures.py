"""What is left behind for whoever has to find out why a test failed."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

from tests.page.browsing import Visitor


def test_a_picture_a_page_and_a_trace_are_kept(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    visitor = visit()
    visitor.open("/about")
    visitor.settle()
    visitor.keep(tmp_path / "failed", "visitor-1")
    kept = {path.suffix: path for path in (tmp_path / "failed").iterdir()}
    assert kept[".png"].read_bytes().startswith(b"\x89PNG")
    assert "<h1" in kept[".html"].read_text("utf-8")
    with zipfile.ZipFile(kept[".zip"]) as trace:
        assert b"/about" in trace.read("trace.trace")
