"""docs/hosting.md: its commands and options exist, its settings are accepted, the files it copies are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer.main

from ziggurat.cli import app
from ziggurat.server.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")
BLOCKS = [re.sub(r"(?m)^    ", "", block) for block in re.findall(r"(?m)(?:^    .*\n|^\n(?=    ))+", PAGE)]
COMMANDS = sorted({line for block in BLOCKS for line in block.splitlines() if line.startswith("ziggurat ")})


def test_page_has_commands() -> None:
    assert len(COMMANDS) >= 6


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_and_option_exists(line: str) -> None:
    name, *arguments = shlex.split(line)[1:]
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    commands[name].make_context(name, arguments)  # refuses what it does not know


def test_settings_on_the_page_are_accepted(tmp_path: Path) -> None:
    parts = re.findall(r"ziggurat\.toml <<'END'\n(.*?)^END$", "\n".join(BLOCKS), re.M | re.S)
    assert len(parts) == 2
    file = tmp_path / "ziggurat.toml"
    file.write_text("".join(parts))
    settings = Settings.read(file=file)
    settings.check()
    assert settings.smtp_host == "mail.example.org"
    assert settings.registration == "invitation"


def test_files_that_are_copied_exist() -> None:
    named = re.findall(r"/usr/local/src/ziggurat/(\S+)", PAGE)
    files = {name.strip("'`).,") for name in named if "[" not in name}
    assert len(files) >= 4
    assert not [name for name in files if not (ROOT / name).exists()]
