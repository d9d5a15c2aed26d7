"""Parquet, by pyarrow."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..column_types import COLUMN_TYPES
from .._peatee import Answers
from ..errors import FileError
from .formats import PART_ROWS, TableFile, Writer


class ParquetTable(TableFile):
    """A Parquet file; its parts are record batches."""

    def __init__(self, path: Path, column: str, added: Mapping[str, str]) -> None:
        super().__init__(path, column, added)
        try:
            with pq.ParquetFile(path) as file:
                self._schema = file.schema_arrow
        except pa.ArrowInvalid as error:
            raise FileError(f"{path} is no Parquet file: {error}") from error
        self.check_columns(self._schema.names)

    def parts(self) -> Iterator[tuple[Any, int, float]]:
        try:
            with pq.ParquetFile(self.path) as file:
                rows, done = file.metadata.num_rows, 0
                for batch in file.iter_batches(PART_ROWS):
                    done += batch.num_rows
                    yield batch, batch.num_rows, done / rows
        except (pa.ArrowInvalid, OSError) as error:
            raise FileError(f"{self.path} is damaged: {error}") from error

    def fens(self, part: Any) -> Any:
        return part.column(self.column)

    def writer(self, path: Path) -> Writer:
        return _ParquetWriter(path, self._schema, self.added)


class _ParquetWriter(Writer):
    def __init__(self, path: Path, schema: Any, added: Mapping[str, str]) -> None:
        self._added = pa.schema([(held, COLUMN_TYPES[held]) for held in added.values()])
        for name, held in added.items():
            schema = schema.append(pa.field(name, COLUMN_TYPES[held]))
        self._schema = schema
        self._file = pq.ParquetWriter(path, schema, compression="zstd")

    def write(self, part: Any, answers: Answers) -> None:
        columns = pa.record_batch(answers, schema=self._added).columns
        self._file.write_batch(pa.record_batch([*part.columns, *columns], schema=self._schema))

    def close(self) -> None:
        self._file.close()
