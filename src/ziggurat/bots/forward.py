"""A network as a kernel: the forward pass of `ziggurat.learn.network` in whole numbers.

Every sum is of 32-bit integers that cannot overflow (`pack` sees to it), so their order does not matter and every
machine and backend comes to the same preferences, bit by bit. Only what is not zero is multiplied: most bytes of an
observation are zero, and so is half of what passes between layers.

A network is three flat arrays, made by `pack`:

    weights   16-bit, all layers one after another; the weights that leave one input lie side by side
    numbers   32-bit: first the shape and where everything begins (the names below), then biases and tables
    room      32-bit, to work in

What passes between layers is a whole number of 1/ONE, from 0 to LIMIT * ONE. A layer's weights are whole numbers of
2**-shift, and its biases of 2**-shift / ONE.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ziggurat.core.bits import NONE, lowest
from ziggurat.core.kernel import kernel

MAX_SEATS = 4
INPUT_ONE = 32  # inputs are logarithms, as whole numbers of 1/32: at most 256
INPUT_LIMIT = 8 * INPUT_ONE
ONE = 128
LIMIT = 32  # what passes between layers is cut off here
TOP = LIMIT * ONE - 1
GATHERED = 32  # the table hears the sum of all places, divided by this
GATHERED_SHIFT = 5
MAX_LAYERS = 4
FEWEST_SEATS = 2

LOGARITHM = np.array([round(float(np.log2(value + 1)) * INPUT_ONE) for value in range(256)], dtype=np.int32)
LOGARITHM.setflags(write=False)

# The head of `numbers`: the shape, then where parts begin (in `weights` for names with _W, else in `numbers`), then
# each layer's shifts.
PLACES, PLANES, CHANNELS, RELATIONS, LOOSE, WIDTH, LAYERS, SLOTS, LOOSE_ACTIONS, REACH = range(10)
INPUT_PLACE, INPUT_ROW, ACTION_PLACE, ACTION_SLOT, HEARERS = range(10, 15)
ENTER_W, ENTER_B, ENTER_SHIFT, VALUES_W, VALUES_B, VALUES_SHIFT = range(15, 21)
ACTIONS_W, ACTIONS_B, SLOTS_W, SLOTS_TOLD_W, ACTIONS_SHIFT = range(21, 26)
LAYER = 26  # + LAYER_SIZE * layer + one of these
DEEPEN_W, DEEPEN_B, GATHER_W, TABLE_SHIFT, HEAR_W, TOLD_W, LIE, PLACE_SHIFT = range(8)
LAYER_SIZE = 8
HEAD = LAYER + LAYER_SIZE * MAX_LAYERS


@kernel
def add_row(out, at, weights, first, count, value):
    """Add a row of weights, so many times."""
    row = weights[first : first + count]
    sums = out[at : at + count]
    for index in range(count):
        sums[index] += row[index] * value


@kernel
def copy_row(out, at, numbers, first, count):
    """Begin sums with their biases."""
    biases = numbers[first : first + count]
    sums = out[at : at + count]
    for index in range(count):
        sums[index] = biases[index]


@kernel
def squash(room, at, count, shift):
    """What passes on: sums rounded to whole numbers of 1/ONE, nothing below 0 and nothing above LIMIT."""
    half = 1 << (shift - 1)
    sums = room[at : at + count]
    for index in range(count):
        sums[index] = min(max((sums[index] + half) >> shift, 0), TOP)


@kernel
def forward(observation, seats, weights, numbers, room):
    """Let a position through all layers; `room` then begins with the table, and with the places behind it.

    `observation` holds the bytes as 64-bit words, eight at a time.
    """
    width, channels, places = numbers[WIDTH], numbers[CHANNELS], numbers[PLACES]
    all_channels = numbers[RELATIONS] * channels
    table, other, at_places = 0, width, 2 * width
    heard = at_places + places * channels
    copy_row(room, table, numbers, numbers[ENTER_B], width)
    for index in range(heard, heard + places * all_channels):
        room[index] = 0
    for word in range(len(observation)):
        rest = observation[word]
        while rest != NONE:
            byte = lowest(rest) >> 3
            value = LOGARITHM[np.int64(rest >> np.uint64(8 * byte) & np.uint64(255))]
            rest &= ~(np.uint64(255) << np.uint64(8 * byte))
            place, row = numbers[numbers[INPUT_PLACE] + 8 * word + byte], numbers[numbers[INPUT_ROW] + 8 * word + byte]
            if place < 0:
                add_row(room, table, weights, numbers[ENTER_W] + row * width, width, value)
            else:
                first = numbers[LAYER + HEAR_W] + row * all_channels
                add_row(room, heard + place * all_channels, weights, first, all_channels, value)
    row = numbers[LOOSE] - 3 + seats - FEWEST_SEATS
    add_row(room, table, weights, numbers[ENTER_W] + row * width, width, INPUT_ONE)
    squash(room, table, width, numbers[ENTER_SHIFT])
    for layer in range(numbers[LAYERS]):
        head = LAYER + LAYER_SIZE * layer
        if places > 0:
            if layer > 0:
                hear(weights, numbers, room, head, at_places, heard)
            spread_heard(weights, numbers, room, head, table, other, at_places, heard)
        deepen(weights, numbers, room, head, table, other, at_places)


@kernel
def hear(weights, numbers, room, head, at_places, heard):
    """What every place tells itself and those around it."""
    channels = numbers[CHANNELS]
    all_channels = numbers[RELATIONS] * channels
    for index in range(heard, heard + numbers[PLACES] * all_channels):
        room[index] = 0
    for place in range(numbers[PLACES]):
        for channel in range(channels):
            value = room[at_places + place * channels + channel]
            if value != 0:
                first = numbers[head + HEAR_W] + channel * all_channels
                add_row(room, heard + place * all_channels, weights, first, all_channels, value)


@kernel
def spread_heard(weights, numbers, room, head, table, other, at_places, heard):
    """Every place adds up what it hears: from the table, from itself and from those around it."""
    channels, places, relations = numbers[CHANNELS], numbers[PLACES], numbers[RELATIONS]
    for channel in range(channels):
        room[other + channel] = 0
    for index in range(numbers[WIDTH]):
        value = room[table + index]
        if value != 0:
            add_row(room, other, weights, numbers[head + TOLD_W] + index * channels, channels, value)
    for place in range(places):
        mine = at_places + place * channels
        copy_row(room, mine, numbers, numbers[head + LIE] + place * channels, channels)
        add_sums(room, mine, other, channels)
        for relation in range(relations):
            for one in range(numbers[REACH]):
                teller = numbers[numbers[HEARERS] + (place * relations + relation) * numbers[REACH] + one]
                if teller < 0:
                    break
                add_sums(room, mine, heard + (teller * relations + relation) * channels, channels)
        squash(room, mine, channels, numbers[head + PLACE_SHIFT])


@kernel
def add_sums(room, at, source, count):
    """Add some sums to others."""
    sums = room[at : at + count]
    more = room[source : source + count]
    for index in range(count):
        sums[index] += more[index]


@kernel
def deepen(weights, numbers, room, head, table, other, at_places):
    """The table's next layer: from itself, and from the sum of all places."""
    width, channels, places = numbers[WIDTH], numbers[CHANNELS], numbers[PLACES]
    copy_row(room, other, numbers, numbers[head + DEEPEN_B], width)
    for index in range(width):
        value = room[table + index]
        if value != 0:
            add_row(room, other, weights, numbers[head + DEEPEN_W] + index * width, width, value)
    for channel in range(channels):
        total = 0
        for place in range(places):
            total += room[at_places + place * channels + channel]
        total >>= GATHERED_SHIFT
        if total != 0:
            add_row(room, other, weights, numbers[head + GATHER_W] + channel * width, width, total)
    for index in range(width):
        room[table + index] = room[other + index]
    squash(room, table, width, numbers[head + TABLE_SHIFT])


