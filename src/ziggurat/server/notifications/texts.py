"""The texts of e-mails and push notifications, in every language. All other texts belong to the page."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

_DAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "nl": ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"),
}
_MONTHS = {
    "en": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ),
    "nl": (
        "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november",
        "december",
    ),
}  # fmt: skip


class Message(NamedTuple):
    """An e-mail or a push notification."""

    subject: str
    text: str


class OpenTurn(NamedTuple):
    """A turn to notify a player of."""

    game: str  # its title
    others: list[str]  # the names of the other players
    link: str
    deadline: int | None  # in milliseconds since 1970


_TURN = {
    "en": ("Your turn: {game}", "Your turn: {game}, with {others}", "It is your turn.", "You have until {moment}."),
    "nl": ("Jouw beurt: {game}", "Jouw beurt: {game}, met {others}", "Je bent aan de beurt.", "Je hebt tot {moment}."),
}
_AND = {"en": "and", "nl": "en"}
_UNSUBSCRIBE = {
    "en": "You are receiving this e-mail because turn notifications are on at {site}. Unsubscribe:\n{stop}",
    "nl": "Je krijgt deze e-mail omdat meldingen over je beurten aanstaan op {site}. Afmelden:\n{stop}",
}
# Contains nothing that the sender of the request can choose, so that nobody can use it to write to strangers.
_CONFIRM = {
    "en": Message(
        "Confirm your e-mail address",
        "Hello,\n\nThis e-mail address was entered for an account at {site}. To confirm it, open this link within 24"
        " hours:\n\n{link}\n\nIf this was not you, ignore this e-mail. We will not write to you again.\n",
    ),
    "nl": Message(
        "Bevestig je e-mailadres",
        "Hallo,\n\nDit e-mailadres is opgegeven voor een account op {site}. Open binnen 24 uur deze link om het te"
        " bevestigen:\n\n{link}\n\nWas jij dit niet? Dan kun je deze e-mail negeren. We schrijven je niet nog eens.\n",
    ),
}
_RESET = {
    "en": Message(
        "Reset your password",
        "Hello {name},\n\nSomebody asked to reset the password of the account {login} at {site}. To choose a new"
        " password, open this link within an hour. It works once:\n\n{link}\n\nIf this was not you, ignore this e-mail."
        " Your password stays the same.\n",
    ),
    "nl": Message(
        "Nieuw wachtwoord kiezen",
        "Hallo {name},\n\nIemand heeft een nieuw wachtwoord aangevraagd voor het account {login} op {site}. Open binnen"
        " een uur deze link om een nieuw wachtwoord te kiezen. De link werkt één keer:\n\n{link}\n\nWas jij dit niet?"
        " Dan kun je deze e-mail negeren. Je wachtwoord verandert niet.\n",
    ),
}
_MOVED = {
    "en": Message(
        "Your e-mail address was changed",
        "Hello {name},\n\nThis e-mail address is no longer used for the account {login} at {site}. It was changed or"
        " removed by somebody who is logged in to that account. If this was not you, log in and change your password."
        "\n",
    ),
    "nl": Message(
        "Je e-mailadres is gewijzigd",
        "Hallo {name},\n\nDit e-mailadres wordt niet meer gebruikt voor het account {login} op {site}. Het is gewijzigd"
        " of verwijderd door iemand die op dat account is ingelogd. Was jij dit niet? Log dan in en wijzig je"
        " wachtwoord.\n",
    ),
}
_ACCOUNT_EMAILS = {"confirm": _CONFIRM, "reset": _RESET, "moved": _MOVED}


def account_email(kind: str, language: str, **values: str) -> Message:
    """An e-mail about an address or a password: `confirm`, `reset` or `moved`."""
    message = _ACCOUNT_EMAILS[kind][language]
    return Message(message.subject, message.text.format(**values))


def turn_notification(turn: OpenTurn, language: str) -> Message:
    """A short notification of a turn: a title, and a line or two."""
    alone, with_others, your_turn, until = _TURN[language]
    title = (with_others if turn.others else alone).format(game=turn.game, others=join_names(turn.others, language))
    deadline = [] if turn.deadline is None else [until.format(moment=format_moment(turn.deadline, language))]
    return Message(title, " ".join([your_turn, *deadline]))


def turn_email(turn: OpenTurn, language: str, site: str, stop: str) -> Message:
    """A notification of a turn with the links of an e-mail: to the table, and to unsubscribe."""
    subject, text = turn_notification(turn, language)
    footer = _UNSUBSCRIBE[language].format(site=site, stop=stop)
    return Message(subject, f"{text}\n\n{turn.link}\n\n-- \n{footer}\n")


def join_names(names: list[str], language: str) -> str:
    """ "a, b and c"."""
    return f" {_AND[language]} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def format_moment(at: int, language: str) -> str:
    """A date and time in UTC, because the server does not know the reader's time zone."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    return f"{_DAYS[language][day.weekday()]} {day.day} {_MONTHS[language][day.month - 1]} {day:%H:%M} UTC"
