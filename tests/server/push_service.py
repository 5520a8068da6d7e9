"""A push service for tests, on a local port. It decrypts notifications as a browser would."""

from __future__ import annotations

import base64
import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tests.patience import PATIENCE


class Pushed(NamedTuple):
    """A request to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """A push service that answers every request with `status`."""

    def __init__(self) -> None:
        self.got: queue.Queue[Pushed] = queue.Queue()
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.got.put(Pushed(self.path, headers, body))
                self.send_response(service.status)
                if 300 <= service.status < 400:
                    self.send_header("location", "/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its base calls it so
                """Say nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}"
        threading.Thread(target=self._http.serve_forever, daemon=True).start()

    def next(self) -> Pushed:
        """Wait for the next notification."""
        return self.got.get(timeout=PATIENCE)

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    try:
        yield service
    finally:
        service.close()


class Device:
    """A browser's side of a subscription."""

    def __init__(self, service: PushService | str, name: str = "device") -> None:
        url = service if isinstance(service, str) else service.url
        self.endpoint = f"{url}/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"sixteen bytes it"
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        self.subscription = {
            "endpoint": self.endpoint,
            "p256dh": encoded(self._key.public_key().public_bytes(*form)),
            "auth": encoded(self._secret),
            "language": "en",
        }

    def read(self, got: Pushed) -> dict[str, Any]:
        """The decrypted content of a notification (RFC 8291)."""
        assert got.headers["content-encoding"] == "aes128gcm"
        assert int(got.headers["ttl"]) > 0
        text = http_ece.decrypt(got.body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        content: dict[str, Any] = json.loads(text)
        return content


def check_vapid(got: Pushed, key: str, audience: str) -> dict[str, Any]:
    """Check the server's VAPID signature (RFC 8292) against the key that browsers subscribed with."""
    kind, _, rest = got.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (kind, parts["k"]) == ("vapid", key)
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    raw = decoded(signature)
    signed = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    content: dict[str, Any] = json.loads(decoded(claims))
    assert content["aud"] == audience
    return content


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
