"""How true winning chances are: of the positions called 70%, are 70% won?

    python benchmarks/calibration.py --games 400                    # all games and seats: fit, and a reliability table
    python benchmarks/calibration.py babel --games 100 --iterations 1000     # as a review searches them
    python benchmarks/calibration.py --games 400 --out docs/calibration      # also the plots

Networks play each other, each action drawn by its odds, so that no two games are alike. At every eighth decision the
chances of all seats are noted, and at the end who won (shared victories are split). The two numbers of
`Game.calibration` are fitted by maximum likelihood. The table calls each half of the games with numbers fitted to the
other half: for each tenth of the scale how many chances were called so, what was called on average, and what became
true. With `--iterations` the chances are those of a
search with the numbers of the game's card, and nothing is fitted.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

import ziggurat
from ziggurat.bots.network import NetworkBot
from ziggurat.core.game import Game
from ziggurat.puzzles.games import self_play
from ziggurat.reviewing.chances import DEFAULT, calibrated, shares_of
from ziggurat.reviewing.evaluation import FREE, EvaluationRequest, combine_seed, evaluate

EVERY = 8  # decisions between two that are noted
FEW = 100  # chances in a tenth, below which its error says nothing


class Noted(NamedTuple):
    """A position: the number of its game, what each seat was expected to do, and how the game ended."""

    game: int
    expected: list[float]
    shares: list[float]


def note(game: Game, seats: int, number: int, iterations: int, every: int) -> list[Noted]:
    """The positions of one game."""
    match = self_play(game, seats, 2026, number)
    shares, bot, again = shares_of(game, match.record()), NetworkBot(game, 0), match.at(0)
    noted = []
    for decision, action in enumerate(match.actions):
        if (decision + number) % every == 0 and len(again.legal()) > 1:
            records = again.record(again.actor)
            if iterations:
                seed = combine_seed(number, decision)
                request = EvaluationRequest(game.name, records.tobytes(), again.actor, False, FREE, seed, iterations)
                expected = evaluate(request).expected
            else:
                expected = list(bot.think(records).expected)
            noted.append(Noted(number, expected, shares))
        again.replay([action])
    return noted


def fit(results: np.ndarray, shares: np.ndarray) -> tuple[float, float]:
    """Slope and stretch under which what happened was likeliest: steps up and down, which become smaller."""

    def loss(numbers: tuple[float, float]) -> float:
        called = calibrated(results, *numbers)
        return -float(np.mean(np.sum(shares * np.log(np.clip(called, 1e-4, 1.0)), axis=1)))

    best, step = DEFAULT, 0.2
    least = loss(best)
    while step > 0.002:
        slope, stretch = best
        steps = [(slope + step, stretch), (slope - step, stretch), (slope, stretch + step), (slope, stretch - step)]
        around = {one: loss(one) for one in steps if one[0] >= 0.05 and 0.2 <= one[1] <= 1.6}
        nearest = min(around, key=around.__getitem__)
        if around[nearest] < least:
            best, least = nearest, around[nearest]
        else:
            step /= 2
    return round(best[0], 3), round(best[1], 3)


def held_out(results: np.ndarray, shares: np.ndarray, half: np.ndarray) -> np.ndarray:
    """Each half of the games as the numbers call it that were fitted to the other half."""
    called = np.empty_like(results)
    for part in (half, ~half):
        called[part] = calibrated(results[part], *fit(results[~part], shares[~part]))
    return called


def reliability(called: np.ndarray, shares: np.ndarray) -> list[dict[str, float]]:
    """By tenth of the scale: how many chances, what was called, and what became true."""
    called, true = called.ravel(), shares.ravel()
    tenths = np.minimum((10 * called).astype(int), 9)
    return [
        {
            "from": 10 * tenth,
            "count": int(here.sum()),
            "called": round(100 * float(called[here].mean()), 1),
            "true": round(100 * float(true[here].mean()), 1),
        }
        for tenth in range(10)
        if (here := tenths == tenth).any()
    ]


def one(game: Game, seats: int, numbers: range, iterations: int, every: int) -> dict[str, object]:
    """Play, fit and judge one game with one number of seats."""
    began = time.perf_counter()
    noted = [position for number in numbers for position in note(game, seats, number, iterations, every)]
    results, shares = np.array([one.expected for one in noted]), np.array([one.shares for one in noted])
    slope, stretch = game.calibration.get(seats, DEFAULT) if iterations else fit(results, shares)
    half = np.array([one.game // every % 2 == 1 for one in noted])
    rows = reliability(results if iterations else held_out(results, shares, half), shares)
    errors = [abs(row["called"] - row["true"]) for row in rows if row["count"] >= FEW]
    return {
        "game": game.name,
        "seats": seats,
        "games": len(numbers),
        "first": numbers.start,
        "positions": len(noted),
        "iterations": iterations,
        "calibration": [slope, stretch],
        "largest error": round(max(errors, default=0.0), 1),
        "mean error": round(
            float(
                np.average([abs(row["called"] - row["true"]) for row in rows], weights=[row["count"] for row in rows])
            ),
            1,
        ),
        "tenths": rows,
        "seconds": round(time.perf_counter() - began),
    }


def plot(found: dict[str, object]) -> str:
    """A reliability plot as SVG: what was called, and what became true; the diagonal is the truth."""
    rows: list[dict[str, float]] = found["tenths"]  # type: ignore[assignment]
    dots = "".join(
        f'<circle cx="{30 + 2 * row["called"]}" cy="{210 - 2 * row["true"]}" '
        f'r="{max(2.0, min(7.0, row["count"] ** 0.5 / 8)):.1f}"/>'
        for row in rows
    )
    line = " ".join(f"{30 + 2 * row['called']},{210 - 2 * row['true']}" for row in rows)
    title = f"{ziggurat.game(str(found['game'])).title}, {found['seats']} seats"
    ticks = "".join(
        f'<text x="{30 + 2 * at}" y="226" text-anchor="middle">{at}</text>'
        f'<text x="26" y="{214 - 2 * at}" text-anchor="end">{at}</text>'
        for at in (0, 50, 100)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 244 240" font-family="sans-serif" font-size="11">'
        '<rect width="244" height="240" fill="#fff"/><path d="M30 10V210H230" fill="none" stroke="#888"/>'
        f'<path d="M30 210 230 10" stroke="#bbb" stroke-dasharray="4 3"/>{ticks}'
        f'<g fill="#2b5d8a"><polyline points="{line}" fill="none" stroke="#2b5d8a" stroke-width="1.5"/>{dots}</g>'
        f'<text x="36" y="22" font-weight="bold">{title}</text></svg>\n'
    )


def main() -> None:
    """Play, fit, and print a table for each game and number of seats."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="*", default=list(ziggurat.game_names()))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--iterations", type=int, default=0, help="of a search; 0: the network at first sight")
    parser.add_argument("--every", type=int, default=EVERY, help="decisions between two that are noted")
    parser.add_argument("--out", type=Path, help="a folder for the plots, and calibration.json")
    given = parser.parse_args()
    measured = []
    for name in given.game:
        game = ziggurat.game(name)
        for seats in [given.seats] if given.seats else game.seat_counts:
            measured.append(
                one(game, seats, range(given.first, given.first + given.games), given.iterations, given.every)
            )
            rows = measured[-1].pop("tenths")
            print(json.dumps(measured[-1]))
            measured[-1]["tenths"] = rows
            print(
                " | ".join(f"{row['called']:.0f}→{row['true']:.0f} ({row['count']})" for row in rows),  # type: ignore[attr-defined]
                flush=True,
            )
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / "calibration.json").write_text(json.dumps(measured, indent=1) + "\n", "utf-8")
        for each in measured:
            (given.out / f"{each['game']}-{each['seats']}.svg").write_text(plot(each), "utf-8")


if __name__ == "__main__":
    main()
