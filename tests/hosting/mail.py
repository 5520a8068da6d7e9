"""A mail server for the Debian machine: STARTTLS and a password are required, as providers do."""

from __future__ import annotations

import asyncio
import ssl
import sys
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

LOGIN = (b"games@example.org", b"change me")  # as on the page for hosts


class Mailbox:
    """Writes the address of each e-mail it takes to a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take an e-mail."""
        with self._file.open("a") as file:
            file.write(f"{' '.join(envelope.rcpt_tos)}\n")
        return "250 taken"


def authenticate(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
    """Whether login and password are right."""
    return AuthResult(success=(data.login, data.password) == LOGIN, auth_data=data)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    controller = Controller(
        Mailbox(folder / "taken"),
        hostname="127.0.0.1",
        port=587,
        tls_context=context,
        require_starttls=True,
        auth_required=True,
        authenticator=authenticate,
    )
    controller.start()
    print("listening", flush=True)
    asyncio.new_event_loop().run_forever()
