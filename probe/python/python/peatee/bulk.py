"""Arrow record batches with the values of their positions, for engines that call Python: Spark, Daft, DataFusion.

A process opens each directory of tables once, however many tasks it runs, and keeps it open.
"""

from collections.abc import Iterable, Iterator
from threading import Lock

import pyarrow as pa

from ._peatee import Tables, open_tables, variant_of
from .column_names import columns_of
from .column_types import COLUMN_TYPES

_opened: dict[str, Tables] = {}
_opening = Lock()


def new_fields(tables: str) -> list[pa.Field]:
    """The columns that `with_values` adds, for the tables of a directory.

    >>> [field.name for field in new_fields("tables/english")], [field.name for field in new_fields("tables/chess")]
    (['wdl', 'dtw_plies', 'error'], ['wdl', 'dtz_plies', 'outcome', 'error'])
    """
    return [pa.field(name, COLUMN_TYPES[name]) for name in columns_of(variant_of(tables))]


def tables_of_process(directory: str) -> Tables:
    """The open tables of a directory, the same for all callers in this process. Nobody closes them."""
    with _opening:
        if directory not in _opened:
            _opened[directory] = open_tables(directory)
        return _opened[directory]


def with_values(batches: Iterable[pa.RecordBatch], tables: str, column: str = "fen") -> Iterator[pa.RecordBatch]:
    """The batches with the columns `new_fields` added. `tables` is a directory that every worker can read.

    >>> batch = pa.record_batch({"id": [7], "fen": ["W:WK17,K5:BK31"]})
    >>> [found] = with_values([batch], "tables/english")
    >>> found.to_pylist()
    [{'id': 7, 'fen': 'W:WK17,K5:BK31', 'wdl': 'win', 'dtw_plies': 31, 'error': None}]
    """
    opened = tables_of_process(tables)
    fields = new_fields(tables)
    for batch in batches:
        answers = pa.record_batch(opened.probe_many(batch.column(column)), schema=pa.schema(fields))
        yield pa.record_batch([*batch.columns, *answers.columns], schema=pa.schema([*batch.schema, *fields]))