@kernel
def value_of(weights, numbers, room, offset):
    """What a seat can expect, from -1 to 1; seats are counted from the observer. Comes after `forward`."""
    total = numbers[numbers[VALUES_B] + offset]
    for index in range(numbers[WIDTH]):
        total += room[index] * weights[numbers[VALUES_W] + index * MAX_SEATS + offset]
    value = total / (ONE << numbers[VALUES_SHIFT])
    return value / (1.0 + abs(value))


@kernel
def prepare(weights, numbers, room):
    """What the table tells every place about its actions; before the first `preference`, after `forward`."""
    slots = numbers[SLOTS]
    out = numbers[WIDTH]
    for slot in range(slots):
        room[out + slot] = 0
    if numbers[PLACES] > 0:
        for index in range(numbers[WIDTH]):
            value = room[index]
            if value != 0:
                add_row(room, out, weights, numbers[SLOTS_TOLD_W] + index * slots, slots, value)


@kernel
def preference(weights, numbers, room, action):
    """How much an action is preferred, as a whole number of 2**-ACTIONS_SHIFT / ONE. Comes after `prepare`."""
    place, slot = numbers[numbers[ACTION_PLACE] + action], numbers[numbers[ACTION_SLOT] + action]
    width, channels = numbers[WIDTH], numbers[CHANNELS]
    total = numbers[numbers[ACTIONS_B] + action]
    if place < 0:
        row = weights[numbers[ACTIONS_W] + slot * width : numbers[ACTIONS_W] + (slot + 1) * width]
        for index in range(width):
            total += room[index] * row[index]
        return total
    total += room[width + slot]
    mine = 2 * width + place * channels
    first = numbers[SLOTS_W] + slot * channels
    for channel in range(channels):
        total += room[mine + channel] * weights[first + channel]
    return total


