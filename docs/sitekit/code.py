"""Shows a file or folder of code as a page, so that links from the documentation stay on the site."""

from __future__ import annotations

from pathlib import Path

from sitekit.sources import ROOT

LANGUAGES = {".py": "python", ".ts": "ts", ".svelte": "html", ".json": "json", ".cff": "yaml", ".yaml": "yaml"}
LONGEST = 40_000  # characters; longer files are only named


def _fenced(path: Path) -> str:
    text = path.read_text("utf-8")
    if not text.strip() or len(text) > LONGEST:
        return ""
    return f"`````{LANGUAGES.get(path.suffix, 'text')}\n{text.rstrip()}\n`````\n"


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def page(path: str) -> str:
    """The page of a file, or of a folder with all its files; data in docs/ is linked, not shown."""
    source = ROOT / path
    title = f"# {path}\n\n"
    if source.is_file():
        return title + _fenced(source)
    if path.startswith("docs/"):
        # from source/docs/results.md to results/file.json
        up = "../" * (path.count("/") + 1)
        names = [file.relative_to(ROOT / "docs").as_posix() for file in _files(source)]
        return title + "".join(f"- [{name}]({up}{name})\n" for name in names)
    parts = [(file.relative_to(source).as_posix(), _fenced(file)) for file in _files(source)]
    return title + "".join(f"## {name}\n\n{text}\n" for name, text in parts if text)
