"""An assistant's matches at a server, with the rights of its token: people watch them in a browser and play along.

The same questions as `tables` answers, with the same texts: the server makes them from what the seat may know.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from time import monotonic, sleep
from typing import Any

from ziggurat.assistants.connection import Connection, ServerRefused, TableSocket
from ziggurat.assistants.tables import HINTS, LONGEST, OPPONENT
from ziggurat.core.errors import BadOption, IllegalMove, UndoRefused, UnknownGame
from ziggurat.core.registry import game as find_game
from ziggurat.core.sentence import quoted
from ziggurat.core.text.observation import second_person
from ziggurat.core.text.replies import MOST_MOVES, read_move

WAIT = 20.0  # seconds for the others: assistants give up a call after a minute
REVIEW_WAIT = 40.0
OPEN = 20  # sockets at once
PERSON = "person"  # an opponent: a seat for whoever opens the link
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


class RemoteTable:
    """One table of the server."""

    def __init__(self, connection: Connection, name: str) -> None:
        self.name = name
        self.link = f"{connection.address}/table/{name}"
        self.lock = threading.Lock()  # clients call tools in parallel
        self.socket = TableSocket(connection, name)

    def wait_for_others(self) -> dict[str, Any]:
        """The state once the assistant must decide, or others have taken their time."""
        self.socket.fresh()
        self.socket.wait(
            lambda state: bool(state) and (state["result"] is not None or state["actor"] == state["seat"]), WAIT
        )
        return self.socket.fresh()

    def text(self, moves: str = "grouped", history: str = "news") -> str:
        """What the assistant may know, after a line that names the table."""
        state = self.socket.fresh()
        heading = f"Match {self.name}, decision {state['decisions']}; {_who(state)}. A person sees it at {self.link}"
        if state["table"]["status"] == "open":
            return f"{heading}\nIt begins when a person has taken the last seat there.\n"
        text = _answer(self.socket.ask("read", moves=moves, history=history))["text"]
        result = state["result"]
        if result and result["why"] in ("resigned", "timeout", "aborted"):
            text += f"The match ended: {result['ending']}.\n"
        return f"{heading}\n{text}"


class RemoteTables:
    """All tables of a server."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self._connection = Connection(address, token)
        self._tables: OrderedDict[str, RemoteTable] = OrderedDict()
        self._lock = threading.Lock()

    # ------------------------------------------------------------------------------------------------- asking

    def games(self) -> str:
        """The server's games, with seats and options."""
        lines = []
        bots: dict[str, None] = {}
        for card in self._connection.ask("GET", "/api/games"):
            lines.append(f"{card['name']}: {card['title']}, {' or '.join(map(str, card['seats']))} seats.")
            for option in card["options"]:
                values = " or ".join(_option(value) for value in option["values"])
                lines.append(f"  option {option['name']}: {values} (first by default); {option['text']}")
            bots |= dict.fromkeys(card["bots"])
        return "\n".join([*lines, f"Opponents: {', '.join([*bots, PERSON])}."])

    def rules(self, game: str, clause: int | None = None) -> str:
        """The rules of a game, or one clause."""
        card = find_game(game)
        return card.rules_text() if clause is None else card.clause(clause)

    def matches(self) -> str:
        """The assistant's tables, one a line."""
        lines = []
        for table in self._connection.ask("GET", "/api/tables?show=mine")["tables"]:
            seat = next((one["seat"] for one in table["seats"] if one["you"]), -1)
            state = {"table": table, "seat": seat}
            turn = f", {'you' if table['turn'] == seat else _seat(table['turn'])} to play"
            turn = turn if table["status"] == "running" else ""
            lines.append(f"{table['id']}: {table['game']}, {table['status']}{turn}; {_who(state)}")
        return "\n".join(lines) or "There are no matches yet."

    def view(self, match: str, seat: int | None = None, moves: str = "grouped", history: str = "news") -> str:
        """What the assistant may know and is asked; waits a while for others. Without a seat it watches."""
        table = self._find(match)
        with table.lock:
            state = table.socket.fresh()
            _check_seat(state, seat)
            if state["seat"] >= 0:
                table.wait_for_others()
            return table.text(moves, history)

    def why_not(self, match: str, move: str) -> str:
        """Why a move may not be played now."""
        table = self._find(match)
        with table.lock:
            state = table.socket.fresh()
            text = _read(state, move)
            told = table.socket.ask("why", version=state["version"], move=text)
            reason = _answer(told).get("reason", "")
            return second_person(reason, state["seat"]) if reason else f"{quoted(move)} may be played now."

    def hint(self, match: str) -> str:
        """What the server's strongest bot thinks of the position, where hints are allowed."""
        table = self._find(match)
        with table.lock:
            told = _answer(table.socket.ask("hint"))
        lines = [f"{one['text']}: {one['value']:.1%} chance of winning" for one in told["candidates"][:HINTS]]
        return "\n".join(["The best moves, by the server's strongest bot:", *(lines or [told["text"]])])

    def review(self, match: str) -> str:
        """What each of the seat's decisions cost, once the match is over."""
        table = self._find(match)
        path = f"/api/tables/{table.name}/review"
        reviewed = self._connection.ask("POST", path)
        end = monotonic() + REVIEW_WAIT
        while reviewed["status"] in ("waiting", "running") and monotonic() < end:
            sleep(0.5)
            reviewed = self._connection.ask("GET", path)
        if reviewed["status"] != "done":
            problem = (reviewed.get("problem") or {}).get("reason")
            return problem or f"The review is being made ({reviewed['progress']:.0%}): ask again in a while."
        state = table.socket.fresh()
        result = state["result"] or {"ending": "", "scores": []}
        lines = [f"{result['ending']}; scores {', '.join(map(str, result['scores']))}."]
        for own in reviewed["known"]["seats"]:
            if state["seat"] in (-1, own["seat"]):
                lines += _reviewed(own, reviewed["known"]["judged"])
        return "\n".join(lines)

    # ---------------------------------------------------------------------------------------------- deciding

    def new_match(
        self,
        game: str,
        seats: int | None = None,
        seat: int | None = None,
        opponent: str = OPPONENT,
        options: Mapping[str, Any] | None = None,
    ) -> str:
        """Open a table against bots of one kind, or with seats for people."""
        card = find_game(game)
        count = card.check_seats(card.default_seats if seats is None else seats)
        if seat is not None and (isinstance(seat, bool) or not 0 <= seat < count):
            raise BadOption(f"This match has seats 0 to {count - 1}, not {quoted(seat)}.")
        other = "open" if opponent == PERSON else opponent
        if not isinstance(other, str) or not 0 < len(other) <= 40 or other == "me":
            raise BadOption(f"An opponent is a bot or {PERSON!r}, not {quoted(opponent)}.")
        plan = [{"who": "me" if number == (seat or 0) else other} for number in range(count)]
        body = {"game": card.name, "seats": plan, "drawn": seat is None, "options": dict(options or {})}
        made = self._connection.ask("POST", "/api/tables", {**body, "public": False})
        table = self._find(made["id"])
        with table.lock:
            if made["status"] != "open":
                table.wait_for_others()
            return f"{table.text()}\nRead `rules` of {card.name} first, if you do not know them."

    def join(self, match: str, seat: int | None = None) -> str:
        """Take an open seat of a table."""
        name = _name(match)
        self._connection.ask("POST", f"/api/tables/{name}/sit", {} if seat is None else {"seat": seat})
        table = self._find(name)
        with table.lock:
            table.socket.wait(lambda state: bool(state) and state["seat"] >= 0, WAIT)
            if table.socket.fresh()["table"]["status"] != "open":
                table.wait_for_others()
            return table.text()

    def play(self, match: str, moves: Sequence[str], seat: int | None = None, decision: int | None = None) -> str:
        """Play moves of the seat, in their order; wait a while for the others; say what became of it."""
        table = self._find(match)
        with table.lock:
            state = table.socket.fresh()
            _check_seat(state, seat)
            if decision is not None and decision != state["decisions"]:
                raise BadOption(f"The match has gone on: decision {state['decisions']} is next, not {decision}.")
            if not 0 < len(moves) <= MOST_MOVES:
                raise BadOption(f"Give 1 to {MOST_MOVES} moves, not {len(moves)}.")
            left = [_read(state, move) for move in moves]
            played, why = self._play(table, left)
            if not played:
                raise IllegalMove(why)
            table.wait_for_others()
            lines = [f"Played: {', '.join(played)}."]
            if left:
                lines.append(f"Not played: {', '.join(left)}. {why}")
            return "\n".join([*lines, table.text()])

    def _play(self, table: RemoteTable, left: list[str]) -> tuple[list[str], str]:
        """Play as far as the seat may know what it does; what was played, and why something was not."""
        played: list[str] = []
        state = table.socket.fresh()
        while left:
            if played and state["actor"] != state["seat"]:
                return played, "It was no longer your decision."
            if played and not state["undoable"]:  # what may not be taken back has shown something
                return played, "Something came to light that you did not know."
            answer = table.socket.ask("play", version=state["version"], move=left[0])
            if answer["type"] == "refused":
                return played, second_person(answer["reason"], state["seat"])
            played.append(left.pop(0))
            version = answer["version"]
            table.socket.wait(lambda now, version=version: now.get("version", -1) >= version, WAIT)  # type: ignore[misc]
            state = table.socket.fresh()
        return played, ""

    def undo(self, match: str, decisions: int = 1) -> str:
        """Take back the seat's last decisions; where others have seen them, they are asked."""
        table = self._find(match)
        with table.lock:
            if isinstance(decisions, bool) or not isinstance(decisions, int) or not 1 <= decisions <= 1000:
                raise UndoRefused(f"Take back 1 to 1000 decisions, not {quoted(decisions)}.")
            state = table.socket.fresh()
            answer = _answer(table.socket.ask("undo", version=state["version"], decisions=decisions))
            table.socket.wait(lambda now: now.get("version", -1) >= answer["version"], WAIT)
            asked = "The other people at the table have been asked.\n" if table.socket.fresh()["wish"] else ""
            return asked + table.text()

    # --------------------------------------------------------------------------------------------------- own

    def _find(self, match: str) -> RemoteTable:
        name = _name(match)
        with self._lock:
            if name not in self._tables:
                self._connection.ask("GET", f"/api/tables/{name}")  # refused in words, if there is none
                self._tables[name] = RemoteTable(self._connection, name)
                if len(self._tables) > OPEN:
                    self._tables.popitem(last=False)[1].socket.close()
            self._tables.move_to_end(name)
            return self._tables[name]

    def close(self) -> None:
        """Leave all tables."""
        with self._lock:
            for table in self._tables.values():
                table.socket.close()


