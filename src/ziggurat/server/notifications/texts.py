"""The words of letters and notices, in the languages people read. Everything else people read is the page's."""

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


class Letter(NamedTuple):
    """What is written to somebody."""

    subject: str
    text: str


class Turn(NamedTuple):
    """A turn somebody is to be told of."""

    game: str  # its title
    others: list[str]  # the names of who else plays there
    link: str
    deadline: int | None  # the time of day, in milliseconds


_TURN = {
    "en": ("Your turn: {game}", "Your turn: {game}, with {others}", "It is your turn.", "You have until {moment}."),
    "nl": ("Jij bent: {game}", "Jij bent: {game}, met {others}", "Jij bent aan de beurt.", "Je hebt tot {moment}."),
}
_AND = {"en": "and", "nl": "en"}
_STOP = {
    "en": "You get this letter because you asked {site} for letters about your turns. No more of them:\n{stop}",
    "nl": "Je krijgt deze brief omdat je {site} om brieven over je beurten hebt gevraagd. Geen brieven meer:\n{stop}",
}
# No word of it is chosen by whoever gave the address: nobody writes to strangers through us.
_CONFIRM = {
    "en": Letter(
        "Confirm your address",
        "Hello,\n\nsomebody, we hope you, has given this address for an account at {site}. If it was you,"
        " follow this link within a day:\n\n{link}\n\nIf it was somebody else, do nothing: no more will be written to"
        " you.\n",
    ),
    "nl": Letter(
        "Bevestig je adres",
        "Hallo,\n\niemand, hopelijk jij, heeft dit adres opgegeven voor een account op {site}. Was jij dat,"
        " volg dan binnen een dag deze link:\n\n{link}\n\nWas het iemand anders, doe dan niets: er wordt je verder niet"
        " geschreven.\n",
    ),
}
_RESET = {
    "en": Letter(
        "Another password",
        "Hello {name},\n\nsomebody, we hope you, has forgotten the password of the account {login} at {site}. This"
        " link, which works once and for an hour, sets another:\n\n{link}\n\nIf it was somebody else, do nothing: your"
        " password stays as it is.\n",
    ),
    "nl": Letter(
        "Een ander wachtwoord",
        "Hallo {name},\n\niemand, hopelijk jij, is het wachtwoord van het account {login} op {site} vergeten. Met deze"
        " link, die één keer en een uur lang werkt, kies je een ander:\n\n{link}\n\nWas het iemand anders, doe dan"
        " niets: je wachtwoord blijft zoals het is.\n",
    ),
}
_MOVED = {
    "en": Letter(
        "Your address was changed",
        "Hello {name},\n\nletters about the account {login} at {site} no longer go to this address: somebody who knows"
        " its password has given another, or taken this one away. If it was not you, log in and change your password."
        "\n",
    ),
    "nl": Letter(
        "Je adres is gewijzigd",
        "Hallo {name},\n\nbrieven over het account {login} op {site} gaan niet meer naar dit adres: iemand die het"
        " wachtwoord kent, heeft een ander opgegeven of dit weggehaald. Was jij dat niet, log dan in en kies een ander"
        " wachtwoord.\n",
    ),
}
_KINDS = {"confirm": _CONFIRM, "reset": _RESET, "moved": _MOVED}


def write(kind: str, language: str, **values: str) -> Letter:
    """A letter about an address or a password."""
    letter = _KINDS[kind][language]
    return Letter(letter.subject, letter.text.format(**values))


def turn(told: Turn, language: str) -> Letter:
    """What a notice says: a title, and a line or two."""
    alone, with_others, yours, until = _TURN[language]
    title = (with_others if told.others else alone).format(game=told.game, others=listed(told.others, language))
    when = [] if told.deadline is None else [until.format(moment=moment(told.deadline, language))]
    return Letter(title, " ".join([yours, *when]))


def turn_letter(told: Turn, language: str, site: str, stop: str) -> Letter:
    """The same as a letter, which says how it is the last."""
    said = turn(told, language)
    why = _STOP[language].format(site=site, stop=stop)
    return Letter(said.subject, f"{said.text}\n\n{told.link}\n\n-- \n{why}\n")


def listed(names: list[str], language: str) -> str:
    """ "a, b and c"."""
    return f" {_AND[language]} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def moment(at: int, language: str) -> str:
    """A moment in words; where its reader is, nobody here knows, so the zone is said."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    return f"{_DAYS[language][day.weekday()]} {day.day} {_MONTHS[language][day.month - 1]} {day:%H:%M} UTC"
