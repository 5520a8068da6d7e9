"""The card of a game: its name, seats and options, its rules as kernels, its notation and drawings."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ziggurat.core import engine as engine_kernels
from ziggurat.core import events
from ziggurat.core.bits import NONE, words_for
from ziggurat.core.chance import start
from ziggurat.core.compile.direct import direct
from ziggurat.core.errors import BadOption, UnknownOption
from ziggurat.core.kernel import Backend, Binding, Kernel, default_backend, kernel
from ziggurat.core.sentence import Sentence, quoted, sentence

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ziggurat.core.match import Match
    from ziggurat.core.places import Places, Symmetry, Turning

Records = np.ndarray[Any, Any]
OptionValue = bool | str


@dataclass(frozen=True)
class Option:
    """A choice made before a match begins: yes or no, or one of several names. The first value is the default."""

    name: str
    values: tuple[OptionValue, ...]
    text: str

    @property
    def default(self) -> OptionValue:
        return self.values[0]

    def read(self, value: Any) -> OptionValue:
        """The value, from Python or from text; refuses what the option does not have."""
        if isinstance(self.default, bool) and isinstance(value, str):
            value = {"yes": True, "true": True, "no": False, "false": False}.get(value.lower(), value)
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        choices = " or ".join(write_option(allowed) for allowed in self.values)
        raise BadOption(
            sentence("Option {name} is {choices}, not {value}.", name=self.name, choices=choices, value=quoted(value))
        )

    def load(self, value: Any) -> OptionValue:
        """The same, where a value may also be the name of a file on this machine; see `Game.load_options`."""
        return self.read(value)

    def encode(self, value: OptionValue) -> list[int]:
        """The value as `setup` takes it: its number; for options of another kind, whatever numbers it stands for."""
        return [self.values.index(value)]


def write_option(value: OptionValue) -> str:
    """An option's value as text."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


@kernel
def redact_chance(state, seat):  # type: ignore[no-untyped-def]
    """Erase the generator, so that nobody knows what chance will bring: for games without secrets."""
    state.rng[0] = NONE


@kernel
def resample_chance(state, seat, seed):  # type: ignore[no-untyped-def]
    """Draw another future: for games without secrets."""
    start(state.rng, seed)


@kernel
def resample_nothing(state, seat, seed):  # type: ignore[no-untyped-def]
    """Change nothing: for games in which nothing is secret, nor random after set-up."""


@kernel
def evaluate_score(state, seat):  # type: ignore[no-untyped-def]
    """The seat's score: for games without an evaluation of their own."""
    return float(state.score[seat])


@kernel
def foresee_nothing(state, seat, out):  # type: ignore[no-untyped-def]
    """Count nothing: for games without prospects."""


class Rules(NamedTuple):
    """The kernels of the contract; see `ziggurat.core.contract`."""

    setup: Kernel
    legal: Kernel
    apply: Kernel
    observe: Kernel
    standing: Kernel
    redact: Kernel = redact_chance  # a game with secrets has its own
    resample: Kernel = resample_chance
    evaluate: Kernel = evaluate_score
    foresee: Kernel = foresee_nothing


class Notation(NamedTuple):
    """How actions are written, read, clicked and explained."""

    write: Callable[[int], str]  # an action as text
    read: Callable[[str], int]  # text as an action; raises InvalidMove
    clicks: Callable[[int], tuple[str, ...]]  # the things to click, in order
    refuse: Callable[[Any, int], Sentence]  # why an action is illegal in a record, in one sentence
    ask: Callable[[Any], str]  # what the actor of a record is asked, in one sentence
    long_words: Mapping[str, str] = {}


class Plane(NamedTuple):
    """A named part of the observation."""

    name: str
    shape: tuple[int, ...]
    text: str
    offset: int = -1  # where it begins, in the planes of a game

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)

    @property
    def end(self) -> int:
        """Where the next one begins."""
        return self.offset + self.size


def plane_starts(planes: Sequence[Plane]) -> dict[str, int]:
    """Where each plane begins in the observation, by its name; `end` is the size of the whole."""
    starts, at = {}, 0
    for plane in planes:
        starts[plane.name] = at
        at += int(np.prod(plane.shape))
    return {**starts, "end": at}


