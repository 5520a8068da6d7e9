"""Time."""

from _device import now


def perf_counter():
    return now() / 1000.0


monotonic = process_time = time = perf_counter
