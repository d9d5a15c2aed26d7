"""Types of the part that is written in Rust. The texts of documentation are there."""

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, ClassVar, Protocol, final

import numpy as np
from numpy.typing import NDArray

class _Board(Protocol):
    @property
    def fen(self) -> str: ...

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _ChessBoard(Protocol):
    """`chess.Board` of `python-chess`."""

    def fen(self) -> str: ...

_PositionLike = str | Position | _Board | _ChessBoard
_ColumnLike = _ArrowArray | _ArrowStream | NDArray[np.uint64] | Iterable[_PositionLike]

__all__ = [
    "Annotation",
    "Answers",
    "BITBOARD_COLUMNS",
    "Claim",
    "Column",
    "FaultyMove",
    "Line",
    "Move",
    "Position",
    "Rows",
    "RuleValue",
    "Slice",
    "SliceChunks",
    "Tables",
    "Value",
    "Verdict",
    "Wdl",
    "__version__",
    "_annotate",
    "_generate",
    "_mine",
    "_solve",
    "_stats",
    "chess_svg",
    "open_tables",
    "variant_of",
    "variants",
]

__version__: str
BITBOARD_COLUMNS: tuple[str, str, str, str, str]

def variants() -> list[str]:
    """Returns the ids of all variants."""
def chess_svg(position: str | _ChessBoard) -> str:
    """Returns the board of a position of chess as an SVG picture. The position is a FEN, or a board
    of `python-chess`. A notebook shows the picture with `IPython.display.SVG`."""
def variant_of(path: str | PathLike[str]) -> str:
    """Returns the id of the game whose tables are in a directory: a variant, or `chess`."""
def open_tables(
    path: str | PathLike[str] | Sequence[str | PathLike[str]], *, memory_bytes: int | None = ..., mmap: bool = ...
) -> Tables:
    """Opens the tables of one game: a directory made by `peatee-gen`, or several directories of one
    game. `open_chess_tables` is another name of this function. If `path` is the id of a game and no
    such directory exists, opens the tables in the package `peatee-tables` (`pip install
    'peatee[tables]'`)."""
@final
class Wdl:
    """Win, draw or loss for the side to move. Equal to 1, 0 and -1."""
    LOSS: ClassVar[Wdl]
    DRAW: ClassVar[Wdl]
    WIN: ClassVar[Wdl]
    def __int__(self) -> int: ...
    def __lt__(self, value: Wdl | int, /) -> bool: ...
    def __le__(self, value: Wdl | int, /) -> bool: ...
    def __gt__(self, value: Wdl | int, /) -> bool: ...
    def __ge__(self, value: Wdl | int, /) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Value:
    """The value of a position for the side to move, with best play by both sides."""
    @property
    def wdl(self) -> Wdl:
        """Win, draw or loss for the side to move."""
    @property
    def dtw_plies(self) -> int | None:
        """Plies to the end of the game; `None` for a draw, in chess, and without a DTW table."""
    @property
    def dtz_plies(self) -> int | None:
        """Plies to the next capture, pawn move or mate. A win with more than 100 plies is cursed,
        whatever the half-move clock is. `None` for a draw, in draughts, and without a DTZ table."""
    @property
    def outcome(self) -> str:
        """Outcome for the side to move, in chess under the 50-move rule with the half-move clock of
        the position: `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`, or `maybe-win` and
        `maybe-loss` if a DTZ table is missing."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class RuleValue:
    """The value of a position under draw rules with running counts."""
    @property
    def outcome(self) -> str:
        """Outcome under the rules, such as `cursed-win`."""
    @property
    def value(self) -> Value:
        """The value without draw rules."""
    @property
    def needed_plies(self) -> int | None:
        """Plies that the winner needs: to the end of the game, or to the next move that resets the
        deciding count and keeps the win. The deciding count is the count that decides whether the
        win comes in time. `None` in four cases: for a draw; if no count decides; if the draw rules
        take the win away however many plies the count has left; if a table is missing, which
        `lacking` names."""
    @property
    def plies(self) -> int | None:
        """Plies to the end of the game with best play under the rules: the winner wins as fast as
        the counts allow, the loser delays. `None` for draws, in chess, and without a DTW table.
        Also `None` if only a search can find the plies, and `with_plies` did not request this
        search. If the search ends too early, `plies_at_least` has a lower bound instead."""
    @property
    def plies_at_least(self) -> int | None:
        """A lower bound of `plies`, if the search for them ended too early; otherwise `None`."""
    @property
    def left_plies(self) -> int | None:
        """Plies left before the limit of the count that decides whether the win comes in time;
        `None` if no count decides."""
    @property
    def lacking(self) -> str | None:
        """The missing table that would complete the value, in words; `None` when the value is
        exact."""

@final
class Position:
    """A position of one game: the pieces on the board and the side to move. It is immutable."""
    def __new__(cls, fen: str, *, variant: str = "international") -> Position: ...
    @staticmethod
    def from_squares(
        side_to_move: str,
        *,
        white_men: Sequence[int | str] = ...,
        white_kings: Sequence[int | str] = ...,
        black_men: Sequence[int | str] = ...,
        black_kings: Sequence[int | str] = ...,
        variant: str = "international",
    ) -> Position:
        """staticmethod(function) -> method"""
    @staticmethod
    def start(variant: str = "international") -> Position:
        """staticmethod(function) -> method"""
    @property
    def fen(self) -> str:
        """The position as PDN FEN."""
    @property
    def variant(self) -> str:
        """The id of the variant."""
    @property
    def side_to_move(self) -> str:
        """`white` or `black`."""
    @property
    def piece_count(self) -> int:
        """Number of pieces on the board."""
    def legal_moves(self) -> list[str]:
        """Returns the texts of all legal moves."""
    def play(self, move: str) -> Position:
        """Returns the position after a move."""
    def svg(self) -> str:
        """Returns the board as a picture, an SVG text."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str]]: ...

