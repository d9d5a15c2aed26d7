"""Slices as arrays."""

import numpy as np
import pytest

import peatee


def test_values_are_those_of_probes(international: peatee.Tables) -> None:
    for slice_ in international.slices():
        wdl, dtw_plies = slice_.values()
        assert [str(wdl.dtype), str(dtw_plies.dtype), len(wdl)] == ["int8", "int32", len(slice_)]
        numbers = np.random.default_rng(1).integers(0, len(slice_), 300)
        answers = international.probe_many(slice_.positions(numbers))
        assert np.asarray(answers.wdl).tolist() == wdl[numbers].tolist()
        assert [-1 if p is None else p for p in answers.dtw_plies.tolist()] == dtw_plies[numbers].tolist()
        # Decided positions have distances, draws have none, and the winner makes the last move.
        assert ((dtw_plies >= 0) == (wdl != 0)).all()
        assert (dtw_plies[wdl == 1] % 2 == 1).all() and (dtw_plies[wdl == -1] % 2 == 0).all()


def test_numbers_and_positions_go_back_and_forth(english: peatee.Tables) -> None:
    for slice_ in english.slices():
        every = np.arange(len(slice_))
        boards = slice_.positions(every)
        assert boards.shape == (len(slice_), len(peatee.BITBOARD_COLUMNS))
        assert len({tuple(row) for row in boards.tolist()}) == len(slice_)
        assert (slice_.numbers(boards) == every).all()


def test_the_other_colour_has_the_same_number(english: peatee.Tables) -> None:
    kkvk = english.slice("KKvK")
    white = kkvk.positions([0, 7, 14879])
    black = white.copy()
    # The board turned around, and the colours exchanged.
    for here, there in ((0, 2), (1, 3), (2, 0), (3, 1)):
        black[:, there] = [int(f"{word:032b}"[::-1], 2) for word in white[:, here].tolist()]
    black[:, 4] = 1
    assert kkvk.numbers(black).tolist() == [0, 7, 14879]


def test_chunks_are_the_whole(english: peatee.Tables) -> None:
    kkvk = english.slice("KKvK")
    wdl, dtw_plies = kkvk.values()
    chunks = list(kkvk.chunks(1000))
    assert [first for first, _, _ in chunks] == list(range(0, len(kkvk), 1000))
    assert np.array_equal(np.concatenate([chunk for _, chunk, _ in chunks]), wdl)
    assert np.array_equal(np.concatenate([chunk for _, _, chunk in chunks]), dtw_plies)
    part = kkvk.values(5, 9)
    assert np.array_equal(part[0], wdl[5:9]) and np.array_equal(part[1], dtw_plies[5:9])
    assert len(kkvk.values(3, 3)[0]) == 0


# The counts of English draughts that a public generator of another author gives as well: wins, draws and losses, the
# longest win in plies and how many positions have it, the longest loss likewise (-1 where there is none).
PUBLISHED = [
    ("KvK", 230, 654, 108, 11, 34, 10, 34),
    ("KvM", 331, 531, 6, 11, 49, 4, 1),
    ("MvK", 53, 574, 241, 11, 4, 12, 33),
    ("MvM", 102, 611, 47, 13, 1, 6, 10),
    ("KvKK", 412, 1450, 13018, 11, 50, 34, 296),
    ("KKvK", 14846, 34, 0, 33, 220, -1, 0),
    ("KvKM", 1103, 2588, 22349, 13, 49, 48, 88),
    ("KMvK", 25941, 89, 10, 47, 64, 14, 1),
    ("MvKK", 58, 714, 12248, 11, 3, 34, 126),
    ("KKvM", 13018, 2, 0, 33, 90, -1, 0),
    ("KvMM", 687, 1242, 9411, 13, 53, 62, 30),
    ("MMvK", 11215, 121, 4, 61, 19, 14, 1),
    ("MvKM", 154, 1465, 21181, 13, 3, 48, 42),
    ("KMvM", 22792, 7, 1, 47, 41, 0, 1),
    ("MvMM", 96, 757, 9083, 13, 3, 62, 17),
    ("MMvM", 9928, 8, 0, 61, 8, -1, 0),
]


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: row[0])
def test_counts_are_those_published(
    english: peatee.Tables, row: tuple[str, int, int, int, int, int, int, int]
) -> None:
    name, *counts = row
    wdl, dtw_plies = english.slice(name).values()
    won, lost = dtw_plies[wdl == 1], dtw_plies[wdl == -1]
    longest_win, longest_loss = won.max(initial=-1), lost.max(initial=-1)
    found = [len(won), (wdl == 0).sum(), len(lost), longest_win, (won == longest_win).sum(), longest_loss]
    assert [*found, (lost == longest_loss).sum()] == counts


