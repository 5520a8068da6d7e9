"""How strong the levels are on one scale: `python benchmarks/bots/levels.py babel ur --games 200 --workers 16`.

Every rung plays its neighbours, in every seat count, the games that `ziggurat arena GAME --bots HIGHER,LOWER --seats N
--games 200 --seed 1` plays; all rungs think in iterations, so the same command counts the same on every machine. `king`
and `gilgamesh` think by the clock: rungs with a fixed number of iterations stand for what they reach.

Games are kept in a file (`--results`), and a second call plays only those that are missing. `--table` plays nothing,
and prints the tables of `docs/strength.md`.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Container, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import ziggurat
from ziggurat.bots import arena

# Each with the rung that it plays: the scale is the sum of the steps from `apprentice` on.
BELOW = {
    "greedy": "apprentice",
    "scribe": "apprentice",
    "steward": "scribe",
    "mayor": "steward",
    "governor": "mayor",
    "network": "mayor",
    "search:1000i": "governor",
    "search:10000i": "search:1000i",
}
ZERO = "apprentice"
COSTLY = {"search:1000i": 1, "search:10000i": 2}  # played when all others are over, in this order
CHUNK = 20  # games of a pair before the next pair's turn
CONFIDENCE = 1.96


class Pairing(NamedTuple):
    """Two rungs that play each other."""

    game: str
    seats: int
    one: str
    two: str


class Step(NamedTuple):
    """How far one rung is above another, in Elo."""

    elo: float
    low: float
    high: float
    games: int
    share: float


def setups(games: Iterable[str], seats: Container[int]) -> list[tuple[str, int]]:
    """The games, with each of their seat counts that is asked for."""
    return [(game, number) for game in games for number in ziggurat.game(game).seat_counts if number in seats]


def pairings(games: Iterable[str], seats: Container[int], above: Iterable[str]) -> Iterator[Pairing]:
    """All pairs of rungs that are neighbours, cheap ones first."""
    for one in above:
        for game, number in setups(games, seats):
            yield Pairing(game, number, one, BELOW[one])


def play(pairing: Pairing, numbers: range) -> list[dict[str, Any]]:
    """Some of the games of a pair, by their numbers in the arena."""
    asked = arena.Arena(pairing.game, [pairing.one, pairing.two], pairing.seats, games=numbers.stop, seed=1)
    lines = []
    for number, (deal, lineup) in islice(enumerate(asked.lineups()), numbers.start, numbers.stop):
        began = time.perf_counter()
        played = asked.play(number, deal, lineup)
        seconds = round(time.perf_counter() - began, 2)
        lines.append({**pairing._asdict(), "number": number, "deal": deal, "share": share(played), "seconds": seconds})
    return lines


def share(played: arena.ArenaGame) -> float:
    """Of the pairs of seats of a game, the part in which the first bot was ahead."""
    ranks = {bot: [rank for rank, who in zip(played.ranks, played.lineup, strict=True) if who == bot] for bot in (0, 1)}
    points = [1.0 if own < other else 0.5 if own == other else 0.0 for own in ranks[0] for other in ranks[1]]
    return sum(points) / len(points)


def step(lines: list[dict[str, Any]]) -> Step:
    """The difference in Elo. Games of one deal depend on each other, so each deal counts once; a deal won and one lost
    are added, so that nobody is infinitely far ahead."""
    deals: dict[int, list[float]] = {}
    for line in lines:
        deals.setdefault(line["deal"], []).append(line["share"])
    shares = [1.0, 0.0, *(sum(deal) / len(deal) for deal in deals.values())]
    mean = sum(shares) / len(shares)
    spread = math.sqrt(sum((one - mean) ** 2 for one in shares) / len(shares) / len(shares))
    least = 0.5 / len(shares)
    low, high = (min(max(mean + sign * CONFIDENCE * spread, least), 1 - least) for sign in (-1, 1))
    raw = sum(line["share"] for line in lines) / len(lines)
    return Step(elo_of(mean), elo_of(low), elo_of(high), len(lines), raw)


def elo_of(part: float) -> float:
    """The difference in Elo at which one is ahead so often."""
    return 400 * math.log10(part / (1 - part))


def scale(steps: dict[tuple[str, str], Step], rung: str) -> tuple[float, float] | None:
    """A rung's Elo above `apprentice` and half the width of its interval; None if a step is missing."""
    if rung == ZERO:
        return 0.0, 0.0
    one = steps.get((rung, BELOW[rung]))
    under = scale(steps, BELOW[rung])
    if one is None or under is None:
        return None
    return under[0] + one.elo, math.hypot(under[1], (one.high - one.low) / 2)


