//! Staircases: how the plies to mate of a chess position depend on the half-move clock.
//!
//! Within a draw rule that limits the plies without a capture or pawn move, the shortest win may
//! take too many of them. A slower win that resets the clock sooner then decides the game. A
//! staircase lists these wins: each [`Stair`] takes more plies than the one before it and needs
//! fewer plies of the count. The first stair has the fewest plies of all, the last one the DTZ of
//! the position. Most positions have one stair. A table lists the shapes of the staircases relative
//! to DTM and DTZ, for each *gap* (DTM less DTZ) the most frequent shape first, and each cell is an
//! index into the list for the gap of its position. Older tables have one list for all gaps.
//! `FORMAT.md` specifies the bytes.

use crate::error::FileError;
use crate::format::{Cell, decode_block};

/// Maximum number of shapes in a table. A cell of two bytes holds the index of a shape, from 1 in
/// tables of [`Cell::Staircase`], from 0 in tables of [`Cell::RankedStaircase`].
pub const MOST_SHAPES: usize = u16::MAX as usize - 1;

/// Maximum length of the lists of all gaps in bytes, before compression.
const MOST_LIST_BYTES: usize = 1 << 22;

/// Maximum number of lists: a gap is one byte.
const MOST_LISTS: usize = u8::MAX as usize;

/// One step of a staircase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stair {
    /// Plies to mate.
    pub plies: u32,
    /// Fewest plies that the count must have left for a mate in so many plies.
    pub needed_plies: u32,
}

/// Shape of a staircase: its stairs relative to DTM and DTZ. For each stair but the last, half the
/// plies that the next one is longer, and its plies less those that it needs. Empty for a staircase
/// with one stair.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StaircaseShape {
    /// The numbers of each stair but the last. The first of them is not 0.
    pub steps: Vec<[u8; 2]>,
}

impl StaircaseShape {
    /// Returns the staircase with this shape, for a position with the given DTM and DTZ.
    pub fn stairs(&self, dtm_plies: u32, dtz_plies: u32) -> Vec<Stair> {
        let (mut plies, mut stairs) = (dtm_plies, Vec::with_capacity(self.steps.len() + 1));
        for &[half_growth, spare] in &self.steps {
            stairs.push(Stair { plies, needed_plies: plies.saturating_sub(spare.into()) });
            plies += 2 * u32::from(half_growth);
        }
        stairs.push(Stair { plies, needed_plies: dtz_plies });
        stairs
    }

    /// Returns the shape of a staircase; `None` if the stairs are not in order, or farther apart
    /// than a table can say.
    pub fn of(stairs: &[Stair]) -> Option<StaircaseShape> {
        let steps = stairs.windows(2).map(|pair| {
            let growth = pair[1].plies.checked_sub(pair[0].plies).filter(|growth| growth.is_multiple_of(2))?;
            let spare = pair[0].plies.checked_sub(pair[0].needed_plies)?;
            let is_step = growth > 0 && pair[1].needed_plies < pair[0].needed_plies;
            Some([u8::try_from(growth / 2).ok()?, u8::try_from(spare).ok()?]).filter(|_| is_step)
        });
        Some(StaircaseShape { steps: steps.collect::<Option<_>>()? })
    }
}

/// Returns the plies to mate when the count has `left_plies` plies left; `None` for a draw.
pub fn plies_within(stairs: &[Stair], left_plies: u32) -> Option<u32> {
    stairs.iter().find(|stair| stair.needed_plies <= left_plies).map(|stair| stair.plies)
}

/// Shapes to which the cells of a table refer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaircaseList {
    /// Shapes for all gaps, the one with one stair first, of a table of [`Cell::Staircase`].
    OfAll(Vec<StaircaseShape>),
    /// For each gap from 1 on, its shapes, of a table of [`Cell::RankedStaircase`].
    OfGaps(Vec<Vec<StaircaseShape>>),
}

impl StaircaseList {
    /// Returns the shape for the number in a cell. `gap_plies` is the DTM of the position less its
    /// DTZ, at least 1. `None` if there is no such shape.
    pub fn shape(&self, cell: u32, gap_plies: u32) -> Option<&StaircaseShape> {
        let list = match self {
            StaircaseList::OfAll(list) => list,
            StaircaseList::OfGaps(lists) => lists.get(gap_plies.checked_sub(1)? as usize)?,
        };
        list.get(cell as usize)
    }

