"""Starts the server: upgrades the database, configures logging, runs uvicorn."""

from __future__ import annotations

import asyncio
import errno
import gc
import json
import logging
import os
import re
import signal
import socket
import sys
import threading
import time
import traceback
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn

import ziggurat
from ziggurat.core.errors import BadOption
from ziggurat.puzzles import shipped
from ziggurat.server import extras
from ziggurat.server.app import build
from ziggurat.server.process import ServerProcess
from ziggurat.server.runtime.recent_problems import recent_problems
from ziggurat.server.settings import Settings
from ziggurat.server.storage import database
from ziggurat.server.transport.connections import MAX_HEAD, protocols
from ziggurat.server.transport.sockets import MAX_MESSAGE

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

log = logging.getLogger("ziggurat.run")
FILES = 65_536  # open files: a connection is one
_TABLE = re.compile(r"(?<=\btable )([a-z0-9]{4})[a-z0-9]{10}\b")
_SYSTEM_ERRORS = (OSError, RuntimeError, ImportError)  # their texts are for administrators and quote no player
_PLAYER = re.compile(r"\b[0-9a-f]{32}\b")


def redact(text: str) -> str:
    """A log line without table ids, which are keys (their beginnings stay), and without player ids."""
    return _PLAYER.sub("(a player)", _TABLE.sub(r"\1…", text))


def trace(problem: BaseException | None) -> str:
    """A traceback without error texts that may quote what players wrote."""
    lines: list[str] = []
    while problem is not None:
        places = "".join(traceback.format_tb(problem.__traceback__))
        text = f": {problem}" if isinstance(problem, _SYSTEM_ERRORS) else ""
        lines.insert(0, f"{places}{type(problem).__module__}.{type(problem).__qualname__}{text}")
        problem = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
    return "\n\n".join(lines)


class JsonLines(logging.Formatter):
    """One JSON object a line, without keys of tables, cookies, tokens, or what players write."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "text": redact(record.getMessage()),
        }
        if record.exc_info:
            line["trace"] = trace(record.exc_info[1])
        return json.dumps(line)


_IGNORED = (  # uvicorn logs these clients' mistakes as errors
    "returned without completing handshake",  # a socket that was refused with an HTTP response
    "Invalid UTF-8 sequence received",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
)


def _is_worth_logging(record: logging.LogRecord) -> bool:
    return not any(text in record.getMessage() for text in _IGNORED)


class PlainLines(logging.Formatter):
    """Short lines for a terminal: the time and the text."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s  %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        text = redact(super().format(record))
        return text if record.levelno < logging.WARNING else text.replace("  ", f"  {record.levelname.lower()}: ", 1)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging calls it so
        """The traceback, below the line."""
        return trace(ei[1])


class ProblemTexts(logging.Formatter):
    """The text alone, for the admin page."""

    def format(self, record: logging.LogRecord) -> str:
        """The redacted message."""
        return redact(record.getMessage())


def configure_logging(level: str, form: str = "json") -> None:
    """Log to standard error: as text, as JSON lines, or (`auto`) as text on a terminal and JSON lines elsewhere."""
    handler = logging.StreamHandler(sys.stderr)
    plain = form == "text" or (form == "auto" and sys.stderr.isatty())
    handler.setFormatter(PlainLines() if plain else JsonLines())
    recent_problems.setFormatter(ProblemTexts())
    logging.basicConfig(handlers=[handler, recent_problems], level=level.upper(), force=True)
    uvicorn_log = logging.getLogger("uvicorn.error")
    uvicorn_log.setLevel(logging.WARNING)  # below that it logs the paths of tables, which are keys
    uvicorn_log.addFilter(_is_worth_logging)
    logging.getLogger("alembic").setLevel(logging.WARNING)


