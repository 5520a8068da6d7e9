"""A server that imitates the chat-completions and the messages format, with every way to fail."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.llm.agent import answer


class Provider(ThreadingHTTPServer):
    """Answers as the scripted agent does. `faults` are what it does instead, one for each request that comes."""

    daemon_threads = True

    def __init__(self, *faults: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.faults = list(faults)
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.released = threading.Event()  # of those that hang

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Provider
    protocol_version = "HTTP/1.1"

    def log_message(self, *_given: Any) -> None:
        """Nothing is printed."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        fault = self.server.faults.pop(0) if self.server.faults else ""
        if fault == "hang":
            self.server.released.wait()
            return
        if fault.isdigit():
            self.tell(int(fault), b'{"error": {"message": "slow \x1b[2J down"}}', {"Retry-After": "0"})
        elif fault == "html":
            self.tell(200, b"<html><body>Bad gateway</body></html>")
        elif fault == "redirect":
            self.tell(302, b"", {"Location": f"{self.server.address}/elsewhere"})
        elif fault == "list":
            self.tell(200, b"[1]")
        elif fault == "empty":
            self.tell(200, b"{}")
        else:
            text = answer(body["messages"][-1]["content"])
            if fault == "prose":
                text = "I would rather play chess."
            if fault == "megabyte":
                text = "\u0000" * 1_000_000
            data = json.dumps(messages(text) if self.path == "/v1/messages" else completions(text)).encode()
            if fault == "half":
                data = data[: len(data) // 2]
            if fault == "cut":
                self.tell(200, data, {"Content-Length": str(2 * len(data))})
                self.close_connection = True
            else:
                self.tell(200, data)

    def tell(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(data))} | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


def completions(text: str) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    about = {"id": "1", "object": "chat.completion", "created": 0, "model": "scripted"}
    return {**about, "choices": [choice], "usage": usage}


def messages(text: str) -> dict[str, Any]:
    usage = {"input_tokens": 60, "cache_read_input_tokens": 40, "output_tokens": 10}
    return {"content": [{"type": "text", "text": text}], "usage": usage}


@contextmanager
def providing(*faults: str) -> Iterator[Provider]:
    """A server for the length of a block."""
    server = Provider(*faults)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        server.server_close()
