"""The formats of files. Each reads and writes part by part, and keeps all other columns."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .._peatee import Answers
from ..errors import FileError

PART_ROWS = 1 << 17
"""Rows that are in memory together. They are a row group of a Parquet file that is written."""


class Writer(ABC):
    """Writes parts of a file with the answers as further columns."""

    @abstractmethod
    def write(self, part: Any, answers: Answers) -> None: ...

    @abstractmethod
    def close(self) -> None: ...


class TableFile(ABC):
    """A file with a column of FENs. What a part is, only the format knows.

    `added` has the names of the new columns and the columns of answers that they hold, in order.
    """

    def __init__(self, path: Path, column: str, added: Mapping[str, str]) -> None:
        self.path = path
        self.column = column
        self.added = added

    def check_columns(self, names: list[str]) -> None:
        """Makes sure that the column is there, and that no column has a name that is added."""
        if names.count(self.column) != 1:
            found = ", ".join(names)
            times = "twice" if self.column in names else "no"
            text = f"{self.path} has {times} column {self.column!r}; its columns are {found}; name one of them"
            raise FileError(text)
        taken = [name for name in self.added if name in names]
        if taken:
            raise FileError(f"{self.path} has a column {taken[0]!r} already; give a --prefix for the new columns")

    @abstractmethod
    def parts(self) -> Iterator[tuple[Any, int, float]]:
        """Parts of the file, how many rows each has, and the share of the file that is read after it."""

    @abstractmethod
    def fens(self, part: Any) -> Any:
        """The column of a part, as `Tables.probe_many` takes it."""

    @abstractmethod
    def writer(self, path: Path) -> Writer:
        """Writes a file with the same columns and the answers. Ask for it after `parts` has begun."""
