//! Positions won, or drawn, by one move only.

use peatee_probe::any::Tables;
use peatee_probe::{Game, ProbeError};
use peatee_table::Wdl;

use super::found::{Detail, Dual};
use super::search::{Finding, Search, Seen};
use crate::error::Error;
use crate::explore::families::Explored;

/// The kind, and also the type of its positions.
const ONLY_MOVE: &str = "only-move";

/// A move and the position after it.
type Played<'a, F> = (&'a <F as Game>::Move, <F as Game>::Position);

/// Number of the winner's moves that must be only moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WinnerMoves {
    /// The first few, or all if the line has fewer.
    First(usize),
    /// All, to the end of the game.
    All,
}

/// Positions that the side to move wins with only moves along the line of the longest defence, or
/// draws with an only move.
#[derive(Debug, Clone, Copy)]
pub struct OnlyMove {
    /// Value that the only move keeps: [`Wdl::Win`] or [`Wdl::Draw`].
    pub keeps: Wdl,
    /// The number of the winner's moves that must be only moves. For draws only the first move is
    /// examined.
    pub moves: WinnerMoves,
    /// Lower bound of the legal moves in the position.
    pub legal_moves_min: usize,
    /// Continue the line to the end and list the duals in it.
    pub with_duals: bool,
}

impl<F: Explored> Search<F> for OnlyMove {
    fn name(&self) -> &'static str {
        ONLY_MOVE
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl == self.keeps
    }

    fn look(&self, seen: &Seen<F>) -> Result<Option<Finding>, Error> {
        let (tables, game) = (seen.tables, seen.tables.game());
        let moves = game.moves(seen.position).map_err(ProbeError::from)?;
        if moves.len() < self.legal_moves_min {
            return Ok(None);
        }
        // Most positions have two such moves and end here.
        let Some((only, mut at)) = self.only(tables, seen.position, &moves)? else { return Ok(None) };
        let mut line = vec![game.move_text(seen.position, only)];
        let mut unique_moves = 1;
        let mut duals = Vec::new();
        while self.keeps == Wdl::Win && (self.must_be_only(unique_moves) || self.with_duals) {
            let Some(reply) = F::best_moves(tables, &at, seen.metric)?.into_iter().next() else { break };
            line.push(game.move_text(&at, &reply.mv));
            at = reply.position;
            let winning = F::best_moves(tables, &at, seen.metric)?.into_iter().filter(|best| best.wdl == Wdl::Win);
            let mut winning: Vec<_> = winning.collect();
            // In games that are won by having no move, the line may end on the winner's turn.
            if winning.is_empty() {
                break;
            }
            let quickest = winning.remove(0);
            if winning.is_empty() && duals.is_empty() {
                unique_moves += 1;
            } else if !winning.is_empty() {
                if self.must_be_only(unique_moves) {
                    return Ok(None);
                }
                let moves = winning.iter().map(|best| game.move_text(&at, &best.mv)).collect();
                duals.push(Dual { ply: line.len() + 1, moves });
            }
            line.push(game.move_text(&at, &quickest.mv));
            at = quickest.position;
        }
        let duals = self.with_duals.then_some(duals);
        let detail = Detail::OnlyMove { legal_moves: moves.len(), line, unique_moves, duals };
        Ok(Some(Finding { name: ONLY_MOVE, detail }))
    }
}

impl OnlyMove {
    /// True when the winner's move after `moves_before` of the winner's moves must be the only one
    /// that wins.
    fn must_be_only(&self, moves_before: usize) -> bool {
        match self.moves {
            WinnerMoves::First(count) => moves_before < count,
            WinnerMoves::All => true,
        }
    }

    /// Returns the only move that keeps the value, and the position after it; `None` if several
    /// moves do.
    fn only<'a, F: Explored>(
        &self,
        tables: &Tables<F>,
        position: &F::Position,
        moves: &'a [F::Move],
    ) -> Result<Option<Played<'a, F>>, Error> {
        let mut only = None;
        for mv in moves {
            let after = tables.game().after(position, mv);
            if tables.probe_wdl(&after)?.reversed() == self.keeps && only.replace((mv, after)).is_some() {
                return Ok(None);
            }
        }
        Ok(only)
    }
}
