"""Runs over files: streaming, threads, outputs that are whole or not there."""

import json
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._peatee import Answers, Tables
from ..column_names import columns_of
from ..errors import FileError
from .formats import TableFile
from .open import SUFFIXES, open_file

SETTINGS_NAME = "peatee-probe.json"
"""In a directory of outputs: what they were made with."""

Progress = Callable[[int, int, int], None]
"""Is called with rows and errors since the last call, and how many bytes of input they were."""


@dataclass(frozen=True)
class Settings:
    """What is done with each file."""

    column: str
    prefix: str = ""
    threads: int = 1
    dtc: bool = False
    rules: str | None = None

    def added(self, variant: str) -> dict[str, str]:
        """The names of the new columns, and the columns of the answers of a game that they hold."""
        *held, error = columns_of(variant)
        held += ["dtc_plies"] if self.dtc else []
        held += ["rules_wdl", "rules_needed_plies"] if self.rules is not None else []
        return {self.prefix + name: name for name in [*held, error]}

    def probe(self, tables: Tables, fens: Any) -> Answers:
        """The answers for a column."""
        return tables.probe_many(fens, dtc=self.dtc, rules=self.rules)


def probe_file(tables: Tables, source: Path, out: Path, settings: Settings, progress: Progress) -> None:
    """Writes `out`: the rows of `source` in their order, with the columns that the settings add.

    `out` appears when it is whole. A run that fails leaves what was there before.
    """
    if source.suffix.lower() != out.suffix.lower():
        raise FileError(f"{source} and {out} have different endings; give --out the ending {source.suffix}")
    if out.exists() and out.samefile(source):
        raise FileError(f"{out} is the input; give another name to --out")
    size = source.stat().st_size
    file = open_file(source, settings.column, settings.added(tables.variant))
    with whole_file(out) as unfinished:
        writer = file.writer(unfinished)
        try:
            done_bytes = 0
            for part, rows, share, answers in _answered(tables, file, settings):
                writer.write(part, answers)
                before_bytes, done_bytes = done_bytes, int(share * size)
                progress(rows, answers.error_count, done_bytes - before_bytes)
        finally:
            writer.close()


def _answered(tables: Tables, file: TableFile, settings: Settings) -> Iterator[tuple[Any, int, float, Answers]]:
    """The parts in their order with their answers. As many as threads, and one more, are in memory."""
    waiting: deque[tuple[Any, int, float, Future[Answers]]] = deque()

    def first() -> tuple[Any, int, float, Answers]:
        part, rows, share, answers = waiting.popleft()
        try:
            return part, rows, share, answers.result()
        except (TypeError, ValueError) as error:
            raise FileError(f"{file.path}, column {file.column!r}: {error}") from error

    with ThreadPoolExecutor(settings.threads) as pool:
        for part, rows, share in file.parts():
            waiting.append((part, rows, share, pool.submit(settings.probe, tables, file.fens(part))))
            if len(waiting) > settings.threads:
                yield first()
        while waiting:
            yield first()


@contextmanager
def whole_file(out: Path) -> Iterator[Path]:
    """A name to write to, which becomes `out` when all is written and on the disk."""
    handle, name = tempfile.mkstemp(prefix=f".{out.name}.", suffix=".tmp", dir=out.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        # `mkstemp` lets nobody else read the file.
        mask = os.umask(0)
        os.umask(mask)
        unfinished.chmod(0o666 & ~mask)
        unfinished.replace(out)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def input_files(directory: Path) -> list[Path]:
    """The files of a directory that can be read, also in folders, in the order of their names."""
    files = [path for path in directory.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file()]
    visible = [path for path in files if not path.name.startswith(".")]
    if not visible:
        raise FileError(f"{directory} has no files that end in {', '.join(SUFFIXES)}; name another directory")
    return sorted(visible)


def probe_directory(
    tables: Tables, source: Path, out: Path, settings: Settings, progress: Progress, skipped: Callable[[Path], None]
) -> None:
    """Does each file of a directory. Outputs that are there and as new as their input are kept.

    So a run that was stopped goes on with the first file that it had not ended.
    """
    if out.resolve().is_relative_to(source.resolve()):
        raise FileError(f"{out} is in the directory of the inputs; give another one to --out")
    files = input_files(source)
    out.mkdir(parents=True, exist_ok=True)
    _keep_settings(out, tables, settings)
    for file in files:
        target = out / file.relative_to(source)
        if target.exists() and target.stat().st_mtime_ns >= file.stat().st_mtime_ns:
            skipped(file)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        probe_file(tables, file, target, settings, progress)


def _keep_settings(out: Path, tables: Tables, settings: Settings) -> None:
    """Makes sure that outputs that are there were made with the same settings."""
    now = {
        "variant": tables.variant,
        "slices": {slice_.name: slice_.metrics for slice_ in tables.slices()},
        "column": settings.column,
        "prefix": settings.prefix,
        "dtc": settings.dtc,
        "rules": settings.rules,
    }
    path = out / SETTINGS_NAME
    if path.exists():
        try:
            before = json.loads(path.read_text())
        except ValueError as error:
            raise FileError(f"{path} cannot be read: {error}; delete {out} and begin anew") from error
        if before != now:
            changed = ", ".join(name for name in now if before.get(name) != now[name])
            raise FileError(f"{out} has outputs that were made with another {changed}; give another directory to --out")
        return
    with whole_file(path) as unfinished:
        unfinished.write_text(json.dumps(now, indent=1) + "\n")
