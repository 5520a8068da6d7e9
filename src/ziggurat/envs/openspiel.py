"""OpenSpiel: the games as `ziggurat_babylonia(seats=4)` and so on.

Chance is explicit. A match begins with nodes that deal it: three outcomes of 256 each are the bytes of its seed. Later,
an action after which something is drawn leads to a node whose outcome, one of 256, is what the generator in the record
goes on from; only then does the action take effect. So a history decides everything, as OpenSpiel expects, and a state
holds nothing of draws to come: searching from a copy tells nobody the future.

A card may declare that its deals or its draws are few (`deals`, `throws`). A node of chance then has every outcome
once, with its odds, as exact algorithms need it. They are found by trying every script from which draws can be read
(`ziggurat.mini.chance`).

(OpenSpiel also knows *sampled* chance, but version 2.0.2 cannot serialise such a game when it is written in Python.)

What was dealt or drawn in secret is in a state all the same, as in every game of hidden information. Whoever searches
should not look at it: `resampler` gives states that agree with all a player knows and with nothing else, for
`ISMCTSBot.set_resampler`.
"""

from __future__ import annotations

import copy
import functools
import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyspiel

from ziggurat.core import events
from ziggurat.core.bits import members
from ziggurat.core.game import Game, Records
from ziggurat.core.match import Match, from_record
from ziggurat.core.record import copied, digest
from ziggurat.core.registry import game as find_game
from ziggurat.core.registry import game_names, unlisted_names
from ziggurat.envs.recall import Recall, chain
from ziggurat.envs.rewards import number_of, settle

MAX_LENGTH = 10_000  # decisions; OpenSpiel wants a bound, and no game comes near it
MOST_POINTS = 10_000.0  # bound of the reward `score`
DEALS = 3  # nodes of chance
OUTCOMES = 256
DEALT = OUTCOMES**DEALS  # a deal with all its digits: they stand after a leading 1
RECALL_BITS = 64
NOT_DEALT = "not dealt yet"
HALF, FRESH = np.uint64(32), np.uint64(1 << 32)  # of scripts, as `ziggurat.mini.chance` has them
_OUTCOMES = tuple((outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES))


def register() -> tuple[str, ...]:
    """Make every game and mini variant known to OpenSpiel; returns the names. Doing it again does nothing."""
    registered = set(pyspiel.registered_names())
    names = []
    for name in _known():
        names.append(f"ziggurat_{name}")
        if names[-1] not in registered:
            pyspiel.register_game(game_type(name), game_class(name))
    return tuple(names)


def _known() -> tuple[str, ...]:
    """All games, and the mini variants, which are known by name once their package is imported."""
    import_module("ziggurat.mini")
    return (*game_names(), *unlisted_names())


@functools.cache
def game_class(name: str) -> type[SpielGame]:
    """A class for one of our games, known to this module as `Spiel_<name>` so that it can be pickled.

    It is a class because OpenSpiel lets go of what it registered when Python has gone already, which a class survives
    (it refers to itself) and a function does not.
    """
    return type(f"Spiel_{name}", (SpielGame,), {"name": name, "__module__": __name__})


def __getattr__(attribute: str) -> Any:
    name = attribute.removeprefix("Spiel_")
    if name != attribute and name in _known():
        return game_class(name)
    raise AttributeError(f"module {__name__!r} has no attribute {attribute!r}")


