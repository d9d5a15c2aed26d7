"""Adds the values of positions to Parquet files on one machine, by DataFusion.

usage: datafusion_probe.py --in PATH --out DIR --tables DIR [--column NAME] [--where SQL]

DataFusion reads and filters in as many partitions as there are processors. A thread for each adds the
values batch by batch and writes a file; no batch waits for another, and few are in memory.
"""

import argparse
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from datafusion import SessionConfig, SessionContext
from peatee.bulk import new_fields, with_values

ROWS_AT_A_TIME = 1 << 16


def add_values(source: Path, out: Path, tables: Path, column: str, where: str | None = None) -> int:
    """Writes a directory of Parquet files with the columns of `new_fields`; returns the rows.

    The directory appears when it is whole.
    """
    if out.exists():
        raise SystemExit(f"datafusion_probe: {out} is there; give another directory to --out")
    # Texts come as they stand in the file: few programs take views yet.
    config = SessionConfig().set("datafusion.execution.parquet.schema_force_view_types", "false")
    context = SessionContext(config)
    context.register_parquet("rows", str(source))
    rows = context.sql("select * from rows" + (f" where {where}" if where else ""))
    names = rows.schema().names
    taken = {field.name for field in new_fields(str(tables))}
    if column not in names or taken & set(names):
        listed = ", ".join(sorted(taken))
        raise SystemExit(f"datafusion_probe: of the columns {names} one must be {column!r}, and none of {listed}")
    unfinished = out.with_name(f".{out.name}.tmp")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    partitions = rows.execute_stream_partitioned()

    def write(number: int) -> int:
        batches = (batch.to_pyarrow() for batch in partitions[number])
        return _write(with_values(batches, str(tables), column), unfinished / f"{number:04}.parquet")

    with ThreadPoolExecutor(max(len(partitions), 1)) as pool:
        written = sum(pool.map(write, range(len(partitions))))
    unfinished.rename(out)
    return written


def _write(batches: Iterable[pa.RecordBatch], path: Path) -> int:
    """Writes a file of these batches, none where there are none; returns the rows."""
    writer, rows = None, 0
    try:
        for part in _joined(batches):
            writer = writer or pq.ParquetWriter(path, part.schema, compression="zstd")
            writer.write_table(part)
            rows += part.num_rows
    finally:
        if writer is not None:
            writer.close()
    return rows


def _joined(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Tables of many rows from batches of few: a row group of a file should not be small."""
    waiting: list[pa.RecordBatch] = []
    for batch in batches:
        waiting.append(batch)
        if sum(batch.num_rows for batch in waiting) >= ROWS_AT_A_TIME:
            yield pa.Table.from_batches(waiting)
            waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting)


def main() -> None:
    parser = argparse.ArgumentParser(description="Adds the values of positions to Parquet files, by DataFusion.")
    parser.add_argument("--in", dest="source", type=Path, required=True, metavar="PATH", help="a file or a directory")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a directory that is not there yet")
    parser.add_argument("--tables", type=Path, required=True, metavar="DIR", help="tables of one variant, or of chess")
    parser.add_argument("--column", default="fen", metavar="NAME", help="the column of FENs [default: fen]")
    parser.add_argument("--where", metavar="SQL", help="only these rows, such as \"rating > 2000\"")
    given = parser.parse_args()
    rows = add_values(given.source, given.out, given.tables, given.column, given.where)
    print(f"{rows:,} rows")


if __name__ == "__main__":
    main()
