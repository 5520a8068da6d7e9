"""What people do at a table on a device, at random, and how CPython answers it: the measure for a browser.

Messages go to `ziggurat.browser.worker`. A script plays legal moves and illegal ones, takes back, changes seats, and
asks for previews, prospects, plans, reasons and past positions.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import ziggurat
from tests.playing import Setup
from ziggurat.browser import worker

TABLE = "device"


def open_table(setup: Setup, seed: int, bots: tuple[str | None, ...] = ()) -> dict[str, Any]:
    """The message that opens a new table."""
    chairs = [{"name": f"Player {seat}", "bot": bot} for seat, bot in enumerate(bots or (None,) * setup.seats)]
    plan = {
        "id": TABLE,
        "game": setup.game,
        "rules": ziggurat.game(setup.game).rules_version,
        "options": setup.options,
        "seed": str(seed),
        "start": None,
        "seats": chairs,
        "leave": "bot",
        "stand_in": "random",
        "hints": True,
        "prospects": True,
        "created": 1,
    }
    return {"do": "open", "table": TABLE, "plan": plan, "journal": [], "at": 1}


def answers(message: dict[str, Any]) -> list[Any]:
    """CPython's answers to a message, parsed."""
    return parsed(worker.handle(json.dumps(message)))


def parsed(texts: list[str]) -> list[Any]:
    """Answers as values; what a bot's question says of chance is left out."""
    messages = [[json.loads(line) for line in text.split("\n")] for text in texts]
    for heading, *_ in messages:
        heading.get("question", {}).pop("seed", None)
    return messages


def play(setup: Setup, seed: int, most: int) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Messages of a random match, each with CPython's answers; at most so many decisions."""
    draws = random.Random(seed)
    game = ziggurat.game(setup.game)

    def said(message: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
        return message, answers(message)

    def sent(**message: Any) -> tuple[dict[str, Any], list[Any]]:
        number = draws.getrandbits(40)
        text = json.dumps({"id": f"m{number}", **message})
        return said({"do": "send", "table": TABLE, "text": text, "at": number})

    yield said(open_table(setup, draws.getrandbits(64)))
    yield said({"do": "sit", "table": TABLE, "seat": -1})
    decisions = 0
    while decisions < most:
        match, version = _match(), _version()
        if match.over:
            break
        actor = match.actor
        if draws.random() < 0.5:
            yield said({"do": "sit", "table": TABLE, "seat": draws.choice([actor, draws.randrange(-1, setup.seats)])})
        yield said({"do": "sit", "table": TABLE, "seat": actor})
        for _ in range(draws.randrange(3)):
            yield sent(type="play", version=version, move=draws.randrange(game.actions + 1))
            if _version() != version:
                break
        if _version() != version:
            decisions += 1
            continue
        yield sent(type="preview", version=version)
        yield sent(type="why", version=version, place=_place(draws, game))
        yield sent(type="prospects")
        if draws.random() < 0.2:
            yield sent(type="past", decision=draws.randrange(len(match) + 2))
            other = (actor + 1) % setup.seats
            yield said({"do": "sit", "table": TABLE, "seat": other})
            yield sent(type="ahead", version=version)
            yield sent(type="play", version=version, move=match.legal()[0])
            yield said({"do": "sit", "table": TABLE, "seat": actor})
        if draws.random() < 0.1:
            yield sent(type="undo", version=version, decisions=draws.randrange(1, 4))
            continue
        if draws.random() < 0.1:
            yield sent(type="play", version=version, move=draws.choice(["?", "abc", "end now", match.moves()[0] + "x"]))
        action = draws.choice(match.legal())
        move = action if draws.random() < 0.5 else game.notation.write(action)
        yield sent(type="play", version=version, move=move)
        decisions += 1
    yield said({"do": "sit", "table": TABLE, "seat": draws.randrange(-1, setup.seats)})
    yield sent(type="look")
    yield sent(type="resign")


def _match() -> ziggurat.Match:
    return worker._TABLES[TABLE].sitting.match


def _version() -> int:
    return worker._TABLES[TABLE].sitting.version


def _place(draws: random.Random, game: ziggurat.Game) -> str:
    clicks = game.notation.clicks(draws.randrange(game.actions))
    return draws.choice(clicks) if clicks else "nowhere"
