"""Names that look alike are one name: what each looks like at a glance, and which nobody may have.

What a name looks like is stored (`players.handle`, `players.looks`) and compared by the database. Whoever changes
`looks` adds a migration that stores it anew, as 0013 does.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from ziggurat import bots
from ziggurat.server.accounts.confusables import ALIKE

LONGEST = 64  # of what is stored; a name of 32 letters can become twice as many small ones
# The levels as the page calls them in other languages than the bots' own.
_TRANSLATED = (
    "Dice", "Leerling", "Schrijver", "Rentmeester", "Burgemeester", "Stadhouder", "Koning", "Gilgamesj", "Dobbelsteen",
    "Gretig",
)  # fmt: skip
# Who speaks for the server, and who is nobody: nobody is called that, alone or with something beside it …
_OFFICES = ("Ziggurat", "Moderator", "Administrator", "Beheerder")
FORMER = "a former player"  # whose account has been deleted; the page says it in its language
# … and nobody is called just that.
_STRANGERS = (
    "Admin", "Mod", "Moderation", "Moderatie", "Bot", "Computer", "System", "Systeem", "Server", "Staff", "Support",
    "Official", "Officieel", "Root", "Webmaster", "Security", "Help", "Spectator", "Toeschouwer", "Guest", "Gast",
    "Nobody", "Niemand", "Anonymous", "Anoniem", "Deleted", "Verwijderd", "Unknown", "Onbekend", "You", "Jij", "Jou",
    "null", "undefined", FORMER, "former player", "een voormalige speler", "voormalige speler",
)  # fmt: skip

_LETTERS = {ord(letter): plain for plain, letters in ALIKE.items() for letter in letters}
_LETTERS |= {ord(letter): plain for letter, plain in zip("зпиωłøđ", "enuwlod", strict=True)}
_LEET = str.maketrans("01345@$|i", "oleasasll")
_PLAIN = re.compile(r"LATIN (?:SMALL LETTER|LETTER SMALL CAPITAL) (?:DOTLESS |SCRIPT )?([A-Z])(?: WITH .*)?")


def looks(name: str) -> str:
    """What a name looks like at a glance: names that look alike give the same."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold()).casefold()
    letters = "".join(_plain(letter) for letter in plain if letter.isalnum() or letter in "@$|")
    found = letters.translate(_LEET).replace("rn", "m").replace("vv", "w")
    if not found:  # a name of signs alone is what it is
        found = "".join(letter for letter in plain if not letter.isspace() and not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", found)[:LONGEST]


def is_bots(name: str) -> bool:
    """Whether a name looks like what a bot is called here, in any language."""
    return looks(name) in _bots() or looks(name.replace("!", "i")) in _bots()


def is_reserved(name: str) -> bool:
    """Whether a name looks like somebody who speaks for the server, or like nobody in particular."""
    found = looks(name)
    return found in _strangers() or any(office in found for office in _offices())


def _plain(letter: str) -> str:
    """The letter of ours that one looks like: one of another alphabet, with a stroke, or a small capital."""
    if letter.isascii():
        return letter
    if ord(letter) in _LETTERS:
        return _LETTERS[ord(letter)]
    digit = unicodedata.decimal(letter, None)
    if digit is not None:
        return str(digit)
    found = _PLAIN.fullmatch(unicodedata.name(letter, ""))
    return found[1].lower() if found else letter


@functools.cache
def _bots() -> frozenset[str]:
    return frozenset(looks(name) for name in (*bots.names(), *_TRANSLATED))


@functools.cache
def _offices() -> tuple[str, ...]:
    return tuple(looks(name) for name in _OFFICES)


@functools.cache
def _strangers() -> frozenset[str]:
    return frozenset(looks(name) for name in _STRANGERS)
