"""The list of all explorers. What they need is imported when they run."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.explore.episodes import Episode


@dataclass(frozen=True)
class Explorer:
    """Something that looks for problems, one episode of some seconds at a time."""

    name: str
    function: str  # module and function
    weight: int  # episodes in a round
    limit: float = 400.0  # seconds after which an episode hangs; tests wait up to 240 for one thing (tests/patience.py)
    needs: str = ""  # a package that has to be installed
    alone: bool = False  # runs only if it is named, and nothing else

    def load(self) -> Callable[[Episode], None]:
        module, _, function = self.function.partition(":")
        loaded: Callable[[Episode], None] = getattr(importlib.import_module(module), function)
        return loaded

    def missing(self) -> str:
        """Why it cannot run here, in a sentence; nothing: it can."""
        if self.needs and find_spec(self.needs) is None:
            return f"{self.name} is skipped: the package {self.needs} is missing, which `make long` installs."
        return ""


ALL = [
    Explorer("clicks", "tests.explore.browsers:clicks", 4),
    Explorer("keys", "tests.explore.browsers:keys", 2),
    Explorer("http", "tests.explore.servers:http", 2),
    Explorer("sockets", "tests.explore.servers:sockets", 2),
    Explorer("restarts", "tests.explore.servers:restarts", 2),
    Explorer("simulation", "tests.explore.simulations:simulation", 3),
    Explorer("positions", "tests.explore.inputs:positions", 3),
    Explorer("logs", "tests.explore.inputs:logs", 3),
    Explorer("components", "tests.explore.inputs:components", 2),
    Explorer("matches", "tests.explore.matches:matches", 6),
    Explorer("cluster", "tests.explore.clusters:cluster", 1, limit=900.0, needs="ray", alone=True),
]
