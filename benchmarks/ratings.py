"""Do ratings find the order? `python benchmarks/ratings.py [--matches 10000] [--picture docs/ratings/season.svg]`.

A season of players whose strength is known: forty people, some of whom are new in the middle of it, and the seven
levels, at tables of two, three and four. Each seat's performance is its strength and chance, so that 400 points more
are ahead ten times out of eleven, in every pair. Whoever sits down looks for opponents near their own rating, as people
do. Every match is rated as a server rates it; the peers are openskill's models, with their own settings on the same
scale.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ziggurat.bots import LEVELS
from ziggurat.core.drawing.svg import BRICK, GOLD, INK, LAPIS, LINE, QUIET, canvas, disc, number, text
from ziggurat.server.ratings import rated_match
from ziggurat.server.ratings.glicko import Rating
from ziggurat.server.ratings.rated_match import RatedSeat

SCALE = 400 / math.log(10)
PEOPLE = 40
SPREAD = 300.0  # of people's strength, around 1500
NEAR = 400.0  # points: how far from one's own rating one looks for opponents, most of the time
GAME = "babylonia"  # whose levels take part, at their first ratings
WIDTH, HEIGHT = 620, 420


class System(Protocol):
    """A way to rate."""

    name: str

    def now(self, subject: str) -> Rating:
        """Somebody's rating."""

    def rate(self, sides: Sequence[RatedSeat]) -> None:
        """A match was played."""


@dataclass
class Ours:
    """As the server does it."""

    name: str = "ours: Glicko, pair by pair"
    known: dict[str, Rating] = field(default_factory=dict)

    def now(self, subject: str) -> Rating:
        return self.known.get(subject) or rated_match.first(GAME, subject)

    def rate(self, sides: Sequence[RatedSeat]) -> None:
        for change in rated_match.rate(sides, [self.now(side.subject) for side in sides]):
            self.known[change.side.subject] = change.after


class Openskill:
    """One of openskill's models, on our scale: the usual proportions, and a beta that makes 400 points ten to one."""

    def __init__(self, model: str) -> None:
        from openskill import models

        self.name = f"openskill {model}"
        self._model: Any = getattr(models, model)(mu=1500.0, sigma=350.0, beta=SCALE / math.sqrt(2), tau=3.5)
        self._known: dict[str, Any] = {}

    def _rating(self, subject: str) -> Any:
        if subject not in self._known:
            first = rated_match.first(GAME, subject)
            self._known[subject] = self._model.rating(mu=first.rating, sigma=first.deviation)
        return self._known[subject]

    def now(self, subject: str) -> Rating:
        rating = self._rating(subject)
        return Rating(rating.mu, rating.sigma)

    def rate(self, sides: Sequence[RatedSeat]) -> None:
        teams = [[self._rating(side.subject)] for side in sides]
        for side, [rating] in zip(sides, self._model.rate(teams, ranks=[side.rank for side in sides]), strict=True):
            self._known[side.subject] = rating


