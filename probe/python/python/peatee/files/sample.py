"""Random positions of a set of tables as a Parquet file of FENs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from .._peatee import Slice, Tables
from ..errors import FileError
from .run import whole_file

PART_POSITIONS = 1 << 17


def sample(tables: Tables, out: Path, positions: int, seed: int, progress: Callable[[int], object]) -> None:
    """Writes random positions of all slices, of each as many as it has a share of the set.

    The columns are `slice`, `number` and `fen`. Positions can come more than once. The same seed gives the same
    file. `out` appears when it is whole.
    """
    if out.suffix.lower() != ".parquet":
        raise FileError(f"{out} does not end in .parquet; give --out such a name")
    random = np.random.default_rng(seed)
    slices = tables.slices()
    sizes = np.array([len(slice_) for slice_ in slices], dtype=float)
    counts = random.multinomial(positions, sizes / sizes.sum())
    with whole_file(out) as unfinished, pq.ParquetWriter(unfinished, SCHEMA, compression="zstd") as writer:
        for part in _joined(slices, counts, random):
            writer.write_table(part)
            progress(part.num_rows)


SCHEMA = pa.schema({"slice": pa.string(), "number": pa.int64(), "fen": pa.string()})


def _joined(slices: list[Slice], counts: NDArray[np.int64], random: np.random.Generator) -> Iterator[Any]:
    """The positions of all slices as tables of many rows: a row group of a file should not be small."""
    waiting: list[Any] = []
    for slice_, count in zip(slices, counts):
        for part in _parts(slice_, int(count), random):
            waiting.append(part)
            if sum(batch.num_rows for batch in waiting) >= PART_POSITIONS:
                yield pa.Table.from_batches(waiting)
                waiting = []
    if waiting:
        yield pa.Table.from_batches(waiting)


def _parts(slice_: Slice, count: int, random: np.random.Generator) -> Iterator[Any]:
    while count > 0:
        numbers = random.integers(0, len(slice_), min(count, PART_POSITIONS))
        # Numbers of no legal position are drawn again.
        numbers = numbers[slice_.legal(numbers)]
        count -= len(numbers)
        columns = [[slice_.name] * len(numbers), numbers, slice_.fens(numbers)]
        yield pa.record_batch(columns, schema=SCHEMA)
