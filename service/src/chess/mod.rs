//! Chess, which stands beside the draughts family: what the commands, the service and the engine
//! share.

pub mod mate;
pub mod material;
pub mod play;
pub mod query;

/// The id of chess, which stands beside the variants.
pub const CHESS: &str = "chess";

/// The names of chess in paths of HTTP: that of lila-tablebase, and ours.
pub const PATH_NAMES: [&str; 2] = ["standard", CHESS];
