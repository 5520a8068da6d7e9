"""A passkey in software: what a browser and its authenticator send, and what they would never send."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Passkey:
    """One credential, for one site."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(24)
        self.holder = ""
        self.signs = 0
        self.flags = PRESENT | VERIFIED

    def make(self, options: dict[str, Any], origin: str, **changed: Any) -> dict[str, Any]:
        """The answer to `navigator.credentials.create`."""
        self.holder = options["user"]["id"]
        client = self._client("webauthn.create", options["challenge"], origin, **changed)
        point = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(key)
        data = self._data(options["rp"]["id"], self.flags | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._answer({"clientDataJSON": encode(client), "attestationObject": encode(attestation)})

    def sign(self, options: dict[str, Any], origin: str, **changed: Any) -> dict[str, Any]:
        """The answer to `navigator.credentials.get`."""
        self.signs += 1
        client = self._client("webauthn.get", options["challenge"], origin, **changed)
        data = self._data(options["rpId"], self.flags)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": encode(client), "authenticatorData": encode(data), "userHandle": self.holder}
        return self._answer({**response, "signature": encode(signature)})

    def _client(self, kind: str, challenge: str, origin: str, **changed: Any) -> bytes:
        client_data = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
        return json.dumps({**client_data, **changed}).encode()

    def _data(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.signs.to_bytes(4)

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        named = encode(self.id)
        return {"id": named, "rawId": named, "type": "public-key", "response": response, "clientExtensionResults": {}}
