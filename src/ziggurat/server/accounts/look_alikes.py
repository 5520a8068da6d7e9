"""Names that look alike count as the same name, and some names nobody may have.

Each name has a skeleton (a term of Unicode's UTS 39): names that look alike have the same one. It is stored in
`players.handle` and `players.looks` and compared by the database, so a change of `skeleton` needs a migration.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from ziggurat import bots
from ziggurat.server.accounts.confusables import ALIKE

LONGEST = 64  # characters of a skeleton; a name of 32 letters can become twice as many small ones
# The bots' names on the page in languages other than English.
_TRANSLATED = (
    "Leerling", "Schrijver", "Rentmeester", "Burgemeester", "Stadhouder", "Koning", "Gilgamesj", "Willekeurig",
    "Gretig",
)  # fmt: skip
# Reserved anywhere in a name: these would seem to speak for the server.
_RESERVED_WORDS = ("Ziggurat", "Moderator", "Administrator", "Beheerder")
FORMER = "a former player"  # whose account was deleted; the page translates it
# Reserved as a whole name.
_RESERVED_NAMES = (
    "Admin", "Mod", "Moderation", "Moderatie", "Bot", "Computer", "System", "Systeem", "Server", "Staff", "Support",
    "Official", "Officieel", "Root", "Webmaster", "Security", "Help", "Spectator", "Toeschouwer", "Guest", "Gast",
    "Nobody", "Niemand", "Anonymous", "Anoniem", "Deleted", "Verwijderd", "Unknown", "Onbekend", "You", "Jij", "Jou",
    "null", "undefined", FORMER, "former player", "een voormalige speler", "voormalige speler",
)  # fmt: skip

_LETTERS = {ord(letter): plain for plain, letters in ALIKE.items() for letter in letters}
_LETTERS |= {ord(letter): plain for letter, plain in zip("зпиωłøđ", "enuwlod", strict=True)}
_LEET = str.maketrans("01345@$|i", "oleasasll")
_LATIN = re.compile(r"LATIN (?:SMALL LETTER|LETTER SMALL CAPITAL) (?:DOTLESS |SCRIPT )?([A-Z])(?: WITH .*)?")


def skeleton(name: str) -> str:
    """The same for all names that look alike."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold()).casefold()
    letters = "".join(_ascii_look_alike(letter) for letter in plain if letter.isalnum() or letter in "@$|")
    result = letters.translate(_LEET).replace("rn", "m").replace("vv", "w")
    if not result:  # a name without letters
        result = "".join(letter for letter in plain if not letter.isspace() and not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", result)[:LONGEST]


def is_bot_name(name: str) -> bool:
    """Whether a name looks like a bot's, in any language."""
    return skeleton(name) in _bot_skeletons() or skeleton(name.replace("!", "i")) in _bot_skeletons()


def is_reserved(name: str) -> bool:
    """Whether a name could be taken for the server's own (admin, moderator), or for no name."""
    whole = skeleton(name)
    return whole in _reserved_names() or any(word in whole for word in _reserved_words())


def _ascii_look_alike(letter: str) -> str:
    """The ASCII letter or digit that a letter looks like, or the letter itself."""
    if letter.isascii():
        return letter
    if ord(letter) in _LETTERS:
        return _LETTERS[ord(letter)]
    digit = unicodedata.decimal(letter, None)
    if digit is not None:
        return str(digit)
    latin = _LATIN.fullmatch(unicodedata.name(letter, ""))
    return latin[1].lower() if latin else letter


@functools.cache
def _bot_skeletons() -> frozenset[str]:
    return frozenset(skeleton(name) for name in (*bots.names(), *_TRANSLATED))


@functools.cache
def _reserved_words() -> tuple[str, ...]:
    return tuple(skeleton(name) for name in _RESERVED_WORDS)


@functools.cache
def _reserved_names() -> frozenset[str]:
    return frozenset(skeleton(name) for name in _RESERVED_NAMES)