@final
class Move:
    """A legal move with its value for the player who makes it. The plies of the value include the
    move itself."""
    @property
    def text(self) -> str:
        """The move in the notation of the game: SAN in chess."""
    @property
    def san(self) -> str:
        """The move in SAN, in chess; equal to `text`."""
    @property
    def uci(self) -> str:
        """The move in UCI, in chess."""
    @property
    def value(self) -> Value:
        """The value for the player who makes the move. Its plies include the move itself."""
    @property
    def position(self) -> Position:
        """The position after the move, in draughts."""
    @property
    def fen(self) -> str:
        """The FEN of the position after the move."""
    @property
    def is_capture(self) -> bool:
        """True when the move captures."""

@final
class Line:
    """A line of best play by both sides, in chess under the 50-move rule. `str` gives its numbered
    moves, and a notebook shows the last position."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the line."""
    @property
    def value(self) -> Value:
        """The value of the first position for the side to move."""
    @property
    def end(self) -> str:
        """The reason why the line stops."""
    @property
    def fen(self) -> str:
        """The FEN of the last position."""
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

@final
class Claim:
    """A claim of a draw that was made, or can be made, with an announced move. The player writes an
    announced move down and does not make it on the board."""
    @property
    def move(self) -> str:
        """The announced move."""
    @property
    def article(self) -> str | None:
        """The article by which the claim is correct, in chess `9.2.1` or `9.3.1`. `None` for a
        wrong claim. After a wrong claim in chess, the opponent gets two more minutes, and the
        announced move must be made (9.5.3)."""
    @property
    def occurrences(self) -> int:
        """Number of occurrences of the position after the announced move, if that move were
        made."""
    @property
    def halfmove_clock(self) -> int | None:
        """Number of plies without a capture or pawn move, the announced move included; `None` in
        draughts."""

@final
class FaultyMove:
    """A move of a game that is not legal, or whose text does not show which move was played."""
    @property
    def move(self) -> str:
        """The text of the move in the record."""
    @property
    def line(self) -> int:
        """The line of the move in the text, from 1."""
    @property
    def column(self) -> int:
        """The column of the move in its line, from 1."""
    @property
    def cause(self) -> str:
        """`illegal`, `ambiguous` or `unreadable`. The last two are faults of the record, not
        offences of a player."""
    @property
    def reason(self) -> str:
        """Description of the fault."""
    @property
    def candidates(self) -> list[str]:
        """The legal moves that an ambiguous text may mean."""
    @property
    def legal_moves(self) -> list[str]:
        """All legal moves."""

