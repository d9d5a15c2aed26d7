"""Positions draw themselves, and boards of chess are drawn."""

import xml.etree.ElementTree as ElementTree

import chess
import chess.variant
import pytest

import peatee

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("variant", peatee.variants())
def test_start_positions_are_drawn(variant: str) -> None:
    position = peatee.Position.start(variant)
    picture = ElementTree.fromstring(position._repr_svg_())
    pieces = [group for group in picture.iter(f"{SVG}g") if group.get("class") == "piece"]
    assert len(pieces) == position.piece_count
    assert picture.findtext(f"{SVG}title") == position.fen


def _men(text: str) -> list[tuple[str, str]]:
    """The square and the classes of each man of a picture of chess."""
    men = []
    for group in ElementTree.fromstring(text).iter(f"{SVG}g"):
        place = group.get("transform", "").removeprefix("translate(").removesuffix(")")
        column, row = (int(length) // 100 for length in place.split())
        men.append((chess.square_name(chess.square(column, 7 - row)), group.get("class", "")))
    return sorted(men)


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, "8/8/8/8/8/2k5/8/K6R w - - 80 90"])
def test_positions_of_chess_are_drawn(fen: str) -> None:
    """The men are where another library has them."""
    board = chess.Board(fen)
    text = peatee.chess_svg(board)
    assert text == peatee.chess_svg(fen)
    assert ElementTree.fromstring(text).findtext(f"{SVG}title") == fen
    expected = [
        (chess.square_name(square), f"piece {chess.COLOR_NAMES[man.color]} {chess.piece_name(man.piece_type)}")
        for square, man in board.piece_map().items()
    ]
    assert _men(text) == sorted(expected)


def test_wrong_positions_of_chess_are_not_drawn() -> None:
    with pytest.raises(peatee.PositionError, match="rank 2 has 9 squares"):
        peatee.chess_svg("8/8/8/8/8/2k5/1q7/K7 w - -")
    with pytest.raises(peatee.PositionError, match="the board is of atomic"):
        peatee.chess_svg(chess.variant.AtomicBoard())
    with pytest.raises(TypeError, match="no position of chess"):
        peatee.chess_svg(7)  # type: ignore[arg-type]
