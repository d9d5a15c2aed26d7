//! Reads a solved set back from its tables.

use std::path::Path;
use std::sync::Arc;

use peatee_chess::{Index, Slice};
use peatee_probe::chess::{RULE_PLIES, dtz};
use peatee_probe::internals::{Table, check_is};
use peatee_table::format::file_name;
use peatee_table::{FileError, Metric, Wdl};
use rayon::prelude::*;

use super::can_mate::{CanMateSet, words_of_losses};
use super::layout::Layout;
use super::number::Numbering;
use super::solved::{SolvedSet, Words};
use super::unit::Unit;
use crate::capture_mask::CaptureMask;
use crate::directory::table_at;
use crate::error::Error;
use crate::solver::values::WdlArray;

/// What the tables of a slice say.
struct Read {
    wdl: WdlArray,
    /// Cursed wins and blessed losses, if there are any.
    too_long: Option<CaptureMask>,
}

/// A set as its tables in a directory have it; with its cursed wins and blessed losses where there
/// are tables of distances. None where there is no table of it.
///
/// # Errors
/// When a table is damaged, or one of two is missing.
pub fn read_set(directory: &Path, set: Slice) -> Result<Option<SolvedSet>, Error> {
    let slices = set.both();
    if slices.iter().any(|slice| !directory.join(file_name(*slice, Metric::Wdl)).exists()) {
        return Ok(None);
    }
    let read: Vec<Read> = slices.into_iter().map(|slice| read_slice(directory, slice)).collect::<Result<_, _>>()?;
    let layout = Layout::new(set);
    let numberings = Numbering::of_both(&layout);
    let of_placement = |placement| {
        let mut words = Words::empty(layout.rows);
        let unit = Unit { layout: &layout, placement };
        for (numbering, Read { wdl, too_long }) in numberings.iter().zip(read.iter().cycle()) {
            read_words(numbering, unit, wdl, too_long.as_ref(), &mut words);
        }
        words
    };
    let words = (0..layout.placements.len()).into_par_iter().map(of_placement).collect();
    Ok(Some(SolvedSet { layout, words }))
}

/// Who can still mate, as the tables of a set in a directory have it. None where there is no table
/// of it.
///
/// # Errors
/// When a table is damaged.
pub fn read_can_mate(directory: &Path, set: Slice) -> Result<Option<CanMateSet>, Error> {
    let slices = set.both();
    if slices.iter().any(|slice| !directory.join(file_name(*slice, Metric::CanMate)).exists()) {
        return Ok(None);
    }
    let cells = |slice: &Slice| in_parts(&open(directory, *slice, Metric::CanMate)?, <[u8]>::to_vec);
    let cells: Vec<Vec<u8>> = slices.iter().map(cells).collect::<Result<_, _>>()?;
    let layout = Layout::new(set);
    let numberings = Numbering::of_both(&layout);
    let by = |mater: usize| {
        let of_placement = |placement| {
            let mut words = Words::empty(layout.rows);
            let unit = Unit { layout: &layout, placement };
            for (numbering, cells) in numberings.iter().zip(cells.iter().cycle()) {
                let color = numbering.color();
                let outcomes = words.outcomes_mut(color);
                let bit = u8::from(color != mater);
                let can = |number: usize| [cells[number] >> bit & 1 != 0];
                numbering.read(unit, can, |row, [can], legal| outcomes[row] = words_of_losses(legal, can));
            }
            words
        };
        let words = (0..layout.placements.len()).into_par_iter().map(of_placement).collect();
        Arc::new(SolvedSet { layout: layout.clone(), words })
    };
    Ok(Some(CanMateSet { by: [by(0), by(1)] }))
}

fn read_words(numbering: &Numbering, unit: Unit, wdl: &WdlArray, too_long: Option<&CaptureMask>, words: &mut Words) {
    let color = numbering.color();
    let outcome = |number: usize| {
        let cell = wdl.cell(number);
        [cell != Wdl::Loss as u8, cell != Wdl::Win as u8]
    };
    let Some(too_long) = too_long else {
        let outcomes = words.outcomes_mut(color);
        return numbering.read(unit, outcome, |row, words, _| outcomes[row] = words);
    };
    let mut late = vec![0; unit.layout.rows];
    let outcomes = words.outcomes_mut(color);
    let read = |number: usize| {
        let [not_lost, not_won] = outcome(number);
        [not_lost, not_won, too_long.has(number as u64)]
    };
    numbering.read(unit, read, |row, [not_lost, not_won, is_late], _| {
        outcomes[row] = [not_lost, not_won];
        late[row] = is_late;
    });
    words.too_long_mut(color).copy_from_slice(&late);
}

fn read_slice(directory: &Path, slice: Slice) -> Result<Read, Error> {
    let wdl = open(directory, slice, Metric::Wdl)?;
    let positions = wdl.header().positions as usize;
    let wdl = WdlArray::new(positions, in_parts(&wdl, |cells| cells.to_vec())?);
    if !directory.join(file_name(slice, dtz())).exists() {
        return Ok(Read { wdl, too_long: None });
    }
    let distances = open(directory, slice, dtz())?;
    let header = distances.header();
    if header.counts.longest_plies() <= RULE_PLIES {
        return Ok(Read { wdl, too_long: None });
    }
    let of_eight = |cells: &[u8], first: usize| {
        let is_late = |place: usize| header.cell.read(cells, place) > RULE_PLIES + 1;
        (0..8).filter(|bit| is_late(first + bit)).fold(0u8, |byte, bit| byte | 1 << bit)
    };
    let bits = in_parts(&distances, |cells| {
        let mut cells = cells.to_vec();
        // Past the last position there is nothing.
        cells.resize(cells.len().next_multiple_of(8 * header.cell.bytes_of(1)), 0);
        let positions = cells.len() / header.cell.bytes_of(1);
        (0..positions).step_by(8).map(|first| of_eight(&cells, first)).collect()
    })?;
    Ok(Read { wdl, too_long: Some(CaptureMask::new(bits)) })
}

