"""Probes of one position, moves, lines, and what goes wrong."""

import pickle
import random
import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from draughts import Board

import peatee
from boards import fen_of

ANSWERS = Path(__file__).parents[2] / "tests/data/v4/answers.tsv"
WORDS = {peatee.Wdl.WIN: "win", peatee.Wdl.DRAW: "draw", peatee.Wdl.LOSS: "loss"}


def test_answers_on_record(english: peatee.Tables) -> None:
    rows = [line.split("\t") for line in ANSWERS.read_text().splitlines() if not line.startswith("#")]
    assert len(rows) > 400
    for fen, wdl, dtw, _ in rows:
        value = english.probe(fen)
        assert (WORDS[value.wdl], str(value), value.dtw_plies) == (
            wdl,
            wdl if dtw == "-" else f"{wdl} in {dtw} {'ply' if dtw == '1' else 'plies'}",
            None if dtw == "-" else int(dtw),
        )


@pytest.mark.parametrize("release", ["v4", "v4-pages"])
def test_mapped_files_answer_as_files_that_are_read(english: peatee.Tables, release: str) -> None:
    directory = ANSWERS.parents[1] / release / "english"
    rows = [line.split("\t") for line in ANSWERS.read_text().splitlines() if not line.startswith("#")]
    with peatee.open_tables(directory, mmap=True, memory_bytes=1 << 20) as mapped:
        for fen, *_ in rows:
            assert mapped.probe(fen) == english.probe(fen)
    with pytest.raises(TypeError):
        peatee.open_tables(directory, True)  # type: ignore[call-arg]


def test_dtc_on_record() -> None:
    with peatee.open_tables(ANSWERS.with_name("english")) as tables:
        rows = [line.split("\t") for line in ANSWERS.read_text().splitlines() if not line.startswith("#")]
        for fen, _, _, dtc in rows:
            assert tables.dtc_plies(fen) == (None if dtc == "-" else int(dtc))


def test_value_is_the_best_of_the_moves_of_pydraughts(international: peatee.Tables) -> None:
    """The moves are those of another program, and the value of each is a probe of its own."""
    numbers = random.Random(20261123)
    compared = 0
    for slice_ in international.slices():
        for number in numbers.sample(range(len(slice_)), 8):
            before = international.position(_board_of(slice_, number))
            board = Board(variant="standard", fen=before.fen)
            after = []
            for move in board.legal_moves():
                board.push(move)
                after.append(international.probe(board))
                board.pop()
            found = international.probe(before)
            assert found == international.probe(board)
            if not after:
                assert (found.wdl, found.dtw_plies) == (peatee.Wdl.LOSS, 0)
                continue
            wdl = max(-int(value.wdl) for value in after)
            assert found.wdl == wdl
            plies = [1 + (value.dtw_plies or 0) for value in after if -int(value.wdl) == wdl]
            assert found.dtw_plies == {1: min(plies), 0: None, -1: max(plies)}[wdl]
            assert len(international.moves(before)) == len({move.position for move in international.moves(before)})
            compared += 1
    assert compared > 100


def _board_of(slice_: peatee.Slice, number: int) -> str:
    """The FEN of a position, put together from the bits of its row."""
    return fen_of([int(word) for word in slice_.positions([number])[0]])


def test_all_kinds_of_positions_are_the_same(english: peatee.Tables) -> None:
    fen = "W:WK17,K5:BK31"
    position = peatee.Position.from_squares(
        "white", white_kings=[5, "17"], black_kings=[31], variant="english"
    )
    board = Board(variant="english", fen=fen)
    values = {english.probe(given) for given in (fen, position, board, english.position(fen))}
    assert [str(value) for value in values] == ["win in 31 plies"]


