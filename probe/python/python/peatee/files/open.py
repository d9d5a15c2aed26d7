"""The format of a file, by the ending of its name."""

from collections.abc import Mapping
from pathlib import Path

from ..errors import FileError
from .csv import CsvTable
from .formats import TableFile
from .jsonl import JsonlTable

SUFFIXES = (".parquet", ".pq", ".csv", ".tsv", ".jsonl", ".ndjson")
"""The endings of names that `open_file` knows."""


def open_file(path: Path, column: str, added: Mapping[str, str]) -> TableFile:
    """The file at a path, by its ending. `added` has the names of the new columns and what they hold."""
    suffix = path.suffix.lower()
    if suffix in (".parquet", ".pq"):
        try:
            from .parquet import ParquetTable
        except ImportError as error:
            raise FileError(f"{path} needs pyarrow to be read; pip install 'peatee[files]'") from error
        return ParquetTable(path, column, added)
    if suffix in (".csv", ".tsv"):
        return CsvTable(path, column, added)
    if suffix in (".jsonl", ".ndjson"):
        return JsonlTable(path, column, added)
    raise FileError(f"{path} has none of the endings {', '.join(SUFFIXES)}; rename it to say what it is")
