"""Shows that a Spark run loses no row when an executor is killed in its middle.

usage: check_spark.py TABLES WORK ROWS

TABLES has international draughts to four pieces, WORK is an empty directory. Two executors of one
core probe ROWS rows of Parquet. When a fifth of the tasks is done, the process of one executor is
killed. Then every row has to be in the output once, with the value that the slice's own array has.
Linux only: it looks for the executor in /proc, among its own descendants.
"""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import peatee
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

from spark_probe import with_values_of

FILES = 60
WORDS = np.array(["draw", "win", "loss"])
"""The words of the column `wdl`, by the numbers of `peatee.Wdl`."""


Values = tuple[npt.NDArray[np.str_], npt.NDArray[np.int32]]


def write_input(tables: peatee.Tables, directory: Path, rows: int) -> Values:
    """Writes random positions with numbers from 0. Returns their values, read from whole slices."""
    numbers = np.random.default_rng(23)
    slices = tables.slices()
    sizes = np.array([len(slice_) for slice_ in slices])
    counts = numbers.multinomial(rows, sizes / sizes.sum())
    texts, wdl, dtw_plies = [], [], []
    for slice_, count in zip(slices, counts):
        chosen = numbers.integers(0, len(slice_), count)
        texts += slice_.fens(chosen)
        all_wdl, all_plies = slice_.values()
        wdl.append(WORDS[all_wdl[chosen]])
        dtw_plies.append(all_plies[chosen])
    order = numbers.permutation(rows)
    directory.mkdir()
    for number, part in enumerate(np.array_split(np.arange(rows), FILES)):
        table = pa.table({"id": part, "fen": [texts[place] for place in order[part]]})
        pq.write_table(table, directory / f"{number:03}.parquet")
    return np.concatenate(wdl)[order], np.concatenate(dtw_plies)[order]


def executors() -> list[int]:
    """The processes of executors that this process has started, itself or through others."""
    parents, names = {}, {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            stat, command = (path / "stat").read_text(), (path / "cmdline").read_bytes()
        except OSError:
            continue
        parents[int(path.name)] = int(stat.rpartition(")")[2].split()[1])
        names[int(path.name)] = command
    mine = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in mine} - mine:
        mine |= more
    # The worker's launcher names the class too, but is no Java.
    named = [pid for pid in mine if b"CoarseGrainedExecutorBackend" in names[pid]]
    return [pid for pid in named if b"java" in names[pid].split(b"\0")[0]]


def kill_one_in_the_middle(spark: SparkSession, job: threading.Thread) -> str:
    """Waits until a fifth of the tasks is done, then kills an executor. Says when that was."""
    tracker = spark.sparkContext.statusTracker()
    while job.is_alive():
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info is not None and info.numTasks > 10 and info.numCompletedTasks >= info.numTasks // 5:
                running = executors()
                if len(running) != 2:
                    sys.exit(f"check_spark: {len(running)} executors run, not two")
                os.kill(running[0], signal.SIGKILL)
                return f"killed one of two executors after {info.numCompletedTasks} of {info.numTasks} tasks"
        time.sleep(0.05)
    sys.exit("check_spark: the run ended before an executor could be killed; give more ROWS")


def main() -> None:
    tables_directory, work, rows = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    with peatee.open_tables(tables_directory) as tables:
        wdl, dtw_plies = write_input(tables, work / "in", rows)
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.files.maxPartitionBytes", "1m")
        .config("spark.sql.files.openCostInBytes", "1m")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    frame = with_values_of(spark.read.parquet(str(work / "in")), tables_directory, "fen")
    faults: list[BaseException] = []

    def write() -> None:
        try:
            frame.write.parquet(str(work / "out"))
        except BaseException as error:
            faults.append(error)

    before = time.monotonic()
    job = threading.Thread(target=write)
    job.start()
    print(kill_one_in_the_middle(spark, job), flush=True)
    job.join()
    seconds = time.monotonic() - before
    spark.stop()
    if faults:
        raise faults[0]

    found = pq.read_table(work / "out").sort_by("id")
    assert np.array_equal(found["id"].to_numpy(), np.arange(rows)), "rows are lost or there twice"
    assert found["error"].null_count == rows, "rows have errors"
    assert np.array_equal(found["wdl"].to_numpy(), wdl), "values differ"
    assert np.array_equal(found["dtw_plies"].fill_null(-1).to_numpy(), dtw_plies), "distances differ"
    print(f"{rows:,} rows in {seconds:.0f} s: every row is there once, with the value that its slice has")


if __name__ == "__main__":
    main()
