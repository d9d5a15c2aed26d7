//! Converts the cells of chess tables to values. `FORMAT.md` specifies how a value follows from a
//! cell and the values after the moves.

use std::ops::ControlFlow;

use peatee_chess::cozy_chess::Color;
use peatee_chess::{Kind, MEN_MAX, Material, Position, Setup};
use peatee_table::format::CaptureCells;
use peatee_table::{FileError, Metric, Value, Wdl};

use super::game::{Chess, Tables};
use crate::error::ProbeError;
use crate::game::Game;
use crate::slices::{OpenTable, SliceTables};

/// Bit in the cells of can-mate tables: the side to move can mate.
const MOVER: u32 = 1;
/// Bit in the cells of can-mate tables: the other side can mate.
pub(super) const OTHER: u32 = 2;
/// Largest number in the cells of can-mate tables: both sides can mate.
const CAN_MATE_MAX: u32 = MOVER | OTHER;

/// Returns the distance, in plies, of the position before a move. `plies_after` is the distance of
/// the position after the move. `is_reset` is true for a move up to which the metric counts plies,
/// such as a capture in DTZ.
pub(super) fn plies_before(metric: Metric, plies_after: u32, is_reset: bool) -> u32 {
    match metric {
        Metric::Dtr(set) if is_reset => {
            // The move resets the clock, so the win is cursed only if it is cursed in the position
            // after the move.
            let limit_plies = Chess::limit_plies(&set.rules());
            if plies_after > limit_plies { limit_plies + 1 } else { 1 }
        }
        _ if is_reset => 1,
        _ => plies_after + 1,
    }
}

impl OpenTable<Chess> {
    /// Returns the number in the cell of a position. `setup` gives the squares of the pieces.
    ///
    /// # Errors
    /// The block or page is damaged or cannot be read.
    #[inline]
    pub(super) fn cell(&self, setup: &Setup) -> Result<u32, ProbeError> {
        self.table.cell(self.order.place_of(setup)).map_err(|error| self.table.unreadable(error))
    }

    /// Returns true when each cell holds a bound of the value. The value is computed from the bound
    /// and the values after captures.
    #[inline]
    fn is_bound(&self) -> bool {
        self.table.header().captures == CaptureCells::Bound
    }
}

impl Tables {
    /// Returns an error for a position with castling rights. If the position also has too many men,
    /// returns that error instead, because no table would have the position even without the
    /// rights.
    ///
    /// # Errors
    /// [`ProbeError::TooManyPieces`], [`ProbeError::CastlingRights`].
    pub(super) fn check_rights(&self, position: &Position) -> Result<(), ProbeError> {
        if position.has_castling_rights() {
            self.check_pieces(position.men())?;
            return Err(ProbeError::CastlingRights);
        }
        Ok(())
    }

