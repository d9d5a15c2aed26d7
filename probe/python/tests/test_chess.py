"""Tables of chess: FEN texts and boards of python-chess in, exact values out."""

import csv
import itertools
import json
import pickle
import subprocess
import sys
from pathlib import Path

import chess
import chess.pgn
import chess.variant
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
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


def test_depths_need_their_tables(chess_tables: peatee.ChessTables) -> None:
    assert chess_tables.dtm_plies("8/8/8/8/8/2k5/8/K7 w - - 0 1") is None
    for plies, metric in [(chess_tables.dtm_plies, "dtw"), (chess_tables.dtc_plies, "dtc")]:
        with pytest.raises(peatee.MissingTableError, match=f"no {metric} table of KRvK"):
            plies(chess.Board(ROOK))


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
    assert answers.wdl.tolist() == ["loss", None, "win", None, None]
    assert answers.outcome.tolist() == ["loss", None, "win", None, None]
    assert answers.dtz_plies.tolist()[:2] == [0, None]
    errors = answers.error.tolist()
    assert [error is None for error in errors] == [True, False, True, False, False]
    assert "6 fields" in errors[1] and "castling rights" in errors[3] and "4 pieces" in errors[4]
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
    assert answers.wdl.tolist() == [str(value.wdl) for value in values]
    assert answers.dtz_plies.tolist() == [value.dtz_plies for value in values]


