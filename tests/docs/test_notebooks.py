"""Runs the notebooks and compares their stored output."""

from __future__ import annotations

import importlib
import json
import runpy
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
LARGEST = 60_000  # bytes


@pytest.fixture(scope="module")
def nbformat() -> Any:
    """The library, imported late: it builds forty JSON schema parsers."""
    return importlib.import_module("nbformat")


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_output_is_current(path: Path, nbformat: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZIGGURAT_QUICK", "1")
    monkeypatch.setenv("PYTHONPATH", str(Path(ziggurat.__file__).parent.parent))
    execute = runpy.run_path(str(ROOT / "docs" / "make" / "notebooks.py"))["execute"]
    stored, now = nbformat.read(path, as_version=4), execute(path, patience=PATIENCE)
    for before, after in zip(code(stored), code(now), strict=True):
        if "varies" in before.metadata.get("tags", []):
            assert [output.output_type for output in before.outputs] == [output.output_type for output in after.outputs]
        else:
            assert before.outputs == after.outputs, f"python docs/make/notebooks.py {path.stem}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_valid(path: Path, nbformat: Any) -> None:
    text = path.read_text("utf-8")
    assert len(text) < LARGEST
    nbformat.validate(json.loads(text))
    cells = nbformat.read(path, as_version=4).cells
    assert cells[0].source.startswith("# ")
    assert all(cell.outputs for cell in cells if "varies" in cell.metadata.get("tags", []))
