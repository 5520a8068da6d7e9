"""The registered games by name. A game's package is imported on first use.

Other packages can bring games along: an entry point of the group `ziggurat.games`, whose name is the game's and whose
value is the package that has its `GAME` (docs/adding-a-game.md).
"""

from __future__ import annotations

import difflib
import functools
import logging
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from ziggurat.core.errors import UnknownGame
from ziggurat.core.game import Game
from ziggurat.core.sentence import quoted, sentence

log = logging.getLogger("ziggurat.registry")
GROUP = "ziggurat.games"
OURS = {  # only those in this package; others come by entry points
    "babylonia": "ziggurat.games.babylonia",
    "amyitis": "ziggurat.games.amyitis",
    "ur": "ziggurat.games.ur",
    "babel": "ziggurat.games.babel",
}


_ASIDE: dict[str, str] = {}
"""By name: packages of games that are found only once somebody has asked for them; see `set_aside`."""


def set_aside(name: str, package: str) -> None:
    """Register a game that is not listed or offered: research variants, in this process only."""
    _ASIDE[name] = package


def unlisted_names() -> tuple[str, ...]:
    """The names of games that were set aside."""
    return tuple(_ASIDE)


@functools.cache
def _packages() -> dict[str, str]:
    """By name: the package of every game. Other packages cannot replace one of ours."""
    return {point.name: point.value for point in entry_points(group=GROUP) if _is_whole(point)} | OURS


def _is_whole(point: EntryPoint) -> bool:
    """Whether another package's game can be loaded; a broken one is left out with a warning."""
    try:
        card_name: str = import_module(point.value).GAME.name
    except Exception as problem:  # noqa: BLE001 - whatever is wrong with it, it is not ours
        log.warning("The game %s of %s is left out: %s.", point.name, point.value, problem or type(problem).__name__)
        return False
    if card_name != point.name:
        log.warning("The game %s of %s is left out: it calls itself %s.", point.name, point.value, card_name)
    return card_name == point.name


def game_names() -> tuple[str, ...]:
    """The names of all games, ours first.

    >>> import ziggurat
    >>> ziggurat.game_names()
    ('babylonia', 'amyitis', 'ur', 'babel')
    """
    return tuple(dict.fromkeys((*OURS, *_packages())))


def game(name: str | Game) -> Game:
    """The game of that name; a game itself comes back as it is, so that functions take either.

    >>> import ziggurat
    >>> ziggurat.game("babel").seat_counts
    (2,)
    """
    if isinstance(name, Game):
        return name
    packages = _packages() | _ASIDE
    if not isinstance(name, str) or name not in packages:
        if close := difflib.get_close_matches(str(name).lower(), packages, n=1):
            raise UnknownGame(
                sentence(
                    "There is no game called {name}. Did you mean {close}?", name=quoted(name), close=repr(close[0])
                )
            )
        raise UnknownGame(
            sentence(
                "There is no game called {name}. There is {names}.", name=quoted(name), names=", ".join(game_names())
            )
        )
    card: Game = import_module(packages[name]).GAME
    return card
