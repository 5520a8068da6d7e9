"""The events of Babel and their sentences."""

from __future__ import annotations

from enum import IntEnum
from itertools import groupby

from ziggurat.core.events import Argument, EventForm, named
from ziggurat.games.babel.cards import AHEAD, BEHIND, FAR_AHEAD, NATION_NAMES, NATIONS, SITE_NAMES, TURNS


class EventKind(IntEnum):
    """The kinds of event."""

    DREW = 1
    RESHUFFLED = 2
    MOVED = 3
    DEPLOYED = 4
    BUILT = 5
    MIGRATED = 6
    USED = 7
    DESTROYED = 8
    STOLE = 9
    DESERTED = 10
    SKIPPED = 11
    CHANGED_CAMPS = 12
    HALVED = 13
    DISCARDED = 14
    STACKED = 15
    END_PHASE = 16
    GAME_ENDED = 17


SOURCE_NAMES = ("the own stack", "the other stack", "the first card")
SOURCE_TEXTS = ("their own stack", "the other player's stack", "their first card")
ENDINGS = {
    "": "",
    "ahead": f"{AHEAD} or more against {BEHIND} or less",
    "far ahead": f"{FAR_AHEAD} or more in the end phase",
    "behind": f"{BEHIND} or less in the end phase",
    "empty deck": "the temple deck is empty",
    "turn limit": f"{TURNS} turns have been played",
}
ENDING_TEXTS = tuple(ENDINGS.values())


def _three_nations(packed: int) -> list[str]:
    nations = (packed // NATIONS // NATIONS, packed // NATIONS % NATIONS, packed % NATIONS)
    return [NATION_NAMES[nation] for nation in nations]


def _counted(packed: int) -> str:
    """In their order, neighbours together: "2 Medes and 1 Persian"."""
    runs = [(name, len(list(cards))) for name, cards in groupby(_three_nations(packed))]
    *others, last = [f"{count} {name if count > 1 else name.removesuffix('s')}" for name, count in runs]
    return f"{', '.join(others)} and {last}" if others else last


def _listed(packed: int) -> str:
    return ", ".join(_three_nations(packed))


_NATION = named("nation", NATION_NAMES)
_SECRET_NATION = named("nation", NATION_NAMES, secret=True)
_SITE = named("site", SITE_NAMES)
_TARGET = named("target", SITE_NAMES)
_LEVEL = Argument("level")
_COUNT = Argument("count")
_SOURCE = named("source", SOURCE_NAMES, texts=SOURCE_TEXTS)
_MIGRANTS = 2  # the number that stands for three nations

FORMS: dict[int, EventForm] = {
    EventKind.DREW: EventForm("drew", (_SECRET_NATION,), "{seat} draws {nation}", "{seat} draws a card"),
    EventKind.RESHUFFLED: EventForm(
        "reshuffled", (_COUNT,), "{count:the discarded card becomes|the # discarded cards become} the new draw pile"
    ),
    EventKind.MOVED: EventForm("moved", (_SITE,), "{seat} moves the pawn to the {site}"),
    EventKind.DEPLOYED: EventForm("deployed", (_SITE, _NATION), "{seat} deploys {nation} at the {site}"),
    EventKind.BUILT: EventForm(
        "built", (_SITE, _LEVEL, _SOURCE), "{seat} builds level {level} at the {site}, from {source}"
    ),
    EventKind.MIGRATED: EventForm(
        "migrated",
        (
            _SITE,
            _TARGET,
            Argument("cards", _listed, said=_counted),
            Argument("nations", _three_nations, names=NATION_NAMES, column=_MIGRANTS),
        ),
        "{seat} moves {cards} from the {site} to the {target}",
    ),
    EventKind.USED: EventForm("used", (_SITE, _NATION), "{seat} discards {nation} at the {site}"),
    EventKind.DESTROYED: EventForm(
        "destroyed",
        (_SITE, _LEVEL, _COUNT),
        "{seat} loses the temple of level {level} at the {site}",
        sets=(Argument("levels"),),
    ),
    EventKind.STOLE: EventForm("stole", (_SITE, _LEVEL), "{seat} steals level {level} at the {site}"),
    EventKind.DESERTED: EventForm(
        "deserted", (_SITE, _NATION, _COUNT), "{seat} loses {count:# card|# cards} of the {nation} at the {site}"
    ),
    EventKind.SKIPPED: EventForm(
        "skipped",
        (_SITE, _LEVEL, _SOURCE),
        "{seat} skips a level and builds level {level} at the {site}, from {source}",
    ),
    EventKind.CHANGED_CAMPS: EventForm(
        "changed camps",
        (_SITE, _NATION, _COUNT),
        "{count:# card|# cards} of the {nation} at the {site} {count:changes|change} camps to {seat}",
    ),
    EventKind.HALVED: EventForm("halved", (_COUNT,), "{seat} must discard {count:# card|# cards} from the hand"),
    EventKind.DISCARDED: EventForm("discarded", (_NATION,), "{seat} discards {nation}"),
    EventKind.STACKED: EventForm("stacked", (_LEVEL,), "{seat} puts a card of level {level} on their stack"),
    EventKind.END_PHASE: EventForm("end phase", (), "the end phase begins"),
    EventKind.GAME_ENDED: EventForm("game ended", (named("reason", ENDING_TEXTS),), "the game ends: {reason}"),
}
