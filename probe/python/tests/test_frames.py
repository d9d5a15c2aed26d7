"""Answers in data frames, and what a notebook shows."""

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pandas as pd
import polars as pl
import pytest

import peatee

FENS = ["W:WK1:BK32", "W:WK18,20:BK10", "W:WK99:B1", "W:WK10:B4,11"]
ROWS = [("draw", None), ("win", 29), (None, None), ("loss", 54)]


def rows_of(frame: pd.DataFrame) -> list[tuple[Any, Any]]:
    """The values of a frame of pandas, `None` for null."""
    found = frame[["wdl", "dtw_plies"]].astype(object)
    return list(found.where(found.notna(), None).itertuples(index=False, name=None))


def test_data_frames_take_answers(english: peatee.Tables) -> None:
    answers = english.probe_many(FENS)
    frame = pl.DataFrame(answers)
    assert frame.select("wdl", "dtw_plies").rows() == ROWS
    assert frame.filter(pl.col("wdl") == "win").height == 1
    # `from_arrow` came with pandas 3.
    for pandas_frame in (pd.DataFrame(answers), getattr(pd.DataFrame, "from_arrow", pd.DataFrame)(answers)):
        assert list(pandas_frame.columns) == ["wdl", "dtw_plies", "error"]
        assert rows_of(pandas_frame) == ROWS
        assert (pandas_frame["wdl"] == "win").sum() == 1 and "99" in pandas_frame["error"][2]
    rows = list(answers)
    assert [(row.wdl, row.dtw_plies) for row in rows] == ROWS and rows[1]._fields == ("wdl", "dtw_plies", "error")


def test_data_frames_take_answers_of_chess(chess_tables: peatee.ChessTables) -> None:
    answers = chess_tables.probe_many(["8/8/8/8/8/2k5/8/K6R w - - 80 90", "x"], rules="FIDE-50")
    [row, no_row] = pd.DataFrame(answers).to_dict("records")
    assert (row["wdl"], row["outcome"], row["rules_wdl"]) == ("win", "cursed-win", "draw")
    assert pd.isna(no_row["wdl"]) and "6 fields" in no_row["error"]


def html_of(shown: Any) -> ElementTree.Element:
    """The HTML that a notebook shows, which has to be well formed."""
    return ElementTree.fromstring(f"<div>{shown._repr_html_()}</div>")


def table_of(html: ElementTree.Element) -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in row] for row in html.iter("tr")]


def titles(html: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in html.iter("{http://www.w3.org/2000/svg}title")]


def test_answers_show_their_first_rows(english: peatee.Tables) -> None:
    html = html_of(english.probe_many([*FENS, "<b>"] * 10))
    names, *rows = table_of(html)
    assert names == ["wdl", "dtw_plies", "error"] and len(rows) == 10
    assert [(row[0] or None, int(row[1]) if row[1] else None) for row in rows[:4]] == ROWS
    assert "".join(html.itertext()).endswith("50 rows, 20 with errors")


@pytest.mark.parametrize("fen", ["W:WK17,K5:BK31", "W:WK1:BK32"])
def test_lines_show_their_last_position(english: peatee.Tables, fen: str) -> None:
    line = english.best_line(fen, max_plies=6)
    html = html_of(line)
    text = "".join(html.itertext())
    assert titles(html) == [line.fen] and str(line) in text and str(line.value) in text


def test_lines_of_chess_show_their_last_position(chess_tables: peatee.ChessTables) -> None:
    line = chess_tables.best_line("8/8/8/8/8/1k5r/8/K7 b - - 0 1")
    assert titles(html_of(line)) == [line.fen]


def test_verdicts_show_position_and_facts(english: peatee.Tables, chess_tables: peatee.ChessTables) -> None:
    [verdict] = english.adjudicate('[GameType "21"] [FEN "W:WK17,K5:BK31"] 1. 17-14 1/2-1/2', rules="WCDF")
    html = html_of(verdict)
    facts = dict(table_of(html))
    assert titles(html) == [verdict.fen]
    assert facts["result"] == "1-1, against-value" and "loss in 30 plies" in facts["value"]
    assert facts["best line"] == " ".join(verdict.best_line)
    [verdict] = chess_tables.adjudicate('[FEN "8/8/8/8/8/1k5r/8/K7 b - - 0 1"] 1... Rh1# 1/2-1/2')
    html = html_of(verdict)
    assert titles(html) == [verdict.fen] and dict(table_of(html))["article"] == "5.1.1"


def test_tables_show_their_size(english: peatee.Tables) -> None:
    html = html_of(english)
    names, *rows = table_of(html)
    slices = [slice_ for slice_ in english.slices() if len(slice_.name) == 3]
    assert names == ["pieces", "slices", "positions", "bytes"]
    assert rows[0] == ["2", *(str(sum(size(of) for of in slices)) for size in (lambda _: 1, len, lambda of: of.bytes))]
    assert [row[0] for row in rows] == ["2", "3"] and "english" in "".join(html.itertext())


def test_the_version_is_that_of_the_package() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", peatee.__version__)
