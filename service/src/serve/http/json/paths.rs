//! The JSON paths and their methods.

/// A path and its method.
#[derive(Debug, Clone, Copy)]
pub struct Path {
    pub path: &'static str,
    /// Name of the method in the service.
    pub method: &'static str,
    /// True when GET requests with query parameters are accepted.
    pub has_get: bool,
    /// True when POST requests with a body are accepted.
    pub has_post: bool,
}

const fn path(path: &'static str, method: &'static str) -> Path {
    Path { path, method, has_get: true, has_post: true }
}

impl Path {
    const fn only_get(self) -> Path {
        Path { has_post: false, ..self }
    }
    const fn only_post(self) -> Path {
        Path { has_get: false, ..self }
    }
}

/// Path of the games.
pub const VARIANTS: Path = path("/v1/variants", "ListVariants").only_get();
/// Path of the server's tables.
pub const TABLES: Path = path("/v1/tables", "ListTables").only_get();
/// Path of a position's description.
pub const POSITION: Path = path("/v1/position", "DescribePosition");
/// Path of a position's value.
pub const PROBE: Path = path("/v1/probe", "Probe");
/// Path of a position's moves.
pub const MOVES: Path = path("/v1/moves", "ListMoves");
/// Path of a line of best play.
pub const LINE: Path = path("/v1/line", "BestLine");
/// Path of the values of many positions.
pub const PROBE_BATCH: Path = path("/v1/probe-batch", "ProbeBatch").only_post();
/// Path of the verdict on a game.
pub const ADJUDICATE: Path = path("/v1/adjudicate", "Adjudicate").only_post();
/// Path of the verdicts on many games.
pub const ADJUDICATE_GAMES: Path = path("/v1/adjudicate-games", "AdjudicateGames").only_post();

/// All paths, in the order of the documentation.
pub const PATHS: [Path; 9] =
    [VARIANTS, TABLES, POSITION, PROBE, MOVES, LINE, PROBE_BATCH, ADJUDICATE, ADJUDICATE_GAMES];
