"""The command `ziggurat`: one module for each family of commands, which import what they need when they run.

matches      play, replay, prospects, review, picture
games        games, rules, examples, lessons, warm
simulation   simulate, arena
puzzles      puzzles
assistants   mcp
ladder       evaluate, verify-result, confirm-result
llm          bench-llm, verify-llm
training     train
server       serve, settings, think, verify, backup, restore, migrate
hosting      doctor, players, tables, admins, moderators, invitations
ratings      ratings
common       the Typer application and what several commands share
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import ziggurat
from ziggurat.cli import (  # noqa: F401 - commands
    assistants,
    games,
    hosting,
    ladder,
    llm,
    matches,
    puzzles,
    ratings,
    server,
    simulation,
    training,
)
from ziggurat.cli.common import app
from ziggurat.core.errors import ZigguratError

__all__ = ["app", "main"]


def main() -> None:
    """Run the command; a refusal is one sentence on standard error and exit code 2."""
    try:
        app()
    except ZigguratError as problem:
        print(f"ziggurat: {problem}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


@app.callback(invoke_without_command=True)
def version(show: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False) -> None:
    if show:
        print(f"ziggurat {ziggurat.__version__}")
        raise typer.Exit
