"""Babel, for two players: gather nations, build temples, ruin the other's."""

from __future__ import annotations

from ziggurat.core.game import EVERY_CLAIM, Game, NetworkSize, Option, Rules, SearchSettings
from ziggurat.core.lazy import lazy
from ziggurat.games.babel.actions import ACTIONS
from ziggurat.games.babel.cards import HANDS_NAMES, SEATS
from ziggurat.games.babel.evaluate import evaluate
from ziggurat.games.babel.events import ENDING_TEXTS, ENDINGS, FORMS
from ziggurat.games.babel.foresee import foresee
from ziggurat.games.babel.hidden import redact, resample
from ziggurat.games.babel.moves import NOTATION
from ziggurat.games.babel.rules import apply, legal, setup, standing
from ziggurat.games.babel.state import STATE
from ziggurat.games.babel.tensor import PLANES, observe

GAME = Game(
    name="babel",
    title="Babel",
    summary="Gather five nations at your building sites, and let them raise your temples or ruin the other's.",
    package=__name__,
    seat_counts=(SEATS,),
    options=(Option("hands", HANDS_NAMES, "cards that seats 0 and 1 start with"),),
    rules_version=1,
    actions=ACTIONS,
    state=STATE,
    rules=Rules(setup, legal, apply, observe, standing, redact, resample, evaluate, foresee),
    notation=NOTATION,
    event_forms=FORMS,
    endings=ENDING_TEXTS,
    ending_codes=tuple(ENDINGS),
    observation=PLANES,
    search=SearchSettings(exploration=0.3, width=2.0, tries=8, depth=8, greed=2),
    scale=4.0,
    network_size=NetworkSize(layers=2, channels=0, width=512),
    review_rate=25_000,
    level_ratings=(0, 341, 761, 1279, 1524, 1639, 1789),
    calibration={2: (0.447, 1.215)},  # slope and stretch
    turning_events={
        "built": 1,
        "skipped": 1,
        "stole": 1,
        "changed camps": 1,
        "destroyed": -1,
        "deserted": -1,
        "halved": -1,
    },
    puzzle_themes={
        "built": "temple",
        "skipped": "temple",
        "used": "ability",
        "destroyed": "ability",
        "stole": "ability",
        "deserted": "ability",
        "changed camps": "ability",
        "migrated": "migration",
        "halved": "ability",
        "deployed": "rows",
        "moved": "pawn",
    },
    view=lazy(f"{__name__}.view", "view"),
    prospects=lazy(f"{__name__}.prospects", "prospects"),
    write_position=lazy(f"{__name__}.position", "write_position"),
    read_position=lazy(f"{__name__}.position", "read_position"),
    draw=lazy(f"{__name__}.terminal", "draw"),
    plain=lazy(f"{__name__}.plain", "plain"),
    opening=lazy(f"{__name__}.opening", "opening"),
    picture=lazy(f"{__name__}.picture", "picture"),
    printed=lazy(f"{__name__}.printed", "printed"),
    claims=EVERY_CLAIM,
)
