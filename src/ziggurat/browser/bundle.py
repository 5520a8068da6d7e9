"""Bundles our Python for browsers: `python -m ziggurat.browser.bundle`.

Collects the modules that the workers of a page import, our own and stand-ins for what a browser lacks (`stand_ins`),
makes them smaller, and lets Brython compile them to JavaScript (`web/scripts/compile_python.mjs`). Writes build/device:
scripts, WebAssembly modules, networks, texts, and `device.json`, which lists them. A file's name contains a hash of its
content.

    runtime          Brython's run time
    core             a table, without any game
    bots             what thinks; after `core`
    study            lessons, puzzles and analysis; after `bots`
    reviews          reviews; after `study`
    GAME             a game's Python
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib
import json
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import ziggurat
from ziggurat.browser.build import MODULES
from ziggurat.core.game import Game
from ziggurat.server.study.game_cards import game_card
from ziggurat.server.transport import device_networks

PROJECT = Path(__file__).parents[3]
SOURCE = Path(__file__).parents[1]
STAND_INS = Path(__file__).parent / "stand_ins"
SCRIPT = PROJECT / "web" / "scripts" / "compile_python.mjs"
BUILT = PROJECT / "build" / "device"
ROOTS = {
    "core": ("ziggurat.browser.worker",),
    "bots": ("ziggurat.browser.thinker",),
    "study": ("ziggurat.browser.requests",),
    "reviews": ("ziggurat.browser.reviews",),
}
NETWORKS = (
    "ziggurat.bots.forward",
    "ziggurat.bots.guided",
    "ziggurat.bots.vectors",
)  # kernels that browsers have built
TEACHING = "teaching"  # the folder with what `core.lessons.teaching_folder` finds
LEFT_OUT = ("terminal", "picture", "plain", "turning")  # modules of games that a browser never imports
BOARD = "board"  # the module of a game that computes tables when it is imported
COMPUTED = (ast.Call, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
ARRAYS = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f8")
TYPED = (  # modules with classes that JSON is read into
    *("ziggurat.server.protocol.", "ziggurat.core.lessons.", "ziggurat.puzzles.format"),
    *("ziggurat.browser.", "ziggurat.server.bots.worker", "ziggurat.reviewing.searches", "ziggurat.reviewing.report"),
)

_USED: set[Path] = set()  # the files that a bundle is made from


def build(games: Iterable[str] | None = None, folder: Path = BUILT) -> None:
    """Write everything that a page fetches to play without a server."""
    work = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    cards = [ziggurat.game(name) for name in games or ziggurat.game_names()]
    sources = work / "sources.json"
    sources.write_text(json.dumps(collect(cards)), "utf-8")
    _compile(sources, work)
    sources.unlink()
    for path in (SCRIPT, *SCRIPT.parents[1].glob("src/device/*.ts")):
        _read(path)
    for card in cards:
        _add_files(card, work)
    (work / "games.json").write_bytes(msgspec.json.encode([game_card(card) for card in cards]))
    _list(cards, work)
    inputs = sorted(str(path.relative_to(PROJECT)) for path in _USED if path.is_relative_to(PROJECT))
    (work / "inputs.txt").write_text("\n".join(inputs) + "\n", "utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    work.replace(folder)


def is_fresh(folder: Path = BUILT) -> bool:
    """Whether a folder has a bundle that is newer than everything it was made from."""
    made, inputs = folder / "device.json", folder / "inputs.txt"
    if not inputs.exists():
        return False
    paths = [Path(__file__), *(PROJECT / name for name in inputs.read_text("utf-8").split())]
    return all(path.exists() and path.stat().st_mtime < made.stat().st_mtime for path in paths)


def _compile(sources: Path, folder: Path) -> None:
    npm = runpy.run_path(str(PROJECT / "web" / "npm.py"))
    npm["install"]()
    node = npm["find"]()[1] / "node"
    subprocess.run([str(node), str(SCRIPT), str(sources), str(folder)], check=True)  # noqa: S603 - our own script


# ----------------------------------------------------------------------------------------------------------- modules


def collect(cards: Iterable[Game]) -> dict[str, dict[str, tuple[str, int]]]:
    """By bundle and module: the source, made smaller, and 1 for a package."""
    bundled: dict[str, set[str]] = {}
    for bundle, roots in ROOTS.items():
        bundled[bundle] = _closure(roots) - set().union(*bundled.values())
    for card in cards:
        inside = [f"{card.package}.{path.stem}" for path in _folder(card.package).glob("*.py")]
        parts = [name for name in inside if name.rsplit(".", 1)[1] not in (*LEFT_OUT, "__init__")]
        bundled[card.name] = _closure([card.package, *parts]) - bundled["core"]
    packages = {card.package for card in cards if (MODULES / f"{card.name}.wasm").exists()}
    return {
        bundle: {name: (_source(name, names, packages), int(_is_package(name))) for name in sorted(names)}
        for bundle, names in bundled.items()
    }


def _source(name: str, together: set[str], packages: set[str]) -> str:
    """A module's source as it is bundled; of compiled games and networks, without the kernels that only others call."""
    package = name.rpartition(".")[0]
    text = _text(name)
    if package in packages and name.rpartition(".")[2] == BOARD:
        text = with_constants(name, text)
    if package in packages:
        text = _without_kernels(name, text, {other for other in together if other.startswith(f"{package}.")})
    elif name in NETWORKS:
        text = _without_kernels(name, text, set(NETWORKS))
    return smaller(name, text)


