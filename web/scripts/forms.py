"""The forms of all refusals, found by parsing the source.

A form is the first argument of `sentence(...)`, or a whole sentence that a refusal is raised with. Parsing finds
them all, even those that no test provokes; a sentence put together at run time is an error.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import ziggurat
from ziggurat.core import errors
from ziggurat.server import refusals

SOURCE = Path(ziggurat.__file__).parent
COMMON = "common"  # what is refused at every table, and away from tables
CORE = (
    "game",
    "lessons/lesson",
    "log",
    "match",
    "registry",
    "setup",
    "spelling",
    "study",
)  # of the core: what speaks to players
# Modules of the server whose messages are only shown in a terminal.
COMMANDS = {
    *("doctor.py", "extras.py", "look.py", "run.py", "settings.py", "settings_file.py", "bots/pool.py"),
    *("storage/backup.py", "storage/backup_rotation.py", "storage/database.py", "storage/verify.py"),
}
REFUSALS = {
    name
    for module in (errors, refusals)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, errors.ZigguratError)
}
MAKERS = {"sentence", "as_problem", "as_refusal", "Problem"}


def forms() -> dict[str, list[str]]:
    """By game, and for everything that all games have in common: the forms, in alphabetical order."""
    folder = SOURCE / "server"
    server = [path for path in sorted(folder.rglob("*.py")) if path.relative_to(folder).as_posix() not in COMMANDS]
    besides = [SOURCE / "reviewing" / "plan.py", SOURCE / "puzzles" / "shipped.py"]
    sources = {COMMON: [*(SOURCE / "core" / f"{name}.py" for name in CORE), *besides, *server]}
    sources |= {name: [_folder(name) / "moves.py"] for name in ziggurat.game_names()}
    return {owner: sorted({form for path in paths for form in _read(path)}) for owner, paths in sources.items()}


def _folder(name: str) -> Path:
    """Where a game's package lies: ours, or another's."""
    return Path(*import_module(ziggurat.game(name).package).__path__)


def _read(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        maker, text = node.func.id, node.args[0]
        if maker not in MAKERS | REFUSALS:
            continue
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            yield text.value
        elif maker == "sentence" or (maker in REFUSALS and isinstance(text, ast.JoinedStr) and path.stem != "match"):
            raise SystemExit(f"{path}:{node.lineno}: a refusal is put together on the spot; write it as a sentence().")
