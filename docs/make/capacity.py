"""Plans a service from measured costs: `python docs/make/capacity.py` writes the tables of scale.md,
`--simulate` those of benchmarks/server/queueing.py too.

Change a number here, not on the page: `COSTS` are measured, each with its command, `HABITS` are what we assume of
people, `PRICES` are what hosts ask, in round euros.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[1]
PAGE = DOCS / "scale.md"
sys.path.insert(0, str(DOCS.parent / "benchmarks" / "server"))

from queueing import SECONDS, SEED, Load, simulate  # noqa: E402

SIZES = (100, 10_000, 100_000)  # players at once
YEAR, MONTH = 365 * 86_400, 30 * 86_400  # seconds
CLUSTER = "python benchmarks/server/cluster.py --compare --rounds 2 --tables 100 --sockets 500 --seconds 6"
SINGLE = "python benchmarks/server/costs.py"


@dataclass(frozen=True)
class Number:
    """A number of the plan."""

    value: float
    what: str
    source: str  # the command that measures it, or why we assume it


COSTS = {
    "move": Number(1.1, "ms of a server's processor for a move", CLUSTER),
    "move_database": Number(0.42, "ms of PostgreSQL's processors for a move", CLUSTER),
    "transactions": Number(1.61, "transactions for a move, when moves are rare", CLUSTER),
    "wal": Number(865, "bytes of PostgreSQL's log for a move", CLUSTER),
    "sent": Number(13446, "bytes to all sockets of a table for a move", CLUSTER),
    "process": Number(8.1, "ms of processor a second for a process with nothing to do", CLUSTER),
    "process_memory": Number(255, "MB of memory for a process", CLUSTER),
    "socket": Number(0.0102, "ms of processor a second for an idle socket", CLUSTER),
    "socket_memory": Number(30.1, "kB of memory for a socket, with its share of a table", CLUSTER),
    "push": Number(0.193, "ms of processor for a push notification", SINGLE),
    "email": Number(1.05, "ms of processor for an e-mail", SINGLE),
    "governor": Number(5.1, "ms of processor for a decision of `governor`; lower levels, 0.3 to 5.9", SINGLE),
    "king": Number(73.4, "ms of processor for a decision of `king`", SINGLE),
    "gilgamesh": Number(8000, "ms of processor for a decision of `gilgamesh`, at most", "its level"),
    "review": Number(60_000, "ms of processor for a review", "ZIGGURAT_REVIEW_SECONDS"),
    "journal": Number(54_100, "bytes in PostgreSQL for a match's decisions", SINGLE),
    "rest": Number(1_900, "bytes in PostgreSQL for everything else of a match", SINGLE),
}
HABITS = {
    "pause": Number(15, "seconds between two decisions of a player", "a turn has several"),
    "sockets": Number(1.2, "sockets for each player", "some watch, some have two tabs"),
    "tables": Number(0.4, "tables for each player", "two or three sit at each"),
    "bots": Number(0.25, "decisions of bots for each decision of a person", "one table in four has bots"),
    "kings": Number(0.2, "share of bots that are `king`; the others are `governor`", "people like to win"),
    "gilgameshes": Number(0.01, "share of bots that are `gilgamesh`", "eight seconds are long"),
    "timed": Number(0.5, "share of moves at tables with clocks or bots", "live tables have clocks"),
    "reviews": Number(0.1, "reviews for each match", "who has lost asks"),
    "notifications": Number(
        1 / 600, "notifications a second for each player", "one in ten minutes, for correspondence"
    ),
    "decisions": Number(400, "decisions in a match", "the mean of the four games, played at random"),
    "average": Number(1 / 3, "players on average, as a share of the busiest hour", "nights and working days"),
}
PRICES = {
    "core": Number(10, "euros a month for a core with 4 GB", ""),
    "disk": Number(100, "euros a month for a TB of fast disk, with its copy", ""),
    "object": Number(10, "euros a month for a TB of object storage", ""),
    "traffic": Number(2, "euros for a TB sent", ""),
}
BUSY, BOTS_BUSY = 0.4, 0.8  # share of a core that we plan to use: servers have bursts, restarts and page visits
PROCESS_SOCKETS = 2_500  # after a restart all of them come back at once
COMMIT = 0.004  # seconds until a fast disk has a transaction
FOLLOWS = 0.5  # cost of reading a move in the leader, as a share of making it
CONNECTIONS = 8  # to PostgreSQL, of each process: five in its pool, two that listen and lead, one for bots


def cost(name: str) -> float:
    """A measured cost, in its unit."""
    return COSTS[name].value


def habit(name: str) -> float:
    """What we assume of people."""
    return HABITS[name].value


def decision() -> float:
    """Milliseconds of processor for the decision of a bot, all levels as people choose them."""
    kings, gilgameshes = habit("kings"), habit("gilgameshes")
    return kings * cost("king") + gilgameshes * cost("gilgamesh") + (1 - kings - gilgameshes) * cost("governor")


def plan(players: int) -> dict[str, float]:
    """What so many players at once need."""
    people = players / habit("pause")  # decisions a second
    moves = people * (1 + habit("bots"))
    sockets = players * habit("sockets")
    tables = players * habit("tables")
    serving = (
        moves * cost("move") + sockets * cost("socket") + players * habit("notifications") * cost("email")
    ) / 1000
    processes = max(math.ceil(serving / BUSY), math.ceil(sockets / PROCESS_SOCKETS))
    matches = moves / habit("decisions")
    deciding = people * habit("bots") * decision() / 1000
    reviewing = matches * habit("reviews") * cost("review") / 1000
    matches_a_year = matches * habit("average") * YEAR
    memory = processes * cost("process_memory") + sockets * cost("socket_memory") / 1000
    database = moves * cost("move_database") / 1000
    sent = moves * cost("sent")
    needed = {
        "moves": moves,
        "sockets": sockets,
        "tables": tables,
        "serving": serving,
        "processes": processes,
        "memory": memory / 1000,
        "database": database,
        "connections": processes * CONNECTIONS,
        "transactions": moves * cost("transactions"),
        "leader": moves * habit("timed") * FOLLOWS * cost("move") / 1000,
        "deciding": deciding,
        "reviewing": reviewing,
        "network": sent * 8 / 1e6,
        "wal": moves * cost("wal") / 1e6,
        "matches": matches_a_year,
        "journal": matches_a_year * cost("journal") / 1e12,
        "rest": matches_a_year * cost("rest") / 1e12,
    }
    cores = processes + cores_of(database, BUSY) + cores_of(deciding, BOTS_BUSY) + cores_of(reviewing, BOTS_BUSY)
    traffic = sent * habit("average") * MONTH / 1e12
    storage = needed["rest"] * PRICES["disk"].value + needed["journal"] * PRICES["object"].value
    needed["cores"] = cores
    needed["money"] = cores * PRICES["core"].value + traffic * PRICES["traffic"].value + storage
    return needed


def cores_of(work: float, busy: float) -> int:
    """Cores for so many seconds of processor a second."""
    return max(1, math.ceil(work / busy))


def load(players: int) -> Load:
    """What queueing.py simulates for a size."""
    needed = plan(players)
    decisions = players / habit("pause") * habit("bots")
    return Load(
        moves=needed["moves"],
        processes=int(needed["processes"]),
        move=cost("move") / 1000,
        commit=COMMIT,
        followed=habit("timed"),
        follow=FOLLOWS * cost("move") / 1000,
        decisions=decisions,
        cores=cores_of(needed["deciding"], BOTS_BUSY),
        decision=decision() / 1000,
    )


def rounded(value: float, digits: int = 2) -> str:
    """A number in two digits, with commas; what is counted, whole."""
    if isinstance(value, int) or not value:
        return f"{value:,.0f}"
    places = digits - 1 - math.floor(math.log10(abs(value)))
    value = round(value, places)
    return f"{value:,.{max(0, places)}f}" if value < 10 else f"{value:,.0f}"


ROWS = (
    ("moves a second, bots' included", "moves"),
    ("sockets", "sockets"),
    ("tables", "tables"),
    ("seconds of processor a second for them", "serving"),
    ("**server processes**", "processes"),
    ("memory of all processes, GB", "memory"),
    ("seconds of PostgreSQL's processors a second", "database"),
    ("transactions a second, at most", "transactions"),
    ("connections to PostgreSQL", "connections"),
    ("PostgreSQL's log, MB a second", "wal"),
    ("the leader: busy", "leader"),
    ("seconds of processor a second for bots", "deciding"),
    ("reviews, made one after the other: busy", "reviewing"),
    ("network, Mbit/s out", "network"),
    ("matches a year", "matches"),
    ("their decisions, TB a year", "journal"),
    ("everything else of them, TB a year", "rest"),
    ("**cores**: 40% busy, bots' and reviews' 80%", "cores"),
    ("**euros a month**, after a year", "money"),
)


def needs() -> str:
    """The table of what each size needs."""
    plans = [plan(players) for players in SIZES]
    lines = [f"| players at once | {' | '.join(f'{players:,}' for players in SIZES)} |", "|---|---:|---:|---:|"]
    lines += [f"| {title} | {' | '.join(rounded(one[name]) for one in plans)} |" for title, name in ROWS]
    return "\n".join(lines)


def numbers(table: dict[str, Number], third: str) -> str:
    """A table of numbers with their sources."""
    lines = [f"| | number | {third} |", "|---|---:|---|"]
    for one in table.values():
        source = f"`{one.source}`" if one.source.startswith(("python", "ZIGGURAT")) else one.source
        lines.append(f"| {one.what} | {rounded(one.value, 3)} | {source} |")
    return "\n".join(lines)


def simulated(figures: dict[str, float]) -> str:
    """The cells of a simulated size."""
    shares = [f"{100 * figures[name]:.0f}%" for name in ("busiest_process", "leader")]
    times = [f"{figures[name]:,.0f}" for name in ("p50_ms", "p99_ms", "leader_p99_ms", "bots_wait_p99_ms")]
    return " | ".join(shares + times)


def simulation() -> str:
    """The table of what queueing.py finds, with its defaults."""
    lines = [
        "| players at once | busiest process | leader busy | stored, half of all (ms) | 99 in 100 | read by the leader,"
        " 99 in 100 | bots wait for a core, 99 in 100 |",
        "|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [f"| {players:,} | {simulated(simulate(load(players), SECONDS, SEED))} |" for players in SIZES]
    return "\n".join(lines)


def page(text: str) -> str:
    """The page with its tables as the numbers of this file have them."""
    for name, table in (
        ("needs", needs()),
        ("costs", numbers(COSTS, "command")),
        ("habits", numbers(HABITS, "why")),
    ):
        text = insert(text, name, table)
    return text


def insert(text: str, name: str, table: str) -> str:
    """The page with another table between two of its comments."""
    begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    before, rest = text.split(begin)
    return f"{before}{begin}\n{table}\n{end}{rest.split(end)[1]}"


if __name__ == "__main__":
    written = page(PAGE.read_text("utf-8"))
    if "--simulate" in sys.argv:
        written = insert(written, "simulation", simulation())
    PAGE.write_text(written, "utf-8")
