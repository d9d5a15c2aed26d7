"""Values of positions as expressions of polars.

>>> import polars
>>> frame = polars.DataFrame({"fen": ["W:WK17,K5:BK31", "W:WK1:BK32"]})
>>> frame.select(value(peatee.open_tables("tables/english"), "fen")).unnest("fen").rows()
[('win', 31, None), ('draw', None, None)]
"""

import polars as pl

from ._peatee import Tables
from .column_names import columns_of

_WORDS = pl.Enum(["loss", "draw", "win"])
_TYPES = {"wdl": _WORDS, "rules_wdl": _WORDS, "outcome": pl.String(), "error": pl.String()}


def value(
    tables: Tables, positions: str | pl.Expr = "fen", *, dtc: bool = False, rules: str | None = None
) -> pl.Expr:
    """The values of a column of FENs, as structures of the columns of `Tables.probe_many`, in lazy frames too.

    `wdl` is of the type `Enum`, which sorts a loss before a draw and a draw before a win.
    """
    *names, error = columns_of(tables.variant)
    names += ["dtc_plies"] if dtc else []
    names += ["rules_wdl", "rules_needed_plies"] if rules is not None else []
    fields = {name: _TYPES.get(name, pl.Int32()) for name in [*names, error]}

    def probed(fens: pl.Series) -> pl.Series:
        answers = pl.DataFrame(tables.probe_many(fens, dtc=dtc, rules=rules))
        return answers.cast(fields).to_struct(fens.name)  # type: ignore[arg-type]

    column = pl.col(positions) if isinstance(positions, str) else positions
    return column.map_batches(probed, return_dtype=pl.Struct(fields), is_elementwise=True)
