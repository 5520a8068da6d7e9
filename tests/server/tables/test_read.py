"""What a seat may know as text, over sockets."""

from __future__ import annotations

import pytest

import ziggurat
from tests.cases import every_game
from tests.server.serving import Person, Server


@pytest.mark.parametrize("game", every_game(now="babel"))
def test_the_text_is_that_of_the_seat(server: Server, game: str) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", game=game, seed=None, drawn=False)
    guest.sit(table)
    chair, other, spectator = host.join(table), guest.join(table), Person(server).join(table)
    for _ in range(3):
        chair.play(chair.choices[0])
        if chair.view["actor"] != 0:
            break
    texts = {who: who.ask("read")["text"] for who in (chair, other, spectator)}
    title = ziggurat.game(game).title
    assert texts[chair].startswith(f"{title}, 2 seats. You are seat 0.")
    assert texts[other].startswith(f"{title}, 2 seats. You are seat 1.")
    assert texts[spectator].startswith(f"{title}, 2 seats. You watch.")
    assert "Legal moves" not in texts[spectator]
    assert chair.ask("read", moves="none", history="none")["text"] != texts[chair]
    assert chair.ask("read", moves="some")["type"] == "refused"


def test_a_token_for_watching_reads(server: Server) -> None:
    host = Person(server)
    table = host.open_table("me", "random", game="babel", drawn=False)
    made = host.ask("POST", "/api/tokens", {"label": "watcher", "scope": "watch"})["token"]
    assert "You are seat 0." in Person(server, made).join(table).ask("read")["text"]