    /// Reads the list at the end of a table with cells of the kind `cell`.
    ///
    /// # Errors
    /// An error when the bytes are not such a list.
    pub fn from_bytes(cell: Cell, bytes: &[u8]) -> Result<StaircaseList, FileError> {
        if cell == Cell::RankedStaircase {
            return lists_of_gaps(bytes).map(StaircaseList::OfGaps);
        }
        let (list, rest) = first_list(bytes)?;
        if !rest.is_empty() {
            return Err(FileError::Header { reason: "bytes follow the list of staircases" });
        }
        if list.first().is_some_and(|shape| shape.steps.is_empty()) {
            return Err(FileError::Header { reason: "the list of staircases has one of one stair" });
        }
        if !list.is_sorted_by(|a, b| a < b) {
            return Err(FileError::Header { reason: "the list of staircases is not in order" });
        }
        Ok(StaircaseList::OfAll([vec![StaircaseShape::default()], list].concat()))
    }
}

/// Converts a list of shapes to bytes.
pub fn list_to_bytes(list: &[StaircaseShape]) -> Vec<u8> {
    let mut bytes = (list.len() as u16).to_le_bytes().to_vec();
    for shape in list {
        bytes.push(shape.steps.len() as u8);
        bytes.extend(shape.steps.as_flattened());
    }
    bytes
}

/// Converts the lists of all gaps to bytes, compressed like a block of cells of one byte.
///
/// # Errors
/// The lists are longer than a table may have, or zstd fails.
#[cfg(feature = "write")]
pub fn lists_to_bytes(lists: &[Vec<StaircaseShape>]) -> std::io::Result<Vec<u8>> {
    const ZSTD_LEVEL: i32 = 19;
    let bytes: Vec<u8> = lists.iter().flat_map(|list| list_to_bytes(list)).collect();
    if bytes.len() > MOST_LIST_BYTES {
        return Err(std::io::Error::other(LISTS_TOO_LONG));
    }
    let stored = crate::format::BlockEncoder::new(ZSTD_LEVEL)?.encode(Cell::Short, &bytes)?;
    Ok([&(bytes.len() as u32).to_le_bytes()[..], &stored].concat())
}

const LISTS_TOO_LONG: &str = "the list of staircases is too long";

/// Reads the lists of all gaps.
fn lists_of_gaps(bytes: &[u8]) -> Result<Vec<Vec<StaircaseShape>>, FileError> {
    let wrong = |reason| FileError::Header { reason };
    let (&length, stored) = bytes.split_first_chunk().ok_or_else(ends_early)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MOST_LIST_BYTES {
        return Err(wrong(LISTS_TOO_LONG));
    }
    let bytes = decode_block(Cell::Short, stored, length).map_err(wrong)?;
    let (mut lists, mut rest) = (Vec::new(), &bytes[..]);
    while !rest.is_empty() {
        let (list, behind) = first_list(rest)?;
        if lists.len() == MOST_LISTS {
            return Err(wrong("there are lists of staircases for more gaps than there can be"));
        }
        if has_repetition(&list) {
            return Err(wrong("a list of staircases has a staircase twice"));
        }
        lists.push(list);
        rest = behind;
    }
    Ok(lists)
}

/// Reads the list of shapes with which `bytes` begin. Returns it and the bytes behind it.
fn first_list(bytes: &[u8]) -> Result<(Vec<StaircaseShape>, &[u8]), FileError> {
    let (&count, mut rest) = bytes.split_first_chunk().ok_or_else(ends_early)?;
    let mut list = Vec::new();
    for _ in 0..u16::from_le_bytes(count) {
        let (&steps, behind) = rest.split_first().ok_or_else(ends_early)?;
        let (steps, behind) = behind.split_at_checked(2 * usize::from(steps)).ok_or_else(ends_early)?;
        let steps: Vec<[u8; 2]> = steps.as_chunks().0.to_vec();
        if steps.iter().any(|&[half_growth, _]| half_growth == 0) {
            return Err(FileError::Header { reason: "a staircase has a stair that is no step" });
        }
        list.push(StaircaseShape { steps });
        rest = behind;
    }
    Ok((list, rest))
}

