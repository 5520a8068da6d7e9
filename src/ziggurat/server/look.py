"""How a host makes a server look like theirs: its name, logo, colour and welcome text."""

from __future__ import annotations

import functools
import hashlib
import json
import re
from html import escape
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from ziggurat.core.errors import BadOption

PROGRAM = "Ziggurat"
LONGEST_TITLE = 40  # characters
LONGEST_WELCOME = 500
MOST_BYTES = 200_000  # of a logo
LEAST_WIDTH, MOST_WIDTH = 64, 4096  # pixels of a PNG logo, on either side
ICON_WIDTH = 192  # pixels that a square PNG needs to be the icon of the installed app
CONTRAST = 4.5  # WCAG AA, of the page's gold words on the header
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_GOLD = "#e3b53c"  # the darkest text on the header: `--gold-bright` in web/src/theme/tokens.css
OUR_COLOUR = "#12275e"
_OUR_COLOUR = f'<meta name="theme-color" content="{OUR_COLOUR}" />'.encode()  # of web/index.html, as what follows
_OUR_NAMES = b">Ziggurat</"
_OUR_ICON = b'"/icon.svg"'
_OUR_APPLE_ICON = b'"/apple-180.png"'
_PNG, _PNG_HEAD = b"\x89PNG\r\n\x1a\n", 24  # bytes until after the width and the height
_SVG = "{http://www.w3.org/2000/svg}svg"


class Logo(NamedTuple):
    """A host's logo. `width` and `height` are 0 where it has any size, as an SVG."""

    content: bytes
    media_type: str
    width: int = 0
    height: int = 0

    @property
    def address(self) -> str:
        """Where the page finds it: somewhere else when it changes, so that browsers may keep it."""
        return f"/api/server/logo?v={hashlib.blake2b(self.content, digest_size=4).hexdigest()}"

    @property
    def is_icon(self) -> bool:
        """Whether it can be the icon of the installed app."""
        return self.width == self.height and (not self.width or self.width >= ICON_WIDTH)


class OwnLook(NamedTuple):
    """What a host has chosen; empty where it is ours."""

    title: str = PROGRAM
    logo: Logo | None = None
    colour: str = ""


def check(title: str, logo: str, colour: str, welcome: dict[str, str]) -> None:
    """Refuse what cannot be shown, or not be read."""
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise BadOption(f"ZIGGURAT_TITLE has 1 to {LONGEST_TITLE} characters in one line, not {title!r}.")
    for name, text in welcome.items():
        if len(text) > LONGEST_WELCOME:
            raise BadOption(f"{name} has {len(text)} characters; {LONGEST_WELCOME} are the most.")
        if not all(line.isprintable() for line in text.splitlines()):
            raise BadOption(f"{name} has characters that cannot be shown; it is plain text.")
    if colour and not _COLOUR.fullmatch(colour):
        raise BadOption(f"ZIGGURAT_COLOUR looks like {OUR_COLOUR}, not {colour!r}.")
    if colour and _contrast(_GOLD, colour) < CONTRAST:
        raise BadOption(f"ZIGGURAT_COLOUR, {colour}, is too light for the words on it; choose a darker one.")
    if logo:
        read_logo(logo)


@functools.cache
def read_logo(path: str) -> Logo:
    """The logo in a file: an SVG or PNG, by its content. Read once: a server shows what it has checked."""
    try:
        content = Path(path).read_bytes()
    except OSError as problem:
        raise BadOption(f"ZIGGURAT_LOGO, {path}, cannot be read: {problem.strerror}.") from None
    if len(content) > MOST_BYTES:
        raise BadOption(f"ZIGGURAT_LOGO, {path}, has {len(content)} bytes; {MOST_BYTES} are the most.")
    if content.startswith(_PNG) and len(content) > _PNG_HEAD:
        width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
        if not all(LEAST_WIDTH <= side <= MOST_WIDTH for side in (width, height)):
            raise BadOption(
                f"ZIGGURAT_LOGO, {path}, is {width} by {height} pixels; each side has {LEAST_WIDTH} to {MOST_WIDTH}."
            )
        return Logo(content, "image/png", width, height)
    if not _is_svg(content):
        raise BadOption(f"ZIGGURAT_LOGO, {path}, is not an SVG or PNG image.")
    return Logo(content, "image/svg+xml")


def _is_svg(content: bytes) -> bool:
    try:
        return ElementTree.fromstring(content).tag == _SVG  # noqa: S314 - the host's own file
    except (ElementTree.ParseError, ValueError, LookupError):
        return False


def _contrast(text: str, ground: str) -> float:
    """The contrast of a lighter colour on a darker one, as WCAG defines it."""
    return (_luminance(text) + 0.05) / (_luminance(ground) + 0.05)


def _luminance(colour: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# --------------------------------------------------------------------------------------------------------- in the page


def dressed(html: bytes, own: OwnLook) -> bytes:
    """index.html with what the page has to know before it paints."""
    chosen = {
        "title": own.title if own.title != PROGRAM else "",
        "logo": own.logo.address if own.logo else "",
        "colour": own.colour,
    }
    tags = [f'<meta name="look-{name}" content="{escape(value)}" />' for name, value in chosen.items() if value]
    colour = _OUR_COLOUR.replace(OUR_COLOUR.encode(), (own.colour or OUR_COLOUR).encode())
    html = html.replace(_OUR_COLOUR, b"\n    ".join([colour, *map(str.encode, tags)]), 1)
    html = html.replace(_OUR_NAMES, f">{escape(own.title)}</".encode())
    if own.logo:
        address = f'"{own.logo.address}"'.encode()
        html = html.replace(_OUR_ICON + b' type="image/svg+xml"', address, 1).replace(_OUR_ICON, address)
        if own.logo.is_icon and own.logo.width:  # Safari takes no SVG
            html = html.replace(_OUR_APPLE_ICON, address, 1)
    return html


def manifest(content: bytes, own: OwnLook) -> bytes:
    """The manifest of the installed app."""
    app = json.loads(content) | {"name": own.title, "short_name": own.title}
    if own.colour:
        app["theme_color"] = own.colour
    if own.logo and own.logo.is_icon:
        sizes = f"{own.logo.width}x{own.logo.height}" if own.logo.width else "any"
        app["icons"] = [{"src": own.logo.address, "sizes": sizes, "type": own.logo.media_type, "purpose": "any"}]
    return json.dumps(app).encode()
