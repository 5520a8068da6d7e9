"""The vector environment: thousands of games at once, arrays in, arrays out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from ziggurat.core.errors import BadOption, IllegalMove
from ziggurat.core.game import Game
from ziggurat.core.match import Match, check_seed, from_record
from ziggurat.core.threads import Threads
from ziggurat.envs import lanes as kernels
from ziggurat.envs.history import ObservationHistory, check_length
from ziggurat.envs.lanes import ANEW, LANE, NEXT, SEEDED, SHOW, STAY
from ziggurat.envs.observer import DTYPES, check_numbers
from ziggurat.envs.rewards import STEPWISE, number_of
from ziggurat.envs.snapshot import Snapshot, lane_numbers, records_of, seed_numbers

MASKS = ("bytes", "bits", "bits32")
USUAL = {  # what a representation leaves out
    "masks": "bytes",
    "observe": True,
    "dtype": "uint8",
    "normalise": False,
    "skip_forced": False,
    "history": 0,
    "threads": 1,
}
TOGETHER = 32  # lanes whose observations become other numbers in one go, while they are still in the caches
ALIGNED = 64  # bytes: memory that begins elsewhere JAX copies
Array = np.ndarray[Any, Any]


def aligned(shape: tuple[int, ...], dtype: Any) -> Array:
    """Zeros at an address that every library reads in place."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + ALIGNED, dtype=np.uint8)
    begin = -memory.ctypes.data % ALIGNED
    array: Array = memory[begin : begin + size].view(dtype).reshape(shape)
    return array


