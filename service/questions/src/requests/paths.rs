//! The JSON paths and the RPC methods that they call.

/// A path and the RPC method that it calls.
#[derive(Debug, Clone, Copy)]
pub struct Path {
    pub path: &'static str,
    /// Name of the RPC method.
    pub method: &'static str,
    /// True if the path accepts GET requests with query parameters.
    pub has_get: bool,
    /// True if the path accepts POST requests with a JSON body.
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

/// Path that lists the games.
pub const VARIANTS: Path = path("/v1/variants", "ListVariants").only_get();
/// Path that lists the tables of the server.
pub const TABLES: Path = path("/v1/tables", "ListTables").only_get();
/// Path that describes a position.
pub const POSITION: Path = path("/v1/position", "DescribePosition");
/// Path that returns the value of a position.
pub const PROBE: Path = path("/v1/probe", "Probe");
/// Path that returns the legal moves of a position with their values.
pub const MOVES: Path = path("/v1/moves", "ListMoves");
/// Path that returns a line of best play.
pub const LINE: Path = path("/v1/line", "BestLine");
/// Path that returns the values of many positions.
pub const PROBE_BATCH: Path = path("/v1/probe-batch", "ProbeBatch").only_post();
/// Path that returns the verdict on a game.
pub const ADJUDICATE: Path = path("/v1/adjudicate", "Adjudicate").only_post();
/// Path that returns the verdicts on many games.
pub const ADJUDICATE_GAMES: Path = path("/v1/adjudicate-games", "AdjudicateGames").only_post();

/// All paths, in the order in which the OpenAPI document lists them.
pub const PATHS: [Path; 9] =
    [VARIANTS, TABLES, POSITION, PROBE, MOVES, LINE, PROBE_BATCH, ADJUDICATE, ADJUDICATE_GAMES];
