"""Ur as lines of text: for readers without a picture, such as language models."""

from __future__ import annotations

from collections.abc import Callable

from ziggurat.games.ur.board import KIND_LETTERS, KIND_NAMES, SIDE
from ziggurat.games.ur.view import Field, View

_LETTER = dict(zip(KIND_NAMES, KIND_LETTERS, strict=True))


def plain(view: View, call: Callable[[int], str], whole: bool) -> list[str]:
    """What a seat sees: players, then the square row by row."""
    owners = {player.seat: "you" if call(player.seat) == "you" else str(player.seat) for player in view.players}
    letters = ", ".join(f"{letter} {name}" for name, letter in _LETTER.items())
    lines = [f"Turn {view.turn + 1}. {view.ziggurats_left} ziggurats left in the supply."]
    for player in view.players:
        sets = " ".join(map(str, player.sets)) or "none"
        lines.append(
            f"{call(player.seat).capitalize()}: {player.score} points (sets {sets}), hand {'/'.join(player.hand)}, "
            f"{player.supply} stones in the supply, {player.ziggurats} ziggurats"
        )
    lines.append(f"Fields: the action shown, its back in small letters ({letters}), owner:stones, Z a ziggurat")
    fields = [_field(field, owners) for field in view.fields]
    lines += [", ".join(fields[start : start + SIDE]) for start in range(0, len(fields), SIDE)]
    if view.spares:
        lines.append("Beside the square: " + ", ".join("/".join(spare) for spare in view.spares))
    if view.used:
        lines.append(f"Used this turn: {', '.join(view.used)}")
    allowed = [f"{field.place} {field.allowed}" for field in view.fields if field.allowed]
    if allowed:
        lines.append(f"Stones still allowed: {', '.join(allowed)}")
    return lines


def _field(field: Field, owners: dict[int, str]) -> str:
    tile = f"{field.place} {_LETTER[field.shows]}{_LETTER[field.back].lower()}"
    if field.seat is None:
        return tile
    return f"{tile} {owners[field.seat]}:{'Z' if field.ziggurat else field.stones}"
