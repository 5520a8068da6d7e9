"""A match: a game, its options, a seed and the decisions so far. The position follows from these."""

from __future__ import annotations

import operator
import secrets
from array import array
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ziggurat.core import events, log
from ziggurat.core.choices.reasons import meant
from ziggurat.core.compile.direct import chosen
from ziggurat.core.engine import ACTOR, COUNT, FIRST, ILLEGAL, OVER
from ziggurat.core.errors import BadLog, BadOption, IllegalMove, InvalidMove, UndoRefused, ZigguratError
from ziggurat.core.events import Event
from ziggurat.core.game import Engine, Game, OptionValue, Records
from ziggurat.core.record import copied, digest
from ziggurat.core.registry import game as find_game
from ziggurat.core.sentence import Sentence, quoted, sentence, shortened

if TYPE_CHECKING:
    from ziggurat.core.text.turns import Turn

SEEDS = 2**64
EVERYTHING = None  # instead of a seat: with all secrets


def new_listing(game: Game) -> tuple[array[int], np.ndarray[Any, np.dtype[np.int32]]]:
    """Room for what `list_choices` writes, twice: Python reads its own array faster, and kernels take NumPy's."""
    listed = array("i", bytes(4 * (FIRST + game.actions)))
    return listed, np.frombuffer(listed, dtype=np.int32)


