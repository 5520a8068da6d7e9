"""A mini variant: the card of a game with other constants in its rules, and a twin with enumerable draws."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ziggurat.core.errors import BadPosition
from ziggurat.core.game import Game, Records
from ziggurat.core.sentence import sentence
from ziggurat.mini.chance import SCRIPTED
from ziggurat.mini.recut import recut

SEATS = 2


@dataclass(frozen=True, eq=False)
class MiniGame(Game):
    """A mini variant. `numbers` are the constants that differ from the whole game's."""

    numbers: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __reduce__(self) -> Any:
        from ziggurat.mini import game

        return game, (self.name,)

    def __repr__(self) -> str:
        return f"ziggurat.mini.game({self.name!r})"

    @functools.cached_property
    def scripted(self) -> Game:
        """The same game with draws that are read from a script; see `ziggurat.mini.chance`."""
        return scripted(self)


def scripted(game: Game) -> Game:
    """A game with draws that are read from a script, so that they can be counted; see `ziggurat.mini.chance`."""
    drawn = {name: kernel for name, kernel in SCRIPTED.items() if _is_named(game, name)}
    return replace(game, name=f"{game.name}_scripted", rules=recut(game.rules, drawn), _engines={})


def _is_named(game: Game, name: str) -> bool:
    try:
        recut(game.rules, {name: SCRIPTED[name]})
    except ValueError:
        return False
    return True


def mini(base: Game, summary: str, numbers: Mapping[str, Any], *, deals: int = 0, throws: int = 0) -> MiniGame:
    """Make a mini variant, for two seats and with the usual options.

    `deals` and `throws` are as on a game's card: in how many ways chance can fall, if OpenSpiel is to list them.
    """
    card = {one.name: getattr(base, one.name) for one in fields(base)}
    return MiniGame(
        **card
        | {
            "name": f"{base.name}_mini",
            "title": f"{base.title} mini",
            "summary": summary,
            "seat_counts": (SEATS,),
            "rules": recut(base.rules, numbers),
            "read_position": _no_position,
            "earlier_rules": (),
            "deals": deals,
            "throws": throws,
            "_engines": {},
        },
        numbers=numbers,
    )


def _no_position(_position: Mapping[str, Any]) -> Records:
    raise BadPosition(sentence("Positions of a mini variant are not read: a match is kept as its log."))
