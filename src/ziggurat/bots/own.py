"""Agents that users bring: the name of a bot, a `Bot`, or a function from an observation to an action.

    bring("greedy")                      a bot of ours
    bring("my_agents:Careful")           a `Bot`, or a function, of a module that can be imported
    bring(Careful)                       the same
    bring(lambda observation, mask: int(mask.argmax()))

Names with a module run that module. They come from a command line or a program, and never from a guest: whatever is
sent to the server goes to `bots.find`, which imports nothing.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from ziggurat.bots.named import NamedBot
from ziggurat.bots.thinking import Bot, Budget, LikelyMove, Progress, Stop, Thought
from ziggurat.core.errors import BadOption, IllegalMove
from ziggurat.core.game import Game, Records
from ziggurat.core.sentence import quoted

Agent = str | Bot | NamedBot | type[Bot] | Callable[..., Any]


class FunctionBot(Bot):
    """A bot made of a function of a seat's observation (uint8) and mask (bool, True for legal actions)."""

    def __init__(self, game: str | Game, seed: int | None, function: Callable[..., Any], name: str = "") -> None:
        super().__init__(game, seed)
        self.function = function
        self.name = name or name_of(function)

    def _think(self, records: Records, budget: Budget | None, stop: Stop, progress: Progress) -> Thought:
        seat = int(records["actor"][0])
        observation, mask = self.looks_at(records)
        action = self._number(self.function(observation, mask))
        if not (0 <= action < self.game.actions and mask[action]):
            raise IllegalMove(f"{self.name} chose action {action} of {self.game.title}, which is not legal there.")
        text = self.game.notation.write(action)
        return Thought(action, (), (), (LikelyMove(seat, action, text),), 0, 0.0)

    def looks_at(self, records: Records) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The observation and the mask that the function is given."""
        engine, observation = self.game.engine(), np.zeros(self.game.observation_size, dtype=np.uint8)
        words = self.game.new_mask()
        engine.legal(records, words)
        engine.observe(records, int(records["actor"][0]), observation)
        mask = np.unpackbits(words.view(np.uint8), bitorder="little")[: self.game.actions].view(np.bool_)
        return observation, mask

    def _number(self, answer: Any) -> int:
        """An action from any library: anything that is one integer."""
        try:
            number = np.asarray(answer)
            if number.size == 1 and number.dtype.kind in "iu":
                return int(number.reshape(()))
        except (TypeError, ValueError):
            pass
        raise IllegalMove(f"{self.name} answered {quoted(answer)}, which is not the number of an action.")


def bring(agent: Agent) -> Callable[[Game, int], Bot]:
    """A factory for an agent: call it with a game and a seed."""
    from ziggurat import bots

    if isinstance(agent, str):
        module, colon, attribute = agent.partition(":")
        if not colon or module in ("search", "classic", "learned"):
            return bots.find(agent)
        agent = _imported(module, attribute)
    if isinstance(agent, NamedBot):
        return agent.make
    if isinstance(agent, Bot):
        return _Same(agent)
    if isinstance(agent, type) and issubclass(agent, Bot):
        return agent
    if not callable(agent):
        raise BadOption(f"An agent is a bot's name, a Bot, or a function, not {quoted(agent)}.")
    if isinstance(agent, type):  # a class of theirs, with weights perhaps: one object plays all its games
        agent = agent()
    return _function(agent)


def name_of(agent: Any) -> str:
    """The name of an agent in result tables."""
    if isinstance(agent, NamedBot):
        return agent.name
    return agent if isinstance(agent, str) else getattr(agent, "__qualname__", None) or type(agent).__qualname__


@dataclass(frozen=True)
class _Same:
    """A factory that gives all matches the same bot. It is a class because a closure cannot be pickled."""

    bot: Bot

    def __call__(self, game: Game, _seed: int) -> Bot:
        if self.bot.game is not game:
            raise BadOption(f"{name_of(self.bot)} is for {self.bot.game.title}, not for {game.title}.")
        return self.bot


def _function(function: Any) -> Callable[[Game, int], Bot]:
    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        raise BadOption(
            f"{name_of(function)} has to take two arguments, an observation and a mask, and answer an action."
        ) from None
    except ValueError:  # it does not tell
        pass
    return partial(FunctionBot, function=function)


def _imported(module: str, attribute: str) -> Any:
    try:
        return getattr(import_module(module), attribute)
    except ModuleNotFoundError as problem:
        raise BadOption(
            f"There is no bot and no module called {quoted(module)} ({problem}); a module is looked for where Python "
            "looks, for which PYTHONPATH may name a folder."
        ) from None
    except AttributeError:
        raise BadOption(f"The module {module} has nothing called {quoted(attribute)}.") from None
