"""Swiss pairing: players with the same points meet, nobody meets anybody twice while that can be helped.

With two at a table this is the Dutch system's order of concerns as one minimum-weight perfect matching (Edmonds'
blossom algorithm, `networkx.max_weight_matching`): each concern below is a digit of a number, and the digits above it
outweigh everything below them, whatever is paired.

1. nobody sits out twice             4. equal points: the squares of the differences
2. nobody meets anybody twice        5. nobody is paired upwards, or downwards, twice in a row
3. the last in the standings         6. who began too often meets somebody who began too seldom
   sits out, if somebody has to      7. within a group of equal points, the upper half meets the lower half

With three and four at a table no such algorithm is known: to seat people in groups so that no two meet twice is the
social golfer problem. There the same concerns are the cost of a division into tables, and it is improved by swapping
two players at a time until no swap helps, from several beginnings; `tests/tournaments` compares it with all divisions
there are in small fields.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

from ziggurat.core.errors import MissingDependency
from ziggurat.tournaments.division import Concerns, divide
from ziggurat.tournaments.outcomes import (
    HOUSE,
    Player,
    Round,
    Seats,
    TableOutcome,
    meetings,
    points_of,
    seats_taken,
    spared,
    table_sizes,
)
from ziggurat.tournaments.seating import seated

UNITS = 12  # thirds and quarters of a point are whole numbers of them
NOBODY = -1  # in a matching: whoever gets it sits out


def pair_swiss(
    players: Sequence[Player], outcomes: Sequence[TableOutcome], seats: int, seed: int, *, fill: bool = False
) -> Round:
    """The next round of those who are there, listed as they stand; with `fill`, house bots complete tables."""
    number = max((outcome.round for outcome in outcomes), default=-1) + 1
    draw = random.Random(f"{seed} {number}")
    if len(players) < 2 and not fill:
        return Round((), tuple(players))
    groups, byes = _pairs(players, outcomes) if seats == 2 else _groups(players, outcomes, seats, draw, fill=fill)
    if seats == 2 and fill and byes:
        groups, byes = [*groups, (byes[0], HOUSE)], []
    return Round(seated(groups, outcomes, draw), tuple(byes))


def _pairs(players: Sequence[Player], outcomes: Sequence[TableOutcome]) -> tuple[list[Seats], list[Player]]:
    try:
        import networkx  # some tenths of a second to import, and only whoever leads a tournament needs it
    except ImportError:
        raise MissingDependency("Pairing needs networkx: install it with `pip install 'ziggurat[page]'`.") from None

    field = list(range(len(players))) + ([NOBODY] if len(players) % 2 else [])
    costs = _Costs(players, outcomes)
    digits = {(one, two): costs.of(one, two) for place, two in enumerate(field) for one in field[:place]}
    weigh = _as_number(list(digits.values()), len(field))
    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, two, -weigh(cost)) for (one, two), cost in digits.items())
    pairs = sorted(tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
    sitting_out = [players[max(pair)] for pair in pairs if NOBODY in pair]
    return [(players[one], players[two]) for one, two in pairs if NOBODY not in (one, two)], sitting_out


class _Costs:
    """What speaks against two players meeting, by the concerns above."""

    def __init__(self, players: Sequence[Player], outcomes: Sequence[TableOutcome]) -> None:
        total = points_of(outcomes)
        self._players = players
        self._points = [int(total.get(player, Fraction(0)) * UNITS) for player in players]
        self._met, self._spared, self._floats = meetings(outcomes), spared(outcomes), last_floats(outcomes)
        taken = seats_taken(outcomes)
        self._lead = [taken[player, 0] - taken[player, 1] for player in players]  # how much too often one began
        self._half = Counter(self._points)
        self._top = {points: place for place, points in reversed(list(enumerate(self._points)))}

    def of(self, one: int, two: int) -> tuple[int, ...]:
        """Two by their places in the standings, or one and NOBODY."""
        if NOBODY in (one, two):
            who = max(one, two)
            return self._spared[self._players[who]], 0, len(self._players) - 1 - who, 0, 0, 0, 0
        first, second = self._players[one], self._players[two]
        gap = self._points[one] - self._points[two]
        again = 0
        if gap:
            down, up = (first, second) if gap > 0 else (second, first)
            again = (self._floats.get(down) == -1) + (self._floats.get(up) == 1)
        leads = self._lead[one], self._lead[two]
        clash = min(abs(leads[0]), abs(leads[1])) ** 2 if leads[0] * leads[1] > 0 else 0
        half = self._half[self._points[one]] // 2
        fold = abs(abs(one - two) - half) if gap == 0 else abs(two - self._top[self._points[two]])
        return 0, self._met[frozenset((first, second))], 0, gap * gap, again, clash, fold


def last_floats(outcomes: Sequence[TableOutcome]) -> dict[Player, int]:
    """Players who were paired up (1) or down (-1) in the last round."""
    if not outcomes:
        return {}
    number = max(outcome.round for outcome in outcomes)
    before = points_of(outcome for outcome in outcomes if outcome.round < number)
    floats: dict[Player, int] = {}
    for outcome in outcomes:
        if outcome.round != number:
            continue
        levels = {who: before.get(who, Fraction(0)) for who in outcome.seats if who is not None}
        for who, level in levels.items():
            others = [other for rival, other in levels.items() if rival != who]
            if others and max(others) > level:
                floats[who] = 1
            elif others and min(others) < level:
                floats[who] = -1
    return floats


def _as_number(costs: list[tuple[int, ...]], players: int) -> Callable[[tuple[int, ...]], int]:
    """Makes one number of a cost's digits: no sum over a whole round carries from one digit to the next."""
    most = [max((cost[place] for cost in costs), default=0) for place in range(len(costs[0]) if costs else 0)]
    bases = [limit * players + 1 for limit in most]

    def weigh(cost: tuple[int, ...]) -> int:
        number = 0
        for digit, base in zip(cost, bases, strict=True):
            number = number * base + digit
        return number

    return weigh


