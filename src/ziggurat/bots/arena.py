"""A round robin of bots: every bot plays the same deals from every seat.

A deal is a seed. Each deal is played once for every rotation of the seats, so that nobody is lucky with the cards or
the turn order. Bots are given redacted records and seeds of their own; with budgets in iterations the same call gives
the same table on every machine.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from ziggurat.bots.own import Agent, bring, name_of
from ziggurat.bots.sprt import SequentialTest
from ziggurat.core.chance import seed_for
from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.core.game import Game
from ziggurat.core.match import Match, new
from ziggurat.core.registry import game as find_game

CONFIDENCE = 1.96  # standard errors to either side: 95%


@dataclass(frozen=True)
class ArenaGame:
    """One finished game of the arena."""

    number: int
    deal: int
    lineup: tuple[int, ...]  # by seat: which bot, by its place in the list of bots
    ranks: tuple[int, ...]  # by seat: how many seats did better
    scores: tuple[int, ...]
    decisions: int
    seed: int = 0
    ending: str = ""  # as a code
    actions: tuple[int, ...] = ()


@dataclass(frozen=True)
class Share:
    """A proportion with its 95% confidence interval (Wilson's)."""

    value: float
    low: float
    high: float
    of: int

    @classmethod
    def count(cls, hits: float, of: int) -> Share:
        if of == 0:
            return cls(math.nan, 0.0, 1.0, 0)
        share, z = hits / of, CONFIDENCE
        middle = (share + z * z / (2 * of)) / (1 + z * z / of)
        spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
        return cls(share, max(0.0, middle - spread), min(1.0, middle + spread), of)

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


@dataclass(frozen=True)
class BotResult:
    """How one bot did."""

    bot: str
    games: int
    rating: float
    rating_low: float
    rating_high: float
    victories: Share  # a shared victory counts for its part
    mean_score: float


@dataclass(frozen=True)
class SprtResult:
    """How a sequential test of the first bot against the second ended."""

    low: float
    high: float
    ratio: float
    bound: float
    deals: int
    verdict: str  # `high`, `low`, or nothing: the games were over first


@dataclass(frozen=True)
class Report:
    """The result of an arena, with everything needed to repeat it."""

    game: str
    seats: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int
    games: int
    seconds: float
    standings: list[BotResult]  # best first
    ahead: dict[str, dict[str, Share]]  # of the games both played: how often the first finished ahead of the second
    by_seat: list[Share]  # victories by seat, whoever sat there
    sprt: SprtResult | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)