    /// Returns the win, draw or loss of a position.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    pub(super) fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.check_rights(position)?;
        if !position.can_capture_en_passant() {
            return self.stored_wdl(&self.setup_of(position)?);
        }
        // The tables do not consider captures en passant.
        let after = |mv| self.wdl(&position.after_listed(mv)).map(Wdl::reversed);
        position.moves().into_iter().try_fold(Wdl::Loss, |best, mv| Ok(best.max(after(mv)?)))
    }

    /// Returns the win, draw or loss for the pieces in `setup`: the result in the cell or the
    /// result of the best capture, whichever is better.
    fn stored_wdl(&self, setup: &Setup) -> Result<Wdl, ProbeError> {
        if setup.material() == Material::KINGS {
            // With two kings alone, nobody can mate.
            return Ok(Wdl::Draw);
        }
        let table = self.open_table(self.slice_of(setup, Metric::Wdl)?, Metric::Wdl)?;
        let mut best = Wdl::of_cell(table.cell(setup)?);
        if best == Wdl::Win || !table.is_bound() {
            return Ok(best);
        }
        let end = setup.try_after_captures(|after| match self.stored_wdl(after) {
            Ok(Wdl::Loss) => ControlFlow::Break(Ok(Wdl::Win)),
            Ok(wdl) => {
                best = best.max(wdl.reversed());
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(error)),
        });
        end.break_value().unwrap_or(Ok(best))
    }

    /// Returns the distance of a position in a metric, in plies. `wdl` is the win, draw or loss of
    /// the position. `None` for a draw.
    pub(super) fn plies_of(&self, position: &Position, wdl: Wdl, metric: Metric) -> Result<Option<u32>, ProbeError> {
        if wdl == Wdl::Draw {
            return Ok(None);
        }
        let setup = self.setup_of(position)?;
        // The tables do not consider captures en passant.
        let open = self.open_with_cells(&setup, metric)?.filter(|_| !position.can_capture_en_passant());
        let Some(open) = open else { return self.plies_by_moves(position, wdl, metric) };
        let plies = open.cell(&setup)?.checked_sub(1);
        match metric {
            // If the cell has one ply, the distance is one ply, whether or not a capture or pawn
            // move wins.
            Metric::Dtr(set)
                if open.is_bound() && wdl == Wdl::Win && plies != Some(1) && self.wins_at_once(&setup, position)? =>
            {
                Ok(Some(distance_won_at_once(plies.unwrap_or(0), Chess::limit_plies(&set.rules()))))
            }
            _ => Ok(plies),
        }
    }

    /// Returns the table with the pieces of `setup`; `None` if it has no cells, because its values
    /// follow from the opposite table.
    ///
    /// # Errors
    /// A table is missing, or both tables of the set have no cells.
    #[inline(always)]
    pub(super) fn open_with_cells(
        &self,
        setup: &Setup,
        metric: Metric,
    ) -> Result<Option<&OpenTable<Chess>>, ProbeError> {
        let of_slice = self.slice_of(setup, metric)?;
        let open = self.open_table(of_slice, metric)?;
        if open.table.has_cells() {
            return Ok(Some(open));
        }
        let opposite = self.table(of_slice.slice().opposite(), metric);
        if opposite.is_some_and(|opposite| !opposite.has_cells()) {
            let reason = "both tables of this set are without cells, and one must have them";
            return Err(open.table.unreadable(FileError::Header { reason }));
        }
        Ok(None)
    }

    /// Returns the longest distance of the wins or losses (`wdl`) in the table of a position.
    /// `None` without such a table, and with a capture en passant, which tables do not consider.
    pub(super) fn longest_plies(&self, position: &Position, wdl: Wdl, metric: Metric) -> Option<u32> {
        if position.can_capture_en_passant() {
            return None;
        }
        let of_slice = self.slice_of(&self.setup_of(position).ok()?, metric).ok()?;
        let counts = &of_slice.table(metric)?.header().counts;
        match wdl {
            Wdl::Win => Some(counts.longest_win_plies),
            Wdl::Draw => None,
            Wdl::Loss => Some(counts.longest_loss_plies),
        }
    }

    /// Returns true when a capture or pawn move wins without draw rules.
    fn wins_at_once(&self, setup: &Setup, position: &Position) -> Result<bool, ProbeError> {
        if setup.pieces[0][Kind::Pawn as usize] == 0 {
            // Without pawns, only a capture can win at once, and captures can be listed from the
            // setup.
            let end = setup.try_after_captures(|after| match self.stored_wdl(after) {
                Ok(Wdl::Loss) => ControlFlow::Break(Ok(true)),
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            });
            return end.break_value().unwrap_or(Ok(false));
        }
        for mv in position.moves().into_iter().filter(|&mv| position.is_zeroing(mv)) {
            if self.wdl(&position.after_listed(mv))? == Wdl::Loss {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn plies_by_moves(&self, position: &Position, wdl: Wdl, metric: Metric) -> Result<Option<u32>, ProbeError> {
        // A lost position without a move is a mate.
        let mut best = if wdl == Wdl::Loss { Some(0) } else { None };
        for mv in position.moves() {
            let after = position.after_listed(mv);
            // Every move of a lost position loses.
            if wdl == Wdl::Win && self.wdl(&after)? != Wdl::Loss {
                continue;
            }
            let is_reset = match metric {
                Metric::Dtc => position.is_conversion(mv),
                Metric::Dtr(_) => after.halfmove_clock() == 0,
                _ => false,
            };
            let after_plies = match metric == Metric::Dtc && is_reset {
                true => 0,
                false => self.plies_of(&after, wdl.reversed(), metric)?.unwrap_or(0),
            };
            let plies = plies_before(metric, after_plies, is_reset);
            best = Some(match (wdl, best) {
                (Wdl::Win, Some(best)) => plies.min(best),
                (_, best) => plies.max(best.unwrap_or(0)),
            });
            if (wdl, best) == (Wdl::Win, Some(1)) {
                break;
            }
        }
        Ok(best)
    }

    /// Returns the squares of the pieces of a position.
    ///
    /// # Errors
    /// [`ProbeError::TooManyPieces`].
    #[inline(always)]
    pub(super) fn setup_of(&self, position: &Position) -> Result<Setup, ProbeError> {
        let men = position.men();
        if men > self.most_pieces().clamp(2, MEN_MAX) {
            return Err(ProbeError::TooManyPieces { pieces: men, most: self.most_pieces(), variant: self.game().id() });
        }
        Ok(position.setup())
    }

    /// Returns the tables of the slice with the pieces of `setup`. There must be at least three
    /// men, and at most as many as the largest table has.
    ///
    /// # Errors
    /// [`ProbeError::MissingTable`].
    #[inline(always)]
    fn slice_of(&self, setup: &Setup, metric: Metric) -> Result<&SliceTables<Chess>, ProbeError> {
        let place = self.slices.finder.with_material(setup.material());
        let missing = || self.missing(setup.slice().expect("the men have been counted"), metric);
        place.and_then(|place| self.slices.at(place)).ok_or_else(missing)
    }

    #[inline(always)]
    fn open_table<'a>(
        &self,
        of_slice: &'a SliceTables<Chess>,
        metric: Metric,
    ) -> Result<&'a OpenTable<Chess>, ProbeError> {
        of_slice.open_table(metric).ok_or_else(|| self.unusable(of_slice.slice(), metric))
    }

    /// Returns the result of [`Tables::probe`] for every position, in order. An error of one
    /// position does not affect the others.
    pub fn probe_many<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl ExactSizeIterator<Item = Result<Value, ProbeError>> + use<'a> {
        positions.iter().map(|position| self.probe(position))
    }

    /// Returns the result of [`Tables::probe_wdl`] for every position, in order. An error of one
    /// position does not affect the others.
    pub fn probe_wdl_many<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl ExactSizeIterator<Item = Result<Wdl, ProbeError>> + use<'a> {
        positions.iter().map(|position| self.probe_wdl(position))
    }

    /// Returns true when `side` has mated or can mate by some series of legal moves of both sides.
    /// Captures en passant are considered. Move counts and repetitions do not end such a series.
    ///
    /// # Errors
    /// [`ProbeError`]: castling rights, too many men, or a missing or damaged table.
    pub fn can_mate(&self, position: &Position, side: Color) -> Result<bool, ProbeError> {
        let bit = if position.side_to_move() == side { MOVER } else { OTHER };
        Ok(self.mating_sides(position)? & bit != 0)
    }

    /// Returns the set of sides that can mate: 1 for the side to move, plus 2 for the other side.
    ///
    /// # Errors
    /// The errors of [`Tables::can_mate`].
    #[doc(hidden)]
    pub fn mating_sides(&self, position: &Position) -> Result<u32, ProbeError> {
        self.check_rights(position)?;
        if position.can_capture_en_passant() {
            // The tables do not consider captures en passant, so the values after the moves are
            // combined.
            let after = |mv| self.mating_sides(&position.after_listed(mv)).map(exchanged);
            return position.moves().into_iter().try_fold(0, |sides, mv| Ok(sides | after(mv)?));
        }
        if position.men() == 2 {
            return Ok(0);
        }
        let setup = self.setup_of(position)?;
        let open = self.open_table(self.slice_of(&setup, Metric::CanMate)?, Metric::CanMate)?;
        match open.cell(&setup)? {
            cell @ 0..=CAN_MATE_MAX => Ok(cell),
            _ => Err(open.table.unreadable(FileError::Header { reason: "its cells are not those of its metric" })),
        }
    }
}

fn exchanged(sides: u32) -> u32 {
    sides >> 1 | (sides & MOVER) << 1
}

/// Returns the distance, in plies, of a position in which a capture or pawn move wins. `plies` is
/// the distance in the cell, in the encoding that *Cells that captures bound* in `FORMAT.md`
/// describes. `limit_plies` is the limit of the draw rule.
fn distance_won_at_once(plies: u32, limit_plies: u32) -> u32 {
    // Distance if all captures and pawn moves that win lead to cursed wins.
    let at_once_cursed = limit_plies + 1;
    match plies {
        plies if plies <= limit_plies => 1,
        plies if plies == at_once_cursed => at_once_cursed,
        more => more - at_once_cursed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the encodings that `FORMAT.md` describes.
    #[test]
    fn cells_of_positions_won_at_once_say_whether_the_win_is_cursed() {
        let with_50_moves = |plies| distance_won_at_once(plies, 100);
        assert_eq!([0, 1, 57, 100].map(with_50_moves), [1; 4]);
        assert_eq!([101, 103, 141, 201].map(with_50_moves), [101, 2, 40, 100]);
        assert_eq!([150, 151, 153, 301].map(|plies| distance_won_at_once(plies, 150)), [1, 151, 2, 150]);
    }
}
