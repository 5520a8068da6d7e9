"""A worker: a process that runs one episode after the other and tells about each, until it finds something.

Its task comes as a line of JSON, and so does everything it tells. Whatever else is printed goes to its log.
"""

from __future__ import annotations

import faulthandler
import importlib
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import entropy
from tests.explore.episodes import Bench, Episode, Skipped, episodes
from tests.explore.explorers import Explorer


class Stop(BaseException):
    """Time is up."""


def stop(*_: Any) -> None:
    raise Stop


def show_assertions() -> None:
    """Let assertions in tests say what was compared, as they do when pytest runs them."""
    from _pytest.assertion import install_importhook
    from _pytest.config import get_config

    names = [f"tests.{path.stem}" for path in Path(__file__).parents[1].iterdir() if path.stem != "__init__"]
    names += [f"tests.explore.{path.stem}" for path in Path(__file__).parent.glob("*.py")]
    install_importhook(get_config()).mark_rewrite(*(name for name in names if name not in sys.modules))


def planned(task: dict[str, Any]) -> Iterator[tuple[Explorer, int]]:
    """The one episode of a task, or those that follow from its seed."""
    every: list[Explorer] = importlib.import_module(task["registry"]).ALL
    chosen = [explorer for explorer in every if explorer.name in task["only"]]
    if task["episode"] is not None:
        return iter([(chosen[0], task["episode"])])
    return episodes(task["seed"], task["worker"], chosen)


def run(explorer: Explorer, seed: int, bench: Bench, kept: Path) -> dict[str, Any]:
    """One episode; what came of it."""
    entropy.begin(f"explore {explorer.name} {seed}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ziggurat-explore-", ignore_cleanup_errors=True) as folder:
        episode = Episode(explorer.name, seed, bench, Path(folder))
        message: dict[str, Any] = {"kind": "ended", "counts": episode.counts}
        try:
            explorer.load()(episode)
        except Skipped as reason:
            message["skipped"] = str(reason)
        except Exception as problem:  # noqa: BLE001 - whatever it is, it is found
            message |= {"kind": "found", **described(problem, episode), **explained(episode, kept)}
    return message | {"seconds": time.monotonic() - began}


def described(problem: BaseException, episode: Episode) -> dict[str, Any]:
    """A finding in words."""
    return {
        "found": f"{type(problem).__name__}: {problem}",
        "details": getattr(problem, "details", {}),
        "traceback": "".join(traceback.format_exception(problem)),
        "trail": list(episode.trail),
    }


def explained(episode: Episode, kept: Path) -> dict[str, Any]:
    """Leave beside a finding what explains it: the match's log, pictures of what was seen; says which files."""
    problems = []
    name = f"explore-{episode.seed}-{episode.explorer}"
    details: dict[str, Any] = {}
    if episode.match is not None:
        kept.mkdir(parents=True, exist_ok=True)
        path = kept / f"{name}.log"
        path.write_text(episode.match.to_text(), "utf-8")
        details["log"] = str(path)
    for keep in episode.keepers:
        (kept / name).mkdir(parents=True, exist_ok=True)
        try:
            keep(kept / name)
        except Exception as problem:  # noqa: BLE001 - the finding itself is worth more than what explains it
            problems.append(f"{type(problem).__name__}: {problem}")
        details["folder"] = str(kept / name)
    return details | ({"not kept": problems} if problems else {})


def main() -> None:
    task = json.loads(sys.stdin.readline())
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def tell(**message: Any) -> None:
        out.write(f"{json.dumps(message, default=str)}\n")
        out.flush()

    faulthandler.register(signal.SIGUSR1)  # says where it is, if it hangs
    signal.signal(signal.SIGTERM, stop)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    show_assertions()
    bench = Bench()
    try:
        for explorer, seed in planned(task):
            tell(kind="began", explorer=explorer.name, episode=seed)
            report = run(explorer, seed, bench, Path(task["kept"]))
            tell(explorer=explorer.name, episode=seed, **report)
            if report["kind"] == "found":
                break
    except Stop:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        bench.close()


if __name__ == "__main__":
    main()
