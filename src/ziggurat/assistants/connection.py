"""A server as an assistant reaches it: requests with its token, and one socket for each table."""

from __future__ import annotations

import itertools
import json
import re
import secrets
import threading
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ziggurat.core.errors import BadOption, ZigguratError
from ziggurat.core.sentence import quoted

SECONDS = 30.0  # for an answer
MOST_BYTES = 16_000_000  # of an answer: a review has some hundred thousand
TRIES = 3  # connections for one message


class ServerRefused(ZigguratError):
    """The server does not do it; the message is its own sentence."""


class Unreachable(ZigguratError):
    """The server does not answer."""


class _NoRedirects(HTTPRedirectHandler):
    """A request carries a token: it goes nowhere but to the address that was given."""

    def redirect_request(self, *_given: Any) -> None:
        return None


class Connection:
    """A server, as the owner of a token sees it, or a guest of its own without one."""

    def __init__(self, address: str, token: str | None = None) -> None:
        if not re.fullmatch(r"https?://[^\s/?#@]+", address.rstrip("/")):
            raise BadOption(f"A server's address is such as http://127.0.0.1:8000, not {quoted(address)}.")
        if token is not None and not re.fullmatch(r"[!-~]{1,200}", token):
            raise BadOption("A token is a word such as zig_..., as the settings of the page show it once.")
        self.address = address.rstrip("/")
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies), _NoRedirects())
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._lock = threading.Lock()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to a request."""
        if not self._headers and path != "/api/me":
            with self._lock:
                if not len(self._cookies):
                    self.ask("GET", "/api/me")  # become a guest
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **self._headers}
        request = Request(f"{self.address}{path}", data, headers, method=method)  # noqa: S310 - http or https
        try:
            with self._opener.open(request, timeout=SECONDS) as response:
                told = response.read(MOST_BYTES)
        except HTTPError as refused:
            with refused:
                raise ServerRefused(_reason(refused.read(MOST_BYTES), refused.code)) from None
        except (OSError, HTTPException) as problem:
            raise self._unreachable(problem) from None
        try:
            return json.loads(told) if told else None
        except (ValueError, RecursionError):
            raise Unreachable(f"{self.address} is no Ziggurat server: its answer is not JSON.") from None

    def open(self, table: str, stack: ExitStack) -> ClientConnection:
        """A socket at a table, which the stack closes. The first message tells everything."""
        headers = dict(self._headers)
        if len(self._cookies):
            headers["Cookie"] = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)
        url = f"ws{self.address.removeprefix('http')}/api/tables/{table}/live?views=never"
        try:
            opening = connect(url, additional_headers=headers, max_size=MOST_BYTES, open_timeout=SECONDS)
            return stack.enter_context(opening)
        except InvalidStatus as refused:
            response = refused.response
            raise ServerRefused(_reason(bytes(response.body or b""), response.status_code)) from None
        except (OSError, WebSocketException) as problem:
            raise self._unreachable(problem) from None

    def _unreachable(self, problem: BaseException) -> Unreachable:
        reason = getattr(problem, "reason", problem)
        return Unreachable(f"{self.address} cannot be reached: {quoted(str(reason) or type(reason).__name__)}.")


def _reason(told: bytes, status: int) -> str:
    """A refusal's own sentence."""
    try:
        reason = json.loads(told)["reason"]
    except (ValueError, KeyError, TypeError, RecursionError):
        reason = ""
    return reason if isinstance(reason, str) and reason else f"The server answered with status {status}."


class TableSocket:
    """A table as its socket tells of it. A thread listens; a lost connection is made again with the next message."""

    def __init__(self, connection: Connection, table: str) -> None:
        self._connection, self._name = connection, table
        self._changed = threading.Condition()
        self._answers: dict[str, Any] = {}
        self._ids = (f"{secrets.token_hex(6)}-{number}" for number in itertools.count())
        self._socket: ClientConnection | None = None
        self.state: dict[str, Any] = {}
        self._connect()

    def _connect(self) -> None:
        with self._changed:
            if self._socket is not None:
                return
            stack = ExitStack()
            socket = self._socket = self._connection.open(self._name, stack)
            self.state = {}
        threading.Thread(target=self._listen, args=(socket, stack), daemon=True).start()
        if not self.wait(lambda state: "table" in state, SECONDS):
            raise Unreachable(f"{self._connection.address} told nothing about the table.")

    def _listen(self, socket: ClientConnection, stack: ExitStack) -> None:
        try:
            for text in socket:
                message = json.loads(text)
                with self._changed:
                    self._take(message)
                    self._changed.notify_all()
        except (WebSocketException, OSError, ValueError):
            pass
        finally:
            stack.close()
            self._lose(socket)

    def _lose(self, socket: ClientConnection) -> None:
        """Nothing comes through it any more."""
        with self._changed:
            if self._socket is socket:
                self._socket = None
            self._changed.notify_all()

    def _take(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            table = message["table"]
            self.state = {
                "table": table,
                "seat": message["seat"],
                "version": message["version"],
                "decisions": message["decisions"],
                "actor": table["turn"],
                "result": table["result"],
                "undoable": message.get("undoable", 0),
                "wish": message.get("wish"),
            }
        elif kind == "changed":
            told = {"undoable": 0, "wish": None, "result": None} | message
            self.state |= {key: told[key] for key in ("version", "decisions", "actor", "undoable", "wish", "result")}
        elif kind == "seated":
            self.state["table"] = message["table"]
            self.state["result"] = message["table"]["result"]
            mine = [seat["seat"] for seat in message["table"]["seats"] if seat["you"]]
            self.state["seat"] = mine[0] if mine else -1
        elif message.get("id"):
            self._answers[message["id"]] = message

    def wait(self, until: Callable[[dict[str, Any]], bool], seconds: float) -> bool:
        """Wait until the table is so; whether it is."""
        with self._changed:
            self._changed.wait_for(lambda: self._socket is None or until(self.state), seconds)
            return until(self.state)

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message. Sent again under its id after a lost connection, it counts once."""
        name = next(self._ids)
        for _ in range(TRIES):
            self._connect()
            with self._changed:
                socket = self._socket
            if socket is None:
                continue
            try:
                socket.send(json.dumps({"type": kind, "id": name, **fields}))
            except (ConnectionClosed, OSError):
                self._lose(socket)
                continue
            self.wait(lambda _: name in self._answers, SECONDS)
            with self._changed:
                answer = self._answers.pop(name, None)
                lost = self._socket is not socket
            if answer is not None:
                return dict(answer)
            if not lost:
                break
        raise Unreachable(f"{self._connection.address} did not answer.")

    def fresh(self) -> dict[str, Any]:
        """The table's state, over a connection that lives."""
        self._connect()
        with self._changed:
            return dict(self.state)

    def close(self) -> None:
        """No more messages."""
        with self._changed:
            socket, self._socket = self._socket, None
        if socket is not None:
            socket.close()
