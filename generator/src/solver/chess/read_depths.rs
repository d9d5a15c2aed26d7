//! Reads a set (a slice and its opposite) that is solved for DTM or DTC back from its tables.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use peatee_chess::{Slice, StoredOrder};
use peatee_table::Metric;
use peatee_table::format::file_name;

use super::depth_set::DepthSet;
use super::metrics::limit_plies;
use super::read::{ReadSet, in_parts, open, read_who_wins};
use super::search::exits::{lost_by_leaving, won_by_leaving};
use super::words::layout::SetLayout;
use super::words::number::Numbering;
use super::words::placement_view::{BLACK, PlacementView, Row, Step};
use super::words::rays::{king_moves, squares};
use super::words::solved::{BySide, RuleScope};
use super::words::zeroing::{NextSets, ZeroingMoves};
use crate::error::Error;
use crate::parallel;

/// A set (a slice and its opposite) solved for DTM or DTC, with the values that its tables hold.
#[derive(Debug)]
pub struct ReadDepths {
    words: ReadSet,
    /// Material of the set (a slice and its opposite), and plies to mate for each side to move;
    /// `None` for DTC.
    plies: Option<(Slice, BySide<Plies>)>,
}

#[derive(Debug)]
enum Plies {
    /// Plies from a table: a list for each pawn placement (arrangement of the pawns), indexed by
    /// row and square of the black king.
    Read(Vec<Vec<u8>>),
    /// Plies that no table holds. They are computed from the plies with the other side to move.
    Derived,
}

impl ReadDepths {
    /// Returns the materials of the sets (slices with their opposites) from which the values that
    /// the tables leave out are restored.
    pub fn needs(&self) -> BTreeSet<Slice> {
        match &self.plies {
            Some((material, plies)) if plies.iter().any(|plies| matches!(plies, Plies::Derived)) => {
                NextSets::materials(*material)
            }
            _ => self.words.needs(),
        }
    }

    /// Returns the set (a slice and its opposite) with the values that its tables leave out. `next`
    /// returns the sets that [`Self::needs`] names.
    pub fn completed(self, mut next: impl FnMut(Slice) -> Arc<DepthSet>) -> DepthSet {
        let mut set = self.words.completed(|material| next(material).set().clone());
        let Some((_, plies)) = self.plies else { return DepthSet::new(set) };
        let derived = (0..2).find(|&side| matches!(plies[side], Plies::Derived));
        let mut read = plies.map(|plies| match plies {
            Plies::Read(plies) => plies.into_iter(),
            Plies::Derived => Vec::new().into_iter(),
        });
        set.plies = (0..set.layout.placements.len())
            .map(|_| [0, 1].map(|side: usize| read[side].next().unwrap_or_default()))
            .collect();
        if let Some(side) = derived {
            let next = NextSets::new(&set.layout, |material| next(material).set().clone());
            let zeroing = ZeroingMoves::new(&set, &next);
            let of_placement = |placement| derived_plies(&zeroing, placement, side);
            let derived = parallel::map(0..set.layout.placements.len(), &of_placement);
            for (plies, derived) in set.plies.iter_mut().zip(derived) {
                plies[side] = derived;
            }
        }
        DepthSet::new(set)
    }
}

/// Reads a set (a slice and its opposite) from the tables in a directory. Returns `None` when a
/// needed table is missing, or when the tables store the plies to mate for neither side to move.
///
/// # Errors
/// Returns an error when a table is damaged.
pub fn read_depths(directory: &Path, set: Slice, depth: Metric) -> Result<Option<ReadDepths>, Error> {
    if let Some(limit_plies) = limit_plies(depth) {
        return read_within(directory, set, limit_plies);
    }
    let is_missing = |slice: &Slice| !directory.join(file_name(*slice, depth)).exists();
    if depth == Metric::Dtw && set.both().iter().any(is_missing) {
        return Ok(None);
    }
    let Some(words) = read_who_wins(directory, set)? else { return Ok(None) };
    if depth == Metric::Dtc {
        return Ok(Some(ReadDepths { words, plies: None }));
    }
    let layout = SetLayout::new(set);
    let [white, black] = Numbering::of_both(&layout).map(|numbering| read_plies(directory, &layout, &numbering, depth));
    match [white?, black?] {
        [Plies::Derived, Plies::Derived] => Ok(None),
        plies => Ok(Some(ReadDepths { words, plies: Some((set, plies)) })),
    }
}

