//! Run patterns: win, draw or loss by the moves in a row that each side has made with one king.
//!
//! Some draw rules limit the quiet moves in a row with one king (a *run*) of a side that has men.
//! The value of a position then depends on the runs before it. Most positions have one value for
//! all runs, and their cells hold this value. Each other cell holds the number of a run pattern in
//! a list of the table. The pattern has a value for each state of the runs. `FORMAT.md` specifies
//! the states and the bytes.

use peatee_rules::draw::code::KingMovesRule;
use peatee_rules::draw::{KingRun, KingRuns};
use peatee_rules::{Bitboard, Kernel, Kind, Material, Setup, Side};

use crate::error::FileError;
use crate::format::Cell;
use crate::slice::Slice;
use crate::value::{Metric, Wdl};

/// Smallest number in a cell that stands for a run pattern. The smaller numbers stand for loss,
/// draw and win.
pub const VALUE_CELLS: u32 = 3;

/// Maximum number of run patterns in a table. A run pattern holds several values of one position:
/// one for each state of the runs, which are the moves in a row that each side has made with one
/// king.
pub const MOST_PATTERNS: usize = (u16::MAX as u32 - VALUE_CELLS) as usize;

/// Numbering of the states of the runs in a slice. A run is the moves in a row that a side has made
/// with one king. A state combines the runs of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunStates {
    /// Number of possible runs of the side to move, and of the other side. Each king with each
    /// number of moves in a row is a possible run, and "no run" is one more.
    pub of_side: [usize; 2],
    /// Maximum number of moves in a row with one king.
    pub most_moves: usize,
}

impl RunStates {
    /// Creates the numbering for positions with this material and side to move.
    pub fn new(rule: &KingMovesRule, material: &Material, side: Side) -> RunStates {
        let most_moves = usize::from(rule.most_moves);
        let of_side = [side, side.other()].map(|side| {
            let [men, kings] = [Kind::Man, Kind::King].map(|kind| material.counts[side as usize][kind as usize]);
            if men == 0 { 1 } else { 1 + most_moves * usize::from(kings) }
        });
        RunStates { of_side, most_moves }
    }

    /// Creates the numbering for the table of a slice. Returns `None` if the values of the metric
    /// do not depend on runs.
    pub fn of(slice: Slice, metric: Metric) -> Option<RunStates> {
        let (Metric::RuleWdl(set) | Metric::RuleDtw(set)) = metric else { return None };
        set.rules().code.king_moves.map(|rule| RunStates::new(&rule, &slice.material, slice.side))
    }

    /// Returns the number of cells that the table of a slice has for each position.
    pub fn cells_per_position(slice: Slice, metric: Metric) -> u64 {
        match metric {
            Metric::RuleDtw(_) => RunStates::of(slice, metric).map_or(1, |states| states.count() as u64),
            _ => 1,
        }
    }

    /// Returns the number of states, which are the combinations of the runs of both sides.
    pub const fn count(&self) -> usize {
        self.of_side[0] * self.of_side[1]
    }

    /// Returns the index of a state in a run pattern. `mover` is the number of the run of the side
    /// to move, and `other` that of the other side. `run` computes these numbers.
    pub const fn place(&self, mover: usize, other: usize) -> usize {
        mover * self.of_side[1] + other
    }

    /// Returns the number of the run in which one king has made `moves` moves in a row. `king` is
    /// the index of this king among the kings of its side, in the order of their squares. If the
    /// table stores the position with the colours exchanged and the board turned, these are the
    /// squares on the turned board. The number 0 stands for no run.
    pub const fn run(&self, king: usize, moves: usize) -> usize {
        1 + self.most_moves * king + moves - 1
    }

    /// Returns the index of the king and the number of moves of the run with number `run`. Returns
    /// `None` for 0, which stands for no run.
    pub const fn king_and_moves(&self, run: usize) -> Option<(usize, usize)> {
        match run.checked_sub(1) {
            None => None,
            Some(number) => Some((number / self.most_moves, number % self.most_moves + 1)),
        }
    }

    /// Returns the index in a run pattern for a position in which the sides have made the runs
    /// `runs` before. `side` is to move in this position.
    pub fn place_of<W: Bitboard>(&self, kernel: &Kernel<W>, setup: &Setup<W>, side: Side, runs: &KingRuns) -> usize {
        let is_turned = kernel.mirror.is_some() && side == Side::Black;
        let seen = |set: W| if is_turned { kernel.mirrored_set(set) } else { set };
        let [mover, other] = [(side, 0), (side.other(), 1)].map(|(side, place)| {
            // A run counts only if its king stands on its square in this position.
            let stands = |run: &KingRun| {
                u32::from(run.square.0) < kernel.squares
                    && setup.get(side, Kind::King).has(run.square.0)
                    && run.moves > 0
            };
            let Some(run) = runs.of(side).filter(stands).filter(|_| self.of_side[place] > 1) else { return 0 };
            let before = W::below(seen(W::bit(run.square.0)).lowest());
            let king = (seen(setup.get(side, Kind::King)) & before).count() as usize;
            self.run(king, usize::from(run.moves).min(self.most_moves))
        });
        self.place(mover, other)
    }
}

