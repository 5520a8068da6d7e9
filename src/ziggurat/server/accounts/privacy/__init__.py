"""The privacy policy that the page shows: ours, or the one that whoever runs the server has written."""

from __future__ import annotations

from pathlib import Path

OURS = Path(__file__).parent


def read(folder: str, language: str) -> str:
    """The policy in a language, or else in English: the host's, or ours if there is none."""
    root = Path(folder) if folder else OURS
    for candidate in (language, "en"):
        file = root / f"privacy.{candidate}.md"
        if file.is_file():
            return file.read_text("utf-8")
    return (OURS / "privacy.en.md").read_text("utf-8")
