"""Babylonia, for two to four players: place, surround, score."""

from __future__ import annotations

from ziggurat.core.game import EVERY_CLAIM, Game, NetworkSize, Option, Rules, SearchSettings
from ziggurat.core.lazy import lazy
from ziggurat.games.babylonia.actions import ACTIONS
from ziggurat.games.babylonia.evaluate import evaluate
from ziggurat.games.babylonia.events import ENDING_TEXTS, ENDINGS, FORMS
from ziggurat.games.babylonia.foresee import foresee
from ziggurat.games.babylonia.hidden import redact, resample
from ziggurat.games.babylonia.moves import NOTATION
from ziggurat.games.babylonia.rules import apply, legal, setup, standing
from ziggurat.games.babylonia.state import STATE
from ziggurat.games.babylonia.tensor import PLANES, observe

GAME = Game(
    name="babylonia",
    title="Babylonia",
    summary="Spread your clan along the rivers and be there, with the right nobles, when a city is surrounded.",
    package=__name__,
    seat_counts=(2, 3, 4),
    options=(Option("variant", (False, True), "draw seven of all nine ziggurat cards, instead of cards 1 to 7"),),
    rules_version=1,
    actions=ACTIONS,
    state=STATE,
    rules=Rules(setup, legal, apply, observe, standing, redact, resample, evaluate, foresee),
    notation=NOTATION,
    event_forms=FORMS,
    endings=ENDING_TEXTS,
    ending_codes=tuple(ENDINGS),
    observation=PLANES,
    search=SearchSettings(exploration=0.15, width=0.7, tries=32, depth=16),
    network_size=NetworkSize(layers=3, channels=32, width=128),
    network_board=lazy(f"{__name__}.turning", "network_board"),
    review_rate=10_000,
    level_ratings=(0, 273, 546, 993, 1114, 1268, 1418),
    calibration={2: (0.542, 1.147), 3: (0.976, 1.133), 4: (1.334, 1.073)},  # slope and stretch
    turning_events={"city taken": 1, "ziggurat won": 1, "card taken": 1, "extra turn": 1},
    puzzle_themes={
        "city taken": "city",
        "city discarded": "city",
        "ziggurat won": "ziggurat",
        "ziggurat tied": "ziggurat",
        "card taken": "card",
        "placed in river": "river",
    },
    view=lazy(f"{__name__}.view", "view"),
    prospects=lazy(f"{__name__}.prospects", "prospects"),
    write_position=lazy(f"{__name__}.position", "write_position"),
    read_position=lazy(f"{__name__}.position", "read_position"),
    draw=lazy(f"{__name__}.terminal", "draw"),
    plain=lazy(f"{__name__}.plain", "plain"),
    picture=lazy(f"{__name__}.picture", "picture"),
    boards=lazy(f"{__name__}.turning", "boards"),
    opening=lazy(f"{__name__}.opening", "opening"),
    printed=lazy(f"{__name__}.printed", "printed"),
    claims=EVERY_CLAIM,
)
