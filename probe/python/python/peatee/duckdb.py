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

    def values(games: pa.ChunkedArray, fens: pa.ChunkedArray) -> pa.Array:
        parts, rows = [], []
        for game in games.unique().to_pylist():
            if game not in by_game:
                known = ", ".join(sorted(by_game)) or "none"
                raise PeateeError(f"no tables of {game!r} are registered, but those of {known}; give them to register")
            chosen = pc.indices_nonzero(pc.equal(games, game))
            is_all = len(chosen) == len(fens)
            parts.append(_structure(by_game[game], fens if is_all else fens.take(chosen)))
            rows.append(chosen)
        return parts[0] if len(parts) == 1 else pa.concat_arrays(parts).take(pc.sort_indices(pa.concat_arrays(rows)))

    connection.create_function(name, values, ["VARCHAR", "VARCHAR"], _STRUCT, type=PythonUDFType.ARROW)


def _structure(tables: Tables, fens: pa.ChunkedArray) -> pa.StructArray:
    answers = pa.record_batch(tables.probe_many(fens))
    columns = []
    for name in _NAMES:
        has_name = name in answers.schema.names
        columns.append(answers[name].cast(COLUMN_TYPES[name]) if has_name else pa.nulls(len(fens), COLUMN_TYPES[name]))
    return pa.StructArray.from_arrays(columns, _NAMES)
