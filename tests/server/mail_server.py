"""A real mail server for tests (aiosmtpd), on a local port. It can be down, refuse recipients and use STARTTLS."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import queue
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.patience import PATIENCE
from tests.server.postgres import free_port

SITE = "https://games.example.org"
KEY = re.compile(r"#([A-Za-z0-9_-]{20,})")


class MailServer:
    """A mail server, and the e-mails it has received."""

    def __init__(self, port: int | None = None, *, tls: ssl.SSLContext | None = None) -> None:
        self.port = port or free_port()
        self.emails: queue.Queue[tuple[str, EmailMessage]] = queue.Queue()
        self.refused: list[str] = []  # recipients that it refused
        self.refused_senders: list[str] = []
        self.slow: set[str] = set()  # recipients for whom it accepts an e-mail and never answers
        self.secure = False  # whether the last e-mail came over TLS
        options: dict[str, Any] = {}
        if tls is not None:
            options = {"tls_context": tls, "require_starttls": True, "authenticator": self._knows}
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, **options)
        self._controller.start()

    def _knows(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=(data.login, data.password) == (b"ziggurat", b"opensesame"))

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if address in self.refused_senders:
            return f"553 {address} may not send from here"
        envelope.mail_from = address
        return "250 yes"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if address.startswith("nobody"):
            self.refused.append(address)
            return "550 nobody is called that here"
        envelope.rcpt_tos.append(address)
        return "250 yes"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.secure = session.ssl is not None
        email = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(email, EmailMessage)
        if self.slow.intersection(envelope.rcpt_tos):
            await asyncio.Event().wait()
        self.emails.put((envelope.rcpt_tos[0], email))
        return "250 taken"

    def next(self) -> tuple[str, EmailMessage]:
        """Wait for the next e-mail; its recipient, and the e-mail."""
        return self.emails.get(timeout=PATIENCE)

    def key(self, address: str = "") -> str:
        """The key in the next e-mail's link."""
        to, email = self.next()
        assert not address or to == address
        key = KEY.search(email.get_content())
        assert key, email.get_content()
        return key[1]

    def close(self) -> None:
        self._controller.stop()


@contextmanager
def mail_server(**options: Any) -> Iterator[MailServer]:
    mail = MailServer(**options)
    try:
        yield mail
    finally:
        mail.close()


def settings(mail: MailServer, **more: Any) -> dict[str, Any]:
    """Settings of a Ziggurat server that sends through this mail server."""
    usual = {"smtp_host": "127.0.0.1", "smtp_port": mail.port, "smtp_security": "none", "outbox_seconds": 0.2}
    return {**usual, "mail_from": "Ziggurat <turns@example.org>", "site": SITE, **more}


def certificate(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """A certificate for 127.0.0.1, as a server uses it and as a client trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "certificate.pem", folder / "key.pem"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.PKCS8
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return context, public
