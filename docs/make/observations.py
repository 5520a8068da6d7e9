"""Writes docs/research/observations.md, the observation planes of every game: `python docs/make/observations.py`."""

from __future__ import annotations

from pathlib import Path

import ziggurat

PAGE = Path(__file__).parents[1] / "research" / "observations.md"
HEADING = """# Observation planes

Written by `python docs/make/observations.py` from `game.observation`. The planes lie one after the other ([how to use
them](../environments.md#what-all-of-them-share)). Seats are counted from the observer, who is number 0.
"""


def page() -> str:
    """The whole page."""
    parts = [HEADING]
    for name in ziggurat.game_names():
        game = ziggurat.game(name)
        parts.append(f"## {game.title}\n\n{game.observation_size} numbers, {game.actions} actions.\n")
        parts.append("| plane | shape | meaning |\n|---|---|---|")
        parts += [
            f"| `{plane.name}` | {'×'.join(map(str, plane.shape))} | {plane.text} |" for plane in game.observation
        ]
        parts.append("")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"docs/research/{PAGE.name} describes {', '.join(ziggurat.game_names())}")
