"""The action space of Ur: 554 numbers, each one small decision."""

from __future__ import annotations

from ziggurat.core.bits import words_for
from ziggurat.games.ur.board import DIRECTIONS, FIELDS, FULL, KINDS, MAX_SPARES

PUT = 0  # + field: put a stone there (set-up, agriculture, trade, culture)
BONUS = PUT + FIELDS  # + field: put the bonus there
SETTLE = BONUS + FIELDS  # + field: come back with three stones there
BUILD = SETTLE + FIELDS  # + field: build a ziggurat there
LIFT = BUILD + FIELDS  # + field: politics, move a stone from there
SET = LIFT + FIELDS  # + field: and to there
ATTACK = SET + FIELDS  # + FIELDS * direction + field: war, attack from there in that direction
SWAP = (
    ATTACK + DIRECTIONS * FIELDS
)  # + FIELDS * kind + field: swap with the tile there; the hand tile shows that action
SPARE = SWAP + KINDS * FIELDS  # + spare: swap with a tile beside the square
CROSS = SPARE + MAX_SPARES  # + n: n + 1 stones cross to the conquered field
USE = CROSS + FULL  # + kind: use that action of the hand tile
DONE = USE + KINDS  # end the action under way or, between actions, the acting
KEEP = DONE + 1  # set-up: keep the hand tile
ACTIONS = KEEP + 1
WORDS = words_for(ACTIONS)
