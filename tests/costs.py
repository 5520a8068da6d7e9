"""Measures the processor time of each test, with all its processes, and sums it by file and folder.

    PYTEST_ADDOPTS="-p tests.costs" make test
    python -m pytest -p tests.costs -n 2 --dist loadscope --costs build/page.csv tests/page

Seconds on the wall say little on a machine that others use too, and nothing of the browsers, servers and databases
that a test lets run. Where control groups can be made (Linux, as root) each of their seconds is counted; elsewhere
those of the tests' own process and of its children that have ended.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

GROUPS = Path("/sys/fs/cgroup")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", type=Path, default=Path("build/costs.csv"), help="where to write what each test cost")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(config))


class Costs:
    """Counts in every worker, and reports at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._file: Path = config.getoption("--costs")
        self._spent = _counter()
        self._tests: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before = self._spent()
        result = yield
        self._tests[item.nodeid] += self._spent() - before
        return result

    def pytest_sessionfinish(self) -> None:
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput["costs"] = dict(self._tests)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._tests.update(getattr(node, "workeroutput", {}).get("costs", {}))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        files: Counter[str] = Counter()
        folders: Counter[str] = Counter()
        for name, cost in self._tests.items():
            file = name.partition("::")[0]
            files[file] += cost
            folders["/".join(file.split("/")[:2])] += cost
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("w", newline="") as out:
            csv.writer(out).writerows([name, f"{cost / 1000:.3f}"] for name, cost in self._tests.most_common())
        terminalreporter.section("processor seconds")
        for title, sums in (("folder", folders), ("file", files), ("test", self._tests)):
            for name, cost in sums.most_common(20):
                terminalreporter.line(f"{title:7}{cost / 1000:8.1f}  {name}")
        terminalreporter.line(f"all    {self._tests.total() / 1000:8.1f}  (each test is in {self._file})")


def _counter() -> Callable[[], int]:
    """Milliseconds of processor time spent so far."""
    for folder, file, unit in ((GROUPS / "cpuacct", "cpuacct.usage", 1_000_000), (GROUPS, "cpu.stat", 1_000)):
        group = folder / f"ziggurat-{os.getpid()}"
        for gone in folder.glob("ziggurat-*"):
            with suppress(OSError):  # somebody's who still counts
                gone.rmdir()
        try:
            group.mkdir()
            (group / "cgroup.procs").write_text(str(os.getpid()))
            usage = group / file
            text = usage.read_text()
        except OSError:
            continue
        at = 1 if text.startswith("usage_usec") else 0
        return lambda: int(usage.read_text().split()[at]) // unit
    return _own


def _own() -> int:
    return int(sum(os.times()[:4]) * 1000)