fn has_repetition(list: &[StaircaseShape]) -> bool {
    let mut sorted: Vec<&StaircaseShape> = list.iter().collect();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

fn ends_early() -> FileError {
    FileError::Header { reason: "the list of staircases ends early" }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the stairs of `8/8/7Q/8/8/6k1/8/K4r2 w`.
    fn stairs() -> Vec<Stair> {
        [(51, 47), (53, 45), (55, 43), (57, 41)].map(|(plies, needed_plies)| Stair { plies, needed_plies }).to_vec()
    }

    #[test]
    fn shapes_are_relative_to_dtm_and_dtz() {
        let shape = StaircaseShape::of(&stairs()).unwrap();
        assert_eq!(shape, StaircaseShape { steps: vec![[1, 4], [1, 8], [1, 12]] });
        assert_eq!(shape.stairs(51, 41), stairs());
        assert_eq!(StaircaseShape::of(&stairs()[..1]), Some(StaircaseShape::default()));
        let reversed: Vec<Stair> = stairs().into_iter().rev().collect();
        assert_eq!(StaircaseShape::of(&reversed), None);
    }

    #[test]
    fn the_first_stair_that_is_in_time_counts() {
        let within = |left| plies_within(&stairs(), left);
        assert_eq!([40, 41, 44, 46, 47, 100].map(within), [None, Some(57), Some(55), Some(53), Some(51), Some(51)]);
    }

    #[test]
    fn lists_read_back_and_damage_is_refused() {
        let shape = |steps: &[[u8; 2]]| StaircaseShape { steps: steps.to_vec() };
        let list = vec![shape(&[[1, 0]]), shape(&[[1, 0], [3, 40]]), shape(&[[2, 1]])];
        let bytes = list_to_bytes(&list);
        let read = |bytes: &[u8]| StaircaseList::from_bytes(Cell::Staircase, bytes);
        let found = read(&bytes).unwrap();
        let numbered: Vec<_> = (0..4).map(|cell| found.shape(cell, 2).unwrap().clone()).collect();
        assert_eq!(numbered, [vec![shape(&[])], list.clone()].concat());
        assert_eq!(found.shape(4, 2), None);
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_err(), "{end}");
        }
        read(&[&bytes[..], &[0]].concat()).unwrap_err();
        let reversed: Vec<_> = list.into_iter().rev().collect();
        read(&list_to_bytes(&reversed)).unwrap_err();
        read(&list_to_bytes(&[shape(&[])])).unwrap_err();
        read(&list_to_bytes(&[shape(&[[0, 3]])])).unwrap_err();
    }

    #[cfg(feature = "write")]
    #[test]
    fn lists_of_gaps_read_back_and_damage_is_refused() {
        let shape = |steps: &[[u8; 2]]| StaircaseShape { steps: steps.to_vec() };
        let lists = vec![vec![], vec![shape(&[]), shape(&[[2, 1]]), shape(&[[1, 0]])], vec![shape(&[[1, 0]])]];
        let bytes = lists_to_bytes(&lists).unwrap();
        let read = |bytes: &[u8]| StaircaseList::from_bytes(Cell::RankedStaircase, bytes);
        let found = read(&bytes).unwrap();
        assert_eq!(found, StaircaseList::OfGaps(lists));
        assert_eq!(found.shape(2, 2), Some(&shape(&[[1, 0]])));
        assert_eq!([found.shape(0, 0), found.shape(0, 1), found.shape(3, 2), found.shape(0, 4)], [None; 4]);
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_err(), "{end}");
        }
        read(&[&bytes[..], &[0]].concat()).unwrap_err();
        read(&lists_to_bytes(&[vec![shape(&[[0, 3]])]]).unwrap()).unwrap_err();
        read(&lists_to_bytes(&[vec![shape(&[[1, 3]]), shape(&[]), shape(&[[1, 3]])]]).unwrap()).unwrap_err();
        assert!(read(&lists_to_bytes(&vec![vec![]; 255]).unwrap()).is_ok());
        read(&lists_to_bytes(&vec![vec![]; 256]).unwrap()).unwrap_err();
        lists_to_bytes(&vec![vec![shape(&[]); 40_000]; 110]).unwrap_err();
        read(&[&u32::MAX.to_le_bytes()[..], &bytes[4..]].concat()).unwrap_err();
    }
}
