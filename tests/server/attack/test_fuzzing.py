"""The socket fuzzer of `make explore` finds nothing at a few tables."""

from __future__ import annotations

import time
from pathlib import Path

from tests.explore.server_fuzzing import SocketFuzzer, attacked
from tests.patience import PATIENCE


def test_a_fuzzer_finds_nothing_at_a_few_tables(tmp_path: Path) -> None:
    with attacked(tmp_path) as attack:
        fuzzer = SocketFuzzer(attack.server, time.monotonic() + PATIENCE, seed=1, most=2)
        fuzzer.start()
        fuzzer.join(PATIENCE)
        attack.acknowledged |= fuzzer.acknowledged
    assert (fuzzer.problem, fuzzer.tables, attack.problems) == (None, 2, [])
