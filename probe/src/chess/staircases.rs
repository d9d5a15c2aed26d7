//! Plies to mate under the 50-move and the 75-move rule, with any half-move clock.
//!
//! A table of [staircases](peatee_table::staircase) is relative to DTM and DTZ. A position without
//! a cell has the staircase that follows from those after its moves.

use peatee_chess::Position;
use peatee_rules::draw::DrawRules;
use peatee_table::staircase::{Stair, StaircaseShape, plies_within};
use peatee_table::{FileError, Metric, RuleSet, Wdl};

use super::game::{Chess, Tables};
use crate::error::ProbeError;

impl Tables {
    /// Returns how the plies to mate depend on the plies that draw rules leave before the next
    /// capture or pawn move. The first stair takes the fewest plies, and each further one needs
    /// fewer plies of the count. Empty for a position that is drawn with every half-move clock. The
    /// clock of `position` is not considered.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`], and [`ProbeError::MissingTable`] for a missing table of
    /// DTM, of DTZ, or of plies to mate under these rules.
    pub fn stairs(&self, position: &Position, rules: &DrawRules) -> Result<Vec<Stair>, ProbeError> {
        let wdl = self.wdl(position)?;
        let Some(dtz_plies) = self.dtz_in_time(position, wdl, rules)? else { return Ok(Vec::new()) };
        let dtm_plies = self.plies_of(position, wdl, Metric::Dtw)?.unwrap_or(0);
        self.stairs_between(position, rules, dtm_plies, dtz_plies)
    }

    /// Returns the stairs as [`Tables::stairs`] does, from the DTM and the DTZ of a position. The
    /// DTZ is within the limit of the rules.
    fn stairs_between(
        &self,
        position: &Position,
        rules: &DrawRules,
        dtm_plies: u32,
        dtz_plies: u32,
    ) -> Result<Vec<Stair>, ProbeError> {
        if dtm_plies == dtz_plies {
            // The shortest win resets no count.
            return Ok(vec![Stair { plies: dtm_plies, needed_plies: dtz_plies }]);
        }
        match self.staircase_shape(position, rules, dtm_plies.saturating_sub(dtz_plies))? {
            Some(shape) => Ok(shape.stairs(dtm_plies, dtz_plies)),
            None => self.stairs_by_moves(position, rules, &|after| self.stairs(after, rules)),
        }
    }

    /// Returns the stairs as [`Tables::stairs`] does, from the stairs after the moves.
    /// `stairs_after` returns those after a quiet move.
    ///
    /// # Errors
    /// The errors of [`Tables::stairs`] and of `stairs_after`.
    #[doc(hidden)]
    pub fn stairs_by_moves<E: From<ProbeError>>(
        &self,
        position: &Position,
        rules: &DrawRules,
        stairs_after: &dyn Fn(&Position) -> Result<Vec<Stair>, E>,
    ) -> Result<Vec<Stair>, E> {
        let (wdl, limit_plies) = (self.wdl(position)?, Chess::limit_plies(rules));
        let (moves, mut of_moves) = (position.moves(), Vec::new());
        if wdl == Wdl::Loss && moves.is_empty() {
            return Ok(vec![Stair { plies: 0, needed_plies: 0 }]);
        }
        for mv in moves {
            let after = position.after_listed(mv);
            let wdl_after = self.wdl(&after)?;
            let of_move: Vec<Stair> = if wdl_after != wdl.reversed() || wdl == Wdl::Draw {
                Vec::new()
            } else if position.is_zeroing(mv) {
                let fresh_plies = self.mate_plies_within(&after, wdl_after, rules, limit_plies)?;
                fresh_plies.map(|plies| Stair { plies: plies + 1, needed_plies: 1 }).into_iter().collect()
            } else {
                let before = |Stair { plies, needed_plies }| Stair { plies: plies + 1, needed_plies: needed_plies + 1 };
                let stairs = stairs_after(&after)?.into_iter().map(before);
                stairs.filter(|stair| stair.needed_plies <= limit_plies).collect()
            };
            if of_move.is_empty() && wdl != Wdl::Win {
                return Ok(Vec::new());
            }
            of_moves.push(of_move);
        }
        Ok(best_stairs(&of_moves, wdl))
    }

