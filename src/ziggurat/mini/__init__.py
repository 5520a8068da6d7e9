"""Each game in small: the same rules with fewer pieces, small enough to be solved (docs/research/mini.md).

>>> import ziggurat.mini
>>> game = ziggurat.mini.game("babel")
>>> game.name, ziggurat.new("babel_mini", seed=1).actor
('babel_mini', 0)

Importing this registers the variants by name in this process, for matches, bots and environments. They are not in
`ziggurat.game_names()`, so no table or ladder offers them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ziggurat.core.registry import set_aside

if TYPE_CHECKING:
    from ziggurat.mini.variant import MiniGame

__all__ = ["game", "names"]

_BASES = ("babylonia", "amyitis", "ur", "babel")  # only games with a module in here
_SUFFIX = "_mini"

for _base in _BASES:
    set_aside(f"{_base}{_SUFFIX}", f"ziggurat.mini.{_base}")


def names() -> tuple[str, ...]:
    """The games that have a mini variant.

    >>> import ziggurat
    >>> ziggurat.mini.names()
    ('babylonia', 'amyitis', 'ur', 'babel')
    """
    return _BASES


def game(name: str) -> MiniGame:
    """The mini variant of a game, by the game's name or its own.

    >>> import ziggurat
    >>> ziggurat.mini.game("babel").name
    'babel_mini'
    """
    base = name.removesuffix(_SUFFIX)
    if base not in _BASES:
        raise ValueError(f"There is a mini variant of {', '.join(_BASES)}, not of {name!r}.")
    variant: MiniGame = import_module(f"ziggurat.mini.{base}").GAME
    return variant
