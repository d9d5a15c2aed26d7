//! Move lists and lines: what to play.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use peatee_rules::{Move, Position};
use peatee_table::{Metric, Value, Wdl};

use crate::error::ProbeError;
use crate::tables::Tables;

/// A legal move with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RatedMove {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub position: Position,
    /// The value for the player who makes the move; plies count from before the move.
    pub value: Value,
}

/// A way to play on with best play by both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The value of the first position for the side to move in it.
    pub value: Value,
    /// The moves.
    pub moves: Vec<RatedMove>,
    /// Why the line stops.
    pub end: LineEnd,
}

/// Why a line stops. The draw rules stop no line but a [`RuleLine`](crate::RuleLine).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnd {
    /// The side to move has no legal move: the game is over.
    GameOver,
    /// A drawn line came back to an earlier position.
    Repetition,
    /// The line has as many plies as were asked for.
    Cut,
    /// The draw rules end the game.
    DrawnByRule,
    /// A side that does not win can claim a draw by the draw rules.
    DrawClaimable,
    /// The available tables do not say which move is best under the draw rules.
    NotKnown,
}

impl LineEnd {
    /// `game-over`, `repetition`, `cut`, `drawn-by-rule`, `draw-claimable` or `not-known`.
    pub const fn name(self) -> &'static str {
        match self {
            LineEnd::GameOver => "game-over",
            LineEnd::Repetition => "repetition",
            LineEnd::Cut => "cut",
            LineEnd::DrawnByRule => "drawn-by-rule",
            LineEnd::DrawClaimable => "draw-claimable",
            LineEnd::NotKnown => "not-known",
        }
    }
}

impl Tables {
    /// All legal moves, best first: fast wins, draws, slow losses. Moves of the same value stay in
    /// the order of the move generator. Empty when the game is over.
    ///
    /// # Errors
    /// As [`Tables::probe`], for the position and for each position after a move.
    pub fn moves(&self, position: &Position) -> Result<Vec<RatedMove>, ProbeError> {
        self.game().check(position)?;
        let mut rated = Vec::new();
        for mv in self.game().moves(position)? {
            let after = self.game().play(position, &mv);
            let value = self.probe(&after)?.before_move();
            rated.push(RatedMove { mv, position: after, value });
        }
        rated.sort_by_key(|mv| mv.value.order());
        Ok(rated)
    }

    /// A best line of at most `max_plies` moves.
    ///
    /// # Errors
    /// As [`Tables::moves`]; a decided position whose DTW table is missing has no line, since
    /// without distances play could go round in circles.
    pub fn line(&self, position: &Position, max_plies: u32) -> Result<Line, ProbeError> {
        self.line_until(position, max_plies, &AtomicBool::new(false))
    }

    /// [`Tables::line`] for a caller that may lose interest: it sets `stop`, and the search of the
    /// line ends.
    ///
    /// # Errors
    /// As [`Tables::line`]; [`ProbeError::Stopped`].
    pub fn line_until(&self, position: &Position, max_plies: u32, stop: &AtomicBool) -> Result<Line, ProbeError> {
        let value = self.probe(position)?;
        let mut line = Line { value, moves: Vec::new(), end: LineEnd::Cut };
        let mut seen = HashSet::from([*position]);
        let mut at = *position;
        while line.moves.len() < max_plies as usize {
            ProbeError::if_stopped(stop)?;
            let Some(best) = self.moves(&at)?.into_iter().next() else {
                line.end = LineEnd::GameOver;
                return Ok(line);
            };
            if best.value.wdl != Wdl::Draw && best.value.plies.is_none() {
                let slice = peatee_table::Slice::of(self.game(), &best.position).name();
                let directory = self.directory().to_owned();
                return Err(ProbeError::MissingTable { slice, metric: Metric::Dtw, directory });
            }
            at = best.position;
            line.moves.push(best);
            if !seen.insert(at) {
                line.end = LineEnd::Repetition;
                return Ok(line);
            }
        }
        if !self.game().has_moves(&at) {
            line.end = LineEnd::GameOver;
        }
        Ok(line)
    }
}