@final
class Verdict:
    """The verdict on a game: the state of the game after the moves, and whether the written result
    agrees with the verdict. Draughts are judged by a code of draw rules, chess by the FIDE Laws."""
    @property
    def game_number(self) -> int:
        """The number of the game in the text, from 1."""
    @property
    def ruling(self) -> str:
        """`illegal-move`, `unclear-move` (the record does not show which move was played), `drawn`,
        or `in-progress`; in draughts also `lost` or `draw-claimable`; in chess also `won`, or `not-
        decided` (a flag has fallen, and a mate is neither found nor excluded)."""
    @property
    def winner(self) -> str | None:
        """The winner: `white` or `black`."""
    @property
    def article(self) -> str | None:
        """Number of the article of the draw rules, or of the FIDE Laws, on which the ruling is
        based. `None` if there is no such article, or its number is not known."""
    @property
    def text(self) -> str | None:
        """The verdict in words; in chess, a summary of the article whose number is `article`."""
    @property
    def detail(self) -> str | None:
        """The proof that a mate is impossible, the reason why nothing is decided, or the fault of a
        move."""
    @property
    def plies(self) -> int:
        """Number of plies played before the verdict."""
    @property
    def position(self) -> Position:
        """The last position, in draughts."""
    @property
    def fen(self) -> str:
        """The FEN of the last position."""
    @property
    def plies_after_end(self) -> int:
        """Number of plies recorded after the end of the game."""
    @property
    def halfmove_clock(self) -> int | None:
        """Number of plies without a capture or pawn move before the last position; `None` in
        draughts."""
    @property
    def occurrences(self) -> int:
        """Number of occurrences of the last position."""
    @property
    def claims(self) -> list[str]:
        """Numbers of the articles of the rules by which a draw can be claimed without announcing a
        move."""
    @property
    def announceable(self) -> list[Claim]:
        """The draws that the side to move can claim with an announced move."""
    @property
    def announced(self) -> Claim | None:
        """The claim that was made with the last move, if that move was announced."""
    @property
    def faulty_move(self) -> FaultyMove | None:
        """The move that is illegal or unclear."""
    @property
    def flag(self) -> str | None:
        """The side whose flag has fallen: `white` or `black`. `None` if no flag has fallen, or if
        the game was over before."""
    @property
    def flag_source(self) -> str | None:
        """The source of `flag`. `named`: the caller has named the side. `termination`: the tag
        `Termination` and the result show the side. `termination-side-to-move`: only the tag says
        that time ran out, so the side to move is taken."""
    @property
    def mating_line(self) -> list[str]:
        """A line of moves after which the side whose flag has fallen would be mated (article 6.9).
        Empty if a quick search finds none."""
    @property
    def result(self) -> str | None:
        """The written result, if any."""
    @property
    def agreement(self) -> str:
        """Agreement of the written result with the verdict. The values are:"""
    @property
    def is_disagreement(self) -> bool:
        """True when an arbiter should look at the game, because a move is illegal, or the result
        differs from that of the rules. In chess, also true for an unclear move, a fallen flag
        without a decision, or moves recorded after the end."""
    @property
    def value(self) -> RuleValue | Value | None:
        """The value of the last position for the side to move, for a game in progress."""
    @property
    def unknown_reason(self) -> str | None:
        """Reason why a game in progress has no value."""
    @property
    def best_line(self) -> list[str]:
        """In draughts, the best line from the last position under the draw rules, as far as the
        tables show it."""
    def _repr_html_(self) -> str: ...

