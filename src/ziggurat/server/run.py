"""Running the server: the database is made ready, then uvicorn serves; kernels are compiled meanwhile."""

from __future__ import annotations

import gc
import json
import logging
import signal
import socket
import sys
import threading
import time
import webbrowser

import uvicorn

from ziggurat.server import database
from ziggurat.server.app import build
from ziggurat.server.settings import Settings
from ziggurat.server.sockets import MAX_MESSAGE


class JsonLines(logging.Formatter):
    """One JSON object a line, without addresses of tables, cookies or tokens."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def _is_news(record: logging.LogRecord) -> bool:
    """Leave out what uvicorn reports as an error though it is none: a socket refused with an HTTP answer."""
    return "returned without completing handshake" not in record.getMessage()


def configure_logging(level: str) -> None:
    """Everything that is logged goes to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
    uvicorn_log = logging.getLogger("uvicorn.error")
    uvicorn_log.setLevel(logging.WARNING)  # below that it would log tables' addresses, which are keys
    uvicorn_log.addFilter(_is_news)
    logging.getLogger("alembic").setLevel(logging.WARNING)


class Server(uvicorn.Server):
    """Opens the browser once it answers."""

    def __init__(self, config: uvicorn.Config, address: str | None) -> None:
        super().__init__(config)
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self._address is not None and self.started:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def serve(settings: Settings, *, browse: bool = False) -> None:
    """Serve until a signal ends it: connections are closed in order, and what is queued is written."""
    configure_logging(settings.log_level)
    engine = database.connect(settings.database)
    held = database.lock(settings.database)
    database.prepare(engine)
    listening = socket.create_server((settings.host, settings.port), backlog=1024)
    host, port = listening.getsockname()[:2]
    config = uvicorn.Config(
        build(settings, engine),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
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
    print(f"Ziggurat is served at {address}", flush=True)
    gc.freeze()  # what is loaded by now stays: the collector need not look at it again
    gc.set_threshold(20_000, 20, 20)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises it again when all is done: no failure
    try:
        Server(config, address if browse else None).run(sockets=[listening])
    finally:
        if held is not None:
            held.close()
