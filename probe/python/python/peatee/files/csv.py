"""CSV and TSV. All values are texts and stay as they are."""

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .._peatee import Answers
from ..errors import FileError
from .formats import PART_ROWS, TableFile, Writer


class CsvTable(TableFile):
    """A text file with a row of names first; its parts are lists of rows."""

    def __init__(self, path: Path, column: str, added: Mapping[str, str]) -> None:
        super().__init__(path, column, added)
        self._delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
        with path.open(newline="", encoding="utf-8-sig") as file:
            try:
                self._names = next(csv.reader(file, delimiter=self._delimiter, strict=True), [])
            except (csv.Error, UnicodeDecodeError) as error:
                raise FileError(f"{path} line 1: {error}") from error
        self.check_columns(self._names)
        self._place = self._names.index(column)

    def parts(self) -> Iterator[tuple[Any, int, float]]:
        size = max(self.path.stat().st_size, 1)
        with self.path.open("rb") as raw, _text(raw) as file:
            reader = csv.reader(file, delimiter=self._delimiter, strict=True)
            part: list[list[str]] = []
            try:
                next(reader)
                for row in reader:
                    if len(row) != len(self._names):
                        found, expected = len(row), len(self._names)
                        place = f"{self.path} line {reader.line_num}"
                        raise FileError(f"{place}: {found} values, and the first line has {expected}; mend the line")
                    part.append(row)
                    if len(part) == PART_ROWS:
                        yield part, len(part), raw.tell() / size
                        part = []
            except (csv.Error, UnicodeDecodeError) as error:
                raise FileError(f"{self.path} line {reader.line_num + 1}: {error}") from error
            if part:
                yield part, len(part), 1.0

    def fens(self, part: Any) -> Any:
        return [row[self._place] for row in part]

    def writer(self, path: Path) -> Writer:
        return _CsvWriter(path, [*self._names, *self.added], self._delimiter)


def _text(raw: io.BufferedReader) -> io.TextIOWrapper:
    return io.TextIOWrapper(raw, newline="", encoding="utf-8-sig")


class _CsvWriter(Writer):
    def __init__(self, path: Path, names: list[str], delimiter: str) -> None:
        self._file = path.open("w", newline="", encoding="utf-8")
        self._csv = csv.writer(self._file, delimiter=delimiter, lineterminator="\n")
        self._csv.writerow(names)

    def write(self, part: Any, answers: Answers) -> None:
        columns = zip(part, *(column.tolist() for _, column in answers.columns))
        self._csv.writerows([*row, *found] for row, *found in columns)

    def close(self) -> None:
        self._file.close()
