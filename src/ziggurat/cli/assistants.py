"""The command `mcp`: a server for assistants."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ziggurat.cli.common import Panel, Seed, app, check_extra
from ziggurat.core.errors import BadOption

FOLDER = Path("ziggurat-matches")


@app.command(rich_help_panel=Panel.PLAY)
def mcp(
    folder: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=f"Where matches are kept, as logs for `ziggurat replay` (default: {FOLDER})."
        ),
    ] = None,
    http: Annotated[
        int | None,
        typer.Option(
            metavar="PORT", min=0, max=65535, help="Serve this machine over streamable HTTP, at /mcp, not over stdio."
        ),
    ] = None,
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Play at a Ziggurat server, where people watch and play along in a browser."),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="ZIGGURAT_TOKEN",
            help="An API token of that server (Settings): the assistant plays in its owner's name. Else it is a guest.",
        ),
    ] = None,
    seed: Seed = None,
) -> None:
    """Let an assistant play, over MCP.

    A server of the Model Context Protocol, over stdio: new matches against bots, views, moves, undo, hints, rules, why
    a move is refused, and reviews. Needs the extra `mcp`. Run `ziggurat warm` once before: a tool call may not wait
    while a game is compiled. With `--server`, matches are tables of that server and not logs in a folder.

    Example: `claude mcp add ziggurat -- ziggurat mcp --folder ~/matches`
    """
    if server is not None and (folder is not None or seed is not None):
        raise BadOption("With --server, the server keeps matches and draws their seeds: leave out --folder, --seed.")
    check_extra("mcp", "`ziggurat mcp`", "mcp", "websockets")
    from ziggurat.assistants.remote import RemoteTables
    from ziggurat.assistants.tables import Tables
    from ziggurat.assistants.tools import make_server

    if server is None:
        tools = make_server(Tables((folder or FOLDER).expanduser(), seed))
    else:
        tools = make_server(RemoteTables(server, token))
    if http is None:
        tools.run("stdio")
    else:
        tools.run("streamable-http", host="127.0.0.1", port=http)
