//! Choice of the engine among drawn moves, and among moves that lose in equally many plies.

use peatee_probe::MoveChoice;

/// Maximum number of positions in the search, two replies ahead, for the move that is hardest to
/// answer. It applies if the time for the move is less than [`LONG_SECONDS`] or unknown.
const POSITIONS_MAX: u32 = 1 << 12;

/// Maximum number of positions in the search, two replies ahead, for the move that is hardest to
/// answer. It applies if there are at least [`LONG_SECONDS`] for the move.
const POSITIONS_MAX_LONG: u32 = 1 << 16;

const LONG_SECONDS: f64 = 1.0;

/// Assumed number of further moves in a game, among which the remaining time is divided.
const MOVES_TO_GO: f64 = 60.0;

/// Choice of the engine among moves that draw, and among moves that lose in equally many plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Draws {
    /// The first of the list.
    First,
    /// The move with the best chance that the opponent errs: after it the largest share of the
    /// replies loses.
    Hard,
}

/// Time that the driving program allows.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TimeLimits {
    /// Seconds for each move.
    pub move_seconds: Option<f64>,
    /// Seconds for all further moves.
    pub game_seconds: Option<f64>,
}

impl Draws {
    /// Converts this setting to a choice among drawn moves. If `limits` allow much time for the
    /// move, the choice examines more positions.
    pub fn within(self, limits: TimeLimits) -> MoveChoice {
        let for_move = limits.game_seconds.map(|seconds| seconds / MOVES_TO_GO);
        let has_time = limits.move_seconds.or(for_move).is_some_and(|seconds| seconds >= LONG_SECONDS);
        match self {
            Draws::First => MoveChoice::First,
            Draws::Hard => {
                MoveChoice::Hard { positions_max: if has_time { POSITIONS_MAX_LONG } else { POSITIONS_MAX } }
            }
        }
    }
}