    /// Returns the plies to mate when draw rules leave `left_plies` plies before the next capture
    /// or pawn move; `None` for a draw. `wdl` is the win, draw or loss without draw rules.
    ///
    /// # Errors
    /// The errors of [`Tables::stairs`].
    pub(super) fn mate_plies_within(
        &self,
        position: &Position,
        wdl: Wdl,
        rules: &DrawRules,
        left_plies: u32,
    ) -> Result<Option<u32>, ProbeError> {
        let Some(dtm_plies) = self.plies_of(position, wdl, Metric::Dtw)? else { return Ok(None) };
        if dtm_plies <= left_plies.min(Chess::limit_plies(rules)) {
            return Ok(Some(dtm_plies));
        }
        let dtz_plies = self.dtz_in_time(position, wdl, rules)?;
        let Some(dtz_plies) = dtz_plies.filter(|&plies| plies <= left_plies) else { return Ok(None) };
        Ok(plies_within(&self.stairs_between(position, rules, dtm_plies, dtz_plies)?, left_plies))
    }

    /// Returns the DTZ of a position; `None` for a draw, and for a win that comes too late with
    /// every half-move clock.
    fn dtz_in_time(&self, position: &Position, wdl: Wdl, rules: &DrawRules) -> Result<Option<u32>, ProbeError> {
        let dtz_plies = self.plies_of(position, wdl, Metric::Dtr(RuleSet::new(rules)))?;
        Ok(dtz_plies.filter(|&plies| plies <= Chess::limit_plies(rules)))
    }

    /// Returns the shape of the staircase that the cell of a position names; `None` if it has no
    /// cell. `gap_plies` is the DTM of the position less its DTZ.
    fn staircase_shape(
        &self,
        position: &Position,
        rules: &DrawRules,
        gap_plies: u32,
    ) -> Result<Option<StaircaseShape>, ProbeError> {
        let metric = Metric::RuleDtw(RuleSet::new(rules));
        let setup = self.setup_of(position)?;
        let open = self.open_with_cells(&setup, metric)?;
        let Some(open) = open.filter(|_| !position.can_capture_en_passant()) else { return Ok(None) };
        let cell = open.cell(&setup)?;
        let list = open.table.staircases().map_err(|error| open.table.unreadable(error))?;
        let lacks = FileError::Header { reason: "a cell has a number that is not in the list of staircases" };
        list.shape(cell, gap_plies).cloned().map(Some).ok_or_else(|| open.table.unreadable(lacks))
    }
}

/// Returns the stairs of a won or lost position from those after its moves, which count the move.
/// The winner chooses the fewest plies, and the loser the most.
fn best_stairs(of_moves: &[Vec<Stair>], wdl: Wdl) -> Vec<Stair> {
    let mut plies: Vec<u32> = of_moves.iter().flatten().map(|stair| stair.plies).collect();
    plies.sort_unstable();
    plies.dedup();
    let mut stairs: Vec<Stair> = Vec::new();
    for plies in plies {
        // The plies that the count must have left for a mate within so many plies, by each move.
        let within = |of_move: &Vec<Stair>| Some(of_move.iter().rfind(|stair| stair.plies <= plies)?.needed_plies);
        let mut needed = of_moves.iter().map(within);
        let needed_plies = match wdl {
            Wdl::Win => needed.flatten().min(),
            _ => needed.try_fold(0, |most, needed| Some(most.max(needed?))),
        };
        let Some(needed_plies) = needed_plies else { continue };
        if stairs.last().is_none_or(|last| needed_plies < last.needed_plies) {
            stairs.push(Stair { plies, needed_plies });
        }
    }
    stairs
}
