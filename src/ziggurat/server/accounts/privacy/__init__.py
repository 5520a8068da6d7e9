"""What the page says about privacy: ours, or what whoever runs the server has written."""

from __future__ import annotations

from pathlib import Path

OURS = Path(__file__).parent


def read(folder: str, language: str) -> str:
    """The text in a language, in English where there is none; of the host's folder, where one is set, and no other."""
    root = Path(folder) if folder else OURS
    for tongue in (language, "en"):
        file = root / f"privacy.{tongue}.md"
        if file.is_file():
            return file.read_text("utf-8")
    return (OURS / "privacy.en.md").read_text("utf-8")
