"""Measures positions a second of one core: columns, single probes, and the objects of pydraughts beside them.

usage: columns.py TABLES [ROWS]

TABLES has international draughts to four pieces. Rows are random positions of four pieces. Before
anything is measured the tables are expanded in memory. Seconds are those of the processor.
"""

import sys
import time
from collections.abc import Callable

import duckdb
import numpy as np
import numpy.typing as npt
import polars as pl
import pyarrow as pa
from draughts import Board

import peatee
import peatee.duckdb
import peatee.polars

ROUNDS = 7
SINGLE_ROWS = 20_000
BOARD_ROWS = 500


def random_positions(tables: peatee.Tables, rows: int) -> tuple[npt.NDArray[np.uint64], list[str]]:
    """Positions of four pieces, every one as likely as every other, as bitboards and as FENs."""
    numbers = np.random.default_rng(20261123)
    slices = [slice_ for slice_ in tables.slices() if len(slice_.name) == 5]
    sizes = np.array([len(slice_) for slice_ in slices])
    counts = numbers.multinomial(rows, sizes / sizes.sum())
    boards, texts = [], []
    for slice_, count in zip(slices, counts):
        chosen = numbers.integers(0, len(slice_), count)
        boards.append(slice_.positions(chosen))
        texts += slice_.fens(chosen)
    order = numbers.permutation(rows)
    return np.concatenate(boards)[order], [texts[place] for place in order]


def measure(name: str, rows: int, work: Callable[[], object]) -> None:
    rates = []
    for _ in range(ROUNDS):
        before = time.process_time()
        work()
        rates.append(rows / (time.process_time() - before))
    print(f"| {name} | {sorted(rates)[ROUNDS // 2]:,.0f} | {min(rates):,.0f} to {max(rates):,.0f} |", flush=True)


def main() -> None:
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    with peatee.open_tables(sys.argv[1], memory_bytes=4 << 30) as tables:
        if tables.variant != "international" or tables.most_pieces < 4:
            sys.exit(f"columns.py: {sys.argv[1]} has no tables of international to 4 pieces; make them with peatee-gen")
        boards, texts = random_positions(tables, rows)
        fens = pa.array(texts)
        for _ in range(20):
            answers = tables.probe_many(boards)
        assert answers.error_count == 0
        assert pa.table(tables.probe_many(fens)).equals(pa.table(answers))

        print("| international, 4 pieces, WDL and DTW | positions a second, median | all rounds |\n|---|---|---|")
        measure("`probe_many`, bitboards", rows, lambda: tables.probe_many(boards))
        measure("`probe_many`, FENs in an Arrow column", rows, lambda: tables.probe_many(fens))
        measure("`probe_many`, a list of FENs", rows, lambda: tables.probe_many(texts))
        connection = duckdb.connect(config={"threads": 1})
        peatee.duckdb.register(connection, tables)
        positions = pa.table({"fen": fens})
        connection.register("positions", positions)
        query = "SELECT count(peatee_value('international', fen).dtw_plies) FROM positions"
        measure("`peatee_value` in DuckDB", rows, lambda: connection.sql(query).fetchall())
        frame, value = pl.DataFrame(positions), peatee.polars.value(tables)
        measure("`peatee.polars.value`", rows, lambda: frame.select(value))
        singles = texts[:SINGLE_ROWS]
        measure("`probe`, a FEN", SINGLE_ROWS, lambda: [tables.probe(text) for text in singles])
        few = texts[:BOARD_ROWS]
        objects = [Board(fen=text) for text in few]
        measure("`probe_many`, a list of `pydraughts` boards", BOARD_ROWS, lambda: tables.probe_many(objects))
        measure("pydraughts: a `Board` of a FEN", BOARD_ROWS, lambda: [Board(fen=text) for text in few])
        measure("pydraughts: its legal moves", BOARD_ROWS, lambda: [board.legal_moves() for board in objects])


if __name__ == "__main__":
    main()