class VectorEnv:
    """Many games of one kind, stepped together.

    The arrays belong to the environment and are written over by every step; copy what must last. A game that ends is
    paid out in `rewards` and `scores`, marked in `over`, and the lane's next game begins at once: `observations`,
    `masks` and `actors` are then already those of its first decision.

    >>> import ziggurat.envs
    >>> env = ziggurat.envs.vector("babylonia", games=8, seats=2, seed=1)
    >>> for _ in range(100):
    ...     env.step(env.sample())
    >>> env.observations.shape[0], env.masks.shape, env.rewards.shape
    (8, (8, 749), (8, 2))
    """

    device: ClassVar[str] = "cpu"

    def __init__(
        self,
        game: Game,
        *,
        games: int,
        seats: int,
        options: Mapping[str, Any],
        seed: int,
        reward: str,
        masks: str,
        observe: bool,
        skip_forced: bool = False,
        dtype: str = "uint8",
        normalise: bool = False,
        history: int = 0,
    ) -> None:
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise BadOption(f"The number of games is 1 or more, not {games!r}.")
        if masks not in MASKS:
            raise BadOption(f"Masks are {', '.join(MASKS[:-1])} or {MASKS[-1]}, not {masks!r}.")
        check_numbers(dtype, normalise=normalise)
        if check_length(history) and not observe:
            raise BadOption("Without observations there is no history of them.")
        self.game = game
        self.games = games
        self.dtype = dtype
        self.normalise = bool(normalise)
        self.seats = game.check_seats(seats)
        self.options = game.load_options(options)
        self.reward = reward
        self.seed = check_seed(seed)
        self.skip_forced = bool(skip_forced)
        looks = {"masks": masks, "observe": observe, "dtype": dtype, "normalise": self.normalise, "history": history}
        self._chosen: dict[str, Any] = {"skip_forced": self.skip_forced, **looks}
        self._kind = number_of(reward, STEPWISE)
        self._encoded = game.encode_options(self.options)
        self._flags_width = game.actions if masks == "bytes" else 0
        self._observation_width = game.observation_size if observe else 0

    def __repr__(self) -> str:
        chosen = {name: value for name, value in self._chosen.items() if value != USUAL[name]}
        given = "".join(f", {name}={value!r}" for name, value in (chosen | dict(self.options)).items())
        return (
            f"ziggurat.envs.vector({self.game.name!r}, games={self.games}, seats={self.seats}, seed={self.seed}, "
            f"device={self.device!r}, reward={self.reward!r}{given})"
        )

    # ------------------------------------------------------------------------------------- choosing what lanes hold

    def snapshot(self, lanes: Any = None) -> Snapshot:
        """Keep all lanes, or some, as they are now."""
        which = slice(None) if lanes is None else lane_numbers(lanes, self.games)
        records, lanes_held = self._held()
        copies = records[which].copy(), lanes_held[which].copy()
        return Snapshot(self.game, self.seats, self.options, self.seed, *copies)

    def restore(self, snapshot: Snapshot, lanes: Any = None) -> None:
        """Continue from a snapshot.

        Without lanes all of them are exactly as they were, and everything after is as it was then. With lanes, the
        games of the snapshot are put there in turn; those lanes draw their samples and their next games as they would
        have without it, so that one position in many lanes is played on in many ways.
        """
        snapshot.check(self.game, self.seats, self.options, self.game.state, LANE)
        where = np.arange(self.games) if lanes is None else lane_numbers(lanes, self.games)
        if len(snapshot) != len(where):
            raise BadOption(f"There are {len(snapshot)} lanes to put into {len(where)}.")
        records, lanes_held = self._held()
        own = lanes_held[["stream", "round"]].copy()
        records[where], lanes_held[where] = snapshot.records, snapshot.lanes
        if lanes is None:
            self.seed = snapshot.seed
        else:
            lanes_held["stream"], lanes_held["round"] = own["stream"], own["round"]
            lanes_held["over"][where], lanes_held["rewards"][where] = 0, 0
        self._put(where, SHOW, records, lanes_held)

    def reset_lanes(self, lanes: Any, seeds: Any = None) -> None:
        """Leave the games of these lanes as they are, and begin the next one in each, or those of these seeds."""
        where = lane_numbers(lanes, self.games)
        if seeds is None:
            self._put(where, NEXT)
            return
        records, lanes_held = self._held()
        lanes_held["seed"][where] = seed_numbers(seeds, len(where))
        self._put(where, SEEDED, records, lanes_held)

    def start_from(self, positions: Sequence[Match | Mapping[str, Any]], lanes: Any = None) -> None:
        """Put a position into each lane, or into each of these: matches, or what `match.position()` writes.

        The seed of such a lane is the match's; 0 if it did not begin from one.
        """
        where = np.arange(self.games) if lanes is None else lane_numbers(lanes, self.games)
        if len(positions) != len(where):
            raise BadOption(f"There are {len(positions)} positions to put into {len(where)} lanes.")
        given = records_of(self.game, self.seats, positions)
        records, lanes_held = self._held()
        records[where] = given
        lanes_held["seed"][where] = np.array([_seed_of(position) for position in positions], dtype=np.uint64)
        lanes_held["over"][where], lanes_held["rewards"][where] = 0, 0
        lanes_held["paid"][where] = given["score"]
        self._put(where, SHOW, records, lanes_held)

    def _held(self) -> tuple[Array, Array]:
        """The records and the other arrays of the lanes, where NumPy can write them."""
        raise NotImplementedError

    def _put(self, where: Array, wanted: int, records: Array | None = None, known: Array | None = None) -> None:
        """Run a task on these lanes, after writing back the arrays of `_held` if they were changed."""
        raise NotImplementedError


