//! The paths of JSON, and the methods that answer them.

/// A path and the method that answers it.
#[derive(Debug, Clone, Copy)]
pub struct Path {
    /// The path.
    pub path: &'static str,
    /// The name of the method in the service.
    pub method: &'static str,
    /// True when the fields of the request may stand in the address.
    pub has_get: bool,
    /// True when the request may stand in the body.
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

/// The games.
pub const VARIANTS: Path = path("/v1/variants", "ListVariants").only_get();
/// The tables of the server.
pub const TABLES: Path = path("/v1/tables", "ListTables").only_get();
/// A position, described.
pub const POSITION: Path = path("/v1/position", "DescribePosition");
/// The value of a position.
pub const PROBE: Path = path("/v1/probe", "Probe");
/// The moves of a position.
pub const MOVES: Path = path("/v1/moves", "ListMoves");
/// A line of best play.
pub const LINE: Path = path("/v1/line", "BestLine");
/// The values of many positions.
pub const PROBE_BATCH: Path = path("/v1/probe-batch", "ProbeBatch").only_post();
/// The verdict on a game.
pub const ADJUDICATE: Path = path("/v1/adjudicate", "Adjudicate").only_post();
/// The verdicts on many games.
pub const ADJUDICATE_GAMES: Path = path("/v1/adjudicate-games", "AdjudicateGames").only_post();

/// All paths, in the order of the documentation.
pub const PATHS: [Path; 9] =
    [VARIANTS, TABLES, POSITION, PROBE, MOVES, LINE, PROBE_BATCH, ADJUDICATE, ADJUDICATE_GAMES];
