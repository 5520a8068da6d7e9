"""One's open turns as an Atom feed (RFC 4287) and as a calendar (RFC 5545), for readers that know no cookies."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Any, NamedTuple
from xml.etree import ElementTree

from sqlalchemy import Connection

from ziggurat.server.notifications import settings, texts, turn_notifier
from ziggurat.server.tables import turns

ATOM = "http://www.w3.org/2005/Atom"
HOUR = 3_600_000
WIDEST = 75  # bytes in a line of a calendar
TITLES = {"en": "Your turns", "nl": "Jouw beurten"}
DEADLINES = {"en": "Last hour: {title}", "nl": "Laatste uur: {title}"}


class Item(NamedTuple):
    """A turn in a feed."""

    id: str
    told: texts.Turn
    since: int


class Feed(NamedTuple):
    """All of a player's open turns."""

    id: str
    language: str
    made: int
    items: list[Item]


def load(connection: Connection, key: str, site: str) -> Feed:
    """What a key opens."""
    owner = settings.feed_owner(connection, key)
    items = [
        Item(_name(key, turn.id, turn.after), turn_notifier.describe(connection, turn, site), int(turn.changed))
        for turn in turns.of_player(connection, owner.player)
    ]
    return Feed(_name(key), owner.language, int(owner.created), items)


def _name(key: str, *parts: Any) -> str:
    """What a thing is called for good, from which nothing can be learned."""
    return hashlib.sha256("/".join(map(str, ("feed", key, *parts))).encode()).hexdigest()[:32]


def atom(feed: Feed, site: str, address: str) -> bytes:
    """As an Atom feed."""
    ElementTree.register_namespace("", ATOM)
    root = ElementTree.Element(f"{{{ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": feed.language})
    newest = max([feed.made, *(item.since for item in feed.items)])
    _add(root, "id", f"urn:uuid:{_uuid(feed.id)}")
    _add(root, "title", f"{TITLES[feed.language]} · Ziggurat")
    _add(root, "updated", _moment(newest))
    _add(root, "link", None, rel="self", type="application/atom+xml", href=f"{site}{address}")
    _add(root, "link", None, rel="alternate", type="text/html", href=f"{site}/mine")
    _add(_add(root, "author", None), "name", "Ziggurat")
    for item in feed.items:
        said = texts.turn(item.told, feed.language)
        entry = _add(root, "entry", None)
        _add(entry, "id", f"urn:uuid:{_uuid(item.id)}")
        _add(entry, "title", said.subject)
        _add(entry, "updated", _moment(item.since))
        _add(entry, "link", None, rel="alternate", type="text/html", href=item.told.link)
        _add(entry, "summary", said.text)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _add(parent: ElementTree.Element, name: str, text: str | None, **attributes: str) -> ElementTree.Element:
    made = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    made.text = text
    return made


def _uuid(name: str) -> str:
    return "-".join((name[:8], name[8:12], f"5{name[13:16]}", f"8{name[17:20]}", name[20:]))


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def calendar(feed: Feed) -> bytes:
    """As a calendar: a turn with a deadline is the hour before it, one without is a thing to do."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ziggurat//Turns//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{_escape(TITLES[feed.language])}", "REFRESH-INTERVAL;VALUE=DURATION:PT15M"]
    for item in feed.items:
        said, deadline = texts.turn(item.told, feed.language), item.told.deadline
        kind = "VTODO" if deadline is None else "VEVENT"
        lines += [f"BEGIN:{kind}", f"UID:{item.id}@ziggurat", f"DTSTAMP:{_stamp(item.since)}"]
        if deadline is None:
            lines += [f"SUMMARY:{_escape(said.subject)}", "STATUS:NEEDS-ACTION"]
        else:
            lines += [f"SUMMARY:{_escape(DEADLINES[feed.language].format(title=said.subject))}"]
            lines += [f"DTSTART:{_stamp(deadline - HOUR)}", f"DTEND:{_stamp(deadline)}", "TRANSP:TRANSPARENT"]
        lines += [f"DESCRIPTION:{_escape(f'{said.text} {item.told.link}')}", f"URL:{item.told.link}", f"END:{kind}"]
    lines += ["END:VCALENDAR", ""]
    return "\r\n".join(map(_fold, lines)).encode()


def _stamp(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escape(text: str) -> str:
    """What separates things in a calendar is written so that it does not."""
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())


def _fold(line: str) -> str:
    """Break a line that is too wide, between letters and not inside one."""
    parts, part, width = [], "", WIDEST
    for letter in line:
        if len((part + letter).encode()) > width:
            parts.append(part)
            part, width = "", WIDEST - 1  # the blank that says that it goes on
        part += letter
    return "\r\n ".join([*parts, part])
