"""How the server is set up: flags of `ziggurat serve`, or the environment variables named beside each field."""

from __future__ import annotations

import os
import re
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from ziggurat.core.errors import BadOption

_LABEL, _NUMBERS = re.compile(r"[a-z0-9_-]{1,63}"), re.compile(r"[0-9a-f:]+")
_SITE = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+")
_SENDER = re.compile(r"(?:[^<>\r\n@]+ <[^\s<>@]+@[^\s<>@]+>)|(?:[^\s<>@]+@[^\s<>@]+)")
SHORTEST_SECRET = 32  # characters


def setting(default: Any, text: str) -> Any:
    """A field with the sentence that documents it."""
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True)
class Settings:
    """Everything that can be set. The environment variable of `max_sockets` is `ZIGGURAT_MAX_SOCKETS`, and so on."""

    host: str = setting("127.0.0.1", "the address to listen on")
    port: int = setting(8000, "the port to listen on; 0 takes a free one")
    database: str = setting(
        "sqlite:///ziggurat.db", "where everything is kept: an SQLite file or a PostgreSQL database, as a URL"
    )
    names: str = setting(
        "",
        "the names people reach the server by, with commas between, such as games.example.org, *.example.org or * for"
        " any; if left out: localhost, `ZIGGURAT_HOST`, every address in numbers and, listening on 0.0.0.0, the"
        " machine's own name",
    )
    secret: str = setting("", "the key that signs cookies; kept in the database if left out")
    secret_file: str = setting("", "a file with that key, instead")
    secure: bool = setting(False, "whether people reach the server by HTTPS: cookies are then sent over nothing else")
    proxies: str = setting("127.0.0.1", "the addresses of proxies whose word on the client's address is taken")
    page: str = setting("", "a folder with the built page, served at /; the one inside the package if left out")
    bots: int = setting(
        1,
        "how many bots may think at once, each in a process of its own; 0 leaves them to other servers and to"
        " `ziggurat think`, as long as there are any",
    )
    puzzles: str = setting(
        "", "a folder with more puzzles than come with the games, as `ziggurat puzzles` writes them: GAME.jsonl"
    )
    stand_in: str = setting("scribe", "the bot that takes over a seat somebody left")
    hint_seconds: float = setting(1.0, "how long the strongest bot thinks about a hint, in seconds")
    bot_seconds: float = setting(30.0, "after how many seconds a thinking bot is stopped and replaced")
    bot_beat: int = setting(250, "bots answer on this beat, in milliseconds, so that their haste tells nothing")
    bot_queue: int = setting(
        200, "how many bots may wait for others to finish thinking before new tables with bots, and hints, are refused"
    )
    bot_patience: float = setting(
        10.0, "after how many minutes without anybody at a table its bots stop until somebody comes back"
    )
    max_tables: int = setting(
        50, "how many unfinished tables of the last day one player may have opened; 0 for no limit"
    )
    openings: int = setting(
        120, "how many tables an hour one address may open, or bring as logs, on average; 0 for no limit"
    )
    open_days: float = setting(
        14.0,
        "after how many days without anybody there the lobby shows an open table no more, and the list a tournament"
        " that nobody starts",
    )
    replayers: int = setting(
        1, "how many logs and finished matches may be replayed at once, each in a process of its own"
    )
    replay_seconds: float = setting(10.0, "after how many seconds reading or replaying a match is stopped")
    films: int = setting(60, "how many films of matches an hour one address may have made, on average; 0 for no limit")
    picture_seconds: float = setting(60.0, "after how many seconds drawing a picture or a film is stopped")
    review_seconds: float = setting(
        60.0, "how long a processor may work on the review of one match, in seconds; live tables' bots come first"
    )
    review_queue: int = setting(200, "how many matches may wait to be reviewed before others are refused")
    analyses: int = setting(16, "how many people may have an analysis board's lines searched for at once")
    max_studies: int = setting(500, "how many analyses one player may keep; 0 for no limit")
    max_sockets: int = setting(10_000, "how many sockets may be open at once")
    max_sockets_each: int = setting(64, "how many of them one address may hold; 0 for no limit")
    max_connections_each: int = setting(
        128, "how many connections one address may hold, sockets included; 0 for no limit; proxies have none"
    )
    request_seconds: float = setting(
        20.0, "how long the head of a request, and its body, may take to arrive; 0 for no limit"
    )
    requests: float = setting(
        20.0, "how many HTTP requests a second one address, or one player, may make, on average; 0 for no limit"
    )
    messages: float = setting(20.0, "how many messages a second one socket may send, on average; 0 for no limit")
    messages_each: float = setting(
        100.0, "how many messages a second all sockets of one address, or of one player, may send; 0 for no limit"
    )
    backlog: int = setting(200, "how many unsent messages a slow reader may have before its socket is cut")
    backlog_bytes: int = setting(2_000_000, "how many bytes those may have together, if they are more than one")
    privacy: str = setting(
        "", "a folder with your own words about privacy, privacy.en.md and privacy.nl.md, in place of ours"
    )
    site: str = setting(
        "", "the address people reach the page by, such as https://games.example.org: it is what letters link to"
    )
    smtp_host: str = setting("", "the mail server that takes letters; if left out nobody is written to")
    smtp_port: int = setting(587, "its port")
    smtp_security: str = setting("starttls", "how the way there is kept secret: starttls, tls (port 465) or none")
    smtp_ca: str = setting("", "a file with the certificates to trust there; the system's if left out")
    smtp_user: str = setting("", "the name to log in there by; none if left out")
    smtp_password: str = setting("", "the password to log in there with")
    smtp_password_file: str = setting("", "a file with that password, instead")
    mail_from: str = setting("", "the sender of letters, such as Ziggurat <turns@example.org>")
    outbox_seconds: float = setting(
        30.0,
        "after how many seconds what a mail server or push service did not take is tried again; twice as long"
        " each time, for three days",
    )
    push: bool = setting(True, "whether people may have notices pushed to their browsers")
    push_local: bool = setting(
        False, "whether push services may be in this machine's own network, and without HTTPS: for tests"
    )
    notice_seconds: float = setting(
        15.0, "after how many seconds a turn that nobody has seen is told, by mail or push, to those who wish it"
    )
    vacation_days: int = setting(
        30, "how many days a year a player's clocks may stand still where a turn takes a day or more; 0 for none"
    )
    reports: int = setting(
        20, "how many reports to the moderators an hour one address may send, on average; 0 for no limit"
    )
    log_format: str = setting("auto", "json, text, or auto: text on a terminal, JSON lines elsewhere")
    log_level: str = setting("info", "debug, info, warning or error")

    @classmethod
    def read(cls, **given: Any) -> Settings:
        """The settings, from what is given (None counts as not given), else the environment, else the defaults."""
        chosen: dict[str, Any] = {}
        for entry in fields(cls):
            value = given.get(entry.name)
            if value is None:
                text = os.environ.get(variable(entry.name))
                value = entry.default if text is None else _read(entry.name, text, entry.default)
            chosen[entry.name] = value
        return cls(**chosen)

    def chosen_names(self) -> list[str]:
        """The names that are set: whole ones, `*.example.org` for all below one, `*` for any."""
        names = [name.strip().lower().rstrip(".") for name in self.names.split(",") if name.strip()]
        for name in names:
            labels = name.removeprefix("*.").split(".")
            named = len(labels) <= 31 and all(_LABEL.fullmatch(label) for label in labels)
            if name != "*" and not named and not _NUMBERS.fullmatch(name):
                raise BadOption(f"ZIGGURAT_NAMES has {name!r}; a name looks like games.example.org or *.example.org.")
        return names

    def cookie_secret(self) -> str:
        """The key that signs cookies, if one is set, here or in a file."""
        if self.secret and self.secret_file:
            raise BadOption("ZIGGURAT_SECRET and ZIGGURAT_SECRET_FILE are both set; one of them is enough.")
        if not self.secret_file:
            return self.secret
        try:
            secret = Path(self.secret_file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise BadOption(f"ZIGGURAT_SECRET_FILE, {self.secret_file}, cannot be read.") from None
        if len(secret) < SHORTEST_SECRET:
            raise BadOption(
                f"ZIGGURAT_SECRET_FILE, {self.secret_file}, holds {len(secret)} characters; a key needs"
                f" {SHORTEST_SECRET} (`openssl rand -hex 32` makes one)."
            )
        return secret

    def mail_password(self) -> str:
        """The password to log in to the mail server with, if one is set, here or in a file."""
        if self.smtp_password and self.smtp_password_file:
            raise BadOption("ZIGGURAT_SMTP_PASSWORD and ZIGGURAT_SMTP_PASSWORD_FILE are both set; one is enough.")
        if not self.smtp_password_file:
            return self.smtp_password
        try:
            return Path(self.smtp_password_file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise BadOption(f"ZIGGURAT_SMTP_PASSWORD_FILE, {self.smtp_password_file}, cannot be read.") from None

    def check_mail(self) -> None:
        """Refuse what would be found out with the first letter only."""
        self.mail_password()
        if self.site and not _SITE.fullmatch(self.site):
            raise BadOption(f"ZIGGURAT_SITE looks like https://games.example.org, not {self.site!r}.")
        if self.smtp_security not in ("starttls", "tls", "none"):
            raise BadOption(f"ZIGGURAT_SMTP_SECURITY is starttls, tls or none, not {self.smtp_security!r}.")
        if not self.smtp_host:
            return
        if not self.site:
            raise BadOption("ZIGGURAT_SMTP_HOST is set, and letters need links: set ZIGGURAT_SITE as well.")
        if not _SENDER.fullmatch(self.mail_from):
            raise BadOption(
                f"ZIGGURAT_MAIL_FROM looks like Ziggurat <turns@example.org> or turns@example.org, not"
                f" {self.mail_from!r}."
            )
        if self.smtp_ca and not Path(self.smtp_ca).is_file():
            raise BadOption(f"ZIGGURAT_SMTP_CA, {self.smtp_ca}, is no file.")

    @property
    def is_sqlite(self) -> bool:
        """Whether everything is kept in one file, by one process."""
        return self.database.startswith("sqlite")


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return f"ZIGGURAT_{name.upper()}"


def _read(name: str, text: str, default: Any) -> Any:
    if default is MISSING or isinstance(default, str):
        return text
    try:
        if isinstance(default, bool):
            return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[text.lower()]
        return type(default)(text)
    except (KeyError, ValueError):
        kind = "yes or no" if isinstance(default, bool) else "a number"
        raise BadOption(f"{variable(name)} must be {kind}, not {text!r}.") from None