def test_wrong_numbers_and_boards(english: peatee.Tables) -> None:
    kkvk = english.slice("KKvK")
    with pytest.raises(IndexError, match="no position 14880"):
        kkvk.positions([14880])
    with pytest.raises(IndexError, match="no position -1"):
        kkvk.positions([-1])
    with pytest.raises(TypeError, match="whole numbers"):
        kkvk.positions([0.5])  # type: ignore[list-item]
    with pytest.raises(IndexError, match="positions 5 to 14881"):
        kkvk.values(5, 14881)
    with pytest.raises(ValueError, match="at least one"):
        kkvk.chunks(0)
    other = english.slice("KvK").positions([0])
    with pytest.raises(peatee.PositionError, match="row 0: .* is a position of KvK, not of KKvK"):
        kkvk.numbers(other)
    with pytest.raises(peatee.PositionError, match="row 1: impossible position"):
        kkvk.numbers(np.concatenate([kkvk.positions([0]), other * np.uint64(0)]))
    with pytest.raises(peatee.PositionError, match="KQvK"):
        english.slice("KQvK")
    with pytest.raises(peatee.MissingTableError, match="4 pieces with .*--variant english --pieces 4"):
        english.slice("KKKvK")
    assert len(kkvk.positions([])) == 0


def test_fens_are_those_of_the_positions(english: peatee.Tables) -> None:
    kmvk = english.slice("KMvK")
    numbers = np.random.default_rng(2).integers(0, len(kmvk), 200)
    fens = kmvk.fens(numbers)
    assert np.asarray(english.probe_many(fens).wdl).tolist() == kmvk.values()[0][numbers].tolist()
    boards = kmvk.positions(numbers).tolist()
    assert [peatee.Position(fen, variant="english").piece_count for fen in fens] == [3] * 200
    assert all(("B:W" in fen) == (board[4] == 1) for fen, board in zip(fens, boards))
    with pytest.raises(IndexError, match="KMvK has no position"):
        kmvk.fens([len(kmvk)])


def test_conversions_come_before_the_end(english: peatee.Tables) -> None:
    for slice_ in english.slices():
        wdl, dtw_plies = slice_.values()
        dtc_plies = slice_.dtc_plies()
        assert ((dtc_plies >= 0) == (wdl != 0)).all() and (dtc_plies <= dtw_plies).all()
        assert slice_.dtc_plies(3, 9).tolist() == dtc_plies[3:9].tolist()


def test_conversions_need_their_tables(international: peatee.Tables) -> None:
    with pytest.raises(peatee.MissingTableError, match="dtc"):
        international.slice("KKvK").dtc_plies()


def test_values_under_rules_are_those_of_positions(english: peatee.Tables) -> None:
    kkvk = english.slice("KKvK")
    wdl, needed_plies = kkvk.rule_values("none")
    assert wdl.tolist() == kkvk.values()[0].tolist() and (needed_plies == -1).all()
    with pytest.raises(peatee.MissingTableError, match="dtr-WCDF"):
        kkvk.rule_values("WCDF")
    with pytest.raises(ValueError, match="names no draw rules"):
        kkvk.rule_values("nobody")