def pack(arrays: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """Weights, numbers and room of a network that `ziggurat.bots.weights` has read.

    Raises `ValueError` if the arrays do not fit together, or if some sum could overflow.
    """
    shape = [int(number) for number in arrays["shape"]]
    places, planes, channels, relations, loose, width, layers, slots, loose_actions = shape
    if min(shape) < 0 or not (0 < layers <= MAX_LAYERS and 0 < width <= 4096 and loose >= 3):
        raise ValueError("its shape is no network's")
    if channels > width or slots > width or (places and "hearers" not in arrays):
        raise ValueError("its shape is no network's")
    weights: list[Any] = []
    numbers: list[Any] = [np.zeros(HEAD, dtype=np.int32)]
    head = numbers[0]

    def add(store: list[Any], name: str, *wanted: int) -> int:
        array = arrays[name]
        if array.shape != wanted or array.dtype != (np.int16 if store is weights else np.int32):
            raise ValueError(f"its {name} has another shape")
        at = int(sum(part.size for part in store))
        store.append(array.ravel())
        return at

    observation, actions = arrays["input_row"].size, arrays["action_slot"].size
    head[:9] = shape
    head[INPUT_PLACE], head[INPUT_ROW] = (
        add(numbers, "input_place", observation),
        add(numbers, "input_row", observation),
    )
    head[ACTION_PLACE], head[ACTION_SLOT] = add(numbers, "action_place", actions), add(numbers, "action_slot", actions)
    _check_range(arrays["input_place"], -1, places)
    _check_range(arrays["action_place"], -1, places)
    for row, where, inside, outside in (
        ("input_row", "input_place", planes, loose - 3),
        ("action_slot", "action_place", slots, loose_actions),
    ):
        on_board = arrays[where] >= 0
        _check_range(arrays[row][on_board], 0, inside)
        _check_range(arrays[row][~on_board], 0, outside)
    head[ENTER_W], head[ENTER_B] = add(weights, "enter.weight", loose, width), add(numbers, "enter.bias", width)
    head[VALUES_W], head[VALUES_B] = add(weights, "values.weight", width, MAX_SEATS), add(numbers, "values.bias", 4)
    head[ACTIONS_W] = add(weights, "actions.weight", loose_actions, width)
    head[ACTIONS_B] = add(numbers, "actions.bias", actions)
    shifts = arrays["shifts"]
    if shifts.shape != (3 + 2 * layers,):
        raise ValueError("its shifts have another shape")
    _check_range(shifts, 1, 16)
    head[ENTER_SHIFT], head[VALUES_SHIFT], head[ACTIONS_SHIFT] = shifts[:3]
    reach = 0
    if places:
        hearers = arrays["hearers"]
        reach = hearers.shape[-1]
        head[HEARERS] = add(numbers, "hearers", places, relations, reach)
        _check_range(hearers, -1, places)
        head[SLOTS_W] = add(weights, "slots.weight", slots, channels)
        head[SLOTS_TOLD_W] = add(weights, "slots_told.weight", width, slots)
    head[REACH] = reach
    for layer in range(layers):
        at = LAYER + LAYER_SIZE * layer
        head[at + TABLE_SHIFT], head[at + PLACE_SHIFT] = shifts[3 + 2 * layer : 5 + 2 * layer]
        head[at + DEEPEN_W] = add(weights, f"deepen.{layer}.weight", width, width)
        head[at + DEEPEN_B] = add(numbers, f"deepen.{layer}.bias", width)
        if places:
            inputs = planes if layer == 0 else channels
            head[at + HEAR_W] = add(weights, f"hear.{layer}.weight", inputs, relations * channels)
            head[at + TOLD_W] = add(weights, f"told.{layer}.weight", width, channels)
            head[at + GATHER_W] = add(weights, f"gather.{layer}.weight", channels, width)
            head[at + LIE] = add(numbers, f"lie.{layer}", places, channels)
    _check_sums(arrays, places, layers, reach)
    room = 2 * width + places * channels * (1 + relations)
    return np.concatenate(weights), np.concatenate(numbers), np.zeros(room, dtype=np.int32)


def _check_sums(arrays: Mapping[str, Any], places: int, layers: int, reach: int) -> None:
    """Whatever a network is given, no sum may leave 32 bits."""

    def most(name: str, largest: int, axis: int = 0) -> int:
        return int(np.abs(arrays[name].astype(np.int64)).sum(axis).max(initial=0)) * largest

    def bias(name: str) -> int:
        return int(np.abs(arrays[name].astype(np.int64)).max(initial=0))

    sums = [
        most("enter.weight", INPUT_LIMIT) + bias("enter.bias"),
        most("values.weight", TOP) + bias("values.bias"),
        most("actions.weight", TOP, axis=1) + bias("actions.bias"),
    ]
    if places:
        sums.append(most("slots.weight", TOP, axis=1) + most("slots_told.weight", TOP) + bias("actions.bias"))
    for layer in range(layers):
        table = most(f"deepen.{layer}.weight", TOP) + bias(f"deepen.{layer}.bias")
        if places:
            table += most(f"gather.{layer}.weight", TOP * places // GATHERED)
            inputs = INPUT_LIMIT if layer == 0 else TOP
            channels = arrays[f"told.{layer}.weight"].shape[1]
            heard = np.abs(arrays[f"hear.{layer}.weight"].astype(np.int64)).sum(0).reshape(-1, channels).sum(0)
            sums.append(int(heard.max(initial=0)) * inputs * reach + most(f"told.{layer}.weight", TOP))
            sums[-1] += bias(f"lie.{layer}")
        sums.append(table)
    if max(sums) + (1 << 15) >= 1 << 31:
        raise ValueError("some of its sums could overflow")


def _check_range(numbers: Any, first: int, end: int) -> None:
    if numbers.size and not (first <= numbers.min() and numbers.max() < end):
        raise ValueError("some of its tables point nowhere")
