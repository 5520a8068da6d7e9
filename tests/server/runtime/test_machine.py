"""Time and randomness come from one place, so that the simulator can decide them."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

import ziggurat.server
from ziggurat.server.accounts import identity
from ziggurat.server.runtime import clock, machine
from ziggurat.server.tables import creation

SOURCE = Path(ziggurat.server.__file__).parent
SYSTEM = {
    *(("time", name) for name in ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns")),
    *(
        ("secrets", name)
        for name in ("token_hex", "token_bytes", "token_urlsafe", "randbelow", "choice", "SystemRandom")
    ),
    *(("random", name) for name in ("random", "choice", "shuffle", "randrange", "randint", "sample", "SystemRandom")),
    *(("uuid", "uuid4"), ("os", "urandom")),
}


class Simulated(machine.MachineSource):
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def time(self) -> float:
        return 1_800_000_000.25

    def monotonic(self) -> float:
        return 7.0


def test_the_source_decides_time_and_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(seed: int) -> list[object]:
        monkeypatch.setattr(machine, "source", Simulated(seed))
        return [creation.new_id(), identity.new_token(), machine.token_urlsafe(9), machine.randbelow(10**9)]

    assert drawn(1) == drawn(1) != drawn(2)
    assert (clock.now(), clock.monotonic()) == (1_800_000_000_250, 7.0)


def test_tokens_are_as_long_as_they_should_be() -> None:
    assert len(machine.token_bytes(16)) == 16
    assert len(machine.token_hex(16)) == 32
    assert len(machine.token_urlsafe(32)) == 43
    assert machine.token_hex(16) != machine.token_hex(16)


def test_no_other_module_asks_the_system() -> None:
    asking = {
        path.relative_to(SOURCE).as_posix(): found
        for path in sorted(SOURCE.rglob("*.py"))
        if path != Path(machine.__file__) and (found := _used(path) & SYSTEM)
    }
    assert asking == {}


def _used(path: Path) -> set[tuple[str | None, str]]:
    """The attributes of modules, and the imported names, that a file uses."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    attributes = [node for node in nodes if isinstance(node, ast.Attribute)]
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    return {
        *((node.value.id, node.attr) for node in attributes if isinstance(node.value, ast.Name)),
        *((node.module, alias.name) for node in imports for alias in node.names),
    }
