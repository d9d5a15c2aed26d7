"""Record batches for engines that call Python."""

import doctest
from pathlib import Path

import pyarrow as pa
import pytest

import peatee
from peatee import bulk

FENS = ["W:WK1:BK32", None, "W:WK18,20:BK10", "W:WK99:B1"]


def test_batches_keep_their_columns(tables_directory: Path) -> None:
    schema = pa.schema([("id", pa.int64()), ("fen", pa.string())], metadata={"made": "by hand"})
    batches = [pa.record_batch([range(4), FENS], schema=schema), pa.record_batch([[], []], schema=schema)]
    first, second = bulk.with_values(batches, str(tables_directory / "english"))
    assert first.select(["id", "fen"]).to_pydict() == {"id": [0, 1, 2, 3], "fen": FENS}
    assert first.schema.names == ["id", "fen", "wdl", "dtw_plies", "error"]
    assert (first["wdl"].to_pylist(), first["dtw_plies"].to_pylist()) == (["draw", None, "win", None], [None, None, 29, None])
    assert first["error"].null_count == 2
    assert second.num_rows == 0 and second.schema == first.schema


def test_batches_of_chess(tables_directory: Path, chess_tables: peatee.ChessTables) -> None:
    fens = ["8/8/8/8/8/2k5/1q6/K7 w - - 30 90", "nonsense", "8/8/8/8/8/2k5/8/K6R w - - 80 90"]
    directory = str(tables_directory / "chess")
    [found] = bulk.with_values([pa.record_batch({"at": fens})], directory, column="at")
    assert found.schema.names == ["at", *(field.name for field in bulk.new_fields(directory))]
    assert found["wdl"].to_pylist() == ["loss", None, "win"]
    assert found["outcome"].to_pylist() == ["loss", None, "cursed-win"]
    assert found["dtz_plies"].to_pylist() == [0, None, chess_tables.probe(fens[2]).dtz_plies]
    assert found.schema.types[1:] == [pa.string(), pa.int32(), pa.string(), pa.string()]


def test_a_process_opens_tables_once(tables_directory: Path) -> None:
    directory = str(tables_directory / "english")
    assert bulk.tables_of_process(directory) is bulk.tables_of_process(directory)
    with pytest.raises(peatee.OpenError):
        next(bulk.with_values([], str(tables_directory)))
    with pytest.raises(KeyError, match="position"):
        batch = pa.record_batch({"fen": FENS})
        next(bulk.with_values([batch], directory, column="position"))


def test_the_example_of_the_documentation_runs(beside_tables: Path) -> None:
    found = doctest.testmod(bulk)
    assert found.attempted >= 3 and found.failed == 0
