"""How long the first start takes: `python benchmarks/ready.py [--game ur]`, on a quiet machine.

A server is started with an empty cache and asked for a game at once, as somebody would who opens the page. The times
count from the line that says where the page is; processor time is that of the server and all its children together.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

import ziggurat
from ziggurat.core.compile import cache
from ziggurat.warmup import PARTS, TABLE, is_compiled

THINK = """
import ziggurat
from ziggurat import bots
match = ziggurat.new({name!r}, seed=1)
bots.find("apprentice")(match.game, 1).think(match.record(match.actor))
"""


def main() -> None:
    """Print the table."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--game", default="babylonia", choices=ziggurat.game_names(), help="the one that is asked for")
    asked = str(given.parse_args().game)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ZIGGURAT_CACHE"] = str(Path(folder) / "cache")
        began = time.perf_counter()
        command = [sys.executable, "-m", "ziggurat", "serve", "--port", "0", "--database", f"sqlite:///{folder}/z.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout is not None  # noqa: S101 - it is a pipe
            address = re.search(r"http://\S+", server.stdout.readline())
            print(f"{'the page':55}{time.perf_counter() - began:7.1f} s after the start")
            measure(httpx.Client(base_url=address[0] if address else "", timeout=60), asked)
        finally:
            server.terminate()
            server.wait()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        size = sum(path.stat().st_size for path in (Path(folder) / "cache").glob(f"*{cache.ENDING}"))
        print(f"{'processor time of all':55}{used.ru_utime + used.ru_stime:7.1f} s")
        print(f"{'size of the cache':55}{size / 1e6:7.1f} MB")


def measure(http: httpx.Client, asked: str) -> None:
    """Ask for a game, and note when what can be done."""
    began = time.perf_counter()
    http.get("/api/me").raise_for_status()
    seats = [{"who": "me"}, *[{"who": "apprentice"}] * (ziggurat.game(asked).seat_counts[0] - 1)]
    games = [ziggurat.game(name) for name in ziggurat.game_names()]

    def note(what: str) -> None:
        print(f"{what:55}{time.perf_counter() - began:7.1f} s", flush=True)

    def ready() -> dict[str, bool]:
        cards: Any = http.get("/api/games").json()
        return {card["name"]: card["ready"] for card in cards}

    until(lambda: http.post("/api/tables", json={"game": asked, "seats": seats}).status_code == 201)
    note(f"a table of {asked} for people and bots is open")
    subprocess.run([sys.executable, "-c", THINK.format(name=asked)], check=True)
    note("and a bot, in a new process, has decided")
    until(lambda: all(ready().values()))
    note("all four games are ready")
    until(lambda: all(is_compiled(game, part) for game in games for part in PARTS if part not in TABLE))
    note("everything is: environments and batches too")


def until(holds: Callable[[], bool]) -> None:
    """Wait for something, looking five times a second."""
    while not holds():
        time.sleep(0.2)


if __name__ == "__main__":
    main()
