"""Adds the values of positions to Parquet files, by Spark.

usage: spark-submit spark_probe.py --in PATH --out PATH --tables DIR [--column NAME]

Each Python worker opens the tables once. A task that is lost with its worker runs again on another
one; Spark's committer puts its rows into the output once.
"""

import argparse
from functools import partial

import pyarrow as pa
from peatee.bulk import new_fields, with_values
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType


def with_values_of(frame: DataFrame, tables: str, column: str) -> DataFrame:
    """The frame with the columns of `new_fields` added: wdl, dtw_plies and error for draughts."""
    added = from_arrow_schema(pa.schema(new_fields(tables)))
    taken = set(added.names)
    if column not in frame.columns or taken & set(frame.columns):
        listed = ", ".join(sorted(taken))
        raise SystemExit(f"spark_probe: of the columns {frame.columns} one must be {column!r}, and none of {listed}")
    schema = StructType([*frame.schema.fields, *added.fields])
    return frame.mapInArrow(partial(with_values, tables=tables, column=column), schema)


def main() -> None:
    parser = argparse.ArgumentParser(description="Adds the values of positions to Parquet files, by Spark.")
    parser.add_argument("--in", dest="source", required=True, metavar="PATH", help="Parquet files")
    parser.add_argument("--out", required=True, metavar="PATH", help="a directory that is not there yet")
    parser.add_argument("--tables", required=True, metavar="DIR", help="tables, at the same path everywhere")
    parser.add_argument("--column", default="fen", metavar="NAME", help="the column of FENs [default: fen]")
    given = parser.parse_args()
    spark = SparkSession.builder.appName("peatee").getOrCreate()
    try:
        frame = spark.read.parquet(given.source)
        with_values_of(frame, given.tables, given.column).write.mode("errorifexists").parquet(given.out)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
