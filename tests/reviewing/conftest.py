"""Reviews in these tests have unlimited time, so that they do not depend on the machine."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review on a slow processor looks less closely once its budget is used up."""
    monkeypatch.setattr("ziggurat.reviewing.evaluation.time.process_time", lambda: 0.0)
