"""Promise 2: a move counts once, however often and through whichever process it is sent."""

from __future__ import annotations

import threading

from tests.patience import PATIENCE
from tests.server.load import stored
from tests.server.serving import Chair, Person, Server


def _table(server: Server) -> tuple[Person, Person, str]:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open")
    guest.sit(table)
    return host, guest, table


def test_duplicate_message_gets_the_first_answer(server: Server) -> None:
    host, guest, table = _table(server)
    chair = host.join(table)
    first = chair.ask("play", id="once", version=0, move=chair.choices[0])
    assert first["type"] == "done"
    assert chair.ask("play", id="once", version=0, move=chair.choices[0]) == first
    assert chair.ask("play", id="once", version=99, move=12) == first  # the id alone counts
    elsewhere = host.join(table)
    assert elsewhere.ask("play", id="once", version=0, move=elsewhere.view["choices"][0]["action"]) == first
    other = guest.join(table)
    assert other.ask("play", id="once", version=other.version, move=0)["type"] == "refused"  # ids are each seat's own
    assert len(stored(server.database)[table]) == 2


def test_a_refused_move_can_be_sent_again(server: Server) -> None:
    host, _, table = _table(server)
    chair = host.join(table)
    refused = chair.ask("play", id="again", version=0, move="end")
    assert refused["type"] == "refused"
    assert chair.ask("play", id="again", version=0, move="end") == refused


def test_one_of_two_simultaneous_moves_counts(server: Server) -> None:
    host, _, table = _table(server)
    chairs = [host.join(table) for _ in range(8)]
    answers: list[dict[str, object]] = []
    barrier = threading.Barrier(len(chairs))

    def rush(chair: Chair, number: int) -> None:
        barrier.wait()
        answers.append(chair.ask("play", id=f"rush-{number}", version=0, move=chair.choices[number]))

    threads = [threading.Thread(target=rush, args=(chair, number)) for number, chair in enumerate(chairs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    kinds = [answer["type"] for answer in answers]
    assert kinds.count("done") == 1
    assert kinds.count("refused") == len(chairs) - 1
    assert all("version 0" in str(answer["reason"]) for answer in answers if answer["type"] == "refused")
    assert len(stored(server.database)[table]) == 2
    assert [chair.ask("look")["version"] for chair in chairs] == [1] * len(chairs)


def test_pipelined_moves_are_handled_in_order(server: Server) -> None:
    host, _, table = _table(server)
    chair = host.join(table)
    chair.send("play", id="p1", version=0, move=chair.choices[0])
    chair.send("play", id="p2", version=1, move="end")
    assert chair.hear("done", lambda message: message["id"] == "p2")["version"] == 2


def test_chat_counts_once(server: Server) -> None:
    host, guest, table = _table(server)
    chair, other = host.join(table), guest.join(table)
    chair.ask("say", id="hello", text="hello")
    chair.ask("say", id="hello", text="hello")
    chair.ask("say", id="bye", text="bye")
    assert [other.hear("said")["line"]["text"] for _ in range(2)] == ["hello", "bye"]
