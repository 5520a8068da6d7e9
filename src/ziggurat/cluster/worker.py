"""Runs on the workers: prepares once for a job, then does its batches.

Settings and batches come as pickles, so the driver does not need to import what is in them.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import ziggurat
from ziggurat.cluster import kernels
from ziggurat.cluster.edition import edition
from ziggurat.cluster.nodes import check_edition

Doing = Callable[..., Any]

# By kind: where the function is that makes, of a job's settings, the function of a batch.
KINDS = {
    "simulate": "ziggurat.cluster.simulation:player",
    "arena": "ziggurat.cluster.arena:player",
    "review": "ziggurat.cluster.reviews:player",
    "puzzles": "ziggurat.cluster.puzzles:player",
    "selfplay": "ziggurat.cluster.selfplay:player",
}


@dataclass(frozen=True)
class Ticket:
    """Everything a worker needs to know about a job."""

    kind: str
    game: str
    parts: tuple[str, ...]  # what has to be compiled
    settings: bytes
    edition: str
    packs: Mapping[str, Any] = field(default_factory=dict)  # Ray's references to kernels, by what they are made for


_doing: dict[str, Doing] = {}  # of the job at hand


def do(key: str, boxed: list[Any], batch: bytes, *shared: bytes) -> bytes:
    """Do one batch of a job; `boxed` holds a reference to its ticket, which is fetched once.

    Ray sends `shared` once to each machine.
    """
    if key not in _doing:
        import ray

        doing = prepare(ray.get(boxed[0]), ray.get)
        _doing.clear()  # a worker holds no more than it needs
        _doing[key] = doing
    given = [pickle.loads(part) for part in (batch, *shared)]  # noqa: S301 - from the program that uses this cluster
    result = _doing[key](*given)
    return pickle.dumps(result, protocol=pickle.HIGHEST_PROTOCOL)


def prepare(ticket: Ticket, fetch: Callable[[Any], Any]) -> Doing:
    """Get or compile the kernels, and make the function that does a batch."""
    import socket

    from ray.exceptions import RayError

    check_edition(socket.gethostname(), ticket.edition, edition())  # a machine may have come later
    game = ziggurat.game(ticket.game)
    if kernels.lacks(game, ticket.parts):
        made = kernels.make_of(game, ticket.parts)
        if made in ticket.packs:
            with suppress(RayError):  # the machine that was to make them has died: they are made here
                kernels.unpack(game, ticket.parts, lambda: fetch(ticket.packs[made]))
        kernels.compile_here(game, ticket.parts)
    module, _, name = KINDS[ticket.kind].partition(":")
    maker: Callable[..., Doing] = getattr(import_module(module), name)
    return maker(**pickle.loads(ticket.settings))  # noqa: S301 - from the program that uses this cluster
