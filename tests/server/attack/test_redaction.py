"""Two positions that a seat cannot distinguish, at two tables: the messages are the same."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import ziggurat
from tests.cases import among
from tests.playing import Setup, setups, somewhere
from tests.server.serving import Chair, Person, Server
from ziggurat.server.protocol import Leave
from ziggurat.server.storage import database
from ziggurat.server.tables import creation

ONLY_ITS_OWN = ("id", "created", "changed", "at")  # of a table and a moment, not of what is hidden there

SETUPS = among([setup for setup in setups() if setup.seats <= 3][::2], lambda setup: setup.game == "babylonia")


def _place(server: Server, position: dict[str, Any], game: str, people: list[str]) -> str:
    """A table that starts from a position, created directly in the database."""
    engine = database.connect(server.database)
    given = {"options": position.get("options", {}), "start": position, "leave": Leave.BOT, "hints": False}
    row = creation.row(game, people[0], 1_000, **given)
    with engine.begin() as connection:
        creation.store_table(connection, row, [(player, None) for player in people], people[0], 1_000)
    engine.dispose()
    return str(row["id"])


def _same(message: Any) -> Any:
    """A message without ids and times, which differ between tables."""
    if isinstance(message, dict):
        return {key: _same(value) for key, value in message.items() if key not in ONLY_ITS_OWN}
    return [_same(value) for value in message] if isinstance(message, list) else message


def _everything(chair: Chair, others: list[Chair], action: int, actor: int) -> list[str]:
    """All messages around one decision: welcome, answers to every query, refusals, change."""
    messages = [chair.welcome]
    moves: tuple[int | str, ...] = (action, 0, 10**6, "nonsense") if chair.seat != actor else ()
    messages += [chair.ask("play", version=chair.version, move=move) for move in moves]
    messages += [chair.ask("preview", version=chair.version), chair.ask("past", decision=0), chair.ask("hint")]
    messages += [chair.ask("prospects"), chair.ask("prospects", decision=0)]
    messages += [chair.ask("undo", version=chair.version, decisions=1), chair.ask("look")]
    by_seat = {other.seat: other for other in others}
    before = chair.version
    answer = by_seat[actor].ask("play", version=by_seat[actor].version, move=action)
    assert answer["type"] == "done", answer
    messages.append(chair.hear("changed", lambda message: message["version"] > before))
    messages += [chair.ask("look"), chair.ask("past", decision=1)]
    return [json.dumps(_same(message)) for message in messages]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_tables_that_a_seat_cannot_distinguish_send_the_same(server: Server, setup: Setup) -> None:
    game = ziggurat.game(setup.game)
    people = [Person(server) for _ in range(setup.seats)]
    for person in people:
        person.ask("PATCH", "/api/me", {"name": "Enki"})  # from here on they are remembered
    ids = [next(iter(person.http.cookies.values())).partition(".")[0] for person in people]
    compared = 0
    for seed in range(3):
        match = somewhere(setup, seed)
        if match.over:
            continue
        stream = random.Random(seed)
        for seat in range(-1, setup.seats):
            record = match.record(seat)
            game.engine().resample(record, seat, np.uint64(seed))
            other = ziggurat.load(setup.game, game.write_position(record[0]))
            both = sorted(set(match.legal()) & set(other.legal()))
            quiet = [
                action
                for action in both
                if match.copy().play(action).can_undo() and other.copy().play(action).can_undo()
            ]
            if not quiet:
                continue  # whatever is decided brings something to light
            action = stream.choice(quiet)
            heard = []
            for truth in (match, other):
                table = _place(server, truth.position(), setup.game, ids)
                chairs = [person.join(table) for person in people]
                reader = chairs[seat] if seat >= 0 else Person(server).join(table)
                heard.append(_everything(reader, chairs, action, match.actor))
                for chair in {*chairs, reader}:
                    chair.close()
            assert heard[0] == heard[1]
            compared += 1
    assert compared > 0