class SearchSettings(NamedTuple):
    """The parameters of tree search in a game; see `ziggurat.bots.tree`. A game's own were found by experiment."""

    exploration: float = 0.7
    width: float = 1.5  # a node has at most 1 + width * sqrt(visits) children
    tries: int = 8  # actions compared before one becomes a new child
    depth: int = -1  # decisions played before the evaluation decides; negative: play to the end
    greed: int = 1  # actions compared for each of them; 1: play at random


DEFAULT_SEARCH = SearchSettings()


class NetworkSize(NamedTuple):
    """How large a game's network is; see `ziggurat.learn.network`."""

    layers: int
    channels: int  # of each place; 0 without a board
    width: int  # of everything that lies at no place


DEFAULT_NETWORK = NetworkSize(layers=2, channels=0, width=256)


class NetworkBoard(NamedTuple):
    """The places of a board over which a network shares its weights; see `ziggurat.learn.boards`."""

    places: int
    relations: tuple[np.ndarray[Any, Any], ...]  # matrices of places by places: row p has the places that p hears from
    slots: Mapping[int, tuple[int, int]]  # by action that lies at a place: the place, and which of its actions it is


# Of a game whose levels nobody has measured: each level's first rating above the apprentice's.
DEFAULT_LEVEL_RATINGS = (0, 350, 700, 950, 1200, 1350, 1500)


class Engine(NamedTuple):
    """The kernels of `ziggurat.core.engine`, built for one game and one backend.

    Those that run one rule of the contract on records from Python have its name.
    """

    setup: Callable[..., int]
    legal: Callable[..., int]
    apply: Callable[..., int]
    advance: Callable[..., int]
    list_choices: Callable[..., None]
    replay: Callable[..., int]
    redact: Callable[..., None]
    resample: Callable[..., None]
    observe: Callable[..., None]
    standings: Callable[..., None]
    preview: Callable[..., None]
    foresee: Callable[..., None]


class Claim(StrEnum):
    """An optional part that a game's card promises; `tests/house` checks it."""

    RULEBOOK = "rulebook"  # rules in English and Dutch, in our sections, with a test for every clause
    EXAMPLES = "examples"  # a dozen worked examples
    LESSONS = "lessons"  # five to eight lessons
    PUZZLES = "puzzles"  # a hundred puzzles
    NETWORK = "network"  # a trained network for the stronger bots
    RECORDINGS = "recordings"  # golden logs, an OpenSpiel playthrough, published games of champions


EVERY_CLAIM = frozenset(Claim)