/// Values of a position, one for each state of the runs (moves in a row with one king), in the
/// order of [`RunStates::place`].
pub type RunPattern = Vec<Wdl>;

/// Converts a list of run patterns to bytes.
pub fn list_to_bytes(list: &[RunPattern]) -> Vec<u8> {
    let mut bytes = (list.len() as u16).to_le_bytes().to_vec();
    for pattern in list {
        let mut cells = vec![0; Cell::Wdl.bytes_of(pattern.len() as u32)];
        for (place, &value) in pattern.iter().enumerate() {
            let _fits = Cell::Wdl.write(&mut cells, place, value as u32);
        }
        bytes.extend(cells);
    }
    bytes
}

/// Reads a list of run patterns from bytes. Each pattern has `states` values.
///
/// # Errors
/// An error when the bytes are not such a list.
pub fn list_from_bytes(bytes: &[u8], states: usize) -> Result<Vec<RunPattern>, FileError> {
    let wrong = |reason| FileError::Header { reason };
    let (count, cells) = bytes.split_first_chunk().ok_or(wrong("the list of run patterns ends early"))?;
    let pattern_bytes = Cell::Wdl.bytes_of(states as u32);
    if cells.len() != usize::from(u16::from_le_bytes(*count)) * pattern_bytes {
        return Err(wrong("the list of run patterns has another length than it says"));
    }
    let mut list: Vec<RunPattern> = Vec::new();
    for cells in cells.chunks(pattern_bytes) {
        let numbers: Vec<u32> = (0..4 * pattern_bytes).map(|place| Cell::Wdl.read(cells, place)).collect();
        let (numbers, behind) = numbers.split_at(states);
        if numbers.iter().any(|&number| number >= VALUE_CELLS) || behind.iter().any(|&number| number != 0) {
            return Err(wrong("a run pattern holds no values"));
        }
        if numbers.iter().all(|number| *number == numbers[0]) {
            return Err(wrong("a run pattern has one value"));
        }
        list.push(numbers.iter().map(|&number| Wdl::of_cell(number)).collect());
    }
    if !list.is_sorted_by(|a, b| a < b) {
        return Err(wrong("the list of run patterns is not in order"));
    }
    Ok(list)
}

/// Returns the number that the cell of a position with this run pattern holds. This is loss, draw
/// or win if all values of the pattern are equal. Returns `None` if they differ and the sorted
/// `list` lacks the pattern.
pub fn cell_of(pattern: &RunPattern, list: &[RunPattern]) -> Option<u32> {
    match pattern.iter().all(|value| *value == pattern[0]) {
        true => Some(pattern[0] as u32),
        false => list.binary_search(pattern).ok().map(|number| VALUE_CELLS + number as u32),
    }
}

/// Returns the value that a cell stands for. If the cell names a run pattern, returns the value at
/// index `place` of this pattern.
///
/// # Errors
/// An error when the list lacks the pattern.
pub fn value_of_cell(list: &[RunPattern], cell: u32, place: usize) -> Result<Wdl, FileError> {
    let Some(number) = cell.checked_sub(VALUE_CELLS) else { return Ok(Wdl::of_cell(cell)) };
    let pattern = list.get(number as usize).and_then(|pattern| pattern.get(place));
    pattern.copied().ok_or(FileError::Header { reason: "a cell has a number that is not in the list of run patterns" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_back_and_damage_is_refused() {
        let list = vec![
            vec![Wdl::Loss, Wdl::Win, Wdl::Draw, Wdl::Loss, Wdl::Win],
            vec![Wdl::Win, Wdl::Win, Wdl::Draw, Wdl::Draw, Wdl::Loss],
        ];
        let bytes = list_to_bytes(&list);
        assert_eq!(list_from_bytes(&bytes, 5).unwrap(), list);
        for end in 0..bytes.len() {
            assert!(list_from_bytes(&bytes[..end], 5).is_err(), "{end}");
        }
        list_from_bytes(&[&bytes[..], &[0]].concat(), 5).unwrap_err();
        let reversed: Vec<_> = list.iter().rev().cloned().collect();
        list_from_bytes(&list_to_bytes(&reversed), 5).unwrap_err();
        list_from_bytes(&list_to_bytes(&[vec![Wdl::Draw; 5]]), 5).unwrap_err();
        assert_eq!(value_of_cell(&list, 4, 4).unwrap(), Wdl::Loss);
        assert_eq!(value_of_cell(&list, 2, 4).unwrap(), Wdl::Win);
        value_of_cell(&list, 5, 0).unwrap_err();
    }
}
