"""Exact endgame tables of draughts and chess: who wins, in how many plies, by which moves.

>>> with peatee.open_tables("tables/english") as tb:
...     print(tb.probe("W:WK17,K5:BK31"))
win in 31 plies
"""

from ._peatee import (
    BITBOARD_COLUMNS,
    Annotation,
    Answers,
    Claim,
    Column,
    FaultyMove,
    Line,
    Move,
    Position,
    Rows,
    RuleValue,
    Slice,
    SliceChunks,
    Tables,
    Value,
    Verdict,
    Wdl,
    __version__,
    chess_svg,
    open_tables,
    variant_of,
    variants,
)
from .errors import (
    ClosedError,
    FileError,
    GameError,
    GeneratorError,
    MissingTableError,
    OpenError,
    PeateeError,
    PositionError,
    ProbeError,
    RulesError,
)
from .research import annotate, generate, mine, solve, stats

# One class serves every game. These are the names that programs for chess know.
ChessAnswers = Answers
ChessClaim = Claim
ChessFaultyMove = FaultyMove
ChessLine = Line
ChessMove = Move
ChessSlice = Slice
ChessSliceChunks = SliceChunks
ChessTables = Tables
ChessValue = Value
ChessVerdict = Verdict
open_chess_tables = open_tables

__all__ = [
    "BITBOARD_COLUMNS",
    "Annotation",
    "Answers",
    "ChessAnswers",
    "ChessClaim",
    "ChessFaultyMove",
    "ChessLine",
    "ChessMove",
    "ChessSlice",
    "ChessSliceChunks",
    "ChessTables",
    "ChessValue",
    "ChessVerdict",
    "Claim",
    "ClosedError",
    "Column",
    "FaultyMove",
    "FileError",
    "GameError",
    "GeneratorError",
    "Line",
    "MissingTableError",
    "Move",
    "OpenError",
    "PeateeError",
    "Position",
    "PositionError",
    "ProbeError",
    "Rows",
    "RuleValue",
    "RulesError",
    "Slice",
    "SliceChunks",
    "Tables",
    "Value",
    "Verdict",
    "Wdl",
    "__version__",
    "annotate",
    "chess_svg",
    "generate",
    "mine",
    "open_chess_tables",
    "open_tables",
    "solve",
    "stats",
    "variant_of",
    "variants",
]


def _position(fen: str, variant: str) -> Position:
    """Builds a position that another process has sent."""
    return Position(fen, variant=variant)
