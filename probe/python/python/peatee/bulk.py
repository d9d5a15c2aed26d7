"""Arrow record batches with the values of their positions, for engines that call Python: Spark, Daft, DataFusion.

A process opens each directory of tables once, however many tasks it runs, and keeps it open.
"""

from collections.abc import Iterable, Iterator
from threading import Lock

import pyarrow as pa

from .column_types import COLUMN_TYPES
from ._peatee import Tables, open_tables

NEW_FIELDS = tuple(pa.field(name, COLUMN_TYPES[name]) for name in ("wdl", "dtw_plies", "error"))
"""The columns that `with_values` adds."""


_opened: dict[str, Tables] = {}
_opening = Lock()


def tables_of_process(directory: str) -> Tables:
    """The open tables of a directory, the same for all callers in this process. Nobody closes them."""
    with _opening:
        if directory not in _opened:
            _opened[directory] = open_tables(directory)
        return _opened[directory]


def with_values(batches: Iterable[pa.RecordBatch], tables: str, column: str = "fen") -> Iterator[pa.RecordBatch]:
    """The batches with the columns `NEW_FIELDS` added. `tables` is a directory that every worker can read.

    >>> batch = pa.record_batch({"id": [7], "fen": ["W:WK17,K5:BK31"]})
    >>> [found] = with_values([batch], "tables/english")
    >>> found.to_pylist()
    [{'id': 7, 'fen': 'W:WK17,K5:BK31', 'wdl': 1, 'dtw_plies': 31, 'error': None}]
    """
    opened = tables_of_process(tables)
    for batch in batches:
        answers = pa.record_batch(opened.probe_many(batch.column(column)))
        schema = pa.schema([*batch.schema, *NEW_FIELDS])
        yield pa.record_batch([*batch.columns, *answers.columns], schema=schema)
