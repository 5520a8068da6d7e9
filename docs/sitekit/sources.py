"""Files outside docs/ that are pages or assets of the site. They are read from where they are."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"

PAGES = {"CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md"}
ASSETS = {
    "web/src/theme/tokens.css": "look/tokens.css",
    "web/public/icon.svg": "look/icon.svg",
    "src/ziggurat/pictures/fonts/fraunces-regular.ttf": "look/fonts/fraunces-regular.ttf",
    "src/ziggurat/pictures/fonts/fraunces-bold.ttf": "look/fonts/fraunces-bold.ttf",
}


def pages() -> dict[str, str]:
    """Paths of pages among the site's sources, by their path in the repository."""
    rules = sorted((ROOT / "src/ziggurat/games").glob("*/rules*.md"))
    rule_pages = {path.relative_to(ROOT).as_posix(): f"rules/{path.parent.name}{path.name[5:]}" for path in rules}
    notebooks = sorted(path.relative_to(ROOT).as_posix() for path in (DOCS / "notebooks").glob("*.ipynb"))
    return PAGES | rule_pages | {path: path.removeprefix("docs/").replace(".ipynb", ".md") for path in notebooks}


def site_path(path: str) -> str | None:
    """A page's path among the site's sources, by its path in the repository; None: it is no page."""
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/") and path.endswith(".md"):
        return path.removeprefix("docs/")
    return pages().get(path)
