"""Running the server: the database is made ready, then uvicorn serves; kernels are compiled meanwhile."""

from __future__ import annotations

import errno
import gc
import json
import logging
import re
import resource
import signal
import socket
import sys
import threading
import time
import traceback
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

import ziggurat
from ziggurat.core.errors import BadOption
from ziggurat.puzzles import shipped
from ziggurat.server.app import build
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database
from ziggurat.server.transport.connections import HEAD, protocols
from ziggurat.server.transport.sockets import MAX_MESSAGE

log = logging.getLogger("ziggurat.run")
FILES = 65_536


_TABLE = re.compile(r"(?<=\btable )([a-z0-9]{4})[a-z0-9]{10}\b")
_OF_THE_MACHINE = (OSError, RuntimeError, ImportError)  # errors that say what an administrator needs to know
_PLAYER = re.compile(r"\b[0-9a-f]{32}\b")


def discreet(text: str) -> str:
    """A line without the keys in it: of a table's id the beginning is enough to find it by, of a player's none."""
    return _PLAYER.sub("(a player)", _TABLE.sub(r"\1…", text))


def trace(problem: BaseException | None) -> str:
    """Where something went wrong, without what was being read or written: errors quote what players wrote."""
    lines: list[str] = []
    while problem is not None:
        places = "".join(traceback.format_tb(problem.__traceback__))
        said = f": {problem}" if isinstance(problem, _OF_THE_MACHINE) else ""
        lines.insert(0, f"{places}{type(problem).__module__}.{type(problem).__qualname__}{said}")
        problem = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
    return "\n\n".join(lines)


class JsonLines(logging.Formatter):
    """One JSON object a line, without addresses of tables, cookies or tokens, and without what players write."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "text": discreet(record.getMessage()),
        }
        if record.exc_info:
            line["trace"] = trace(record.exc_info[1])
        return json.dumps(line)


_NO_NEWS = (
    "returned without completing handshake",  # a socket that was refused with an HTTP answer
    "Invalid UTF-8 sequence received",  # a client's mistake, which it is told: nobody fills the log with it
    "Invalid HTTP request received",  # likewise
    "Unsupported upgrade request",
)


def _is_news(record: logging.LogRecord) -> bool:
    """Leave out what uvicorn reports as an error though it is none."""
    return not any(text in record.getMessage() for text in _NO_NEWS)


class PlainLines(logging.Formatter):
    """For people: the time, and what there is to say."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s  %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        text = discreet(super().format(record))
        return text if record.levelno < logging.WARNING else text.replace("  ", f"  {record.levelname.lower()}: ", 1)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging calls it so
        """Where something went wrong, below the line."""
        return trace(ei[1])


def configure_logging(level: str, form: str = "json") -> None:
    """Everything that is logged goes to standard error: in plain words on a terminal, else as JSON lines."""
    if form not in ("auto", "json", "text"):
        raise BadOption(f"ZIGGURAT_LOG_FORMAT is auto, json or text, not {form!r}.")
    handler = logging.StreamHandler(sys.stderr)
    plain = form == "text" or (form == "auto" and sys.stderr.isatty())
    handler.setFormatter(PlainLines() if plain else JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    uvicorn_log = logging.getLogger("uvicorn.error")
    uvicorn_log.setLevel(logging.WARNING)  # below that it would log tables' addresses, which are keys
    uvicorn_log.addFilter(_is_news)
    logging.getLogger("alembic").setLevel(logging.WARNING)


class Server(uvicorn.Server):
    """Says where it is once it answers, and opens the browser there if that is wanted."""

    def __init__(self, config: uvicorn.Config, address: str, *, browse: bool) -> None:
        super().__init__(config)
        self._address = address
        self._browse = browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if not self.started:
            return
        print(f"Ziggurat is at {self._address} (Ctrl-C stops it)", flush=True)
        if self._browse:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def listen(host: str, port: int, *, otherwise_any: bool) -> socket.socket:
    """Take a port; a free one if that is taken and any will do, because the browser is sent there anyway."""
    try:
        return socket.create_server((host, port), backlog=1024)
    except OSError as problem:
        if problem.errno != errno.EADDRINUSE:
            raise BadOption(f"The server cannot listen on {host}, port {port}: {problem.strerror}.") from None
        if not otherwise_any:
            raise BadOption(
                f"Port {port} of {host} is taken; choose another with --port (0 takes a free one)."
            ) from None
    log.info("port %s is taken; taking a free one", port)
    return socket.create_server((host, 0), backlog=1024)


def allow_files() -> None:
    """A connection is a file: allow as many as may be had, within reason; many systems begin with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _take_puzzles(folder: str) -> None:
    """Have more puzzles than come with the games; what is wrong with them is found out now."""
    if not folder:
        return
    if not Path(folder).is_dir():
        raise BadOption(f"ZIGGURAT_PUZZLES, {folder}, is no folder.")
    shipped.use(Path(folder))
    for name in ziggurat.game_names():
        shipped.puzzles(ziggurat.game(name))


def serve(settings: Settings, *, browse: bool = False) -> None:
    """Serve until a signal ends it: connections are closed in order, and what is queued is written."""
    configure_logging(settings.log_level, settings.log_format)
    settings.cookie_secret()  # what cannot be read is found out now
    settings.check_mail()
    _take_puzzles(settings.puzzles)
    engine = database.connect(settings.database)
    database.limit_idle_transactions(engine)
    held = database.lock(settings.database)
    database.restrict_permissions(settings.database)
    database.prepare(engine)
    log.info("everything is kept in %s", engine.url.render_as_string(hide_password=True))
    listening = listen(settings.host, settings.port, otherwise_any=browse)
    host, port = listening.getsockname()[:2]
    http, sockets = protocols(settings)
    allow_files()
    config = uvicorn.Config(
        build(settings, engine),
        log_config=None,
        access_log=False,
        http=http,
        ws=sockets,
        h11_max_incomplete_event_size=HEAD,
        ws_max_size=MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"  # noqa: S104 - shown, not listened on
    sys.setswitchinterval(0.001)  # what other threads work out keeps those who play waiting for so long at most
    gc.freeze()  # what is loaded by now stays: the collector need not look at it again
    gc.set_threshold(20_000, 20, 20)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again when all is done: no failure
    try:
        Server(config, address, browse=browse).run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # uvicorn raises it again when all is done: that is how it is stopped, and no failure
    finally:
        if held is not None:
            held.close()
