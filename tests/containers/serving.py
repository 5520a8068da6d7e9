"""A server in a read-only root of its own, run as the Dockerfile says."""

from __future__ import annotations

import os
import random
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.containers import dockerfile, rooms
from tests.patience import PATIENCE, until
from tests.server.postgres import free_port
from tests.server.serving import Person, play_to_the_end


@contextmanager
def serving_inside(
    mounts: Sequence[str], running: dockerfile.Running, volume: Path, settings: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """A server in a root; its address comes back, and the environment it has."""
    os.chown(volume, running.user, running.user)
    environment = {**running.environment, **settings, "ZIGGURAT_PORT": str(free_port()), "HOME": running.folder}
    whole = [*mounts, "--bind", str(volume), running.volumes[0]]
    command = rooms.inside(whole, running.command, environment, folder=running.folder, user=running.user)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert re.search(r"http://\S+:\d+", line), f"the server did not start: {line!r}"
        yield f"http://127.0.0.1:{environment['ZIGGURAT_PORT']}", environment
    finally:
        process.kill()  # and everything in its room with it
        process.communicate(timeout=PATIENCE)


def match_with_a_bot(address: str, game: str = "babel", bot: str = "random") -> dict[str, object]:
    """Play one to its end, over a socket; its result comes back."""
    person = Person(address)
    until(lambda: all(one["ready"] for one in person.ask("GET", "/api/games") if one["name"] == game))
    chair = person.join(person.open_table("me", bot, game=game))
    return play_to_the_end([chair], random.Random(1))


def play_inside(image: Path, running: dockerfile.Running) -> str:
    """Serve from a whole image, ask for its health as its engine would, play; says what was seen."""
    with tempfile.TemporaryDirectory() as place:
        volume, temporary = Path(place) / "volume", Path(place) / "temporary"
        volume.mkdir()
        temporary.mkdir()
        temporary.chmod(0o1777)
        mounts = ["--ro-bind", str(image), "/", *rooms.USUAL, "--bind", str(temporary), "/tmp"]  # noqa: S108
        mounts += ["--ro-bind", "/etc/resolv.conf", "/etc/resolv.conf", "--ro-bind", "/etc/hosts", "/etc/hosts"]
        with serving_inside(mounts, running, volume, {"ZIGGURAT_BOT_BEAT": "0"}) as (address, environment):
            asking = rooms.inside(mounts, running.health, environment, user=running.user)
            subprocess.run(asking, check=True)
            result = match_with_a_bot(address, bot="scribe")
            compiled = len([*temporary.rglob("*.kernel")])
            kept = sorted(path.name for path in volume.iterdir())
    assert not compiled, f"{compiled} kernels had to be compiled again: those of the image are for another machine"
    return f"health is answered; nothing was compiled; Babel was played to {result}; written: {', '.join(kept)}"
