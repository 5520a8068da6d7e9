"""The machines of a cluster, and checks that each can do the work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ziggurat.core.errors import BadOption

GB = 1 << 30


class Machine(NamedTuple):
    """A machine of the cluster."""

    id: str
    name: str
    cpus: float
    memory: float  # bytes that Ray gives to tasks


class MachineReport(NamedTuple):
    """What a machine has. Empty texts: no Ziggurat, or one without cluster support."""

    edition: str
    kernels: str = ""
    lacks: bool = False


def look_around(game: str, parts: Sequence[str]) -> tuple[str, str, bool]:
    """Runs on every machine; it is pickled by value because Ziggurat may be missing there, or be another version."""
    try:
        import ziggurat
    except ImportError:
        return ("", "", False)
    try:
        from ziggurat.cluster.edition import edition
        from ziggurat.cluster.kernels import lacks, make_of

        card = ziggurat.game(game)
        return (edition(), make_of(card, parts), lacks(card, parts))
    except Exception:  # noqa: BLE001 - whatever another version does not have
        return (str(getattr(ziggurat, "__version__", "an unknown version")), "", False)


def alive(listed: Sequence[dict[str, Any]]) -> list[Machine]:
    """The machines in Ray's list that can be given work."""
    return [
        Machine(
            node["NodeID"],
            str(node.get("NodeManagerHostname") or node.get("NodeManagerAddress")),
            float(node["Resources"].get("CPU", 0.0)),
            float(node["Resources"].get("memory", 0.0)),
        )
        for node in listed
        if node["Alive"] and node["Resources"].get("CPU", 0.0) >= 1
    ]


def check_room(nodes: Sequence[Machine], memory: int) -> None:
    """Refuse a cluster without room for one worker; Ray would wait forever for a larger one."""
    if not nodes:
        raise BadOption("No machine of the cluster has a free processor: start one with `ray start --num-cpus`.")
    largest = max(nodes, key=lambda node: node.memory)
    if largest.memory < memory:
        raise BadOption(
            f"A worker needs {memory / GB:.1f} GB of memory, and no machine of the cluster has that: "
            f"{largest.name}, the largest, gives {largest.memory / GB:.1f} GB."
        )


def check_edition(name: str, ours: str, theirs: str) -> None:
    """Refuse a machine with another version of Ziggurat."""
    if theirs != ours:
        raise BadOption(other_edition(name, ours, theirs))


def other_edition(name: str, ours: str, theirs: str) -> str:
    """The refusal of a machine with another version of Ziggurat."""
    if not theirs:
        return f"The machine {name} of the cluster has no Ziggurat: install version {ours} there."
    return (
        f"The machine {name} of the cluster has another Ziggurat ({theirs}) than this one ({ours}): "
        "install the same on both."
    )


def slots(nodes: Sequence[Machine], memory: int) -> int:
    """How many workers the cluster has room for at once."""
    return sum(int(min(node.cpus, node.memory // memory)) for node in nodes)
