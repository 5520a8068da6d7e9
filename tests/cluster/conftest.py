"""One cluster for all tests of this folder: a head, a machine as usual, and one on which nothing is compiled yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cluster.machines import BUSY, Machines, NotStarted, running, settings


@pytest.fixture(scope="package")
def bare_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the machine on which nothing is compiled keeps its kernels."""
    return tmp_path_factory.mktemp("kernels")


@pytest.fixture(scope="package")
def machines(tmp_path_factory: pytest.TempPathFactory, bare_cache: Path) -> Iterator[Machines]:
    """The cluster; the environment says how to connect to it."""
    pytest.importorskip("ray")
    folder = tmp_path_factory.mktemp("stops")
    variables = settings(folder)
    with pytest.MonkeyPatch.context() as environment, ExitStack() as stack:
        try:
            machines = stack.enter_context(running(folder, variables))
            machines.add()
            machines.add(ZIGGURAT_CACHE=str(bare_cache))
        except NotStarted:
            pytest.skip(BUSY)
        for name, value in variables.items():
            environment.setenv(name, value)
        yield machines