def test_best_line_is_played_move_by_move(english: peatee.Tables) -> None:
    line = english.best_line("W:WK17,K5:BK31")
    assert (len(line), line.end, line.value.dtw_plies) == (31, "game-over", 31)
    position = peatee.Position("W:WK17,K5:BK31", variant="english")
    for left, move in zip(range(31, 0, -1), line.moves):
        assert move.text in position.legal_moves()
        assert english.probe(position).dtw_plies == left
        position = position.play(move.text)
        assert position == move.position
    assert position.legal_moves() == []


@pytest.mark.parametrize(
    ("position", "error", "text"),
    [
        ("W:WK99:B1", peatee.PositionError, "99"),
        ("nonsense", peatee.PositionError, "FEN"),
        ("W:WK1,K2,K3,K4:BK31", peatee.MissingTableError, "5 pieces"),
        (17, TypeError, "int is no position"),
        (peatee.Position("W:WK1:BK50"), peatee.PositionError, "the tables are of english"),
        (Board(variant="russian"), peatee.PositionError, "the board is of russian"),
    ],
)
def test_errors_say_what_is_wrong(
    english: peatee.Tables, position: peatee.Position, error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        english.probe(position)


def test_the_text_of_an_error_is_the_librarys(tmp_path: Path, english: peatee.Tables) -> None:
    with pytest.raises(peatee.OpenError, match=str(tmp_path)):
        peatee.open_tables(tmp_path)
    with pytest.raises(peatee.PositionError, match="there is no variant"):
        peatee.Position("W:W1:B2", variant="chequers")
    with pytest.raises(peatee.RulesError, match="`FIDE` names no draw rules"):
        english.rule_value("W:WK17,K5:BK31", "FIDE")
    with pytest.raises(peatee.PeateeError, match="legal"):
        peatee.Position("W:WK17,K5:BK31", variant="english").play("1-32")


def test_two_pieces_on_a_square_are_refused() -> None:
    with pytest.raises(peatee.PositionError, match="two pieces stand on square 5"):
        peatee.Position.from_squares("white", white_men=[5], black_kings=[5])
    with pytest.raises(peatee.PositionError, match='not "red"'):
        peatee.Position.from_squares("red")


def test_a_damaged_file_is_named_and_the_rest_answers(tables_directory: Path, tmp_path: Path) -> None:
    directory = tmp_path / "english"
    shutil.copytree(tables_directory / "english", directory)
    damaged = directory / "KKvK.dtw"
    damaged.write_bytes(damaged.read_bytes()[:-1])
    with peatee.open_tables(directory) as tables:
        assert len(tables.faults) == 1 and str(damaged) in tables.faults[0]
        with pytest.raises(peatee.ProbeError, match="KKvK.dtw"):
            tables.probe("W:WK17,K5:BK31")
        assert tables.probe("W:WK1:BK32").wdl == peatee.Wdl.DRAW


def test_closed_tables_raise(tables_directory: Path) -> None:
    tables = peatee.open_tables(tables_directory / "english")
    slice_ = tables.slice("KKvK")
    chunks = slice_.chunks(100)
    with tables:
        assert not tables.closed
        next(chunks)
    assert tables.closed
    tables.close()
    calls = [
        lambda: tables.probe("W:WK1:BK32"),
        lambda: tables.moves("W:WK1:BK32"),
        lambda: tables.probe_many([]),
        lambda: tables.adjudicate(""),
        lambda: slice_.values(),
        lambda: next(chunks),
        lambda: tables.__enter__(),
    ]
    for call in calls:
        with pytest.raises(peatee.ClosedError, match="open them again with open_tables"):
            call()
    assert "closed" in repr(tables)


def test_threads_share_one_handle_and_one_may_close_it(tables_directory: Path) -> None:
    tables = peatee.open_tables(tables_directory / "english")
    fens = [line.split("\t")[0] for line in ANSWERS.read_text().splitlines() if not line.startswith("#")]
    expected = [tables.probe(fen) for fen in fens]
    faults: list[object] = []
    first_round = threading.Barrier(5)

    def probe() -> None:
        try:
            if [tables.probe(fen) for fen in fens] != expected:
                faults.append("values differ")
            first_round.wait()
            while True:
                for fen, value in zip(fens, expected):
                    if tables.probe(fen) != value:
                        faults.append(fen)
        except peatee.ClosedError:
            pass
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=probe) for _ in range(4)]
    for thread in threads:
        thread.start()
    first_round.wait()
    tables.close()
    for thread in threads:
        thread.join()
    assert faults == []


