"""OpenEnv: a server of matches and its typed client. A session has one seat, bots have the others.

python -m ziggurat.envs.openenv --game babel --port 8000

with ZigguratClient(base_url="http://127.0.0.1:8000").sync() as env:
    result = env.reset(seed=7)
    while not result.done:
        result = env.step(ZigguratAction(text=model(result.observation.text)))
"""

from __future__ import annotations

import argparse
import secrets
from typing import Any

import ziggurat
from ziggurat import bots
from ziggurat.core.errors import BadOption, MissingDependency
from ziggurat.core.match import SEEDS
from ziggurat.core.sentence import quoted
from ziggurat.envs.text import REFUSALS, TextGame

try:
    from openenv.core.client_types import StepResult
    from openenv.core.env_client import EnvClient
    from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.partition(".")[0] != "openenv":
        raise
    raise MissingDependency(
        "`ziggurat.envs.openenv` needs OpenEnv: install it with `pip install 'ziggurat[openenv]'`."
    ) from None

SESSIONS = 64  # at once
GAME = "babel"  # only where none is chosen: the one with the shortest texts


class ZigguratAction(Action):  # type: ignore[misc]
    """A model's whole answer, with its moves as JSON."""

    text: str


class ZigguratObservation(Observation):  # type: ignore[misc]
    """What the seat knows and is asked, complete by itself."""

    text: str
    rules: str = ""  # after a reset: for the system prompt
    seat: int
    played: tuple[str, ...] = ()  # by the last answer
    refusal: str = ""  # why not all of it was played
    forfeited: bool = False  # a bot has finished the seat


class ZigguratState(State):  # type: ignore[misc]
    """How the match stands. Nothing that the seat may not know: no seed."""

    game: str = ""
    seats: int = 0
    seat: int = 0
    bot: str = ""
    decisions: int = 0
    scores: tuple[int, ...] = ()
    refused: int = 0  # answers
    forfeited: bool = False
    over: bool = False


class ZigguratEnvironment(Environment):  # type: ignore[misc]
    """A match. What a session begins with can be changed with each `reset`."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, **settings: Any) -> None:
        super().__init__()
        self._settings: dict[str, Any] = {
            "game": GAME,
            "seats": None,  # the game's usual number
            "seat": None,  # rotates with the seed
            "bot": "steward",
            "reward": "win",  # or rank, or score
            "refusals": REFUSALS,
            "moves": "grouped",
            "history": "news",
            "options": {},  # of the game
        }
        self._settings = self._with(settings)
        self._playing: TextGame | None = None
        self._state = ZigguratState()

    def _with(self, settings: dict[str, Any]) -> dict[str, Any]:
        unknown = sorted(set(settings) - set(self._settings))
        if unknown:
            raise BadOption(f"There is no setting {quoted(unknown[0])}; there is {', '.join(self._settings)}.")
        return {**self._settings, **settings}

    def check(self) -> ZigguratEnvironment:
        """Refuse settings that no match can begin with."""
        self.reset(seed=0)
        return self

    def reset(self, seed: int | None = None, episode_id: str | None = None, **settings: Any) -> ZigguratObservation:
        """Begin a match; the same seed and settings deal the same and seat the same."""
        chosen = self._with(settings)
        deal = secrets.randbelow(SEEDS) if seed is None else seed
        match = ziggurat.new(chosen["game"], seats=chosen["seats"], seed=deal, **chosen["options"])
        seat = deal % match.seats if chosen["seat"] is None else chosen["seat"]
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < match.seats:
            raise BadOption(f"This match has seats 0 to {match.seats - 1}, not {quoted(seat)}.")
        match.rewards(chosen["reward"])  # refused now rather than after the match
        bots.find(chosen["bot"])
        self._reward = chosen["reward"]
        self._playing = TextGame(
            match,
            {other: chosen["bot"] for other in range(match.seats) if other != seat},
            seed=deal,
            refusals=chosen["refusals"],
            moves=chosen["moves"],
            history=chosen["history"],
        )
        self._state = ZigguratState(
            episode_id=episode_id or secrets.token_hex(8),
            game=match.game.name,
            seats=match.seats,
            seat=seat,
            bot=chosen["bot"],
        )
        return self._observation(self._playing, rules=self._playing.rules())

    def step(self, action: ZigguratAction, timeout_s: float | None = None, **_given: Any) -> ZigguratObservation:
        """Play an answer, then bots until the seat is asked again. The reward comes at the end."""
        if self._playing is None:
            raise BadOption("Nothing has begun: call `reset` first.")
        outcome = self._playing.answer(action.text)
        self._state.step_count += 1
        return self._observation(self._playing, played=tuple(outcome.played), refusal=outcome.refusal)

    def _observation(self, playing: TextGame, **about: Any) -> ZigguratObservation:
        seat, match = self._state.seat, playing.match
        return ZigguratObservation(
            text=playing.text(seat),
            seat=seat,
            forfeited=seat in playing.forfeits,
            done=match.over,
            reward=playing.rewards(self._reward)[seat],
            **about,
        )

    @property
    def state(self) -> ZigguratState:
        """How the match stands."""
        if self._playing is not None:
            match, seat = self._playing.match, self._state.seat
            self._state.decisions, self._state.scores, self._state.over = len(match), tuple(match.scores), match.over
            self._state.refused = self._playing.refused[seat]
            self._state.forfeited = seat in self._playing.forfeits
        return self._state


class ZigguratClient(EnvClient[ZigguratAction, ZigguratObservation, ZigguratState]):  # type: ignore[misc]
    """The typed client; `.sync()` for use without `await`."""

    def _step_payload(self, action: ZigguratAction) -> dict[str, Any]:
        return {"text": action.text}

    def _parse_result(self, payload: dict[str, Any]) -> Any:
        done, reward = bool(payload.get("done")), payload.get("reward")
        observation = ZigguratObservation(**{**payload["observation"], "done": done, "reward": reward})
        return StepResult(observation=observation, reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> ZigguratState:
        return ZigguratState(**payload)


def make_app(sessions: int = SESSIONS, **settings: Any) -> Any:
    """The server as an ASGI application; settings are those of `ZigguratEnvironment`."""
    ZigguratEnvironment(**settings).check()
    return create_fastapi_app(
        lambda: ZigguratEnvironment(**settings),
        ZigguratAction,
        ZigguratObservation,
        max_concurrent_envs=sessions,
        state_cls=ZigguratState,
    )


def main() -> None:
    """Serve matches."""
    import uvicorn

    parser = argparse.ArgumentParser(description="Serve matches to OpenEnv's clients.")
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seat", type=int, help="rotates with the seed by default")
    parser.add_argument("--bot", default="steward", help="in the other seats")
    parser.add_argument("--reward", default="win", help="win, rank or score")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--sessions", type=int, default=SESSIONS, help="at once")
    given = vars(parser.parse_args())
    host, port = given.pop("host"), given.pop("port")
    try:
        app = make_app(**given)
    except ziggurat.ZigguratError as problem:
        parser.error(str(problem))
    uvicorn.run(app, host=host, port=port)


if __name__ == "__main__":
    main()
