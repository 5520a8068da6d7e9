"""How other readings of a rulebook play: `python benchmarks/readings.py ur --games 20 --out build/readings.jsonl`.

Bots play matches under every reading: for Ur each value of each option, for Amyitis other counts of court cards for two
players. A line is written for each match as soon as it is over, so a run can be stopped at any time; every reading
gets the same number of matches, give or take one. `--report FILE` prints the tables of what was written.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ziggurat
from balance import LENGTHS, TRACKS, play_one
from ziggurat.bots.arena import Share
from ziggurat.bots.network import fits
from ziggurat.core.game import write_option
from ziggurat.games.amyitis.components import decode, standard
from ziggurat.games.ur import actions as ur
from ziggurat.games.ur.board import KIND_NAMES
from ziggurat.games.ur.state import Ending

Row = dict[str, Any]  # one match


class Reading(NamedTuple):
    """One way to begin a match."""

    game: str
    seats: int
    name: str
    options: dict[str, Any]


class Task(NamedTuple):
    """One match to be played."""

    reading: Reading
    bot: str
    number: int
    seed: int


# ---------------------------------------------------------------------------------------------------------- readings

USUAL = "usual"
COURTS: dict[str, dict[tuple[str, int], int]] = {  # cards for two players, by kind and level; the box stays the same
    "two of each first level": {("caravaneer", 1): 2, ("banker", 1): 2, ("palace", 1): 2},
    "two of each card the box has two of": {
        **{("caravaneer", level): 2 for level in (1, 2)},
        **{("banker", level): 2 for level in (1, 2)},
        **{("palace", level): 2 for level in (1, 2, 3, 4)},
    },
}


def readings(game: str, seats: Sequence[int]) -> Iterator[Reading]:
    """The usual reading and the others, with each number of seats."""
    card = ziggurat.game(game)
    for count in seats:
        yield Reading(game, count, USUAL, {})
        if game == "amyitis" and count == 2:
            yield from (Reading(game, 2, name, {"components": court(cards)}) for name, cards in COURTS.items())
        for option in card.options if game != "amyitis" else ():
            for value in option.values[1:]:
                yield Reading(game, count, f"{option.name}={write_option(value)}", {option.name: value})


def court(cards: dict[tuple[str, int], int]) -> str:
    """The standard components with so many court cards for two players, from those marked for three and four."""
    components = decode(standard())
    for entry in components["court_cards"]:
        counts = entry["count"]
        more = cards.get((entry["type"], entry.get("level", 0)), counts["any"]) - counts["any"]
        counts["any"] += more
        for name in ("3p", "4p"):  # those marked for more players are fewer by as many
            taken = min(more, counts[name])
            counts[name] -= taken
            more -= taken
    return json.dumps(components)


# ---------------------------------------------------------------------------------------------------------- a match


def tally_ur(match: ziggurat.Match) -> dict[str, float]:
    """What was used and built, in all and turn by turn."""
    done: Counter[str] = Counter(dict.fromkeys((*KIND_NAMES, "ziggurats", "bonus", "none", "one", "both"), 0))
    used = swaps = 0
    for action in match.actions:
        if ur.USE <= action < ur.DONE:
            done[KIND_NAMES[action - ur.USE]] += 1
            used += 1
        done["ziggurats"] += ur.BUILD <= action < ur.LIFT
        done["bonus"] += ur.BONUS <= action < ur.SETTLE
        if ur.SWAP <= action < ur.CROSS or action == ur.KEEP:
            swaps += 1
            if swaps > match.seats:  # each seat's first one belongs to set-up
                done[("none", "one", "both")[used]] += 1
            used = 0
    state = match.record()[0]
    if state["over"] == Ending.NO_SWAP:
        done[("none", "one", "both")[used]] += 1
    done["no swap"] = int(state["over"] == Ending.NO_SWAP)
    done["turn limit"] = int(state["over"] == Ending.TURN_LIMIT)
    return dict(done)


def tally_amyitis(match: ziggurat.Match) -> dict[str, float]:
    """The highest court cards that anybody had at the end, and whether bankers and caravaneers were shared."""
    level = match.record()[0]["level"][: match.seats]
    done = {track: float(level[:, at].max()) for at, track in enumerate(TRACKS)}
    holders = [{seat for seat in range(match.seats) if level[seat][at] > 0} for at in (0, 1)]
    done["apart"] = float(all(holders) and not holders[0] & holders[1])
    done["gardens"] = float(np.count_nonzero(match.record()[0]["gardener"] >= 0))
    return done


TALLIES: dict[str, Callable[[ziggurat.Match], dict[str, float]]] = {"ur": tally_ur, "amyitis": tally_amyitis}


def play(task: Task) -> Row:
    """Play a match, and say what it was like."""
    reading = task.reading
    began = time.perf_counter()
    match = play_one(reading.game, reading.seats, task.number, task.bot, task.seed, reading.options)
    ranked = sorted(match.scores, reverse=True)
    return {
        "game": reading.game,
        "seats": reading.seats,
        "reading": reading.name,
        "bot": task.bot,
        "number": task.number,
        "seed": task.seed,
        "rounds": float(LENGTHS[reading.game](match.record()[0])),
        "decisions": len(match),
        "margin": ranked[0] - ranked[1],
        "first": 1 / len(match.winners) if 0 in match.winners else 0.0,
        "seconds": round(time.perf_counter() - began, 2),
        **TALLIES[reading.game](match),
    }


def tasks(asked: argparse.Namespace) -> Iterator[Task]:
    """Match by match, so that wherever a run is stopped, every reading has had as many."""
    chosen = [one for one in readings(asked.game, asked.seats) if not asked.reading or one.name in asked.reading]
    pairs = [(one, bot) for one in chosen for bot in asked.bots if bot != "network" or is_learned(one)]
    for number in range(asked.first, asked.first + asked.games):
        yield from (Task(reading, bot, number, asked.seed) for reading, bot in pairs)


def is_learned(reading: Reading) -> bool:
    """Whether the game's network has learned this reading; where it has not, `network` would play like `greedy`."""
    match = ziggurat.new(reading.game, seats=reading.seats, seed=0, **reading.options)
    return fits(match.game, match.record())