def table(lines: list[dict[str, Any]], columns: list[tuple[str, int]]) -> str:
    """Markdown: each rung on the scale, by game and seats, and the steps it adds up."""
    by_pairing: dict[Pairing, list[dict[str, Any]]] = {}
    for line in lines:
        pairing = Pairing(line["game"], line["seats"], line["one"], line["two"])
        by_pairing.setdefault(pairing, []).append(line)
    heads = [f"{ziggurat.game(game).title}, {seats}" for game, seats in columns]
    head = f"| | {' | '.join(heads)} |\n|---|{'---:|' * len(columns)}"
    scales, steps_rows = [], []
    of_column = {
        column: {(pair.one, pair.two): step(found) for pair, found in by_pairing.items() if pair[:2] == column}
        for column in columns
    }
    for rung in (*BELOW, ZERO):
        places = [scale(of_column[column], rung) for column in columns]
        texts = ["" if place is None else f"{place[0]:.0f} ± {place[1]:.0f}" for place in places]
        scales.append(((places[0] or (0.0,))[0], f"| `{rung}` | {' | '.join(texts)} |"))
        if rung == ZERO:
            continue
        found = [of_column[column].get((rung, BELOW[rung])) for column in columns]
        texts = ["" if one is None else f"{one.share:.1%} of {one.games}" for one in found]
        steps_rows.append(f"| `{rung}` : `{BELOW[rung]}` | {' | '.join(texts)} |")
    ranked = [text for _, text in sorted(scales, key=lambda scale: scale[0])]
    return "\n".join([head, *ranked, "", head, *steps_rows])


def kept(path: Path) -> list[dict[str, Any]]:
    """The games in a file."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]


def warm(game: str) -> None:
    """Compile what the bots of a game need, for all processes."""
    for one in ("scribe", "search:2i", "network"):
        match = ziggurat.new(game, seed=1)
        ziggurat.bot(one, seed=1).choose(match)
    arena.Arena(game, ["random", "greedy"], games=1, seed=1).run()


def main() -> None:
    """Play what is missing, and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=ziggurat.game_names(), metavar="GAME", help="all if left out")
    parser.add_argument("--seats", nargs="*", type=int, default=range(2, 9), metavar="N", help="all if left out")
    parser.add_argument("--rungs", nargs="*", default=list(BELOW), choices=list(BELOW), help="all if left out")
    parser.add_argument("--games", dest="number", type=int, default=200, help="of each pair and seat count")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop then; a second call goes on")
    parser.add_argument("--results", type=Path, default=Path("levels.jsonl"))
    parser.add_argument("--table", action="store_true", help="only print the tables")
    asked = parser.parse_args()
    lines = kept(asked.results)
    if not asked.table:
        lines += play_missing(asked, lines)
    print(table(lines, setups(asked.games, asked.seats)))


def play_missing(asked: argparse.Namespace, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The games that are not in the file yet, which they are added to."""
    began = time.monotonic()
    there = {(line["game"], line["seats"], line["one"], line["two"], line["number"]) for line in lines}
    jobs = []
    for pairing in pairings(asked.games, asked.seats, asked.rungs):
        for first in range(0, asked.number, CHUNK):
            numbers = range(first, min(first + CHUNK, asked.number))
            if any((*pairing, number) not in there for number in numbers):
                jobs.append((pairing, numbers))
    jobs.sort(key=lambda job: (COSTLY.get(job[0].one, 0), job[1].start))
    fresh: list[dict[str, Any]] = []
    with ProcessPoolExecutor(asked.workers, mp_context=get_context("spawn")) as pool:
        list(pool.map(warm, asked.games))
        print(f"{len(jobs)} parts to play", flush=True)
        with asked.results.open("a", encoding="utf-8") as file:
            waiting = [pool.submit(play, *job) for job in jobs]
            try:
                left = asked.seconds - (time.monotonic() - began)
                for done in as_completed(waiting, timeout=None if left == math.inf else max(0.0, left)):
                    for line in done.result():
                        file.write(json.dumps(line) + "\n")
                        fresh.append(line)
                    file.flush()
            except TimeoutError:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in list((pool._processes or {}).values()):
                    process.terminate()
    return fresh


if __name__ == "__main__":
    main()
