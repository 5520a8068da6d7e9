"""How many clicks a turn takes on the page: `python benchmarks/clicks.py`. Turns are those of networks that play.

Three ways of counting the same decisions: every place of every path, as it was at first (a worker of Amyitis took two);
what the page spares now; and with "End my turn automatically" switched on. Where the page asks nothing, because
only one thing can be chosen and the rules choose it, nothing is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import ziggurat
from ziggurat.bots import NetworkBot
from ziggurat.core.choices import all_choices
from ziggurat.core.match import Match

MATCHES = 6
SPARED_END = {"babylonia": "end", "ur": "done", "babel": "end", "amyitis": "done"}


class Decision(NamedTuple):
    """What was clicked, and whether there was nothing else to choose."""

    text: str
    clicks: Sequence[str]
    alone: bool


def turns(name: str, seed: int) -> list[list[Decision]]:
    """Every turn of a match: decisions of one seat in a row."""
    game = ziggurat.game(name)
    match = ziggurat.new(name, seats=3 if 3 in game.seat_counts else 2, seed=seed)
    bots = [NetworkBot(game, seed + seat) for seat in range(match.seats)]
    paths = all_choices(game)
    turns_played: list[list[Decision]] = []
    before = -1
    while not match.over:
        actor = match.actor
        if actor != before or _begins(match):
            turns_played.append([])
        alone = len(match.legal()) == 1
        action = int(bots[actor].choose(match.record(actor)))
        turns_played[-1].append(Decision(game.notation.write(action), paths[action].clicks, alone))
        match.play(action)
        before = actor
    return [turn for turn in turns_played if turn]


def _begins(match: Match) -> bool:
    """Whether the same seat begins another turn: it has just ended one."""
    return bool(len(match)) and match.history()[-1].split()[0] in ("end", "swap")


def at_first(name: str, turn: list[Decision]) -> int:
    """Every place of every path."""
    crafts = sum(one.clicks[0].startswith("craft:") for one in turn)  # a group, then a card of it
    return sum(len(one.clicks) for one in turn) + crafts


def now(name: str, turn: list[Decision]) -> int:
    """What the page spares: the kind that stays chosen, and all stones of an action at once."""
    clicks, at = 0, 0
    kept = ""
    while at < len(turn):
        one = turn[at]
        run = 1
        if name == "ur" and one.text.startswith("put "):
            while at + run < len(turn) and turn[at + run].text.startswith("put "):
                run += 1
            whole = at + run == len(turn) or turn[at + run].text != "done"  # nothing was left out
            clicks += 1 if whole else run
        else:
            clicks += len(one.clicks) - (one.clicks[0] == kept)
        kept = one.clicks[0] if one.clicks[0].startswith("stand:") else ""
        at += run
    return clicks


def by_itself(name: str, turn: list[Decision]) -> int:
    """The same without ending what is complete."""
    return now(name, turn) - sum(one.alone and one.text == SPARED_END[name] for one in turn)


COUNTS: tuple[Callable[[str, list[Decision]], int], ...] = (at_first, now, by_itself)


def table() -> str:
    """As Markdown, for the documentation."""
    lines = ["| game | turns | at first | now | ending by itself |", "|---|---|---|---|---|"]
    for name in ziggurat.game_names():
        all_turns = [turn for seed in range(MATCHES) for turn in turns(name, seed)]
        means = [sum(count(name, turn) for turn in all_turns) / len(all_turns) for count in COUNTS]
        shown = " | ".join(f"{mean:.2f}" for mean in means)
        lines.append(f"| {ziggurat.game(name).title} | {len(all_turns):,} | {shown} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
