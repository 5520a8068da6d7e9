"""Write ur.fixture.json: from random matches of Ur, a view at the end, a view in mid-turn, one choice and one event of
each kind, and the phases met.

python web/tests/games/ur_fixture.py
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec

import ziggurat

MATCHES = 6


def main() -> None:
    """Random matches with any number of seats, until everything has been seen."""
    phases: set[str] = set()
    clicks: dict[str, list[str]] = {}
    events: dict[str, Any] = {}
    acting = final = None
    for seed in range(MATCHES):
        match = ziggurat.new("ur", seats=2 + seed % 3, seed=seed)
        chance = random.Random(seed)
        while not match.over:
            view = msgspec.to_builtins(match.view(match.actor))
            phases.add(view["phase"])
            for choice in view["choices"]:
                clicks.setdefault(" ".join(click.split(":")[0] for click in choice["clicks"]), choice["clicks"])
            if view["seats"] == 2 and view["phase"] == "trade" and any(field["ziggurat"] for field in view["fields"]):
                acting = acting or view
            match.play(chance.choice(match.legal()))
        for event in match.events():
            events.setdefault(
                event.kind,
                {"kind": event.kind, "seat": event.seat, "arguments": dict(event.arguments), "text": event.text},
            )
        if seed == 1:
            final = msgspec.to_builtins(match.view(0))
    fixture = {
        "phases": sorted(phases),
        "clicks": list(clicks.values()),
        "events": list(events.values()),
        "acting": acting,
        "final": final,
    }
    Path(__file__).with_name("ur.fixture.json").write_text(json.dumps(fixture, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
