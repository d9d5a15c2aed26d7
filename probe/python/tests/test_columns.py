"""Columns of positions in, Arrow columns out."""

from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from draughts import Board

import peatee
from boards import fen_of

FENS: list[Any] = ["W:WK1:BK32", None, "W:WK18,20:BK10", "W:WK99:B1", "W:WK1,K2,K3,K4:BK31", "W:WK10:B4,11"]
WDL = ["draw", None, "win", None, None, "loss"]
DTW = [None, None, 29, None, None, 54]


@pytest.mark.parametrize(
    "column",
    [
        pa.array(FENS),
        pa.array(FENS, pa.large_string()),
        pa.array(FENS, pa.string_view()),
        pa.array(FENS).dictionary_encode(),
        pa.chunked_array([FENS[:1], [], FENS[1:4], FENS[4:]]),
        pa.array(["junk", *FENS])[1:],
        pa.table({"fen": FENS}),
        pa.table({"fen": FENS}).to_reader(max_chunksize=2),
        pl.Series(FENS),
        pl.DataFrame({"fen": FENS}),
        duckdb.from_arrow(pa.table({"fen": FENS})),
    ],
    ids=lambda column: type(column).__name__,
)
def test_kinds_of_columns(english: peatee.Tables, column: Any) -> None:
    answers = english.probe_many(column)
    assert (answers.wdl.tolist(), answers.dtw_plies.tolist()) == (WDL, DTW)
    errors = answers.error.tolist()
    assert [error is None for error in errors] == [wdl is not None for wdl in WDL]
    assert "null" in errors[1] and "99" in errors[3] and "5 pieces" in errors[4]
    assert (len(answers), answers.error_count) == (6, 3)


def test_lists_of_anything_that_is_a_position(english: peatee.Tables) -> None:
    fen = "W:WK17,K5:BK31"
    rows = [fen, english.position(fen), Board(variant="english", fen=fen), 17, None]
    answers = english.probe_many(rows)
    assert answers.dtw_plies.tolist() == [31, 31, 31, None, None]
    errors = answers.error.tolist()
    assert errors[:3] == [None] * 3 and "int is no position" in errors[3] and "NoneType" in errors[4]
    texts = np.array([fen, "x"], dtype=object)
    assert english.probe_many(texts).wdl.tolist() == ["win", None]
    assert len(english.probe_many([])) == 0


def test_columns_of_numpy(english: peatee.Tables) -> None:
    answers = english.probe_many(FENS)
    np.testing.assert_array_equal(np.asarray(answers.wdl), [0, np.nan, 1, np.nan, np.nan, -1])
    whole = english.probe_many(["W:WK1:BK32", "W:WK18,20:BK10"])
    assert np.asarray(whole.wdl).dtype == np.int8 and np.asarray(whole.wdl).tolist() == [0, 1]
    assert np.asarray(whole.wdl, dtype=np.int64).dtype == np.int64
    texts = np.asarray(answers.error)
    assert texts.dtype == object and texts[0] is None and "99" in texts[3]
    with pytest.raises(ValueError, match="without a copy"):
        np.asarray(whole.wdl, copy=False)


def test_answers_go_on_without_a_copy(english: peatee.Tables) -> None:
    answers = english.probe_many(pa.array(FENS))
    table = pa.table(answers)
    words = pa.dictionary(pa.int8(), pa.string())
    assert table.schema == pa.schema([("wdl", words), ("dtw_plies", pa.int32()), ("error", pa.string())])
    assert table.column("wdl").to_pylist() == WDL
    assert pa.array(answers.dtw_plies).to_pylist() == DTW
    assert pa.record_batch(answers).num_rows == 6
    frame = pl.DataFrame(answers)
    assert (frame["wdl"].to_list(), frame["dtw_plies"].to_list()) == (WDL, DTW)
    first, second = pa.array(answers.wdl), pa.array(answers.wdl)
    assert first.indices.buffers()[1].address == second.indices.buffers()[1].address
    # The columns outlive the answers and the tables.
    del answers, table
    english.close()
    assert first.to_pylist() == WDL


def test_columns_equal_single_probes(international: peatee.Tables) -> None:
    """Boards in, as FEN texts and as bitboards, beside one probe for each."""
    numbers = np.random.default_rng(5)
    for slice_ in international.slices():
        boards = slice_.positions(numbers.integers(0, len(slice_), 200))
        fens = [fen_of(row) for row in boards.tolist()]
        by_boards, by_fens = international.probe_many(boards), international.probe_many(pa.array(fens))
        assert pa.table(by_boards).equals(pa.table(by_fens))
        singles = [international.probe(fen) for fen in fens]
        assert by_boards.wdl.tolist() == [str(value.wdl) for value in singles]
        assert by_boards.dtw_plies.tolist() == [value.dtw_plies for value in singles]


