"""A match as text without what a seat may not know: what happened, in the sentences that the seat is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ziggurat.core.game import write_option

if TYPE_CHECKING:
    from ziggurat.core.match import Match

FIRST_LINE = "ziggurat record 1"


def write(match: Match, seat: int) -> str:
    """The log of one seat (-1: a spectator): no seed, no secrets; `ziggurat.read` cannot replay it.

    Once the game is over, the seat knows what it knew, and no more.
    """
    viewer = "a spectator" if seat < 0 else f"seat {seat}"
    lines = [FIRST_LINE, f"game {match.game.name}", f"rules {match.rules}", f"seats {match.seats}"]
    lines += [f"{name} {write_option(value)}" for name, value in match.options.items()]
    lines += [f"seen by {viewer}", ""]
    deciders = match.deciders()
    for number, events in enumerate(match.events_by_decision(seat)):
        news = "; ".join(event.text for event in events)
        lines.append(f"{number + 1}. {news or f'Seat {deciders[number]} decides'}.")
    lines += ["", match.summary() + "."]
    return "\n".join(lines) + "\n"
