"""JSON lines: an object in each line. The text of each object stays as it is."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .._peatee import Answers
from ..errors import FileError
from .formats import PART_ROWS, TableFile, Writer


class JsonlTable(TableFile):
    """A text file; its parts are lists of lines with their FENs."""

    def parts(self) -> Iterator[tuple[Any, int, float]]:
        size = max(self.path.stat().st_size, 1)
        read_bytes = 0
        part: list[tuple[str, Any]] = []
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                read_bytes += len(line)
                if line.isspace():
                    continue
                part.append(self._row(number, line))
                if len(part) == PART_ROWS:
                    yield part, len(part), read_bytes / size
                    part = []
        if part:
            yield part, len(part), 1.0

    def _row(self, number: int, line: bytes) -> tuple[str, Any]:
        place = f"{self.path} line {number}"
        try:
            text = line.decode().strip()
            row = json.loads(text)
        except ValueError as error:
            raise FileError(f"{place}: {error}; mend the line") from error
        if not isinstance(row, dict):
            raise FileError(f"{place}: {text[:40]} is no object; write one object in each line")
        if self.column not in row:
            raise FileError(f"{place}: the object has no {self.column!r}; its names are {', '.join(row)}")
        for name in self.added:
            if name in row:
                raise FileError(f"{place}: the object has {name!r} already; give a --prefix for the new names")
        return text, row[self.column]

    def fens(self, part: Any) -> Any:
        return [fen for _, fen in part]

    def writer(self, path: Path) -> Writer:
        return _JsonlWriter(path, self.added)


class _JsonlWriter(Writer):
    def __init__(self, path: Path, added: Mapping[str, str]) -> None:
        self._added = added
        self._file = path.open("w", encoding="utf-8")

    def write(self, part: Any, answers: Answers) -> None:
        found = zip(*(column.tolist() for _, column in answers.columns))
        for (text, _), values in zip(part, found):
            members = json.dumps(dict(zip(self._added, values)), ensure_ascii=False)
            self._file.write(f"{text[:-1].rstrip()}, {members[1:]}\n")

    def close(self) -> None:
        self._file.close()
