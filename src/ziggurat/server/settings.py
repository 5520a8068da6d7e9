"""Server settings, with their defaults and what is refused. `settings_file` says where their values come from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ziggurat import bots
from ziggurat.core.errors import BadOption
from ziggurat.server import extras, look, settings_file
from ziggurat.server.settings_file import variable as variable

_LABEL, _NUMBERS = re.compile(r"[a-z0-9_-]{1,63}"), re.compile(r"[0-9a-f:]+")
_SITE = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+")
_SENDER = re.compile(r"(?:[^<>\r\n@]+ <[^\s<>@]+@[^\s<>@]+>)|(?:[^\s<>@]+@[^\s<>@]+)")
SHORTEST_SECRET = 32  # characters
REGISTRATION = ("open", "invitation", "closed")
GUESTS = ("play", "watch", "none")
MOST_BOT_THREADS = 64
LOG_LEVELS = ("debug", "info", "warning", "error")


# The sections of ziggurat.toml, with their headings.
SERVER, LOOK, PEOPLE, LOG, BACKUPS, MAIL, NOTIFICATIONS, BOTS, TABLES, STUDY, CONNECTIONS = SECTIONS = (
    *("server", "look", "people", "log", "backups", "mail", "notifications", "bots", "tables", "study", "connections"),
)


def setting(section: str, default: Any, text: str) -> Any:
    """A field with its section of the file and its help text."""
    return field(default=default, metadata={"section": section, "text": text})


@dataclass(frozen=True)
class Settings:
    """All settings. The environment variable of `max_sockets` is `ZIGGURAT_MAX_SOCKETS`."""

    host: str = setting(SERVER, "127.0.0.1", "the address to listen on")
    port: int = setting(SERVER, 8000, "the port to listen on; 0 takes a free one")
    database: str = setting(
        SERVER, "sqlite:///ziggurat.db", "the database: the URL of an SQLite file or a PostgreSQL database"
    )
    names: str = setting(
        SERVER,
        "",
        "the host names of the server, separated by commas: games.example.org, *.example.org, or * for any; default:"
        " localhost, `ZIGGURAT_HOST`, every IP address and, listening on 0.0.0.0, the machine's own name",
    )
    site: str = setting(
        SERVER, "", "the public address of the site, such as https://games.example.org; links in e-mails use it"
    )
    secure: bool = setting(SERVER, False, "whether the site uses HTTPS; cookies are then sent over HTTPS only")
    proxies: str = setting(
        SERVER, "127.0.0.1", "the addresses of proxies that are trusted to report the client's address"
    )
    secret: str = setting(SERVER, "", "the key that signs cookies; default: one stored in the database")
    secret_file: str = setting(SERVER, "", "a file that contains the key")
    page: str = setting(SERVER, "", "a folder with the built page, served at /; default: the one in the package")
    privacy: str = setting(SERVER, "", "a folder with your own privacy statement: privacy.en.md and privacy.nl.md")
    puzzles: str = setting(
        SERVER, "", "a folder with additional puzzles, as `ziggurat puzzles` writes them: GAME.jsonl"
    )
    title: str = setting(
        LOOK, look.PROGRAM, "the name of this server: on the page, in link previews, feeds and e-mails, and of the app"
    )
    logo: str = setting(LOOK, "", "an SVG or PNG file with your own logo, up to 200 kB; default: ours")
    colour: str = setting(
        LOOK, "", "the colour of the header, such as #12275e: dark, for the words on it; default: ours"
    )
    welcome: str = setting(LOOK, "", "a plain text at the top of the home page, up to 500 characters")
    welcome_nl: str = setting(LOOK, "", "the same in Dutch; default: `ZIGGURAT_WELCOME`")
    registration: str = setting(
        PEOPLE,
        "open",
        "who may register: open (everybody), invitation (`ziggurat invitations add` makes one) or closed (nobody)",
    )
    guests: str = setting(
        PEOPLE,
        "play",
        "what visitors without an account may do: play, watch (tables and tournaments are for members), or none",
    )
    log_format: str = setting(LOG, "auto", "json, text, or auto: text on a terminal, JSON lines elsewhere")
    log_level: str = setting(LOG, "info", "debug, info, warning or error")
    backups: str = setting(
        BACKUPS,
        "",
        "the folder for `ziggurat backup --keep`; default: backups, next to the SQLite file or where it is run",
    )
    backup_hours: float = setting(
        BACKUPS,
        26.0,
        "hours since the last good backup after which the server warns, in the log and on /healthz; 0: never",
    )
    smtp_host: str = setting(MAIL, "", "the mail server; default: no e-mail is sent")
    smtp_port: int = setting(MAIL, 587, "the port of the mail server")
    smtp_security: str = setting(
        MAIL, "starttls", "encryption of the connection to the mail server: starttls, tls (port 465) or none"
    )
    smtp_ca: str = setting(MAIL, "", "a file with the CA certificates to trust; default: the system's")
    smtp_user: str = setting(MAIL, "", "the user name at the mail server; default: no login")
    smtp_password: str = setting(MAIL, "", "the password at the mail server")
    smtp_password_file: str = setting(MAIL, "", "a file that contains the password")
    mail_from: str = setting(MAIL, "", "the sender of e-mails, such as Ziggurat <turns@example.org>")
    outbox_seconds: float = setting(
        MAIL,
        30.0,
        "seconds before a failed e-mail or push message is sent again; the wait doubles each time, for three days",
    )
    push: bool = setting(NOTIFICATIONS, True, "whether push notifications are available")
    push_local: bool = setting(
        NOTIFICATIONS, False, "whether push services in the local network, and without HTTPS, are allowed: for tests"
    )
    notice_seconds: float = setting(
        NOTIFICATIONS, 15.0, "seconds before a turn that the player has not seen is announced by e-mail or push"
    )
    vacation_days: int = setting(
        NOTIFICATIONS, 30, "vacation days per player and year, in which clocks of correspondence matches stop; 0: none"
    )
    bots: int = setting(
        BOTS,
        1,
        "how many bots may think at once, each in its own process; 0: bots run only on other servers and in"
        " `ziggurat think`",
    )
    bot_threads: int = setting(
        BOTS, 1, "cores that one bot's decision may use, if the bot thinks for a time: king, gilgamesh and search"
    )
    stand_in: str = setting(BOTS, "scribe", "the bot that takes over when a player leaves")
    hint_seconds: float = setting(BOTS, 1.0, "thinking time for a hint, in seconds")
    bot_seconds: float = setting(
        BOTS, 30.0, "time limit for a bot's decision, in seconds; a slower bot process is replaced"
    )
    bot_beat: int = setting(
        BOTS, 250, "bots answer at multiples of this many milliseconds, so that their speed gives nothing away"
    )
    bot_queue: int = setting(
        BOTS, 200, "how many bot decisions may be queued before new tables with bots, and hints, are refused"
    )
    bot_patience: float = setting(BOTS, 10.0, "bots pause at a table that nobody has had open for this many minutes")
    max_tables: int = setting(TABLES, 50, "unfinished tables one player may open per day; 0: no limit")
    openings: int = setting(TABLES, 120, "tables per hour one address may open or import, on average; 0: no limit")
    open_days: float = setting(
        TABLES,
        14.0,
        "open tables without visitors, and tournaments nobody starts, leave the lists after this many days",
    )
    reports: int = setting(TABLES, 20, "reports to the moderators per hour for one address, on average; 0: no limit")
    replayers: int = setting(
        STUDY, 1, "how many logs and finished matches may be replayed at once, each in its own process"
    )
    replay_seconds: float = setting(STUDY, 10.0, "time limit for reading or replaying a match, in seconds")
    films: int = setting(STUDY, 60, "animations of matches per hour one address may request, on average; 0: no limit")
    picture_seconds: float = setting(STUDY, 60.0, "time limit for drawing a picture or an animation, in seconds")
    review_seconds: float = setting(
        STUDY, 60.0, "processor time for the review of one match, in seconds; bots at live tables go first"
    )
    review_queue: int = setting(STUDY, 200, "how many reviews may be queued before more are refused")
    analyses: int = setting(STUDY, 16, "how many people may use the analysis engine at once")
    max_studies: int = setting(STUDY, 500, "studies one player may save; 0: no limit")
    max_sockets: int = setting(CONNECTIONS, 10_000, "WebSockets that may be open at once")
    max_sockets_each: int = setting(CONNECTIONS, 64, "WebSockets per address; 0: no limit")
    max_connections_each: int = setting(
        CONNECTIONS, 128, "connections per address, WebSockets included; 0: no limit; proxies are not limited"
    )
    hand_over: bool = setting(
        CONNECTIONS,
        True,
        "whether processes on the same machine hand over sockets, so that one process serves all of a table",
    )
    request_seconds: float = setting(
        CONNECTIONS, 20.0, "seconds in which the headers, and then the body, of a request must arrive; 0: no limit"
    )
    requests: float = setting(
        CONNECTIONS, 20.0, "HTTP requests per second for one address, or one player, on average; 0: no limit"
    )
    messages: float = setting(CONNECTIONS, 20.0, "messages per second on one WebSocket, on average; 0: no limit")
    messages_each: float = setting(
        CONNECTIONS, 100.0, "messages per second on all WebSockets of one address, or of one player; 0: no limit"
    )
    backlog: int = setting(CONNECTIONS, 200, "unsent messages after which a slow WebSocket is closed")
    backlog_bytes: int = setting(
        CONNECTIONS, 2_000_000, "bytes of unsent messages after which it is closed, if there is more than one message"
    )

    @classmethod
    def read(cls, *, file: Path | None = None, **given: Any) -> Settings:
        """Settings from the arguments that are not None, then the environment, then a file, then the defaults."""
        return cls(**{name: chosen.value for name, chosen in cls.choose(file=file, **given).items()})

    @classmethod
    def choose(cls, *, file: Path | None = None, **given: Any) -> dict[str, settings_file.Chosen]:
        """The value of every setting, and where it comes from."""
        return settings_file.choose(fields(cls), given, file or settings_file.find_file())

    def check(self) -> None:
        """Refuse settings that do not exist, contradict each other, or would only fail later."""
        settings_file.check_variables(fields(self))
        self.cookie_secret()
        self.check_mail()
        self._check_address()
        for name, value, among in (
            ("registration", self.registration, REGISTRATION),
            ("guests", self.guests, GUESTS),
        ):
            if value not in among:
                raise BadOption(f"{variable(name)} is {_either(among)}, not {value!r}.")
        welcome = {variable(name): getattr(self, name) for name in ("welcome", "welcome_nl")}
        look.check(self.title, self.logo, self.colour, welcome)
        if self.log_format not in ("auto", "json", "text"):
            raise BadOption(f"ZIGGURAT_LOG_FORMAT is auto, json or text, not {self.log_format!r}.")
        if self.log_level.lower() not in LOG_LEVELS:
            raise BadOption(f"ZIGGURAT_LOG_LEVEL is {_either(LOG_LEVELS)}, not {self.log_level!r}.")
        if not 1 <= self.bot_threads <= MOST_BOT_THREADS:
            raise BadOption(f"ZIGGURAT_BOT_THREADS is from 1 to {MOST_BOT_THREADS}, not {self.bot_threads}.")
        if self.stand_in not in bots.names():
            raise BadOption(f"ZIGGURAT_STAND_IN is {_either(bots.names())}, not {self.stand_in!r}.")

    def _check_address(self) -> None:
        """Refuse a public address that is not one of the host names, or not HTTPS although cookies need it."""
        if self.site and not _SITE.fullmatch(self.site):
            raise BadOption(f"ZIGGURAT_SITE looks like https://games.example.org, not {self.site!r}.")
        names = self.chosen_names()
        if not self.site:
            return
        address = urlsplit(self.site)
        if self.secure and address.scheme == "http":
            raise BadOption(f"ZIGGURAT_SECURE is yes, but ZIGGURAT_SITE is {self.site}: it has to begin with https.")
        host = (address.hostname or "").lower()
        if names and not any(_is_named(host, name) for name in names):
            raise BadOption(f"ZIGGURAT_SITE is {self.site}, but ZIGGURAT_NAMES does not have {host}.")

    def chosen_names(self) -> list[str]:
        """The configured host names: exact ones, `*.example.org` for subdomains, `*` for any."""
        names = [name.strip().lower().rstrip(".") for name in self.names.split(",") if name.strip()]
        for name in names:
            labels = name.removeprefix("*.").split(".")
            named = len(labels) <= 31 and all(_LABEL.fullmatch(label) for label in labels)
            if name != "*" and not named and not _NUMBERS.fullmatch(name):
                raise BadOption(f"ZIGGURAT_NAMES has {name!r}; a name looks like games.example.org or *.example.org.")
        return names

    def public_address(self) -> str:
        """Where people reach the server, for links."""
        names = [name for name in self.chosen_names() if "*" not in name]
        if self.site or not names:
            return self.site or f"http://localhost:{self.port}"
        return f"http{'s' if self.secure else ''}://{names[0]}"

    def own_look(self) -> look.OwnLook:
        """The server's name, logo and colour."""
        return look.OwnLook(self.title, look.read_logo(self.logo) if self.logo else None, self.colour)

    def cookie_secret(self) -> str:
        """The key that signs cookies, from the setting or its file; empty if neither is set."""
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
        """The password at the mail server, from the setting or its file; empty if neither is set."""
        if self.smtp_password and self.smtp_password_file:
            raise BadOption("ZIGGURAT_SMTP_PASSWORD and ZIGGURAT_SMTP_PASSWORD_FILE are both set; one is enough.")
        if not self.smtp_password_file:
            return self.smtp_password
        try:
            return Path(self.smtp_password_file).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise BadOption(f"ZIGGURAT_SMTP_PASSWORD_FILE, {self.smtp_password_file}, cannot be read.") from None

    def check_mail(self) -> None:
        """Refuse mail settings that would only fail when the first e-mail is sent."""
        self.mail_password()
        if self.smtp_security not in ("starttls", "tls", "none"):
            raise BadOption(f"ZIGGURAT_SMTP_SECURITY is starttls, tls or none, not {self.smtp_security!r}.")
        if not self.smtp_host:
            for name in ("smtp_user", "smtp_password", "smtp_password_file", "mail_from"):
                if getattr(self, name):
                    raise BadOption(f"{variable(name)} is set, but no mail server: set ZIGGURAT_SMTP_HOST as well.")
            return
        extras.require("E-mail")
        if not self.site:
            raise BadOption("ZIGGURAT_SMTP_HOST is set, and e-mails contain links: set ZIGGURAT_SITE as well.")
        if not _SENDER.fullmatch(self.mail_from):
            raise BadOption(
                f"ZIGGURAT_MAIL_FROM looks like Ziggurat <turns@example.org> or turns@example.org, not"
                f" {self.mail_from!r}."
            )
        if self.smtp_ca and not Path(self.smtp_ca).is_file():
            raise BadOption(f"ZIGGURAT_SMTP_CA, {self.smtp_ca}, is not a file.")

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is an SQLite file, which only one server process can use."""
        return self.database.startswith("sqlite")


def _is_named(host: str, name: str) -> bool:
    """Whether a host has one of the configured names."""
    return name in ("*", host) or (name.startswith("*.") and host.endswith(name[1:]))


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
