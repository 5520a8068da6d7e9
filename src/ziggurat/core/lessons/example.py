"""Worked examples: a position, what is played, and what comes of it. `games/<game>/teaching/examples.json` has them.

Tests play every one with the engine; `ziggurat examples` shows them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ziggurat.core.lessons import teaching_folder

if TYPE_CHECKING:
    from ziggurat.core.game import Game


class Example(msgspec.Struct, frozen=True):
    """A worked example."""

    name: str
    clause: int  # the one it is mostly about
    rulebook: bool  # whether the rulebook itself has it
    text: dict[str, str]  # by language: what happens, and why
    position: dict[str, Any]  # as `ziggurat.load` reads it
    moves: list[str]
    gains: list[int]  # by seat: what the moves score
    after: dict[str, Any] = {}  # entries of the position afterwards, by their path (`players.0.cards`)
    refused: tuple[str, str] | None = None  # a move that is not allowed then, and a part of the reason
    may: list[str] | None = None  # all moves then that begin with the same word


def examples(game: Game) -> list[Example]:
    """The worked examples of a game; none, if it has none."""
    file = teaching_folder(game).joinpath("examples.json")
    return msgspec.json.decode(file.read_bytes(), type=list[Example]) if file.is_file() else []