@dataclass
class Season:
    """Who takes part, and how strong they are."""

    strengths: dict[str, float]
    newcomers: set[str]
    stream: random.Random
    matches: int
    surprise: float = 0.0  # the sum of what each pair's outcome would have cost a bettor, over the last half
    pairs: int = 0

    @classmethod
    def make(cls, seed: int, matches: int) -> Season:
        stream = random.Random(seed)
        strengths = {f"person {n}": stream.gauss(1500, SPREAD) for n in range(PEOPLE)}
        newcomers = set(list(strengths)[: PEOPLE // 5])
        for level in LEVELS:  # not quite what they were measured at
            first = rated_match.first(GAME, f"{rated_match.A_BOT}{level}")
            strengths[f"{rated_match.A_BOT}{level}"] = stream.gauss(first.rating, 60)
        return cls(strengths, newcomers, stream, matches)

    def play(self, system: System) -> None:
        """All matches, each rated when it is over."""
        for count in range(self.matches):
            late = count >= self.matches // 2
            here = [who for who in self.strengths if late or who not in self.newcomers]
            people = [who for who in here if not who.startswith(rated_match.A_BOT)]
            first = self.stream.choice(people)
            seats = self.stream.choice((2, 2, 3, 4))
            others = sorted((who for who in here if who != first), key=lambda who: self._far(system, first, who))
            sides = self._ended([first, *others[: seats - 1]])
            if late:
                self._bet(system, sides)
            system.rate(sides)

    def _far(self, system: System, one: str, other: str) -> float:
        apart = abs(system.now(one).rating - system.now(other).rating)
        return apart + self.stream.expovariate(1 / NEAR)

    def _ended(self, who: list[str]) -> list[RatedSeat]:
        self.stream.shuffle(who)
        performed = [self.strengths[one] - SCALE * math.log(-math.log(self.stream.random())) for one in who]
        ranks = [sum(other > own for other in performed) for own in performed]
        return [RatedSeat(seat, one, ranks[seat]) for seat, one in enumerate(who)]

    def _bet(self, system: System, sides: list[RatedSeat]) -> None:
        for at, one in enumerate(sides):
            for other in sides[:at]:
                apart = system.now(one.subject).rating - system.now(other.subject).rating
                ahead = 1 / (1 + math.exp(-apart / SCALE))
                self.surprise -= math.log(ahead if one.rank < other.rank else 1 - ahead)
                self.pairs += 1


def ordered(found: list[float], true: list[float]) -> float:
    """Spearman's rank correlation: 1 where the order is the true one."""

    def places(values: list[float]) -> list[int]:
        order = sorted(range(len(values)), key=lambda at: values[at])
        return [place for _, place in sorted((at, place) for place, at in enumerate(order))]

    one, two = places(found), places(true)
    count = len(one)
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) / (count * (count * count - 1))


def report(season: Season, system: System, seconds: float) -> dict[str, float]:
    """How near the ratings have come."""
    who = list(season.strengths)
    estimated, true = [system.now(one).rating for one in who], [season.strengths[one] for one in who]
    middle = sum(estimated) / len(who) - sum(true) / len(who)
    off = [a - b - middle for a, b in zip(estimated, true, strict=True)]
    inside = sum(abs(one) < 1.96 * system.now(name).deviation for one, name in zip(off, who, strict=True))
    sound = [(a, b) for a in range(len(who)) for b in range(a) if abs(true[a] - true[b]) > 100]
    right = sum((estimated[a] > estimated[b]) == (true[a] > true[b]) for a, b in sound)
    mean = sum(true) / len(true)
    slope = sum((a - mean - middle) * (b - mean) for a, b in zip(estimated, true, strict=True)) / sum(
        (b - mean) ** 2 for b in true
    )
    return {
        "order": ordered(estimated, true),
        "pairs": right / len(sound),
        "off": math.sqrt(sum(one * one for one in off) / len(off)),
        "scale": slope,
        "inside": inside / len(who),
        "surprise": season.surprise / season.pairs,
        "seconds": seconds,
    }


def picture(season: Season, system: System) -> str:
    """Ratings found over the strengths that made the results, with how far off they may be."""
    low, high = 800.0, 2600.0
    left, right, top, bottom = 60, WIDTH - 20, 24, HEIGHT - 50

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    def y(value: float) -> float:
        return bottom - (value - low) / (high - low) * (bottom - top)

    parts = []
    for tick in range(800, 2601, 200):
        at, up = number(x(tick)), number(y(tick))
        parts.append(f'<path d="M{at} {top}V{bottom}M{left} {up}H{right}" stroke="{LINE}" fill="none"/>')
        parts.append(text(x(tick), bottom + 18, tick, QUIET, 12))
        parts.append(text(left - 8, y(tick) + 4, tick, QUIET, 12, anchor="end"))
    parts.append(f'<path d="M{left} {bottom}L{right} {top}" stroke="{INK}" stroke-dasharray="4 4" fill="none"/>')
    for who, true in season.strengths.items():
        now = system.now(who)
        most, least = number(y(now.rating + 2 * now.deviation)), number(y(now.rating - 2 * now.deviation))
        colour = BRICK if who.startswith(rated_match.A_BOT) else GOLD if who in season.newcomers else LAPIS
        parts.append(f'<path d="M{number(x(true))} {most}V{least}" stroke="{colour}" opacity="0.35" fill="none"/>')
        parts.append(disc(x(true), y(now.rating), 4, colour))
    for line, (colour, what) in enumerate([(LAPIS, "people"), (GOLD, "new in the second half"), (BRICK, "levels")]):
        parts.append(disc(left + 20, top + 16 + 18 * line, 4, colour))
        parts.append(text(left + 32, top + 20 + 18 * line, what, INK, 13, anchor="start"))
    parts.append(text((left + right) / 2, HEIGHT - 10, "strength that made the results", INK, 13))
    parts.append(
        text(
            left,
            14,
            f"ratings after {season.matches:,} matches, and twice how far off they may be",
            INK,
            13,
            anchor="start",
        )
    )
    return canvas(WIDTH, HEIGHT, parts) + "\n"


def main() -> None:
    """Play the seasons and say what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", type=Path, help="draw ours there")
    chosen = parser.parse_args()
    print("order  pairs   off  scale  inside  surprise  seconds")
    systems: list[System] = [Ours(), Openskill("BradleyTerryFull"), Openskill("PlackettLuce")]
    for system in systems:
        season, began = Season.make(chosen.seed, chosen.matches), time.perf_counter()
        season.play(system)
        summary = report(season, system, time.perf_counter() - began)
        print(
            f"{summary['order']:.3f}  {summary['pairs']:.1%}  {summary['off']:4.0f}  {summary['scale']:5.2f}  "
            f"{summary['inside']:6.0%}  {summary['surprise']:8.4f}  {summary['seconds']:7.1f}  {system.name}"
        )
        if chosen.picture and isinstance(system, Ours):
            chosen.picture.parent.mkdir(parents=True, exist_ok=True)
            chosen.picture.write_text(picture(season, system), "utf-8")


if __name__ == "__main__":
    main()
