"""`ziggurat mcp --server` with the client of the official SDK, at a real server."""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

import ziggurat
from tests.assistants.test_tables import moves_in, name_in
from tests.assistants.test_tools import ask
from tests.looping import run
from tests.server.serving import Person, Server, serving
from ziggurat.assistants.remote import RemoteTables
from ziggurat.assistants.tools import make_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(f"sqlite:///{folder}/ziggurat.db") as running:
        yield running


def body(answer: str) -> str:
    """An answer from the line that names the match on."""
    return answer[answer.index("Match ") :]


def test_a_server_adds_a_tool(server: Server) -> None:
    async def work() -> None:
        async with Client(make_server(RemoteTables(server.url))) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert "join" in tools
            assert all(tool.description for tool in tools.values())

    run(work())


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_a_whole_match_with_a_token_against_a_person(game: str, server: Server) -> None:
    """The assistant plays by words, a person in a browser; each sees only what its own seat may know."""
    owner, person = Person(server), Person(server)
    token = owner.ask("POST", "/api/tokens", {"label": "assistant"})["token"]

    def play(name: str) -> None:
        chair, stream = person.join(name), random.Random(1)
        while not chair.view["over"]:
            if chair.view["actor"] == chair.seat:
                assert chair.play(stream.choice(chair.choices))["type"] == "done"
            else:
                chair.hear("changed")

    async def work() -> None:
        tables = RemoteTables(server.url, token)
        async with Client(make_server(tables)) as client:
            _, text = await ask(client, "new_match", game=game, seats=2, seat=0, opponent="person")
            name = name_in(text)
            person.sit(name)
            opponent = threading.Thread(target=play, args=(name,))
            opponent.start()
            _, text = await ask(client, "view", match=name)
            while moves := moves_in(text):
                refused, text = await ask(client, "play", match=name, moves=moves[-1:])
                assert not refused, text
                text = body(text)
            opponent.join()
            assert "The game is over" in text
            assert owner.ask("GET", f"/api/tables/{name}")["status"] == "finished"
            assert ziggurat.read(person.http.get(f"/api/tables/{name}/log").text).over
        tables.close()

    run(work())


def test_refusals_and_parallel_calls(server: Server) -> None:
    async def work() -> None:
        tables = RemoteTables(server.url)
        async with Client(make_server(tables)) as client:
            begun = await asyncio.gather(
                *(ask(client, "new_match", game="babel", seat=0, opponent="random") for _ in range(4))
            )
            names = [name_in(text) for _, text in begun]
            assert len(set(names)) == 4
            move = moves_in(begun[0][1])[0]
            for tool, given, sentence in (
                ("play", {"match": names[0], "moves": ["end"]}, r"build your level-1 card \(clause 2\)"),
                ("play", {"match": names[0], "moves": [move], "seat": 1}, "You have seat 0 of this match, not seat 1"),
                ("view", {"match": "../x"}, "There is no match"),
                ("view", {"match": "nosuchtable"}, "There is no such table"),
                ("join", {"match": names[0]}, "You already sit at this table"),
            ):
                refused, text = await ask(client, tool, **given)
                assert refused
                assert re.search(sentence, text), text
            calls = [ask(client, "play", match=names[0], moves=[move], decision=0) for _ in range(4)]
            answers = await asyncio.gather(*calls, *(ask(client, "view", match=name) for name in names))
            assert sorted(refused for refused, _ in answers[:4]) == [False, True, True, True]
            assert not any(refused for refused, _ in answers[4:])
        tables.close()

    run(work())


def test_the_command_over_stdio(server: Server) -> None:
    """Its token is in the environment, where other processes' lists do not show it."""
    owner = Person(server)
    token = owner.ask("POST", "/api/tokens", {"label": "assistant"})["token"]

    async def work() -> None:
        command = ["-m", "ziggurat", "mcp", "--server", server.url]
        environment = {**os.environ, "ZIGGURAT_TOKEN": token}
        async with Client(StdioServerParameters(command=sys.executable, args=command, env=environment)) as client:
            _, text = await ask(client, "new_match", game="babel", seat=0, opponent="random")
            name = name_in(text)
            _, text = await ask(client, "play", match=name, moves=moves_in(text)[:1])
            assert text.startswith("Played: ")
            assert owner.join(name).seat == 0

    run(work())
