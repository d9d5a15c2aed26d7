"""Values of positions in the SQL of DuckDB.

>>> import duckdb
>>> connection = duckdb.connect()
>>> register(connection, peatee.open_tables("tables/english"), peatee.open_tables("tables/chess"))
>>> connection.sql("SELECT peatee_value('english', 'W:WK17,K5:BK31').dtw_plies AS plies").fetchall()
[(31,)]
"""

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
from duckdb.func import PythonUDFType

from ._peatee import Tables
from .column_names import columns_of
from .column_types import COLUMN_TYPES
from .errors import PeateeError

_NAMES = ("wdl", "dtw_plies", "dtz_plies", "outcome", "error")
_TYPES = {pa.string(): "VARCHAR", pa.int32(): "INTEGER"}
_STRUCT = "STRUCT(" + ", ".join(f"{name} {_TYPES[COLUMN_TYPES[name]]}" for name in _NAMES) + ")"


def register(connection: duckdb.DuckDBPyConnection, *tables: Tables, name: str = "peatee_value") -> None:
    """Adds a function of SQL, `peatee_value(game, fen)`, that probes these tables, one set for each game.

    The value is a structure of `wdl`, `dtw_plies`, `dtz_plies`, `outcome` and `error`: the columns of `Tables.probe_many`.
    Those that the game has not are null. A null FEN has no value.
    """
    by_game = {opened.variant: opened for opened in tables}

    def of_game(game: str, fens: pa.ChunkedArray) -> pa.StructArray:
        if game not in by_game:
            known = ", ".join(sorted(by_game)) or "none"
            raise PeateeError(f"no tables of {game!r} are registered, but those of {known}; give them to register")
        return _structure(by_game[game], fens)

    def values(games: pa.ChunkedArray, fens: pa.ChunkedArray) -> pa.Array:
        names = games.unique().to_pylist()
        if len(names) == 1:
            return of_game(names[0], fens)
        rows = [pc.indices_nonzero(pc.equal(games, game)) for game in names]
        parts = [of_game(game, fens.take(chosen)) for game, chosen in zip(names, rows)]
        return pa.concat_arrays(parts).take(pc.sort_indices(pa.concat_arrays(rows)))

    connection.create_function(name, values, ["VARCHAR", "VARCHAR"], _STRUCT, type=PythonUDFType.ARROW)


def _structure(tables: Tables, fens: pa.ChunkedArray) -> pa.StructArray:
    found = columns_of(tables.variant)
    schema = pa.schema([(name, COLUMN_TYPES[name]) for name in found])
    answers = pa.record_batch(tables.probe_many(fens), schema=schema)
    columns = [answers[name] if name in found else pa.nulls(len(fens), COLUMN_TYPES[name]) for name in _NAMES]
    return pa.StructArray.from_arrays(columns, _NAMES)
