"""`python -m peatee probe`, as a process."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import peatee

FENS = ["W:WK1:BK32", None, "W:WK18,20:BK10", "W:WK99:B1", "W:WK10:B4,11"]
WDL = ["draw", None, "win", None, "loss"]
DTW = [None, None, 29, None, 54]


def command(tables: Path, *arguments: object) -> list[str]:
    words = ["-m", "peatee", "probe", "--tables", tables / "english", *arguments]
    return [sys.executable, *(str(word) for word in words)]


def probe(tables: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(tables, *arguments), capture_output=True, text=True)


def test_parquet_keeps_other_columns(tables_directory: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "x.parquet", tmp_path / "y.parquet"
    table = pa.table({"id": range(5), "position": FENS, "tags": [["a"], [], None, ["b", "c"], []]})
    pq.write_table(table, source)
    done = probe(tables_directory, "--in", source, "--column", "position", "--out", out)
    assert (done.returncode, done.stdout) == (0, "5 rows, 2 of them with errors\n"), done.stderr
    found = pq.read_table(out)
    assert found.select(table.column_names).equals(table)
    assert found.column_names == ["id", "position", "tags", "wdl", "dtw_plies", "error"]
    assert (found["wdl"].to_pylist(), found["dtw_plies"].to_pylist()) == (WDL, DTW)
    assert [error is None for error in found["error"].to_pylist()] == [wdl is not None for wdl in WDL]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.parquet", "y.parquet"]
    # A new run replaces the output; so are columns with a prefix.
    done = probe(tables_directory, "--in", out, "--column", "position", "--prefix", "new_", "--out", source)
    assert done.returncode == 0, done.stderr
    assert pq.read_table(source)["new_dtw_plies"].to_pylist() == DTW


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary()])
def test_rows_of_parquet_that_are_not_utf8_have_an_error(
    tables_directory: Path, tmp_path: Path, kind: pa.DataType
) -> None:
    source, out = tmp_path / "x.parquet", tmp_path / "y.parquet"
    rows = [b"W:WK1:BK32", b"W:W7:B\xe9", b"B:W31:BK1\xc3\xa9", b"W:WK10:B4,11\xf0\x9f"] * 1000
    held = pa.array(rows, pa.large_binary() if kind == pa.large_string() else pa.binary())
    table = pa.table({"fen": pa.Array.from_buffers(kind, len(rows), held.buffers())})
    pq.write_table(table, source)
    done = probe(tables_directory, "--in", source, "--out", out)
    assert (done.returncode, done.stdout) == (0, "4,000 rows, 3,000 of them with errors\n"), done.stderr
    found = pq.read_table(out)
    assert found["wdl"].to_pylist() == ["draw", None, None, None] * 1000
    errors = found["error"].to_pylist()
    assert errors == errors[:4] * 1000
    assert errors[0] is None and "byte 6 is 0xe9" in errors[1] and "UTF-8" not in errors[2]
    assert "byte 12 is 0xf0" in errors[3]
    assert [row if isinstance(row, bytes) else row.as_buffer().to_pybytes() for row in found["fen"]] == rows


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_more_columns_are_added(tables_directory: Path, tmp_path: Path, english: peatee.Tables, ending: str) -> None:
    source, out = tmp_path / f"x.{ending}", tmp_path / f"y.{ending}"
    fens = [fen or "junk" for fen in FENS]
    if ending == "parquet":
        pq.write_table(pa.table({"fen": fens}), source)
    elif ending == "csv":
        source.write_text("fen\n" + "".join(f'"{fen}"\n' for fen in fens))
    else:
        source.write_text("".join(json.dumps({"fen": fen}) + "\n" for fen in fens))
    done = probe(tables_directory, "--in", source, "--out", out, "--dtc", "--rules", "none", "--prefix", "p_")
    assert done.returncode == 0, done.stderr
    if ending == "parquet":
        rows = pq.read_table(out).to_pylist()
    elif ending == "csv":
        with out.open(newline="") as file:
            rows = [{name: text or None for name, text in row.items()} for row in csv.DictReader(file)]
    else:
        rows = [json.loads(line) for line in out.read_text().splitlines()]
    answers = english.probe_many(fens, dtc=True, rules="none")
    for name, column in answers.columns:
        found = [row[f"p_{name}"] for row in rows]
        expected = [None if cell is None else str(cell) for cell in column.tolist()]
        assert [None if cell is None else str(cell) for cell in found] == expected, name


def test_many_row_groups_and_threads_keep_the_order(tables_directory: Path, tmp_path: Path) -> None:
    source = tmp_path / "x.parquet"
    rows = 400_000
    table = pa.table({"fen": [FENS[row % 5] for row in range(rows)], "id": range(rows)})
    pq.write_table(table, source, row_group_size=70_000)
    outputs = []
    for threads in (1, 3):
        out = tmp_path / f"{threads}.parquet"
        done = probe(tables_directory, "--in", source, "--out", out, "--threads", threads)
        assert done.stdout == "400,000 rows, 160,000 of them with errors\n", done.stderr
        assert "400,000 rows" in done.stderr and "rows/s" in done.stderr
        outputs.append(pq.read_table(out))
    assert outputs[0].equals(outputs[1])
    assert outputs[0]["id"].to_pylist() == list(range(rows))
    assert outputs[0]["wdl"].to_pylist() == [WDL[row % 5] for row in range(rows)]


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_csv_keeps_other_columns(tables_directory: Path, tmp_path: Path, delimiter: str) -> None:
    ending = "csv" if delimiter == "," else "tsv"
    source, out = tmp_path / f"x.{ending}", tmp_path / f"y.{ending}"
    rows = [["007", fen or "", 'say "hi",\nthere\tnow'] for fen in FENS]
    with source.open("w", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows([["id", "fen", "note"], *rows])
    done = probe(tables_directory, "--in", source, "--out", out)
    assert done.returncode == 0, done.stderr
    with out.open(newline="") as file:
        found = list(csv.reader(file, delimiter=delimiter))
    assert found[0] == ["id", "fen", "note", "wdl", "dtw_plies", "error"]
    assert [row[:3] for row in found[1:]] == rows
    assert [row[3] for row in found[1:]] == [wdl or "" for wdl in WDL]
    assert [row[4] for row in found[1:]] == ["" if plies is None else str(plies) for plies in DTW]


def test_jsonl_keeps_each_text(tables_directory: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "x.jsonl", tmp_path / "y.jsonl"
    texts = [json.dumps({"id": 10**30, "fen": fen, "näme": 1.50}, ensure_ascii=False) for fen in [*FENS, 17]]
    texts[0] = '{ "fen" : "W:WK1:BK32",  "x": 1.500 }'
    source.write_text("\n".join(texts) + "\n\n")
    done = probe(tables_directory, "--in", source, "--out", out)
    assert done.stdout == "6 rows, 3 of them with errors\n", done.stderr
    lines = out.read_text().splitlines()
    assert all(line.startswith(text[:-1].rstrip()) for line, text in zip(lines, texts, strict=True))
    found = [json.loads(line) for line in lines]
    assert [row["wdl"] for row in found] == [*WDL, None]
    assert [row["dtw_plies"] for row in found] == [*DTW, None]
    assert "int is no position" in found[5]["error"]


def test_a_directory_goes_on_where_it_stopped(tables_directory: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    for name in ("a.csv", "b/c.jsonl", "d.parquet"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
    (source / "a.csv").write_text("fen\nW:WK1:BK32\n")
    (source / "b/c.jsonl").write_text('{"fen": "W:WK18,20:BK10"}\n')
    (source / "d.parquet").write_bytes(b"no Parquet")
    done = probe(tables_directory, "--in", source, "--out", out)
    assert done.returncode == 1 and "d.parquet is no Parquet file" in done.stderr
    assert sorted(path.name for path in out.rglob("*")) == ["a.csv", "b", "c.jsonl", "peatee-probe.json"]
    made = (out / "a.csv").stat().st_mtime_ns
    pq.write_table(pa.table({"fen": FENS}), source / "d.parquet")
    done = probe(tables_directory, "--in", source, "--out", out)
    assert (done.returncode, done.stdout) == (0, "5 rows, 2 of them with errors; 2 files kept\n"), done.stderr
    assert (out / "a.csv").stat().st_mtime_ns == made
    # An input that has changed is probed anew.
    later = time.time() + 10
    os.utime(source / "a.csv", (later, later))
    assert "2 files kept" in probe(tables_directory, "--in", source, "--out", out).stdout
    # Outputs made with other settings are not kept in silence.
    done = probe(tables_directory, "--in", source, "--out", out, "--prefix", "x_")
    assert done.returncode == 1 and "made with another prefix" in done.stderr


def test_a_killed_run_leaves_no_output(tables_directory: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "x.csv", tmp_path / "y.csv"
    source.write_text("fen\n" + "W:WK1:BK32\n" * 3_000_000)
    out.write_text("what was there before")
    for how in (signal.SIGINT, signal.SIGKILL):
        run = subprocess.Popen(command(tables_directory, "--in", source, "--out", out, "--quiet"))
        while not any(path.stat().st_size > 0 for path in tmp_path.glob(".y.csv.*.tmp")):
            assert run.poll() is None, "the run ended before it could be killed"
            time.sleep(0.01)
        run.send_signal(how)
        assert run.wait() == (130 if how == signal.SIGINT else -signal.SIGKILL)
        assert out.read_text() == "what was there before"
        left = list(tmp_path.glob(".y.csv.*.tmp"))
        assert len(left) == (0 if how == signal.SIGINT else 1)


def test_memory_is_bounded(tables_directory: Path, tmp_path: Path) -> None:
    """Ten times the rows take hardly more memory."""
    peaks = []
    for rows in (300_000, 3_000_000):
        source = tmp_path / f"{rows}.parquet"
        schema = pa.schema([("fen", pa.string()), ("note", pa.string())])
        with pq.ParquetWriter(source, schema) as writer:
            part = pa.table({"fen": ["W:WK18,20:BK10"] * 100_000, "note": [f"{n:0100}" for n in range(100_000)]})
            for _ in range(rows // 100_000):
                writer.write_table(part)
        code = "import peatee.__main__ as m, resource, sys; m.main(); "
        code += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        words = command(tables_directory, "--in", source, "--out", tmp_path / "out.parquet", "--quiet")[3:]
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
        assert f"{rows:,} rows, 0 of them" in done.stdout
        peaks.append(int(done.stdout.splitlines()[-1]))
    assert peaks[1] < 1.5 * peaks[0], peaks


@pytest.mark.parametrize(
    ("name", "content", "arguments", "text"),
    [
        ("x.csv", "a,b\n1,2\n", [], "no column 'fen'; its columns are a, b"),
        ("x.csv", "fen,wdl\n1,2\n", [], "has a column 'wdl' already; give a --prefix"),
        ("x.csv", "fen,b\n1,2\n3\n", [], "x.csv line 3: 1 values, and the first line has 2"),
        ("x.csv", "", [], "no column 'fen'"),
        ("x.csv", "fen,fen\n", [], "twice column 'fen'"),
        ("x.jsonl", '{"fen": "W:WK1:BK32"}\n{"a": 1}\n', [], "x.jsonl line 2: the object has no 'fen'"),
        ("x.jsonl", "[1]\n", [], "x.jsonl line 1: [1] is no object"),
        ("x.jsonl", "{\n", [], "x.jsonl line 1"),
        ("x.parquet", "junk", [], "x.parquet is no Parquet file"),
        ("x.txt", "W:WK1:BK32", [], "none of the endings .parquet"),
        ("x.csv", "fen\n", ["--threads", "0"], "'0' is no number from 1 to 256"),
    ],
)
def test_wrong_input(
    tables_directory: Path, tmp_path: Path, name: str, content: str, arguments: list[str], text: str
) -> None:
    source, out = tmp_path / name, tmp_path / f"out{Path(name).suffix}"
    source.write_text(content)
    done = probe(tables_directory, "--in", source, "--out", out, *arguments)
    assert done.returncode in (1, 2) and text in done.stderr and "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == [source]


def test_wrong_paths(tables_directory: Path, tmp_path: Path) -> None:
    source = tmp_path / "x.csv"
    assert "is not there" in probe(tables_directory, "--in", source, "--out", tmp_path / "y.csv").stderr
    source.write_text("fen\n")
    assert "is the input" in probe(tables_directory, "--in", source, "--out", source).stderr
    assert "different endings" in probe(tables_directory, "--in", source, "--out", tmp_path / "y.jsonl").stderr
    assert "there is no directory" in probe(tmp_path, "--in", source, "--out", tmp_path / "y.csv").stderr
    assert "No such file" in probe(tables_directory, "--in", source, "--out", tmp_path / "no/y.csv").stderr
    directory = probe(tables_directory, "--in", tmp_path, "--out", tmp_path / "out").stderr
    assert "is in the directory of the inputs" in directory
    pq.write_table(pa.table({"fen": [1, 2]}), tmp_path / "n.parquet")
    done = probe(tables_directory, "--in", tmp_path / "n.parquet", "--out", tmp_path / "m.parquet")
    assert done.returncode == 1 and "column 'fen': a column of Int64 holds no FEN texts" in done.stderr


def test_an_empty_file_has_its_columns(tables_directory: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "x.parquet", tmp_path / "y.parquet"
    pq.write_table(pa.table({"fen": pa.array([], pa.string())}), source)
    assert probe(tables_directory, "--in", source, "--out", out).stdout == "0 rows, 0 of them with errors\n"
    assert pq.read_table(out).column_names == ["fen", "wdl", "dtw_plies", "error"]


def test_a_slice_is_written_with_its_values(tables_directory: Path, tmp_path: Path, english: peatee.Tables) -> None:
    out = tmp_path / "KMvK.parquet"
    words = ["-m", "peatee", "export", "--slice", "KMvK", "--tables", tables_directory / "english", "--out", out]
    words += ["--dtc", "--rules", "none"]
    done = subprocess.run([sys.executable, *(str(word) for word in words)], capture_output=True, text=True)
    kmvk = english.slice("KMvK")
    assert (done.returncode, done.stdout) == (0, f"{len(kmvk):,} positions of KMvK\n"), done.stderr
    found = pq.read_table(out)
    names = ["number", "fen", "wdl", "dtw_plies", "dtc_plies", "rules_wdl", "rules_needed_plies"]
    assert found.column_names == names and found["number"].to_pylist() == list(range(len(kmvk)))
    told = {name.decode(): value.decode() for name, value in found.schema.metadata.items()}
    wanted = {"version": peatee.__version__, "variant": "english", "slice": "KMvK", "rules": "none"}
    assert {name: told[f"peatee.{name}"] for name in wanted} == wanted
    answers = english.probe_many(found["fen"].combine_chunks())
    assert answers.wdl.tolist() == found["wdl"].to_pylist()
    assert answers.dtw_plies.tolist() == found["dtw_plies"].to_pylist()
    assert found["dtc_plies"].fill_null(-1).to_pylist() == kmvk.dtc_plies().tolist()
    assert found["rules_wdl"].equals(found["wdl"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--slice", "KKKKvK", "--out", "x.parquet"], "there are no tables of KKKKvK"),
        (["--slice", "KKvK", "--out", "x.csv"], "does not end in .parquet"),
        (["--slice", "KKvK", "--out", "x.parquet", "--rules", "nobody"], "names no draw rules"),
    ],
)
def test_a_slice_that_cannot_be_written(
    tables_directory: Path, tmp_path: Path, arguments: list[str], said: str
) -> None:
    words = [sys.executable, "-m", "peatee", "export", "--tables", str(tables_directory / "english"), *arguments]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and said in done.stderr, done.stderr
    assert not list(tmp_path.iterdir())


def test_random_positions_are_sampled(tables_directory: Path, tmp_path: Path, english: peatee.Tables) -> None:
    outs = [tmp_path / name for name in ("x.parquet", "again.parquet", "other.parquet")]
    for out, seed in zip(outs, "001"):
        words = ["-m", "peatee", "sample", "--positions", 200_000, "--tables", tables_directory / "english"]
        words += ["--out", out, "--seed", seed]
        done = subprocess.run([sys.executable, *(str(word) for word in words)], capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "200,000 positions of english\n"), done.stderr
    found = pq.read_table(outs[0])
    assert found.column_names == ["slice", "number", "fen"] and found.num_rows == 200_000
    assert outs[0].read_bytes() == outs[1].read_bytes() and not found.equals(pq.read_table(outs[2]))
    total = sum(len(slice_) for slice_ in english.slices())
    for slice_ in english.slices():
        rows = found.filter(pc.equal(found["slice"], slice_.name))
        share = len(slice_) / total
        assert abs(rows.num_rows - 200_000 * share) < 6 * (200_000 * share) ** 0.5 + 6, slice_.name
        assert rows["fen"].to_pylist() == slice_.fens(rows["number"].to_numpy())


def test_random_positions_are_probed(tables_directory: Path, tmp_path: Path) -> None:
    """What the documentation shows, of draughts and of chess."""
    for variant, added in [("english", ["wdl", "dtw_plies"]), ("chess", ["wdl", "dtz_plies", "outcome"])]:
        source, out = tmp_path / f"{variant}.parquet", tmp_path / f"{variant}-probed.parquet"
        tables = ["--tables", str(tables_directory / variant)]
        for words in [["sample", "--positions", "20000", "--out", source], ["probe", "--in", source, "--out", out]]:
            command = [sys.executable, "-m", "peatee", *(str(word) for word in words), *tables]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
        found = pq.read_table(out)
        assert found.column_names == ["slice", "number", "fen", *added, "error"]
        assert found["error"].null_count == found.num_rows == 20_000
