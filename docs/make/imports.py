"""Draws the import graph of our packages, docs/pictures/imports.svg: `python docs/make/imports.py`.

An arrow that follows from others is left out, and so are imports for type checking. A dashed arrow is an import inside
a function.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from ziggurat.core.drawing.svg import INK, IVORY, LAPIS, LINE, QUIET, canvas, number, rectangle, text

DOCS = Path(__file__).parents[1]
SOURCE = DOCS.parent / "src" / "ziggurat"
PICTURE = DOCS / "pictures" / "imports.svg"
ROW, COLUMN, WIDTH, HEIGHT, MARGIN = 84, 128, 108, 34, 40
Graph = dict[str, set[str]]


def packages() -> list[str]:
    """Our packages and modules, by the name that follows `ziggurat.`."""
    folders = [path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()]
    return sorted([*folders, *(path.stem for path in SOURCE.glob("*.py") if not path.stem.startswith("__"))])


def imported(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """The modules that a file imports, and whether it does so when it is loaded."""
    pending: list[tuple[ast.AST, bool]] = [(tree, True)]
    while pending:
        node, at_load = pending.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, at_load) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"ziggurat.{alias.name}" for alias in node.names] if node.module == "ziggurat" else [node.module]
            yield from ((name, at_load) for name in names)
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        pending += [(child, at_load and not inside) for child in ast.iter_child_nodes(node)]


def graph() -> tuple[Graph, Graph]:
    """By package: what it imports when it is loaded, and what only inside functions."""
    names = set(packages())
    loaded: Graph = {name: set() for name in names}
    later: Graph = {name: set() for name in names}
    for path in SOURCE.rglob("*.py"):
        package = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if package not in names:
            continue
        for module, at_load in imported(ast.parse(path.read_text("utf-8"))):
            target = module.removeprefix("ziggurat.").split(".")[0]
            if module.startswith("ziggurat.") and target in names - {package}:
                (loaded if at_load else later)[package].add(target)
    return loaded, {name: later[name] - loaded[name] for name in names}


def reachable(edges: Graph, start: str) -> set[str]:
    """Every package that one leads to."""
    reached: set[str] = set()
    pending = [start]
    while pending:
        for target in edges[pending.pop()] - reached:
            reached.add(target)
            pending.append(target)
    return reached


def reduced(edges: Graph) -> Graph:
    """The same graph without arrows that follow from others; arrows of a cycle stay."""
    return {
        name: {
            target
            for target in targets
            if name in reachable(edges, target)
            or not any(target in reachable(edges, other) and other != target for other in targets)
        }
        for name, targets in edges.items()
    }


def levels(edges: Graph) -> dict[str, int]:
    """How high each package stands: above everything it imports, members of a cycle side by side."""
    height: dict[str, int] = {}

    def level(name: str) -> int:
        if name not in height:
            cycle = reachable(edges, name)
            below = [target for target in edges[name] if name not in reachable(edges, target) or target not in cycle]
            height[name] = 1 + max(map(level, below), default=-1)
        return height[name]

    for name in edges:
        level(name)
    return height


def picture() -> str:
    """The graph as SVG, importers above what they import."""
    loaded, later = graph()
    every = {name: loaded[name] | later[name] for name in loaded}
    shown, height = reduced(every), levels(every)
    rows: dict[int, list[str]] = defaultdict(list)
    for name in sorted(height):
        rows[height[name]].append(name)
    widest, top = max(map(len, rows.values())), max(rows)
    places: dict[str, tuple[float, float]] = {}
    for level in sorted(rows):  # from below: each package above the middle of what it imports
        middles = {name: [places[target][0] for target in shown[name] if target in places] for name in rows[level]}
        row = sorted(rows[level], key=lambda name: sum(middles[name]) / max(len(middles[name]), 1))
        for column, name in enumerate(row):
            x = MARGIN + COLUMN * (widest - len(row) + 2 * column + 1) / 2
            places[name] = x, MARGIN + ROW * (top - level) + HEIGHT / 2
    parts = [
        _arrow(*places[name], *places[target], dashed=target in later[name])
        for name in sorted(shown)
        for target in sorted(shown[name])
    ]
    for name, (x, y) in sorted(places.items()):
        parts.append(rectangle(x - WIDTH / 2, y - HEIGHT / 2, WIDTH, HEIGHT, IVORY, line=LAPIS, corner=8))
        parts.append(text(x, y + 5, name, INK, 15))
    width, bottom = 2 * MARGIN + COLUMN * widest, 2 * MARGIN + ROW * top + HEIGHT
    parts.append(
        text(width / 2, bottom - 8, "An arrow points to what is imported; dashed: inside a function.", QUIET, 12)
    )
    return canvas(width, bottom, parts)


def _arrow(x1: float, y1: float, x2: float, y2: float, *, dashed: bool) -> str:
    begin, end = y1 + HEIGHT / 2, y2 - HEIGHT / 2
    if y1 == y2:
        begin, end = y1, y2
    bend = (end - begin) / 2
    points = [(x1, begin), (x1, begin + bend), (x2, end - bend), (x2, end - 5)]
    start, *others = (f"{number(x)} {number(y)}" for x, y in points)
    curve = f"M{start}C{' '.join(others)}"
    dash = ' stroke-dasharray="4 3"' if dashed else ""
    line = f'<path d="{curve}" fill="none" stroke="{LINE}" stroke-width="1.500"{dash}/>'
    head = f'<path d="M{number(x2 - 4)} {number(end - 7)}h8l-4 7z" fill="{LINE}"/>'
    return line + head


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
    print(f"docs/{PICTURE.name} shows {len(packages())} packages")
