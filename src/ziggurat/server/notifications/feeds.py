"""A player's open turns as an Atom feed (RFC 4287) and a calendar (RFC 5545), at URLs with a secret key."""

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
WIDEST = 75  # bytes per line of a calendar
TITLES = {"en": "Your turns", "nl": "Jouw beurten"}
DEADLINES = {"en": "Last hour: {title}", "nl": "Laatste uur: {title}"}


class Item(NamedTuple):
    """A turn in a feed."""

    id: str
    turn: texts.OpenTurn
    since: int


class Feed(NamedTuple):
    """All of a player's open turns."""

    id: str
    language: str
    created: int
    items: list[Item]


def load(connection: Connection, key: str, site: str) -> Feed:
    """The feed that a key gives access to."""
    owner = settings.feed_owner(connection, key)
    items = [
        Item(_stable_id(key, turn.id, turn.after), turn_notifier.describe(connection, turn, site), int(turn.changed))
        for turn in turns.of_player(connection, owner.player)
    ]
    return Feed(_stable_id(key), owner.language, int(owner.created), items)


def _stable_id(key: str, *parts: Any) -> str:
    """An id that never changes and reveals nothing: a hash."""
    return hashlib.sha256("/".join(map(str, ("feed", key, *parts))).encode()).hexdigest()[:32]


def atom(feed: Feed, site: str, address: str, server: str) -> bytes:
    """The feed as Atom, of a server with this name."""
    ElementTree.register_namespace("", ATOM)
    root = ElementTree.Element(f"{{{ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": feed.language})
    newest = max([feed.created, *(item.since for item in feed.items)])
    _add(root, "id", f"urn:uuid:{_uuid(feed.id)}")
    _add(root, "title", f"{TITLES[feed.language]} · {server}")
    _add(root, "updated", _moment(newest))
    _add(root, "link", None, rel="self", type="application/atom+xml", href=f"{site}{address}")
    _add(root, "link", None, rel="alternate", type="text/html", href=f"{site}/mine")
    _add(_add(root, "author", None), "name", server)
    for item in feed.items:
        message = texts.turn_notification(item.turn, feed.language)
        entry = _add(root, "entry", None)
        _add(entry, "id", f"urn:uuid:{_uuid(item.id)}")
        _add(entry, "title", message.subject)
        _add(entry, "updated", _moment(item.since))
        _add(entry, "link", None, rel="alternate", type="text/html", href=item.turn.link)
        _add(entry, "summary", message.text)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _add(parent: ElementTree.Element, name: str, text: str | None, **attributes: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    element.text = text
    return element


def _uuid(digest: str) -> str:
    return "-".join((digest[:8], digest[8:12], f"5{digest[13:16]}", f"8{digest[17:20]}", digest[20:]))


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def calendar(feed: Feed) -> bytes:
    """The feed as a calendar: a turn with a deadline is an event in the hour before it, one without is a to-do."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ziggurat//Turns//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    lines += [f"X-WR-CALNAME:{_escape(TITLES[feed.language])}", "REFRESH-INTERVAL;VALUE=DURATION:PT15M"]
    for item in feed.items:
        message, deadline = texts.turn_notification(item.turn, feed.language), item.turn.deadline
        kind = "VTODO" if deadline is None else "VEVENT"
        lines += [f"BEGIN:{kind}", f"UID:{item.id}@ziggurat", f"DTSTAMP:{_stamp(item.since)}"]
        if deadline is None:
            lines += [f"SUMMARY:{_escape(message.subject)}", "STATUS:NEEDS-ACTION"]
        else:
            lines += [f"SUMMARY:{_escape(DEADLINES[feed.language].format(title=message.subject))}"]
            lines += [f"DTSTART:{_stamp(deadline - HOUR)}", f"DTEND:{_stamp(deadline)}", "TRANSP:TRANSPARENT"]
        lines += [f"DESCRIPTION:{_escape(f'{message.text} {item.turn.link}')}", f"URL:{item.turn.link}", f"END:{kind}"]
    lines += ["END:VCALENDAR", ""]
    return "\r\n".join(map(_fold, lines)).encode()


def _stamp(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escape(text: str) -> str:
    """Text with the separators of a calendar escaped."""
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())


def _fold(line: str) -> str:
    """Break a line that is too long, between characters and not inside one (RFC 5545, 3.1)."""
    parts, part, width = [], "", WIDEST
    for letter in line:
        if len((part + letter).encode()) > width:
            parts.append(part)
            part, width = "", WIDEST - 1  # continuation lines begin with a blank
        part += letter
    return "\r\n ".join([*parts, part])
