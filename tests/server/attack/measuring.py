"""Measures how long an honest table waits during each attack, compared with calm."""

from __future__ import annotations

import multiprocessing
import random
import time
from functools import partial
from pathlib import Path
from typing import Any

from tests.patience import until
from tests.server.attack import attacks
from tests.server.attack.watching import summary
from tests.server.serving import Chair, Person, Server

PAUSE = 0.02  # seconds between two decisions: people do not play faster


def _moves(chairs: list[Chair], seconds: float, stream: random.Random) -> list[float]:
    """Plays; returns the seconds until each move was acknowledged."""
    waited: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        actor = next((chair for chair in chairs if chair.view["actor"] == chair.seat), None)
        if actor is None or chairs[0].view["over"]:
            break
        move = stream.choice(actor.choices)
        began = time.perf_counter()
        answer = actor.ask("play", version=actor.version, move=move)
        waited.append(time.perf_counter() - began)
        assert answer["type"] == "done", answer
        for chair in chairs:
            while chair.version < answer["version"]:
                chair.hear("changed")
        time.sleep(PAUSE)
    return waited


def _honest(server: Server, seconds: float) -> list[float]:
    """Two people who play one match after another."""
    waited: list[float] = []
    end = time.monotonic() + seconds
    people = [Person(server), Person(server)]
    while (left := end - time.monotonic()) > 0:
        table = people[0].open_table("me", "open", game="babylonia")
        people[1].sit(table)
        chairs = [person.join(table) for person in people]
        waited += _moves(chairs, left, random.Random(len(waited)))
        for chair in chairs:
            chair.close()
    return waited


def measure(folder: Path, seconds: float) -> None:
    """Prints a row for calm and one for each attack, each on its own server with default limits."""
    print("| while | moves | an honest move is acknowledged after |\n|---|---|---|", flush=True)
    for number, name in enumerate(("calm", *attacks.ALL)):
        server = _usual(folder / f"{number}.db")
        attacker = (
            multiprocessing.get_context("spawn").Process(target=attacks.run, args=(name, server.url))
            if name in attacks.ALL
            else None
        )
        try:
            until(partial(_is_ready, Person(server)), "the games are loaded", 300)
            if attacker is not None:
                attacker.start()
                time.sleep(5)  # until it has got going
            waited = _honest(server, seconds)
            print(f"| {name} | {len(waited)} | {summary(waited)} |", flush=True)
        finally:
            if attacker is not None:
                attacker.kill()
                attacker.join()
            server.stop()


def _is_ready(host: Person) -> bool:
    return all(game["ready"] for game in host.ask("GET", "/api/games"))


def _usual(file: Path) -> Server:
    """A server with default limits, except for messages per socket: the honest people here are programs."""
    limits: dict[str, Any] = {"requests": 20, "messages": 0, "messages_each": 100, "max_sockets_each": 64}
    return Server(f"sqlite:///{file}", **limits, bot_beat=250, push_local="yes", notice_seconds=0)
