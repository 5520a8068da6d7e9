"""Prometheus metrics; without its client (the extra `host`) nothing is counted."""

from __future__ import annotations

from typing import Any

from ziggurat.server import extras
from ziggurat.server.refusals import NotFound

if extras.has("Metrics"):
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
else:

    class Uncounted:
        """A metric that takes every call and counts nothing."""

        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def labels(self, *_: Any, **__: Any) -> Uncounted:
            return self

        def inc(self, *_: Any) -> None:
            pass

        dec = set = observe = inc

    CollectorRegistry = Counter = Gauge = Histogram = Uncounted  # type: ignore[misc, assignment]

REGISTRY = CollectorRegistry()

MOVES = Counter("ziggurat_moves", "Decisions stored and acknowledged.", ["by"], registry=REGISTRY)
REFUSALS = Counter("ziggurat_refusals", "Requests and messages refused.", registry=REGISTRY)
SOCKETS = Gauge("ziggurat_sockets", "Open sockets.", registry=REGISTRY)
DISCONNECTED = Counter(
    "ziggurat_sockets_cut", "Sockets that the server closed, by reason.", ["reason"], registry=REGISTRY
)
TABLES = Gauge("ziggurat_tables", "Tables in memory.", registry=REGISTRY)
BOT_SECONDS = Histogram("ziggurat_bot_seconds", "How long bots think.", registry=REGISTRY)
BOT_QUEUE = Gauge("ziggurat_bot_queue", "Bots that wait for a worker.", registry=REGISTRY)
BOT_FAILURES = Counter("ziggurat_bot_failures", "Bots that crashed or took too long.", registry=REGISTRY)
REMOTE_SLOTS = Gauge("ziggurat_thinkers", "Bots that can think at once on remote workers.", registry=REGISTRY)
REMOTE_ANSWERS = Counter(
    "ziggurat_thinker_answers", "Questions to remote workers, by outcome.", ["outcome"], registry=REGISTRY
)
LEADER = Gauge("ziggurat_leader", "1 in the leader process, which runs bots and clocks.", registry=REGISTRY)
COMMIT_SECONDS = Histogram(
    "ziggurat_commit_seconds",
    "How long a transaction takes, including its commit.",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
    registry=REGISTRY,
)
COMMIT_SIZE = Histogram(
    "ziggurat_commit_size",
    "Requests that share a commit.",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
    registry=REGISTRY,
)


def page() -> bytes:
    """All metrics, in Prometheus' text format."""
    if not extras.has("Metrics"):
        raise NotFound("This server does not support metrics.")
    return generate_latest(REGISTRY)
