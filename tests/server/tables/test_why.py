"""Why a thing cannot be chosen, over sockets and in lessons."""

from __future__ import annotations

from tests.server.serving import Person, Server


def test_player_to_move_can_ask_why_a_thing_cannot_be_chosen(server: Server) -> None:
    host = Person(server)
    chair = host.join(host.open_table("me", "random", game="babel", seed=1, drawn=False))
    answer = chair.ask("why", version=0, place="hand:A")
    assert (answer["type"], answer["clauses"]) == ("reasoned", [7])
    assert answer["reason"].startswith("Your pawn is still at the quarry")
    assert chair.ask("why", version=0, place="pawn").get("reason", "") == ""
    assert chair.ask("why", version=7, place="pawn")["type"] == "refused"


def test_player_to_move_can_ask_why_a_move_is_not_legal(server: Server) -> None:
    host = Person(server)
    chair = host.join(host.open_table("me", "random", game="babel", seed=1, drawn=False))
    answer = chair.ask("why", version=0, move="end")
    assert (answer["type"], answer["clauses"]) == ("reasoned", [2])
    assert chair.ask("why", version=0, move=chair.choices[0]).get("reason", "") == ""
    assert chair.ask("why", version=0, move="nonsense")["reason"].startswith("'nonsense' is not a move")
    assert chair.version == 0


def test_other_players_and_spectators_cannot_ask_why(server: Server) -> None:
    host, guest = Person(server), Person(server)
    table = host.open_table("me", "open", game="babel", drawn=False)
    guest.sit(table)
    for other in (guest, Person(server)):
        assert (
            other.join(table).ask("why", version=0, place="hand:A")["reason"]
            == "Only the player whose turn it is can ask why."
        )


def test_lesson_answers_why(server: Server) -> None:
    reader = Person(server)
    answer = reader.ask("POST", "/api/games/babel/lessons/the-first-turn", {"moves": [], "why": "site:M"})["why"]
    assert (answer["form"], answer["values"]) == (
        "Seat {actor} has no {nation} in hand (clause 19).",
        {"actor": 0, "nation": "Medes"},
    )
    assert reader.ask("POST", "/api/games/babel/lessons/the-first-turn", {"moves": []})["why"] is None
