//! The JSON paths and the RPC methods that they call.

#[derive(Debug, Clone, Copy)]
pub struct Path {
    pub path: &'static str,
    pub method: &'static str,
    pub has_get: bool,
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

pub const VARIANTS: Path = path("/v1/variants", "ListVariants").only_get();
pub const TABLES: Path = path("/v1/tables", "ListTables").only_get();
pub const POSITION: Path = path("/v1/position", "DescribePosition");
pub const PROBE: Path = path("/v1/probe", "Probe");
pub const MOVES: Path = path("/v1/moves", "ListMoves");
pub const LINE: Path = path("/v1/line", "BestLine");
pub const PROBE_BATCH: Path = path("/v1/probe-batch", "ProbeBatch").only_post();
pub const ADJUDICATE: Path = path("/v1/adjudicate", "Adjudicate").only_post();
pub const ADJUDICATE_GAMES: Path = path("/v1/adjudicate-games", "AdjudicateGames").only_post();

/// All JSON paths of the server, in the order in which the OpenAPI document lists them.
pub const PATHS: [Path; 9] =
    [VARIANTS, TABLES, POSITION, PROBE, MOVES, LINE, PROBE_BATCH, ADJUDICATE, ADJUDICATE_GAMES];