class Server(uvicorn.Server):
    """Prints its address once it answers, and opens the browser there if asked to."""

    def __init__(self, config: uvicorn.Config, process: ServerProcess, address: str, *, browse: bool) -> None:
        super().__init__(config)
        self._process = process
        self._address = address
        self._browse = browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start answering."""
        await super().startup(sockets)
        if not self.started:
            return
        if self._process.settings.hand_over and hasattr(self.config.http_protocol_class, "hand_over"):
            self._process.hand_over.open(self._process.channel, self._adopt, self._process.takes_socket)
        print(f"Ziggurat is at {self._address} (Ctrl-C stops it)", flush=True)
        tell_systemd()
        if self._browse:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def _adopt(self, client: socket.socket, head: bytes) -> None:
        """Serve a connection that another process has handed over, with what it had read of it."""

        if self.should_exit:
            client.close()
            return
        make: Any = self.config.http_protocol_class

        def protocol() -> Any:
            made = make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
            made.is_handed_over = True
            return made

        transport, serving = await asyncio.get_running_loop().connect_accepted_socket(protocol, client)
        if not transport.is_closing():  # one too many of its address
            serving.data_received(head)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop answering."""
        self._process.hand_over.close()
        await super().shutdown(sockets)


def tell_systemd() -> None:
    """Tell systemd that the server answers, if it waits for that (`Type=notify`)."""
    path = os.environ.get("NOTIFY_SOCKET", "")
    if not path:
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as telling:
            telling.connect(f"\0{path[1:]}" if path[0] == "@" else path)
            telling.sendall(b"READY=1")
    except OSError as problem:
        log.warning("systemd cannot be told that the server answers: %s", problem.strerror)


def listen(host: str, port: int, *, otherwise_any: bool) -> socket.socket:
    """Listen on a port; on a free one if it is taken and `otherwise_any`."""
    try:
        return socket.create_server((host, port), backlog=1024)
    except OSError as problem:
        if problem.errno != errno.EADDRINUSE:
            raise BadOption(f"The server cannot listen on {host}, port {port}: {problem.strerror}.") from None
        if not otherwise_any:
            raise BadOption(
                f"Port {port} of {host} is taken; choose another with --port (0 takes a free one)."
            ) from None
    log.info("port %s is taken; using a free one", port)
    return socket.create_server((host, 0), backlog=1024)


def allow_files() -> None:
    """Raise the limit on open files; many systems start with 1,024. Windows has no such limit."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < target:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target, hard))


def _load_puzzles(folder: str) -> None:
    """Read the puzzles of a folder, so that errors in them stop the start."""
    if not folder:
        return
    if not Path(folder).is_dir():
        raise BadOption(f"ZIGGURAT_PUZZLES, {folder}, is not a folder.")
    shipped.use(Path(folder))
    for name in ziggurat.game_names():
        shipped.puzzles(ziggurat.game(name))


def serve(settings: Settings, *, browse: bool = False) -> None:
    """Serve until a signal; then close connections and write queued changes."""
    settings.check()
    configure_logging(settings.log_level, settings.log_format)
    if settings.push and not extras.has("Push notifications"):
        settings = replace(settings, push=False)  # ziggurat[page]: the page does not offer it
    _load_puzzles(settings.puzzles)
    engine = database.connect(settings.database)
    database.check_system(settings.database)
    database.limit_idle_transactions(engine)
    lock = database.lock(settings.database)
    database.restrict_permissions(settings.database)
    database.prepare(engine)
    log.info("database: %s", engine.url.render_as_string(hide_password=True))
    listening = listen(settings.host, settings.port, otherwise_any=browse)
    host, port = listening.getsockname()[:2]
    process = ServerProcess(settings, engine)
    http, sockets = protocols(settings, process.hand_over)
    allow_files()
    config = uvicorn.Config(
        build(process),
        log_config=None,
        access_log=False,
        http=http,
        ws=sockets,
        h11_max_incomplete_event_size=MAX_HEAD,
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
    sys.setswitchinterval(0.001)  # seconds that other threads may delay the event loop
    gc.freeze()  # loaded code stays: the garbage collector need not scan it
    gc.set_threshold(20_000, 20, 20)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again after shutdown
    try:
        Server(config, process, address, browse=browse).run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # Ctrl-C; uvicorn raises it again after shutdown
    finally:
        if lock is not None:
            lock.close()
