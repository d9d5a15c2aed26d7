"""Shows that a run by DataFusion gives every row once, with the value that its slice has.

usage: check_datafusion.py TABLES WORK ROWS

TABLES are tables of one variant, WORK is an empty directory. ROWS random positions are written to
several files and probed, all of them and then those that a filter takes.
"""

import sys
import time
from pathlib import Path

import numpy as np
import peatee
import pyarrow as pa
import pyarrow.parquet as pq

from datafusion_probe import add_values

FILES = 7
WORDS = np.array(["draw", "win", "loss"])
"""The words of the column `wdl`, by the numbers of `peatee.Wdl`."""


def main() -> None:
    tables_directory, work, rows = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    numbers = np.random.default_rng(29)
    texts, wdl, dtw_plies = [], [], []
    with peatee.open_tables(tables_directory) as tables:
        slices = tables.slices()
        sizes = np.array([len(slice_) for slice_ in slices])
        for slice_, count in zip(slices, numbers.multinomial(rows, sizes / sizes.sum())):
            chosen = numbers.integers(0, len(slice_), count)
            texts += slice_.fens(chosen)
            all_wdl, all_plies = slice_.values()
            wdl.append(WORDS[all_wdl[chosen]])
            dtw_plies.append(all_plies[chosen])
    expected_wdl, expected_plies = np.concatenate(wdl), np.concatenate(dtw_plies)
    order = numbers.permutation(rows)
    (work / "in").mkdir()
    for number, part in enumerate(np.array_split(order, FILES)):
        table = pa.table({"id": part, "fen": [texts[place] for place in part]})
        pq.write_table(table, work / "in" / f"{number}.parquet", row_group_size=10_000)

    before = time.monotonic()
    written = add_values(work / "in", work / "out", tables_directory, "fen")
    seconds = time.monotonic() - before
    found = pq.read_table(work / "out").sort_by("id")
    assert written == rows and np.array_equal(found["id"].to_numpy(), np.arange(rows)), "rows are lost or there twice"
    assert found["error"].null_count == rows, "rows have errors"
    assert np.array_equal(found["wdl"].to_numpy(), expected_wdl), "values differ"
    assert np.array_equal(found["dtw_plies"].fill_null(-1).to_numpy(), expected_plies), "distances differ"

    some = add_values(work / "in", work / "some", tables_directory, "fen", where="id % 3 = 1")
    kept = pq.read_table(work / "some").sort_by("id")["id"].to_numpy()
    assert some == len(kept) and np.array_equal(kept, np.arange(1, rows, 3)), "the filter takes other rows"
    print(f"{rows:,} rows in {seconds:.1f} s: every row is there once, with the value that its slice has")


if __name__ == "__main__":
    main()
