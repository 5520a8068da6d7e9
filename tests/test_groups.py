"""Tests that share what is costly to make are given to one worker."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

pytestmark = pytest.mark.long  # it starts a pytest of its own
FILES = ("tests/core/test_seating.py", "tests/core/test_sentence.py", "tests/core/test_bits.py")


def test_the_tests_of_a_file_stay_with_one_worker() -> None:
    command = (sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadscope", "-vvv", *FILES)
    ran = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True)
    workers = defaultdict(set)
    for worker, file in re.findall(r"^\[(gw\d)\] .* (tests/\S+?)::", ran.stdout, re.MULTILINE):
        workers[file].add(worker)
    assert set(workers) == set(FILES)
    assert all(len(found) == 1 for found in workers.values()), workers
    assert len(set.union(*workers.values())) == 2  # and all of them have something to do
