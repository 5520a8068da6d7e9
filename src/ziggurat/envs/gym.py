"""Registers the games with Gymnasium, as `ziggurat/Babel-v0` and so on, when it is imported.

Gymnasium imports it for `gymnasium.make("ziggurat.envs.gym:ziggurat/Babel-v0")`.
"""

from __future__ import annotations

import gymnasium

from ziggurat.core.registry import game_names

VERSION = 0


def register() -> tuple[str, ...]:
    """Register every game; returns the names. Calling it again does nothing."""
    names = tuple(f"ziggurat/{name.capitalize()}-v{VERSION}" for name in game_names())
    for gym_name, name in zip(names, game_names(), strict=True):
        if gym_name not in gymnasium.registry:
            entries = {"entry_point": "ziggurat.envs:single", "vector_entry_point": "ziggurat.envs:single_vector"}
            gymnasium.register(id=gym_name, **entries, kwargs={"game": name})
    return names


register()
