"""Values in the queries of DuckDB and in the expressions of polars, beside single probes."""

import doctest
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import peatee
import peatee.duckdb
import peatee.polars

ROOK = "8/8/8/8/8/2k5/8/K6R w - - 80 90"


@pytest.fixture
def connection(english: peatee.Tables, chess_tables: peatee.ChessTables) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    peatee.duckdb.register(connection, english, chess_tables)
    return connection


def test_a_column_in_sql(connection: duckdb.DuckDBPyConnection, english: peatee.Tables) -> None:
    """More rows than DuckDB gives at once, of which some have errors and some are null."""
    kmvk = english.slice("KMvK")
    known = kmvk.fens(np.arange(len(kmvk))[::2])
    fens = [*known, "W:WK99:B1", None]
    table = pa.table({"id": range(len(fens)), "fen": fens})
    connection.register("positions", table)
    found = connection.sql("SELECT id, fen, peatee_value('english', fen) AS value FROM positions ORDER BY id").fetchall()
    assert [row[:2] for row in found] == list(enumerate(fens)) and len(found) > 4 * 2048
    for _, fen, value in found[:-2]:
        single = english.probe(fen)
        assert value == {
            "wdl": str(single.wdl),
            "dtw_plies": single.dtw_plies,
            "dtz_plies": None,
            "outcome": None,
            "error": None,
        }
    assert found[-2][2]["wdl"] is None and "99" in found[-2][2]["error"]
    assert found[-1][2] is None
    won = connection.sql("SELECT count(*) FROM positions WHERE peatee_value('english', fen).wdl = 'win'").fetchall()
    assert won == [(sum(str(english.probe(fen).wdl) == "win" for fen in known),)]


def test_rows_of_several_games(connection: duckdb.DuckDBPyConnection) -> None:
    games = pa.table({"game": ["chess", "english", "chess"] * 2000, "fen": [ROOK, "W:WK18,20:BK10", ROOK] * 2000})
    connection.register("games", games)
    found = connection.sql("SELECT game, peatee_value(game, fen) AS value FROM games").fetchall()
    assert len(found) == 6000
    for game, value in found:
        expected = ("win", 29, None, None) if game == "english" else ("win", None, 27, "cursed-win")
        assert (value["wdl"], value["dtw_plies"], value["dtz_plies"], value["outcome"]) == expected


def test_games_without_tables_are_named(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(Exception, match="no tables of 'russian' are registered, but those of chess, english"):
        connection.sql("SELECT peatee_value('russian', 'W:WK1:BK32')").fetchall()


def test_an_expression_of_polars(english: peatee.Tables) -> None:
    fens = ["W:WK1:BK32", None, "W:WK18,20:BK10", "W:WK99:B1"]
    frame = pl.DataFrame({"id": range(4), "fen": fens})
    found = frame.lazy().with_columns(peatee.polars.value(english).alias("value")).unnest("value").collect()
    assert found.columns == ["id", "fen", "wdl", "dtw_plies", "error"]
    assert found["wdl"].to_list() == ["draw", None, "win", None] and found["dtw_plies"].to_list() == [None, None, 29, None]
    assert found.schema["wdl"] == pl.Enum(["loss", "draw", "win"])
    assert found.drop_nulls("wdl").sort("wdl", descending=True)["id"].to_list() == [2, 0]
    more = frame.select(peatee.polars.value(english, pl.col("fen"), dtc=True, rules="none")).unnest("fen")
    names = ["wdl", "dtw_plies", "dtc_plies", "rules_wdl", "rules_needed_plies", "error"]
    assert more.columns == names and more["rules_wdl"].equals(more["wdl"].alias("rules_wdl"))
    assert frame.clear().select(peatee.polars.value(english)).schema["fen"] == frame.lazy().select(
        peatee.polars.value(english)
    ).collect_schema()["fen"]


def test_an_expression_for_chess(chess_tables: peatee.ChessTables) -> None:
    found = pl.DataFrame({"at": [ROOK]}).select(peatee.polars.value(chess_tables, "at")).unnest("at")
    assert found.rows() == [("win", 27, "cursed-win", None)]


@pytest.mark.parametrize("module", [peatee.duckdb, peatee.polars], ids=["duckdb", "polars"])
def test_the_examples_of_the_documentation_run(module: object, beside_tables: Path) -> None:
    found = doctest.testmod(module, extraglobs={"peatee": peatee})  # type: ignore[arg-type]
    assert found.attempted >= 3 and found.failed == 0