def test_more_rows_than_one_part(english: peatee.Tables) -> None:
    """Errors stay in their rows across the parts of 65,536 rows."""
    fens = [FENS[row % 6] for row in range(200_000)]
    table = pa.table(english.probe_many(pa.array(fens)))
    assert table["wdl"].to_pylist() == [WDL[row % 6] for row in range(200_000)]
    assert table["error"].null_count == 200_000 - sum(1 for row in range(200_000) if WDL[row % 6] is None)


def test_wrong_rows_of_bitboards_have_errors(english: peatee.Tables) -> None:
    rows = np.array(
        [
            [0, 1, 0, 1 << 31, 0],
            [0, 1, 0, 1 << 31, 2],
            [0, 1, 0, 1, 0],
            [0, 1, 0, 1 << 40, 0],
            [0, 0, 0, 0, 0],
            [0, 1, 0, 1 << 63, 1],
        ],
        dtype=np.uint64,
    )
    answers = english.probe_many(rows)
    assert answers.wdl.tolist() == ["draw"] + [None] * 5
    assert "side to move" in answers.error.tolist()[1]
    # Rows that do not stand side by side in memory.
    assert english.probe_many(np.asfortranarray(rows)).wdl.tolist() == answers.wdl.tolist()
    assert english.probe_many(rows[::-1]).wdl.tolist() == answers.wdl.tolist()[::-1]
    assert len(english.probe_many(rows[:0])) == 0


@pytest.mark.parametrize(
    ("column", "error", "text"),
    [
        (pa.array([1, 2]), TypeError, "Int64"),
        (pa.table({"a": ["x"], "fen": ["y"]}), TypeError, "a, fen"),
        (np.zeros((3, 4), dtype=np.uint64), peatee.PositionError, r"\[3, 4\]"),
        (np.zeros((3, 5), dtype=np.int32), peatee.PositionError, "int32|i4"),
        (np.zeros(5, dtype=np.uint64), peatee.PositionError, "shape"),
        ("W:WK1:BK32", TypeError, "probe takes one"),
        (17, TypeError, "int"),
    ],
)
def test_wrong_columns(english: peatee.Tables, column: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        english.probe_many(column)


def test_an_array_that_is_being_changed_is_not_read(english: peatee.Tables) -> None:
    rows = np.zeros((2, 5), dtype=np.uint64)
    rows.flags.writeable = False
    assert english.probe_many(rows).error_count == 2


def test_more_columns_are_those_of_single_probes(english: peatee.Tables) -> None:
    kmvk = english.slice("KMvK")
    fens = kmvk.fens(np.arange(0, len(kmvk), 17)) + ["junk"]
    answers = english.probe_many(pa.array(fens), dtc=True, rules="none")
    names = ["wdl", "dtw_plies", "dtc_plies", "rules_wdl", "rules_needed_plies", "error"]
    assert pa.table(answers).column_names == [name for name, _ in answers.columns] == names
    assert answers.dtc_plies is not None and answers.rules_wdl is not None and answers.rules_needed_plies is not None
    assert answers.dtc_plies.tolist() == [*(english.dtc_plies(fen) for fen in fens[:-1]), None]
    single = [english.rule_value(fen, "none") for fen in fens[:-1]]
    wins = {"win": "win", "cursed-win": "draw", "draw": "draw", "blessed-loss": "draw", "loss": "loss"}
    assert answers.rules_wdl.tolist() == [*(wins[value.outcome] for value in single), None]
    assert answers.rules_needed_plies.tolist() == [*(value.needed_plies for value in single), None]
    assert set(answers.dtc_plies.tolist()) > {None, 1} and answers.error_count == 1
    plain = english.probe_many(fens)
    assert plain.dtc_plies is None and plain.rules_wdl is None and plain.rules_needed_plies is None


def test_a_row_that_lacks_a_table_says_so(international: peatee.Tables) -> None:
    answers = international.probe_many(["W:WK1:BK50"], dtc=True)
    assert answers.wdl.tolist() == [None] and "dtc table" in answers.error.tolist()[0]
    with pytest.raises(peatee.PeateeError, match="names no draw rules"):
        international.probe_many(["W:WK1:BK50"], rules="nobody")
