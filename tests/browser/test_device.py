"""Our Python in a browser says what CPython says: views, refusals, events, previews, logs and digests."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import script
from tests.browser.node import Node
from tests.cases import one_setup_a_game
from tests.playing import Setup
from ziggurat.browser import bundle

DECISIONS = 40
WORKER = "ziggurat.browser.worker"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("device") / "device"
    bundle.build(folder=folder)
    return folder


@pytest.fixture(scope="module")
def node(built: Path) -> Iterator[Node]:
    with Node(built) as node:
        yield node


@pytest.mark.parametrize("setup", one_setup_a_game())
def test_a_table_says_the_same_on_brython(node: Node, setup: Setup) -> None:
    node.load(setup.game)
    for message, expected in script.play(setup, zlib.crc32(str(setup).encode()), DECISIONS):
        assert script.parsed(node.call(WORKER, "handle", json.dumps(message))) == expected, message