def _closure(roots: Iterable[str]) -> set[str]:
    """These modules and all they import, as far as a browser needs a source for them."""
    needed: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in needed or not _exists(name):
            continue
        needed.add(name)
        waiting += [name.rsplit(".", 1)[0]] if "." in name else []
        waiting += _imports(ast.parse(_text(name)), name)
    return needed


def _imports(tree: ast.Module, name: str) -> list[str]:
    """The modules that a module imports when it is imported; names that may be modules are included."""
    modules: list[str] = []

    def walk(body: Iterable[ast.stmt]) -> None:
        for node in body:
            match node:
                case ast.If() if _is_for_types(node):
                    continue
                case ast.Import():
                    modules.extend(alias.name for alias in node.names)
                case ast.ImportFrom():
                    module = _imported_from(node, name)
                    modules.extend([module, *(f"{module}.{alias.name}" for alias in node.names)])
                case ast.If() | ast.Try():
                    walk([*node.body, *node.orelse])
                case ast.ClassDef():
                    walk(node.body)

    walk(tree.body)
    return modules


def _imported_from(node: ast.ImportFrom, name: str) -> str:
    """The whole name of what a module imports from."""
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    parts = parts[: len(parts) - node.level + int(_is_package(name))]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _path(name: str) -> Path | None:
    """Where a module's source is: a stand-in's, or our own."""
    parts = Path(*name.split("."))
    for root in (STAND_INS, STAND_INS / "data", *([SOURCE.parent] if name.split(".")[0] == "ziggurat" else [])):
        for path in (root / parts / "__init__.py", (root / parts).with_suffix(".py")):
            if path.is_file():
                return path
    return _foreign(name)


def _foreign(name: str) -> Path | None:
    """The source of another package's game."""
    packages = {ziggurat.game(game).package for game in ziggurat.game_names()}
    packages = {package for package in packages if not package.startswith("ziggurat.")}
    if not any(name == package or name.startswith(f"{package}.") for package in packages):
        return None
    folder = _folder(next(package for package in packages if name == package or name.startswith(f"{package}.")))
    path = folder / "__init__.py" if name in packages else folder / f"{name.rsplit('.', 1)[1]}.py"
    return path if path.is_file() else None


def _folder(package: str) -> Path:
    return Path(str(sys.modules[package].__file__)).parent


def _exists(name: str) -> bool:
    return _path(name) is not None


def _is_package(name: str) -> bool:
    path = _path(name)
    return path is not None and path.name == "__init__.py"


def _text(name: str) -> str:
    path = _path(name)
    return _read(path).decode() if path else ""


def _read(path: Path) -> bytes:
    _USED.add(path)
    return path.read_bytes()