def _name(match: str) -> str:
    """A table's name, from its link too."""
    name = re.sub(r"^https?://.*/|[?#].*$", "", match) if isinstance(match, str) and len(match) <= LONGEST else ""
    if not _NAME.fullmatch(name):
        raise BadOption(f"There is no match {quoted(match)}; `matches` lists them.")
    return name


def _who(state: Mapping[str, Any]) -> str:
    """Who sits where. What people call themselves is quoted and cut: it is no instruction."""
    parts = []
    for seat in state["table"]["seats"]:
        if seat["seat"] == state["seat"]:
            parts.append(f"you are seat {seat['seat']}")
        elif seat["kind"] == "person":
            parts.append(f"seat {seat['seat']} is a person called {quoted(seat['name'])}")
        else:
            parts.append(f"seat {seat['seat']} is {seat['name'] if seat['kind'] == 'bot' else 'open'}")
    return ", ".join(parts)


def _check_seat(state: Mapping[str, Any], seat: int | None) -> None:
    if seat is not None and seat != state["seat"]:
        own = f"You have seat {state['seat']} of this match" if state["seat"] >= 0 else "You have no seat in this match"
        raise BadOption(f"{own}, not seat {quoted(seat)}.")


def _read(state: Mapping[str, Any], move: Any) -> str:
    """A move as the game writes it, also if it was written with full names."""
    if not isinstance(move, str) or not 0 < len(move) <= LONGEST:
        raise BadOption(f"A move is a text of 1 to {LONGEST} characters.")
    try:
        game = find_game(state["table"]["game"])
    except UnknownGame:
        return move
    return str(game.notation.write(read_move(game, move)))


def _answer(told: dict[str, Any]) -> dict[str, Any]:
    if told["type"] == "refused":
        raise ServerRefused(told["reason"])
    return told


def _seat(seat: int) -> str:
    return f"seat {seat}"


def _option(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _reviewed(own: Mapping[str, Any], judged: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = [f"Seat {own['seat']}:"]
    if own["quality"] is not None:
        lines.append(
            f"Accuracy {own['quality']:.0f} of 100; lost by mistakes {own['cost']:.2f}, luck {own['luck']:+.2f}."
        )
    by_decision = {one["decision"]: one for one in judged}
    for decision in own["worst"]:
        one = by_decision[decision]
        better = f"; better: {one['better']['text']}" if one.get("better") else ""
        before, after = f"{one['before']:.1%} before", f"{one['after']:.1%} after"
        lines.append(f"Decision {decision + 1}, {one['text']}: {before}, {after}{better}")
    return lines