@functools.cache
def game_type(name: str) -> Any:
    """The description of a game for OpenSpiel."""
    game = find_game(name)
    kinds = pyspiel.GameType
    parameters: dict[str, Any] = {option.name: option.default for option in game.options}
    return kinds(
        short_name=f"ziggurat_{name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seat_counts),
        min_num_players=min(game.seat_counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": game.default_seats, "reward": "win", **parameters},
    )


@dataclass(frozen=True)
class Terms:
    """The parameters of an OpenSpiel game: game, seats, options and payoff."""

    game: Game
    seats: int
    reward: int
    options: dict[str, Any]
    settle: Callable[..., Any]
    counted: Game | None  # the game with draws that are read from a script, if its card declares how many there are


@functools.cache
def _terms(name: str, given: frozenset[tuple[str, Any]]) -> Terms:
    game, wanted = find_game(name), dict(given)
    chosen = {option.name: wanted[option.name] for option in game.options if option.name in wanted}
    return Terms(
        game=game,
        seats=game.check_seats(wanted.get("seats", game.default_seats)),
        reward=number_of(wanted.get("reward", "win")),
        options=game.load_options(chosen),
        settle=game.bind(settle),
        counted=_scripted(game) if game.deals or game.throws else None,
    )


def _scripted(game: Game) -> Game:
    scripted: Game = import_module("ziggurat.mini.variant").scripted(game)
    return scripted


class Ways(NamedTuple):
    """In how many equally likely ways something falls: the first script of each result, and how many come to it."""

    scripts: dict[bytes, int]
    counts: Counter[bytes]

    @classmethod
    def found_by(cls, fall: Callable[[int], Records], most: int, title: str) -> Ways:
        """Try every script; `fall` gives the record that one leads to, with what was read in its generator."""
        distinct = cls({}, Counter())
        script, ways = 0, 1
        while script < ways:
            records = fall(script)
            ways = int(records["rng"][0, 0] >> HALF)
            if ways > most:
                raise ValueError(f"The card of {title} declares {most} ways for chance to fall, and there are {ways}.")
            records["rng"] = 0
            distinct.scripts.setdefault(records.tobytes(), script)
            distinct.counts[records.tobytes()] += 1
            script += 1
        return distinct

    def outcomes(self) -> list[tuple[int, float]]:
        """Outcomes with their probabilities, as OpenSpiel expects them."""
        total = self.counts.total()
        return [(script, self.counts[raw] / total) for raw, script in self.scripts.items()]


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games. Parameters: `seats`, `reward`, and the game's options.

    It has nothing of its own: what OpenSpiel copies, pickles or hands to another thread is a new Python object around
    the same parameters, which `__init__` never saw.
    """

    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        terms = _terms(self.name, frozenset(given.items()))
        most = MOST_POINTS if given.get("reward") == "score" else 1.0
        information = pyspiel.GameInfo(
            num_distinct_actions=terms.game.actions,
            max_chance_outcomes=max(OUTCOMES, terms.game.deals, terms.game.throws),
            num_players=terms.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(game_type(self.name), information, given)

    @property
    def terms(self) -> Terms:
        """The parameters of the game."""
        return _terms(self.name, frozenset(self.get_parameters().items()))

    def new_initial_state(self) -> SpielState:
        """A match before it is dealt."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Those of the deal, and at most one after each decision of a game that draws later."""
        return DEALS + (MAX_LENGTH if self.terms.game.chance else 0)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What writes tensors and strings of one kind."""
        if params:
            raise ValueError(f"Observers of {self.terms.game.title} have no parameters, so not {params!r}.")
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Position:
    """A position and how it came about, made to be copied fast: OpenSpiel deep-copies what a state holds."""

    __slots__ = ("actor", "game", "mask", "over", "recall", "records")

    def __init__(self, game: Game, records: Records, mask: np.ndarray[Any, Any], recall: Recall) -> None:
        self.game = game
        self.records = records
        self.mask = mask
        self.recall = recall
        self.over = bool(records["over"][0])
        self.actor = int(records["actor"][0])

    @classmethod
    def begin(cls, terms: Terms, seed: int) -> Position:
        """The first decision of the match of this seed."""
        game = terms.game
        records, mask = game.new_records(), game.new_mask()
        game.engine().setup(records, mask, terms.seats, game.encode_options(terms.options), np.uint64(seed))
        return cls(game, records, mask, Recall(None, -1, -1, None, copied(records)))

    @classmethod
    def dealt(cls, terms: Terms, script: int) -> Position:
        """The first decision of the match that is dealt by a script."""
        records = _deal(terms, script)
        records["rng"][0] = _drawn(0, script)
        mask = terms.game.new_mask()
        terms.game.engine().legal(records, mask)
        return cls(terms.game, records, mask, Recall(None, -1, -1, None, copied(records)))

    def falls(self, counted: Game, action: int) -> Ways:
        """In how many ways an action can turn out."""

        def fall(script: int) -> Records:
            records = copied(self.records)
            records["rng"][0] = FRESH | np.uint64(script)
            counted.engine().apply(records, self.mask.copy(), action, None)
            return records

        return Ways.found_by(fall, max(1, self.game.throws), self.game.title)

    def __deepcopy__(self, _memo: Any) -> Position:
        twin = object.__new__(Position)
        twin.game, twin.recall, twin.over, twin.actor = self.game, self.recall, self.over, self.actor
        twin.records, twin.mask = copied(self.records), self.mask.copy()
        return twin

    def __reduce__(self) -> Any:
        first = self.recall.opening()
        return _restore, (
            self.game.name,
            self.records.tobytes(),
            None if first is None else first.tobytes(),
            self.recall.links(),
        )

    def play(self, action: int, drawn: int | None = None, counted: Game | None = None, script: int = 0) -> bool:
        """Play a legal action, and remember what happened; false, and nothing is changed, if something is to be drawn.

        `drawn` is then the word from which the generator goes on. The draws of a counted game are read from a script.
        """
        records, mask = copied(self.records), self.mask.copy()
        if counted is not None:
            records["rng"][0] = FRESH | np.uint64(script)
        elif drawn is not None:
            records["rng"][0] = drawn
        before = records["rng"].tobytes()
        rows = events.buffer()  # of this call alone: searches play their own states in several threads
        (counted or self.game).engine().apply(records, mask, action, rows)
        if drawn is None and records["rng"].tobytes() != before:
            return False
        if counted is not None:
            records["rng"][0] = drawn if drawn is not None else self.records["rng"][0]
        self.recall = Recall(self.recall, self.actor, action, rows[: rows[0, 0] + 1].copy())
        self.records, self.mask = records, mask
        self.over = bool(records["over"][0])
        self.actor = int(records["actor"][0])
        return True

    def seen_by(self, seat: int) -> Records:
        """What a seat may know of it (-1: a spectator)."""
        records = copied(self.records)
        self.game.engine().redact(records, seat)
        return records

    def imagined(self, seat: int, seed: int) -> Position:
        """Another position that looks the same to a seat, drawn with the right odds."""
        records, mask = self.seen_by(seat), self.game.new_mask()
        self.game.engine().resample(records, seat, np.uint64(seed))
        self.game.engine().legal(records, mask)
        return Position(self.game, records, mask, self.recall)


def _restore(name: str, record: bytes, first: bytes | None, links: Any) -> Position:
    game = find_game(name)
    records = np.frombuffer(bytearray(record), dtype=game.state)
    opening = None if first is None else np.frombuffer(bytearray(first), dtype=game.state)
    mask = game.new_mask()
    game.engine().legal(records, mask)
    return Position(game, records, mask, chain(opening, links))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match in OpenSpiel. `position` is None before it is dealt; `dealt` is the deal so far, after a leading 1.

    `chosen` is an action that waits for what is drawn; `draws` counts the draws so far.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.dealt = 1
        self.position: Position | None = None
        self.chosen: int | None = None
        self.draws = 0

    def current_player(self) -> int:
        """The seat to act, or whose turn it is instead."""
        if self.position is None or self.chosen is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.over else self.position.actor

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.position is not None and self.position.over

    def _legal_actions(self, _player: int) -> list[int]:
        return [] if self.position is None else members(self.position.mask)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One byte of the match's seed, or one of as many ways to draw; all ways if the card declares them."""
        terms = self.get_game().terms
        if self.position is None and terms.game.deals:
            return Ways.found_by(functools.partial(_deal, terms), terms.game.deals, terms.game.title).outcomes()
        if self.position is not None and self.chosen is not None and terms.game.throws:
            return self.position.falls(terms.counted, self.chosen).outcomes()
        return [*_OUTCOMES]  # a search may shuffle what it is given

    def _apply_action(self, action: int) -> None:
        terms = self.get_game().terms
        counted = terms.counted if terms.game.throws else None
        if self.position is None and terms.game.deals:
            self.position = Position.dealt(terms, action)
        elif self.position is None:
            self.dealt = self.dealt * OUTCOMES + action
            if self.dealt >= DEALT:
                self.position = Position.begin(terms, self.dealt - DEALT)
        elif self.chosen is not None:
            self.draws += 1
            self.position.play(self.chosen, _drawn(self.draws, action), counted, action)
            self.chosen = None
        elif not self.position.play(action, counted=counted):
            self.chosen = action

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.chosen is not None and self.get_game().terms.game.throws:
            return self._told(action)
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}" if self.position is None else f"draw {action}"
        return self.get_game().terms.game.notation.write(action)  # type: ignore[no-any-return]

    def _told(self, script: int) -> str:
        """The text a spectator gets for an outcome of chance."""
        twin = copy.deepcopy(self.position)
        assert twin is not None and self.chosen is not None  # noqa: S101, PT018 - an action waits for it
        twin.play(self.chosen, 0, self.get_game().terms.counted, script)
        rows = twin.recall.rows
        news = [] if rows is None else events.for_seat(rows, twin.game.event_forms, -1)
        return f"draw {script}: {'; '.join(event.text for event in news)}"

    def returns(self) -> list[float]:
        """What the match is worth to each seat; nothing before its end."""
        terms = self.get_game().terms
        paid = np.zeros(terms.seats)
        if self.is_terminal() and self.position is not None:
            terms.settle(self.position.records, terms.reward, paid)
        return paid.tolist()  # type: ignore[no-any-return]

    def match(self) -> Match:
        """The position as a match of its own, to look at or to play on."""
        if self.position is None:
            raise ValueError("The match has not been dealt yet.")
        return from_record(self.position.game, self.position.records[0])

    def __str__(self) -> str:
        if self.position is None:
            return f"{NOT_DEALT}, {self.dealt}"
        position = self.position
        scores = " ".join(str(score) for score in position.records["score"][0][: self.num_players()])
        who = "over" if position.over else f"seat {position.actor} to decide"
        if self.chosen is not None:
            who = f"to be drawn after {position.game.notation.write(self.chosen)} of seat {position.actor}"
        return f"{position.game.title}, {who}, points {scores}, position {digest(position.records)}"


