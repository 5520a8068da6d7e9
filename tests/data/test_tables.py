"""Tables of games and decisions contain what was played, and can be replayed."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import ziggurat
from tests.cases import first
from ziggurat.cli import app
from ziggurat.core.errors import ZigguratError
from ziggurat.data.tables import Column, MissingArrow, open_table
from ziggurat.sim import simulate

each_game = pytest.mark.parametrize("name", ziggurat.game_names())


def run(*arguments: str) -> Any:
    result = CliRunner().invoke(app, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit | ZigguratError), result.exception
    return result


def read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        import pyarrow.parquet as files

        return list(files.read_table(path).to_pylist())
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("ending", first("csv", "parquet"))
def test_one_row_per_game(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.{ending}"
    run("simulate", "babel", "--games", "1500", "--seed", "3", "--out", str(path), "--json")
    rows = read(path)
    assert [int(row["game"]) for row in rows] == list(range(1500))
    outcome = simulate(ziggurat.game("babel"), seats=2, games=1500, seed=3)
    assert sum(int(row["decisions"]) for row in rows) == outcome.actions
    assert np.mean([int(row["score_1"]) for row in rows]) == pytest.approx(outcome.mean_scores[1])
    assert np.mean([int(row["won_0"]) for row in rows]) == pytest.approx(outcome.win_rates[0])
    assert list(tmp_path.iterdir()) == [path]


@each_game
def test_rows_of_decisions_replay_the_game(tmp_path: Path, name: str) -> None:
    """From seed and actions of the rows every game is played again, with the observations and masks they say."""
    games, decisions = tmp_path / "games.csv", tmp_path / "decisions.csv"
    for path, more in ((games, ()), (decisions, ("--decisions",))):
        assert run("simulate", name, "--games", "6", "--seed", "5", "--out", str(path), *more).exit_code == 0
    rows: dict[int, list[dict[str, Any]]] = {}
    for row in read(decisions):
        rows.setdefault(int(row["game"]), []).append(row)
    assert len(rows) == 6
    for whole in read(games):
        own_rows = rows[int(whole["game"])]
        assert [int(row["decision"]) for row in own_rows] == list(range(int(whole["decisions"])))
        match = ziggurat.new(name, seed=int(whole["seed"]))
        for row in own_rows:
            if int(row["game"]) < 2:
                assert int(row["actor"]) == match.actor
                assert int(row["legal"]) == len(match.legal())
                assert bytes.fromhex(row["observation"]) == match.observation(match.actor).tobytes()
                mask = np.unpackbits(np.frombuffer(bytes.fromhex(row["action_mask"]), np.uint8), bitorder="little")
                assert np.flatnonzero(mask).tolist() == match.legal()
            match.play(int(row["action"]))
        assert match.over
        assert match.ending_code == whole["ending"]
        for seat in range(match.seats):
            assert match.scores[seat] == int(whole[f"score_{seat}"]) == int(own_rows[0][f"score_{seat}"])
            assert (seat in match.winners) == bool(int(whole[f"won_{seat}"])) == bool(int(own_rows[0][f"won_{seat}"]))


@pytest.mark.parametrize("more", [(), ("--decisions",)])
def test_the_arena_writes_who_played_what(tmp_path: Path, more: tuple[str, ...]) -> None:
    path = tmp_path / "arena.csv"
    run("arena", "babel", "--bots", "random,greedy", "--games", "6", "--out", str(path), "--json", *more)
    rows = read(path)
    assert sorted({int(row["game"]) for row in rows}) == list(range(6))
    assert [int(row["game"]) for row in rows] == sorted(int(row["game"]) for row in rows)
    if more:
        assert {row["bot"] for row in rows} == {"random", "greedy"}
        assert len(bytes.fromhex(rows[0]["observation"])) == ziggurat.game("babel").observation_size
    else:
        assert {row["bot_0"] for row in rows} == {"random", "greedy"}
        assert rows[0]["seed"] == rows[1]["seed"]  # the same deal, seats changed
        match = ziggurat.new("babel", seed=int(rows[0]["seed"])).play(*map(int, rows[0]["actions"].split()))
        assert match.over
        assert match.scores == [int(rows[0]["score_0"]), int(rows[0]["score_1"])]


# only games with two, three and four seats
PLAYED = (("babel", "2"), ("ur", "2"), ("ur", "3"), ("amyitis", "4"))


def simulated(folder: Path, suffix: str) -> list[Path]:
    """Three matches of each, as files."""
    paths = [folder / f"{name}-{seats}.{suffix}" for name, seats in PLAYED]
    for (name, seats), path in zip(PLAYED, paths, strict=True):
        run("simulate", name, "--seats", seats, "--games", "3", "--out", str(path), "--json")
    return paths


def test_tables_of_all_games_and_seat_counts_have_the_same_columns(tmp_path: Path) -> None:
    paths = simulated(tmp_path, "csv")
    assert len({path.read_text("utf-8").splitlines()[0] for path in paths}) == 1
    three = read(paths[2])[0]
    assert (three["seats"], three["score_2"] != "", three["score_3"], three["won_3"]) == ("3", True, "", "")


@pytest.mark.long  # needs pyarrow
def test_parquet_tables_of_all_games_and_seat_counts_are_read_together(tmp_path: Path) -> None:
    import pyarrow.dataset

    together = pyarrow.dataset.dataset([str(path) for path in simulated(tmp_path, "parquet")]).to_table().to_pylist()
    assert [row["seats"] for row in together] == [2] * 6 + [3] * 3 + [4] * 3
    assert [row["score_3"] is None for row in together] == [True] * 9 + [False] * 3


def test_decisions_have_the_same_columns_for_every_seat_count_of_a_game(tmp_path: Path) -> None:
    headers = set()
    for seats in ("2", "3"):
        path = tmp_path / f"{seats}.csv"
        run("simulate", "ur", "--seats", seats, "--games", "1", "--decisions", "--out", str(path), "--json")
        headers.add(path.read_text("utf-8").splitlines()[0])
        assert read(path)[0]["seats"] == seats
    assert len(headers) == 1


@pytest.mark.long
def test_parquet_metadata_describes_the_table(tmp_path: Path) -> None:
    import pyarrow.parquet as files

    path = tmp_path / "some.parquet"
    run("simulate", "babel", "--games", "30", "--out", str(path), "--decisions")
    file = files.ParquetFile(path)
    about = {key.decode(): value.decode() for key, value in file.schema_arrow.metadata.items()}
    assert about["game"] == "babel"
    assert about["seats"] == "2"
    assert about["ziggurat"] == ziggurat.__version__
    size = ziggurat.game("babel").observation_size
    seen = np.frombuffer(b"".join(file.read(["observation"])["observation"].to_pylist()), np.uint8).reshape(-1, size)
    assert len(seen) == file.metadata.num_rows


def test_unfinished_table_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "half.csv"
    with pytest.raises(AttributeError), open_table(path, [Column("one", "bytes")], {}) as table:
        table.add([[b"1"], ["no bytes"]])
    assert list(tmp_path.iterdir()) == []


def test_refusals_are_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments, sentence in (
        (["simulate", "babel", "--decisions"], "--decisions needs --out FILE.parquet or FILE.csv."),
        (["simulate", "babel", "--out", "games.xlsx"], "ends in .parquet or .csv, not to 'games.xlsx'."),
        (["simulate", "babel", "--out", str(tmp_path / "no" / "a.csv")], "cannot be written: there is no folder"),
        (["arena", "babel", "--bots", "random,greedy", "--out", "a", "--decisions"], "--decisions needs --out"),
    ):
        assert sentence in str(run(*arguments).exception)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingArrow, match="Parquet files need pyarrow: install it with `pip install 'ziggurat"):
        open_table(tmp_path / "a.parquet", [Column("one", "int")], {})
    assert list(tmp_path.iterdir()) == []
