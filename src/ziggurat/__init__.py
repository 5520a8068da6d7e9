"""Ziggurat: Babylonia, Amyitis, Ur and Babel, to play and to study.

>>> import ziggurat
>>> match = ziggurat.new("babylonia", seats=4, seed=7, variant=True)
>>> match.actor
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
    ZigguratError,
)
from ziggurat.core.events import Event
from ziggurat.core.game import Game
from ziggurat.core.match import Match, load, new, read
from ziggurat.core.registry import game, game_names
from ziggurat.core.study import Study

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ziggurat.reviewing import review

__version__ = "0.1.0"

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
    "ZigguratError",
    "game",
    "game_names",
    "load",
    "new",
    "read",
    "review",
]


def __getattr__(name: str) -> object:
    """What is imported when it is first asked for: whoever plays a million games needs no judge."""
    if name != "review":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ziggurat.reviewing import review

    globals()[name] = review
    return review
