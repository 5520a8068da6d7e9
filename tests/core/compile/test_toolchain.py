"""Where Numba's internals are others than ours knows, kernels are compiled by its public interface."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT_INTERNALS = """
import sys, warnings
import numba.core.codegen
del numba.core.codegen.JITCodeLibrary
warnings.simplefilter("always")
with warnings.catch_warnings(record=True) as said:
    {work}
about_numba = [str(one.message) for one in said if "Ziggurat" in str(one.message)]
assert len(about_numba) == 1, about_numba
assert "does not know this version of Numba" in about_numba[0], about_numba
"""
KERNELS = """
    import numpy as np
    from ziggurat.core import bits, chance
    stream = np.array([7], dtype=np.uint64)
    print([int(chance.below(stream, 10)) for _ in range(8)], bool(bits.has(np.array([5], dtype=np.uint64), 2)))
"""
MATCH = """
    import ziggurat
    match = ziggurat.new("babel", seed=7)
    while not match.over:
        match.play(match.legal()[0])
    print(match.digest())
"""


def run(work: str, *, without: bool) -> str:
    script = WITHOUT_INTERNALS.format(work=work.strip()) if without else "if True:" + work
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_kernels_compile_without_numbas_internals_with_one_warning() -> None:
    assert run(KERNELS, without=True) == run(KERNELS, without=False)


@pytest.mark.long
def test_a_match_is_the_same_without_numbas_internals() -> None:
    assert run(MATCH, without=True) == run(MATCH, without=False)
