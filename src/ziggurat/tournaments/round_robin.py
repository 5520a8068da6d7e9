"""Round robin: everybody meets everybody, as evenly as possible.

With two at a table: the circle method, with the seats turned so that nobody begins more than once oftener than not.
With three and four: where the players are as many as the points of an affine plane (9 at tables of three, 16 at tables
of four), its lines are tables at which each two meet exactly once. Elsewhere a timetable is drawn and improved by
swapping two players of a round, as long as that brings the meetings nearer to each other (simulated annealing).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from ziggurat.tournaments.outcomes import Player, Round, Seats, TableOutcome, table_sizes
from ziggurat.tournaments.seating import seated

STEPS = 1500  # of the annealing, for each round and table
DRAWN = 4  # timetables, of which the most even is taken
WARM, COLD = 1.5, 0.08  # how much worse a swap may make it, at first and at last
_TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # multiplication among four numbers


def rounds_needed(players: int, seats: int) -> int:
    """In how many rounds everybody can have met everybody."""
    if players < 2:
        return 0
    if seats == 2:
        return players - 1 + players % 2
    return math.ceil((players - 1) / (min(seats, players) - 1))


def schedule(players: Sequence[Player], seats: int, rounds: int | None = None, seed: int = 0) -> list[Round]:
    """The rounds, all at once; if they are more than are needed, it begins again with the seats turned."""
    return list(_schedule(tuple(players), seats, rounds or rounds_needed(len(players), seats), seed))


@lru_cache(maxsize=64)
def _schedule(players: tuple[Player, ...], seats: int, rounds: int, seed: int) -> tuple[Round, ...]:
    drawn = list(players)
    random.Random(f"{seed} places").shuffle(drawn)
    if len(drawn) < 2:
        return tuple(Round((), tuple(drawn)) for _ in range(rounds))
    return tuple(_circle(drawn, rounds) if seats == 2 else _designed(drawn, seats, rounds, seed))


def _circle(players: list[Player], rounds: int) -> list[Round]:
    """One player stays, the others turn around; the seats alternate along the circle and from turn to turn."""
    field: list[Player | None] = [*players, *([None] if len(players) % 2 else [])]
    size = len(field)
    result = []
    for number in range(rounds):
        turn, place = divmod(number, size - 1)
        circle = [field[(place + step) % (size - 1)] for step in range(size - 1)]
        tables: list[Seats] = []
        byes: list[Player] = []
        pairs = [(circle[0], field[-1]), *((circle[step], circle[-step]) for step in range(1, size // 2))]
        for step, (first, second) in enumerate(pairs):
            if first is None or second is None:
                byes.append(first or second or "")
                continue
            swap = (place % 2 if step == 0 else step % 2) ^ (turn % 2)
            tables.append((second, first) if swap else (first, second))
        result.append(Round(tuple(tables), tuple(byes)))
    return result


def _designed(players: list[Player], seats: int, rounds: int, seed: int) -> list[Round]:
    draw = random.Random(f"{seed} tables")
    sizes, byes = table_sizes(len(players), seats)
    timetable = _plane(seats) if len(players) == seats * seats and seats in (3, 4) else []
    timetable = [[*tables, []] for tables in timetable[:rounds]]
    if len(timetable) < rounds:
        timetable = _most_even(len(players), sizes, byes, rounds, timetable, draw)
    result: list[Round] = []
    past: list[TableOutcome] = []
    for number, (*tables, out) in enumerate(timetable):
        groups: list[Seats] = [tuple(players[place] for place in table) for table in tables]
        tables_seated = seated(groups, past, draw)
        past += [TableOutcome(number, table, (1,) * len(table)) for table in tables_seated]
        result.append(Round(tables_seated, tuple(players[place] for place in out)))
    return result


def _plane(order: int) -> list[list[list[int]]]:
    """The lines of the affine plane of an order, in its classes of parallel ones."""

    def at(slope: int, x: int, start: int) -> int:
        return _TIMES[slope][x] ^ start if order == 4 else (slope * x + start) % order

    def line(slope: int, start: int) -> list[int]:
        return [x * order + at(slope, x, start) for x in range(order)]

    columns = [[x * order + y for y in range(order)] for x in range(order)]
    return [columns, *([line(slope, start) for start in range(order)] for slope in range(order))]


def _most_even(
    players: int, sizes: list[int], byes: int, rounds: int, before: list[list[list[int]]], draw: random.Random
) -> list[list[list[int]]]:
    """The most even of a few timetables; the first that is even enough is taken."""
    best: list[list[list[int]]] = []
    for _ in range(DRAWN):
        candidate = [*before, *_annealed(players, sizes, byes, rounds - len(before), before, draw)]
        if not best or _unevenness(candidate, players) < _unevenness(best, players):
            best = candidate
        if _unevenness(best, players)[0] <= 1:
            break
    return best


def _unevenness(timetable: list[list[list[int]]], players: int) -> tuple[int, int]:
    """How far the most and the least frequent meetings are apart, and the squares of all."""
    met = Counter(frozenset(pair) for *tables, _ in timetable for table in tables for pair in combinations(table, 2))
    times = [met[frozenset(pair)] for pair in combinations(range(players), 2)]
    return max(times) - min(times), sum(count * count for count in times)


def _annealed(
    players: int, sizes: list[int], byes: int, rounds: int, before: list[list[list[int]]], draw: random.Random
) -> list[list[list[int]]]:
    """Rounds in which the meetings, and the times of sitting out, are as equal as could be found."""
    cuts = [*sizes, byes]
    timetable = []
    for _ in range(rounds):
        order = list(range(players))
        draw.shuffle(order)
        left = iter(order)
        timetable.append([[next(left) for _ in range(size)] for size in cuts])
    met: Counter[tuple[int, int]] = Counter()
    for *tables, _ in [*before, *timetable]:
        for table in tables:
            met.update(pair for one, two in combinations(table, 2) for pair in ((one, two), (two, one)))
    out = Counter(who for *_, resting in timetable for who in resting)
    steps = STEPS * rounds * len(sizes)
    for step in range(steps):
        heat = WARM * (COLD / WARM) ** (step / steps)
        tables = timetable[draw.randrange(rounds)]
        here, there = draw.sample(range(len(tables)), 2) if len(tables) > 1 else (0, 0)
        if here == there or not tables[here] or not tables[there]:
            continue
        _try_swap(tables, here, there, met, out, heat, draw)
    return timetable


def _try_swap(
    tables: list[list[int]],
    here: int,
    there: int,
    met: Counter[tuple[int, int]],
    out: Counter[int],
    heat: float,
    draw: random.Random,
) -> None:
    resting = len(tables) - 1  # the last are those who sit out
    place_here, place_there = draw.randrange(len(tables[here])), draw.randrange(len(tables[there]))
    one, two = tables[here][place_here], tables[there][place_there]
    change = 0
    for where, comes, goes in ((here, two, one), (there, one, two)):
        if where == resting:
            change += 6 * (out[comes] - out[goes] + 1)
        else:
            change += sum(met[comes, who] - met[goes, who] + 1 for who in tables[where] if who != goes)
    if change > 0 and draw.random() >= math.exp(-change / heat):
        return
    for where, comes, goes in ((here, two, one), (there, one, two)):
        if where == resting:
            out[comes] += 1
            out[goes] -= 1
            continue
        for who in tables[where]:
            if who != goes:
                for pair, by in (((comes, who), 1), ((goes, who), -1)):
                    met[pair] += by
                    met[pair[1], pair[0]] += by
    tables[here][place_here], tables[there][place_there] = two, one
