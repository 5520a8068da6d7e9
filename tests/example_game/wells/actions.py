"""The action space of Nine Wells: ten numbers."""

from __future__ import annotations

from .state import WELLS

CLAIM = 0  # + well
ROLL = CLAIM + WELLS
ACTIONS = ROLL + 1