fn open(directory: &Path, slice: Slice, metric: Metric) -> Result<Table, Error> {
    let path = directory.join(file_name(slice, metric));
    let table = table_at(&path)?;
    check_is(&table, &Index::new(slice), metric).map_err(|error| Error::File { path, error })?;
    Ok(table)
}

/// What `make` makes of the cells of each block, one after the other.
fn in_parts(table: &Table, make: impl Fn(&[u8]) -> Vec<u8> + Sync) -> Result<Vec<u8>, Error> {
    let blocks: Result<Vec<Vec<u8>>, FileError> =
        (0..table.header().blocks()).into_par_iter().map(|block| Ok(make(&table.decode(block)?))).collect();
    Ok(blocks.map_err(|error| Error::File { path: table.path().to_owned(), error })?.concat())
}

#[cfg(test)]
mod tests {
    use super::super::Solver;
    use super::super::solved::Reading;
    use super::*;
    use crate::solver::{Known, Values};
    use crate::writer::{WdlCoding, table_bytes_in_order};
    use peatee_chess::sets;
    use peatee_table::format::TableIdentity;
    use std::collections::HashMap;

    /// Writes the tables of sets, distances changed.
    fn write(directory: &Path, sets: &[Slice], change: impl Fn(u16) -> u16) {
        let mut solver = Solver::default();
        for of_slice in sets.iter().flat_map(|&set| solver.solve(set).expect("solved")) {
            let changed = |known: &Known| match (known.is_draw(), known.is_won()) {
                (true, _) => Known::DRAW,
                (_, true) => Known::won(change(known.plies())),
                _ => Known::lost(change(known.plies())),
            };
            let values = Values::Plies(of_slice.values.iter().map(changed).collect());
            let free = CaptureMask::new(of_slice.no_position);
            for metric in [Metric::Wdl, dtz()] {
                let identity = TableIdentity::of_chess(of_slice.slice.name(), metric);
                let bytes = table_bytes_in_order(identity, &values, &free, WdlCoding::QuickPages).expect("a table");
                std::fs::write(directory.join(file_name(of_slice.slice, metric)), bytes).expect("writable");
            }
        }
    }

    /// The longest distances count as if they were longer than the 50-move rule allows.
    #[test]
    fn cursed_wins_and_blessed_losses_are_read_back() {
        const LAST_IN_TIME_PLIES: u16 = 20;
        let directory = tempfile::tempdir().expect("there is room for temporary files");
        let set = Slice::parse("KRvK").expect("a slice");
        write(directory.path(), &[set], |plies| if plies > LAST_IN_TIME_PLIES { plies + 100 } else { plies });
        let read = read_set(directory.path(), set).expect("sound").expect("it is there");
        assert!(read.has_too_long());
        let [white, black] = read.counts();
        let distances = Solver::default().solve(set).expect("solved");
        let late = |slice: usize| {
            let plies = distances[slice].values.iter().filter(|known| !known.is_draw()).map(|known| known.plies());
            plies.filter(|&plies| plies > LAST_IN_TIME_PLIES).count() as u64
        };
        assert_eq!([white.cursed_wins, white.wins + white.cursed_wins], [late(0), 21959]);
        assert_eq!([black.blessed_losses, black.losses + black.blessed_losses, black.draws], [late(1), 25260, 2796]);
        // As the words say what the values do: those within the rule are those that were in time.
        let won = |reading| -> u32 {
            let rows = 0..read.layout.rows;
            rows.map(|row| read.words[0].outcome(0, row, reading).won.count_ones()).sum()
        };
        assert!(won(Reading::WithinRule) < won(Reading::WithoutRule));
    }

    #[test]
    fn sets_solved_with_what_is_read_back_have_the_same_values() {
        let directory = tempfile::tempdir().expect("there is room for temporary files");
        // Of KQvKQ, which KQvKP leads to, both sides to move have one table.
        let both_alike = Slice::parse("KQvKQ").expect("a slice");
        let sets = [&sets(3)[1..], &[both_alike]].concat();
        write(directory.path(), &sets, |plies| plies);
        let asked = std::cell::RefCell::new(HashMap::new());
        let mut reading = Solver::reading(|set| {
            let read = read_set(directory.path(), set)?;
            asked.borrow_mut().insert(set, read.is_some());
            Ok(read)
        });
        let mut alone = Solver::default();
        for name in ["KQvKP", "KBPvK", "KPvKP", "KNNvK"] {
            let set = Slice::parse(name).expect("a slice");
            let solved = reading.solve(set).expect("solved");
            assert_eq!(solved, alone.solve(set).expect("solved"), "{name}");
        }
        let asked = asked.borrow();
        assert!(sets.iter().all(|set| asked[set]), "{asked:?}");
    }
}
