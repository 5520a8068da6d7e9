"""Imports and loads everything that commands and servers need, for `tests/template.py`."""

from __future__ import annotations

import gc
import io
import tempfile
from contextlib import redirect_stdout, suppress
from functools import cache

import anyio._backends._asyncio  # noqa: F401
import typer.main
import uvicorn.lifespan.on
import uvicorn.loops.auto  # noqa: F401 - what uvicorn imports when it runs, as those above

import ziggurat
import ziggurat.server.run
from ziggurat import bots
from ziggurat.cli import app
from ziggurat.server.app import build
from ziggurat.server.bots import worker  # noqa: F401 - what servers are helped by
from ziggurat.server.bots.readiness import load
from ziggurat.server.process import ServerProcess
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database

BOTS = ("greedy", "classic:1i", "learned:1i")

for _name in ziggurat.game_names():
    load(_name)
    for _bot in BOTS:  # which load what bots need that search, and that have learned
        _match = ziggurat.new(_name)
        bots.find(_bot)(_match.game, 1).choose(_match.record(_match.actor))
typer.main.get_command = cache(typer.main.get_command)  # the commands' options are read once, not in every copy
# What is imported, or looked up once, when a command is read, a database is made and a server is built.
with redirect_stdout(io.StringIO()), suppress(SystemExit):
    app(["serve", "--help"])
with tempfile.TemporaryDirectory() as _folder:
    _engine = database.connect(f"sqlite:///{_folder}/ziggurat.db")
    database.prepare(_engine)
    build(ServerProcess(Settings(), _engine))
    _engine.dispose()
gc.collect()
gc.freeze()
