"""Generated files of the page are up to date; `npm run types -- --check` checks the types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_generated_files_of_the_page_are_current(tmp_path: Path) -> None:
    subprocess.run([sys.executable, WEB / "scripts" / "generate.py", tmp_path], check=True)
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == sorted(path.name for path in (WEB / "src" / "generated").glob("*.json"))
    for name in written:
        now, then = (tmp_path / name).read_text("utf-8"), (WEB / "src" / "generated" / name).read_text("utf-8")
        assert now == then, f"{name} is out of date: python web/scripts/generate.py && python web/npm.py run types"
