"""The published games of champions: the files are what docs/research/data.md says, and replay to the same results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import ziggurat
from ziggurat.bots import weights

FOLDER = Path(__file__).parents[2] / "docs" / "champions"
CARD = FOLDER.parent / "research" / "data.md"
FILES = [(name, int(seats)) for name, seats in (path.stem.split("-") for path in sorted(FOLDER.glob("*.parquet")))]


def table(name: str, seats: int) -> Any:
    import pyarrow.parquet as files

    return files.read_table(FOLDER / f"{name}-{seats}.parquet")


@pytest.mark.parametrize(("name", "seats"), FILES)
def test_every_game_replays_to_what_its_row_says(name: str, seats: int) -> None:
    rows = table(name, seats)
    about = {key.decode(): value.decode() for key, value in rows.schema.metadata.items()}
    assert (about["game"], about["seats"], about["licence"]) == (name, str(seats), "MIT")
    assert int(about["rules"]) == ziggurat.game(name).rules_version
    for row in rows.to_pylist():
        match = ziggurat.new(name, seats=seats, seed=row["seed"])
        match.replay(row["actions"])
        assert match.over
        assert (len(match), match.ending_code) == (row["decisions"], row["ending"])
        assert match.scores == [row[f"score_{seat}"] for seat in range(seats)]
        assert match.winners == [seat for seat in range(seats) if row[f"won_{seat}"]]


@pytest.mark.parametrize(("name", "seats"), FILES)
def test_card_names_sizes_and_players(name: str, seats: int) -> None:
    rows = table(name, seats)
    line = re.search(rf"^\| `{name}-{seats}\.parquet` \|(.*)\|$", CARD.read_text("utf-8"), re.MULTILINE)
    assert line is not None
    games, decisions, network = (cell.strip() for cell in line[1].split("|")[:3])
    assert int(games) == rows.num_rows
    assert int(decisions.replace(",", "")) == sum(rows["decisions"].to_pylist())
    assert network == f"`{rows.schema.metadata[b'network'].decode()}`"


def test_all_files_are_read_as_one_table() -> None:
    import pyarrow.parquet as files

    together = files.read_table(FOLDER)
    assert together.num_rows == sum(table(name, seats).num_rows for name, seats in FILES)
    assert set(together["seats"].to_pylist()) == {seats for _, seats in FILES}


def test_all_files_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_500_000


def test_the_same_network_plays_the_same_game_again() -> None:
    """As long as the network is the one that played; a stronger one later does not make the files wrong."""
    from runpy import run_path

    maker = run_path(str(FOLDER.parent / "make" / "champions.py"))
    rows = table("babel", 2)
    game = ziggurat.game("babel")
    if weights.of(game).story["fingerprint"] != rows.schema.metadata[b"network"].decode():
        pytest.skip("Babel has another network today.")
    assert list(maker["play"](game, 2, 7).actions) == rows["actions"][7].as_py()
