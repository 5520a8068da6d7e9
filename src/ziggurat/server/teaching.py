"""Worked examples for the page: every position on the way, as the player to act sees it."""

from __future__ import annotations

import functools

import msgspec

import ziggurat
from ziggurat.core.example import Example, examples
from ziggurat.server.frames import bare
from ziggurat.server.protocol import WorkedExample


@functools.cache
def worked(name: str) -> bytes:
    """A game's examples, played; they are the same for everybody."""
    return msgspec.json.encode([_worked(name, example) for example in examples(ziggurat.game(name))])


def _worked(name: str, example: Example) -> WorkedExample:
    match = ziggurat.load(name, example.position)
    viewer = max(match.actor, 0)
    views, scores = [bare(match.view(viewer))], [match.scores]
    for move in example.moves:
        match.play(move)
        views.append(bare(match.view(viewer)))
        scores.append(match.scores)
    return WorkedExample(
        name=example.name,
        clause=example.clause,
        rulebook=example.rulebook,
        text=example.text,
        moves=example.moves,
        scores=scores,
        views=views,
    )
