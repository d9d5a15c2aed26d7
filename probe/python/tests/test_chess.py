"""Tables of chess: FEN texts and boards of python-chess in, exact values out."""

import pickle
from pathlib import Path

import chess
import chess.variant
import polars as pl
import pyarrow as pa
import pytest

import peatee

ROOK = "8/8/8/8/8/2k5/8/K6R w - - 0 1"
MATED = "8/8/8/8/8/2k5/1q6/K7 w - - 30 90"


def test_boards_and_texts_are_the_same(chess_tables: peatee.ChessTables) -> None:
    board = chess.Board(ROOK)
    value = chess_tables.probe(board)
    assert value == chess_tables.probe(ROOK) and hash(value) == hash(chess_tables.probe(ROOK))
    assert (value.wdl, value.outcome, str(value)) == (peatee.Wdl.WIN, "win", f"win, DTZ {value.dtz_plies} plies")
    mated = chess_tables.probe(chess.Board(MATED))
    assert (mated.wdl, mated.dtz_plies, mated.outcome) == (peatee.Wdl.LOSS, 0, "loss")
    assert chess_tables.probe("8/8/8/8/8/2k5/8/K7 w - - 0 1").dtz_plies is None


def test_the_clock_of_a_board_decides(chess_tables: peatee.ChessTables) -> None:
    board = chess.Board(ROOK)
    plies = chess_tables.probe(board).dtz_plies
    assert plies is not None
    for clock, outcome in [(100 - plies, "win"), (101 - plies, "cursed-win")]:
        board.halfmove_clock = clock
        assert chess_tables.probe(board).outcome == outcome


def test_best_play_mates_in_as_many_plies_as_the_value_says(chess_tables: peatee.ChessTables) -> None:
    """The moves are checked by another library."""
    board = chess.Board(ROOK)
    plies = chess_tables.probe(board).dtz_plies
    assert plies is not None
    for left in range(plies, 0, -1):
        moves = chess_tables.moves(board)
        assert sorted(move.uci for move in moves) == sorted(move.uci() for move in board.legal_moves)
        best = moves[0]
        assert (best.value.dtz_plies, board.parse_san(best.san).uci()) == (left, best.uci)
        board.push_uci(best.uci)
    assert board.is_checkmate() and chess_tables.moves(board) == []


@pytest.mark.parametrize("kind", [list, pa.array, pl.Series, lambda rows: pa.table({"fen": rows})])
def test_many_positions_keep_their_order(chess_tables: peatee.ChessTables, kind: object) -> None:
    assert callable(kind)
    rows = [MATED, "nonsense", ROOK, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/3QK2R w - - 0 1"]
    answers = chess_tables.probe_many(kind(rows))
    assert answers.wdl.tolist() == [-1, None, 1, None, None]
    assert answers.outcome.tolist() == ["loss", None, "win", None, None]
    assert answers.dtz_plies.tolist()[:2] == [0, None]
    errors = answers.error.tolist()
    assert [error is None for error in errors] == [True, False, True, False, False]
    assert "6 fields" in errors[1] and "castling rights" in errors[3] and "4 men" in errors[4]
    assert (len(answers), answers.error_count) == (5, 3)
    table = pa.table(answers)
    assert table.column_names == ["wdl", "dtz_plies", "outcome", "error"]
    assert pl.DataFrame(answers)["outcome"].to_list() == answers.outcome.tolist()


def test_many_boards(chess_tables: peatee.ChessTables) -> None:
    board = chess.Board(ROOK)
    boards = [board.copy()]
    for move in list(board.legal_moves):
        board.push(move)
        boards.append(board.copy())
        board.pop()
    answers = chess_tables.probe_many(boards)
    values = [chess_tables.probe(board) for board in boards]
    assert answers.wdl.tolist() == [int(value.wdl) for value in values]
    assert answers.dtz_plies.tolist() == [value.dtz_plies for value in values]


def test_what_is_wrong_is_said(chess_tables: peatee.ChessTables, tables_directory: Path, tmp_path: Path) -> None:
    with pytest.raises(peatee.PositionError, match="6 fields"):
        chess_tables.probe("W:WK1:BK32")
    with pytest.raises(peatee.PositionError, match="castling rights"):
        chess_tables.probe(chess.Board())
    with pytest.raises(peatee.MissingTableError, match="4 men"):
        chess_tables.probe("4k3/8/8/8/8/8/8/3QK2R w - - 0 1")
    with pytest.raises(peatee.PositionError, match="of antichess"):
        chess_tables.probe(chess.variant.AntichessBoard())
    with pytest.raises(TypeError, match="int is no position of chess"):
        chess_tables.probe(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes a column"):
        chess_tables.probe_many(ROOK)
    with pytest.raises(peatee.OpenError, match="not of chess"):
        peatee.open_chess_tables(tables_directory / "english")
    with pytest.raises(peatee.OpenError):
        peatee.open_chess_tables(tmp_path)
    with pytest.raises(TypeError, match="another process"):
        pickle.dumps(chess_tables)


def test_closed_tables_are_refused(tables_directory: Path) -> None:
    with peatee.open_chess_tables(tables_directory / "chess", memory_bytes=1 << 24) as tables:
        assert (tables.variant, tables.most_men, tables.faults, tables.closed) == ("chess", 3, [], False)
    assert tables.closed
    with pytest.raises(peatee.ClosedError, match="again with open_chess_tables"):
        tables.probe(ROOK)
