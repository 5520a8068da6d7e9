"""The matches of an assistant: it has one seat in each, bots have the others. Every answer is text.

A match is kept as a log in a folder, as `ziggurat play` keeps its own: a person can replay it, or play on.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import ziggurat
from ziggurat import bots
from ziggurat.core.errors import BadOption, IllegalMove, UndoRefused, ZigguratError
from ziggurat.core.game import write_option
from ziggurat.core.match import SEEDS, Match
from ziggurat.core.registry import game as find_game
from ziggurat.core.registry import game_names
from ziggurat.core.sentence import quoted
from ziggurat.core.text.observation import second_person
from ziggurat.core.text.replies import MOST_MOVES, read_move
from ziggurat.reviewing import review
from ziggurat.terminal.logfile import check_writable, save, seats_in

ASSISTANT = "human"  # who sits in its seat, in the log: `ziggurat play --resume` gives the seat to a person
OPPONENT = "steward"
HINT = "search:400i"
HINTS = 5  # moves
REVIEW_SECONDS = 10.0
LONGEST = 200  # characters of a move or a match's name
_NAME = re.compile(r"[a-z]+-[0-9a-f]{8}")


class Table:
    """One match, whose seat is the assistant's, and the bots in the others."""

    def __init__(self, name: str, match: Match, who: Sequence[str], path: Path, seed: int) -> None:
        self.name, self.match, self.who, self.path = name, match, list(who), path
        self.seat = self.who.index(ASSISTANT)
        self.lock = threading.Lock()  # clients call tools in parallel
        makers = {seat: bots.find(bot) for seat, bot in enumerate(who) if seat != self.seat}
        self.bots = {seat: make(match.game, (seed + seat) % SEEDS) for seat, make in makers.items()}

    def go_on(self) -> None:
        """Let bots decide until the assistant must, and save."""
        match = self.match
        while not match.over and match.actor != self.seat:
            match.play(self.bots[match.actor].choose(match.record(match.actor)), seat=match.actor)
        save(match, self.path, self.who)

    def text(self, moves: str = "grouped", history: str = "news") -> str:
        """What the assistant's seat knows, after a line that names the match."""
        others = ", ".join(f"seat {seat} is {bot}" for seat, bot in enumerate(self.who) if seat != self.seat)
        heading = f"Match {self.name}, decision {len(self.match)}; {others}."
        return f"{heading}\n{self.match.text(self.seat, moves=moves, history=history)}"


