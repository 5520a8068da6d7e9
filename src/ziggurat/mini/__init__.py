"""Each game in small: the same rules with fewer pieces, small enough to be solved (docs/research/mini.md).

>>> import ziggurat.mini
>>> game = ziggurat.mini.game("babel")
>>> game.name, ziggurat.new("babel_mini", seed=1).actor
('babel_mini', 0)

Importing this registers the variants by name in this process, for matches, bots and environments. They are not in
`ziggurat.game_names()`, so no table or ladder offers them.

Other packages can bring variants of their games: an entry point of the group `ziggurat.mini`, whose name is the game's
and whose value is the module that has the variant as `GAME`, made by `ziggurat.mini.variant.mini`. In one process,
`register` does the same.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from ziggurat.core.registry import set_aside

if TYPE_CHECKING:
    from ziggurat.mini.variant import MiniGame

__all__ = ["game", "names", "register"]

GROUP = "ziggurat.mini"
_OURS = ("babylonia", "amyitis", "ur", "babel")  # only games with a module in here
_SUFFIX = "_mini"
_MODULES: dict[str, str] = {}
"""By the game's name: the module of its variant."""


def register(name: str, module: str) -> None:
    """Make the mini variant of a game known in this process: `module` has it as `GAME`.

    >>> import ziggurat.mini
    >>> ziggurat.mini.register("babel", "ziggurat.mini.babel")
    """
    _MODULES[name] = module
    set_aside(f"{name}{_SUFFIX}", module)


def names() -> tuple[str, ...]:
    """The games that have a mini variant.

    >>> import ziggurat
    >>> ziggurat.mini.names()
    ('babylonia', 'amyitis', 'ur', 'babel')
    """
    return tuple(_MODULES)


def game(name: str) -> MiniGame:
    """The mini variant of a game, by the game's name or its own.

    >>> import ziggurat
    >>> ziggurat.mini.game("babel").name
    'babel_mini'
    """
    base = name.removesuffix(_SUFFIX)
    if base not in _MODULES:
        raise ValueError(f"There is a mini variant of {', '.join(_MODULES)}, not of {name!r}.")
    variant: MiniGame = import_module(_MODULES[base]).GAME
    return variant


for _base in _OURS:
    register(_base, f"ziggurat.mini.{_base}")
for _point in entry_points(group=GROUP):
    if _point.name not in _OURS:
        register(_point.name, _point.value)
