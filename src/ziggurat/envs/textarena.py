"""TextArena: importing this module registers `Ziggurat-Babel-v0` and the others, for all their seat counts.

    import textarena as ta, ziggurat.envs.textarena
    env = ta.make("Ziggurat-Babylonia-v0")
    env.reset(num_players=3, seed=7)

Each observation is complete by itself: the rules, why the last answer was refused, and what the seat knows and is
asked. Nobody reads what others answered, only what they played. A seed deals the cards and leaves Python's own
generator alone.
"""

from __future__ import annotations

import functools
import secrets
from typing import Any

import ziggurat
from ziggurat.core.errors import MissingDependency
from ziggurat.core.match import SEEDS
from ziggurat.envs.text import REFUSALS, TextGame

try:
    import textarena as ta
except ModuleNotFoundError as missing:
    if missing.name != "textarena":
        raise
    raise MissingDependency(
        "`ziggurat.envs.textarena` needs TextArena: install it with `pip install 'ziggurat[textarena]'`."
    ) from None


class ZigguratEnv(ta.Env):  # type: ignore[misc]
    """A match in which every seat is a player of TextArena."""

    def __init__(
        self, game: str, refusals: int = REFUSALS, moves: str = "grouped", history: str = "news", **options: Any
    ) -> None:
        self.game = ziggurat.game(game)
        self._begin = functools.partial(TextGame, refusals=refusals, moves=moves, history=history)
        self._options = options

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a match; the same seed deals the same."""
        deal = secrets.randbelow(SEEDS) if seed is None else seed
        match = ziggurat.new(self.game, seats=num_players, seed=deal, **self._options)
        self.text_game = self._begin(match, seed=deal)
        self.state = ta.State(num_players)  # without the seed, which it would give to Python's own generator
        self.state.standard_resets(role_mapping={seat: f"Seat {seat}" for seat in range(num_players)})
        self.state.current_player_id = self.text_game.actor

    def get_observation(self) -> tuple[int, list[tuple[int, str, Any]]]:
        """The seat that is asked, and all it needs to decide."""
        seat, playing = self.state.current_player_id, self.text_game
        kinds = ta.ObservationType
        return seat, [
            (ta.GAME_ID, playing.rules(), kinds.PROMPT),
            (ta.GAME_ID, playing.text(seat), kinds.GAME_BOARD),
        ]

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play an answer; `info` has what was played, and why something was not."""
        seat, playing = self.text_game.actor, self.text_game
        outcome = playing.answer(action)
        about = self.state.game_info[seat]
        about["turn_count"] += 1
        about["refused"] = playing.refused[seat]
        about["invalid_move"] = about["forfeited"] = seat in playing.forfeits
        self.state.step_info = {"seat": seat, "played": outcome.played, "refusal": outcome.refusal}
        if playing.over:
            self.state.done = True
            self.state.rewards = dict(enumerate(playing.rewards()))
            for other in range(playing.match.seats):
                self.state.game_info[other]["reason"] = playing.match.ending
        else:
            self.state.current_player_id = playing.actor
        done, info = self.state.step()
        return bool(done), dict(info)


class TextWrapper(ta.ObservationWrapper):  # type: ignore[misc]
    """An observation as one text: only the last, since each is complete."""

    def observation(self, player_id: int, observation: list[tuple[int, str, Any]]) -> str:
        """The messages, one after another."""
        return "\n\n".join(message for _, message, _ in observation)


def names() -> dict[str, str]:
    """The environments by name, with the game of each."""
    return {f"Ziggurat-{ziggurat.game(game).title}-v0": game for game in ziggurat.game_names()}


for _name, _game in names().items():
    if _name not in ta.envs.registration.ENV_REGISTRY:
        ta.register(_name, ZigguratEnv, default_wrappers=[TextWrapper], game=_game)
