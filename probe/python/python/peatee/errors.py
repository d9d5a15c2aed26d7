"""The exceptions of this package. Every message says what is wrong, where, and what to do next."""


class PeateeError(Exception):
    """Any error of this package."""


class OpenError(PeateeError):
    """A directory of tables cannot be opened."""


class ClosedError(PeateeError, ValueError):
    """The tables were closed before the call."""


class PositionError(PeateeError, ValueError):
    """A text, list or board is no position of the game."""


class ProbeError(PeateeError):
    """A probe has no answer, as where a table file is damaged."""


class MissingTableError(ProbeError, LookupError):
    """No table answers for the position or slice."""


class RulesError(PeateeError, ValueError):
    """A text names no draw rules, or counts that cannot run."""


class GameError(PeateeError, ValueError):
    """A game in PDN cannot be read or judged."""


class GeneratorError(PeateeError):
    """Tables cannot be made, searched or counted."""


class FileError(PeateeError):
    """A file of positions cannot be read or written."""
