"""Ur, for three or four players (two as a house variant): the tiles are the board, the actions and the points."""

from __future__ import annotations

from ziggurat.core.game import EVERY_CLAIM, Game, NetworkSize, Option, Rules, SearchSettings, resample_nothing
from ziggurat.core.lazy import lazy
from ziggurat.games.ur.actions import ACTIONS
from ziggurat.games.ur.evaluate import evaluate
from ziggurat.games.ur.events import ENDING_TEXTS, ENDINGS, FORMS
from ziggurat.games.ur.foresee import foresee
from ziggurat.games.ur.moves import NOTATION
from ziggurat.games.ur.rules import apply, legal, setup, standing
from ziggurat.games.ur.state import STATE
from ziggurat.games.ur.tensor import PLANES, observe

GAME = Game(
    name="ur",
    title="Ur",
    summary="Farm, trade, persuade and fight with tiles that are board, action and points at once.",
    package=__name__,
    seat_counts=(2, 3, 4),
    seat_notes={2: "a house variant: the published game is for 3 or 4"},
    options=(
        Option(
            "bonus",
            ("rulebook", "published"),
            "extra stones for using both actions, as our rulebook reads, or for using none, as published accounts say",
        ),
        Option(
            "culture",
            ("each", "once"),
            "a stone from each culture field beside a field, or one however many there are: the rulebook's sentence "
            "can be read both ways",
        ),
        Option(
            "covered",
            (True, False),
            "whether the tile under a ziggurat scores with its picture too: other accounts say that building secures "
            "it, the rulebook's tips that such fields contribute no more",
        ),
        Option(
            "hunger",
            ("others", "all"),
            "which fields agriculture can cost a stone: those that are no agriculture fields, or to the letter all "
            "that no agriculture field of their owner lies beside",
        ),
        Option(
            "reach",
            ("beside", "any"),
            "which fields a war can attack: those beside the attacking field, or any, since the rulebook names no "
            "distance",
        ),
    ),
    rules_version=1,
    actions=ACTIONS,
    state=STATE,
    rules=Rules(setup, legal, apply, observe, standing, resample=resample_nothing, evaluate=evaluate, foresee=foresee),
    notation=NOTATION,
    event_forms=FORMS,
    endings=ENDING_TEXTS,
    ending_codes=tuple(ENDINGS),
    observation=PLANES,
    search=SearchSettings(exploration=0.3, width=1.5, tries=8, depth=8),
    scale=8.0,
    network_size=NetworkSize(layers=3, channels=32, width=128),
    network_board=lazy(f"{__name__}.network", "network_board"),
    network_fixed=("starving", "far"),  # readings that it has not learned
    # With nothing to be gained by an early end, both of two seats learned to wait for the limit of 1000 turns.
    discounts=(0.985, 0.997),
    review_rate=20_000,
    level_ratings=(0, 833, 1127, 1497, 1780, 1939, 2089),
    calibration={2: (1.023, 1.051), 3: (0.984, 1.25), 4: (0.669, 1.524)},  # slope and stretch
    turning_events={"built": 1, "bonus": 1, "lost": -1},
    puzzle_themes={"attacked": "war", "built": "ziggurat", "bonus": "bonus", "swapped": "swap"},
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
    chance=False,
    secrets=False,
    claims=EVERY_CLAIM,
)
