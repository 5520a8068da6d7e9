"""Babel as lines of text: for readers without a picture, such as language models."""

from __future__ import annotations

from collections.abc import Callable

from ziggurat.games.babel.cards import NATION_NAMES
from ziggurat.games.babel.view import Player, View


def plain(view: View, call: Callable[[int], str], whole: bool) -> list[str]:
    """What a seat sees. Rows and temples are written as they grew, the newest card last."""
    lines = [
        f"Turn {view.turn + 1}{', end phase' if view.end_phase else ''}. {call(view.active).capitalize()} to play."
    ]
    for player in view.players:
        lines += _player(player, call)
    lines.append(
        f"Draw pile {view.draw_size} cards, discard pile {view.discard or 'empty'}; temple deck "
        f"{view.temple_deck_size} cards{_top(view.temple_deck_top)}."
    )
    if view.migrated:
        lines.append("There has been a migration this turn.")
    return [*lines, "Nations and sites: " + ", ".join(f"{name[0]} {name}" for name in NATION_NAMES) + "."]


def _player(player: Player, call: Callable[[int], str]) -> list[str]:
    hand = player.hand if player.hand is not None else f"{player.hand_size} cards"
    known = f", of which {player.remembered} are known to the other player" if player.remembered else ""
    first = ", level-1 card not built yet" if player.first_card else ""
    stack = " ".join(map(str, player.stack)) or "empty"
    lines = [
        f"{call(player.seat).capitalize()}: {player.score} points, hand {hand or 'empty'}{known}, pawn at "
        f"{player.pawn}{first}, stack (top last) {stack}"
    ]
    for site in player.sites:
        if site.row or site.temple:
            temple = " ".join(map(str, site.temple)) or "none"
            lines.append(f"- at {site.nation}: row {site.row or 'empty'}, temple {temple} (value {site.value})")
    return lines


def _top(levels: list[int]) -> str:
    return f", on top (top last) {' '.join(map(str, levels))}" if levels else ""
