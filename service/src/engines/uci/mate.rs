//! Sure mates: mates that neither the 50-move rule nor a repetition can prevent.

use peatee_probe::chess::{Chess, RuleMove, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::{Color, Move};
use peatee_probe::{Metric, ProbeError, RuleOutcome, Wdl};

use crate::ask::chess::rule_moves;

/// A move after which best play leads to a sure mate.
#[derive(Debug, Clone)]
pub struct SureMate {
    pub rated: RuleMove,
    /// Plies to mate, counted from before the move.
    pub plies: u32,
}

#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    pub tables: &'a Tables,
    pub position: &'a Position,
    /// Positions that have occurred twice or more since the last capture or pawn move.
    pub repeated: &'a [Position],
}

impl Situation<'_> {
    /// Returns the best move with a sure mate (a mate that no claim of a draw can prevent). `rated`
    /// are the legal moves, best first.
    ///
    /// - The winning side gets the move that leads to the shortest sure mate.
    /// - The losing side gets the move that delays the mate longest, but only if all its moves with
    ///   the best outcome allow a sure mate.
    ///
    /// Returns `None` if there is no such move.
    ///
    /// # Errors
    /// [`ProbeError`] if a distance to mate cannot be read.
    pub fn sure_mate(self, rated: &[RuleMove]) -> Result<Option<SureMate>, ProbeError> {
        let Some(first) = rated.first().filter(|_| self.tables.has_listed(Metric::Dtw)) else { return Ok(None) };
        let to_move = self.position.side_to_move();
        let winner = match first.outcome {
            RuleOutcome::Win | RuleOutcome::MaybeWin => to_move,
            RuleOutcome::Loss | RuleOutcome::MaybeLoss => !to_move,
            RuleOutcome::CursedWin | RuleOutcome::Draw | RuleOutcome::BlessedLoss => return Ok(None),
        };
        let mut best: Option<SureMate> = None;
        for rated in rated.iter().take_while(|rated| rated.outcome == first.outcome) {
            let plies = match self.plies_in_time(rated)? {
                Some(plies) if self.is_sure(rated.mv, plies, winner)? => plies,
                _ if winner == to_move => continue,
                _ => return Ok(None),
            };
            // Of moves with equally distant mates, the first one stays, because it is better by
            // DTZ.
            let is_better = |best: &SureMate| if winner == to_move { plies < best.plies } else { plies > best.plies };
            if best.as_ref().is_none_or(is_better) {
                best = Some(SureMate { rated: rated.clone(), plies });
            }
        }
        Ok(best)
    }

    /// Returns the plies to a mate that the 50-move rule does not prevent, counted from before the
    /// move: those of the table of plies to mate under this rule, else DTM if the half-move clock
    /// leaves time for the shortest mate. `None` if neither tells them.
    fn plies_in_time(self, rated: &RuleMove) -> Result<Option<u32>, ProbeError> {
        let rules = Chess::fifty_moves();
        let distances = self.tables.distances_of_move(self.position, &rules, rated)?;
        // The clock grows by at most one with each ply.
        let is_in_time = |plies: &u32| rated.position.halfmove_clock() + (plies - 1) <= Chess::limit_plies(&rules);
        Ok(distances.rule_mate_plies.or(distances.mate_plies.filter(is_in_time)))
    }

    /// Returns true if the winner mates before a repetition lets the opponent claim a draw,
    /// provided that both play as the table of the plies says. The mate takes `plies` plies,
    /// counted from before `mv`.
    ///
    /// The plies to mate fall with each ply, so no position occurs twice. A mate that is sure
    /// before a reply is therefore sure after it.
    fn is_sure(self, mv: Move, plies: u32, winner: Color) -> Result<bool, ProbeError> {
        if self.position.is_zeroing(mv) {
            return Ok(true);
        }
        for position in self.repeated {
            if self.is_on_the_way(position, plies, winner)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns true if the way to a mate in `plies` plies can lead through `position`. The plies
    /// without the 50-move rule are at most those under it.
    fn is_on_the_way(self, position: &Position, plies: u32, winner: Color) -> Result<bool, ProbeError> {
        let value = self.tables.value_in(position, Metric::Dtw)?;
        let has_won = match value.wdl {
            Wdl::Win => position.side_to_move() == winner,
            Wdl::Draw => false,
            Wdl::Loss => position.side_to_move() != winner,
        };
        Ok(has_won && value.plies.is_none_or(|from_there| from_there < plies))
    }
}

/// Returns the plies to mate after a move, with the move itself counted. Returns `None` without a
/// DTM table.
///
/// # Errors
/// The table is damaged.
pub fn plies_to_mate(tables: &Tables, position: &Position, rated: &RuleMove) -> Result<Option<u32>, ProbeError> {
    tables.plies_of_move(position, &rated.mv, (&rated.position, rated.value), Metric::Dtw)
}

/// Returns the moves of both sides from a position to a sure mate, as far as the tables show them.
pub fn mating_line(tables: &Tables, start: Position, plies_max: usize) -> Vec<Move> {
    let mut position = start;
    let next = || {
        let rated = rule_moves(tables, &position, &Chess::fifty_moves()).ok()?;
        let situation = Situation { tables, position: &position, repeated: &[] };
        let mv = situation.sure_mate(&rated).ok()??.rated.mv;
        position = position.after(mv);
        Some(mv)
    };
    std::iter::from_fn(next).take(plies_max).collect()
}
