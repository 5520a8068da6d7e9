"""Opening codes of Babylonia: the part of the board where a seat's first token lies, as a compass direction."""

from __future__ import annotations

from functools import cache

from ziggurat.core.match import Match

_ROWS, _COLUMNS = ("north", "", "south"), ("west", "", "east")


def opening(match: Match, seat: int) -> str:
    """`north-west` and so on, `centre` in the middle; nothing before the first token."""
    for decider, action in zip(match.deciders(), match.actions, strict=True):
        places = [
            click.removeprefix("hex:") for click in match.game.notation.clicks(action) if click.startswith("hex:")
        ]
        if decider == seat and places:
            return parts()[places[0]]
    return ""


@cache
def parts() -> dict[str, str]:
    """The part of the land that each hexagon lies in: a third of its width and of its height."""
    from ziggurat.games.babylonia import GAME

    board = GAME.boards()["hexagons"]
    where = board.coordinates
    thirds = (3 * (where - where.min(axis=0)) / (where.max(axis=0) - where.min(axis=0))).astype(int).clip(0, 2)
    named = ("-".join(filter(None, (_ROWS[row], _COLUMNS[column]))) or "centre" for column, row in thirds)
    return dict(zip(board.names, named, strict=True))