@final
class Column:
    """A column with the Arrow C interface. `pyarrow.array(column)` and `polars.Series(column)` take
    it without a copy, `numpy.asarray(column)` and `pandas.Series(column)` copy it."""
    @property
    def null_count(self) -> int:
        """Number of null rows."""
    def tolist(self) -> list[Any]:
        """Returns the rows as Python objects, `None` for null. Meant for short columns."""
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@final
class Answers:
    """Values of many positions as Arrow columns with a row for each position: `wdl`, `dtw_plies`
    and `error`. Chess has `dtz_plies` and `outcome` instead of `dtw_plies`. The requested columns
    `dtc_plies`, `rules_wdl` and `rules_needed_plies` come before `error`."""
    @property
    def wdl(self) -> Column:
        """`win`, `draw` or `loss` of the side to move; null in a row with an error. `numpy.asarray`
        gives the numbers of `peatee.Wdl`: 1, 0 and -1."""
    @property
    def dtw_plies(self) -> Column:
        """Plies to the end of the game; null for draws and errors, and without a DTW table."""
    @property
    def dtz_plies(self) -> Column:
        """Plies to the next capture, pawn move or mate in chess; null for draws and errors, and
        without a DTZ table."""
    @property
    def outcome(self) -> Column:
        """Outcome in chess under the 50-move rule with the half-move clock of the row, such as
        `cursed-win`; null in a row with an error."""
    @property
    def dtc_plies(self) -> Column | None:
        """Plies to the next conversion; null for draws and errors. `None` if the column was not
        requested."""
    @property
    def rules_wdl(self) -> Column | None:
        """Win, draw or loss as in `wdl`, but under the draw rules. In draughts, the rules have
        counted no plies yet; in chess, as many as the half-move clock of the row. `None` if no draw
        rules were given."""
    @property
    def rules_needed_plies(self) -> Column | None:
        """Plies that the winner needs under the draw rules: to the end of the game, or to the next
        move that resets the deciding count and keeps the win. The deciding count is the count that
        decides whether the win comes in time. Null for draws and errors, and if no count decides.
        `None` if no draw rules were given."""
    @property
    def error(self) -> Column:
        """Reason why a row has no answer; null in a row with an answer."""
    @property
    def columns(self) -> list[tuple[str, Column]]:
        """The columns with their names, in order."""
    @property
    def error_count(self) -> int:
        """Number of rows with an error."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def _repr_html_(self) -> str: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Rows:
    """Rows that `mine`, `stats`, `annotate` or `solve` has found, in Arrow record batches of up to
    65,536 rows."""
    @property
    def summary(self) -> dict[str, Any] | None:
        """The counts that `peatee-gen mine` prints, of all slices and of each, with the positions
        that were found and not listed; from `solve`, the numbers of compositions with each verdict
        and of duplicates. `None` for other rows."""
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def _repr_html_(self) -> str: ...

@final
class Annotation(Iterator[Rows]):
    """The rows of annotated games, batch by batch, while the files are read. `annotate` returns
    it."""
    @property
    def sums(self) -> Rows:
        """Sums of the batches so far, by slice, player, rating band and year: the columns of
        `peatee annotate --sums`."""
    @property
    def faults(self) -> Rows:
        """Games and files, in the batches so far, that cannot be read to their end."""
    def _repr_svg_(self) -> str: ...
    def __iter__(self) -> Annotation: ...
    def __next__(self) -> Rows: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def _annotate(asked: dict[str, Any]) -> Annotation: ...
def _generate(options: dict[str, Any]) -> None: ...
def _mine(tables: Tables, options: dict[str, Any]) -> Rows: ...
def _solve(asked: dict[str, Any]) -> Rows: ...
def _stats(tables: Tables, options: dict[str, Any]) -> Rows: ...
@final
class SliceChunks(Iterator[tuple[Any, ...]]):
    """Iterator over the values of a slice, chunk by chunk."""
    def __iter__(self) -> SliceChunks: ...
    def __next__(self) -> tuple[Any, ...]: ...

@final
class Slice:
    """All positions with the same pieces and side to move, numbered from 0 in table order."""
    @property
    def name(self) -> str:
        """The name, with the side to move first."""
    @property
    def metrics(self) -> list[str]:
        """The metrics of the usable tables."""
    @property
    def bytes(self) -> int:
        """The total length of the table files in bytes."""
    def _repr_svg_(self) -> str | None: ...
    def values(self, start: int = 0, stop: int | None = None) -> tuple[NDArray[Any], ...]:
        """Returns the values of the positions from number `start` up to but not including `stop`,
        in table order. By default, returns the values of all positions."""
    def chunks(self, positions: int = ..., *, numbers: int | None = None) -> SliceChunks:
        """Returns an iterator over the values of all positions in chunks, for slices larger than
        memory. In draughts, an item is `(first, wdl, dtw_plies)`, where `first` is the number of
        the first position of the chunk. In chess, an item consists of the three arrays that
        `values` returns. Each chunk covers `numbers` position numbers, or `positions` of them if
        `numbers` is not given."""
    def positions(self, numbers: NDArray[np.integer[Any]] | Sequence[int]) -> NDArray[np.uint64]:
        """Returns the positions of draughts with these numbers, as bitboards: an array with the
        columns `peatee.BITBOARD_COLUMNS`."""
    def fens(self, numbers: NDArray[np.integer[Any]] | Sequence[int]) -> list[str]:
        """Returns the FENs of the positions with these numbers."""
    def legal(self, numbers: NDArray[np.integer[Any]] | Sequence[int]) -> NDArray[np.bool_]:
        """Returns an array of `bool` that tells which of these numbers belong to legal positions.
        In draughts, all numbers do."""
    def dtc_plies(self, start: int = 0, stop: int | None = None) -> NDArray[np.int32]:
        """Returns the plies to the next conversion of the positions from number `start` up to but
        not including `stop` (`int32`; -1 for draws). By default, returns those of all positions, in
        the order of `values`. A conversion is a capture, a move of any piece but a king, or the end
        of the game. In chess, it is a capture, a promotion or mate. Needs the DTC table."""
    def rule_values(
        self, rules: str, start: int = 0, stop: int | None = None
    ) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
        """Returns the values under draw rules, with all counts at 0, of the positions from number
        `start` up to but not including `stop`. By default, returns those of all positions, in the
        order of `values`. The result is two arrays:"""
    def numbers(self, positions: _ColumnLike) -> NDArray[np.int64]:
        """Returns the position numbers of the given positions. In draughts the positions are
        bitboards; either side may be to move if the variant has a colour symmetry. In chess they
        are a column of FEN texts or a list of positions, whose half-move clocks are ignored."""
    def __len__(self) -> int: ...

@final
class Tables:
    """The tables of one game: a variant of draughts, or chess. `open_tables` opens them; a `with`
    block closes them."""
    def probe(self, position: _PositionLike) -> Value:
        """Returns the value of a position for the side to move."""
    def dtm_plies(self, position: _PositionLike) -> int | None:
        """Returns the plies to the end of the game, in chess to mate (DTM), without draw rules;
        `None` for a draw. Needs tables of the metric `dtw`."""
    def dtc_plies(self, position: _PositionLike) -> int | None:
        """Returns the plies to the next conversion, if the winner takes the fastest way and the
        loser the slowest; `None` for a draw. A conversion is a capture or a move of any piece but a
        king, in chess a capture, a promotion or mate. Needs DTC tables."""
    def rule_value(
        self, position: _PositionLike, rules: str, *, counts: str | None = None, with_plies: bool = False
    ) -> RuleValue:
        """Returns the value of a position under draw rules. `counts` states how many plies each
        rule has counted so far. A rule is named by its article: `6.2=12` is 12 plies under article
        6.2. Without `counts`, all counts are 0 in draughts; in chess, the half-move clock of the
        position is the count. If tables do not give the plies to the end of the game, `with_plies`
        searches for them. This takes up to seconds near the limit of a count."""
    def moves(self, position: _PositionLike) -> list[Move]:
        """Returns all legal moves with their values, the best first. Empty when the game is
        over."""
    def best_line(self, position: _PositionLike, *, max_plies: int = 1000) -> Line:
        """Returns a line of best play by both sides, to the end of the game or of at most
        `max_plies` plies."""
    def adjudicate(
        self,
        pdn: str | None = None,
        *,
        pgn: str | None = None,
        rules: str | None = None,
        flag: str | None = None,
        claim_announced: bool = False,
    ) -> list[Any]:
        """Judges the games of a PDN text (`pdn`), or in chess of a PGN text (`pgn`): illegal moves,
        draws by rule, and the agreement of the written result with the verdict."""
    def probe_many(self, positions: _ColumnLike, *, dtc: bool = ..., rules: str | None = ...) -> Answers:
        """Returns the values of many positions at once, as Arrow columns: `wdl`, `dtw_plies` and
        `error`, in chess `wdl`, `dtz_plies`, `outcome` and `error`."""
    def slice(self, name: str) -> Slice:
        """Returns a slice by its name: its positions in table order and their values, as NumPy
        arrays."""
    def slices(self) -> list[Slice]:
        """Returns all slices that have tables, ordered by number of pieces, then by name."""
    def position(self, position: _PositionLike) -> Position:
        """Parses a position of the draughts game of these tables."""
    @property
    def variant(self) -> str:
        """The id of the game: `chess`, or the id of the variant."""
    @property
    def most_pieces(self) -> int:
        """Maximum number of pieces in a slice, kings included."""
    @property
    def most_men(self) -> int:
        """Equal to `most_pieces`, under the name used for chess."""
    @property
    def faults(self) -> list[str]:
        """Descriptions of the unusable tables, one text for each."""
    @property
    def closed(self) -> bool:
        """True once the tables are closed."""
    def close(self) -> None:
        """Closes the tables. Probes that other threads have begun are finished; later ones raise
        `ClosedError`. Closing twice has no effect."""
    def _repr_html_(self) -> str: ...
    def __enter__(self) -> Tables: ...
    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None: ...
    def __reduce__(self) -> Any: ...