def run(asked: argparse.Namespace) -> None:
    """Play on several processors, until all is played or the time is up."""
    ends = time.monotonic() + asked.seconds
    room = threading.Semaphore(asked.processes + 1)  # a pool takes all tasks at once; one waits here

    def in_time() -> Iterator[Task]:
        for task in tasks(asked):
            room.acquire()
            if time.monotonic() >= ends:
                return
            yield task

    with multiprocessing.Pool(asked.processes) as pool, asked.out.open("a", encoding="utf-8") as file:
        for row in pool.imap_unordered(play, in_time()):
            room.release()
            file.write(json.dumps(row) + "\n")
            file.flush()


# ----------------------------------------------------------------------------------------------------------- the tables


def mean(rows: Sequence[Row], name: str) -> str:
    """The mean of an entry, with a 95% interval."""
    return interval([row[name] for row in rows])


def actions_a_turn(rows: Sequence[Row]) -> str:
    """How many actions a seat uses in a turn, of two that it could."""
    return interval([sum(row[name] for name in KIND_NAMES) / (row["rounds"] * row["seats"]) for row in rows], 2)


def interval(numbers: Sequence[float], digits: int = 1) -> str:
    """The mean of some numbers, with a 95% interval."""
    values = np.array(numbers)
    if len(values) < 2:
        return f"{values.mean():.{digits}f}"
    return f"{values.mean():.{digits}f} ± {1.96 * values.std(ddof=1) / math.sqrt(len(values)):.{digits}f}"


def share(rows: Sequence[Row], hits: float) -> str:
    """A share of the matches, with a 95% interval."""
    found = Share.count(hits, len(rows))
    return f"{found.value:.0%} ({found.low:.0%} to {found.high:.0%})"


Column = Callable[[Sequence[Row]], str]
UR: dict[str, Column] = {
    "turns of a seat": lambda rows: mean(rows, "rounds"),
    "actions a turn": actions_a_turn,
    **{name: partial(mean, name=name) for name in KIND_NAMES},
    "ziggurats": lambda rows: mean(rows, "ziggurats"),
    "no swap": lambda rows: share(rows, sum(row["no swap"] for row in rows)),
}
AMYITIS: dict[str, Column] = {
    "rounds": lambda rows: mean(rows, "rounds"),
    "banker and caravaneer apart": lambda rows: share(rows, sum(row["apart"] for row in rows)),
    "banker 3": lambda rows: share(rows, sum(row["banker"] >= 3 for row in rows)),
    "palace 3 and more": lambda rows: share(rows, sum(row["palace"] >= 3 for row in rows)),
    "palace 6": lambda rows: share(rows, sum(row["palace"] >= 6 for row in rows)),
}
COLUMNS: dict[str, dict[str, Column]] = {"ur": UR, "amyitis": AMYITIS}


def report(rows: Iterable[Row]) -> Iterator[str]:
    """A table for each game, bot and number of seats."""
    order: Callable[[Row], Any] = lambda row: (row["game"], row["bot"], row["seats"])  # noqa: E731
    for (game, bot, seats), group in groupby(sorted(rows, key=order), order):
        found = list(group)
        names = list(dict.fromkeys(reading.name for reading in readings(game, [seats])))
        yield f"\n{ziggurat.game(game).title}, {seats} seats, {bot}\n"
        heads = ["reading", "matches", *COLUMNS[game], "margin", "first seat wins"]
        yield f"| {' | '.join(heads)} |"
        yield "|---" * len(heads) + "|"
        for name in names:
            if mine := [row for row in found if row["reading"] == name]:
                cells = [name, str(len(mine)), *(column(mine) for column in COLUMNS[game].values())]
                cells += [mean(mine, "margin"), share(mine, sum(row["first"] for row in mine))]
                yield f"| {' | '.join(cells)} |"


def main() -> None:
    """Play, or report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(TALLIES))
    parser.add_argument("--seats", type=int, nargs="+", choices=(2, 3, 4), default=[2, 3, 4])
    parser.add_argument("--bots", nargs="+", default=["network"])
    parser.add_argument("--reading", nargs="+", default=[], help="only these, as the report names them")
    parser.add_argument("--games", type=int, default=20, help="for each reading, bot and number of seats")
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf, help="begin no match after so many")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("readings.jsonl"), help="lines are added to it")
    parser.add_argument("--report", type=Path, nargs="+", help="only print the tables of these files")
    asked = parser.parse_args()
    known = list(dict.fromkeys(reading.name for reading in readings(asked.game, asked.seats)))
    for name in asked.reading:
        if name not in known:
            parser.error(f"{asked.game} has no reading {name!r}; there are {', '.join(known)}")
    if not asked.report:
        run(asked)
    files = asked.report or [asked.out]
    rows = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    print(*report(row for row in rows if row["game"] == asked.game), sep="\n")


if __name__ == "__main__":
    main()
