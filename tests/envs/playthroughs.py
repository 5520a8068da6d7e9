"""Golden playthroughs, made by OpenSpiel: `python -m tests.envs.playthroughs [GAME …]` records them anew.

OpenSpiel writes out every tensor and string, megabytes a game. Here tensors are left out, a digest of them closes the
file; of a long line its beginning and a digest are kept. Digests of positions are left out too: they change with the
layout of a record, and the playthrough with the rules alone.
"""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import ziggurat
import ziggurat.envs

FOLDER = Path(__file__).parent.parent / "golden" / "openspiel"
LONG = 200
POSITION = re.compile(r"(begun at|now at|position|sees) [0-9a-f]{16}")
TENSOR = re.compile(r"(InformationState|Observation)Tensor\(|^[◯◉ 0-9]+$|◯|◉")


def played(game: str, actions: list[int] | None = None) -> str:
    """A playthrough, with these actions or with random ones, always the same."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthroughs"])
    ziggurat.envs.register_openspiel()
    text = POSITION.sub(r"\1 …", generate_playthrough.playthrough(game, actions, seed=1))
    lines = [line for line in text.splitlines() if ".recall" not in line]
    tensors = [line for line in lines if TENSOR.search(line)]
    kept = [shortened(line.rstrip()) for line in lines if not TENSOR.search(line)]
    return "\n".join([*kept, f"# {len(tensors)} lines of tensors, digest {digest(chr(10).join(tensors))}", ""])


def shortened(line: str) -> str:
    """A line that can be read, and that is another one if anything in it changes."""
    return line if len(line) <= LONG else f"{line[:LONG]}… {len(line)} characters, digest {digest(line)}"


def digest(text: str) -> str:
    """A short name for a text."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def again(recorded: str) -> str:
    """The same playthrough, played once more."""
    game = re.search(r"^game: (.*)$", recorded, re.MULTILINE)
    assert game
    return played(game[1], [int(action) for action in re.findall(r"^action: (\d+)$", recorded, re.MULTILINE)])


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or ziggurat.game_names():
        path = FOLDER / f"{name}.txt"
        path.write_text(played(f"ziggurat_{name}(seats={ziggurat.game(name).seat_counts[0]})"), "utf-8")
        print(f"{path} has {path.stat().st_size // 1000} KB")
