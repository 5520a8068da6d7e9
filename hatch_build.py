"""Wheels carry the built page: it is built before one is packed, with the Node that the build requires."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[misc]
    """An editable installation builds nothing (`make play` and web/build.py do), nor does ZIGGURAT_WITHOUT_PAGE."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, where it has changed."""
        if version == "editable" or os.environ.get("ZIGGURAT_WITHOUT_PAGE"):
            return
        subprocess.run([sys.executable, Path(self.root) / "web" / "build.py"], check=True)
