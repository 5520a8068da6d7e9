"""The games there are, found by name. A game's package is imported when it is first asked for."""

from __future__ import annotations

import difflib
from importlib import import_module

from ziggurat.core.errors import UnknownGame
from ziggurat.core.game import Game
from ziggurat.core.sentence import quoted, sentence

_PACKAGES = {
    "babylonia": "ziggurat.games.babylonia",
    "amyitis": "ziggurat.games.amyitis",
    "ur": "ziggurat.games.ur",
    "babel": "ziggurat.games.babel",
}


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_PACKAGES)


def game(name: str) -> Game:
    """The game of that name."""
    if not isinstance(name, str) or name not in _PACKAGES:
        if close := difflib.get_close_matches(str(name).lower(), _PACKAGES, n=1):
            raise UnknownGame(
                sentence(
                    "There is no game called {name}. Did you mean {close}?", name=quoted(name), close=repr(close[0])
                )
            )
        raise UnknownGame(
            sentence("There is no game called {name}. There is {names}.", name=quoted(name), names=", ".join(_PACKAGES))
        )
    found: Game = import_module(_PACKAGES[name]).GAME
    return found
