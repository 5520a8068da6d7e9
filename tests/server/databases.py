"""Which databases `make test` uses for a test that has the fixture `database_url`; `make long` uses the others.

Without a mark it is SQLite.
"""

from __future__ import annotations

import pytest

from tests.cases import first

on_postgresql = pytest.mark.parametrize("database_url", first("postgresql", "sqlite"), indirect=True)
on_both = pytest.mark.parametrize("database_url", ["sqlite", "postgresql"], indirect=True)