class Match:
    """One match, from its first decision to its last.

    >>> import ziggurat
    >>> match = ziggurat.new("babylonia", seats=2, seed=7)
    >>> match.actor, len(match.legal()) > 100
    (0, True)
    """

    __slots__ = (
        *("_actions", "_advance", "_engine", "_listed", "_listing", "_marks", "_mask", "_start", "_states"),
        *("game", "options", "rules", "seats", "seed"),
    )

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, OptionValue],
        seed: int = 0,
        start: Records | None = None,
        engine: Engine | None = None,
        rules: int | None = None,
    ) -> None:
        self.game = game
        self.rules = rules or game.rules_version  # a match that was begun under earlier rules keeps them
        self.seats = seats
        self.options = options
        self.seed = seed
        self._start = start  # the position a loaded match begins from; None: the seed's own
        self._engine = engine or game.engine()
        self._actions: list[int] = []
        self._marks: list[int] = []  # of each decision: twice its seat, plus 1 if something came to light
        self._mask = game.new_mask()
        self._advance = chosen(self._engine.advance)
        self._listed, self._listing = new_listing(game)
        self._put(self._first_position())

    def _put(self, states: Records) -> None:
        """Hold a position."""
        self._states = states
        self._list_choices()

    def _list_choices(self) -> None:
        """Update the actor and the legal actions after a change by other kernels than `advance`."""
        self._engine.list_choices(self._states, self._mask, self._listing)

    def _first_position(self) -> Records:
        if self._start is not None:
            states = copied(self._start)
            self._engine.legal(states, self._mask)
            return states
        states = self.game.new_records()
        options = self.game.encode_options(self.options, self.rules)
        self._engine.setup(states, self._mask, self.seats, options, np.uint64(self.seed))
        return states

    # -------------------------------------------------------------------------------------------------- asking

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.options.items())
        if self.rules != self.game.rules_version:
            given += f", rules={self.rules}"
        if self._start is None:
            text = f"ziggurat.new({self.game.name!r}, seats={self.seats}, seed={self.seed}{given})"
        else:
            text = f"ziggurat.load({self.game.name!r}, {self.game.write_position(self._start[0])!r})"
        moves = ", ".join(map(repr, self.history()))
        return f"{text}.play({moves})" if moves else text

    def __str__(self) -> str:
        """The table as text, as the seat to act sees it (everything, once the game is over), and a line of summary.

        >>> import ziggurat
        >>> print(ziggurat.new("ur", seats=2, seed=7).play("put c3"))  # doctest: +ELLIPSIS
        ┌a1...
        Ur, 1 decision, seat 1 to decide; seat 0: 3, seat 1: 1.
        """
        from ziggurat.core.drawing.picture import terminal_text

        seat = self.actor
        return f"{terminal_text(self.game.draw(self.record(None if self.over else seat), seat))}{self.summary()}."

    def __eq__(self, other: object) -> bool:
        """Whether another match began alike and has had the same decisions.

        Matches that reached one position in different ways differ; `digest` compares positions.
        """
        if not isinstance(other, Match):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment] # a match changes as it is played

    def _identity(self) -> tuple[Any, ...]:
        start = None if self._start is None else self._start.tobytes()
        return (self.game, self.rules, self.seats, dict(self.options), self.seed, start, self._actions)

    @property
    def actor(self) -> int:
        """The seat that decides now; -1 once the game is over.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.actor
        0
        >>> match.play("pawn A").actor
        0
        """
        return -1 if self._listed[OVER] else self._listed[ACTOR]

    @property
    def over(self) -> bool:
        """Whether the game has ended.

        >>> import ziggurat
        >>> ziggurat.new("babel", seed=7).over
        False
        """
        return self._listed[OVER] != 0

    @property
    def ending(self) -> str:
        """Why the game ended; empty while it goes on.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> bot = ziggurat.bot("random", seed=1)
        >>> while not match.over:
        ...     match = match.play(bot.choose(match))
        >>> match.ending
        'the temple deck is empty'
        """
        return self.game.endings[self._listed[OVER]]

    @property
    def ending_code(self) -> str:
        """Why the game ended, as a short word that never changes.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> bot = ziggurat.bot("random", seed=1)
        >>> while not match.over:
        ...     match = match.play(bot.choose(match))
        >>> match.ending_code
        'empty deck'
        """
        return self.game.ending_codes[self._listed[OVER]]

    @property
    def scores(self) -> list[int]:
        """The points of each seat.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> bot = ziggurat.bot("random", seed=1)
        >>> while not match.over:
        ...     match = match.play(bot.choose(match))
        >>> match.scores
        [2, 5]
        """
        scores: list[int] = self._states["score"][0, : self.seats].tolist()
        return scores

    @property
    def winners(self) -> list[int]:
        """The seats that have won, several if they share the victory; nobody before the end.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> bot = ziggurat.bot("random", seed=1)
        >>> while not match.over:
        ...     match = match.play(bot.choose(match))
        >>> match.winners
        [1]
        """
        if not self.over:
            return []
        standings = self.standings()
        return [seat for seat, standing in enumerate(standings) if standing == max(standings)]

    def standings(self) -> list[int]:
        """A number for each seat by which they are compared, tie-breaks included: the highest wins, equals share.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> bot = ziggurat.bot("random", seed=1)
        >>> while not match.over:
        ...     match = match.play(bot.choose(match))
        >>> match.standings()
        [126, 311]
        """
        standings = np.zeros(self.seats, dtype=np.int64)
        self._engine.standings(self._states, standings)
        return [int(standing) for standing in standings]

    def rewards(self, kind: str = "win") -> list[float]:
        """What each seat is paid once the game is over, as in environments; nothing before. They add up to zero.

        `win`: 1 for the winner, shared if several have won, and -1 shared by the others; `rank`: from 1 for the first
        to -1 for the last; `score`: points minus the mean of the others' points.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.rewards()
        [0.0, 0.0]
        >>> bot = ziggurat.bot("random", seed=1)
        >>> while not match.over:
        ...     match = match.play(bot.choose(match))
        >>> match.rewards(), match.rewards("score")
        ([-1.0, 1.0], [-3.0, 3.0])
        """
        if kind not in ("win", "rank", "score"):
            raise BadOption(f"A reward is win, rank or score, not {quoted(kind)}.")
        if not self.over:
            return [0.0] * self.seats
        numbers, others, winners = self.scores if kind == "score" else self.standings(), self.seats - 1, self.winners
        if kind == "score":
            return [(self.seats * own - sum(numbers)) / others for own in numbers]
        if kind == "rank":
            return [sum((own > other) - (own < other) for other in numbers) / others for own in numbers]
        won = (self.seats - len(winners)) / (len(winners) * others)
        return [won if seat in winners else -1 / others for seat in range(self.seats)]

    @property
    def actions(self) -> tuple[int, ...]:
        """Everything decided so far, as action numbers.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.play("put c3", "put d4").actions
        (14, 21)
        """
        return tuple(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    def legal(self) -> list[int]:
        """The actions that may be played now, ascending; none once the game is over.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.legal()
        [0, 2, 3, 4]
        """
        return self.legal_array().tolist()

    def legal_array(self) -> array[int]:
        """The same as an array of Python's: where hundreds of actions are legal, making a list takes most of the time.

        >>> import random, ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.legal_array()
        array('i', [0, 2, 3, 4])
        >>> len(match.play(random.choice(match.legal_array())))
        1
        """
        listed = self._listed
        return listed[FIRST : FIRST + listed[COUNT]]

    def moves(self, *, grouped: bool = False) -> list[str]:
        """The legal moves as text; `grouped`: one line for all that share words.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.moves()
        ['pawn A', 'pawn M', 'pawn P', 'pawn S']
        >>> match.moves(grouped=True)
        ['pawn: A M P S']
        """
        moves = [self.game.notation.write(action) for action in self.legal()]
        if not grouped:
            return moves
        from ziggurat.core.text import grouping

        return grouping.grouped(moves)

    def history(self) -> list[str]:
        """Everything decided so far, as text.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.play("put c3", "put d4").history()
        ['put c3', 'put d4']
        """
        return [self.game.notation.write(action) for action in self._actions]

    def record(self, seat: int | None = EVERYTHING) -> Records:
        """A copy of the position: an array of one record, holding only what a seat may know.

        Seat -1 is a spectator. Without a seat the whole truth is copied.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.record(0)["hand"].tolist()
        [[[1, 0, 1, 2, 2], [0, 0, 0, 0, 0]]]
        >>> match.record(1)["hand"].tolist()
        [[[0, 0, 0, 0, 0], [1, 1, 1, 0, 2]]]
        """
        states = copied(self._states)
        if seat is not EVERYTHING:
            self._engine.redact(states, self._check_seat(seat))
        return states

    def view(self, seat: int = -1) -> Any:
        """What a seat sees (-1: a spectator), as a typed struct.

        >>> import ziggurat
        >>> match = ziggurat.new("babylonia", seats=2, seed=7)
        >>> match.view(0).players[0].stand
        'fffsp'
        >>> match.view(1).players[0].stand is None
        True
        """
        return self.game.view(self.record(seat), seat)

    def prospects(self, seat: int = -1) -> Any:
        """What a seat could work out by counting (-1: a spectator), as a typed struct; None if the game has none.

        What cities, wars and abilities would bring as things stand, from what the seat may know and nothing else.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=2, seed=7).play("put c3")
        >>> match.prospects(0).seats[0].score
        3
        """
        records = self.record(seat)
        return None if self.game.prospects is None else self.game.prospects(records, seat)

    def observation(self, seat: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """What a seat sees, as numbers for learning; `game.observation` names its planes.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.observation(0).shape == (match.game.observation_size,)
        True
        """
        out = np.zeros(self.game.observation_size, dtype=np.uint8)
        self._engine.observe(self.record(seat), seat, out)
        return out

    def text(self, seat: int, *, moves: str = "grouped", history: str = "news") -> str:
        """What a seat may know, and what it is asked, as short ASCII text: for language models.

        `moves` is `grouped`, `all` or `none`; `history` is `news` (since the seat's last decision), `full` or `none`.
        Seat -1 is a spectator.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> print(match.text(0).splitlines()[0])
        Babel, 2 seats. You are seat 0.
        >>> print(match.text(0).splitlines()[-2])
        pawn: A M P S
        """
        from ziggurat.core.text.observation import observe

        return observe(self, self._check_seat(seat), moves, history)

    def question(self) -> str:
        """What the actor is asked, in one sentence.

        >>> import ziggurat
        >>> match = ziggurat.new("babylonia", seats=2, seed=7)
        >>> match.question()
        'Seat 0 places the first token of the turn.'
        """
        return "The game is over." if self.over else self.game.notation.ask(self._states[0])

    def at(self, decisions: int) -> Match:
        """The same match after its first `decisions` decisions.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.play("put c3", "put d4").at(1).history()
        ['put c3']
        """
        if isinstance(decisions, bool) or not isinstance(decisions, int) or not 0 <= decisions <= len(self._actions):
            raise BadOption(f"This match has 0 to {len(self._actions)} decisions, not {quoted(decisions)}.")
        earlier = self._beginning()
        earlier.replay(self._actions[:decisions])
        return earlier

    def deciders(self) -> list[int]:
        """The seat that made each decision.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.play("put c3", "put d4").deciders()
        [0, 1]
        """
        return [mark >> 1 for mark in self._marks]

    @property
    def last_decider(self) -> int | None:
        """The seat that made the last decision; None before the first.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.last_decider
        >>> match.play("put c3").last_decider
        0
        """
        return self._marks[-1] >> 1 if self._marks else None

    @property
    def revealed(self) -> bool:
        """Whether the last decision brought something random or hidden to light.

        >>> import ziggurat
        >>> ziggurat.new("babel", seed=7).play("pawn A").revealed
        False
        """
        return bool(self._marks) and bool(self._marks[-1] & 1)

    def _beginning(self) -> Match:
        return Match(self.game, self.seats, self.options, self.seed, self._start, self._engine, self.rules)

    def events(self, seat: int | None = -1, since: int = 0, until: int | None = None) -> list[Event]:
        """The events from decision number `since` on, as a seat may know them (None: with all secrets).

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7).play("pawn A")
        >>> [event.text for event in match.events(0)]
        ["Seat 0 moves the pawn to the Assyrians' site"]
        """
        if seat is not EVERYTHING:
            self._check_seat(seat)
        return [event for events in self.events_by_decision(seat, since, until) for event in events]

    def news(self, seat: int) -> list[Event]:
        """What happened since a seat last decided, its decision included; everything, if it has not decided yet.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7).play("put c3", "put d4")
        >>> [event.text for event in match.news(1)]
        ['Seat 1 puts 1 stone on d4']
        """
        self._check_seat(seat)
        deciders = self.deciders()
        since = next((number for number in reversed(range(len(deciders))) if deciders[number] == seat), 0)
        return self.events(seat, since)

    def events_by_decision(
        self, seat: int | None = -1, since: int = 0, until: int | None = None
    ) -> Iterator[list[Event]]:
        """The same for one decision after another: the match is replayed once for all of them.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7).play("put c3", "put d4")
        >>> [[event.text for event in events] for events in match.events_by_decision()]
        [['Seat 0 puts 1 stone on c3'], ['Seat 1 puts 1 stone on d4']]
        """
        replayed = self.at(since)
        for action in self._actions[since:until]:
            rows = events.buffer()
            self._engine.apply(replayed._states, replayed._mask, action, rows)
            yield events.for_seat(rows, self.game.event_forms, seat)

    def digest(self) -> str:
        """A short name for the exact position.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.digest() == match.copy().digest()
        True
        """
        return digest(self._states)

    def summary(self) -> str:
        """Where the match stands, in a line.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.summary()
        'Babel, 0 decisions, seat 0 to decide; seat 0: 0, seat 1: 0'
        """
        scores = ", ".join(f"seat {seat}: {score}" for seat, score in enumerate(self.scores))
        decisions = f"{len(self)} decision{'' if len(self) == 1 else 's'}"
        if not self.over:
            return f"{self.game.title}, {decisions}, seat {self.actor} to decide; {scores}"
        winners = " and ".join(f"seat {seat}" for seat in self.winners)
        verb = "win" if len(self.winners) > 1 else "wins"
        return f"{self.game.title}, over after {decisions} ({self.ending}): {winners} {verb}; {scores}"

    def picture(self, seat: int | None = EVERYTHING) -> str:
        """The table as SVG, as a seat sees it (-1: a spectator); without a seat, with all secrets.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.picture(0).startswith("<svg")
        True
        """
        records = self.record(seat)
        viewer = -1 if seat is EVERYTHING else seat
        if self.game.picture is not None:
            return self.game.picture(records, viewer)
        from ziggurat.core.drawing.picture import terminal_picture

        return terminal_picture(self.game.title, self.game.draw(records, viewer))

    def _repr_svg_(self) -> str:
        """In a notebook, what the seat to act sees; everything, once the game is over."""
        return self.picture(EVERYTHING if self.over else self.actor)

    def _check_seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not -1 <= seat < self.seats:
            raise BadOption(f"This match has seats 0 to {self.seats - 1} (and -1 for a spectator), not {quoted(seat)}.")
        return seat

    # ------------------------------------------------------------------------------------------------- deciding

    def play(self, *moves: int | str, seat: int | None = None) -> Match:
        """Play one or more moves, each an action number or its text; the match itself comes back.

        An illegal move raises `IllegalMove` with a sentence that says why, and nothing is changed, also when legal
        moves were given before it. With `seat`, a decision of another seat is refused in the same way.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.play("put c3", 10).history()
        ['put c3', 'put e2']
        >>> match.play("put c3")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ...
        ziggurat.core.errors.IllegalMove: There are stones of seat 0 on c3; ...
        """
        if seat is None and len(moves) == 1 and type(moves[0]) is int:  # what programs do, without detours
            self._decide(moves[0])
            return self
        played = len(self._actions)
        try:
            for move in moves:
                self._check_turn(seat)
                self._decide(move if type(move) is int else self._read(move))
        except IllegalMove:
            self._go_back_to(played)
            raise
        return self

    def _check_turn(self, seat: int | None) -> None:
        if seat is not None and self._check_seat(seat) != self.actor and not self.over:
            raise IllegalMove(f"Seat {self.actor} decides now, not seat {seat}.")

    def play_turn(self, seat: int, moves: Sequence[int | str]) -> Turn:
        """Play several moves of a seat, as far as it may know what it does; see `ziggurat.core.text.turns`.

        Stops where another seat decides, where something random or hidden comes to light, and at a move that is
        refused. What has been played stays played.

        >>> import ziggurat
        >>> match = ziggurat.new("babylonia", seats=2, seed=7)
        >>> match.play_turn(0, ["f d7", "f d7", "end"])  # doctest: +ELLIPSIS
        Turn(played=['f d7'], left=['f d7', 'end'], stopped='refused', refusal='Hexagon d7 already holds a token ...')
        """
        from ziggurat.core.text.turns import play_turn

        return play_turn(self, seat, moves)

    def allows(self, action: int) -> bool:
        """Whether an action may be played now.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> match.allows(match.legal()[0]), match.allows(9999)
        (True, False)
        """
        return 0 <= action < self.game.actions and bool(int(self._mask[action >> 6]) >> (action & 63) & 1)

    def decide(self, action: int) -> tuple[np.ndarray[Any, np.dtype[np.int32]], bool]:
        """Play one action; returns what happened, and whether something random or hidden came to light.

        What happened are rows that `ziggurat.core.events.tell` tells to each seat. This is for whoever tells several
        seats of every decision: `events` replays the match for each of them.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> rows, came_to_light = match.decide(match.legal()[0])
        >>> came_to_light
        False
        """
        rows, actor = events.buffer(), self._listed[ACTOR]
        exists = 0 <= action < self.game.actions
        came_to_light = self._engine.apply(self._states, self._mask, action, rows) if exists else ILLEGAL
        if came_to_light == ILLEGAL:
            raise IllegalMove(self._why_not(action))
        self._list_choices()
        self._actions.append(action)
        self._marks.append(2 * actor + came_to_light)
        return rows, bool(came_to_light)

    def _decide(self, action: int) -> None:
        try:
            mark = self._advance(self._states, self._mask, self._listing, action)
        except OverflowError:  # a number of more than 64 bits
            mark = ILLEGAL
        if mark < 0:
            raise IllegalMove(self._why_not(action))
        self._actions.append(action)
        self._marks.append(mark)

    def _read(self, move: Any) -> int:
        if isinstance(move, str):
            return self.game.notation.read(move)
        if not isinstance(move, bool):
            try:
                return operator.index(move)
            except TypeError:
                pass
        raise InvalidMove(f"A move is an action number or its text, not {quoted(move)}.")

    def _why_not(self, action: int) -> Sentence:
        if not 0 <= action < self.game.actions:
            return self.game.no_action(action)
        if self.over:
            return sentence("The game is over: {ending}.", ending=self.ending)
        return self.game.notation.refuse(self._states[0], action)

    def why_not(self, place: str) -> Sentence | None:
        """Why a thing that is clicked in a view's choices (`hand:A`, `hex:d7`) is in none of them now.

        None: it is in one of them, or no move of this game is made with it.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7)
        >>> print(match.why_not("end"))
        Your first turn cannot end before you build your level-1 card (clause 2).
        """
        action = None if self.over else meant(self.game, place, self.view(self.actor).choices)
        return None if action is None else self._why_not(action)

    def replay(self, actions: list[int] | tuple[int, ...]) -> None:
        """Play a whole list of action numbers at once.

        If one is illegal, nothing is played and `IllegalMove` names it.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.replay([14, 21])
        >>> match.history()
        ['put c3', 'put d4']
        """
        before = len(self._actions)
        numbers = np.array(actions, dtype=np.int64)
        marks = np.zeros(len(numbers), dtype=np.int64)
        played = self._engine.replay(self._states, self._mask, numbers, marks)
        self._list_choices()
        self._actions += numbers[:played].tolist()
        self._marks += marks[:played].tolist()
        if played < len(numbers):
            reason = self._why_not(int(numbers[played]))
            self._go_back_to(before)
            raise IllegalMove(
                sentence("Decision {number} cannot be played: {problem}", number=before + played + 1, problem=reason)
            )

    def _go_back_to(self, count: int) -> None:
        if count == len(self._actions):
            return
        actions = self._actions[:count]
        self._actions, self._marks = [], []
        self._put(self._first_position())
        self.replay(actions)

    def can_undo(self) -> int:
        """How many decisions may be taken back: the last player's unbroken run, up to the last chance or secret.

        >>> import ziggurat
        >>> match = ziggurat.new("babylonia", seats=2, seed=7)
        >>> match.play(match.legal()[0]).can_undo()
        1
        """
        count = 0
        for mark in reversed(self._marks):
            if mark & 1 or mark != self._marks[-1]:
                break
            count += 1
        return count

    def undo(self, decisions: int = 1) -> Match:
        """Take back the last decision, or several; the match itself comes back.

        Refused with the reason if they were not all made by one player in an unbroken run, or if something random or
        hidden came to light since: what has been seen cannot be unseen.

        >>> import ziggurat
        >>> match = ziggurat.new("babylonia", seats=2, seed=7)
        >>> match.play(match.legal()[0]).undo().history()
        []
        """
        if isinstance(decisions, bool) or not isinstance(decisions, int) or decisions < 1:
            raise UndoRefused(f"The number of decisions to take back is 1 or more, not {quoted(decisions)}.")
        if decisions > len(self._actions):
            raise UndoRefused(
                sentence(
                    "Only {made} decisions have been made, so {decisions} cannot be taken back.",
                    made=len(self._actions),
                    decisions=decisions,
                )
            )
        run = self._marks[-decisions:]
        if any(mark & 1 for mark in run):
            raise UndoRefused("Something random or hidden has come to light since, so that cannot be taken back.")
        if len(set(run)) > 1:
            raise UndoRefused("Another player has decided since, so that cannot be taken back.")
        self._go_back_to(len(self._actions) - decisions)
        return self

    def copy(self) -> Match:
        """An independent match at the same point.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> copy = match.copy()
        >>> len(copy.play("put c3")), len(match)
        (1, 0)
        """
        twin = object.__new__(Match)
        twin.game, twin.seats, twin.options, twin.seed = self.game, self.seats, self.options, self.seed
        twin.rules = self.rules
        twin._start, twin._engine, twin._advance = self._start, self._engine, self._advance
        twin._actions, twin._marks = self._actions.copy(), self._marks.copy()
        twin._mask, twin._states = self._mask.copy(), copied(self._states)
        twin._listed, twin._listing = new_listing(self.game)
        twin._listing[:] = self._listing
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: Any) -> Match:
        return self.copy()

    def __reduce__(self) -> Any:
        """Pickles the decisions and the digest; unpickling replays them."""
        start = None if self._start is None else self._start.tobytes()
        actions = np.array(self._actions, dtype=np.uint16).tobytes()
        options = dict(self.options)
        return _again, (self.game, self.seats, options, self.seed, start, actions, self.digest(), self.rules)

    # ------------------------------------------------------------------------------------------ writing and reading

    def position(self) -> dict[str, Any]:
        """The position as plain JSON with names, secrets and generator included; `ziggurat.load` reads it back.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.position()["game"]
        'ur'
        """
        return self.game.write_position(self._states[0])

    def start(self) -> dict[str, Any] | None:
        """The position a loaded match began from, as `position` writes it; None if it began from its seed.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=7)
        >>> match.start() is None
        True
        >>> ziggurat.load("ur", match.position()).start()["seats"]
        3
        """
        return None if self._start is None else self.game.write_position(self._start[0])

    def to_text(self, seat: int | None = EVERYTHING) -> str:
        """The log, human-readable; `ziggurat.read` reads it back.

        With a seat (-1: a spectator): what happened as that seat is told it, without the seed and without secrets.
        Nothing can be replayed from that.

        >>> import ziggurat
        >>> match = ziggurat.new("babel", seed=7).play("pawn A")
        >>> print(match.to_text(), end="")
        ziggurat match 1
        game babel
        rules 1
        seats 2
        hands 3/5
        seed 7
        <BLANKLINE>
        0: pawn A
        <BLANKLINE>
        decisions 1, scores 0 0, digest b50cbe9dbb1e4f8f
        """
        if seat is not EVERYTHING:
            from ziggurat.core.text import seat_log

            return seat_log.write(self, self._check_seat(seat))
        return log.write(logged(self))


def new(
    game: str | Game, *, seats: int | None = None, seed: int | None = None, rules: int | None = None, **options: Any
) -> Match:
    """Begin a match.

    Without a seat count the game's largest is taken; without a seed, one is drawn. `rules` names an earlier version of
    the rules, for matches that were begun under it.

    >>> import ziggurat
    >>> ziggurat.new("babylonia", seats=4, seed=7, variant=True).scores
    [0, 0, 0, 0]
    """
    card = find_game(game)
    if seats is None:
        seats = card.default_seats
    seed = secrets.randbelow(SEEDS) if seed is None else check_seed(seed)
    version = None if rules is None else card.check_rules(rules)
    return Match(card, card.check_seats(seats), card.load_options(options), seed, rules=version)


def check_seed(seed: Any) -> int:
    """A seed, or a refusal; NumPy's whole numbers are seeds too, since tables and environments give those."""
    try:
        number = -1 if isinstance(seed, bool) else operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < SEEDS:
        raise BadOption(f"A seed is a whole number from 0 to 2**64 - 1, not {quoted(seed)}.")
    return number


def load(game: str | Game, position: Mapping[str, Any]) -> Match:
    """Begin a match from any position, as `Match.position` writes it. Invalid positions are refused with the reason.

    >>> import ziggurat
    >>> match = ziggurat.new("ur", seats=3, seed=7).play("put c3")
    >>> ziggurat.load("ur", match.position()).digest() == match.digest()
    True
    """
    card = find_game(game)
    start = card.read_position(position)
    options = card.read_options(position.get("options", {}))
    return Match(card, int(start["seats"][0]), options, start=start, rules=position.get("rules"))


def from_record(game: Game, record: Any) -> Match:
    """Begin a match from a record of our own; unlike `load`, it also does so for games that read no positions."""
    position = game.write_position(record)
    start = game.new_records()
    start[0] = record
    options = game.read_options(position.get("options", {}))
    return Match(game, int(record["seats"]), options, start=start, rules=position.get("rules"))


def _again(
    game: Game,
    seats: int,
    options: dict[str, OptionValue],
    seed: int,
    start: bytes | None,
    actions: bytes,
    digest: str,
    rules: int,
) -> Match:
    """Restores a pickled match."""
    records = None if start is None else copied(np.frombuffer(start, dtype=game.state))
    match = Match(game, seats, game.read_options(options), seed, records, rules=game.check_rules(rules))
    match.replay(np.frombuffer(actions, dtype=np.uint16).tolist())
    if match.digest() != digest:
        raise BadLog(f"This match of {game.title} was pickled under other rules: it comes to another position here.")
    return match


def _begin(entry: log.Log) -> Match:
    card = find_game(entry.game)
    if entry.rules not in card.known_rules:
        raise BadLog(
            sentence(
                "The log was recorded under rules {rules} of {game}; this version knows rules {known}.",
                rules=entry.rules,
                game=card.title,
                known=" and ".join(map(str, card.known_rules)),
            )
        )
    if entry.position is not None:
        return load(entry.game, {**entry.position, "rules": entry.rules})
    if entry.seed is None or entry.seed >= SEEDS:
        raise BadOption(f"A seed is a whole number from 0 to 2**64 - 1, not {entry.seed}.")
    options = card.read_options(entry.options)
    return Match(card, card.check_seats(entry.seats), options, entry.seed, rules=entry.rules)


def logged(match: Match) -> log.Log:
    """The log of a match."""
    position = match.start()
    return log.Log(
        game=match.game.name,
        rules=match.rules,
        seats=match.seats,
        options=match.options,
        seed=match.seed if position is None else None,
        position=position,
        decisions=list(zip(match.deciders(), match.history(), strict=True)),
        scores=match.scores,
        digest=match.digest(),
    )


def begin(entry: log.Log) -> Match:
    """The match of a log, before its first decision."""
    try:
        return _begin(entry)
    except BadLog:
        raise
    except ZigguratError as problem:
        raise BadLog(sentence("The log's heading cannot be used: {problem}", problem=problem.sentence)) from problem


def play_logged(match: Match, seat: int, move: str, number: int) -> None:
    """Play a decision of a log; the error says which decision is wrong, and why."""
    if match.over:
        raise BadLog(
            sentence(
                "The log goes on with decision {number}, '{move}', after the game is over.",
                number=number,
                move=shortened(move),
            )
        )
    if seat != match.actor:
        raise BadLog(
            sentence(
                "Decision {number}, '{move}', is seat {actor}'s, but the log gives it to seat {seat}.",
                number=number,
                move=shortened(move),
                actor=match.actor,
                seat=seat,
            )
        )
    try:
        match.play(move)
    except IllegalMove as problem:
        raise BadLog(
            sentence(
                "Decision {number}, '{move}', cannot be played: {problem}",
                number=number,
                move=shortened(move),
                problem=problem.sentence,
            )
        ) from problem


def check_end(match: Match, entry: log.Log) -> None:
    """Refuse a log whose moves do not lead to the scores and digest of its last line."""
    if match.scores != list(entry.scores) or match.digest() != entry.digest:
        raise BadLog("The log's moves do not lead to the position its last line names: it has been changed.")


def open(path: str | PathLike[str]) -> Match:  # noqa: A001 - as gzip.open: people write ziggurat.open
    """The match of a log in a file; `read` takes the log's text.

    >>> import pathlib, tempfile, ziggurat
    >>> match = ziggurat.new("babel", seed=7)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "babel-7.log")
    ...     written = path.write_text(match.to_text(), "utf-8")
    ...     ziggurat.open(path) == match
    True
    """
    try:
        text = Path(path).read_text("utf-8")
    except OSError as problem:
        raise BadLog(f"{path} cannot be read: {problem.strerror}.") from problem
    except UnicodeDecodeError as problem:
        raise BadLog(f"{path} is not a text file.") from problem
    return read(text)


def read(text: str) -> Match:
    """The match of a log, replayed and checked against the log's digest.

    Of a log with variations it is the main line; `ziggurat.Study.read` has the others. `ziggurat.open` reads a file.

    >>> import ziggurat
    >>> match = ziggurat.new("ur", seats=3, seed=7).play("put c3")
    >>> ziggurat.read(match.to_text()) == match
    True
    """
    if isinstance(text, PathLike):
        raise BadLog(f"`read` takes the text of a log; ziggurat.open({str(text)!r}) reads a file.")
    if not isinstance(text, str):
        advice = "; decode it first: read(log.decode())" if isinstance(text, bytes | bytearray) else ""
        raise BadLog(f"`read` takes the text of a log as a string, not {quoted(text)}{advice}.")
    if "\n" not in text and text.endswith((".log", ".txt")):
        raise BadLog(f"`read` takes the text of a log, and {quoted(text)} is a file's name: use ziggurat.open.")
    entry = log.parse(text)
    match = begin(entry)
    for number, (seat, move) in enumerate(entry.decisions, 1):
        play_logged(match, seat, move, number)
    check_end(match, entry)
    return match
