"""Indents lists for Python-Markdown.

GitHub accepts two spaces after `- `; Python-Markdown wants four for each level, and an empty line before a list that
follows a paragraph.
"""

from __future__ import annotations

import re

ITEM = re.compile(r"( *)([-*+]|\d+[.)])( +)(?=\S)")
FENCE = re.compile(r" *(`{3,}|~{3,})")


def indent_lists(text: str) -> str:
    """The same text, with the content of list items indented by four spaces for each level."""
    result: list[str] = []
    columns: list[int] = []  # where the text of each open item begins
    fence = ""
    blank, first = True, False  # before this line is an empty one; it is in an item's first paragraph
    for line in text.split("\n"):
        stripped = line.strip()
        if not stripped:
            result.append(line)
            blank = True
            continue
        column = len(line) - len(line.lstrip())
        item = None if fence else ITEM.match(line)
        if blank and column >= 4 + (columns[-1] if columns else 0):  # code, whatever it looks like
            item = None
        inside = bool(columns)
        while columns and column < columns[-1] and (blank or item):
            columns.pop()
        if item:
            if not blank and (not first if inside else item[2] in "-*+"):
                result.append("")
            result.append("    " * len(columns) + line[column:])
            columns.append(item.end())
            first = True
        elif columns and column >= columns[-1] and not (first and not blank and not fence and not FENCE.match(line)):
            first = False  # an item's first paragraph goes on as it is
            result.append("    " * len(columns) + line[columns[-1] :])
        else:
            result.append(line)
        if (mark := FENCE.match(line)) and (not fence or stripped.startswith(fence)):
            fence = "" if fence else mark[1]
        blank = False
    return "\n".join(result)
