"""Measures positions a second of one core: columns, single probes, and the objects of pydraughts beside them.

usage: columns.py TABLES [ROWS]

TABLES has international draughts to four pieces. Rows are random positions of four pieces. Before
anything is measured the tables are expanded in memory. Seconds are those of the processor.
"""

import sys
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from draughts import Board

import peatee

ROUNDS = 7
SINGLE_ROWS = 20_000
BOARD_ROWS = 500


def fen(row: list[int]) -> str:
    sides = []
    for men, kings in (row[0:2], row[2:4]):
        squares = [str(bit + 1) for bit in range(50) if men >> bit & 1]
        squares += [f"K{bit + 1}" for bit in range(50) if kings >> bit & 1]
        sides.append(",".join(squares))
    return f"{'WB'[row[4]]}:W{sides[0]}:B{sides[1]}"


def random_boards(tables: peatee.Tables, rows: int) -> npt.NDArray[np.uint64]:
    """Positions of four pieces, every one as likely as every other."""
    numbers = np.random.default_rng(20261123)
    slices = [slice_ for slice_ in tables.slices() if len(slice_.name) == 5]
    sizes = np.array([len(slice_) for slice_ in slices])
    counts = numbers.multinomial(rows, sizes / sizes.sum())
    boards = [
        slice_.positions(numbers.integers(0, len(slice_), count)) for slice_, count in zip(slices, counts)
    ]
    return numbers.permutation(np.concatenate(boards))


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
        boards = random_boards(tables, rows)
        texts = [fen(row) for row in boards.tolist()]
        fens = pa.array(texts)
        for _ in range(20):
            answers = tables.probe_many(boards)
        assert answers.error_count == 0
        assert pa.table(tables.probe_many(fens)).equals(pa.table(answers))

        print("| international, 4 pieces, WDL and DTW | positions a second, median | all rounds |\n|---|---|---|")
        measure("`probe_many`, bitboards", rows, lambda: tables.probe_many(boards))
        measure("`probe_many`, FENs in an Arrow column", rows, lambda: tables.probe_many(fens))
        measure("`probe_many`, a list of FENs", rows, lambda: tables.probe_many(texts))
        singles = texts[:SINGLE_ROWS]
        measure("`probe`, a FEN", SINGLE_ROWS, lambda: [tables.probe(text) for text in singles])
        few = texts[:BOARD_ROWS]
        objects = [Board(fen=text) for text in few]
        measure("`probe_many`, a list of `pydraughts` boards", BOARD_ROWS, lambda: tables.probe_many(objects))
        measure("pydraughts: a `Board` of a FEN", BOARD_ROWS, lambda: [Board(fen=text) for text in few])
        measure("pydraughts: its legal moves", BOARD_ROWS, lambda: [board.legal_moves() for board in objects])


if __name__ == "__main__":
    main()
