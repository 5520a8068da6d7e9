"""Record golden logs of a game: `python -m tests.golden.record babylonia`.

One random match for each seat count and combination of options. Existing files are never overwritten: a golden log
changes only together with the game's rules version.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests.playing import finish, setups

HERE = Path(__file__).parent


def record(name: str) -> None:
    """Write the logs that are not there yet."""
    for number, setup in enumerate(setup for setup in setups() if setup.game == name):
        path = HERE / name / f"{str(setup).replace('/', '-')}.log"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_text(finish(setup.new(1000 + number), random.Random(number)).to_text(), "utf-8")
            print(path.relative_to(HERE))


if __name__ == "__main__":
    record(sys.argv[1])
