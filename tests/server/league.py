"""A made-up league for screenshots: stored rated matches, counted like real ones."""

from __future__ import annotations

import random

from sqlalchemy import Connection, insert

from ziggurat.bots import LEVELS
from ziggurat.server.accounts import look_alikes
from ziggurat.server.protocol import Status
from ziggurat.server.ratings import rated_match, records
from ziggurat.server.storage import database, schema
from ziggurat.server.tables import creation, seat_store

STRENGTHS = {
    "Gudea of Lagash": 1950,
    "Puabi": 1850,
    "Adad-guppi": 1700,
    "Shulgi": 1550,
    "Semiramis": 1450,
    "Kubaba": 1300,
    "Ea-nasir": 1100,
}
BEGAN, DAY = 1_760_000_000_000, 86_400_000  # milliseconds
CLOCK = {"kind": "clock", "base": 900_000, "increment": 10_000}


def fill(url: str, matches: int = 300, seed: int = 2) -> None:
    """Write the league into a new database."""
    stream = random.Random(seed)
    engine = database.connect(url)
    database.migrate(engine)
    with engine.begin() as connection:
        for number, name in enumerate(STRENGTHS):
            look = look_alikes.skeleton(name)
            row = {"id": f"league-{number}", "name": name, "login": f"league-{number}", "created": BEGAN}
            connection.execute(insert(schema.players).values(handle=look, looks=look, **row))
        for number in range(matches):
            _play(connection, stream, BEGAN + number * DAY)
    engine.dispose()


def _play(connection: Connection, stream: random.Random, at: int) -> None:
    # only some games: a league in which two are played less, and one not at all
    game = stream.choice(["babylonia", "babylonia", "ur", "babel"])
    seats = 2 if game == "babel" else stream.choice([2, 3, 4])
    people = stream.sample(list(STRENGTHS), stream.randint(1, min(seats, 3)))
    who = people + [stream.choice(list(LEVELS)[:5]) for _ in range(seats - len(people))]
    stream.shuffle(who)
    strong = [STRENGTHS.get(name) or rated_match.first(game, f"{rated_match.A_BOT}{name}").rating for name in who]
    scores = [round((one + stream.gauss(0, 200)) / 20) for one in strong]
    result = {"winners": [scores.index(max(scores))], "scores": scores, "ending": "", "why": "end"}
    given = {"rated": True, "public": True, "pace": CLOCK, "status": Status.FINISHED, "result": result}
    ids = {name: f"league-{number}" for number, name in enumerate(STRENGTHS)}
    new = creation.row(game, ids[people[0]], at, **given)
    seat_store.open_table(connection, new, [(ids.get(name), None if name in ids else name) for name in who])
    records.count(connection, new["id"], at)
