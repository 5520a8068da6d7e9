"""What a puzzle is about, derived from what happens: never chosen by hand.

Some themes are the same in every game and follow from the reasons for which the answer is better, and from when it
comes; others are a game's own, and follow from what happens in the answer's own part of the line.
"""

from __future__ import annotations

from collections.abc import Sequence

from ziggurat.core.game import Game
from ziggurat.puzzles.format import Because, LineStep
from ziggurat.reviewing.lines import Prospect
from ziggurat.reviewing.report import Why

BY_REASON = {
    Why.WINS: "wins",  # the game, within a few turns
    Why.LOSES: "saves",
    Why.SOON: "builds",
    Why.AVOIDS: "blocks",
    Why.COSTS: "blocks",
    Why.SCORES: "scores",  # more points at once
    Why.KEEPS: "saves",  # points are not lost
    Why.BUILDS: "builds",  # more to come for its seat
    Why.BLOCKS: "blocks",  # less to come for another
    Why.HOLDS: "blocks",
    Why.COMES: "patience",  # the points come later in the line
    Why.LATER: "patience",
}
SACRIFICE = "sacrifice"  # fewer points at once than what tempts
OPENING, ENDGAME = "opening", "endgame"
GENERAL = ("wins", "scores", "saves", "builds", "blocks", "patience", SACRIFICE, OPENING, ENDGAME)
EARLY, LATE = 0.2, 0.85  # parts of a game
SOME = 1.0  # points that are worth a word


def of_game(game: Game) -> list[str]:
    """The themes that puzzles of a game can have."""
    return [*GENERAL, *dict.fromkeys(game.puzzle_themes.values())]


def themes(
    game: Game,
    seat: int,
    reasons: Sequence[Because],
    line: Sequence[LineStep],
    prospects: tuple[Prospect, Prospect],
    part: float,
) -> list[str]:
    """The themes of a puzzle; `prospects` are the answer's and the tempting action's, `part` how far the game is."""
    general = [BY_REASON[reason.kind] for reason in reasons]
    answer, tempting = prospects
    if tempting.scored[seat] - answer.scored[seat] >= SOME:
        general.append(SACRIFICE)
    if part < EARLY:
        general.append(OPENING)
    elif part >= LATE:
        general.append(ENDGAME)
    return list(dict.fromkeys([*general, *of_line(game, seat, line)]))


def of_line(game: Game, seat: int, line: Sequence[LineStep]) -> list[str]:
    """What happens to the seat before others decide."""
    kinds, own_themes = game.puzzle_themes, []
    for step in line:
        if step.seat != seat:
            break
        own_themes += [kinds[event.kind] for event in step.events if event.kind in kinds and event.seat == seat]
    return own_themes