def _without_kernels(name: str, text: str, together: set[str]) -> str:
    """A module's source without the kernels that Python itself never calls; WebAssembly has them."""
    tree = ast.parse(text)
    called = _called_kernels(frozenset(together))
    body: list[ast.stmt] = [ast.parse("from ziggurat.core.kernel import built").body[0]]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and _is_kernel(node) and node.name not in called:
            node = ast.parse(f"{node.name} = built({f'{name}.{node.name}'!r})").body[0]
        body.append(node)
    head = [node for node in body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    return ast.unparse(ast.Module([*head, *(node for node in body if node not in head)], []))


@functools.cache
def _called_kernels(modules: frozenset[str]) -> set[str]:
    """The names of the kernels of these modules that plain functions mention, and of those that they mention."""
    inside: dict[str, set[str]] = {}  # by kernel: what it mentions
    outside: set[str] = set()
    for module in modules:
        for node in ast.parse(_text(module)).body:
            parts = list(ast.walk(node))
            names = {part.id for part in parts if isinstance(part, ast.Name)}
            names |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
            if isinstance(node, ast.FunctionDef) and _is_kernel(node):
                inside[node.name] = names
            else:
                outside |= names
    called = outside & inside.keys()
    while True:
        more = {name for kernel in called for name in inside[kernel]} & inside.keys()
        if more <= called:
            return called
        called |= more


def with_constants(name: str, text: str) -> str:
    """A module's source with the values of what it computes when it is imported: a browser computes slowly.

    Only of modules that do nothing but define names, and only of values that are plain.
    """
    tree, module = ast.parse(text), importlib.import_module(name)
    definitions = (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.If)
    if not all(isinstance(node, definitions) or _defined(node) or _is_text(node) for node in tree.body):
        return text
    known: set[str] = set()
    body: list[ast.stmt] = []
    for node in tree.body:
        target = _defined(node)
        if isinstance(node, ast.AugAssign) and target in known:
            continue  # it is a part of the value
        if (
            target
            and not isinstance(node, ast.AugAssign)
            and any(isinstance(part, COMPUTED) for part in ast.walk(node))
        ):
            written = _written(getattr(module, target))
            if written is not None:
                known.add(target)
                node = ast.parse(f"{target} = {written}").body[0]
        body.append(node)
    return ast.unparse(ast.Module(body, []))


def _defined(node: ast.stmt) -> str:
    """The name that a statement gives a value."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _written(value: Any) -> str | None:
    """A plain value as Python source; None for any other."""
    if isinstance(value, np.ndarray):
        named = value.dtype.str.lstrip("<|") if value.dtype.fields is None else ""
        return f"np.array({value.tolist()!r}, {named!r})" if named in ARRAYS and value.size else None
    return repr(value) if _is_plain(value) else None


def _is_plain(value: Any) -> bool:
    if type(value) in (tuple, list):
        return all(_is_plain(item) for item in value)
    if type(value) is dict:
        return all(_is_plain(item) for pair in value.items() for item in pair)
    return type(value) in (int, str, bool, type(None))


def _is_kernel(node: ast.FunctionDef) -> bool:
    return any(isinstance(part, ast.Name) and part.id == "kernel" for part in node.decorator_list)


def smaller(name: str, text: str) -> str:
    """A module's source without docstrings and annotations.

    A class's annotated fields are listed in `_names`, from which stand-ins make named tuples, dataclasses and structs.
    Only classes that JSON is read into keep the annotations themselves.
    """
    tree = ast.parse(text)
    return ast.unparse(ast.fix_missing_locations(_Smaller(name).visit(tree)))


class _Smaller(ast.NodeTransformer):
    def __init__(self, name: str) -> None:
        self._name = name
        self._typed = name.startswith(TYPED)
        self._in_class = False

    def visit_Module(self, node: ast.Module) -> ast.AST:
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        before, self._in_class = self._in_class, False
        arguments = node.args
        node.returns = None
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            argument.annotation = None
        for several in (arguments.vararg, arguments.kwarg):
            if several is not None:
                several.annotation = None
        self.generic_visit(node)
        self._in_class = before
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        before, self._in_class = self._in_class, True
        fields = [part.target.id for part in node.body if isinstance(part, ast.AnnAssign) and _is_field(part)]  # type: ignore[union-attr]
        self.generic_visit(node)
        self._in_class = before
        if fields:
            listed = ast.Tuple([ast.Constant(field) for field in fields], ast.Load())
            node.body.insert(0, ast.Assign([ast.Name("_names", ast.Store())], listed))
        node.body = node.body or [ast.Pass()]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        if self._in_class and self._typed:
            return node
        return None if node.value is None else ast.Assign([node.target], node.value)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        if _is_for_types(node):
            return None
        self.generic_visit(node)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        if node.module == "__future__":
            return None
        node.module, node.level = _imported_from(node, self._name), 0
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        """Drop docstrings, and other texts that stand alone."""
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return None
        self.generic_visit(node)
        return node


def _is_field(node: ast.AnnAssign) -> bool:
    return isinstance(node.target, ast.Name) and "ClassVar" not in ast.unparse(node.annotation)


def _is_for_types(node: ast.If) -> bool:
    return "TYPE_CHECKING" in ast.unparse(node.test)


# ------------------------------------------------------------------------------------------------------- other files


def _add_files(card: Game, folder: Path) -> None:
    module = MODULES / f"{card.name}.wasm"
    if module.exists():
        (folder / f"{card.name}.wasm").write_bytes(_read(module))
        (folder / f"{card.name}-kernels.json").write_bytes(_read(module.with_suffix(".json")))
    network = device_networks.packed(card)
    if network is not None:
        (folder / f"{card.name}-network.bin").write_bytes(network)
    for kind, data in _data(card).items():
        if data:
            (folder / f"{card.name}-{kind}.json").write_text(json.dumps(data, ensure_ascii=False), "utf-8")


def _data(card: Game) -> Mapping[str, Mapping[str, str]]:
    """By kind: a game's text files, by the path under which `importlib.resources` is asked for them.

    `parts` is read when the game is imported, `texts` for rules and lessons, `puzzles` for puzzles.
    """
    contents: dict[str, dict[str, str]] = {"parts": {}, "texts": {}, "puzzles": {}}
    for folder, place in (
        (_folder(card.package), card.package),
        (_folder(card.package) / TEACHING, f"{card.package}/{TEACHING}"),
    ):
        paths = sorted(folder.iterdir()) if folder.is_dir() else []
        for path in paths:
            if path.suffix == ".jsonl":
                contents["puzzles"] |= _puzzles(card, place, _read(path).decode())
            elif path.suffix in (".json", ".txt", ".md"):
                kind = "texts" if folder.name == TEACHING or path.name.startswith("rules") else "parts"
                contents[kind][f"{place}/{path.name}"] = _read(path).decode()
        contents["texts"][f"{place}/"] = " ".join(path.name for path in paths)
    return contents


def _puzzles(card: Game, place: str, lines: str) -> dict[str, str]:
    """Each puzzle by itself, and an index of them with their themes: reading them all takes a browser too long."""
    by_id = {json.loads(line)["id"]: line for line in lines.splitlines() if line.strip()}
    usable = {name: line for name, line in by_id.items() if json.loads(line)["rules"] == card.rules_version}
    index = {name: json.loads(line)["themes"] for name, line in usable.items()}
    each = {f"{place}/puzzles.jsonl:{name}": line for name, line in usable.items()}
    return {f"{place}/puzzles.index": json.dumps(index), **each}


def _list(cards: Iterable[Game], folder: Path) -> None:
    """Give every file a name with a hash, and write `device.json`."""
    games = {card.name: card.package for card in cards}
    files: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        name = device_networks.hashed(path.name, content)
        path.rename(folder / name)
        files[path.name] = {"name": name, "bytes": len(content)}
    version = hashlib.blake2b(json.dumps(files).encode(), digest_size=8).hexdigest()
    listed = {"version": version, "games": games, "files": files}
    (folder / "device.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    build(sys.argv[1:] or None)
