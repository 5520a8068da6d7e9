"""How a simulated world is furnished: who plays what, and how often something goes wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

SOLO, PAIR, GROUP, LETTERS, BLITZ, TOURNAMENT, WATCH = (
    "solo", "pair", "group", "letters", "blitz", "tournament", "watch"
)  # fmt: skip
ALL_FAULTS = {
    "kill": 20,  # kill -9
    "cut_power": 20,  # a power cut
    "crash_in_io": 20,  # the same in the middle of a write or a sync
    "stop": 6,  # a graceful shutdown
    "fail_sync": 12,  # a sync fails, and perhaps the machine crashes before the next write
    "break_disk": 4,  # every write fails for some seconds
    "fill_disk": 3,
    "slow_disk": 6,
    "set_clock": 6,  # forward or back
    "cut_network": 4,
    "kill_bots": 3,
}


@dataclass(frozen=True)
class Profile:
    """A kind of world."""

    seconds: float  # simulated, until faults end
    between: float  # mean seconds between two faults
    think: float  # mean seconds a person thinks
    groups: dict[str, int]  # how many groups of people there are of each kind
    letters: tuple[float, ...] = (30, 100, 1000)  # how long turns by correspondence are, in thinking times
    cuts: float = 0.01  # the chance that a message's connection breaks around it
    again: float = 0.01  # the chance that a message is sent again although it was acknowledged
    second_pages: float = 0.03  # the share of visits with a second page, which sends every message at the same moment
    bot_deaths: float = 0.01  # the chance that a bot's process dies of a question
    job_interval: float = 0.0  # background jobs pause at least so many seconds; 0: as in earnest
    settling: float = 400.0  # seconds without faults at the end
    twins: float = 0.1  # the share of messages that are compared with those of other possible truths
    faults: dict[str, int] = field(default_factory=lambda: dict(ALL_FAULTS))


_FEW = {SOLO: 2, PAIR: 2, GROUP: 1, LETTERS: 2, BLITZ: 1, TOURNAMENT: 1, WATCH: 1}
PROFILES = {
    # Small worlds for `make test`.
    "quick": Profile(
        seconds=300,
        between=15,
        think=4,
        groups=_FEW,
        twins=0.2,
        settling=120,
        job_interval=5,
        again=0.05,
        second_pages=0.3,
    ),
    "tiny": Profile(seconds=60, between=15, think=4, groups=_FEW, settling=30, job_interval=5),
    # Many crashes among few tables.
    "crashes": Profile(
        seconds=2_400,
        between=6,
        think=4,
        groups={SOLO: 2, PAIR: 7, GROUP: 2, LETTERS: 4, BLITZ: 3, TOURNAMENT: 1, WATCH: 2},
        job_interval=10,
        twins=0.03,
    ),
    # Many hours at many tables, most of them without anybody there.
    "hours": Profile(
        seconds=40_000,
        between=2_400,
        think=150,
        groups={SOLO: 8, PAIR: 14, GROUP: 4, LETTERS: 500, BLITZ: 4, TOURNAMENT: 1, WATCH: 4},
        letters=(100, 400, 2000, 4000),
        job_interval=60,
        twins=0.02,
    ),
}
LARGE = {"crashes": 1.6, "hours": 1.0}  # the profiles that are simulated in turn, and their shares of the time
