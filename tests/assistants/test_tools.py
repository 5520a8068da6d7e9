"""`ziggurat mcp` with the client of the official SDK: in this process, and as a command over stdio."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import ziggurat
from tests.assistants.test_tables import moves_in, name_in
from tests.looping import run
from tests.patience import until
from ziggurat.assistants.tables import Tables
from ziggurat.assistants.tools import make_server


async def ask(client: Any, tool: str, **given: Any) -> tuple[bool, str]:
    """Whether a tool refused, and its text."""
    answer = await client.call_tool(tool, given)
    return bool(answer.is_error), "\n".join(part.text for part in answer.content)


async def play_through(client: Any, game: str, decisions: int = 5000) -> tuple[str, str]:
    """Play a match by the first legal move; returns its name and the last text."""
    refused, text = await ask(client, "new_match", game=game, seats=2, opponent="random")
    assert not refused
    name = name_in(text)
    for _ in range(decisions):
        moves = moves_in(text)
        if not moves:
            break
        refused, text = await ask(client, "play", match=name, moves=[moves[-1]])
        assert not refused, text
        text = text.partition("\n")[2]
    return name, text


def test_the_tools_are_described(tmp_path: Path) -> None:
    async def work() -> None:
        async with Client(make_server(Tables(tmp_path))) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert list(tools) == [
                *("games", "rules", "matches", "new_match", "view", "play", "undo", "hint", "why_not", "review")
            ]
            assert all(tool.description for tool in tools.values())
            assert tools["play"].input_schema["required"] == ["match", "moves"]
            assert tools["view"].input_schema["properties"]["moves"]["enum"] == ["grouped", "all", "none"]

    run(work())


@pytest.mark.parametrize("game", ziggurat.game_names())
def test_a_whole_match(game: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with Client(make_server(Tables(tmp_path, seed=3))) as client:
            name, text = await play_through(client, game)
            assert "The game is over" in text
            assert ziggurat.open(tmp_path / f"{name}.log").over

    run(work())


def test_refusals_reach_the_model_as_sentences(tmp_path: Path) -> None:
    async def work() -> None:
        async with Client(make_server(Tables(tmp_path, seed=3))) as client:
            _, text = await ask(client, "new_match", game="babel", seat=0)
            name = name_in(text)
            for tool, given, sentence in (
                ("play", {"match": name, "moves": ["end"]}, r"before you build your level-1 card \(clause 2\)"),
                ("play", {"match": name, "moves": ["pawn A"], "seat": 1}, "You have seat 0 of this match, not seat 1"),
                ("view", {"match": "../x"}, "There is no match"),
                ("rules", {"game": "chess"}, "There is no game called 'chess'"),
                ("undo", {"match": name}, "Only 0 decisions have been made"),
            ):
                refused, text = await ask(client, tool, **given)
                assert refused
                assert re.search(sentence, text), text

    run(work())


def test_parallel_calls(tmp_path: Path) -> None:
    async def work() -> None:
        async with Client(make_server(Tables(tmp_path, seed=3))) as client:
            begun = await asyncio.gather(*(ask(client, "new_match", game="babel", seat=0) for _ in range(4)))
            names = [name_in(text) for _, text in begun]
            assert len(set(names)) == 4
            move = moves_in(begun[0][1])[0]
            calls = [ask(client, "play", match=names[0], moves=[move], decision=0) for _ in range(4)]
            answers = await asyncio.gather(*calls, *(ask(client, "view", match=name) for name in names))
            assert sorted(refused for refused, _ in answers[:4]) == [False, True, True, True]
            assert not any(refused for refused, _ in answers[4:])

    run(work())


def test_the_command_over_stdio(tmp_path: Path) -> None:
    async def work() -> None:
        command = ["-m", "ziggurat", "mcp", "--folder", str(tmp_path), "--seed", "3"]
        async with Client(StdioServerParameters(command=sys.executable, args=command)) as client:
            name, text = await play_through(client, "babel", decisions=6)
            assert text.startswith(f"Match {name}, decision ")
            refused, text = await ask(client, "why_not", match=name, move="nonsense")
            assert not refused
            assert "is not a move" in text
        assert len(ziggurat.open(tmp_path / f"{name}.log")) >= 6

    run(work())


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def is_open(port: int) -> bool:
    """Whether somebody listens at a port."""
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


def test_the_command_over_http(tmp_path: Path) -> None:
    async def work() -> None:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client, Client(f"http://127.0.0.1:{port}/mcp") as other:
            name, _ = await play_through(client, "babel", decisions=3)
            refused, text = await ask(other, "view", match=name)
            assert not refused
            assert text.startswith(f"Match {name}, decision ")

    port = free_port()
    command = [sys.executable, "-m", "ziggurat", "mcp", "--folder", str(tmp_path), "--http", str(port)]
    with subprocess.Popen(command) as server:
        try:
            until(lambda: is_open(port) or server.poll() is not None, "the server listens")
            run(work())
        finally:
            server.terminate()
