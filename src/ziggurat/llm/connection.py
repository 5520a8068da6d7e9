"""One HTTP request that sends JSON and reads JSON, with a limit of time and size."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ziggurat.core.errors import BadOption, ZigguratError

MOST_BYTES = 8_000_000  # of an answer
PIECE = 65_536  # bytes read at once, between looks at the clock
SHOWN = 200  # characters of a provider's own words
TRY_AGAIN = {408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529}
_UNPRINTABLE = re.compile(r"[^\x20-\x7e]+")


class NoAnswer(ZigguratError):
    """Nobody answered. `again`: it may help to ask once more, after `wait` seconds if the provider says so."""

    def __init__(self, message: str, *, again: bool = True, wait: float | None = None) -> None:
        super().__init__(message)
        self.again, self.wait = again, wait


class _NoRedirects(HTTPRedirectHandler):
    """A request carries a key: it goes nowhere but to the address that was given."""

    def redirect_request(self, *_given: Any) -> None:
        return None


def check_address(address: str) -> str:
    """An address of the web, without a slash at its end."""
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", address):
        raise BadOption(f"A provider's address begins with http:// or https:// and has no spaces, not {address!r}.")
    return address.rstrip("/")


def post(address: str, headers: Mapping[str, str], body: Mapping[str, Any], seconds: float) -> dict[str, Any]:
    """Send a JSON object; returns the one that comes back."""
    request = Request(address, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})  # noqa: S310
    end = time.monotonic() + seconds
    try:
        with build_opener(_NoRedirects).open(request, timeout=seconds) as response:
            data = _read(response, end, seconds)
    except HTTPError as refused:
        with refused:
            raise _refusal(refused, end) from None
    except TimeoutError:
        raise NoAnswer(f"The provider did not answer within {seconds:g} seconds.") from None
    except (OSError, HTTPException) as problem:
        reason = getattr(problem, "reason", problem)
        if isinstance(reason, TimeoutError):
            raise NoAnswer(f"The provider did not answer within {seconds:g} seconds.") from None
        raise NoAnswer(f"The provider cannot be reached: {_short(str(reason) or type(reason).__name__)}.") from None
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        raise NoAnswer(f"The provider answered something that is not JSON: {_short(data)}") from None
    if not isinstance(answer, dict):
        raise NoAnswer(f"The provider answered no JSON object: {_short(data)}")
    return answer


def _read(response: Any, end: float, seconds: float) -> bytes:
    pieces, size = [], 0
    while piece := response.read1(PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > MOST_BYTES:
            raise NoAnswer(f"The provider answered more than {MOST_BYTES:,} bytes.")
        if time.monotonic() > end:
            raise NoAnswer(f"The provider did not answer within {seconds:g} seconds.")
    if response.length:  # of what it announced
        raise NoAnswer("The provider's answer was cut off.")
    return b"".join(pieces)


def _refusal(refused: HTTPError, end: float) -> NoAnswer:
    """What a status other than 200 means."""
    try:
        told = refused.read1(PIECE) if time.monotonic() < end else b""
    except (OSError, HTTPException):
        told = b""
    try:
        wait = max(0.0, float(refused.headers.get("Retry-After", "")))
    except ValueError:  # a date, or nothing
        wait = None
    return NoAnswer(
        f"The provider answered with status {refused.code}: {_short(told)}", again=refused.code in TRY_AGAIN, wait=wait
    )


def _short(told: str | bytes) -> str:
    """A provider's own words, printable and cut."""
    text = told.decode("utf-8", "replace") if isinstance(told, bytes) else told
    text = _UNPRINTABLE.sub(" ", text).strip()
    return (text if len(text) <= SHOWN else f"{text[:SHOWN]}...") or "nothing"
