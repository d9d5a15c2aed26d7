"""The command `python -m peatee`."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from ._peatee import open_tables
from .errors import FileError, PeateeError
from .files import Settings, probe_directory, probe_file
from .files.run import input_files


def main(arguments: list[str] | None = None) -> int:
    """Runs the command. Returns its exit code: 0 done, 1 not done, 130 stopped."""
    parser = argparse.ArgumentParser(prog="python -m peatee", description="Endgame tables of draughts and chess for files.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    probe = commands.add_parser(
        "probe",
        help="add the values of positions to files",
        description="Adds the columns wdl (win, draw or loss for the side to move), dtw_plies (of chess: "
        "dtz_plies and outcome, who wins under the 50-move rule) and error to a "
        "Parquet, CSV, TSV or JSONL file with a column of FENs, or to each file of a directory. Files of a directory "
        "that are done are kept, so that a run that was stopped goes on.",
    )
    probe.add_argument("--in", dest="source", type=Path, required=True, metavar="PATH", help="a file or a directory")
    probe.add_argument("--out", type=Path, required=True, metavar="PATH", help="the file or directory to write")
    probe.add_argument("--tables", type=Path, required=True, metavar="DIR", help="tables of one variant, or of chess")
    probe.add_argument("--column", default="fen", metavar="NAME", help="the column of FENs [default: fen]")
    probe.add_argument("--prefix", default="", metavar="TEXT", help="put before the names of the new columns")
    _add_more_columns(probe)
    probe.add_argument("--threads", type=_count, default=1, metavar="N", help="threads that probe [default: 1]")
    probe.add_argument("--quiet", action="store_true", help="show no progress")
    probe.set_defaults(run=_probe)
    export = commands.add_parser(
        "export",
        help="write every position of a slice with its values",
        description="Writes a Parquet file with the columns number, fen, wdl (win, draw or loss for the side to "
        "move) and dtw_plies (of chess dtz_plies; null for draws) of every position of a slice, in table order.",
    )
    export.add_argument("--slice", required=True, metavar="NAME", help="the slice, such as KKvK")
    export.add_argument("--out", type=Path, required=True, metavar="PATH", help="the Parquet file to write")
    export.add_argument("--tables", type=Path, required=True, metavar="DIR", help="tables of one variant, or of chess")
    _add_more_columns(export)
    export.add_argument("--quiet", action="store_true", help="show no progress")
    export.set_defaults(run=_export)
    sample = commands.add_parser(
        "sample",
        help="write random positions of the tables",
        description="Writes a Parquet file with the columns slice, number and fen of random positions, of each slice "
        "as many as it has a share of the set. The same seed gives the same file.",
    )
    sample.add_argument("--positions", type=_positions, required=True, metavar="N", help="how many positions")
    sample.add_argument("--out", type=Path, required=True, metavar="PATH", help="the Parquet file to write")
    sample.add_argument("--tables", type=Path, required=True, metavar="DIR", help="tables of one variant, or of chess")
    sample.add_argument("--seed", type=int, default=0, metavar="N", help="another seed, other positions [default: 0]")
    sample.add_argument("--quiet", action="store_true", help="show no progress")
    sample.set_defaults(run=_sample)
    given = parser.parse_args(arguments)
    try:
        given.run(given)
    except (PeateeError, OSError, ValueError) as error:
        print(f"peatee: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("peatee: stopped; files that were not done are not there", file=sys.stderr)
        return 130
    return 0


def _add_more_columns(command: argparse.ArgumentParser) -> None:
    command.add_argument("--dtc", action="store_true", help="also dtc_plies, the plies to the next conversion")
    command.add_argument(
        "--rules",
        metavar="CODE",
        help="also rules_wdl and rules_needed_plies: the value under these draw rules with fresh counts",
    )


def _count(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not 1 <= number <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 256")
    return number


def _positions(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return number


def _sample(given: argparse.Namespace) -> None:
    try:
        from tqdm import tqdm

        from .files.sample import sample
    except ImportError as error:
        raise FileError("Parquet needs pyarrow and progress tqdm; pip install 'peatee[files]'") from error
    with open_tables(given.tables) as tables, _bar(tqdm, given.positions, given.quiet) as bar:
        variant = tables.variant
        sample(tables, given.out, given.positions, given.seed, bar.update)
    print(f"{given.positions:,} positions of {variant}")


def _bar(tqdm: Any, positions: int, is_quiet: bool) -> Any:
    """A bar that moves on a terminal; a log gets a line now and then."""
    every_seconds = 0.2 if sys.stderr.isatty() else 10
    return tqdm(total=positions, unit="positions", mininterval=every_seconds, disable=is_quiet)


def _export(given: argparse.Namespace) -> None:
    try:
        from tqdm import tqdm

        from .files.slice import Columns, export_slice
    except ImportError as error:
        raise FileError("Parquet needs pyarrow and progress tqdm; pip install 'peatee[files]'") from error
    with open_tables(given.tables) as tables:
        slice_ = tables.slice(given.slice)
        with _bar(tqdm, len(slice_), given.quiet) as bar:
            positions = export_slice(slice_, tables.variant, given.out, Columns(given.dtc, given.rules), bar.update)
    print(f"{positions:,} positions of {given.slice}")


def _probe(given: argparse.Namespace) -> None:
    source: Path = given.source
    if not source.exists():
        raise FileError(f"{source} is not there; give a file or a directory to --in")
    files = input_files(source) if source.is_dir() else [source]
    try:
        from tqdm import tqdm
    except ImportError as error:
        raise FileError("progress needs tqdm; pip install 'peatee[files]'") from error

    rows_done = errors_seen = kept = 0
    started = time.monotonic()
    # A log gets a line now and then, a terminal a bar that moves.
    every_seconds = 0.2 if sys.stderr.isatty() else 10
    total_bytes = sum(file.stat().st_size for file in files)
    with (
        open_tables(given.tables) as tables,
        tqdm(total=total_bytes, unit="B", unit_scale=True, mininterval=every_seconds, disable=given.quiet) as bar,
    ):
        settings = Settings(given.column, given.prefix, given.threads, given.dtc, given.rules)

        def progress(rows: int, errors: int, source_bytes: int) -> None:
            nonlocal rows_done, errors_seen
            rows_done += rows
            errors_seen += errors
            rate = rows_done / max(time.monotonic() - started, 1e-9)
            bar.set_postfix_str(f"{rows_done:,} rows, {rate:,.0f} rows/s", refresh=False)
            bar.update(source_bytes)

        def skipped(file: Path) -> None:
            nonlocal kept
            kept += 1
            bar.update(file.stat().st_size)

        if source.is_dir():
            probe_directory(tables, source, given.out, settings, progress, skipped)
        else:
            probe_file(tables, source, given.out, settings, progress)
    print(f"{rows_done:,} rows, {errors_seen:,} of them with errors" + (f"; {kept} files kept" if kept else ""))


if __name__ == "__main__":
    sys.exit(main())