/// Reads the plies to mate under a draw rule with a fresh count. They are those without draw rules
/// if none of these exceeds the limit; otherwise returns `None`.
fn read_within(directory: &Path, set: Slice, limit_plies: u32) -> Result<Option<ReadDepths>, Error> {
    for slice in set.both() {
        if !directory.join(file_name(slice, Metric::Dtw)).exists() {
            return Ok(None);
        }
        let (table, _) = open(directory, slice, Metric::Dtw)?;
        if table.header().counts.longest_plies() > limit_plies {
            return Ok(None);
        }
    }
    read_depths(directory, set, Metric::Dtw)
}

fn read_plies(directory: &Path, layout: &SetLayout, numbering: &Numbering, depth: Metric) -> Result<Plies, Error> {
    let (table, order) = open(directory, numbering.slice(), depth)?;
    if !table.has_cells() {
        return Ok(Plies::Derived);
    }
    let cell = table.header().cell;
    let plies = in_parts(&table, |cells| {
        let plies = |place| cell.read(cells, place).saturating_sub(1) as u8;
        (0..cells.len() / cell.bytes_of(1)).map(plies).collect()
    })?;
    let place =
        |number: usize| order.as_ref().map_or(number, |order: &StoredOrder| order.place(number as u64) as usize);
    let of_placement = |placement| {
        let view = PlacementView { layout, placement };
        numbering.read_bytes(view, |number| plies[place(number)])
    };
    Ok(Plies::Read(parallel::map(0..layout.placements.len(), &of_placement)))
}

/// Computes the plies to mate with `side` to move. They follow from the plies with the other side
/// to move, and from the solved sets (slices with their opposites) to which captures and promotions
/// lead.
fn derived_plies(zeroing: &ZeroingMoves, placement: usize, side: usize) -> Vec<u8> {
    let view = PlacementView { layout: &zeroing.set.layout, placement };
    let mut plies = vec![0; view.layout.rows * 64];
    for row in (0..view.layout.rows).filter_map(|number| view.row(number)) {
        let of_row = zeroing.set.words[placement].outcome(side, row.number, RuleScope::WithoutRule);
        if of_row.won | of_row.lost == 0 {
            continue;
        }
        let (_, mut found) = won_by_leaving(zeroing, Metric::Dtw, side, &row, of_row.won);
        let lost = lost_by_leaving(zeroing, Metric::Dtw, side, &row, of_row.lost);
        squares(of_row.lost).for_each(|square| found[usize::from(square)] = lost.plies[usize::from(square)]);
        each_quiet_move(zeroing, view, side, &row, |before, is_won, after| {
            let found = &mut found[usize::from(before)];
            if !is_won && of_row.won >> before & 1 != 0 {
                *found = (*found).min(after + 1);
            } else if is_won && of_row.lost >> before & 1 != 0 {
                *found = (*found).max(after + 1);
            }
        });
        plies[row.number * 64..][..64].copy_from_slice(&found);
    }
    plies
}

/// Calls `see` for each quiet move of `side` from a position of `row` to a won or lost position.
/// The arguments of `see` are the square of the black king before the move, whether the other side
/// wins after the move, and the plies of the position after the move.
fn each_quiet_move(
    zeroing: &ZeroingMoves,
    view: PlacementView,
    side: usize,
    row: &Row,
    mut see: impl FnMut(u8, bool, u8),
) {
    let (words, plies) = (&zeroing.set.words[view.placement], &zeroing.set.plies[view.placement][1 - side]);
    let of_row = |number: usize, see: &mut dyn FnMut(u8, bool, u8)| {
        let after = words.outcome(1 - side, number, RuleScope::WithoutRule);
        for square in squares(after.won | after.lost) {
            see(square, after.won >> square & 1 != 0, plies[number * 64 + usize::from(square)]);
        }
    };
    if side == BLACK {
        of_row(row.number, &mut |king, is_won, plies| {
            squares(king_moves(king)).for_each(|before| see(before, is_won, plies));
        });
    }
    view.steps(side, row, |Step { row, mask, symmetry }| {
        of_row(row, &mut |king, is_won, plies| {
            let before = symmetry.inverse().square(king);
            if mask >> before & 1 != 0 {
                see(before, is_won, plies);
            }
        });
        false
    });
}
