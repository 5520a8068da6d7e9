"""Randomly changed positions, logs and components: playable, or refused with one sentence."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import ziggurat
from tests.core.test_hostile import LINES, LONGEST, mutated
from tests.explore import setups
from tests.explore.episodes import Episode, Finding
from tests.playing import somewhere
from ziggurat.core.errors import ZigguratError

BATCHES, BATCH = 20, 25  # counted, not timed: an episode is the same on a slower machine
SLOW = 20.0  # seconds that nothing may take, however busy the machine is
PLAYED = 15  # decisions from a position that was accepted
LETTERS = "0123456789 -:;,.{}[]\"'\\xyzé🌊\x00\x1b\ufeff\n\t"


def positions(episode: Episode) -> None:
    """Positions of random matches with something changed in one to four places."""
    chance = episode.chance
    for _ in range(BATCHES):
        setup = setups.drawn(chance)
        original = somewhere(setup, setups.seed(chance)).position()
        for _ in range(BATCH):
            position = original
            for _ in range(chance.choice((1, 1, 1, 2, 4))):
                position = mutated(position, chance)
            _try(episode, position, partial(ziggurat.load, setup.game, position))


def components(episode: Episode) -> None:
    """The parts of Amyitis with something changed in one to four places."""
    chance = episode.chance
    printed = json.loads((Path(ziggurat.__file__).parent / "games" / "amyitis" / "components.json").read_text("utf-8"))

    for _ in range(200):
        parts = printed
        for _ in range(chance.choice((1, 1, 2, 4))):
            parts = nudged(parts, chance) if chance.random() < 0.5 else mutated(parts, chance)
        text = json.dumps(parts)
        seats, seed = chance.choice((2, 3, 4)), setups.seed(chance)
        if chance.random() < 0.3:  # as a file
            path = episode.folder / "components.json"
            path.write_text(text, "utf-8")
            text = str(path)
        _try(episode, parts, partial(ziggurat.new, "amyitis", seats=seats, seed=seed, components=text), 60)


def nudged(value: Any, chance: random.Random) -> Any:
    """The same with one of its numbers a little larger or smaller: likely to be accepted."""
    copy = json.loads(json.dumps(value))
    numbers: list[tuple[Any, Any]] = []
    waiting = [copy] if isinstance(copy, dict | list) else []
    while waiting:
        inside = waiting.pop()
        for name, part in inside.items() if isinstance(inside, dict) else enumerate(inside):
            if isinstance(part, dict | list):
                waiting.append(part)
            elif isinstance(part, int) and not isinstance(part, bool):
                numbers.append((inside, name))
    if numbers:
        inside, name = chance.choice(numbers)
        inside[name] += chance.choice((-2, -1, 1, 1, 2, 5))
    return copy


def logs(episode: Episode) -> None:
    """Logs of random matches with something changed: letters, words, lines."""
    chance = episode.chance
    for _ in range(BATCHES):
        match = somewhere(setups.drawn(chance), setups.seed(chance))
        if chance.random() < 0.3:  # one that begins in a position
            match = ziggurat.load(match.game.name, match.position())
            for _ in range(10):
                if not match.over:
                    match.play(chance.choice(match.legal()))
        original = match.to_text()
        if ziggurat.read(original).digest() != match.digest():
            raise Finding("A log read again is another match", log=original)
        for _ in range(BATCH):
            text = original
            for _ in range(chance.choice((1, 1, 1, 2, 4))):
                text = rewritten(text, chance)
            _try(episode, text, partial(ziggurat.read, text))


def rewritten(text: str, chance: random.Random) -> str:
    """A text in which a letter, a word or a line is replaced, removed, doubled, or moved."""
    kind = chance.randrange(8)
    if kind == 0:
        at = chance.randrange(len(text) + 1)
        return text[:at] + chance.choice(LETTERS) + text[at + chance.randrange(3) :]
    if kind == 1:
        return text[: chance.randrange(len(text) + 1)]
    lines = text.splitlines() or [""]
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    if kind == 2:
        del lines[at]
    elif kind == 3:
        lines.insert(at, lines[other])
    elif kind == 4:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 5:
        lines.insert(at, chance.choice([*LINES, "position {}", "seed 1", "rules 99", "seats 9", "\x00", "# comment"]))
    else:
        words = lines[at].split(" ")
        word = chance.randrange(len(words))
        odd = ["", "-1", "7", str(10**30), "NaN", "x" * 300, "end", "yes", *words]
        words[word] = chance.choice(odd)
        lines[at] = " ".join(words)
    return "\n".join(lines) + "\n" * chance.randrange(2)


def _try(episode: Episode, given: Any, begin: Callable[[], ziggurat.Match], decisions: int = PLAYED) -> None:
    """Begin a match from the input and play on, or check that the refusal is a sentence."""
    began = time.monotonic()
    outcome = ""
    try:
        match = begin()
        _play(match, episode.chance, decisions)
    except ZigguratError as refused:
        outcome = str(refused)
    except Exception as problem:
        raise Finding(f"{type(problem).__name__} in place of a refusal: {problem}", given=given) from problem
    lasted = time.monotonic() - began
    if lasted > SLOW:
        raise Finding(f"It took {lasted:.0f} seconds", given=given)
    episode.count("refused" if outcome else "played")
    if not outcome:
        return
    if len(outcome) >= LONGEST or "\n" in outcome or outcome[-1] not in ".?)":
        raise Finding(f"This is no sentence: {outcome[:1000]!r}", given=given)


def _play(match: ziggurat.Match, chance: random.Random, decisions: int) -> None:
    """What was accepted can be played, seen by everybody, written and read. No refusal is expected from here on."""
    try:
        for _ in range(decisions):
            if match.over:
                break
            for seat in range(-1, match.seats):
                match.view(seat)
            match.play(chance.choice(match.legal()))
        position = ziggurat.load(match.game.name, match.position())
        assert position.digest() == match.digest(), "a position read again is another"
        assert ziggurat.read(match.to_text()).digest() == match.digest(), "a log read again is another match"
    except ZigguratError as refused:
        raise AssertionError(f"It was accepted and refused later: {refused}") from refused
