"""Shows a notebook as a page: text, code and output. Jupyter's converter would bring thirty packages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def _text(value: str | list[str]) -> str:
    return value if isinstance(value, str) else "".join(value)


def _output(output: dict[str, Any]) -> str:
    if "text" in output:
        return f"```text\n{_text(output['text']).rstrip()}\n```\n"
    data = output.get("data", {})
    if "image/svg+xml" in data:  # one line, for Markdown ends raw HTML at an empty one
        return f'<div class="output">{" ".join(_text(data["image/svg+xml"]).split())}</div>\n'
    if "text/plain" in data:
        return f"```text\n{_text(data['text/plain']).rstrip()}\n```\n"
    return ""


def page(path: Path) -> str:
    """The page of a notebook, with the notebook itself to download."""
    parts = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        source = _text(cell["source"]).strip()
        if cell["cell_type"] == "markdown":
            parts.append(source + "\n")
        elif cell["cell_type"] == "code" and source:
            parts.append(f"```python\n{source}\n```\n")
            parts.extend(filter(None, map(_output, cell["outputs"])))
    parts.append(f'<a href="../{path.name}" download>This page is a notebook: download it</a>\n')
    return "\n".join(parts)
