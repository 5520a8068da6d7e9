"""Browser tests wait for what they assert."""

from __future__ import annotations

import re
from pathlib import Path

import tests

LOOKS = "count|is_visible|is_hidden|is_enabled|is_disabled|is_checked|inner_text|text_content|input_value|get_attribute"
AT_ONCE = re.compile(rf"^ *assert [^#\n]*\.(?:{LOOKS})\(", re.MULTILINE)


def test_page_tests_wait_instead_of_looking_once() -> None:
    """`expect(…)` waits, and `until` does."""
    assert AT_ONCE.search("    assert page.locator('tr').count() >= 3")
    folder = Path(tests.__file__).parent
    impatient = [
        path.name
        for path in [*folder.glob("page/**/*.py"), *folder.glob("docs/*.py")]
        if AT_ONCE.search(path.read_text("utf-8"))
    ]
    assert impatient == []