def turns_of_another_thread(call: Callable[[], object]) -> int:
    """How often another thread gets the lock of the interpreter during a call. With so long an
    interval the interpreter takes the lock from no thread; the call has to give it away."""
    turns = 0
    state = {"inside": False, "stop": False}
    ready = threading.Event()

    def watch() -> None:
        nonlocal turns
        ready.set()
        while not state["stop"]:
            turns += state["inside"]
            time.sleep(0)

    interval = sys.getswitchinterval()
    watcher = threading.Thread(target=watch)
    sys.setswitchinterval(1000)
    try:
        watcher.start()
        ready.wait()
        state["inside"] = True
        call()
        state["inside"] = False
    finally:
        sys.setswitchinterval(interval)
        state["stop"] = True
        watcher.join()
    return turns


def test_other_threads_run_while_a_column_is_probed(english: peatee.Tables) -> None:
    boards = english.slice("KKvK").positions(range(14880)).repeat(100, axis=0)
    assert turns_of_another_thread(lambda: english.probe_many(boards)) > 10
    # A function that keeps the lock.
    assert turns_of_another_thread(lambda: sum(range(3_000_000))) == 0


def test_positions_can_be_sent_to_other_processes_and_tables_cannot(english: peatee.Tables) -> None:
    position = peatee.Position("W:Wc3:Bd6", variant="russian")
    sent = pickle.loads(pickle.dumps(position))
    assert sent == position and hash(sent) == hash(position)
    with pytest.raises(TypeError, match="call open_tables"):
        pickle.dumps(english)


def test_values_compare_as_numbers(english: peatee.Tables) -> None:
    assert peatee.Wdl.LOSS < peatee.Wdl.DRAW < peatee.Wdl.WIN
    assert english.probe("W:WK17,K5:BK31") == english.moves("W:WK17,K5:BK31")[0].value
    assert english.probe("W:WK17,K5:BK31") != english.probe("W:WK1:BK32")


def test_several_directories_are_one_set(tables_directory: Path, tmp_path: Path) -> None:
    both = [tmp_path / "a", tmp_path / "b"]
    for directory in both:
        shutil.copytree(tables_directory / "english", directory)
    (both[0] / "KKvK.dtw").unlink()
    with peatee.open_tables(both) as tables:
        assert tables.slice("KKvK").metrics == ["wdl", "dtw", "dtc"]
    with pytest.raises(peatee.OpenError, match="international"):
        peatee.open_tables([tables_directory / "english", tables_directory / "international"])


def test_the_id_of_a_game_opens_installed_tables(
    tables_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "peatee_tables", None)
    with pytest.raises(peatee.OpenError, match=r"pip install 'peatee\[tables\]'"):
        peatee.open_tables("english")
    monkeypatch.delitem(sys.modules, "peatee_tables")
    package = tmp_path / "packages/peatee_tables"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "english").symlink_to(tables_directory / "english")
    monkeypatch.syspath_prepend(package.parent)
    with peatee.open_tables("english") as tables:
        assert tables.probe("W:WK17,K5:BK31").dtw_plies == 31
    with pytest.raises(peatee.OpenError, match="there is no directory"):
        peatee.open_tables("international")
    with pytest.raises(peatee.OpenError, match="no directory rusian and no game of this name; the nearest game is russian"):
        peatee.open_tables("rusian")
    with pytest.raises(peatee.OpenError, match="there is no directory tables$"):
        peatee.open_tables("tables")
    # A directory goes first.
    (tmp_path / "english").symlink_to(tables_directory / "international")
    with peatee.open_tables("english") as tables:
        assert tables.variant == "international"
