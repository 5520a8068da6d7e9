"""Browsers that Playwright does not drive here: as much of its page as our tests ask for."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import Any

SOURCE = """async (given) => {
  const found = (SOURCE);
  return JSON.stringify((await (typeof found === "function" ? found(JSON.parse(given)) : found)) ?? null);
}"""


class Page(ABC):
    """A tab. What is evaluated, an expression or a function of one value, is given and gives JSON."""

    def __init__(self) -> None:
        self.mouse = Mouse(self)

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Load the same address again."""

    @abstractmethod
    def evaluated(self, function: str, given: str) -> str:
        """The text that a function promises."""

    @abstractmethod
    def perform(self, actions: list[dict[str, Any]]) -> None:
        """Press and move things, as WebDriver writes it."""

    @property
    @abstractmethod
    def version(self) -> str:
        """Which browser this is."""

    def evaluate(self, source: str, given: Any = None) -> Any:
        return json.loads(self.evaluated(SOURCE.replace("SOURCE", source), json.dumps(given)))


class Mouse:
    """The mouse of a page."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def click(self, x: float, y: float) -> None:
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        parameters = {"pointerType": "mouse"}
        self._page.perform([{"type": "pointer", "id": "mouse", "parameters": parameters, "actions": steps}])
