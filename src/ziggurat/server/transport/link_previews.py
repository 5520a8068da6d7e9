"""Open Graph previews: the title, sentence and image that messengers show for a link.

Messengers run no scripts, so the tags are in the page as it is sent. They are in English, because the reader's language
is unknown.
"""

from __future__ import annotations

import asyncio
import re
from html import escape
from typing import NamedTuple

import ziggurat
from ziggurat.core.errors import ZigguratError
from ziggurat.server.protocol import Seat, SeatKind, Status, TournamentStatus
from ziggurat.server.runtime.services import Reads
from ziggurat.server.tables import table_store
from ziggurat.server.tournaments import storage

ABOUT = "Four board games between the Tigris and the Euphrates, against people and bots."
WAIT = 1.0  # seconds that a page waits for its preview
FRONT = "babylonia"  # the game whose board stands for all
_TABLE = re.compile(r"/(?:table|replay)/([a-z0-9]{1,20})(?:/([0-9]{1,9}))?")
_TOURNAMENT = re.compile(r"/tournament/([a-z0-9]{1,20})")
_GAME = re.compile(r"/(?:new|rules|learn)/([a-z]{1,40})(?:/[a-z0-9-]{1,60})?")


class LinkPreview(NamedTuple):
    """The preview of a page."""

    title: str
    text: str
    image: str  # its path on this server


async def tags(server: Reads, title: str, site: str, path: str) -> str:
    """The tags of a page at `site` + `path`, of a server with this title; general ones if anything fails."""
    try:
        async with asyncio.timeout(WAIT):
            preview = await _preview(server, title, path)
    except (ZigguratError, TimeoutError):
        preview = LinkPreview(title, ABOUT, _game_card(FRONT))
    properties = {
        "og:type": "website",
        "og:site_name": title,
        "og:title": preview.title,
        "og:description": preview.text,
        "og:url": site + path,
        "og:image": site + preview.image,
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": f"{preview.title}: the board",
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


async def _preview(server: Reads, site_title: str, path: str) -> LinkPreview:
    if table := _TABLE.fullmatch(path):
        table_id, decision = table.groups()
        stored = await server.read(table_store.load_table, table_id)
        title = ziggurat.game(stored.row.game).title
        card = f"/api/tables/{table_id}/card.png" + (f"?decision={decision}" if decision else "")
        return LinkPreview(f"{title} · {site_title}", _about(stored, title), card)
    if tournament := _TOURNAMENT.fullmatch(path):
        return _of_tournament(await server.read(storage.load, tournament[1]), site_title)
    if named := _GAME.fullmatch(path):
        game = ziggurat.game(named[1])
        return LinkPreview(f"{game.title} · {site_title}", ABOUT, _game_card(game.name))
    return LinkPreview(site_title, ABOUT, _game_card(FRONT))


def _of_tournament(kept: storage.TournamentState, site_title: str) -> LinkPreview:
    game = ziggurat.game(kept.row.game)
    count = sum(not entrant.withdrawn for entrant in kept.entrants)
    players = "one player" if count == 1 else f"{count} players"
    invitations = {TournamentStatus.OPEN: "Come and join.", TournamentStatus.RUNNING: "Come and watch."}
    text = f"A tournament of {game.title} with {players}. {invitations.get(kept.row.status, 'See how it went.')}"
    return LinkPreview(f"{kept.row.title} · {site_title}", text, _game_card(game.name))


def _about(stored: table_store.Stored, title: str) -> str:
    """A table, in a sentence."""
    table = stored.for_player(None)
    names = [_name(seat) for seat in table.seats if seat.kind != SeatKind.OPEN]
    if table.status == Status.OPEN:
        free = len(table.seats) - len(names)
        seats = "one seat is" if free == 1 else f"{free} seats are"
        return f"A table of {title} where {seats} free. Come and play with {_all(names)}."
    if table.status == Status.RUNNING or table.result is None:
        return f"{_all(names)} are playing {title}. Come and watch."
    scores = [f"{_name(seat)} {score}" for seat, score in zip(table.seats, table.result.scores, strict=True)]
    return f"{title}, {', '.join(scores)}. Step through it, or play on from any decision."


def _name(seat: Seat) -> str:
    return seat.left or (seat.name.capitalize() if seat.kind == SeatKind.BOT else seat.name)


def _all(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) or "others"


def _game_card(game: str) -> str:
    return f"/api/games/{game}/card.png"
