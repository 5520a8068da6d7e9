"""The forward pass of `ziggurat.learn.network` as a kernel, in integer arithmetic.

Every sum is of 32-bit integers that cannot overflow (`pack` sees to it), so their order does not matter and every
machine and backend comes to the same preferences, bit by bit. Of an observation, most of which is zero, only the rest
is multiplied; what passes between layers is multiplied sixteen outputs at a time (`ziggurat.bots.vectors`).

A network is three flat arrays, made by `pack`:

    weights   16-bit, all layers one after another
    numbers   32-bit: first the shape and where everything begins (the names below), then biases and tables
    room      32-bit, to work in

What passes between layers is a whole number of 1/ONE, from 0 to LIMIT * ONE, and lies in pairs: of n numbers, number p
with number p + n/2. A layer's weights are whole numbers of 2**-shift, and its biases of 2**-shift / ONE. Widths are
filled up with zeros to a multiple of ROUND.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ziggurat.bots.vectors import (
    LANES,
    add,
    add_halves,
    add_listed,
    add_rows,
    copy,
    dot,
    gather,
    list_pairs,
    multiply,
    multiply_listed,
    squash,
)
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
WIDE = 512  # from here on it pays to look for the pairs that are zero, and leave them out
MAX_LAYERS = 4
FEWEST_SEATS = 2

LOGARITHM = np.array([round(float(np.log2(value + 1)) * INPUT_ONE) for value in range(256)], dtype=np.int32)
LOGARITHM.setflags(write=False)

ROUND = 2 * LANES
CACHE_LINE = 64  # bytes

# The head of `numbers`: the shape, then where parts begin (in `weights` for names with _W, in `room` for names with
# _ROOM, else in `numbers`), then each layer's shifts.
PLACES, PLANES, CHANNELS, RELATIONS, LOOSE, WIDTH, LAYERS, SLOTS, LOOSE_ACTIONS, REACH = range(10)
INPUT_PLACE, INPUT_ROW, ACTION_PLACE, ACTION_SLOT, HEARERS = range(10, 15)
ENTER_W, ENTER_B, ENTER_SHIFT, VALUES_W, VALUES_B, VALUES_SHIFT = range(15, 21)
ACTIONS_W, ACTIONS_B, SLOTS_W, SLOTS_TOLD_W, ACTIONS_SHIFT = range(21, 26)
SUMS_ROOM, TOLD_ROOM, PLACES_ROOM, HEARD_ROOM, LIST_ROOM, LIKING_ROOM = range(26, 32)  # the table begins at 0
LAYER = 32  # + LAYER_SIZE * layer + one of these
DEEPEN_W, DEEPEN_B, GATHER_W, TABLE_SHIFT, HEAR_W, TOLD_W, LIE, PLACE_SHIFT = range(8)
LAYER_SIZE = 8
HEAD = LAYER + LAYER_SIZE * MAX_LAYERS


@kernel
def forward(observation, seats, weights, numbers, room):
    """Let a position through all layers; `room` then begins with the table's pairs.

    `observation` holds the bytes as 64-bit words, eight at a time.
    """
    width, places = numbers[WIDTH], numbers[PLACES]
    all_channels = numbers[RELATIONS] * numbers[CHANNELS]
    heard, entries, sums = numbers[HEARD_ROOM], numbers[LIST_ROOM], numbers[SUMS_ROOM]
    for index in range(heard, heard + places * all_channels):
        room[index] = 0
    count = 1  # the first entry is for what lies at a place
    for word in range(len(observation)):
        rest = observation[word]
        while rest != NONE:
            byte = lowest(rest) >> 3
            value = LOGARITHM[np.int64(rest >> np.uint64(8 * byte) & np.uint64(255))]
            rest &= ~(np.uint64(255) << np.uint64(8 * byte))
            place, row = numbers[numbers[INPUT_PLACE] + 8 * word + byte], numbers[numbers[INPUT_ROW] + 8 * word + byte]
            if place < 0:
                room[entries + 2 * count] = row * width
                room[entries + 2 * count + 1] = value
                count += 1
            else:
                room[entries] = row * all_channels
                room[entries + 1] = value
                at = heard + place * all_channels
                add_rows(room, at, all_channels, entries, 1, weights, numbers[LAYER + HEAR_W])
    room[entries + 2 * count] = (numbers[LOOSE] - 3 + seats - FEWEST_SEATS) * width
    room[entries + 2 * count + 1] = INPUT_ONE
    copy(room, sums, numbers, numbers[ENTER_B], width)
    add_rows(room, sums, width, entries + 2, count, weights, numbers[ENTER_W])
    squash(room, 0, sums, width >> 1, numbers[ENTER_SHIFT], TOP)
    for layer in range(numbers[LAYERS]):
        head = LAYER + LAYER_SIZE * layer
        if places > 0:
            hear(weights, numbers, room, head, layer)
        deepen(weights, numbers, room, head)


@kernel
def hear(weights, numbers, room, head, layer):
    """Every place adds up what it hears: from the table, from itself and from those around it.

    In the first layer what places say is in HEARD_ROOM already, in sums; in later ones the tellers of each kind are
    added up, and what all kinds say is multiplied at once. Two sets of places take turns.
    """
    channels, places, relations = numbers[CHANNELS], numbers[PLACES], numbers[RELATIONS]
    pairs, heard, told, sums = channels >> 1, numbers[HEARD_ROOM], numbers[TOLD_ROOM], numbers[SUMS_ROOM]
    together = told + channels
    before, after = turns(numbers, layer)
    for channel in range(channels):
        room[told + channel] = 0
    multiply(room, told, channels, 0, numbers[WIDTH] >> 1, weights, numbers[head + TOLD_W])
    table = numbers[HEARERS]
    for place in range(places):
        copy(room, sums, numbers, numbers[head + LIE] + place * channels, channels)
        add(room, sums, told, channels)
        if layer == 0:
            add_listed(room, sums, channels, heard, numbers, table + 1, numbers[table])
            table += 1 + numbers[table]
            for _ in range(relations):  # what the later layers read
                table += 1 + numbers[table]
        else:
            table += 1 + numbers[table]
            at = together
            for _ in range(relations):
                count = numbers[table]
                gather(room, at, pairs, before, numbers, table + 1, count)
                table += 1 + count
                at += pairs
            multiply(room, sums, channels, together, at - together, weights, numbers[head + HEAR_W])
        squash(room, after + place * pairs, sums, pairs, numbers[head + PLACE_SHIFT], TOP)


@kernel
def turns(numbers, layer):
    """Where the places lie that a layer hears from, and where those it makes."""
    one = numbers[PLACES_ROOM]
    other = one + numbers[PLACES] * (numbers[CHANNELS] >> 1)
    if layer & 1 == 0:
        return other, one
    return one, other


@kernel
def deepen(weights, numbers, room, head):
    """The table's next layer: from itself, and from the sum of all places."""
    width, channels, places = numbers[WIDTH], numbers[CHANNELS], numbers[PLACES]
    sums = numbers[SUMS_ROOM]
    copy(room, sums, numbers, numbers[head + DEEPEN_B], width)
    if width >= WIDE:
        entries = numbers[LIST_ROOM]
        count = list_pairs(room, entries, 0, width >> 1, 2 * width)
        multiply_listed(room, sums, width, entries, count, weights, numbers[head + DEEPEN_W])
    else:
        multiply(room, sums, width, 0, width >> 1, weights, numbers[head + DEEPEN_W])
    if places > 0:
        pairs, total = channels >> 1, numbers[TOLD_ROOM]
        for channel in range(channels):
            room[total + channel] = 0
        _, made = turns(numbers, (head - LAYER) // LAYER_SIZE)
        for place in range(places):
            add_halves(room, total, made + place * pairs, pairs)
        for pair in range(pairs):
            low, high = room[total + pair] >> GATHERED_SHIFT, room[total + pairs + pair] >> GATHERED_SHIFT
            room[total + pair] = low | high << 16
        multiply(room, sums, width, total, pairs, weights, numbers[head + GATHER_W])
    squash(room, 0, sums, width >> 1, numbers[head + TABLE_SHIFT], TOP)


@kernel
def value_of(weights, numbers, room, offset):
    """What a seat can expect, from -1 to 1; seats are counted from the observer. Comes after `forward`."""
    width = numbers[WIDTH]
    total = numbers[numbers[VALUES_B] + offset] + dot(room, 0, width >> 1, weights, numbers[VALUES_W] + offset * width)
    value = total / (ONE << numbers[VALUES_SHIFT])
    return value / (1.0 + abs(value))


@kernel
def prepare(weights, numbers, room):
    """What the table tells every place about its actions; before the first `preference`, after `forward`."""
    slots, told = numbers[SLOTS], numbers[TOLD_ROOM]
    for slot in range(slots):
        room[told + slot] = 0
    if numbers[PLACES] > 0:
        multiply(room, told, slots, 0, numbers[WIDTH] >> 1, weights, numbers[SLOTS_TOLD_W])


@kernel
def preference(weights, numbers, room, action):
    """How much an action is preferred, as a whole number of 2**-ACTIONS_SHIFT / ONE. Comes after `prepare`."""
    place, slot = numbers[numbers[ACTION_PLACE] + action], numbers[numbers[ACTION_SLOT] + action]
    width, channels = numbers[WIDTH], numbers[CHANNELS]
    total = numbers[numbers[ACTIONS_B] + action]
    if place < 0:
        return total + dot(room, 0, width >> 1, weights, numbers[ACTIONS_W] + slot * width)
    total += room[numbers[TOLD_ROOM] + slot]
    _, made = turns(numbers, numbers[LAYERS] - 1)
    pairs = channels >> 1
    return total + dot(room, made + place * pairs, pairs, weights, numbers[SLOTS_W] + slot * channels)


def pack(arrays: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """Weights, numbers and room of a network that `ziggurat.bots.weights` has read.

    Raises `ValueError` if the arrays do not fit together, or if some sum could overflow.
    """
    shape = [int(number) for number in arrays["shape"]]
    places, planes, channels, relations, loose, width, layers, slots, loose_actions = shape
    if min(shape) < 0 or not (0 < layers <= MAX_LAYERS and 0 < width <= 4096 and loose >= 3):
        raise ValueError("it does not have the shape of a network")
    if channels > width or slots > width or (places and "hearers" not in arrays):
        raise ValueError("it does not have the shape of a network")
    if places << 12 >> GATHERED_SHIFT >= 1 << 15:
        raise ValueError("it has more places than 16 bits can number")
    weights: list[Any] = []
    numbers: list[Any] = [np.zeros(HEAD, dtype=np.int32)]
    head = numbers[0]

    def add(store: list[Any], name: str, *wanted: int, lay: Layout = as_is) -> int:
        array = arrays[name]
        if array.shape != wanted or array.dtype != (np.int16 if store is weights else np.int32):
            raise ValueError(f"its {name} has another shape")
        at = int(sum(part.size for part in store))
        store.append(lay(array).ravel())
        return at

    observation, actions = arrays["input_row"].size, arrays["action_slot"].size
    head[:9] = shape
    for name in (CHANNELS, WIDTH, SLOTS):
        head[name] = _filled(shape[name])
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
    head[ENTER_W] = add(weights, "enter.weight", loose, width, lay=rows)
    head[ENTER_B] = add(numbers, "enter.bias", width, lay=rows)
    head[VALUES_W] = add(weights, "values.weight", width, MAX_SEATS, lay=lambda matrix: for_dots(matrix.T))
    head[VALUES_B] = add(numbers, "values.bias", MAX_SEATS)
    head[ACTIONS_W] = add(weights, "actions.weight", loose_actions, width, lay=for_dots)
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
        head[HEARERS] = add(
            *(numbers, "hearers", places, relations, reach),
            lay=lambda table: tellers(table, _filled(channels)),
        )
        _check_range(hearers, -1, places)
        if reach * TOP >= 1 << 15:
            raise ValueError("a place hears from more places than 16 bits can number")
        head[SLOTS_W] = add(weights, "slots.weight", slots, channels, lay=for_dots)
        head[SLOTS_TOLD_W] = add(weights, "slots_told.weight", width, slots, lay=in_pairs)
    head[REACH] = reach
    for layer in range(layers):
        at = LAYER + LAYER_SIZE * layer
        head[at + TABLE_SHIFT], head[at + PLACE_SHIFT] = shifts[3 + 2 * layer : 5 + 2 * layer]
        head[at + DEEPEN_W] = add(weights, f"deepen.{layer}.weight", width, width, lay=in_pairs)
        head[at + DEEPEN_B] = add(numbers, f"deepen.{layer}.bias", width, lay=rows)
        if places:
            inputs, lay = (planes, rows) if layer == 0 else (channels, in_pairs)
            head[at + HEAR_W] = add(
                weights,
                f"hear.{layer}.weight",
                inputs,
                relations * channels,
                lay=lambda matrix, lay=lay: by_relation(matrix, relations, lay),  # type: ignore[misc]
            )
            head[at + TOLD_W] = add(weights, f"told.{layer}.weight", width, channels, lay=in_pairs)
            head[at + GATHER_W] = add(weights, f"gather.{layer}.weight", channels, width, lay=in_pairs)
            head[at + LIE] = add(numbers, f"lie.{layer}", places, channels, lay=rows)
    _check_sums(arrays, places, layers, reach)
    room = np.zeros(_rooms(head, actions), dtype=np.int32)
    return in_line(np.concatenate(weights)), in_line(np.concatenate(numbers)), in_line(room)


def in_line(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy that begins where a line of the processor's cache does: a vector read across two takes twice as long."""
    space = np.zeros(array.nbytes + CACHE_LINE, dtype=np.uint8)
    begin = -space.ctypes.data % CACHE_LINE
    moved: np.ndarray[Any, Any] = space[begin : begin + array.nbytes].view(array.dtype)
    moved[:] = array
    return moved


def _rooms(head: Any, actions: int) -> int:
    """Lay out the working memory: write where each part begins into `head`; returns the size of all parts."""
    width, channels, places = int(head[WIDTH]), int(head[CHANNELS]), int(head[PLACES])
    at = width // 2
    for name, size in (
        (SUMS_ROOM, max(width, channels)),
        (TOLD_ROOM, max(channels + int(head[RELATIONS]) * channels // 2, int(head[SLOTS]))),
        (PLACES_ROOM, places * channels),
        (HEARD_ROOM, places * int(head[RELATIONS]) * channels),
        (LIST_ROOM, 2 * max(int(head[LOOSE]) + 2, width // 2 + 1)),
        (LIKING_ROOM, actions),
    ):
        head[name] = at
        at += size
    return at


Layout = Callable[[Any], Any]


def tellers(table: Any, channels: int) -> Any:
    """The neighbours that every place receives messages from, as offsets.

    First, for the first layer, how many and where their sums begin, all relations together; then, for later layers and
    relation by relation, how many and where their pairs begin.
    """
    relations, numbers = table.shape[1], []
    for place in table:
        heard = [[int(teller) for teller in row if teller >= 0] for row in place]
        first = [(teller * relations + at) * channels for at, row in enumerate(heard) for teller in row]
        numbers += [len(first), *first]
        for row in heard:
            numbers += [len(row), *(teller * (channels // 2) for teller in row)]
    return np.array(numbers, dtype=np.int32)


def _filled(size: int) -> int:
    """A width, rounded up to whole vectors."""
    return -(-size // ROUND) * ROUND


def as_is(array: Any) -> Any:
    """No other layout."""
    return array


def rows(array: Any) -> Any:
    """Every row filled up with zeros."""
    more = _filled(array.shape[-1]) - array.shape[-1]
    return np.pad(array, [(0, 0)] * (array.ndim - 1) + [(0, more)])


def in_pairs(matrix: Any) -> Any:
    """Weights by input and output, for `multiply`: by pair, output and half."""
    full = np.pad(rows(matrix), ((0, _filled(len(matrix)) - len(matrix)), (0, 0)))
    return full.reshape(2, len(full) // 2, -1).transpose(1, 2, 0)


def for_dots(matrix: Any) -> Any:
    """Weights by output and input, for `dot`: by output, pair and half."""
    full = rows(matrix)
    return full.reshape(len(full), 2, -1).transpose(0, 2, 1)


def by_relation(matrix: Any, relations: int, lay: Layout) -> Any:
    """What is heard, relation by relation: side by side in rows, one after another in pairs."""
    parts = [lay(part) for part in np.split(matrix, relations, axis=1)]
    return np.concatenate(parts, axis=1) if lay is rows else np.stack(parts)


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
        raise ValueError("some of its tables have invalid entries")
