"""Tables made, searched and counted, beside the program and single probes."""

import json
import subprocess
import time
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pytest

import peatee
from interrupter import Interrupter


def told_by(generator: Path, *words: object) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([generator, *(str(word) for word in words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done


MINED: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("english", "longest", {"count": 5, "per_slice": True}, ["--count", "5", "--per-slice"]),
    ("english", "longest", {"losses": True, "metric": "dtc"}, ["--losses", "--metric", "dtc"]),
    ("english", "only-move", {"moves": 2, "duals": True, "legal_moves": 2}, ["--moves", "2", "--duals", "--legal-moves", "2"]),
    ("english", "only-move", {"keeps": "draw", "slices": ["KMvK"], "limit": 3}, ["--keeps", "draw", "--slice", "KMvK", "--limit", "3"]),
    ("english", "zugzwang", {"types": ["mutual", "win-to-draw"], "no_capture": "both"}, ["--type", "mutual,win-to-draw", "--no-capture", "both"]),
    ("english", "fortress", {"ahead": 1, "men": 1}, ["--ahead", "1", "--men", "1"]),
    ("brazilian", "cursed", {"rules": "FMJD-64+together"}, ["--rules", "FMJD-64+together"]),
    ("brazilian", "readings", {"rules": "FMJD-64+together", "other": "none"}, ["--rules", "FMJD-64+together", "--other", "none"]),
    ("chess", "longest", {"winner": "opponent", "losses": True}, ["--winner", "opponent", "--losses"]),
    ("chess", "zugzwang", {"types": ["draw-to-loss"]}, ["--type", "draw-to-loss"]),
    ("chess", "cursed", {"rules": "FIDE-50"}, ["--rules", "FIDE-50"]),
]


@pytest.fixture(scope="module")
def mined_directory(tables_directory: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of which some have cursed wins."""
    directory = tmp_path_factory.mktemp("mined")
    for game in ("english", "chess"):
        (directory / game).symlink_to(tables_directory / game)
    peatee.generate("brazilian", directory, 3, metrics=["wdl", "dtw", "dtr-FMJD-64+together"]).close()
    return directory


@pytest.mark.parametrize(("game", "kind", "options", "words"), MINED, ids=lambda value: str(value)[:20])
def test_what_is_mined_is_what_the_program_mines(
    mined_directory: Path, generator: Path, game: str, kind: Any, options: dict[str, Any], words: list[str]
) -> None:
    done = told_by(generator, "mine", kind, "--variant", game, "--tables", mined_directory, *words)
    with peatee.open_tables(mined_directory / game) as tables:
        found = peatee.mine(tables, kind, **options)
    # No position of three men of chess is cursed.
    assert (len(found) > 0) == ((game, kind) != ("chess", "cursed"))
    assert pa.table(found).to_pylist() == [json.loads(line) for line in done.stdout.splitlines()]
    assert found.summary is not None and found.summary == json.loads(done.stderr.splitlines()[-1]) and found.summary["listed"] == len(found)


def test_many_rows_come_in_batches(international: peatee.Tables) -> None:
    found = peatee.mine(international, "only-move")
    batches = pa.RecordBatchReader.from_stream(found).read_all().to_batches()
    assert [len(batch) for batch in batches[:-1]] == [65536] * (len(batches) - 1) and len(batches) > 1
    assert sum(map(len, batches)) == len(found) == pl.DataFrame(found).height
    for row in pa.table(found).take(list(range(0, len(found), 1000))).to_pylist():
        moves = international.moves(row["fen"])
        assert [move.text for move in moves if str(move.value.wdl) == "win"] == row["line"][:1]
        assert len(moves) == row["legal_moves"] and international.probe(row["fen"]).dtw_plies == row["dtw_plies"]


def test_the_number_of_threads_changes_no_row(english: peatee.Tables) -> None:
    one, three = (peatee.mine(english, "only-move", threads=threads) for threads in (1, 3))
    assert pa.table(one).equals(pa.table(three)) and len(one) > 1000


def test_counts_are_those_of_the_values(english: peatee.Tables) -> None:
    counts = pa.table(peatee.stats(english)).to_pylist()
    assert [row["slice"] for row in counts] == [slice_.name for slice_ in english.slices()]
    for row in counts:
        wdl, dtw_plies = english.slice(row["slice"]).values()
        assert [row["wins"], row["draws"], row["losses"]] == [int((wdl == number).sum()) for number in (1, 0, -1)]
        for name, number in [("longest_win", 1), ("longest_loss", -1)]:
            longest = row[name]
            plies = dtw_plies[wdl == number]
            assert (longest is None) == (len(plies) == 0)
            if longest is not None:
                assert longest["plies"] == plies.max() and longest["positions"] == (plies == plies.max()).sum()
                assert english.probe(longest["fen"]).dtw_plies == longest["plies"]


def test_counts_of_chess_are_those_of_the_program(
    tables_directory: Path, generator: Path, chess_tables: peatee.ChessTables
) -> None:
    done = told_by(generator, "stats", "--variant", "chess", "--tables", tables_directory, "--format", "json")
    assert pa.table(peatee.stats(chess_tables)).to_pylist() == json.loads(done.stdout)


def test_tables_that_are_made_are_those_of_the_program(tmp_path: Path, generator: Path) -> None:
    told_by(generator, "generate", "--variant", "russian", "--pieces", "2", "--metric", "wdl,dtc", "--tables", tmp_path / "a")
    calls: list[tuple[int, int, str]] = []
    with peatee.generate(
        "russian", tmp_path / "b", 2, metrics=["wdl", "dtc"], progress=lambda *told: calls.append(told)
    ) as tables:
        assert tables.variant == "russian" and tables.slice("KvK").metrics == ["wdl", "dtc"]
    done, positions, name = calls[-1]
    assert done == positions > 0 and name
    files = [sorted(path.relative_to(at) for path in at.rglob("*.*") if path.is_file()) for at in (tmp_path / "a", tmp_path / "b")]
    assert files[0] == files[1] and len(files[0]) > 4
    for file in files[0]:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes(), file


def test_a_function_of_progress_can_stop_the_work(tmp_path: Path, english: peatee.Tables) -> None:
    def stop(done: int, positions: int, name: str) -> None:
        raise LookupError(f"enough after {done}")

    with pytest.raises(LookupError, match="enough after"):
        peatee.generate("international", tmp_path, 4, progress=stop)
    with pytest.raises(LookupError, match="enough after"):
        peatee.mine(english, "only-move", moves="all", progress=stop)
    with pytest.raises(LookupError, match="enough after"):
        peatee.stats(english, metric="dtc", progress=stop)


def test_an_interrupt_ends_the_work_while_other_threads_run(tmp_path: Path) -> None:
    """As Ctrl-C does, in the middle of tables that take far longer than this test."""
    other = Interrupter()
    started = time.monotonic()
    other.start()
    with pytest.raises(KeyboardInterrupt):
        peatee.generate("international", tmp_path, 5)
    other.join()
    assert other.ticks == 20 and time.monotonic() - started < 60


@pytest.mark.parametrize(
    ("kind", "options", "error", "text"),
    [
        ("shortest", {}, ValueError, "there is no kind \"shortest\"; the kinds are longest"),
        ("cursed", {}, ValueError, "cursed needs rules"),
        ("cursed", {"rules": "nobody"}, peatee.RulesError, "names no draw rules"),
        ("longest", {"winner": "me"}, ValueError, "winner is one of mover, opponent, not \"me\""),
        ("longest", {"metric": "dtx"}, ValueError, "there is no metric `dtx`"),
        ("longest", {"metric": "wdl"}, peatee.GeneratorError, "hold no distances"),
        ("only-move", {"moves": 0}, ValueError, "neither a number of moves"),
        ("longest", {"slices": ["KKKvKK"]}, peatee.MissingTableError, "KKKvKK"),
        ("zugzwang", {"types": ["all"]}, ValueError, "types is one of mutual"),
    ],
)
def test_what_cannot_be_mined(
    english: peatee.Tables, kind: Any, options: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        peatee.mine(english, kind, **options)


def test_what_cannot_be_made(tmp_path: Path) -> None:
    for game, pieces, text in [("nonsense", 3, "nonsense"), ("english", 9, "2 to 8 pieces"), ("chess", 8, "chess")]:
        with pytest.raises((ValueError, peatee.GeneratorError), match=text):
            peatee.generate(game, tmp_path, pieces)
    with pytest.raises(peatee.GeneratorError, match="memory"):
        peatee.generate("english", tmp_path, 6, memory_bytes=1 << 20)
    assert not (tmp_path / "nonsense").exists()