def _groups(
    players: Sequence[Player], outcomes: Sequence[TableOutcome], seats: int, draw: random.Random, *, fill: bool
) -> tuple[list[Seats], list[Player]]:
    taken_out = spared(outcomes)
    total = points_of(outcomes)
    if fill:
        missing = -len(players) % seats
        sizes, byes = [seats] * ((len(players) + missing) // seats), 0
    else:
        missing = 0
        sizes, byes = table_sizes(len(players), seats)
    order = sorted(range(len(players)), key=lambda place: (taken_out[players[place]], -place))
    sitting_out = sorted(order[:byes])
    playing: list[Player | None] = [player for place, player in enumerate(players) if place not in sitting_out]
    playing += [HOUSE] * missing
    met = meetings(outcomes)
    concerns = Concerns(
        met=[[_met_before(one, two, met, taken_out) for two in playing] for one in playing],
        level=[_level(who, total, playing) for who in playing],
    )
    tables = divide(sizes, concerns, draw)
    return [tuple(playing[place] for place in table) for table in tables], [players[place] for place in sitting_out]


def _met_before(
    one: Player | None, two: Player | None, met: Counter[frozenset[Player]], taken_out: Counter[Player]
) -> int:
    """How often two have met; two house bots should not sit together, nor one with the same person again."""
    if one is None and two is None:
        return 3
    if one is None or two is None:
        return min(taken_out[one or two or ""], 2)
    return met[frozenset((one, two))]


def _level(who: Player | None, total: dict[Player, Fraction], playing: Sequence[Player | None]) -> int:
    """Somebody's points; a house bot has as few as the last."""
    if who is not None:
        return int(total.get(who, Fraction(0)) * UNITS)
    return min(int(total.get(other, Fraction(0)) * UNITS) for other in playing if other is not None)
