"""The games by the names Gymnasium knows them by, such as `ziggurat/Babel-v0`: importing this registers them.

Gymnasium imports it by itself where a name begins with it: `gymnasium.make("ziggurat.envs.gym:ziggurat/Babel-v0")`. It
looked for such modules on its own before its version 1, and does not any more.
"""

from __future__ import annotations

import gymnasium

from ziggurat.core.registry import game_names

VERSION = 0


def register() -> tuple[str, ...]:
    """Make every game known to Gymnasium; returns the names. Doing it again does nothing."""
    names = tuple(f"ziggurat/{name.capitalize()}-v{VERSION}" for name in game_names())
    for known, name in zip(names, game_names(), strict=True):
        if known not in gymnasium.registry:
            entries = {"entry_point": "ziggurat.envs:single", "vector_entry_point": "ziggurat.envs:single_vector"}
            gymnasium.register(id=known, **entries, kwargs={"game": name})
    return names


register()