class CpuEnv(VectorEnv):
    """The vector environment on the processor; its arrays are NumPy's."""

    def __init__(self, game: Game, *, threads: int = 1, **settings: Any) -> None:
        super().__init__(game, **settings)
        if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
            raise BadOption(f"The number of threads is 1 or more, not {threads!r}.")
        games = self.games
        self._settings = {**settings, "threads": threads}
        self._chosen["threads"] = threads
        self._states = game.new_records(games)
        self._words = self._states.view(np.uint64).reshape(games, -1)
        self._lanes = np.zeros(games, dtype=LANE)
        self._masks = aligned((games, game.words), np.uint64)
        self._flags = aligned((games, self._flags_width), np.uint8)
        self._seen = aligned((games, self._observation_width), np.uint8)
        self._numbers = (np.arange(256) / (255 if self.normalise else 1)).astype(self.dtype)  # by byte
        plain = self.dtype == DTYPES[0]
        self.observations: Array = self._seen if plain else aligned(self._seen.shape, self.dtype)
        words = self._masks.view("<u4") if settings["masks"] == "bits32" else self._masks
        self.masks: Array = self._flags.view(np.bool_) if self._flags_width else words
        self._wanted = np.zeros(games, dtype=np.uint8)
        self.actions: Array = aligned((games,), np.int32)
        self.actors: Array = self._lanes["actor"]
        self.rewards: Array = self._lanes["rewards"][:, : self.seats]
        self.over: Array = self._lanes["over"].view(np.bool_)
        self.scores: Array = self._lanes["scores"][:, : self.seats]
        self.seeds: Array = self._lanes["seed"]
        self.counts: Array = self._lanes["count"]
        length = settings.get("history", 0)
        self._past = (
            ObservationHistory(games, self.seats, length, self._seen.shape[1], self._numbers) if length else None
        )
        self.history: Array | None = None if self._past is None else self._past.shown

        cuts = [games * part // threads for part in range(threads + 1)]
        self._slices = [(a, b, game.new_records()) for a, b in pairwise(cuts) if a < b]
        self._threads = Threads(len(self._slices))
        self._reset = game.bind(kernels.reset_lanes)
        self._step = game.bind(kernels.step_lanes)
        self._sample = game.bind(kernels.sample_lanes)
        self._first_illegal = game.bind(kernels.first_illegal)
        self.reset()

    def __reduce__(self) -> Any:
        """For copies and pickles: arguments and contents. A copy is constructed again, because arrays share memory."""
        settings = {**self._settings, "seed": self.seed, "options": self.options}
        held = tuple(array.tobytes() for array in self._contents())
        return _again, (type(self), self.game, settings, held)

    def _contents(self) -> tuple[Array, ...]:
        """The arrays that hold something of their own; the others are views of these."""
        held = (self._states, self._lanes, self._masks, self._flags, self._seen, self.actions)
        return held if self._past is None else (*held, self._past.held)

    def reset(self, seed: int | None = None) -> None:
        """Start all games again, from this seed or from the last one given."""
        if seed is not None:
            self.seed = check_seed(seed)
        self._wanted[:] = ANEW
        self._in_slices(self._reset_slice)
        self._begin_history(self._wanted == ANEW)

    def step(self, actions: Any) -> None:
        """Play one action in each lane; one whose action is STAY is left as it is.

        If an action is not legal, nothing is played and `IllegalMove` names it.
        """
        self._take(actions)
        if self._past is None:
            self._in_slices(self._step_slice)
            return
        playing = np.flatnonzero(self.actions != STAY)
        self._past.note(playing, self.actors[playing], self._seen)
        self._in_slices(self._step_slice)
        self._begin_history(playing[self.over[playing]])

    def _take(self, actions: Any) -> None:
        """Write these into `actions`, if each is legal or STAY; otherwise `IllegalMove` names the first that is not."""
        given = np.asarray(actions)
        if actions is not self.actions:
            if given.shape != self.actions.shape or given.dtype.kind not in "iu":
                raise BadOption(
                    f"Actions are {self.games} whole numbers, not an array of {given.dtype} of shape {given.shape}."
                )
            wide = given.dtype.itemsize > 4 or given.dtype == np.uint32  # what does not fit into the 32 bits of ours
            if wide and (given.min() < -1 or given.max() > self.game.actions):
                in_range = ((given >= 0) & (given < self.game.actions)) | (given == STAY)
                self.actions[:] = -1
                self.actions[in_range] = given[in_range]
            else:
                self.actions[:] = given
        at = self._first_illegal(self.actions, self._masks)
        if at >= 0:
            raise IllegalMove(f"Lane {at} cannot play action {given[at]}: it is not legal there.")

    def sample(self) -> Array:
        """A legal action for each lane, each equally likely, in `actions`."""
        self._sample(0, self.games, self.actions, self._lanes, self._masks)
        return self.actions

    def check(self) -> None:
        """Does nothing here: `step` refuses illegal actions at once. On a GPU, raises errors of earlier steps."""

    def match(self, lane: int) -> Match:
        """The game of a lane as a match of its own, from where it stands."""
        return from_record(self.game, self._states[lane])

    def digest(self) -> str:
        """A short name for the exact contents of all arrays: equal on every device, for equal seeds and actions."""
        return digest_of(self._states, self._lanes, self._masks, self._flags, self._seen)

    def redacted(self, lanes: Array, seat: int) -> Array:
        """The records of these lanes, as a seat may know them."""
        records = self._states[lanes]
        self.game.engine().redact(records, seat)
        return records

    def close(self) -> None:
        """End the threads, if there are any."""
        self._threads.close()

    def _in_slices(self, work: Callable[[int, int, Array], None]) -> None:
        if len(self._slices) == 1:
            work(*self._slices[0])
            return
        self._threads.run(partial(work, *one) for one in self._slices)

    def _held(self) -> tuple[Array, Array]:
        return self._states, self._lanes

    def _put(self, where: Array, wanted: int, records: Array | None = None, known: Array | None = None) -> None:
        self._wanted[:] = 0
        self._wanted[where] = wanted
        self._in_slices(self._reset_slice)
        self._begin_history(where)

    def _begin_history(self, lanes: Array) -> None:
        """Note that lanes hold other matches or positions, and update their observations."""
        if self._past is not None:
            self._past.forget(lanes)
            self._past.show(self.actors)

    def _reset_slice(self, first: int, last: int, work: Array) -> None:
        self._reset(first, last, self._wanted, *self._arguments(work))
        self._convert(first, last)

    def _step_slice(self, first: int, last: int, work: Array) -> None:
        if self.observations is self._seen:
            self._step(first, last, self.actions, *self._arguments(work))
            return
        for begin in range(first, last, TOGETHER):
            end = min(begin + TOGETHER, last)
            self._step(begin, end, self.actions, *self._arguments(work))
            self._convert(begin, end)

    def _convert(self, first: int, last: int) -> None:
        """Bytes as the numbers that were asked for."""
        if self.observations is not self._seen:
            np.take(self._numbers, self._seen[first:last], out=self.observations[first:last], mode="clip")

    def _arguments(self, work: Array) -> tuple[Any, ...]:
        arrays = (self._states, self._words, work, self._lanes, self._masks, self._flags, self._seen)
        return (*arrays, self.seats, self._encoded, np.uint64(self.seed), self._kind, int(self.skip_forced))


def _seed_of(position: Match | Mapping[str, Any]) -> int:
    return position.seed if isinstance(position, Match) and position.start() is None else 0


def _again(kind: type[CpuEnv], game: Game, settings: dict[str, Any], held: tuple[bytes, ...]) -> CpuEnv:
    """An environment that was pickled or copied, with the same games in the same places."""
    env = kind(game, **settings)
    for array, content in zip(env._contents(), held, strict=True):
        array.view(np.uint8).reshape(-1)[:] = np.frombuffer(content, dtype=np.uint8)
    env._convert(0, env.games)
    env._begin_history(np.array([], dtype=np.int64))
    return env


def digest_of(*arrays: Array) -> str:
    total = hashlib.blake2b(digest_size=8)
    for array in arrays:
        total.update(np.ascontiguousarray(array).view(np.uint8).tobytes())
    return total.hexdigest()
