"""Draws how strength grew while training: `python docs/make/curves.py` makes pictures of learning/*.csv.

`curves.svg` and `processor.svg` show what `ziggurat train` wrote into its folder on a GPU and on two cores,
`baselines.svg` what the examples wrote with `--curve`, `recipes.svg` what the recipes printed, `ladder.svg` what
examples/train_ppo.py and benchmarks/bots/training_curve.py did for each task of the ladder.
"""

from __future__ import annotations

import csv
from itertools import pairwise
from pathlib import Path

from ziggurat.core.drawing.svg import BRICK, GOLD, INK, LAPIS, LINE, QUIET, REED, canvas, disc, number, text

FOLDER = Path(__file__).parents[1] / "learning"
COLOURS = {"amyitis": REED, "babel": GOLD, "babylonia": LAPIS, "ur": BRICK}
WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 760, 400, 64, 52, 24, 110


def points(name: str) -> list[tuple[float, float]]:
    """Minutes and Elo since the beginning."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [(0.0, 0.0), *((float(row["seconds"]) / 60, float(row["elo"])) for row in csv.DictReader(file))]


def line(x1: float, y1: float, x2: float, y2: float, ink: str, thick: float) -> str:
    """A straight line."""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line {ends} stroke="{ink}" stroke-width="{number(thick)}" stroke-linecap="round"/>'


def picture(curves: dict[str, list[tuple[float, float]]], unit: str, every: int, most_elo: int) -> str:
    """Curves by game in one picture."""
    most = max(minutes for curve in curves.values() for minutes, _ in curve)

    def place(minutes: float, elo: float) -> tuple[float, float]:
        x = LEFT + minutes / most * (WIDTH - LEFT - RIGHT)
        return x, HEIGHT - BOTTOM - elo / most_elo * (HEIGHT - BOTTOM - TOP)

    parts = []
    for elo in range(0, most_elo + 1, 500):
        x, y = place(0, elo)
        parts += [line(x, y, WIDTH - RIGHT, y, LINE, 0.5), text(x - 8, y + 4, elo, QUIET, 12, anchor="end")]
    for minutes in range(0, int(most) + 1, every):
        x, y = place(minutes, 0)
        parts.append(text(x, y + 18, minutes, QUIET, 12))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, f"minutes of {unit}", INK, 13))
    parts.append(text(LEFT, 16, "Elo since the beginning, by the gate's games", INK, 13, anchor="start"))
    for game, curve in curves.items():
        ends = [place(*point) for point in curve]
        parts += [line(*a, *b, COLOURS[game], 2) for a, b in pairwise(ends)]
        parts += [disc(x, y, 3, COLOURS[game]) for x, y in ends]
        parts.append(text(ends[-1][0] + 8, ends[-1][1] + 4, game.capitalize(), COLOURS[game], 13, anchor="start"))
    return canvas(WIDTH, HEIGHT, parts) + "\n"


BASELINES = {
    "ppo-babel-2": ("PPO, self-play", LAPIS),
    "dmc-babel-2": ("Monte Carlo, against random", BRICK),
    "alphazero-babel-2": ("AlphaZero, self-play, searching", REED),
    "maskable-ppo-babel-2": ("sb3-contrib's MaskablePPO, against random", QUIET),
    "qrdqn-babel-2": ("sb3-contrib's QR-DQN, against random", GOLD),
}


def looks(name: str, column: str, unit: float) -> dict[str, list[tuple[float, float]]]:
    """By seed: how far it was, by a column of the file and in this unit, and the share won against `random`."""
    curves: dict[str, list[tuple[float, float]]] = {}
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            curves.setdefault(row["seed"], []).append((float(row[column]) / unit, float(row["won"])))
    return curves


def baselines() -> str:
    """The examples' curves in Babel, a line for each seed."""
    drawn = {name: looks(name, "decisions", 1000) for name in BASELINES}
    most = max(point[0] for curves in drawn.values() for curve in curves.values() for point in curve)

    def place(decisions: float, won: float) -> tuple[float, float]:
        x = LEFT + decisions / most * (WIDTH - LEFT - RIGHT)
        return x, HEIGHT - BOTTOM - won * (HEIGHT - BOTTOM - TOP)

    parts = []
    for percent in range(0, 101, 25):
        x, y = place(0, percent / 100)
        parts += [line(x, y, WIDTH - RIGHT, y, LINE, 0.5), text(x - 8, y + 4, f"{percent}%", QUIET, 12, anchor="end")]
    for thousands in range(0, int(most) + 1, 20):
        x, y = place(thousands, 0)
        parts.append(text(x, y + 18, thousands, QUIET, 12))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "thousand decisions", INK, 13))
    parts.append(text(LEFT, 16, "Babel, two seats: games won against random", INK, 13, anchor="start"))
    for number_of, (name, (label, ink)) in enumerate(BASELINES.items()):
        for curve in drawn[name].values():
            ends = [place(*point) for point in curve]
            parts += [line(*a, *b, ink, 2) for a, b in pairwise(ends)]
            parts += [disc(x, y, 3, ink) for x, y in ends]
        y = HEIGHT - BOTTOM - 4 - 18 * (len(BASELINES) - number_of)
        parts.append(text(WIDTH - RIGHT, y, label, ink, 13, anchor="end"))
    return canvas(WIDTH, HEIGHT, parts) + "\n"


