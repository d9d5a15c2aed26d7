"""Tables of draughts or of chess, for what does the same with both."""

from os import PathLike

from ._peatee import (
    Answers,
    ChessAnswers,
    ChessSlice,
    ChessTables,
    Slice,
    Tables,
    open_chess_tables,
    open_tables,
    variant_of,
)

CHESS = "chess"
"""The id of chess."""

AnyTables = Tables | ChessTables
AnySlice = Slice | ChessSlice
AnyAnswers = Answers | ChessAnswers


def open_either(directory: str | PathLike[str]) -> AnyTables:
    """Opens the tables of a directory, whichever game they are of."""
    return open_chess_tables(directory) if variant_of(directory) == CHESS else open_tables(directory)