class Tables:
    """All matches of a folder."""

    def __init__(self, folder: Path, seed: int | None = None) -> None:
        self.folder = folder
        self._random = Random(secrets.randbits(64) if seed is None else seed)
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()

    # ------------------------------------------------------------------------------------------------- asking

    def games(self) -> str:
        """The games, with seats and options."""
        lines = []
        for game in map(find_game, game_names()):
            seats = " or ".join(map(str, game.seat_counts))
            lines.append(f"{game.name}: {game.title}, {seats} seats. {game.summary}")
            for option in game.options:
                values = " or ".join(map(write_option, option.values))
                lines.append(f"  option {option.name}: {values} (first by default); {option.text}")
        return "\n".join([*lines, f"Opponents: {', '.join(bots.names())}."])

    def rules(self, game: str, clause: int | None = None) -> str:
        """The rules of a game, or one clause."""
        card = find_game(game)
        return card.rules_text() if clause is None else card.clause(clause)

    def matches(self) -> str:
        """The matches in the folder, one a line."""
        with self._lock:
            names = sorted(path.stem for path in self.folder.glob("*.log") if _NAME.fullmatch(path.stem))
        lines = []
        for name in names:
            try:
                table = self._find(name)
            except ZigguratError as problem:
                lines.append(f"{name}: {problem}")
                continue
            with table.lock:
                lines.append(f"{name}: {second_person(table.match.summary(), table.seat)}")
        return "\n".join(lines) or "There are no matches yet."

    def view(self, match: str, seat: int | None = None, moves: str = "grouped", history: str = "news") -> str:
        """What the assistant's seat knows and is asked."""
        table = self._find(match)
        with table.lock:
            self._check_seat(table, seat)
            return table.text(moves, history)

    def why_not(self, match: str, move: str) -> str:
        """Why a move may not be played now."""
        table = self._find(match)
        with table.lock:
            trial = table.match.copy()
            try:
                trial.play(self._read(trial, move), seat=table.seat)
            except IllegalMove as problem:
                return str(problem)
            return f"{quoted(move)} may be played now."

    def hint(self, match: str) -> str:
        """What a search thinks of the position, from what the seat knows."""
        table = self._find(match)
        with table.lock:
            played = table.match
            if played.over or played.actor != table.seat:
                raise BadOption("The match is over." if played.over else f"Seat {played.actor} decides now.")
            bot = bots.find(HINT)(played.game, len(played))
            thought = bot.think(played.record(table.seat))
        lines = [f"{one.text}: {one.value:.1%} chance of winning" for one in thought.candidates[:HINTS]]
        return "\n".join(["The best moves, by a short search:", *lines])

    def review(self, match: str) -> str:
        """What each of the seat's decisions cost, once the match is over."""
        table = self._find(match)
        with table.lock:
            if not table.match.over:
                raise BadOption("A match is reviewed once it is over.")
            judged = review(table.match, REVIEW_SECONDS)
        own = judged.seats[table.seat]
        lines = [f"{second_person(table.match.summary(), table.seat)}."]
        if own.quality is not None:
            lines.append(f"Accuracy {own.quality:.0f} of 100; lost by mistakes {own.cost:.2f}, luck {own.luck:+.2f}.")
        by_decision = {one.decision: one for one in judged.judged}
        for decision in own.worst:
            one = by_decision[decision]
            better = f"; better: {one.better.text}" if one.better else ""
            lines.append(f"Decision {decision + 1}, {one.text}: {one.before:.1%} before, {one.after:.1%} after{better}")
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
        """Begin a match against bots of one kind, and say what the seat sees."""
        card = find_game(game)
        count = card.check_seats(card.default_seats if seats is None else seats)
        bots.find(opponent)
        if opponent not in bots.names():  # a search of any length would keep everybody waiting
            raise BadOption(f"An opponent is one of {', '.join(bots.names())}, not {quoted(opponent)}.")
        with self._lock:
            own = self._random.randrange(count) if seat is None else seat
            if isinstance(own, bool) or not 0 <= own < count:
                raise BadOption(f"This match has seats 0 to {count - 1}, not {quoted(own)}.")
            name = f"{card.name}-{self._random.getrandbits(32):08x}"
            deal, drawn = self._random.randrange(SEEDS), self._random.randrange(SEEDS)
            match = Match(card, count, card.read_options(options or {}), deal)  # opens no file, as `new` may
            who = [ASSISTANT if other == own else opponent for other in range(count)]
            path = self.folder / f"{name}.log"
            self._create_folder()
            check_writable(path)
            table = self._tables[name] = Table(name, match, who, path, drawn)
        with table.lock:
            table.go_on()
            return f"{table.text()}\nRead `rules` of {card.name} first, if you do not know them."

    def play(self, match: str, moves: Sequence[str], seat: int | None = None, decision: int | None = None) -> str:
        """Play moves of the seat, in their order, then let the bots decide; say what became of it.

        With `decision`, the moves are refused if the match has gone on since.
        """
        table = self._find(match)
        with table.lock:
            self._check_seat(table, seat)
            played = table.match
            if decision is not None and decision != len(played):
                raise BadOption(f"The match has gone on: decision {len(played)} is next, not {decision}.")
            if not 0 < len(moves) <= MOST_MOVES:
                raise BadOption(f"Give 1 to {MOST_MOVES} moves, not {len(moves)}.")
            turn = played.play_turn(table.seat, [self._read(played, move) for move in moves])
            if not turn.played:
                raise IllegalMove(second_person(turn.refusal, table.seat))
            table.go_on()
            lines = [f"Played: {', '.join(turn.played)}."]
            if turn.left:
                why = {
                    "revealed": "Something came to light that you did not know.",
                    "passed": "It was no longer your decision.",
                }.get(turn.stopped, second_person(turn.refusal, table.seat))
                lines.append(f"Not played: {', '.join(turn.left)}. {why}")
            return "\n".join([*lines, table.text()])

    def undo(self, match: str, decisions: int = 1) -> str:
        """Take back the seat's last decisions, as far as nothing has come to light since."""
        table = self._find(match)
        with table.lock:
            others = set(table.match.deciders()[-max(decisions, 1) :]) - {table.seat}
            if others:
                raise UndoRefused(f"Seat {min(others)} has decided since, so that cannot be taken back.")
            table.match.undo(decisions)
            save(table.match, table.path, table.who)
            return table.text()

    # --------------------------------------------------------------------------------------------------- own

    def _read(self, match: Match, move: Any) -> int:
        if not isinstance(move, str) or len(move) > LONGEST:
            raise BadOption(f"A move is a text of at most {LONGEST} characters, such as {match.moves()[:1]}.")
        return read_move(match.game, move)

    def _check_seat(self, table: Table, seat: int | None) -> None:
        if seat is not None and seat != table.seat:
            raise BadOption(f"You have seat {table.seat} of this match, not seat {quoted(seat)}.")

    def _create_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise BadOption(f"Matches cannot be kept in {self.folder}: {problem.strerror}.") from problem

    def _find(self, name: str) -> Table:
        """A match by its name; one of an earlier session is read from its log."""
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise BadOption(f"There is no match {quoted(name)}; `matches` lists them.")
        with self._lock:
            if name not in self._tables:
                path = self.folder / f"{name}.log"
                who = (seats_in(path) or "").split(",")
                if not path.exists() or ASSISTANT not in who:
                    raise BadOption(f"There is no match {quoted(name)}; `matches` lists them.")
                match = ziggurat.open(path)
                self._tables[name] = Table(name, match, who, path, self._random.randrange(SEEDS))
                self._tables[name].go_on()
            return self._tables[name]
