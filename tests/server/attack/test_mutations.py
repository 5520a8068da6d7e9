"""Thousands of randomly changed positions over HTTP: refused with a sentence, or playable."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import ziggurat
from tests.cases import among
from tests.patience import PATIENCE
from tests.playing import Setup, setups, somewhere
from tests.server.serving import Person, Server, serving

CHANGES = 150  # of each of the eight positions; `make test` has some minutes for everything
NONSENSE: list[Any] = [None, True, -1, 0, 1, 2**31, 2**63, -(2**70), 10**400, 0.5, "", "x" * 3000, "\x00", [], {}, [[]]]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that must not log an error during these tests."""
    folder = tmp_path_factory.mktemp("mutations")
    with tempfile.TemporaryFile() as log:
        with serving(f"sqlite:///{folder}/ziggurat.db", log=log) as running:
            yield running
        log.seek(0)
        lines = log.read().decode().splitlines()
        assert [line for line in lines if json.loads(line)["level"] == "error"] == []


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in entries:
        yield from _places(inside, (*path, key))


def _change(value: Any, stream: random.Random) -> Any:
    """A copy with one thing replaced, removed, doubled or swapped."""
    changed = json.loads(json.dumps(value))
    path = stream.choice([path for path in _places(changed) if path])
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    last = path[-1]
    match stream.randrange(4):
        case 0:
            holder[last] = stream.choice(NONSENSE)
        case 1:
            del holder[last]
        case 2 if isinstance(holder, list):
            holder.insert(last, holder[last])
        case _:
            other = stream.choice([path for path in _places(changed) if path])
            part = changed
            for key in other:
                part = part[key]
            holder[last] = json.loads(json.dumps(part))
    return changed


def _log(game: str, position: Any) -> str:
    card = ziggurat.game(game)
    seats = position.get("seats", 2) if isinstance(position, dict) else 2
    last = "decisions 0, scores 0 0, digest 0123456789abcdef"
    heading = f"ziggurat match 1\ngame {game}\nrules {card.rules_version}\nseats {seats}"
    return f"{heading}\nposition {json.dumps(position)}\n\n{last}\n"


def _smallest() -> list[Setup]:
    """For each game, its smallest table."""
    smallest: dict[str, Setup] = {}
    for setup in setups():
        smallest.setdefault(setup.game, setup)
    return list(smallest.values())


@pytest.mark.parametrize("setup", among(_smallest(), lambda setup: setup.game == "babel"), ids=str)
def test_positions(watched: Server, setup: Setup) -> None:
    person = Person(watched)
    person.http.timeout = httpx.Timeout(PATIENCE * 6)  # the first log waits for the process that reads it
    stream = random.Random(8)
    statuses = set()
    for number in range(2):
        position = somewhere(setup, number).position()
        for _ in range(CHANGES):
            position_now = position
            for _ in range(stream.randrange(1, 4)):
                position_now = _change(position_now, stream)
            answer = person.http.post("/api/import", json={"log": _log(setup.game, position_now)})
            assert answer.status_code in (201, 400), answer.text
            if answer.status_code == 400:
                assert answer.json()["reason"].endswith((".", "?")), answer.text
                assert len(answer.content) < 2_000, answer.text
            statuses.add(answer.status_code)
    assert 400 in statuses


def test_components(watched: Server) -> None:
    """The printed parts of Amyitis, in a new table and in a log."""
    person = Person(watched)
    stream = random.Random(9)
    match = ziggurat.new("amyitis", seats=2, seed=3)
    components = match.position()["options"]["components"]
    seats = [{"who": "me"}, {"who": "random"}]
    given: list[Any] = [*NONSENSE, "/etc/passwd", "/dev/zero", "../../x.json", "{", "[" * 5000, "standard"]
    if isinstance(components, dict):
        given += [_change(components, stream) for _ in range(CHANGES)]
    for value in given:
        for wanted in (value, json.dumps(value)):
            body = {"game": "amyitis", "seats": seats, "options": {"components": wanted}}
            answer = person.http.post("/api/tables", json=body)
            assert answer.status_code in (201, 400), answer.text
            assert len(answer.content) < 60_000
            if answer.status_code == 400:
                assert len(answer.content) < 2_000, answer.text
                assert "root:" not in answer.text
