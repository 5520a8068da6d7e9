"""Every library that the package imports is declared in pyproject.toml."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
NAMES = {"pyspiel": "open_spiel", "numba": "numba"}  # modules whose library is named otherwise, or is in several


def imported(path: Path) -> Iterator[str]:
    """The top-level modules that a file imports, other than ours and Python's."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level and node.module:
            modules = [node.module]
        yield from (module.partition(".")[0] for module in modules)


def plain(name: str) -> str:
    return name.lower().replace("_", "-")


def test_imported_libraries_are_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    declared = {plain(Requirement(text).name) for group in groups for text in group}
    libraries = packages_distributions()
    undeclared = {
        f"{path.relative_to(ROOT)}: {module}"
        for path in (ROOT / "src").rglob("*.py")
        if "stand_ins" not in path.parts  # only browsers import these
        for module in imported(path)
        if module != "ziggurat" and module not in sys.stdlib_module_names
        if not declared
        & {plain(name) for name in ([NAMES[module]] if module in NAMES else libraries.get(module, [module]))}
    }
    assert not undeclared, sorted(undeclared)
