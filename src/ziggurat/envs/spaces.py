"""The observation space that PettingZoo and Gymnasium share."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box, Dict

from ziggurat.core.game import Game


def spaces_of(game: Game) -> Dict:
    """An observation, and which actions are legal: 1 for each that is."""
    return Dict(
        {
            "observation": Box(0, 255, (game.observation_size,), np.uint8),
            "action_mask": Box(0, 1, (game.actions,), np.int8),
        }
    )
