"""Games come from the registry: a list of their names would leave the next game out without a word.

Outside `games/`, one name in a table is enough: what a game brings of its own is a field of its card.

A list that is right all the same says which games it has, and why, in a comment beside it or above it that begins
with "only": `# only games with hidden cards`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ziggurat

ROOT = Path(__file__).parents[2]
NAMES = set(ziggurat.game_names())
LITERALS = (ast.List, ast.Tuple, ast.Set, ast.Dict)
REASON = re.compile(r"(?:#|//) only ")
QUOTED = re.compile(rf"""(["'])({"|".join(sorted(NAMES))})\1""")
KEYS = re.compile(rf"""\b({"|".join(sorted(NAMES))})["']?: """)
ROWS = re.compile(r"\[[^\[\]]*\]|\{[^{}\n]*\}")  # a list without lists in it; an object in one line


def held(node: ast.AST) -> Iterator[str]:
    """The strings of a literal, and of literals in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value
        elif isinstance(child, LITERALS):
            yield from held(child)


def lists_in_python(source: str, at_least: int = 2) -> Iterator[int]:
    """The lines on which a list, a tuple, a set or a dict with two games or more begins."""
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, LITERALS) and len(NAMES & set(held(node))) >= at_least:
            yield node.lineno
        else:
            waiting += ast.iter_child_nodes(node)


def lists_in_typescript(source: str) -> Iterator[int]:
    """The lines on which a list or an object with two games or more begins."""
    for row in ROWS.finditer(source):
        if len({name for _, name in QUOTED.findall(row[0])} | set(KEYS.findall(row[0]))) > 1:
            yield source.count("\n", 0, row.start()) + 1
    begun: list[tuple[int, int]] = []  # the lines above that are indented less, each with its number
    names_by_line: dict[int, set[str]] = {}
    for number, line in enumerate(source.splitlines(), 1):
        indent = len(line) - len(line.lstrip())
        while begun and line and begun[-1][0] >= indent:
            begun.pop()
        if begun and (key := KEYS.match(line.lstrip())):
            names_by_line.setdefault(begun[-1][1], set()).add(key[1])
        if line:
            begun.append((indent, number))
    yield from (number for number, names in names_by_line.items() if len(names) > 1)


def comparisons_in_python(source: str) -> Iterator[int]:
    """The lines on which something is compared with the name of a game, or with a list of names."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and NAMES & set(held(node)):
            yield node.lineno


def named_in_source(source: str) -> Iterator[int]:
    yield from lists_in_python(source, at_least=1)
    yield from comparisons_in_python(source)


def unexplained(path: Path, find: Callable[[str], Iterator[int]]) -> list[str]:
    source = path.read_text("utf-8")
    lines = ["", *source.splitlines()]
    return [
        f"{path.relative_to(ROOT)}:{line}: {lines[line].strip()}"
        for line in sorted(set(find(source)))
        if not any(REASON.search(beside) for beside in lines[line - 1 : line + 1])
    ]


@pytest.mark.parametrize(
    ("folder", "pattern", "find"),
    [("tests", "*.py", lists_in_python), ("web/tests", "*.ts", lists_in_typescript)],
    ids=["tests", "web/tests"],
)
def test_no_test_has_a_list_of_games_without_a_reason(
    folder: str, pattern: str, find: Callable[[str], Iterator[int]]
) -> None:
    lists = [line for path in sorted((ROOT / folder).rglob(pattern)) for line in unexplained(path, find)]
    assert not lists, "Take the games from ziggurat.game_names(), or say why: # only …\n" + "\n".join(lists)


def test_no_module_outside_games_names_a_game() -> None:
    source = ROOT / "src" / "ziggurat"
    paths = [path for path in sorted(source.rglob("*.py")) if source / "games" not in path.parents]
    tables = [line for path in paths for line in unexplained(path, named_in_source)]
    assert not tables, "Make it a field of the card (core/game.py), or say why: # only …\n" + "\n".join(tables)


def test_lists_of_games_are_found_in_every_notation() -> None:
    one, other = sorted(NAMES)[:2]
    for literal in (f"['{one}', '{other}']", f"{{'{one}': 1, '{other}': 2}}", f"[('{one}', 3), ('{other}', 4)]"):
        assert list(lists_in_python(f"\nGAMES = {literal}")) == [2]
    for known in (f"if game.name == '{one}': pass", f"PARTS = {{'{one}': 1}}", f"x in ('{one}',)"):
        assert 1 in list(named_in_source(known))
    assert list(lists_in_python(f"first = ['{one}']\nsame = ['{one}', '{one}']\nf('{one}', '{other}')")) == []
    for literal in (f"['{one}', \"{other}\"]", f"{{ {one}: 1, {other}: 2 }}", f"{{\n  {one}: [],\n  {other}: []\n}}"):
        assert list(lists_in_typescript(f"\nconst GAMES = {literal}")) == [2]
