"""Nine Wells, the smallest whole game: a board, a secret and a die. `docs/adding-a-game.md` goes through it."""

from __future__ import annotations

from ziggurat.core.game import Game, Rules
from ziggurat.core.lazy import lazy

from .actions import ACTIONS
from .events import ENDING_TEXTS, ENDINGS, FORMS
from .hidden import redact, resample
from .moves import NOTATION
from .rules import apply, legal, setup, standing
from .state import STATE
from .tensor import PLANES, observe

GAME = Game(
    name="wells",
    title="Nine Wells",
    summary="Claim wells, roll for water, and keep your spring to yourself.",
    package=__name__,
    seat_counts=(2, 3, 4),
    options=(),
    rules_version=2,  # an own spring is worth 6 instead of 3
    earlier_rules=(1,),
    actions=ACTIONS,
    state=STATE,
    rules=Rules(setup, legal, apply, observe, standing, redact, resample),
    notation=NOTATION,
    event_forms=FORMS,
    endings=ENDING_TEXTS,
    ending_codes=tuple(ENDINGS),
    observation=PLANES,
    view=lazy(f"{__name__}.view", "view"),
    write_position=lazy(f"{__name__}.position", "write_position"),
    read_position=lazy(f"{__name__}.position", "read_position"),
    draw=lazy(f"{__name__}.terminal", "draw"),
    deals=9**4,  # a spring for each seat
    throws=6,
    picture=lazy(f"{__name__}.picture", "picture"),
)
