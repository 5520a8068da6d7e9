"""Work that is always the same, as one CUDA graph: a GPU then starts thousands of kernels with one launch.

Such work reads and writes the same memory every time and never waits for the GPU. It runs as it is twice, so that
everything it needs is compiled and allocated; then it is captured, and from there on replayed. On a processor it simply
runs, and so it does where it cannot be captured. What is compiled besides (`Compiled`) takes fewer and shorter kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

AS_IT_IS = 2  # runs before the work is captured


class Graph:
    """A function without arguments and results, captured when it has run twice."""

    def __init__(self, work: Callable[[], None], device: str, warn: Callable[[str], None]) -> None:
        self._work, self._warn = work, warn
        self._capturing = device == "cuda"
        self._runs_left = AS_IT_IS
        self._graph: torch.cuda.CUDAGraph | None = None

    def __call__(self) -> None:
        """Do the work."""
        if self._capturing and self._graph is None and not self._runs_left:
            self._graph = self._captured()
        if self._graph is not None:
            self._graph.replay()
        else:
            self._work()
            self._runs_left = max(0, self._runs_left - 1)

    def _captured(self) -> torch.cuda.CUDAGraph | None:
        graph = torch.cuda.CUDAGraph()
        try:
            with torch.cuda.graph(graph, capture_error_mode="thread_local"):
                self._work()
        except torch.cuda.OutOfMemoryError:
            raise
        except Exception as problem:  # noqa: BLE001 - libraries and drivers refuse in many ways; all can be done without
            self._capturing = False
            self._warn(f"This is slower than it could be: no CUDA graph could be made ({_first_line(problem)}).")
            return None
        return graph


class Compiled:
    """A function that PyTorch compiles when it is first called; as it is where that fails, after a warning."""

    def __init__(self, function: Callable[..., Any], warn: Callable[[str], None], *, dynamic: bool = False) -> None:
        self._function, self._warn = function, warn
        self._compiled: Callable[..., Any] | None = torch.compile(function, dynamic=dynamic)

    def __call__(self, *arguments: Any) -> Any:
        """Call it."""
        if self._compiled is not None:
            try:
                return self._compiled(*arguments)
            except torch.cuda.OutOfMemoryError:
                raise
            except Exception as problem:  # noqa: BLE001 - compilers fail in many ways
                self._compiled = None
                self._warn(f"This is slower than it could be: PyTorch could not compile it ({_first_line(problem)}).")
        return self._function(*arguments)


def _first_line(problem: Exception) -> str:
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]


def beside(works: Sequence[Callable[[], None]], streams: Sequence[torch.cuda.Stream]) -> None:
    """Do these at the same time, each on a stream of its own; without streams, one after another."""
    if not streams:
        for work in works:
            work()
        return
    here = torch.cuda.current_stream()
    for work, stream in zip(works, streams, strict=True):
        stream.wait_stream(here)
        with torch.cuda.stream(stream):
            work()
    for stream in streams:
        here.wait_stream(stream)
