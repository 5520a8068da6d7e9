"""The vector environment on a GPU: one thread, one lane, the same kernels as on the processor.

A thread works on its record in local memory, which CUDA interleaves between threads. Masks and observations lie
feature by feature in memory, so that 32 threads which write the same feature write one stretch; their shape is games
by features all the same, and PyTorch multiplies such matrices as they are.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import numpy as np

from ziggurat.core.compile.gpu import cuda, entry, require
from ziggurat.core.contract import STATE
from ziggurat.core.errors import BadOption, IllegalMove
from ziggurat.core.game import Game
from ziggurat.core.kernel import Kernel, kernel
from ziggurat.core.match import Match, check_seed, from_record
from ziggurat.envs.batch import VectorEnv, digest_of
from ziggurat.envs.dlpack import Exported
from ziggurat.envs.lanes import ANEW, LANE, reset_lane, sample_lane, step_lane

BLOCK = 128


@kernel
def reset_all(wanted, states, words, lanes, masks, flags, observations, seats, options, seed, kind, skip):
    """Thread i runs the task on lane i."""
    at = cuda.grid(1)
    if at < len(lanes):
        work = cuda.local.array(1, STATE)
        reset_lane(at, wanted, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind, skip)


@kernel
def step_all(actions, states, words, lanes, masks, flags, observations, seats, options, seed, kind, skip):
    """Thread i steps lane i."""
    at = cuda.grid(1)
    if at < len(lanes):
        work = cuda.local.array(1, STATE)
        step_lane(at, actions, states, words, work, lanes, masks, flags, observations, seats, options, seed, kind, skip)


@kernel
def sample_all(actions, lanes, masks):
    """Thread i draws for lane i."""
    at = cuda.grid(1)
    if at < len(lanes):
        sample_lane(at, actions, lanes, masks)


@functools.cache
def launcher(game: Game, work: Kernel) -> Any:
    """A CUDA entry function for a game."""
    return entry(work.source_for("cuda", game.binding))


class CudaEnv(VectorEnv):
    """The vector environment on a GPU. Its arrays stay there: read them with `torch.from_dlpack(env.observations)`.

    Steps are queued on CUDA's default stream, as PyTorch's work is, or `on` another stream. An action that is not legal
    changes nothing in its lane; `check` says so.
    """

    device: ClassVar[str] = "cuda"

    def __init__(self, game: Game, *, threads: int = 1, **settings: Any) -> None:
        super().__init__(game, **settings)
        if threads != 1:
            raise BadOption("Threads are for device='cpu'; a GPU has its own.")
        if self.dtype != "uint8":
            raise BadOption("On a GPU observations are bytes; convert them with PyTorch: .float() / 255.")
        if self._chosen["masks"] == "bits32":
            raise BadOption("Masks of 32-bit words are for device='cpu': on a GPU, set jax_enable_x64.")
        require()
        games = self.games
        self._states = cuda.device_array(games, dtype=game.state)
        self._words = self._states.view(np.uint64).reshape(games, game.state.itemsize // 8)
        self._lanes = cuda.to_device(np.zeros(games, dtype=LANE))
        self._masks = cuda.device_array((games, game.words), dtype=np.uint64, order="F")
        self._flags = cuda.device_array((games, self._flags_width), dtype=np.uint8, order="F")
        self._observations = cuda.device_array((games, self._observation_width), dtype=np.uint8, order="F")
        self._actions = cuda.device_array(games, dtype=np.int32)
        self._options = cuda.to_device(self._encoded)

        self.observations = _whole(self._observations)
        self.masks = _whole(self._flags, np.bool_) if self._flags_width else _whole(self._masks)
        self.actions = _whole(self._actions)
        self.actors = self._field("actor")
        self.rewards = self._field("rewards", self.seats)
        self.over = self._field("over", dtype=np.bool_)
        self.scores = self._field("scores", self.seats)
        self.seeds = self._field("seed")
        self.counts = self._field("count")

        self._shape = ((games + BLOCK - 1) // BLOCK, BLOCK)
        self._stream: Any = 0
        self._arrays = (self._states, self._words, self._lanes, self._masks, self._flags, self._observations)
        self.reset()

    def __reduce__(self) -> Any:
        raise TypeError(
            "An environment on a GPU cannot be copied or pickled: its arrays are that GPU's memory. "
            "Make another with the same seed, or use device='cpu'."
        )

    @contextmanager
    def on(self, stream: int) -> Iterator[None]:
        """Queue work on this CUDA stream instead of the default one: `torch.cuda.current_stream().cuda_stream`, say.

        What PyTorch captures as a CUDA graph on that stream then has the steps in it.
        """
        before, self._stream = self._stream, cuda.external_stream(stream) if stream else 0
        try:
            yield
        finally:
            self._stream = before

    def reset(self, seed: int | None = None) -> None:
        """Start all games again, from this seed or from the last one given."""
        if seed is not None:
            self.seed = check_seed(seed)
        self._put(np.arange(self.games), ANEW)

    def step(self, actions: Any) -> None:
        """Play one action in each lane: a tensor on the same GPU, or an array of NumPy's, of 32- or 64-bit numbers."""
        if actions is self.actions:
            actions = self._actions
        elif not hasattr(actions, "__cuda_array_interface__"):
            actions = cuda.to_device(np.asarray(actions))
        if tuple(actions.shape) != (self.games,):
            raise BadOption(f"Actions are {self.games} whole numbers, not an array of shape {tuple(actions.shape)}.")
        self._launch(step_all, actions, *self._arrays, *self._numbers())

    def sample(self) -> Exported:
        """A legal action for each lane, each equally likely, in `actions`."""
        self._launch(sample_all, self._actions, self._lanes, self._masks)
        return self.actions

    def check(self) -> None:
        """Wait for the GPU; raises `IllegalMove` if any action since the last reset was not legal."""
        refused = np.flatnonzero(self._lanes.copy_to_host()["illegal"])
        if len(refused):
            raise IllegalMove(f"Lane {refused[0]} was given an action that was not legal there.")

    def match(self, lane: int) -> Match:
        """The game of a lane as a match of its own, from where it stands."""
        record = self._states[lane : lane + 1].copy_to_host()[0]
        return from_record(self.game, record)

    def digest(self) -> str:
        """A short name for the exact contents of all arrays: equal on every device, for equal seeds and actions."""
        arrays = (self._states, self._lanes, self._masks, self._flags, self._observations)
        return digest_of(*(array.copy_to_host() for array in arrays))

    def close(self) -> None:
        """Wait for the GPU."""
        cuda.synchronize()

    def _held(self) -> tuple[Any, Any]:
        return self._states.copy_to_host(), self._lanes.copy_to_host()

    def _put(self, where: Any, wanted: int, records: Any = None, known: Any = None) -> None:
        if records is not None:
            self._states.copy_to_device(records)
        if known is not None:
            self._lanes.copy_to_device(known)
        orders = np.zeros(self.games, dtype=np.uint8)
        orders[where] = wanted
        self._launch(reset_all, cuda.to_device(orders), *self._arrays, *self._numbers())

    def _launch(self, work: Kernel, *arguments: Any) -> None:
        launcher(self.game, work)[(*self._shape, self._stream)](*arguments)

    def _numbers(self) -> tuple[Any, ...]:
        """What kernels take besides arrays."""
        return self.seats, self._options, np.uint64(self.seed), self._kind, int(self.skip_forced)

    def _field(self, name: str, width: int | None = None, dtype: Any = None) -> Exported:
        """One field of all lanes, as an array; of a field with several numbers, the first `width`."""
        fields: Any = LANE.fields
        kind, offset = fields[name][:2]
        shape = (self.games,) if width is None else (self.games, width)
        strides = (LANE.itemsize,) if width is None else (LANE.itemsize, kind.base.itemsize)
        pointer = self._lanes.device_ctypes_pointer.value + offset
        return Exported(pointer, shape, strides, dtype or kind.base, self._lanes)


def _whole(array: Any, dtype: Any = None) -> Exported:
    pointer = array.device_ctypes_pointer.value or 0
    return Exported(pointer, array.shape, array.strides, dtype or array.dtype, array)
