"""A release as Zenodo takes it: `python -m release.archive TAG FOLDER`. Nothing is uploaded.

`ziggurat-VERSION.zip` has the files of a tag or commit; `deposit.json` is the body of a new deposition, made from
`.zenodo.json`, which Zenodo also reads by itself where it is connected to the repository.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

from release.versions import HEADING

ROOT = Path(__file__).parent.parent


def metadata(root: Path = ROOT) -> dict[str, Any]:
    """What Zenodo says of a release: the repository's own description, its version and its day."""
    metadata: dict[str, Any] = json.loads((root / ".zenodo.json").read_text("utf-8"))
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    newest = HEADING.search((root / "CHANGELOG.md").read_text("utf-8"))
    metadata["version"] = version
    if newest is not None and newest[2] != "unreleased":
        day = datetime.strptime(newest[2], "%d %B %Y")  # noqa: DTZ007 - a day, wherever one is
        metadata["publication_date"] = day.strftime("%Y-%m-%d")
    return {"metadata": metadata}


def write(tag: str, folder: Path) -> Path:
    """The archive and its metadata, in a folder."""
    find = ["git", "rev-parse", "--quiet", "--verify", f"{tag}^{{tree}}"]
    known = subprocess.run(find, cwd=ROOT, check=False, capture_output=True)
    if known.returncode:
        sys.exit(f"There is no tag or commit {tag!r} in this repository.")
    folder.mkdir(parents=True, exist_ok=True)
    about = metadata()
    archive = folder / f"ziggurat-{about['metadata']['version']}.zip"
    prefix = f"--prefix={archive.stem}/"
    command = ["git", "archive", "--format=zip", prefix, f"--output={archive.absolute()}", tag]
    subprocess.run(command, cwd=ROOT, check=True)
    (folder / "deposit.json").write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return archive


if __name__ == "__main__":
    print(write(sys.argv[1], Path(sys.argv[2])))