def _deal(terms: Terms, script: int) -> Records:
    """The record of a match that is dealt by a script."""
    game = terms.counted or terms.game
    records = game.new_records()
    game.engine().setup(records, game.new_mask(), terms.seats, game.encode_options(terms.options), np.uint64(script))
    return records


def _drawn(number: int, outcome: int) -> int:
    """The word the generator continues from, for one of the 256 outcomes of a draw."""
    return int.from_bytes(hashlib.blake2b(f"{number} {outcome}".encode(), digest_size=8).digest(), "little")


class SpielObserver:
    """Writes what a seat sees as a tensor of named planes, and as a string.

    The string is the seat's view as JSON. With perfect recall it is all the seat has been told, line by line; the
    tensor then has 64 more numbers, the bits of a digest of that text. With public information only, both are what a
    spectator sees. With private information only there is a string and no tensor.
    """

    def __init__(self, spiel: SpielGame, kind: Any) -> None:
        private = kind.private_info
        if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("No player sees everybody's secrets.")
        self._game = spiel.terms.game
        self._public = kind.public_info
        self._private = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = kind.perfect_recall
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, Any] = {}
        if self._public:
            size = self._game.observation_size
            self._bytes = np.zeros(size, dtype=np.uint8)
            self.tensor = np.zeros(size + (RECALL_BITS if self._recall else 0), dtype=np.float32)
            at = 0
            for plane in self._game.observation:
                count = int(np.prod(plane.shape))
                self.dict[plane.name] = self.tensor[at : at + count].reshape(plane.shape)
                at += count
            if self._recall:
                self.dict["recall"] = self.tensor[at:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor for a player."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.position is None:
            return
        records = state.position.seen_by(player if self._private else -1)
        self._game.engine().observe(records, player, self._bytes)
        self.tensor[: len(self._bytes)] = self._bytes
        if self._recall:
            self.tensor[len(self._bytes) :] = _bits_of(self.string_from(state, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        position = state.position
        if position is None:
            return NOT_DEALT if self._public or self._game.secrets else ""
        if not self._public:
            if not (self._private and self._game.secrets):
                return ""
            return f"seat {player} sees {digest(position.seen_by(player))}"
        seat = player if self._private else -1
        records = position.seen_by(seat)
        if not self._recall:
            return _written(self._game.view(records, seat))
        return f"{position.recall.text(self._game, seat)}\nnow at {digest(records)}"


def _written(view: Any) -> str:
    """A view as JSON, without the choices: they follow from the rest, and would be most of it."""
    shown = msgspec.to_builtins(view)
    shown.pop("choices", None)
    return msgspec.json.encode(shown).decode()


def _bits_of(text: str) -> np.ndarray[Any, Any]:
    name = digest(np.frombuffer(text.encode(), dtype=np.uint8))
    return np.unpackbits(np.frombuffer(bytes.fromhex(name), dtype=np.uint8))


def resampler(seed: int | None = None) -> Callable[[SpielState, int], SpielState]:
    """A function for `ISMCTSBot.set_resampler`: another state that looks the same to a player, drawn fairly.

    OpenSpiel 2.0.2 cannot be given `resample_from_infostate` for a game written in Python.
    """
    stream = Random(seed)

    def resample(state: SpielState, player: int) -> SpielState:
        twin: SpielState = state.clone()
        if state.position is not None:
            twin.position = state.position.imagined(player, stream.getrandbits(64))
        return twin

    return resample


register()  # a pickled game finds itself registered wherever it is unpickled
