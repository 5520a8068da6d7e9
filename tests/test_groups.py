"""Tests that share what is costly to make are given to one worker."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import Shared

FILES = ("tests/core/test_seating.py", "tests/core/test_sentence.py", "tests/core/test_bits.py")


def test_a_test_is_alone_with_its_file_or_with_its_folder() -> None:
    def group(test: str) -> str:
        return Shared._split_scope(Shared.__new__(Shared), f"tests/{test}")

    assert group("core/test_bits.py::test_one") == group("core/test_bits.py::test_two") == "tests/core/test_bits.py"
    assert group("cluster/test_cluster.py::test_one") == group("cluster/test_channel.py::test_one")
    assert group("envs/test_vector.py::test_one") != group("envs/test_vector.py::test_two")


@pytest.mark.long
def test_the_tests_of_a_file_stay_with_one_worker() -> None:
    command = (sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadscope", "-vvv", *FILES)
    ran = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True)
    workers = defaultdict(set)
    for worker, file in re.findall(r"^\[(gw\d)\] .* (tests/\S+?)::", ran.stdout, re.MULTILINE):
        workers[file].add(worker)
    assert set(workers) == set(FILES)
    assert all(len(found) == 1 for found in workers.values()), workers
    assert len(set.union(*workers.values())) == 2  # and all of them have something to do
