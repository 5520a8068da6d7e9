"""Quantises a trained network to integers, as `ziggurat.bots` plays it.

Each layer gets as many binary places as fit: its weights into 16 bits, its sums into 32 for any input.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ziggurat.bots.forward import GATHERED, INPUT_LIMIT, INPUT_ONE, ONE, TOP
from ziggurat.learn.boards import NOWHERE
from ziggurat.learn.network import Network

Array = np.ndarray[Any, Any]
MOST_PLACES = 14
LARGEST_WEIGHT = 2**15 - 1
LARGEST_SUM = 2**31 - 1


def whole_numbers(network: Network) -> dict[str, Array]:
    """All arrays that `ziggurat.bots.forward.pack` takes."""
    board, size = network.board, network.size
    state = {name: part.detach().double().cpu().numpy() for name, part in network.state_dict().items()}
    relations = len(board.relations)
    sizes = (board.places, board.planes, size.channels, relations, board.loose, size.width, size.layers)
    arrays: dict[str, Array] = {
        "shape": np.array([*sizes, board.slots, board.loose_actions], dtype=np.int32),
        "input_place": board.input_place,
        "input_row": board.input_row,
        "action_place": board.action_place,
        "action_slot": board.action_slot,
    }
    most_heard = 1.0
    if board.places:
        arrays["hearers"] = _hearers(network)
        most_heard = max(float(relation.sum(1).max()) for relation in board.relations)
    shifts = []

    def layer(bias: str | None, *parts: tuple[str, float, float]) -> int:
        """Round weights that meet in one sum: each with the largest number it is multiplied by, and how often."""
        matrices = [state[name] for name, _, _ in parts]
        heights = sum(
            _by_output(matrix, name, relations) * top * often
            for matrix, (name, top, often) in zip(matrices, parts, strict=True)
        )
        biases = np.abs(state[bias]) if bias else np.zeros(1)
        places = MOST_PLACES
        while places > 1 and (
            max(
                np.abs(matrix).max(initial=0) * _finer(name)
                for matrix, (name, _, _) in zip(matrices, parts, strict=True)
            )
            * 2**places
            > LARGEST_WEIGHT
            or float(np.max(heights)) * 2**places + float(biases.max(initial=0)) * ONE * 2**places > LARGEST_SUM - 2**24
        ):
            places -= 1
        for matrix, (name, _, _) in zip(matrices, parts, strict=True):
            rounded = np.round(matrix * _finer(name) * 2**places).clip(-LARGEST_WEIGHT, LARGEST_WEIGHT).astype(np.int16)
            arrays[name] = np.ascontiguousarray(rounded.T)
        if bias:
            arrays[bias] = np.round(state[bias] * ONE * 2**places).astype(np.int32)
        return places

    first = ONE / INPUT_ONE * INPUT_LIMIT  # an input, on the scale of what passes between layers
    shifts.append(layer("enter.bias", ("enter.weight", first, 1)))
    shifts.append(layer("values.bias", ("values.weight", TOP, 1)))
    heads = [("loose_actions.weight", TOP, 1.0)]
    if board.places:
        heads += [("slots.weight", TOP, 1.0), ("slots_told.weight", TOP, 1.0)]
    shifts.append(layer("loose_actions.bias", *heads))
    arrays["actions.weight"] = np.ascontiguousarray(arrays.pop("loose_actions.weight").T)
    loose_bias, on_board = arrays.pop("loose_actions.bias"), board.action_place != NOWHERE
    bias = np.zeros(len(board.action_slot), dtype=np.int32)
    bias[~on_board] = loose_bias[board.action_slot[~on_board]]
    if board.places:
        arrays["slots.weight"] = np.ascontiguousarray(arrays["slots.weight"].T)
        slot_bias = np.round(state["slots.bias"] * ONE * 2 ** shifts[-1]).astype(np.int32)
        bias[on_board] = slot_bias[board.action_slot[on_board]]
    arrays["actions.bias"] = bias
    for number in range(size.layers):
        table = [(f"deepen.{number}.weight", float(TOP), 1.0)]
        place_shift = 1
        if board.places:
            table.append((f"gather.{number}.weight", float(TOP) * board.places / GATHERED, 1.0))
            top = first if number == 0 else float(TOP)
            heard = (f"hear.{number}.weight", top, most_heard)
            place_shift = layer(f"lie.{number}", heard, (f"told.{number}.weight", float(TOP), 1.0))
        shifts += [layer(f"deepen.{number}.bias", *table), place_shift]
    arrays["shifts"] = np.array(shifts, dtype=np.int32)
    return arrays


def take_over(network: Network, arrays: dict[str, Array]) -> None:
    """Load quantised weights into a network: the inverse of `whole_numbers`, except for rounding."""
    board, shifts = network.board, [int(shift) for shift in arrays["shifts"]]
    state: dict[str, Array] = {}

    def put(name: str, shift: int, *, upright: bool = False, source: Array | None = None) -> None:
        array = (arrays[name] if source is None else source).astype(np.float64)
        if name.endswith(".weight"):
            state[name] = (array if upright else array.T) / (2.0**shift * _finer(name))
        else:
            state[name] = array / (2.0**shift * ONE)

    for part, shift in (("enter", shifts[0]), ("values", shifts[1])):
        put(f"{part}.weight", shift)
        put(f"{part}.bias", shift)
    on_board, bias = board.action_place != NOWHERE, arrays["actions.bias"]
    put("loose_actions.weight", shifts[2], upright=True, source=arrays["actions.weight"])
    loose = np.zeros(board.loose_actions)
    loose[board.action_slot[~on_board]] = bias[~on_board]
    put("loose_actions.bias", shifts[2], source=loose)
    if board.places:
        put("slots.weight", shifts[2], upright=True)
        put("slots_told.weight", shifts[2])
        slots = np.zeros(board.slots)
        slots[board.action_slot[on_board]] = bias[on_board]
        put("slots.bias", shifts[2], source=slots)
    for number in range(network.size.layers):
        table, place = shifts[3 + 2 * number : 5 + 2 * number]
        put(f"deepen.{number}.weight", table)
        put(f"deepen.{number}.bias", table)
        if board.places:
            put(f"gather.{number}.weight", table)
            put(f"told.{number}.weight", place)
            put(f"hear.{number}.weight", place)
            put(f"lie.{number}", place)
    network.load_state_dict({name: torch.from_numpy(array.copy()).float() for name, array in state.items()})


def _finer(name: str) -> float:
    """The scale of a weight: inputs are coarser than activations, and the first layer makes up for it."""
    return ONE / INPUT_ONE if name in ("enter.weight", "hear.0.weight") else 1.0


def _by_output(matrix: Array, name: str, relations: int) -> Array:
    """The largest sum of absolute weights of an output, over all relations of a place."""
    sizes = np.abs(matrix).sum(1)
    if name.startswith("hear."):
        sizes = sizes.reshape(relations, -1).sum(0)
    return np.asarray(sizes.max(initial=0))


def _hearers(network: Network) -> Array:
    """By place and relation: the places it hears from, then NOWHERE."""
    board = network.board
    reach = max(int(relation.sum(1).max()) for relation in board.relations)
    table = np.full((board.places, len(board.relations), reach), NOWHERE, dtype=np.int32)
    for number, relation in enumerate(board.relations):
        for place in range(board.places):
            heard = np.flatnonzero(relation[place])
            table[place, number, : len(heard)] = heard
    return table
