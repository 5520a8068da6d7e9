"""Checks texts that people write: names, chat, notes, labels. Invisible or misleading characters are refused.

A text is refused as a whole instead of being corrected silently, so that its writer knows what others read. Only names
are normalised (NFKC).
"""

from __future__ import annotations

import re
import unicodedata

from ziggurat.core.sentence import sentence
from ziggurat.server.accounts import look_alikes
from ziggurat.server.refusals import BadText

LONGEST_NAME = 32
MAX_MARKS = 3  # accents on one letter: more would cover the lines above and below

# Control characters except tabs and line ends, and code points that Unicode does not use.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
# Change the direction of the text that follows, also of other people's.
_BIDI_CONTROLS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # Unicode's categories of characters that are not drawn
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that are drawn as nothing
_VARIATION_SELECTORS = dict.fromkeys(range(0xFE00, 0xFE10))  # removed from names
# Alphabets whose letters look like each other's. A name can use one of them.
_LOOK_ALIKE_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")


def check_text(text: str) -> str:
    """Refuse control characters, which databases and terminals may interpret."""
    control = _CONTROLS.search(text)
    if control:
        raise BadText(sentence("Text cannot contain the control character {character}.", character=_code(control[0])))
    return text


def check_chat(text: str) -> str:
    """Refuse an empty text, and whatever `check_shown` refuses."""
    if not check_shown(text).strip():
        raise BadText("The text is empty.")
    return text


def check_shown(text: str) -> str:
    """Refuse control characters, and those that change how the text before and after is read."""
    bidi = _BIDI_CONTROLS.search(check_text(text))
    if bidi:
        character = _code(bidi[0])
        raise BadText(
            sentence(
                "Text cannot contain {character}, which changes the direction of the text around it.",
                character=character,
            )
        )
    return text


def check_label(text: str) -> str:
    """A label on one line, without invisible characters."""
    label = " ".join(check_chat(text).split())
    for character in label:
        if unicodedata.category(character) in _INVISIBLE or character in _BLANK:
            raise BadText(_invisible(character))
    return label


def read_name(text: str) -> str:
    """A normalised name; refused if it is misleading, reserved or a bot's."""
    name = " ".join(unicodedata.normalize("NFKC", text).translate(_VARIATION_SELECTORS).split())
    if not name or (name.isascii() and not any(character.isalnum() for character in name)):
        raise BadText("A name needs at least one visible letter or digit.")
    if len(name) > LONGEST_NAME:
        raise BadText(
            sentence(
                "A name can have at most {most} characters; this one has {length}.", most=LONGEST_NAME, length=len(name)
            )
        )
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _INVISIBLE or character in _BLANK:
            raise BadText(_invisible(character))
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MAX_MARKS or category == "Me" or (marks and character == name[0]):
            raise BadText("A name cannot have so many accents on one letter.")
    if len({script for character in name if (script := _alphabet(character))}) > 1:
        raise BadText("A name cannot mix alphabets, such as Latin and Greek.")
    if look_alikes.is_bot_name(name):
        raise BadText("That is the name of a bot. Choose a different one.")
    if look_alikes.is_reserved(name):
        raise BadText("That name is reserved. Choose a different one.")
    return name


def _alphabet(character: str) -> str | None:
    """Which of the look-alike alphabets a letter is from."""
    if not character.isalpha():
        return None
    script = unicodedata.name(character, "").partition(" ")[0]
    return script if script in _LOOK_ALIKE_ALPHABETS else None


def _invisible(character: str) -> str:
    return sentence("A name cannot contain {character}, which is invisible.", character=_code(character))


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"
