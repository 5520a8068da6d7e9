"""Runs the notebooks and stores their output: `python docs/make/notebooks.py [NAME…]`.

A cell whose output depends on the machine or on how long one learns has the tag `varies`; all others come out the same
everywhere, which the tests check. Nothing else that a run leaves behind (times, counts, versions) is kept.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

FOLDER = Path(__file__).parents[1] / "notebooks"
KEPT = ("image/svg+xml", "text/plain")


def execute(path: Path, patience: float = 600.0) -> Any:
    """The notebook at a path, run from its first cell to its last; an error raises.

    Kernel and client talk through files: ports that are free when they are looked for may be taken when they are used.
    """
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        config = Config(
            KernelManager={"transport": "ipc", "connection_file": f"{folder}/kernel.json"},
            NotebookClient={
                "timeout": None,
                "startup_timeout": int(patience),
                "iopub_timeout": int(patience),  # without it, what comes late is left out
                "coalesce_streams": True,  # in how many pieces text comes depends on the clock
            },
        )
        NotebookClient(notebook, config=config, resources={"metadata": {"path": str(path.parent)}}).execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count = None
            cell.metadata.pop("execution", None)
            cell.outputs = _joined(_kept(output) for output in cell.outputs if output.get("name") != "stderr")
    return notebook


def _joined(outputs: Iterable[Any]) -> list[Any]:
    """Joins text outputs that a dropped warning had separated."""
    recorded: list[Any] = []
    for output in outputs:
        if recorded and output.output_type == recorded[-1].output_type == "stream":
            recorded[-1].text += output.text
        else:
            recorded.append(output)
    return recorded


def _kept(output: Any) -> Any:
    if "data" in output:
        output.data = {kind: value for kind, value in output.data.items() if kind in KEPT}
        if "image/svg+xml" in output.data:
            del output.data["text/plain"]
        output.metadata = {}
    if "execution_count" in output:
        output.execution_count = None
    return output


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.ipynb")):
        file = FOLDER / f"{name}.ipynb"
        nbformat.write(execute(file), file)
        print(f"{name}: done")
