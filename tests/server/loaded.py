"""Importing this loads everything a server needs before it answers: `tests/server/template.py` says what for."""

from __future__ import annotations

import gc

import ziggurat
import ziggurat.cli
import ziggurat.server.run
from ziggurat.server.readiness import load

for _name in ziggurat.game_names():
    load(_name)
gc.freeze()
