"""Compositions verified by `peatee.solve`."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import peatee
from interrupter import Interrupter

#: Compositions with one fault each: other moves that win, a draw that is a win, the first position with the board
#: turned, more pieces than the tables, and an illegal move.
COMPOSITIONS = """
[White "A. Author"]
[FEN "W:WK46:B5"]

1. 46-41 5-10 2-0

[FEN "W:WK46:B5"]

1. 46-41 1-1

[FEN "B:W46:BK5"]

1... 5-10 2. 46-41 0-2

[FEN "W:W31,32,33,34,35,36:B5,6,7,8"]

1. 31-27 2-0

[FEN "W:WK46:B5"]

1. 46-42 2-0
"""

VERDICTS = ["cooked", "wrong-goal", "cooked", "outside-tables", "unreadable"]


def solved(path: Path, tables: Path, **options: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    found = peatee.solve(path, tables, **options)
    assert found.summary is not None
    return pa.table(found).to_pylist(), found.summary


def test_rows_are_the_verdicts_of_the_program(tables_directory: Path, tmp_path: Path) -> None:
    path = tmp_path / "problems.pdn"
    path.write_text(COMPOSITIONS)
    told: list[tuple[int, int, str]] = []
    rows, summary = solved(path, tables_directory, progress=lambda done, of, name: told.append((done, of, name)))
    assert [row["verdict"] for row in rows] == VERDICTS
    assert rows[0] | {"moves": []} == {
        "file": str(path),
        "game": 1,
        "author": "A. Author",
        "event": "",
        "fen": "W:WK46:B5",
        "verdict": "cooked",
        "goal": "win",
        "tables_from_ply": 0,
        "value": "win",
        "moves": [],
        "reason": None,
        "duplicate_of": None,
    }
    assert rows[0]["moves"][0]["move"] == "46-41"
    assert {"move": "46-37", "dtw_plies": 15, "is_landing": False}.keys() == rows[0]["moves"][0]["duals"][0].keys()
    assert rows[2]["duplicate_of"] == {"file": str(path), "game": 1}, "the board turned"
    assert "46-42" in rows[4]["reason"]
    assert summary["duplicates"] == 3
    assert summary["verdicts"]["cooked"] == 2
    assert told[-1][:2] == (len(COMPOSITIONS), len(COMPOSITIONS))


def test_what_cannot_be_solved_is_named(tables_directory: Path, tmp_path: Path) -> None:
    path = tmp_path / "problems.pdn"
    path.write_text(COMPOSITIONS)
    with pytest.raises(ValueError, match="mate_in: games of draughts have no mate"):
        peatee.solve(path, tables_directory, mate_in=3)
    with pytest.raises(ValueError, match="nosuch"):
        peatee.solve(path, tables_directory, variant="nosuch")
    with pytest.raises(OSError, match="missing.pdn"):
        peatee.solve(tmp_path / "missing.pdn", tables_directory)


def test_an_interrupt_ends_the_work(tables_directory: Path, tmp_path: Path) -> None:
    path = tmp_path / "problems.pdn"
    path.write_text(COMPOSITIONS * 20_000)
    other = Interrupter()
    other.start()
    with pytest.raises(KeyboardInterrupt):
        peatee.solve(path, tables_directory)
    other.join()
    assert other.ticks == 20
