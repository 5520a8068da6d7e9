"""Ziggurat: Babylonia, Amyitis, Ur and Babel, to play and to study.

>>> import ziggurat
>>> match = ziggurat.new("babylonia", seats=4, seed=7, variant=True)
>>> match.actor
0
>>> match.play(ziggurat.bot("greedy").choose(match)).actor
0
"""

from ziggurat.core.errors import (
    AmbiguousMove,
    BadLog,
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    InvalidMove,
    UndoRefused,
    UnknownGame,
    UnknownOption,
    UnreadableReply,
    ZigguratError,
)
from ziggurat.core.events import Event
from ziggurat.core.game import Game
from ziggurat.core.match import Match, load, new, open, read  # noqa: A004 - as gzip.open: people write ziggurat.open
from ziggurat.core.registry import game, game_names
from ziggurat.core.study import Study

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ziggurat.bots import bot
    from ziggurat.reviewing import judge, review

__version__ = "0.1.0"
LAZY = {
    "bot": "ziggurat.bots",
    "judge": "ziggurat.reviewing",
    "review": "ziggurat.reviewing",
}  # by public name: the package that has it
PACKAGES = ("bots", "data", "envs", "ladder", "mini", "sim")  # what `import ziggurat` is enough for

__all__ = [
    "AmbiguousMove",
    "BadLog",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Event",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "Match",
    "Study",
    "UndoRefused",
    "UnknownGame",
    "UnknownOption",
    "UnreadableReply",
    "ZigguratError",
    "bot",
    "game",
    "game_names",
    "judge",
    "load",
    "new",
    "open",
    "read",
    "review",
]


def __getattr__(name: str) -> object:
    """What is imported when it is first asked for: whoever plays a million games needs neither judge nor bots."""
    from importlib import import_module

    if name in PACKAGES:
        return import_module(f"{__name__}.{name}")
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(LAZY[name]), name)
    return found
