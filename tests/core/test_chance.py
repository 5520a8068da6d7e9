"""The random generator inside a record: unbiased, and the same on every backend."""

from __future__ import annotations

import numpy as np
import pytest

from ziggurat.core import chance
from ziggurat.core.kernel import Backend


def test_the_stream_is_splitmix64() -> None:
    """The published reference values for seed 1234567."""
    stream = np.array([1234567], dtype=np.uint64)
    draw = chance.draw.on("cpu")
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [int(draw(stream)) for _ in published] == published


@pytest.mark.parametrize("backend", ["cpu", "interpreted"])
def test_every_number_below_a_bound_is_equally_likely(backend: Backend) -> None:
    below = chance.below.on(backend)
    stream = np.array([5], dtype=np.uint64)
    draws = 20_000 if backend == "cpu" else 3_000
    for bound in (1, 2, 3, 7, 30):
        counts = np.bincount([below(stream, bound) for _ in range(draws)], minlength=bound)
        assert len(counts) == bound
        expected = draws / bound
        chi_square = ((counts - expected) ** 2 / expected).sum()
        assert chi_square < bound + 5 * np.sqrt(2 * bound)


def test_a_bound_that_does_not_divide_is_drawn_again() -> None:
    """Just under 2**32 / 1.5, a biased draw would favour the lower half two to one."""
    below = chance.below.on("cpu")
    stream = np.array([1], dtype=np.uint64)
    bound = 2**32 * 2 // 3
    low = sum(below(stream, bound) < bound // 2 for _ in range(20_000))
    assert abs(low - 10_000) < 400


def test_backends_draw_the_same() -> None:
    streams = [np.array([77], dtype=np.uint64) for _ in range(2)]
    compiled, interpreted = chance.below.on("cpu"), chance.below.on("interpreted")
    assert [compiled(streams[0], 13) for _ in range(100)] == [interpreted(streams[1], 13) for _ in range(100)]


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    seed_for = chance.seed_for.on("cpu")
    seeds = {int(seed_for(np.uint64(seed), index)) for seed in range(50) for index in range(50)}
    assert len(seeds) == 2500
