"""An agent that pauses once in the middle of a game, so that its worker can be killed there."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

FOLDER = "ZIGGURAT_TEST_STOPS"  # the variable that names the folder, on all machines


def first(observation: Any, mask: Any) -> int:
    """Plays the first legal action."""
    return int(mask.argmax())


def stopping(observation: Any, mask: Any) -> int:
    """The same, but the first worker that finds a file `armed` tells who it is and waits to be killed."""
    import ray

    folder = Path(os.environ[FOLDER])
    identity = f"{os.getpid()} {ray.get_runtime_context().get_node_id()}"
    own_file = folder / f"worker-{os.getpid()}"
    own_file.write_text(identity)
    try:
        os.link(folder / "armed", own_file.with_suffix(".armed"))
        (folder / "armed").unlink()
    except FileNotFoundError:  # nobody is to stop, or another has
        return first(observation, mask)
    own_file.rename(folder / "stopped")
    while True:
        time.sleep(0.05)
