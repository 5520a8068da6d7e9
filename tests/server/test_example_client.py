"""The example client plays whole matches."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE
from tests.server.serving import Person, Server

CLIENT = Path(__file__).parent.parent.parent / "examples" / "client.py"


def test_two_example_clients_play_each_other(server: Server) -> None:
    host = Person(server)
    token = host.ask("POST", "/api/tokens", {"label": "example"})["token"]
    table = host.open_table("open", "open")
    arguments = [
        [sys.executable, str(CLIENT), server.url, table],
        [sys.executable, str(CLIENT), server.url, table, token],
    ]
    clients = [subprocess.Popen(each, stdout=subprocess.PIPE, text=True) for each in arguments]
    outputs = [client.communicate(timeout=PATIENCE)[0] for client in clients]
    assert outputs[0] == outputs[1]
    assert outputs[0].startswith("over: {'winners': ")
    assert host.ask("GET", f"/api/tables/{table}")["status"] == "finished"


def test_example_client_is_short() -> None:
    assert len(CLIENT.read_text("utf-8").splitlines()) <= 60
