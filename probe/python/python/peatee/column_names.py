"""The columns that every probe has, by game."""


def columns_of(variant: str) -> tuple[str, ...]:
    """The columns of answers of a game when nothing more is asked for."""
    return ("wdl", "dtz_plies", "outcome", "error") if variant == "chess" else ("wdl", "dtw_plies", "error")
