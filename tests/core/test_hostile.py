"""Hostile logs, positions and options are refused with a short sentence."""

from __future__ import annotations

import copy
import importlib
import json
import pkgutil
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from tests.playing import setups, somewhere
from ziggurat.core.errors import BadLog, MissingDependency, ZigguratError

_parser: Any = importlib.import_module("re._parser")
LINES = ["decisions 1, scores " + "1" * 60_000 + "x", "decisions " + "9" * 60_000, "9: " + "x" * 60_000]
FILES = ["/etc/hostname", "/dev/zero", "/proc/self/environ", "components.json", "~/x", "{", ""]
LONGEST = 400  # characters of a refusal: a sentence, with a few of those it was given


def _patterns() -> Iterator[tuple[str, str]]:
    """Every pattern in the package that a module keeps, and every one that a message's field must match."""
    for module in pkgutil.walk_packages(ziggurat.__path__, "ziggurat."):
        more = ("__main__", "llvm", "cuda", "openspiel", "petting", "assistants.tools")  # need libraries
        if ".migrations" in module.name or module.name.endswith(more):
            continue
        try:
            values = vars(importlib.import_module(module.name))
        except MissingDependency:
            continue  # of an environment of its own
        for name, value in values.items():
            if isinstance(value, re.Pattern):
                yield f"{module.name}.{name}", value.pattern
            for part in getattr(value, "__metadata__", ()):
                if getattr(part, "pattern", None):
                    yield f"{module.name}.{name}", part.pattern


OURS = {"ziggurat.core.drawing.picture.WEB_FONT", "ziggurat.terminal.rulebook._CLAUSE"}  # meet our own texts alone


def _repeats(tree: Any, within: bool) -> bool:
    """Whether something that may be long is repeated by something that may be long: such patterns backtrack."""
    for operation, value in tree:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            low, high, inner = value
            varies = high - low > 1
            if (varies and within) or _repeats(inner, within or varies):
                return True
        inside = [value[-1]] if name == "SUBPATTERN" else value[1] if name == "BRANCH" else []
        if any(_repeats(part, within) for part in inside):
            return True
    return False


def test_the_search_for_backtracking_patterns_finds_them() -> None:
    assert _repeats(_parser.parse(r"(?:-?\d+ ?)+"), within=False)
    assert not _repeats(_parser.parse(r"([fmsp])\s*([a-q]\d{1,2})"), within=False)


@pytest.mark.long
def test_no_pattern_for_untrusted_text_backtracks() -> None:
    """All in one test: to find them everything is imported, Ray and PyTorch too, which collecting does not need."""
    patterns = set(_patterns())
    backtracking = {name for name, pattern in patterns if _repeats(_parser.parse(pattern), within=False)}
    assert backtracking <= OURS <= {name for name, _ in patterns}


@pytest.mark.parametrize("name", ziggurat.game_names())
@pytest.mark.parametrize("last", LINES)
def test_an_endless_line_is_refused_at_once(name: str, last: str) -> None:
    log = ziggurat.new(name, seed=1).to_text().splitlines()[:-1]
    with pytest.raises(BadLog) as refused:
        ziggurat.read("\n".join([*log, last]))
    assert len(str(refused.value)) < LONGEST


@pytest.mark.parametrize(
    "heading",
    [
        "seed " + "7" * 5000,
        "rules " + "7" * 5000,
        'position {"seats": ' + "7" * 5000 + "}",
        "position " + '{"a":' * 50_000 + "1" + "}" * 50_000,
        'position {"players": ' + "[" * 50_000 + "]" * 50_000 + "}",
    ],
)
def test_endless_numbers_and_nestings_are_refused(heading: str) -> None:
    log = ziggurat.new("babel", seed=1).to_text()
    kind = heading.partition(" ")[0]
    lines = [line for line in log.splitlines() if not line.startswith((kind, "seed"))]
    with pytest.raises(BadLog) as refused:
        ziggurat.read("\n".join([lines[0], heading, *lines[1:]]))
    assert len(str(refused.value)) < LONGEST


@pytest.mark.parametrize(
    "named", ["/etc/hostname", "/dev/zero", "/proc/self/environ", "components.json", "~/x", "{", ""]
)
def test_logs_and_positions_name_no_files(named: str, tmp_path: Path) -> None:
    log = ziggurat.new("amyitis", seats=2, seed=1).to_text()
    with pytest.raises(ZigguratError, match=r"as JSON|not valid JSON|cannot be understood"):
        ziggurat.read(log.replace("components standard", f"components {named}"))
    with pytest.raises(ZigguratError, match=r"as JSON|not valid JSON"):
        ziggurat.load("amyitis", {"seats": 2, "options": {"components": named}})


def test_an_error_does_not_quote_the_refused_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text(json.dumps(["a secret"] * 1000))
    with pytest.raises(ZigguratError) as refused:
        ziggurat.new("amyitis", components=str(secret))
    assert len(str(refused.value)) < LONGEST + len(str(secret))


ODD: list[Any] = [
    None,
    True,
    -1,
    3,
    10**30,
    1.5,
    float("nan"),
    "",
    "x",
    "\x00",
    "é" * 300,
    [],
    [[]],
    [None] * 50,
    {},
    {"x": {}},
]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where there is something in a JSON value."""
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from _places(value[name], (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _places(item, (*path, index))


def mutated(value: Any, draw: random.Random) -> Any:
    """The same with something in it replaced, removed, doubled or added."""
    changed = {"": copy.deepcopy(value)}
    *way, last = ("", *draw.choice(list(_places(value))))
    inside: Any = changed
    for step in way:
        inside = inside[step]
    kind = draw.randrange(4)
    if kind == 0 and last != "":
        del inside[last]
    elif kind == 1 and isinstance(inside, list):
        inside.insert(last, copy.deepcopy(inside[last]))
    elif kind == 2 and isinstance(inside[last], dict):
        inside[last][draw.choice(["x", "", "seats", "\x00"])] = draw.choice(ODD)
    else:
        inside[last] = draw.choice(ODD)
    return changed[""]


def _try(name: str, position: Any, draw: random.Random) -> str:
    """Play a little from a position; the refusal, if it comes to that."""
    try:
        match = ziggurat.load(name, position)
        for _ in range(5):
            if not match.over:
                match.play(draw.choice(match.legal()))
        match.view(0)
        match.to_text()
    except ZigguratError as refused:
        return str(refused)
    except Exception as problem:
        raise AssertionError(json.dumps(position, default=str)) from problem
    return ""


@pytest.mark.long
@pytest.mark.parametrize("name", ziggurat.game_names())
def test_mutated_positions_are_refused_with_a_sentence_or_played(name: str) -> None:
    draw = random.Random(5)
    refused = played = 0
    for setup in [setup for setup in setups() if setup.game == name]:
        for seed in range(8):
            position = somewhere(setup, seed).position()
            for _ in range(60):
                outcome = _try(name, mutated(position, draw), draw)
                assert len(outcome) < LONGEST
                refused, played = refused + bool(outcome), played + (not outcome)
    assert refused > played > 0


@pytest.mark.long
def test_mutated_components_are_refused_with_a_sentence_or_played() -> None:
    draw = random.Random(6)
    components = (Path(ziggurat.__file__).parent / "games" / "amyitis" / "components.json").read_text()
    for _ in range(1500):
        changed = json.dumps(mutated(json.loads(components), draw))
        assert len(_try("amyitis", {"seats": 2, "options": {"components": changed}}, draw)) < LONGEST
