"""Annotated archives, beside single probes with python-chess as referee."""

import gzip
import random
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import duckdb
import polars as pl
import pyarrow as pa
import pytest

import peatee
from interrupter import Interrupter

#: White lets the king take its rook.
ROOK = '[White "A"]\n[WhiteElo "2310"]\n[Date "1987.??.??"]\n[FEN "8/8/8/8/8/2k5/8/K6R w - - 0 1"]\n\n1. Rc1+ Kd2 2. Ka2 Kxc1 1/2-1/2\n\n'
FAULTY = '[FEN "nonsense"]\n\n1. e4 *\n\n'


def is_over(board: chess.Board) -> bool:
    """Mate, stalemate, or a position in which no moves can mate: at once, or after each move."""

    def is_dead_after(move: chess.Move) -> bool:
        after = board.copy()
        after.push(move)
        return after.is_insufficient_material()

    return board.is_insufficient_material() or all(is_dead_after(move) for move in board.legal_moves)


def random_game(number: int, dice: random.Random) -> chess.pgn.Game:
    """A game from a random position of three men, with a half-move clock."""
    while True:
        board = chess.Board(None)
        for piece, square in zip("Kk" + dice.choice("QRPqrp"), dice.sample(chess.SQUARES, 3), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        board.turn = dice.random() < 0.5
        board.halfmove_clock = dice.choice([0, 0, 85])
        if board.is_valid() and not is_over(board):
            break
    game: chess.pgn.Game = chess.pgn.Game()
    game.setup(board)
    game.headers["White"] = f"Player {number % 3}"
    node: chess.pgn.GameNode = game
    for _ in range(30):
        if is_over(node.board()):
            break
        node = node.add_variation(dice.choice(list(node.board().legal_moves)))
    return game


def half_points(tables: peatee.Tables, board: chess.Board) -> int:
    """What the side to move gets with best play, by one probe."""
    if board.is_insufficient_material():
        return 1
    outcome = tables.probe(board).outcome
    return {"win": 2, "loss": 0}.get(outcome, 1)


def expected(tables: peatee.Tables, game: chess.pgn.Game) -> list[dict[str, Any]]:
    rows = []
    for ply, node in enumerate(game.mainline(), 1):
        assert node.parent is not None
        before = node.parent.board()
        best = half_points(tables, before)
        kept = 0
        for move in before.legal_moves:
            after = before.copy()
            after.push(move)
            kept += 2 - half_points(tables, after) >= best
        lost = best - (2 - half_points(tables, node.board()))
        legal = before.legal_moves.count()
        mark = {2: "??", 1: "?"}.get(lost, "!" if kept == 1 and legal > 1 and lost == 0 else "")
        rows.append(
            {
                "white": game.headers["White"],
                "ply": ply,
                "fen": before.fen(),
                "move": before.san(node.move).rstrip("+#"),
                "value_before": tables.probe(before).outcome,
                "legal_moves": legal,
                "keeping_moves": kept,
                "mark": mark,
            }
        )
    return rows


def test_rows_are_those_of_single_probes(tables_directory: Path, tmp_path: Path, chess_tables: peatee.Tables) -> None:
    dice = random.Random(7)
    games = [random_game(number, dice) for number in range(60)]
    texts = [str(game) + "\n\n" for game in games]
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.pgn").write_text("".join(texts[:40]))
    with gzip.open(tmp_path / "folder" / "b.pgn.gz", "wt") as file:
        file.write("".join(texts[40:]))
    annotation = peatee.annotate(tmp_path / "folder", tables_directory)
    found = pa.RecordBatchReader.from_stream(annotation).read_all().to_pylist()
    wanted = [row for game in games for row in expected(chess_tables, game)]
    assert len(found) == len(wanted) > 700
    for row, want in zip(found, wanted, strict=True):
        row["move"] = row["move"].rstrip("+#")
        assert {name: row[name] for name in want} == want
    assert {row["mark"] for row in found} == {"", "!", "?"} | ({"??"} & {row["mark"] for row in wanted})
    sums = pa.table(annotation.sums).to_pylist()
    for name in {row["slice"] for row in found}:
        [of] = [row for row in sums if (row["by"], row["name"]) == ("slice", name)]
        rows = [row for row in found if row["slice"] == name]
        assert of["moves"] == len(rows) and of["mistakes"] == sum(row["mark"] == "?" for row in rows)
        assert f"{name}: {100 * of['kept'] / len(rows):.1f} % of {len(rows)} kept; " in annotation._repr_svg_()
    assert len(annotation.faults) == 0


def test_batches_come_while_the_files_are_read(tables_directory: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive.pgn"
    archive.write_text((ROOK + FAULTY) * 12000)
    calls: list[tuple[int, int, str]] = []
    one = peatee.annotate(archive, tables_directory, threads=1, progress=lambda *told: calls.append(told))
    lengths = [len(rows) for rows in one]
    assert sum(lengths) == 48000 and len(lengths) > 3 and len(one.faults) == 12000
    done = [told[0] for told in calls]
    assert done == sorted(done) and calls[-1] == (archive.stat().st_size, archive.stat().st_size, "archive.pgn")
    assert len(set(done)) > 2 and next(one, None) is None
    three = peatee.annotate([archive], tables_directory, threads=3)
    first = pa.table(next(three))
    counted = duckdb.sql("SELECT mark, count(*) AS n FROM three GROUP BY mark ORDER BY mark")
    assert counted is not None
    left = counted.fetchall()
    marks = pl.DataFrame(first).get_column("mark").to_list()
    assert [(mark, n + marks.count(mark)) for mark, n in left] == [("", 24000), ("!", 12000), ("?", 12000)]
    assert pa.table(three.faults).equals(pa.table(one.faults)) and pa.table(three.sums).equals(pa.table(one.sums))
    fault = pa.table(one.faults).to_pylist()[0]
    assert (fault["game"], fault["line"]) == (2, 8) and fault["error"]


def test_positions_are_annotated(tables_directory: Path, tmp_path: Path, english: peatee.Tables) -> None:
    fens = ["W:WK17,K5:BK31", "B:W21,K30:BK4"]
    (tmp_path / "list.txt").write_text("# two\n" + "\n".join(fens) + "\n")
    [rows] = peatee.annotate(tmp_path / "list.txt", tables_directory, fens=True, variant="english")
    for row, fen in zip(pa.table(rows).to_pylist(), fens, strict=True):
        value = english.probe(fen)
        assert (row["wdl_before"], row["plies_before"]) == (str(value.wdl), value.dtw_plies)
        assert row["best_move"] == english.moves(fen)[0].text and row["legal_moves"] == len(english.moves(fen))


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"variant": "halma"}, ValueError, "halma"),
        ({"variant": "chess", "rules": "WCDF"}, ValueError, "FIDE-50"),
        ({"encoding": "morse"}, ValueError, "encoding=\"morse\": not known"),
        ({"files": "missing.pgn"}, OSError, "missing.pgn"),
        ({"tables": "missing"}, peatee.OpenError, "missing"),
    ],
)
def test_wrong_arguments_are_named(
    tables_directory: Path, tmp_path: Path, options: dict[str, Any], error: type[Exception], text: str
) -> None:
    (tmp_path / "game.pgn").write_text(ROOK)
    with pytest.raises(error, match=text):
        peatee.annotate(**({"files": tmp_path / "game.pgn", "tables": tables_directory} | options))