def test_what_is_wrong_is_said(chess_tables: peatee.ChessTables, tables_directory: Path, tmp_path: Path) -> None:
    with pytest.raises(peatee.PositionError, match="6 fields"):
        chess_tables.probe("W:WK1:BK32")
    with pytest.raises(peatee.MissingTableError, match="32 pieces"):
        chess_tables.probe(chess.Board())
    with pytest.raises(peatee.PositionError, match="castling rights"):
        chess_tables.probe("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    with pytest.raises(peatee.MissingTableError, match="4 pieces"):
        chess_tables.probe("4k3/8/8/8/8/8/8/3QK2R w - - 0 1")
    with pytest.raises(peatee.PositionError, match="of antichess"):
        chess_tables.probe(chess.variant.AntichessBoard())
    with pytest.raises(TypeError, match="int is no position of chess"):
        chess_tables.probe(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes a column"):
        chess_tables.probe_many(ROOK)
    with pytest.raises(peatee.OpenError, match="chess"):
        peatee.open_tables([tables_directory / "english", tables_directory / "chess"])
    with pytest.raises(peatee.RulesError, match="`WCDF` names no draw rules of chess"):
        chess_tables.rule_value(ROOK, "WCDF")
    with pytest.raises(peatee.RulesError, match="half-move clock"):
        chess_tables.rule_value(ROOK, "FIDE-50", counts="9.3=2")
    with pytest.raises(TypeError, match="is of draughts"):
        chess_tables.position(ROOK)
    with pytest.raises(ValueError, match="leave `rules` out"):
        chess_tables.adjudicate("1. e4 *", rules="FIDE-50")
    with pytest.raises(TypeError, match="as `pdn` or as `pgn`"):
        chess_tables.adjudicate()
    with pytest.raises(AttributeError, match="no column dtw_plies"):
        chess_tables.probe_many([ROOK]).dtw_plies
    with pytest.raises(peatee.OpenError):
        peatee.open_chess_tables(tmp_path)
    with pytest.raises(ValueError, match="give \"white\" or \"black\""):
        chess_tables.adjudicate("1. e4 *", flag="red")
    with pytest.raises(peatee.GameError, match="game 1, line 1"):
        chess_tables.adjudicate('[Variant "Crazyhouse"] 1. e4 *')
    # An open comment is a fault of the record, not a refusal.
    [verdict] = chess_tables.adjudicate("1. e4 {open")
    assert (verdict.ruling, verdict.plies) == ("in-progress", 1)
    with pytest.raises(TypeError, match="another process"):
        pickle.dumps(chess_tables)


def test_mapped_files_answer_as_files_that_are_read(chess_tables: peatee.ChessTables, tables_directory: Path) -> None:
    with peatee.open_chess_tables(tables_directory / "chess", mmap=True) as mapped:
        assert mapped.probe(ROOK) == chess_tables.probe(ROOK)


def test_closed_tables_are_refused(tables_directory: Path) -> None:
    with peatee.open_chess_tables(tables_directory / "chess", memory_bytes=1 << 24) as tables:
        assert (tables.variant, tables.most_men, tables.faults, tables.closed) == ("chess", 3, [], False)
    assert tables.closed
    with pytest.raises(peatee.ClosedError, match="again with open_tables"):
        tables.probe(ROOK)


def test_a_line_ends_in_the_mate_that_the_value_says(chess_tables: peatee.ChessTables) -> None:
    """The line is played by another library."""
    line = chess_tables.best_line(chess.Board(ROOK))
    assert (len(line), line.end, line.value) == (len(line.moves), "game-over", chess_tables.probe(ROOK))
    assert len(line) == line.value.dtz_plies
    board = chess.Board(ROOK)
    for move in line.moves:
        assert str(move) == move.san == board.san(board.parse_uci(move.uci))
        board.push_uci(move.uci)
    assert board.is_checkmate() and board.fen() == line.fen
    assert str(line) == chess.Board(ROOK).variation_san(board.move_stack)
    cut = chess_tables.best_line("8/8/8/8/8/3k4/7q/K7 b - - 30 90", max_plies=1)
    assert (cut.end, len(cut.moves), str(cut).startswith("90... ")) == ("cut", 1, True)


def test_games_are_judged(chess_tables: peatee.ChessTables) -> None:
    """The games are written by another library, which says what they are too."""
    pgns = []
    for fen, result in [(ROOK, "1-0"), (ROOK, "1/2-1/2"), ("8/8/8/8/8/2k5/8/K7 w - - 0 1", "1/2-1/2")]:
        game = chess.pgn.Game.without_tag_roster()
        game.setup(fen)
        game.headers["Result"] = result
        game.add_line(chess.Board(fen).parse_san(move.san) for move in chess_tables.best_line(fen, max_plies=1).moves)
        pgns.append(str(game))
    whole = chess.pgn.Game.without_tag_roster()
    whole.setup(ROOK)
    whole.headers["Result"] = "1-0"
    board, node = chess.Board(ROOK), whole
    for move in chess_tables.best_line(ROOK).moves:
        node = node.add_variation(board.parse_uci(move.uci))  # type: ignore[assignment]
        board.push_uci(move.uci)
    illegal = f'[SetUp "1"]\n[FEN "{ROOK}"]\n\n1. Re8 *'
    won, drawn, dead, mated, wrong = chess_tables.adjudicate("\n\n".join([*pgns, str(whole), illegal]))
    assert (won.ruling, won.agreement, won.value) == ("in-progress", "plausible", chess_tables.probe(won.fen))
    assert (drawn.agreement, drawn.is_disagreement, drawn.game_number) == ("against-value", False, 2)
    assert (dead.ruling, dead.article, dead.agreement, dead.plies) == ("drawn", "5.2.2", "confirmed", 0)
    assert (mated.ruling, mated.winner, mated.article) == ("won", "white", "5.1.1")
    assert (mated.agreement, mated.plies, mated.fen) == ("confirmed", len(board.move_stack), board.fen())
    assert (wrong.ruling, wrong.article) == ("illegal-move", "7.5.1") and "Re8 (line" in (wrong.detail or "")
    with pytest.raises(TypeError, match="take `fen`"):
        wrong.position
    [flag] = chess_tables.adjudicate(f'[SetUp "1"]\n[FEN "{ROOK}"]\n\n*', flag="black")
    assert (flag.ruling, flag.winner, flag.article) == ("won", "white", "6.9")
    [many] = chess_tables.adjudicate("1. e4 1-0")
    assert (many.agreement, many.value) == ("unknown", None) and "32 pieces" in (many.unknown_reason or "")


TO_AND_FRO = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"
"""Moves after which Ng8 brings the first position for the third time."""


def test_claims_with_a_move_that_is_announced(chess_tables: peatee.ChessTables) -> None:
    [right] = chess_tables.adjudicate(f"{TO_AND_FRO} Ng8 1/2-1/2", claim_announced=True)
    assert (right.ruling, right.article, right.agreement, right.plies) == ("drawn", "9.2.1", "confirmed", 7)
    claim = right.announced
    assert claim and (claim.move, claim.article, claim.occurrences, claim.halfmove_clock) == ("Ng8", "9.2.1", 3, 8)
    assert repr(claim) == "<Claim with Ng8 by article 9.2.1>"
    [wrong] = chess_tables.adjudicate("1. e4 e5 2. Nf3 *", claim_announced=True)
    assert (wrong.ruling, wrong.plies) == ("in-progress", 2)
    assert wrong.announced and (wrong.announced.article, wrong.announced.occurrences) == (None, 1)
    with pytest.raises(ValueError, match="flag or claim_announced, not both"):
        chess_tables.adjudicate("1. e4 *", flag="white", claim_announced=True)
    # What could be claimed so is listed; another library knows the same of it.
    [listed] = chess_tables.adjudicate(f"{TO_AND_FRO} *")
    assert (listed.announced, listed.claims, listed.occurrences, listed.halfmove_clock) == (None, [], 2, 7)
    assert [(by.move, by.article, by.occurrences) for by in listed.announceable] == [("Ng8", "9.2.1", 3)]
    [fifty] = chess_tables.adjudicate('[FEN "7k/8/8/8/8/8/R7/K7 w - - 99 90"]\n\n*')
    board = chess.Board("7k/8/8/8/8/8/R7/K7 w - - 99 90")
    assert board.can_claim_fifty_moves() and not board.is_fifty_moves()
    assert {by.move for by in fifty.announceable} == {board.san(move) for move in board.legal_moves}
    assert {(by.article, by.halfmove_clock) for by in fifty.announceable} == {("9.3.1", 100)}


def test_a_fallen_flag_says_whose_who_says_so_and_how_a_mate_can_come(chess_tables: peatee.ChessTables) -> None:
    position = f'[SetUp "1"]\n[FEN "{ROOK}"]\n'
    [named] = chess_tables.adjudicate(f"{position}\n*", flag="black")
    assert (named.flag, named.flag_source) == ("black", "named")
    board = chess.Board(ROOK)
    for san in named.mating_line:
        board.push_san(san)
    assert board.is_checkmate() and board.turn == chess.BLACK
    time = '[Termination "time forfeit"]\n'
    [tagged] = chess_tables.adjudicate(f"{position}{time}\n1-0")
    assert (tagged.ruling, tagged.flag, tagged.flag_source) == ("won", "black", "termination")
    [drawn] = chess_tables.adjudicate(f"{position}{time}\n1/2-1/2")
    assert drawn.flag_source == "termination-side-to-move"
    assert drawn.flag == ("white" if chess.Board(ROOK).turn else "black")
    [late] = chess_tables.adjudicate(f"{time}\n1. f3 e5 2. g4 Qh4# 3. a3 0-1")
    assert (late.flag, late.flag_source, late.mating_line, late.plies_after_end) == (None, None, [], 1)
    assert (late.agreement, late.is_disagreement) == ("confirmed", True)


def test_moves_that_cannot_stand_have_their_place_and_reason(chess_tables: peatee.ChessTables) -> None:
    [illegal] = chess_tables.adjudicate("1. e4 e5\n2. Ke3 *")
    move = illegal.faulty_move
    assert move and (move.move, move.line, move.column, move.cause) == ("Ke3", 2, 4, "illegal")
    assert move.reason == "no king of White can move to e3 that way" and move.candidates == []
    board = chess.Board()
    for san in ("e4", "e5"):
        board.push_san(san)
    assert sorted(move.legal_moves) == sorted(board.san(legal) for legal in board.legal_moves)
    [unclear] = chess_tables.adjudicate("1. Nf3 Nf6 2. d4 d5 3. Nd2 *")
    assert (unclear.ruling, unclear.article, unclear.is_disagreement) == ("unclear-move", None, True)
    move = unclear.faulty_move
    assert move and (move.cause, move.candidates) == ("ambiguous", ["Nbd2", "Nfd2"])
    [german] = chess_tables.adjudicate("1. e4 e5 2. Sf3 *")
    assert german.faulty_move and german.faulty_move.cause == "unreadable"
    [whole] = chess_tables.adjudicate("1. e4 e5 *")
    assert (whole.faulty_move, whole.is_disagreement) == (None, False)


Squares = tuple[int, ...]
"""Where the pieces of a slice stand, in the order of its name."""


def same(squares: Squares, has_pawns: bool) -> set[Squares]:
    """The same position turned and mirrored."""
    mirrored = {squares, tuple(square ^ 7 for square in squares)}
    if has_pawns:
        return mirrored
    mirrored |= {tuple(square ^ 56 for square in of) for of in mirrored}
    return mirrored | {tuple(square % 8 * 8 + square // 8 for square in of) for of in mirrored}


def board_of(pieces: str, squares: Squares) -> chess.Board:
    board = chess.Board(None)
    for piece, square in zip(pieces, squares):
        board.set_piece_at(square, chess.Piece.from_symbol(piece))
    return board


@pytest.mark.parametrize(("name", "pieces"), [("KRvK", "KRk"), ("KvKQ", "Kkq"), ("KPvK", "KPk")])
def test_a_slice_has_every_legal_position_once(chess_tables: peatee.ChessTables, name: str, pieces: str) -> None:
    """The positions are found square by square, and another library says which are legal."""
    slice_ = chess_tables.slice(name)
    numbers, wdl, dtz_plies = slice_.values()
    assert len(numbers) == len(wdl) == len(dtz_plies) < len(slice_)
    assert slice_.legal(np.arange(len(slice_))).nonzero()[0].tolist() == numbers.tolist()
    fens = slice_.fens(numbers)
    assert slice_.numbers(fens).tolist() == slice_.numbers(pa.array(fens)).tolist() == numbers.tolist()
    has_pawns = "P" in pieces
    found = []
    for fen in fens:
        square = {piece.symbol(): at for at, piece in chess.BaseBoard(fen.split()[0]).piece_map().items()}
        found.append(min(same(tuple(square[piece] for piece in pieces), has_pawns)))
    kings = [king for king in chess.SQUARES if (king,) == min(same((king,), has_pawns))]
    all_squares = ((king, *others) for king in kings for others in itertools.permutations(chess.SQUARES, len(pieces) - 1))
    named = (squares for squares in all_squares if squares == min(same(squares, has_pawns)))
    assert sorted(found) == [squares for squares in named if board_of(pieces, squares).is_valid()]
    answers = chess_tables.probe_many(fens)
    assert np.asarray(answers.wdl).tolist() == wdl.tolist()
    assert [-1 if plies is None else plies for plies in answers.dtz_plies.tolist()] == dtz_plies.tolist()
    parts = list(slice_.chunks(numbers=10_000))
    columns = [np.concatenate(of_parts).tolist() for of_parts in zip(*parts)]
    assert columns == [numbers.tolist(), wdl.tolist(), dtz_plies.tolist()]
    # The images of a position have its number, with colours exchanged too.
    middle = len(fens) // 2
    for squares in same(found[middle], has_pawns):
        board = board_of(pieces, squares)
        board.halfmove_clock = 7
        assert slice_.numbers([board, board.mirror()]).tolist() == [numbers[middle]] * 2


def test_one_class_serves_every_game(
    chess_tables: peatee.ChessTables, english: peatee.Tables, tables_directory: Path
) -> None:
    assert peatee.ChessTables is peatee.Tables and peatee.open_chess_tables is peatee.open_tables
    assert (peatee.ChessVerdict, peatee.ChessClaim) == (peatee.Verdict, peatee.Claim)
    assert repr(chess_tables) == f"<Tables of chess to 3 pieces in {tables_directory / 'chess'}>"
    for clock, outcome in [(73, "win"), (74, "cursed-win")]:
        value = chess_tables.rule_value(ROOK.replace("0 1", f"{clock} 1"), "FIDE-50")
        assert (value.outcome, value.needed_plies, value.left_plies) == (outcome, 27, 100 - clock)
        assert (value.value.wdl, value.lacking) == (peatee.Wdl.WIN, None)
    best = chess_tables.moves("8/8/8/8/8/2k5/1R6/4K3 b - - 0 1")
    assert {move.text: move.is_capture for move in best}["Kxb2"]
    board = chess.Board("8/8/8/8/8/2k5/1R6/4K3 b - - 0 1")
    for move in best:
        board.push_uci(move.uci)
        assert move.fen == board.fen() and move.text == move.san
        board.pop()
    with pytest.raises(TypeError, match="take `fen`"):
        best[0].position
    move = english.moves("W:WK17,K5:BK31")[0]
    assert move.fen == move.position.fen and english.dtm_plies("W:WK17,K5:BK31") == 31
    with pytest.raises(AttributeError, match="take `text`"):
        move.uci
    found = english.probe("W:WK17,K5:BK31")
    assert (found.dtw_plies, found.dtz_plies, found.outcome) == (31, None, "win")
    assert english.best_line("W:WK17,K5:BK31").fen.startswith("B:W")
    assert english.slice("KKvK").legal([0, 7]).tolist() == [True, True]
    with pytest.raises(AttributeError, match="no column outcome"):
        english.probe_many(["W:WK1:BK32"]).outcome
    for numbers in ([ROOK], np.zeros((2, 5), dtype=np.uint64)):
        answers = chess_tables.probe_many(numbers)
        assert len(answers) == len(numbers)
    with_rules = chess_tables.probe_many([ROOK.replace("0 1", "74 1")], rules="FIDE-50")
    assert (with_rules.rules_wdl, with_rules.rules_needed_plies) != (None, None)
    assert pa.table(with_rules).to_pylist()[0] == {
        "wdl": "win",
        "dtz_plies": 27,
        "outcome": "cursed-win",
        "rules_wdl": "draw",
        "rules_needed_plies": 27,
        "error": None,
    }
    krvk = chess_tables.slice("KRvK")
    numbers, wdl, dtz_plies = krvk.values()
    rules_wdl, needed_plies = krvk.rule_values("FIDE-50")
    assert rules_wdl.tolist() == wdl.tolist() and needed_plies.tolist() == dtz_plies.tolist()
    with pytest.raises(peatee.PositionError, match="take `fens`"):
        krvk.positions([0])


def test_slices_are_listed(chess_tables: peatee.ChessTables) -> None:
    slices = chess_tables.slices()
    assert [slice_.name for slice_ in slices[:2]] == ["KBvK", "KNvK"] and len(slices) == 10
    assert all(slice_.bytes > 0 and len(slice_) > 0 and "wdl" in slice_.metrics for slice_ in slices)
    krvk = chess_tables.slice("KRvK")
    assert str(krvk) == repr(krvk) == "<Slice KRvK of 29568 positions, wdl dtr-FIDE-50>"


def test_what_is_wrong_with_a_slice_is_said(chess_tables: peatee.ChessTables) -> None:
    krvk = chess_tables.slice("KRvK")
    numbers, _, _ = krvk.values()
    illegal = sorted(set(range(len(krvk))) - set(numbers.tolist()))[0]
    for call, error, text in [
        (lambda: chess_tables.slice("KXvK"), peatee.PositionError, "X"),
        (lambda: chess_tables.slice("KRRvK"), peatee.MissingTableError, "those of 4 pieces"),
        (lambda: krvk.values(0, 1 << 40), IndexError, "are not all in KRvK"),
        (lambda: krvk.fens([illegal]), IndexError, "no legal position"),
        (lambda: krvk.fens([-1]), IndexError, "no position -1"),
        (lambda: krvk.fens(np.array([0.5])), TypeError, "whole numbers"),
        (lambda: krvk.numbers([ROOK, MATED]), peatee.PositionError, "row 1: .*no position of KRvK"),
        (lambda: krvk.numbers(["4k3/8/8/8/8/8/8/4K2R w K - 0 1"]), peatee.PositionError, "castling"),
        (lambda: krvk.numbers(ROOK), TypeError, "numbers takes a column"),
        (lambda: krvk.chunks(numbers=0), ValueError, "at least one"),
    ]:
        with pytest.raises(error, match=text):
            call()  # type: ignore[no-untyped-call]


def test_a_slice_is_exported(chess_tables: peatee.ChessTables, tables_directory: Path, tmp_path: Path) -> None:
    out = tmp_path / "krvk.parquet"
    command = [sys.executable, "-m", "peatee", "export", "--slice", "KRvK", "--tables", str(tables_directory / "chess")]
    done = subprocess.run([*command, "--out", str(out)], capture_output=True, text=True)
    numbers, wdl, dtz_plies = chess_tables.slice("KRvK").values()
    assert (done.returncode, done.stdout) == (0, f"{len(numbers):,} positions of KRvK\n"), done.stderr
    found = pq.read_table(out)
    assert found.column_names == ["number", "fen", "wdl", "dtz_plies"]
    words = [["draw", "win", "loss"][number] for number in wdl]
    assert (found["number"].to_pylist(), found["wdl"].to_pylist()) == (numbers.tolist(), words)
    assert found["dtz_plies"].fill_null(-1).to_pylist() == dtz_plies.tolist()
    assert chess_tables.probe_many(found["fen"]).wdl.tolist() == words
    done = subprocess.run([*command, "--out", str(out), "--rules", "FIDE-50"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = pq.read_table(out)
    assert found["rules_wdl"].to_pylist() == words
    assert found["rules_needed_plies"].fill_null(-1).to_pylist() == dtz_plies.tolist()
    done = subprocess.run([*command, "--out", str(out), "--dtc"], capture_output=True, text=True)
    assert done.returncode == 1 and "no dtc table of KRvK" in done.stderr


@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_files_of_chess_are_probed(tables_directory: Path, tmp_path: Path, ending: str) -> None:
    source, out = tmp_path / f"x.{ending}", tmp_path / f"y.{ending}"
    fens = [MATED, "nonsense", ROOK]
    if ending == "parquet":
        pq.write_table(pa.table({"fen": fens}), source)
    elif ending == "csv":
        source.write_text("".join(f"{fen}\n" for fen in ["fen", *fens]))
    else:
        source.write_text("".join(f"{json.dumps({'fen': fen})}\n" for fen in fens))
    command = [sys.executable, "-m", "peatee", "probe", "--in", str(source), "--out", str(out)]
    command += ["--tables", str(tables_directory / "chess")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "3 rows, 1 of them with errors\n"), done.stderr
    if ending == "parquet":
        rows = pq.read_table(out).to_pylist()
    elif ending == "csv":
        rows = list(csv.DictReader(out.read_text().splitlines()))
    else:
        rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert list(rows[0]) == ["fen", "wdl", "dtz_plies", "outcome", "error"]
    assert [row["wdl"] or None for row in rows] == ["loss", None, "win"]
    assert [row["outcome"] or None for row in rows] == ["loss", None, "win"]
    assert [str(row["dtz_plies"] if row["dtz_plies"] is not None else "") for row in rows] == ["0", "", "27"]
    done = subprocess.run([*command, "--rules", "WCDF"], capture_output=True, text=True)
    assert done.returncode == 1 and "names no draw rules of chess" in done.stderr
