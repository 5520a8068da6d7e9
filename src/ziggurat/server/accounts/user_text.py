"""What people write: names, chat, notes, labels. What nobody sees, or pretends to be something else, is refused.

A text is refused whole, with a sentence, rather than mended in silence: whoever wrote it knows what others read. Only a
name is normalised (NFKC), so that one that looks the same is the same.
"""

from __future__ import annotations

import re
import unicodedata

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import look_alikes
from ziggurat.server.refusals import BadText

LONGEST_NAME = 32
MARKS = 3  # accents and the like on one letter: more are drawn over the lines above and below

# What no keyboard makes: control characters but for tabs and new lines, and what Unicode keeps unused.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
# They turn the direction of the text that follows, also of somebody else's.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # Unicode's categories of what is not drawn
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that are drawn as nothing
_STYLES = dict.fromkeys(range(0xFE00, 0xFE10))  # they choose between two pictures of one sign, and are left out
# Alphabets in which letters look like another's; a name has letters of one of them.
_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")


def check_text(text: str) -> str:
    """Refuse a text with control characters in it, which databases and terminals take for something else."""
    found = _CONTROLS.search(text)
    if found:
        raise BadText(
            sentence("A text cannot hold the control character {character}.", character=_code(found[0])),
        )
    return text


def check_chat(text: str) -> str:
    """Refuse what would change how others read what was said before and after, and what says nothing."""
    if not check_shown(text).strip():
        raise BadText("That says nothing.")
    return text


def check_shown(text: str) -> str:
    """Refuse what would change how others read what stands before and after it."""
    found = _TURNING.search(check_text(text))
    if found:
        raise BadText(
            sentence("A text cannot hold {character}, which turns the words around it.", character=_code(found[0])),
        )
    return text


def check_label(text: str) -> str:
    """A label of one line that can be seen."""
    label = " ".join(check_chat(text).split())
    for character in label:
        if unicodedata.category(character) in _HIDDEN or character in _BLANK:
            raise BadText(_invisible(character))
    return label


def read_name(text: str) -> str:
    """A name as others will see it; refused if they could not, or would take it for another alphabet's or a bot's."""
    name = " ".join(unicodedata.normalize("NFKC", text).translate(_STYLES).split())
    if not name or (name.isascii() and not any(character.isalnum() for character in name)):
        raise BadText("A name needs a letter that can be seen.")
    if len(name) > LONGEST_NAME:
        raise BadText(sentence("A name has at most {most} letters, not {length}.", most=LONGEST_NAME, length=len(name)))
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _HIDDEN or character in _BLANK:
            raise BadText(_invisible(character))
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MARKS or category == "Me" or (marks and character == name[0]):
            raise BadText("A name cannot pile up marks on a letter.")
    if len({script for character in name if (script := _alphabet(character))}) > 1:
        raise BadText("A name cannot mix letters of alphabets that look alike.")
    if look_alikes.is_bots(name):
        raise BadText("That is what a bot is called here; people have other names.")
    if look_alikes.is_reserved(name):
        raise BadText("Nobody is called that here: others would take you for somebody else.")
    return name


def _alphabet(character: str) -> str | None:
    """Which of the alphabets that look alike a letter is from."""
    if not character.isalpha():
        return None
    script = unicodedata.name(character, "").partition(" ")[0]
    return script if script in _ALIKE else None


def _invisible(character: str) -> str:
    return sentence("A name cannot hold {character}, which cannot be seen.", character=_code(character))


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"
