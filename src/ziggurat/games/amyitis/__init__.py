"""Amyitis, for two to four players: irrigate, trade and plant the hanging gardens of Babylon."""

from __future__ import annotations

from ziggurat.core.game import EVERY_CLAIM, Game, Rules, SearchSettings
from ziggurat.core.lazy import lazy
from ziggurat.games.amyitis.actions import ACTIONS
from ziggurat.games.amyitis.components import STANDARD, ComponentsOption
from ziggurat.games.amyitis.evaluate import evaluate
from ziggurat.games.amyitis.events import ENDING_TEXTS, ENDINGS, FORMS
from ziggurat.games.amyitis.foresee import foresee
from ziggurat.games.amyitis.moves import NOTATION
from ziggurat.games.amyitis.rules import apply, legal, setup, standing
from ziggurat.games.amyitis.state import STATE
from ziggurat.games.amyitis.tensor import PLANES, observe

GAME = Game(
    name="amyitis",
    title="Amyitis",
    summary="Recruit, trade and bring water up the terraces: plant the hanging gardens before the others do.",
    package=__name__,
    seat_counts=(2, 3, 4),
    options=(ComponentsOption("components", (STANDARD,), "the printed parts, or the name of a corrected file"),),
    rules_version=1,
    actions=ACTIONS,
    state=STATE,
    rules=Rules(setup, legal, apply, observe, standing, evaluate=evaluate, foresee=foresee),
    notation=NOTATION,
    event_forms=FORMS,
    endings=ENDING_TEXTS,
    ending_codes=tuple(ENDINGS),
    observation=PLANES,
    search=SearchSettings(
        exploration=0.3, width=1.0, tries=16, depth=40
    ),  # 12 ms a decision: 10 of 16 against depth 20
    network_fixed="part",
    review_rate=50_000,
    level_ratings=(0, 385, 871, 1401, 1635, 1775, 1925),
    calibration={2: (0.599, 1.182), 3: (0.895, 1.192), 4: (1.025, 1.212)},  # slope and stretch
    turning_events={
        "gained": 1,
        "planted": 1,
        "row won": 1,
        "temple won": 1,
        "court taken": 1,
        "gardener taken": 1,
        "recruited": 1,
        "bonus lost": -1,
    },
    puzzle_themes={
        "planted": "garden",
        "irrigated": "water",
        "moved": "caravan",
        "prayed": "temple",
        "court taken": "court",
        "gardener taken": "court",
        "worked": "fields",
    },
    view=lazy(f"{__name__}.view", "view"),
    prospects=lazy(f"{__name__}.prospects", "prospects"),
    write_position=lazy(f"{__name__}.position", "write_position"),
    read_position=lazy(f"{__name__}.position", "read_position"),
    draw=lazy(f"{__name__}.terminal", "draw"),
    plain=lazy(f"{__name__}.plain", "plain"),
    opening=lazy(f"{__name__}.opening", "opening"),
    picture=lazy(f"{__name__}.picture", "picture"),
    boards=lazy(f"{__name__}.turning", "boards"),
    turnings=lazy(f"{__name__}.turning", "turnings"),
    secrets=False,
    claims=EVERY_CLAIM,
)
