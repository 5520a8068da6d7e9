"""Write babel.fixture.json: the things to click of all actions; from matches of bots one event of each kind, and views
of the opening, of a turn with runs to use, of a hand to halve, and of the end.

python web/tests/games/babel_fixture.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

import ziggurat
from ziggurat.bots import find
from ziggurat.games.babel.actions import ACTIONS
from ziggurat.games.babel.moves import clicks

MATCHES = 20
BOTS = ("greedy", "search:60i")


def main() -> None:
    """Matches until everything has been seen; only what the tests need is kept."""
    game = ziggurat.game("babel")
    events: dict[str, Any] = {}
    views: dict[str, Any] = {}
    for seed in range(MATCHES):
        match = ziggurat.new("babel", seed=seed)
        players = [find(name)(game, seed) for name in (BOTS if seed % 2 else reversed(BOTS))]
        while not match.over:
            view = msgspec.to_builtins(match.view(match.actor))
            for name in _worth(view):
                views.setdefault(name, view)
            match.play(players[match.actor].choose(match.record(match.actor)))
        views.setdefault("final", msgspec.to_builtins(match.view(0)))
        for event in match.events():
            row = {"kind": event.kind, "seat": event.seat, "arguments": dict(event.arguments), "text": event.text}
            events.setdefault(event.kind, row)
    fixture = {
        "clicks": [list(clicks(action)) for action in range(ACTIONS)],
        "events": list(events.values()),
        "views": views,
    }
    Path(__file__).with_name("babel.fixture.json").write_text(json.dumps(fixture, separators=(",", ":")) + "\n")
    print(sorted(events), sorted(views))


def _worth(view: dict[str, Any]) -> list[str]:
    """What a view is good for."""
    starts = {choice["clicks"][0].split(":")[0] for choice in view["choices"]}
    good = []
    if view["turn"] == 0 and {"hand", "pawn"} <= starts:
        good.append("opening")
    if view["seat"] == 1 and {"hand", "pawn", "run", "row", "stack"} <= starts:
        good.append("acting")
    if view["phase"] == "discard":
        good.append("halved")
    return good


if __name__ == "__main__":
    main()
