"""A watcher that asks every second whether a server answers, and how long it takes."""

from __future__ import annotations

import statistics
import threading
import time

import httpx

SOON = 0.1  # seconds


class Watcher(threading.Thread):
    """Asks until it is stopped; no answer counts as the whole timeout."""

    PATIENCE = 30.0

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self._url = url
        self._stop_asking = threading.Event()
        self.waited: list[float] = []  # seconds
        self.silent = 0

    def run(self) -> None:
        with httpx.Client(base_url=self._url, timeout=self.PATIENCE) as client:
            while not self._stop_asking.wait(1.0):
                began = time.perf_counter()
                try:
                    client.get("/healthz").raise_for_status()
                except httpx.HTTPError:
                    self.silent += 1
                self.waited.append(time.perf_counter() - began)

    def stop(self) -> str:
        """Stops; returns a summary in one line."""
        self._stop_asking.set()
        self.join()
        late = sum(seconds > SOON for seconds in self.waited)
        return (
            f"asked {len(self.waited)} times: {self.silent} unanswered, {late} after more than 100 ms; "
            f"{summary(self.waited)}"
        )


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def summary(seconds: list[float]) -> str:
    if not seconds:
        return "nothing was measured"
    median, late, most = statistics.median(seconds), percentile(seconds, 0.99), max(seconds)
    return f"median {median * 1000:.1f} ms, p99 {late * 1000:.1f} ms, longest {most * 1000:.1f} ms"