class Arena:
    """Plays a number of games and reports the results, even if it is stopped early.

    >>> from ziggurat.bots.arena import Arena
    >>> arena = Arena("babel", ["random", "greedy"], games=8, seed=1)
    >>> arena.run()
    >>> arena.report().standings[0].bot
    'greedy'
    """

    def __init__(
        self,
        game: str | Game,
        agents: Sequence[Agent],
        seats: int | None = None,
        games: int = 400,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        sprt: tuple[float, float] | None = None,
    ) -> None:
        """Without a seat count the game's largest is taken. `sprt` is two differences in Elo to decide between."""
        game = find_game(game)
        seats = game.check_seats(game.default_seats if seats is None else seats)
        names = [name_of(agent) for agent in agents]
        if len(names) < 2:
            raise BadOption("An arena needs two bots or more, such as --bots random,greedy.")
        if len(set(names)) != len(names):
            raise BadOption("Name each bot once; bots take several seats if there are more seats than bots.")
        if games < 1:
            raise BadOption(f"The number of games is 1 or more, not {games}.")
        if sprt is not None and len(names) != 2:
            raise BadOption(f"--sprt compares two bots, not {len(names)}.")
        self.test = None if sprt is None else SequentialTest(*sprt)
        if find_spec("openskill") is None:  # before the games, not after them
            raise MissingDependency("An arena needs OpenSkill: install it with `pip install 'ziggurat[arena]'`.")
        self.game, self.names, self.seats, self.games, self.seed = game, tuple(names), seats, games, seed
        self.options = game.load_options(options or {})
        self.agents = tuple(agents)
        self._makers = [bring(agent) for agent in agents]
        self.played: list[ArenaGame] = []
        self._keep: Callable[[ArenaGame], None] = lambda _: None
        self._kept = 0
        self._out_of_turn: dict[int, ArenaGame] = {}  # games that were over before an earlier one was
        self._of_deal: list[ArenaGame] = []  # games of the deal that a sequential test counts next
        self._began = time.perf_counter()

    def lineups(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """An endless sequence of deals and lineups: every rotation of every group of bots for each deal."""
        count = len(self.names)
        if count >= self.seats:
            groups = list(itertools.combinations(range(count), self.seats))
        else:
            groups = [tuple((first + seat) % count for seat in range(self.seats)) for first in range(count)]
        for deal in itertools.count():
            group = groups[deal % len(groups)]
            for turn in range(self.seats):
                yield deal, group[turn:] + group[:turn]

    def run(
        self,
        workers: int = 1,
        progress: Callable[[int], None] = lambda _: None,
        keep: Callable[[ArenaGame], None] = lambda _: None,
    ) -> None:
        """Play the games. After an interruption the finished games are still there.

        `keep` is given each game in the order of their numbers, as soon as those before it are over. A sequential test
        counts them in that order too, so that it ends after the same game whatever the number of workers.
        """
        self._keep, self._kept, self._out_of_turn = keep, 0, {}
        jobs = enumerate(itertools.islice(self.lineups(), self.games))
        waiting: set[Future[ArenaGame]] = set()
        with ThreadPoolExecutor(workers) as pool:
            try:
                for number, (deal, lineup) in jobs:
                    if len(waiting) >= 2 * workers:
                        waiting = self._collect(waiting, progress)
                    if self._decided:
                        break
                    waiting.add(pool.submit(self.play, number, deal, lineup))
                while waiting and not self._decided:
                    waiting = self._collect(waiting, progress)
                if self._decided:
                    pool.shutdown(wait=True, cancel_futures=True)
                    self.played = [played for played in self.played if played.number < self._kept]
            except KeyboardInterrupt:
                pool.shutdown(wait=True, cancel_futures=True)
                self.played += [job.result() for job in waiting if job.done() and not job.cancelled()]
                raise
            finally:
                self.played.sort(key=lambda played: played.number)

    def _collect(self, waiting: set[Future[ArenaGame]], progress: Callable[[int], None]) -> set[Future[ArenaGame]]:
        done, rest = wait(waiting, return_when=FIRST_COMPLETED)
        finished = [job.result() for job in done]
        self.played += finished
        self._out_of_turn |= {played.number: played for played in finished}
        while self._kept in self._out_of_turn and not self._decided:
            game = self._out_of_turn.pop(self._kept)
            self._keep(game)
            self._kept += 1
            if self.test is not None:
                self._add_to_test(game, self.test)
        progress(len(done))
        return rest

    @property
    def _decided(self) -> bool:
        return self.test is not None and bool(self.test.verdict)

    def _add_to_test(self, game: ArenaGame, test: SequentialTest) -> None:
        """Count a game's deal, if the game is its last."""
        self._of_deal.append(game)
        if len(self._of_deal) == self.seats:
            test.add(_ahead_share(self._of_deal, 0, 1).value)
            self._of_deal.clear()

    def play(self, number: int, deal: int, lineup: tuple[int, ...]) -> ArenaGame:
        """One game."""
        options: dict[str, Any] = dict(self.options)
        seed = self._seed(2 * deal)
        match = new(self.game.name, seats=self.seats, seed=seed, **options)
        players = [
            self._makers[bot](self.game, self._seed(2 * (number * self.seats + seat) + 1))
            for seat, bot in enumerate(lineup)
        ]
        while not match.over:
            seat = match.actor
            match.play(players[seat].choose(match.record(seat)))
        outcome = _ranks(match), tuple(match.scores), len(match)
        return ArenaGame(number, deal, lineup, *outcome, seed, match.ending_code, match.actions)

    def _seed(self, index: int) -> int:
        return int(seed_for(np.uint64(self.seed), index))

    def report(self) -> Report:
        """The results of the games played so far."""
        ratings = self._ratings()
        standings = [self._result(bot, *ratings[bot]) for bot in range(len(self.names))]
        return Report(
            game=self.game.name,
            seats=self.seats,
            options=self.options,
            bots=self.names,
            seed=self.seed,
            games=len(self.played),
            seconds=time.perf_counter() - self._began,
            standings=sorted(standings, key=lambda one: -one.rating),
            ahead={
                self.names[one]: {
                    self.names[two]: _ahead_share(self.played, one, two) for two in range(len(self.names)) if one != two
                }
                for one in range(len(self.names))
            },
            by_seat=[
                Share.count(sum(_won(played)[seat] for played in self.played), len(self.played))
                for seat in range(self.seats)
            ],
            sprt=None if self.test is None else _sprt_result(self.test),
        )

    def _ratings(self) -> list[tuple[float, float]]:
        """Plackett-Luce ratings over the games in their order; a bot in several seats counts as its best one."""
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        ratings = [model.rating() for _ in self.names]
        for played in self.played:
            best = {bot: min(_of(played, bot, played.ranks)) for bot in played.lineup}
            if len(best) > 1:
                teams = [[ratings[bot]] for bot in best]
                for bot, [rating] in zip(best, model.rate(teams, ranks=list(best.values())), strict=True):
                    ratings[bot] = rating
        return [(rating.mu, rating.sigma) for rating in ratings]

    def _result(self, bot: int, middle: float, spread: float) -> BotResult:
        games = [played for played in self.played if bot in played.lineup]
        seats = [(played, seat) for played in games for seat in range(self.seats) if played.lineup[seat] == bot]
        return BotResult(
            bot=self.names[bot],
            games=len(games),
            rating=middle,
            rating_low=middle - CONFIDENCE * spread,
            rating_high=middle + CONFIDENCE * spread,
            victories=Share.count(sum(_won(played)[seat] for played, seat in seats), len(seats)),
            mean_score=sum(played.scores[seat] for played, seat in seats) / max(1, len(seats)),
        )


def _ahead_share(games: Sequence[ArenaGame], one: int, two: int) -> Share:
    """How often a bot finished ahead of another, over all pairs of their seats."""
    hits, of = 0.0, 0
    for played in games:
        for own in _of(played, one, played.ranks):
            for other in _of(played, two, played.ranks):
                hits += 1.0 if own < other else 0.5 if own == other else 0.0
                of += 1
    return Share.count(hits, of)


def _sprt_result(test: SequentialTest) -> SprtResult:
    return SprtResult(test.low, test.high, test.ratio, test.bound, test.deals, test.verdict)


def _of(played: ArenaGame, bot: int, values: tuple[int, ...]) -> list[int]:
    return [value for value, who in zip(values, played.lineup, strict=True) if who == bot]


def _won(played: ArenaGame) -> list[float]:
    """By seat: its share of the victory."""
    winners = played.ranks.count(0)
    return [1 / winners if rank == 0 else 0.0 for rank in played.ranks]


def _ranks(match: Match) -> tuple[int, ...]:
    standings = match.standings()
    return tuple(sum(other > own for other in standings) for own in standings)
