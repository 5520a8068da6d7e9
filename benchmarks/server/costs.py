"""What single things cost a service: `python benchmarks/server/costs.py`, one JSON object a line.

Processor time of this process alone, so that others on the machine do not count: a push notification (encrypted and
signed), an e-mail, a decision of each level of bot that has a fixed number of iterations or seconds, and the bytes that
PostgreSQL keeps for a finished match, with its indexes. benchmarks/server/cluster.py measures moves and sockets;
docs/make/capacity.py makes a plan of all of them.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from sqlalchemy import text

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.server import large_database  # noqa: E402
from tests.server.postgres import Postgres, new_database  # noqa: E402

import ziggurat  # noqa: E402
from ziggurat import bots  # noqa: E402
from ziggurat.server.notifications import mail  # noqa: E402
from ziggurat.server.notifications.push import Pusher  # noqa: E402
from ziggurat.server.settings import Settings  # noqa: E402
from ziggurat.server.storage import database  # noqa: E402

LEVELS = ("apprentice", "scribe", "steward", "mayor", "governor", "king")
JOURNAL = ("journal",)  # the decisions; everything else stays when a match is put into object storage


def cpu_ms(work: Callable[[], Any], times: int) -> float:
    """Milliseconds of processor time, the first time not counted."""
    work()
    began = time.process_time()
    for _ in range(times):
        work()
    return round(1000 * (time.process_time() - began) / times, 3)


def push() -> Callable[[], Any]:
    """Encrypting and signing a notification."""
    ours, theirs = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    private = ours.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    point = theirs.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    row = SimpleNamespace(
        endpoint="https://push.example.org/send/1",
        p256dh=base64.urlsafe_b64encode(point).decode(),
        auth=base64.urlsafe_b64encode(bytes(16)).decode(),
    )
    server: Any = SimpleNamespace(settings=Settings(site="https://games.example.org", mail_from="club@example.org"))
    pusher = Pusher(server)
    return lambda: pusher._encrypt(row, private, json.dumps({"title": "Your turn", "body": "Babylonia" * 10}))


def email() -> Callable[[], Any]:
    """Writing an e-mail."""
    settings = Settings(site="https://games.example.org", mail_from="club@example.org")
    content = {"subject": "Your turn", "at": 0, "stop": "k" * 30, "text": "It is your turn.\n" * 10, "language": "en"}
    return lambda: mail.compose(settings, "1", "anna@example.org", content).as_bytes()


def decisions(level: str, count: int) -> float:
    """Milliseconds of processor time for a decision with a choice, halves of matches of every game."""
    spent, decided = 0.0, 0
    for name in ziggurat.game_names():
        match = ziggurat.new(name, seed=1)
        bot, quick = bots.find(level)(match.game, 1), bots.find("greedy")(match.game, 1)
        bot.choose(match.record(match.actor))  # compiled, and the network loaded
        here = at = 0
        while here < count and not match.over:
            record, at = match.record(match.actor), at + 1
            if len(match.legal()) > 1 and at % 3 == 0:
                began = time.process_time()
                match.play(bot.choose(record))
                spent, decided, here = spent + time.process_time() - began, decided + 1, here + 1
            else:
                match.play(quick.choose(record))
    return round(1000 * spent / decided, 1)


def stored(matches: int) -> dict[str, int]:
    """Bytes of a match in PostgreSQL: its decisions, and everything else, with all indexes."""
    postgres = Postgres(memory="256MB")
    try:
        engine = database.connect(new_database(postgres.address, "costs"))
        large_database.fill(engine, matches)
        query = text("SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relnamespace ="
                     " 'public'::regnamespace")  # fmt: skip
        with engine.connect() as connection:
            sizes = {str(name): int(size) for name, size in connection.execute(query)}
            entries = connection.execute(text("SELECT count(*) FROM journal")).scalar_one()
        engine.dispose()
    finally:
        postgres.close()
    journal = sum(sizes[name] for name in JOURNAL)
    return {
        "matches": matches,
        "decisions_a_match": round(entries / matches),
        "bytes_of_decisions_a_match": round(journal / matches),
        "bytes_of_all_else_a_match": round((sum(sizes.values()) - journal) / matches),
    }


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=500, help="how often a notification is made")
    parser.add_argument("--decisions", type=int, default=6, help="of each bot in each game")
    parser.add_argument("--matches", type=int, default=20_000, help="in the database")
    wanted = parser.parse_args()
    print(json.dumps({"push_cpu_ms": cpu_ms(push(), wanted.times), "email_cpu_ms": cpu_ms(email(), wanted.times)}))
    for level in LEVELS:
        print(json.dumps({"bot": level, "cpu_ms_a_decision": decisions(level, wanted.decisions)}), flush=True)
    print(json.dumps(stored(wanted.matches)), flush=True)


if __name__ == "__main__":
    main()