@dataclass(frozen=True, eq=False)
class Game:
    """Everything there is to know about a game.

    >>> import ziggurat
    >>> game = ziggurat.game("babel")
    >>> game.title, game.seat_counts, game.actions
    ('Babel', (2,), 99)
    """

    name: str
    title: str
    summary: str  # one line on why one would like it
    package: str  # where rules.md lies
    seat_counts: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    actions: int
    state: np.dtype[Any]
    rules: Rules
    notation: Notation
    event_forms: Mapping[Any, events.EventForm]  # by the number of the event's kind
    endings: tuple[str, ...]  # by the value of `over`; the first means in play
    ending_codes: tuple[str, ...]  # the same for programs: short, and never changed
    observation: tuple[Plane, ...]
    view: Callable[..., Any]  # what a redacted record shows a seat
    write_position: Callable[[Any], dict[str, Any]]
    read_position: Callable[[Mapping[str, Any]], Records]
    draw: Callable[[Records, int], RenderableType]  # a redacted record for the terminal
    picture: Callable[[Records, int], str] | None = None  # a redacted record as SVG; None: what the terminal shows
    plain: Callable[[Any, Callable[[int], str], bool], list[str]] | None = None  # a view as lines; None: as JSON
    boards: Callable[[], Mapping[str, Places]] = dict  # by what they are: the places of its boards, if it has any
    turnings: Callable[[], Mapping[str, Turning]] = dict  # by name: ways to turn the board that no rule notices
    printed: Callable[[], Mapping[str, Any]] = dict  # what boards and pieces always show; the page draws it
    opening: Callable[[Match, int], str] | None = None  # how a seat began a match, as a code; the page has words
    prospects: Callable[[Records, int], Any] | None = None  # what a redacted record promises; None: this game has none
    search: SearchSettings = DEFAULT_SEARCH
    scale: float = 10.0  # a lead of so many points is a clear one; for bots
    network_size: NetworkSize = DEFAULT_NETWORK
    network_board: Callable[[], NetworkBoard] | None = None  # None: a network without a board
    network_fixed: str | tuple[str, ...] = ()  # fields of a record that a network plays only as in a new match
    discounts: tuple[float, float] = (1.0, 1.0)  # of a decision in training, at the beginning and end of a run
    review_rate: int = 5_000  # iterations a second in reviews: half of what one core does (docs/review.md)
    calibration: Mapping[int, tuple[float, float]] = field(default_factory=dict)  # by seats: `reviewing.chances`
    puzzle_themes: Mapping[str, str] = field(default_factory=dict)  # by kind of event: what such a puzzle is about
    # By kind of event: whether it is good (1) or bad (-1) for its seat. Reviews, hints and puzzles give it as a reason.
    turning_events: Mapping[str, int] = field(default_factory=dict)
    # By level: its first rating, above the apprentice's. Measured when ratings began (docs/bots.md); levels move from
    # there by themselves, and whoever changes these numbers changes everybody's ratings on recomputing.
    level_ratings: tuple[int, ...] = DEFAULT_LEVEL_RATINGS
    chance: bool = True  # whether anything is random after set-up
    deals: int = 0  # in how many ways a match is dealt at most, if few enough to be listed (OpenSpiel); 0: too many
    throws: int = 0  # the same for what is drawn after a decision, such as the throws of a die
    secrets: bool = True  # whether seats know different things
    seat_notes: Mapping[int, str] = field(default_factory=dict)  # what to say beside a seat count, if anything
    earlier_rules: tuple[int, ...] = ()  # versions of the rules whose matches can still be read and played on
    claims: frozenset[Claim] = frozenset()  # which extra parts this game promises
    _engines: dict[Backend, Engine] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if self.secrets and self.rules.redact is redact_chance:
            raise TypeError(f"{self.title} has secrets, and no `redact` that hides them: see hidden.py of another game")
        starts = plane_starts(self.observation)
        planes = tuple(plane._replace(offset=starts[plane.name]) for plane in self.observation)
        object.__setattr__(self, "observation", planes)

    def __repr__(self) -> str:
        return f"ziggurat.game({self.name!r})"

    def __reduce__(self) -> Any:
        """Pickles as its name: kernels and functions are the same wherever this version is installed."""
        from ziggurat.core.registry import game

        return game, (self.name,)

    @functools.cached_property
    def words(self) -> int:
        """How many 64-bit words a set of actions takes.

        >>> import ziggurat
        >>> ziggurat.game("babel").words
        2
        """
        return words_for(self.actions)

    @functools.cached_property
    def observation_size(self) -> int:
        """How many numbers an observation has.

        >>> import ziggurat
        >>> ziggurat.game("babel").observation_size
        3256
        """
        return plane_starts(self.observation)["end"]

    def planes(self, observation: Any) -> dict[str, Any]:
        """An observation, or a batch of them, by planes: each a view of its own shape, of NumPy's or PyTorch's array.

        >>> import ziggurat
        >>> match = ziggurat.new("ur", seats=3, seed=1)
        >>> match.game.planes(match.observation(0))["shows"].shape
        (5, 36)
        """
        if observation.shape[-1] != self.observation_size:
            raise BadOption(
                sentence(
                    "An observation of {game} has {right} numbers, not {numbers}.",
                    game=self.title,
                    right=self.observation_size,
                    numbers=observation.shape[-1],
                )
            )
        batch = tuple(observation.shape[:-1])
        return {
            plane.name: observation[..., plane.offset : plane.end].reshape(batch + plane.shape)
            for plane in self.observation
        }

    @functools.cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The ways to turn the board that no rule notices; the first changes nothing, and most games have only that.

        >>> import ziggurat
        >>> len(ziggurat.game("ur").symmetries)
        8
        """
        from ziggurat.core.places import symmetries_of

        return symmetries_of(self)

    @functools.cached_property
    def binding(self) -> Binding:
        """What the contract's late names mean for this game.

        >>> import ziggurat
        >>> ziggurat.game("babel").binding.name
        'babel'
        """
        constants = {"ACTIONS": self.actions, "WORDS": self.words, "STATE": self.state, "SCALE": self.scale}
        return Binding(self.name, {**self.rules._asdict(), **constants})

    def bind(self, kernel: Kernel, backend: Backend | None = None) -> Callable[..., Any]:
        """A kernel that is written for all games, made for this one.

        >>> import ziggurat
        >>> from ziggurat.core import engine
        >>> game = ziggurat.game("babel")
        >>> game.bind(engine.legal_actions) is game.engine().legal
        True
        """
        return kernel.on(backend or default_backend(), self.binding)

    def engine(self, backend: Backend | None = None) -> Engine:
        """The kernels a match runs on.

        >>> import ziggurat
        >>> game = ziggurat.game("babel")
        >>> records, mask = ziggurat.new(game, seed=7).record(), game.new_mask()
        >>> game.engine().legal(records, mask)
        4
        """
        backend = backend or default_backend()
        if backend not in self._engines:
            built = {name: self.bind(kernel, backend) for name, kernel in engine_kernels.KERNELS.items()}
            self._engines[backend] = Engine(**{**built, "advance": direct(built["advance"])})
        return self._engines[backend]

    def new_records(self, count: int = 1) -> Records:
        """All-zero records, for `setup`.

        >>> import ziggurat
        >>> ziggurat.game("babel").new_records(3).shape
        (3,)
        """
        return np.zeros(count, dtype=self.state)

    def new_mask(self) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """An empty set of actions.

        >>> import ziggurat
        >>> ziggurat.game("babel").new_mask().any()
        np.False_
        """
        return np.zeros(self.words, dtype=np.uint64)

    @property
    def default_seats(self) -> int:
        """The seat count where none is given, in Python and on the command line: the largest.

        >>> import ziggurat
        >>> ziggurat.game("ur").default_seats
        4
        """
        return self.seat_counts[-1]

    def check_seats(self, seats: Any) -> int:
        """The seat count, or a refusal that names the possible ones.

        >>> import ziggurat
        >>> ziggurat.game("ur").check_seats(5)
        Traceback (most recent call last):
        ...
        ziggurat.core.errors.BadOption: Ur is for 2, 3 or 4 seats, not 5.
        """
        if isinstance(seats, bool) or not isinstance(seats, int) or seats not in self.seat_counts:
            counts = _either([str(count) for count in self.seat_counts])
            raise BadOption(
                sentence(
                    "{game} is for {counts} seats, not {seats}.", game=self.title, counts=counts, seats=quoted(seats)
                )
            )
        return seats

    def read_options(self, given: Mapping[str, Any]) -> dict[str, OptionValue]:
        """All options with their values, checked; those not given have their defaults.

        Nothing in here opens a file: logs, positions and requests may come from anybody.

        >>> import ziggurat
        >>> ziggurat.game("babylonia").read_options({"variant": "yes"})
        {'variant': True}
        """
        self._check_names(given)
        return {option.name: option.read(given.get(option.name, option.default)) for option in self.options}

    def load_options(self, given: Mapping[str, Any]) -> dict[str, OptionValue]:
        """The same for the library and the command line, whose user may name a file of their own as a value.

        >>> import ziggurat
        >>> ziggurat.game("babel").load_options({})
        {'hands': '3/5'}
        """
        self._check_names(given)
        return {option.name: option.load(given.get(option.name, option.default)) for option in self.options}

    def _check_names(self, given: Mapping[str, Any]) -> None:
        option_names = [option.name for option in self.options]
        for name in given:
            if name not in option_names:
                raise UnknownOption(_unknown_option(self.title, name, option_names))

    @property
    def known_rules(self) -> tuple[int, ...]:
        """All versions of the rules that matches can have; new matches have the last.

        >>> import ziggurat
        >>> ziggurat.game("babel").known_rules
        (1,)
        """
        return (*self.earlier_rules, self.rules_version)

    def check_rules(self, version: Any) -> int:
        """The version of the rules, or a refusal that names the known ones.

        >>> import ziggurat
        >>> ziggurat.game("babel").check_rules(1)
        1
        """
        if isinstance(version, bool) or not isinstance(version, int) or version not in self.known_rules:
            known = _either([str(number) for number in self.known_rules])
            raise BadOption(
                sentence("{game} has rules {known}, not {rules}.", game=self.title, known=known, rules=quoted(version))
            )
        return version

    def encode_options(
        self, values: Mapping[str, OptionValue], rules: int | None = None
    ) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The options as `setup` takes them, one after another; last the version of the rules.

        >>> import ziggurat
        >>> game = ziggurat.game("babylonia")
        >>> game.encode_options({"variant": True}).tolist()
        [1, 1]
        """
        numbers = [number for option in self.options for number in option.encode(values[option.name])]
        return np.array([*numbers, rules or self.rules_version], dtype=np.int64)

    def no_action(self, action: int) -> Sentence:
        """The refusal of a number that is no action of this game.

        >>> import ziggurat
        >>> print(ziggurat.game("babel").no_action(999))
        Babel has actions 0 to 98; there is no action 999.
        """
        return sentence(
            "{game} has actions 0 to {last}; there is no action {action}.",
            game=self.title,
            last=self.actions - 1,
            action=action,
        )

    def rules_text(self, language: str = "en") -> str:
        """The rules, as Markdown; in English where there are none in that language.

        >>> import ziggurat
        >>> ziggurat.game("babel").rules_text().splitlines()[0]
        '# Babel'
        """
        name = f"rules.{language}.md" if language in self.rules_languages[1:] else "rules.md"
        return files(self.package).joinpath(name).read_text("utf-8")

    def clause(self, number: int, language: str = "en") -> str:
        """One clause of the rules, as Markdown: refusals cite clauses by their numbers.

        >>> import ziggurat
        >>> print(ziggurat.game("babel").clause(21))
        **21. Nation cards.** There are 60: twelve each of Assyrians, Hittites, Medes, Persians and Sumerians.
        """
        from ziggurat.core.text.clauses import clause

        return clause(self, number, language)

    def how_to_write(self, language: str = "en") -> str:
        """How moves of this game are written, as Markdown.

        >>> import ziggurat
        >>> ziggurat.game("babel").how_to_write().splitlines()[-3]
        '- `end`: end the turn.'
        """
        from ziggurat.core.text.clauses import how_to_write

        return how_to_write(self, language)

    def read_reply(self, text: str) -> list[int]:
        """The actions that a language model's answer names: its last JSON object with `move` or `moves` counts.

        Nothing is guessed from prose. `UnreadableReply`: there is no such JSON; `InvalidMove`: it names no move.

        >>> import ziggurat
        >>> game = ziggurat.game("babylonia")
        >>> game.read_reply('Farmers first. {"moves": ["farmer d7", "End turn."]}')
        [93, 700]
        """
        from ziggurat.core.text.replies import read_reply

        return read_reply(self, text)

    @functools.cached_property
    def rules_languages(self) -> list[str]:
        """The languages of the rules: English first, then one for each file such as `rules.nl.md`.

        >>> import ziggurat
        >>> ziggurat.game("babel").rules_languages
        ['en', 'nl']
        """
        names = [file.name.split(".") for file in files(self.package).iterdir()]
        return ["en", *sorted(parts[1] for parts in names if parts[0] == "rules" and parts[2:] == ["md"])]


def _unknown_option(game: str, name: str, known: Sequence[str]) -> Sentence:
    if not known:
        return sentence("{game} has no option {name}; it has none.", game=game, name=quoted(name))
    names = _either(known)
    return sentence("{game} has no option {name}; it has {names}.", game=game, name=quoted(name), names=names)


def _either(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
