"""Networks come out of their packed form as they went in, and none is larger than a phone should load."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ziggurat
from tests.cases import every_game
from ziggurat.bots import weights
from ziggurat.bots.weights import Weights
from ziggurat.core.game import Claim
from ziggurat.server.transport import device_networks

SAMPLE = Path(__file__).parents[3] / "web" / "tests" / "device" / "network.json"  # Vitest reads it, too


def unpack(packed: bytes) -> tuple[list[int], list[int], int]:
    """Numbers, weights and room, as `web/src/device/networks.ts` reads them."""
    count, total, room = (int(number) for number in np.frombuffer(packed, "<u4", 3))
    numbers = np.frombuffer(packed, "<i4", count, 12).tolist()
    bits = "".join(f"{byte:08b}" for byte in packed[12 + 4 * count :])
    made: list[int] = []
    at = 0
    while len(made) < total:
        at, k = at + 4, int(bits[at : at + 4], 2)
        if k == device_networks.ALL_ZERO:
            made += [0] * device_networks.BLOCK
            continue
        at, shift = at + 4, int(bits[at : at + 4], 2)
        for _ in range(device_networks.BLOCK):
            end = bits.index("0", at)
            folded = (end - at << k) + int(f"0{bits[end + 1 : end + 1 + k]}", 2)
            at = end + 1 + k
            made.append((~(folded >> 1) if folded & 1 else folded >> 1) << shift)
    assert len(bits) - at < 8
    assert not any(made[total:])
    return numbers, made[:total], room


def network(numbers: Any, made: Any, room: int) -> Weights:
    return Weights(np.array(made, np.int16), np.array(numbers, np.int32), room, {})


@pytest.mark.parametrize("name", every_game(claim=Claim.NETWORK))
def test_every_network_fits_a_phone_and_comes_out_unchanged(name: str) -> None:
    game = ziggurat.game(name)
    packed = device_networks.packed(game)
    assert packed is not None
    assert len(packed) <= device_networks.LARGEST
    shipped = weights.of(game)
    assert unpack(packed) == (shipped.numbers.tolist(), shipped.weights.tolist(), shipped.room)


@pytest.mark.parametrize(
    "made",
    [
        [0] * 64,
        [-32768, 32767] * 16,
        [-32768] * 32,
        [1],
        [*[0] * 32, *[4096, -8192] * 16, 5],
        np.random.default_rng(1).integers(-32768, 32768, 1000).tolist(),
    ],
)
def test_any_weights_come_out_unchanged(made: list[int]) -> None:
    assert unpack(device_networks.pack(network([-1, 2**31 - 1], made, 7))) == ([-1, 2**31 - 1], made, 7)


def test_the_sample_that_the_page_unpacks_is_what_we_pack() -> None:
    sample = json.loads(SAMPLE.read_text("utf-8"))
    packed = device_networks.pack(network(sample["numbers"], sample["weights"], sample["room"]))
    assert base64.b64encode(packed).decode() == sample["packed"]
