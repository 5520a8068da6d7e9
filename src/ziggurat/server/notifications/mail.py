"""Letters: how one is made, and how a mail server is given it.

What waits to be sent is in the database (`outbox.py`), so that a mail server that is away loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from contextlib import suppress
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from typing import TYPE_CHECKING, Any

from ziggurat.server.notifications.delivery import Outcome
from ziggurat.server.runtime.clock import now

if TYPE_CHECKING:
    from ziggurat.server.settings import Settings

log = logging.getLogger("ziggurat.mail")
PATIENCE = 30.0  # seconds in which a mail server has to answer
REFUSED = 500  # and above: a mail server that says so will say so again


def compose(settings: Settings, row_id: str, to: str, content: dict[str, Any]) -> EmailMessage:
    """A letter as it travels, with no line end in a header, whoever's name is in it.

    Python's own policy sees to that, but reads "=?utf-8?q?=0d=0a?=" as the line end that it stands for, and writes it.
    """
    name, sender = parseaddr(settings.mail_from)
    domain = sender.rpartition("@")[2]
    letter = EmailMessage(policy=SMTP)
    letter["From"] = Address(name, addr_spec=sender)
    letter["To"] = Address("", addr_spec=to)
    letter["Subject"] = " ".join(str(content["subject"]).split()).replace("=?", "= ?")
    letter["Date"] = formatdate(content["at"] / 1000)
    letter["Message-ID"] = f"<{row_id}@{domain}>"  # the same if it has to be sent again: readers drop the second
    letter["Auto-Submitted"] = "auto-generated"
    letter["X-Auto-Response-Suppress"] = "All"
    letter["Content-Language"] = content["language"]
    if content.get("stop"):
        letter["List-Unsubscribe"] = f"<{settings.site}/api/mail/stop/{content['stop']}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    letter.set_content(content["text"])
    return letter


class Post:
    """The way to the mail server: one connection for all letters that are due.

    What is not given within so many seconds is given later: a slow mail server must not have them for longer than they
    are lent to us, or another process would give it the same.
    """

    def __init__(self, settings: Settings, seconds: float) -> None:
        self._settings = settings
        self._seconds = seconds

    async def send(self, letters: list[tuple[str, str, dict[str, Any]]]) -> list[Outcome]:
        """Send letters, each an id, an address and what is in it; what became of each."""
        import aiosmtplib  # where no mail server is set nobody needs it

        outcomes: list[Outcome] = []
        client = self._client()
        try:
            async with asyncio.timeout(self._seconds):
                await client.connect()
                for row_id, to, content in letters:
                    if "until" in content and content["until"] < now():
                        outcomes.append(Outcome.GONE)
                        continue
                    outcomes.append(await self._give(client, row_id, to, content))
                with suppress(aiosmtplib.SMTPException):
                    await client.quit()
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ssl.SSLError) as problem:
            log.warning("the mail server takes nothing: %s", type(problem).__name__)
        finally:
            client.close()
        return outcomes + [Outcome.LATER] * (len(letters) - len(outcomes))

    async def _give(self, client: Any, row_id: str, to: str, content: dict[str, Any]) -> Outcome:
        import aiosmtplib

        try:
            await client.send_message(compose(self._settings, row_id, to, content))
        except aiosmtplib.SMTPRecipientsRefused as problem:
            final = all(refused.code >= REFUSED for refused in problem.recipients)
            return Outcome.GONE if final else Outcome.LATER
        except (aiosmtplib.SMTPSenderRefused, aiosmtplib.SMTPServerDisconnected):
            raise  # nobody's letter would be taken
        except aiosmtplib.SMTPResponseException as problem:
            return Outcome.GONE if problem.code >= REFUSED else Outcome.LATER
        except (ValueError, MessageError) as problem:  # it never can be written, and the others' are sent once
            log.warning("a letter cannot be written: %s", type(problem).__name__)
            return Outcome.GONE
        return Outcome.SENT

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
            timeout=PATIENCE,
        )
