"""Networks on disk: `games/<game>/network.npz` has integer weights and says where they come from.

The file's `story` is JSON: which game and rules it is for, the command that trained it, how long that took, and a
fingerprint of all arrays.
"""

from __future__ import annotations

import functools
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from ziggurat.bots.forward import in_line, pack
from ziggurat.core.copies import writable
from ziggurat.core.errors import ZigguratError
from ziggurat.core.game import Game
from ziggurat.core.registry import game as find_game

NAME = "network.npz"
LARGEST = 4 * 1024 * 1024  # bytes of a file
LARGEST_ARRAYS = 32 * 1024 * 1024  # of what is in it
Array = np.ndarray[Any, Any]


class BadNetwork(ZigguratError):
    """A network that cannot be used; the message says why."""


@dataclass(frozen=True)
class Weights:
    """A network, ready for the kernels of `ziggurat.bots.forward`."""

    weights: Array
    numbers: Array
    room: int  # how many numbers a forward pass needs to work in
    story: Mapping[str, Any] = field(repr=False)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(writable(state))

    def new_room(self) -> Array:
        """Room for one thread to work in."""
        return in_line(np.zeros(self.room, dtype=np.int32))


def fingerprint(arrays: Mapping[str, Array]) -> str:
    """A short name for the exact contents of all arrays."""
    digest = hashlib.blake2b(digest_size=10)
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape} ".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


def write(path: Path, game: Game, arrays: Mapping[str, Array], story: Mapping[str, Any]) -> None:
    """Write a network; a file that is there is replaced by the whole new one."""
    pack(arrays)
    whole_story = {
        **story,
        "game": game.name,
        "rules_version": game.rules_version,
        "observation": _observation(game),
        "fingerprint": fingerprint(arrays),
    }
    buffer = io.BytesIO()
    everything: dict[str, Any] = {"story": np.frombuffer(json.dumps(whole_story).encode(), dtype=np.uint8), **arrays}
    np.savez_compressed(buffer, **everything)
    if buffer.tell() > LARGEST:
        raise BadNetwork(f"The network has {buffer.tell():,} bytes; it may have {LARGEST:,}.")
    new = path.with_name(f"{path.name}.new")
    try:
        with new.open("wb") as file:
            file.write(buffer.getvalue())
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        new.unlink(missing_ok=True)
        raise
    new.replace(path)


def read(path: str | Path, game: str | Game) -> Weights:
    """Read a network for a game; raises `BadNetwork` with a sentence if it is damaged or meant for something else."""
    path, game = Path(path), find_game(game)
    try:
        content = path.read_bytes() if path.stat().st_size <= LARGEST else b""
    except OSError:
        raise BadNetwork(f"{game.title} has no network: {path.name} is not there.") from None
    try:
        arrays = _arrays(content)
        story = json.loads(arrays.pop("story").tobytes())
        packed = pack(arrays)
        named = story["fingerprint"]
    except (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile, NotImplementedError) as problem:
        raise BadNetwork(f"{game.title}'s network is damaged: {path.name} cannot be read.") from problem
    if named != fingerprint(arrays):
        raise BadNetwork(f"{game.title}'s network is damaged: its weights are not those of its fingerprint.")
    if story.get("game") != game.name:
        raise BadNetwork(f"{game.title}'s network is another game's: it was made for {str(story.get('game'))[:40]!r}.")
    # Earlier rules seen through the same observation are near enough: what is legal is not the network's to say.
    if story.get("rules_version") not in game.known_rules or story.get("observation") != _observation(game):
        raise BadNetwork(f"{game.title}'s network was made for other rules: train it again with `ziggurat train`.")
    if len(arrays["input_row"]) != game.observation_size or len(arrays["action_slot"]) != game.actions:
        raise BadNetwork(f"{game.title}'s network was made for other rules: train it again with `ziggurat train`.")
    return Weights(packed[0], packed[1], len(packed[2]), story)


def arrays_of(path: Path) -> dict[str, Array]:
    """The arrays of a file that `read` has taken, as they were written."""
    arrays = _arrays(path.read_bytes())
    del arrays["story"]
    return arrays


def of(game: Game) -> Weights:
    """The network that comes with a game, or the one that $ZIGGURAT_NETWORKS names a folder of (`GAME.npz`)."""
    return _from_folder(game, os.environ.get("ZIGGURAT_NETWORKS", ""))


def shipped(game: Game) -> Weights:
    """The network that comes with a game, whatever $ZIGGURAT_NETWORKS says."""
    return _from_folder(game, "")


@functools.cache
def _from_folder(game: Game, folder: str) -> Weights:
    if folder:
        return read(Path(folder) / f"{game.name}.npz", game)
    return read(Path(str(files(game.package).joinpath(NAME))), game)


def _arrays(content: bytes) -> dict[str, Array]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if sum(file.file_size for file in packed.infolist()) > LARGEST_ARRAYS:
            raise ValueError("too much for a network")
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def _observation(game: Game) -> str:
    """A short name for what an observation means: a network reads no other."""
    text = " ".join(f"{plane.name}{plane.shape}" for plane in game.observation) + f" {game.actions}"
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
