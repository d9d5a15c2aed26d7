"""A slice as a Parquet file: every position with its values."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .._peatee import Slice, Wdl, __version__
from ..errors import FileError
from .run import whole_file

PART_POSITIONS = 1 << 17


@dataclass(frozen=True)
class Columns:
    """What is written beside number, fen, wdl and dtw_plies, in chess dtz_plies."""

    dtc: bool = False
    rules: str | None = None


def export_slice(
    slice_: Slice, variant: str, out: Path, columns: Columns, progress: Callable[[int], object]
) -> int:
    """Writes every position of a slice in table order, of chess the legal ones.

    `out` appears when it is whole. Returns how many positions it has. `progress` is called with the numbers since the last call.
    """
    if out.suffix.lower() != ".parquet":
        raise FileError(f"{out} does not end in .parquet; give --out such a name (`peatee-gen export` also writes CSV and JSON)")
    with whole_file(out) as unfinished:
        writer, positions = None, 0
        try:
            for start in range(0, max(len(slice_), 1), PART_POSITIONS):
                part = _part(slice_, start, min(start + PART_POSITIONS, len(slice_)), columns)
                if writer is None:
                    schema = part.schema.with_metadata(_provenance(slice_, variant, columns))
                    writer = pq.ParquetWriter(unfinished, schema, compression="zstd")
                writer.write_batch(part)
                positions += part.num_rows
                progress(min(PART_POSITIONS, len(slice_) - start))
        finally:
            if writer is not None:
                writer.close()
    return positions


def _part(slice_: Slice, start: int, stop: int, columns: Columns) -> Any:
    # Chess has numbers of no legal position.
    *legal, wdl, plies = slice_.values(start, stop)
    numbers = legal[0] if legal else np.arange(start, stop)
    part = {
        "number": pa.array(numbers),
        "fen": pa.array(slice_.fens(numbers), pa.string()),
        "wdl": _words(wdl),
        "dtz_plies" if legal else "dtw_plies": _plies(plies),
    }
    if columns.dtc:
        part["dtc_plies"] = _plies(slice_.dtc_plies(start, stop))
    if columns.rules is not None:
        rules_wdl, needed_plies = slice_.rule_values(columns.rules, start, stop)
        part |= {"rules_wdl": _words(rules_wdl), "rules_needed_plies": _plies(needed_plies)}
    return pa.record_batch(part)


def _provenance(slice_: Slice, variant: str, columns: Columns) -> dict[str, str]:
    """Names and values that Parquet keeps: those of `peatee-gen export`, as far as a slice knows them."""
    return {
        "peatee.version": __version__,
        "peatee.variant": variant,
        "peatee.slice": slice_.name,
        "peatee.rules": columns.rules or "none",
    }


def _words(wdl: Any) -> Any:
    """The words of the numbers of `Wdl`."""
    return pa.array([str(name) for name in (Wdl.LOSS, Wdl.DRAW, Wdl.WIN)]).take(pa.array(wdl + 1))


def _plies(plies: Any) -> Any:
    """Null where there is no distance."""
    return pa.array(plies, mask=plies < 0)