RECIPES = {
    "cleanrl": ("PyTorch alone, self-play", LAPIS),
    "pufferlib": ("PufferLib", BRICK),
    "rllib": ("RLlib", GOLD),
    "sb3": ("Stable-Baselines3", REED),
    "torchrl": ("TorchRL", INK),
}


def recipes() -> str:
    """What examples/recipe_*.py printed: a panel for each opponent, a line for each library."""
    read = {}
    for name in RECIPES:
        with (FOLDER / f"recipe-{name}.csv").open(encoding="utf-8", newline="") as file:
            read[name] = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    most = max(row["decisions"] for rows in read.values() for row in rows)
    high, across, down, parts = 300.0, (WIDTH - 24) / 2 - 62, 200.0, []
    for panel, opponent in enumerate(("random", "greedy")):
        left, top = 12 + panel * (WIDTH - 24) / 2 + 46, 34.0
        parts.append(text(left, top - 12, f"games won against {opponent}", INK, 13, anchor="start"))
        for percent in (0, 50, 100):
            y = top + (1 - percent / 100) * down
            parts += [line(left, y, left + across, y, LINE, 0.5)]
            parts.append(text(left - 8, y + 4, f"{percent}%", QUIET, 12, anchor="end"))
        for thousands in range(0, int(most / 1000) + 1, 20):
            parts.append(text(left + 1000 * thousands / most * across, top + down + 18, thousands, QUIET, 12))
        for name, (_, ink) in RECIPES.items():
            ends = [(left + row["decisions"] / most * across, top + (1 - row[opponent]) * down) for row in read[name]]
            parts += [line(*a, *b, ink, 1.5) for a, b in pairwise(ends)]
            parts += [disc(x, y, 2, ink) for x, y in ends]
    parts.append(text(WIDTH / 2, high - 30, "thousand decisions, Babel, two seats", INK, 13))
    for number_of, (label, ink) in enumerate(RECIPES.values()):
        parts.append(text(110 + 140 * number_of, high - 6, label, ink, 13))
    return canvas(WIDTH, high, parts) + "\n"


TASKS = {"amyitis-2": "Amyitis, 2 seats", "babel-2": "Babel, 2", "babylonia-2": "Babylonia, 2", "ur-3": "Ur, 3"}
LEARNERS = {"ppo": ("examples/train_ppo.py", LAPIS), "own": ("ziggurat train", BRICK)}
MINUTES = 4.25


def ladder() -> str:
    """Both learners on one core, a panel for each task of the ladder, a line for each seed."""
    parts = []
    wide, high = (WIDTH - 24) / 2, 210.0
    for at, (task, title) in enumerate(TASKS.items()):
        left, top = 12 + at % 2 * wide + 46, 34 + at // 2 * (high + 14)
        across, down = wide - 62, high - 58

        def place(
            minutes: float,
            won: float,
            *,
            corner: tuple[float, float] = (left, top),
            size: tuple[float, float] = (across, down),
        ) -> tuple[float, float]:
            return corner[0] + minutes / MINUTES * size[0], corner[1] + (1 - won) * size[1]

        parts.append(text(left, top - 12, title, INK, 13, anchor="start"))
        for percent in (0, 50, 100):
            x, y = place(0, percent / 100)
            parts += [line(x, y, x + across, y, LINE, 0.5), text(x - 8, y + 4, f"{percent}%", QUIET, 12, anchor="end")]
        parts += [text(*place(minutes, -0.12), minutes, QUIET, 12) for minutes in range(5)]
        for learner, (_, ink) in LEARNERS.items():
            for curve in looks(f"ladder/{learner}-{task}", "seconds", 60).values():
                ends = [place(*point) for point in curve]
                parts += [line(*a, *b, ink, 1.5) for a, b in pairwise(ends)]
                parts += [disc(x, y, 2, ink) for x, y in ends]
    bottom = 34 + 2 * (high + 14)
    parts.append(text(WIDTH / 2, bottom - 22, "minutes of one core: games won against random", INK, 13))
    for number_of, (label, ink) in enumerate(LEARNERS.values()):
        parts.append(text(WIDTH / 2 - 110 + 220 * number_of, bottom, label, ink, 13))
    return canvas(WIDTH, bottom + 14, parts) + "\n"


if __name__ == "__main__":
    (FOLDER / "ladder.svg").write_text(ladder(), "utf-8")
    (FOLDER / "recipes.svg").write_text(recipes(), "utf-8")
    (FOLDER / "baselines.svg").write_text(baselines(), "utf-8")
    fast, slow = {game: points(game) for game in COLOURS}, {"babel": points("babel-processor")}
    (FOLDER / "curves.svg").write_text(picture(fast, "a shared H200", 2, 2500), "utf-8")
    (FOLDER / "processor.svg").write_text(picture(slow, "two cores", 10, 1500), "utf-8")
