"""Composes e-mails and sends them by SMTP. The queue is in the database (`outbox.py`)."""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
from contextlib import suppress
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from typing import TYPE_CHECKING, Any

from ziggurat.server.notifications.delivery import DeliveryOutcome

if TYPE_CHECKING:
    from ziggurat.server.settings import Settings

log = logging.getLogger("ziggurat.mail")
TIMEOUT = 30.0  # seconds
PERMANENT = 500  # SMTP codes from here on are permanent failures
LONGEST = 300  # characters of what a mail server says
_ADDRESS = re.compile(r"[^\s<>:]+@[^\s<>:,;]+")


def _without_addresses(text: str) -> str:
    """What may be logged: players' addresses may not."""
    return _ADDRESS.sub("…", text)


def compose(settings: Settings, row_id: str, to: str, content: dict[str, Any]) -> EmailMessage:
    """An e-mail, safe against line ends in its headers, which may contain players' names.

    Python's own policy refuses line ends, but decodes "=?utf-8?q?=0d=0a?=" to one and writes it.
    """
    name, sender = parseaddr(settings.mail_from)
    domain = sender.rpartition("@")[2]
    email = EmailMessage(policy=SMTP)
    email["From"] = Address(name or settings.title, addr_spec=sender)
    email["To"] = Address("", addr_spec=to)
    email["Subject"] = " ".join(str(content["subject"]).split()).replace("=?", "= ?")
    email["Date"] = formatdate(content["at"] / 1000)
    email["Message-ID"] = f"<{row_id}@{domain}>"  # the same if it has to be sent again: readers drop the second
    email["Auto-Submitted"] = "auto-generated"
    email["X-Auto-Response-Suppress"] = "All"
    if content.get("stop"):
        email["List-Unsubscribe"] = f"<{settings.site}/api/email/unsubscribe/{content['stop']}>"
        email["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    email.set_content(content["text"])
    email["Content-Language"] = content["language"]  # after the content: setting that removes Content-* headers
    return email


class Mailer:
    """Sends e-mails to the mail server, over one connection for all that are due.

    What is not sent within so many seconds is sent later. A slow mail server must not take longer than this process has
    the e-mails leased from the outbox, or another process would send them too.
    """

    def __init__(self, settings: Settings, seconds: float) -> None:
        self._settings = settings
        self._seconds = seconds
        self.refusal = ""  # what the mail server said last when it refused something

    async def send(self, emails: list[tuple[str, str, dict[str, Any]]]) -> list[DeliveryOutcome]:
        """Send e-mails, each an id, an address and its content. Returns the outcome of each."""
        import aiosmtplib  # only needed where a mail server is configured

        outcomes: list[DeliveryOutcome] = []
        client = self._client()
        try:
            async with asyncio.timeout(self._seconds):
                await client.connect()
                for row_id, to, content in emails:
                    outcomes.append(await self._send_one(client, row_id, to, content))
                with suppress(aiosmtplib.SMTPException):
                    await client.quit()
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ssl.SSLError) as problem:
            self._note(problem)
            log.warning("the mail server does not accept e-mail: %s", _without_addresses(self.refusal))
        finally:
            client.close()
        return outcomes + [DeliveryOutcome.LATER] * (len(emails) - len(outcomes))

    async def _send_one(self, client: Any, row_id: str, to: str, content: dict[str, Any]) -> DeliveryOutcome:
        import aiosmtplib

        try:
            await client.send_message(compose(self._settings, row_id, to, content))
        except aiosmtplib.SMTPRecipientsRefused as problem:
            return self._refused(problem, all(refused.code >= PERMANENT for refused in problem.recipients))
        except (aiosmtplib.SMTPSenderRefused, aiosmtplib.SMTPServerDisconnected):
            raise  # no other e-mail would be accepted either
        except aiosmtplib.SMTPResponseException as problem:
            return self._refused(problem, problem.code >= PERMANENT)
        except (ValueError, MessageError) as problem:  # the others must still be sent, once
            log.warning("an e-mail cannot be composed: %s", type(problem).__name__)
            return DeliveryOutcome.GONE
        return DeliveryOutcome.SENT

    def _refused(self, problem: Exception, permanent: bool) -> DeliveryOutcome:
        self._note(problem)
        when = "for good" if permanent else "for now"
        log.warning("the mail server refuses an e-mail %s: %s", when, _without_addresses(self.refusal))
        return DeliveryOutcome.GONE if permanent else DeliveryOutcome.LATER

    def _note(self, problem: Exception) -> None:
        """Keep what the mail server said, or what happened, on one line."""
        first = getattr(problem, "recipients", None) or [problem]
        code, message = getattr(first[0], "code", ""), getattr(first[0], "message", "") or str(first[0])
        self.refusal = " ".join(f"{code} {message}".split())[:LONGEST] or type(problem).__name__

    def _client(self) -> Any:
        import aiosmtplib

        settings = self._settings
        security = settings.smtp_security
        return aiosmtplib.SMTP(
            hostname=settings.smtp_host,
            port=settings.smtp_port,
            use_tls=security == "tls",
            start_tls=security == "starttls",
            tls_context=ssl.create_default_context(cafile=settings.smtp_ca or None),
            username=settings.smtp_user or None,
            password=settings.mail_password() or None,
            timeout=TIMEOUT,
        )
