"""Work that takes long: making, searching and counting tables, as `peatee-gen` does, annotating archives of games, and
verifying compositions.

Other Python threads run meanwhile. `progress` is called ten times a second with the numbers of done positions and of
all positions, and the name of a slice; by `solve` with bytes and the name of a file, and so by `annotate` with each
batch. Ctrl-C, or an exception of `progress`, ends the work.
"""

from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from ._peatee import Annotation, Rows, Tables, _annotate, _generate, _mine, _solve, _stats, open_tables

Progress = Callable[[int, int, str], Any]


def annotate(
    files: str | PathLike[str] | Iterable[str | PathLike[str]],
    tables: str | PathLike[str],
    *,
    variant: str | None = None,
    rules: str | None = None,
    fens: bool = False,
    encoding: str | None = None,
    memory_bytes: int | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Annotation:
    """Values every move of games that starts in the tables, as `peatee annotate` does: a row for each, batch by batch.

    `files` are files of games in PDN or PGN, or folders of them, which may be compressed with gzip or Zstandard; with
    `fens` lists of positions. `tables` is the directory of the tables, with a folder for each game. A game that cannot
    be read is a row of `faults`, and ends nothing.

    >>> import pyarrow
    >>> pgn = "[FEN \\"8/8/8/8/8/2k5/8/K6R w - - 0 1\\"]\\n\\n1. Rc1+ Kd2 2. Ka2 Kxc1 1/2-1/2"
    >>> _ = open("game.pgn", "w").write(pgn)
    >>> annotation = peatee.annotate("game.pgn", "tables")
    >>> moves = pyarrow.RecordBatchReader.from_stream(annotation).read_all()
    >>> moves.select(["ply", "move", "mark", "value_before", "best_move"]).to_pylist()[2]
    {'ply': 3, 'move': 'Ka2', 'mark': '?', 'value_before': 'win', 'best_move': 'Rc4'}
    >>> pyarrow.table(annotation.sums).select(["by", "name", "moves", "kept"]).to_pylist()[0]
    {'by': 'slice', 'name': 'KRvK', 'moves': 2, 'kept': 1}
    """
    return _annotate(locals() | {"files": _listed(files)})


def generate(
    game: str,
    directory: str | PathLike[str],
    pieces: int,
    *,
    metrics: Iterable[str] = (),
    memory_bytes: int | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Tables:
    """Makes the tables of a game up to a number of pieces, in a folder of the directory, and opens them.

    Tables that are there stay, so that work that was ended goes on. `metrics` and the memory are by default those of
    `peatee-gen generate`.

    >>> tb = peatee.generate("russian", "made", 2)
    >>> tb.variant, tb.most_pieces
    ('russian', 2)
    """
    options = locals() | {"metrics": list(metrics)}
    _generate(options)
    return open_tables(Path(directory) / game)


def mine(
    tables: Tables,
    kind: Literal["longest", "only-move", "zugzwang", "cursed", "readings", "fortress"],
    *,
    slices: Iterable[str] = (),
    metric: str | None = None,
    count: int = 10,
    maximum: int = 100,
    per_slice: bool = False,
    losses: bool = False,
    keeps: Literal["win", "draw"] = "win",
    moves: int | Literal["all"] = 1,
    legal_moves: int = 1,
    duals: bool = False,
    types: Iterable[Literal["mutual", "win-to-draw", "draw-to-loss"]] = ("mutual",),
    rules: str | None = None,
    other: str | None = None,
    ahead: int = 1,
    men: int | None = None,
    side: Literal["white", "black"] | None = None,
    winner: Literal["mover", "opponent"] | None = None,
    winner_pieces: Literal["equal", "behind"] | None = None,
    no_capture: Literal["mover", "both"] | None = None,
    limit: int | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Rows:
    """Searches all positions of the tables, or of some slices, for a kind of position.

    `peatee-gen mine KIND --help` explains the kinds and their options, which have the same names and defaults here.

    >>> found = peatee.mine(peatee.open_tables("tables/english"), "longest", count=1, maximum=1)
    >>> import pyarrow
    >>> pyarrow.table(found).select(["fen", "wdl", "dtw_plies"]).to_pylist()
    [{'fen': 'W:W29,30:BK7', 'wdl': 'win', 'dtw_plies': 61}]
    >>> found.summary["longest_positions"]
    27
    """
    options = locals() | {"slices": list(slices), "types": list(types)}
    return _mine(tables, options)


def solve(
    files: str | PathLike[str] | Iterable[str | PathLike[str]],
    tables: str | PathLike[str],
    *,
    variant: str = "international",
    rules: str | None = None,
    mate_in: int | None = None,
    encoding: str | None = None,
    memory_bytes: int | None = None,
    progress: Progress | None = None,
) -> Rows:
    """Verifies compositions, as `peatee solve-problem --pdn` does: a row for each, with the verdict on its solution.

    `files` are files of PDN or PGN, or folders of them: each game is a composition from its `FEN`, its moves are the
    author's solution, and its result is the goal. `tables` is the directory of the tables, with a folder for each game.
    `rules` and `mate_in`, a number of moves, are of chess alone. `peatee solve-problem --help` explains the verdicts.

    >>> pdn = "[White \\"A. Author\\"]\\n[FEN \\"W:WK46:B5\\"]\\n\\n1. 46-41 5-10 2-0"
    >>> _ = open("problems.pdn", "w").write(pdn)
    >>> found = peatee.solve("problems.pdn", "tables")
    >>> import pyarrow
    >>> pyarrow.table(found).select(["author", "verdict", "goal", "value"]).to_pylist()
    [{'author': 'A. Author', 'verdict': 'cooked', 'goal': 'win', 'value': 'win'}]
    >>> found.summary
    {'verdicts': {'cooked': 1}, 'duplicates': 0}
    """
    return _solve(locals() | {"files": _listed(files)})


def stats(
    tables: Tables,
    *,
    slices: Iterable[str] = (),
    metric: str | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> Rows:
    """Counts wins, draws and losses in all slices, or in some, with the longest win and loss.

    >>> import pyarrow
    >>> counts = peatee.stats(peatee.open_tables("tables/english"), slices=["KvK"])
    >>> pyarrow.table(counts).select(["slice", "positions", "wins", "draws", "losses"]).to_pylist()
    [{'slice': 'KvK', 'positions': 992, 'wins': 230, 'draws': 654, 'losses': 108}]
    """
    options = locals() | {"slices": list(slices)}
    return _stats(tables, options)


def _listed(files: str | PathLike[str] | Iterable[str | PathLike[str]]) -> list[str | PathLike[str]]:
    return [files] if isinstance(files, (str, PathLike)) else list(files)
