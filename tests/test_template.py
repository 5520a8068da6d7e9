"""Servers and commands of the tests are copies of a process that has everything loaded."""

from __future__ import annotations

import pytest

from tests.template import is_current


def test_what_the_tests_import_leaves_the_template_current() -> None:
    """Else each server is started anew: nothing fails, and all of them together take minutes longer."""
    assert is_current()


def test_a_variable_of_ours_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMEBODY_ELSES", "1")
    assert is_current()
    monkeypatch.setenv("ZIGGURAT_CACHE", "elsewhere")
    assert not is_current()
    monkeypatch.undo()
    monkeypatch.delenv("PATH")
    assert not is_current()