def test_an_exception_of_the_progress_function_ends_the_work(tables_directory: Path, tmp_path: Path) -> None:
    (tmp_path / "game.pgn").write_text(ROOK)

    def stop(done: int, of: int, name: str) -> None:
        raise LookupError(f"enough after {done}")

    with pytest.raises(LookupError, match="enough after"):
        list(peatee.annotate(tmp_path / "game.pgn", tables_directory, progress=stop))


def test_an_interrupt_ends_the_work_while_other_threads_run(tables_directory: Path, tmp_path: Path) -> None:
    archive = tmp_path / "archive.pgn"
    archive.write_text(ROOK * 200_000)
    annotation = peatee.annotate(archive, tables_directory, threads=1)
    other = Interrupter()
    other.start()
    batches: list[peatee.Rows] = []
    with pytest.raises(KeyboardInterrupt):
        # Nothing else is done with a batch here: an interrupt would lose what was taken.
        batches.extend(annotation)
    other.join()
    assert other.ticks == 20
    seen = sum(map(len, batches))
    assert sum(row["moves"] for row in pa.table(annotation.sums).to_pylist() if row["by"] == "slice") == seen
    left = pa.table(next(annotation)).select(["game", "ply"]).to_pylist()
    assert left[0] == {"game": seen // 4 + 1, "ply": 1}, "rows are lost"
