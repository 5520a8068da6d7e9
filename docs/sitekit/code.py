"""A file or a folder of code that a page links to, as a page of its own: the site needs no other to be read."""

from __future__ import annotations

from pathlib import Path

from sitekit.shown import ROOT

LANGUAGES = {".py": "python", ".ts": "ts", ".svelte": "html", ".json": "json", ".cff": "yaml", ".yaml": "yaml"}
LONGEST = 40_000  # characters; longer files are named


def _fenced(path: Path) -> str:
    text = path.read_text("utf-8")
    if not text.strip() or len(text) > LONGEST:
        return ""
    return f"`````{LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n`````\n"


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def page(path: str) -> str:
    """The page of a file, or of a folder with all that is in it; data in docs/ is linked, not shown."""
    here = ROOT / path
    title = f"# {path}\n\n"
    if here.is_file():
        return title + _fenced(here)
    if path.startswith("docs/"):
        # from source/docs/results.md to results/file.json
        up = "../" * (path.count("/") + 1)
        names = [file.relative_to(ROOT / "docs").as_posix() for file in _files(here)]
        return title + "".join(f"- [{name}]({up}{name})\n" for name in names)
    parts = [(file.relative_to(here).as_posix(), _fenced(file)) for file in _files(here)]
    return title + "".join(f"## {name}\n\n{text}\n" for name, text in parts if text)
