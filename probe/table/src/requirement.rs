//! Requirements: the conditions of a win under draw rules with several simultaneous counts.
//!
//! If one count decides, a number of plies says whether the winner has enough time. If several
//! counts run, the winner may have a choice: to move a man soon, which resets one count, or to
//! capture a little later, which resets two. A requirement is therefore a set of [`Way`]s. Each way
//! holds the fewest plies that every running count must have left. No way is redundant: for each
//! way there are states of the counts in which only that way is open.
//!
//! A table lists the requirements that occur in it, and each cell is an index into that list.
//! `FORMAT.md` specifies the bytes.

use peatee_rules::draw::code::MAX_COUNTS;
use peatee_rules::draw::{LeftPlies, Running};

use crate::error::FileError;

/// Number of entries of [`Way::left_plies`]. There is one for each count: a draw rule that counts
/// plies up to a limit. One more is used when no count runs ([`NO_COUNT`]).
pub const WAY_PLACES: usize = MAX_COUNTS + 1;

/// Index of the entry of [`Way::left_plies`] that is used when no count (ply limit of the draw
/// rules) runs. The entry holds the plies to the next capture, to the next move of a piece other
/// than a king, or to the start of a count. These plies are not limited; they measure the progress
/// of the winner.
pub const NO_COUNT: usize = MAX_COUNTS;

/// Maximum number of plies in an entry of [`Way::left_plies`].
pub const MOST_WAY_PLIES: u8 = 254;

/// Maximum number of requirements (conditions of wins) in a table. A cell holds the number of a
/// requirement, counted from 1, and a decoded cell in memory holds this number plus 1. Both must
/// fit in two bytes.
pub const MOST_REQUIREMENTS: usize = u16::MAX as usize - 1;

/// One way to win before a running count (a ply limit of the draw rules) makes the game a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Way {
    /// Counts (ply limits of the draw rules) that must run. All other counts must not run.
    pub running: Running,
    /// Fewest plies that each running count must have left, in the order of the counts in the rule
    /// code. The entries of counts that do not run are 0.
    pub left_plies: [u8; WAY_PLACES],
}

impl Way {
    /// Returns the indices of the entries of [`Way::left_plies`] that are used: those of the counts
    /// in `running`, or [`NO_COUNT`] if no count runs.
    fn places(running: Running) -> impl Iterator<Item = usize> {
        (0..MAX_COUNTS).filter(move |&count| running.has(count)).chain((running == Running::NONE).then_some(NO_COUNT))
    }

    /// Returns true when this way to win is open whenever the way `other` is open. A way is open
    /// when the counts leave enough plies for it.
    pub fn covers(&self, other: &Way) -> bool {
        self.running == other.running && self.left_plies.iter().zip(&other.left_plies).all(|(a, b)| a <= b)
    }

    /// Returns true when this way to win is open: exactly the counts in `running` run, and each has
    /// enough plies left. `left_plies` holds `None` for counts that do not run.
    pub fn is_open(&self, left_plies: &LeftPlies) -> bool {
        (0..MAX_COUNTS).all(|count| match left_plies[count] {
            None => !self.running.has(count),
            Some(left) => self.running.has(count) && u32::from(self.left_plies[count]) <= left,
        })
    }
}

/// Condition of a win: at least one of the ways to win must be open, which means that the counts
/// leave enough plies for it. A requirement without ways stands for a draw.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Requirement {
    /// Ways to win in sorted order. A way that another way covers is left out.
    ways: Vec<Way>,
}

impl Requirement {
    /// Creates a requirement (condition of a win) from ways to win in any order.
    pub fn new(mut ways: Vec<Way>) -> Requirement {
        ways.sort_unstable();
        ways.dedup();
        let is_needed = |way: &&Way| !ways.iter().any(|other| other != *way && other.covers(way));
        let ways = ways.iter().filter(is_needed).copied().collect();
        Requirement { ways }
    }

    /// Returns the ways to win in sorted order. A way that another way [covers](Way::covers) is
    /// left out.
    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// Returns true when at least one way to win is open if the counts have these plies left.
    pub fn is_met(&self, left_plies: &LeftPlies) -> bool {
        self.ways.iter().any(|way| way.is_open(left_plies))
    }

    /// Returns the fewest plies that the count with index `place` must have left so that a way to
    /// win is open. `left_plies` holds the plies that the other counts have left. Returns `None` if
    /// no way is open, however many plies the count at `place` has left.
    ///
    /// If no count runs, `place` is [`NO_COUNT`]. The result is then the fewest plies of the ways
    /// in which no count runs.
    pub fn needed_plies(&self, left_plies: &LeftPlies, place: usize) -> Option<u32> {
        let mut unlimited = *left_plies;
        if let Some(left) = unlimited.get_mut(place) {
            *left = Some(u32::MAX);
        }
        let open = self.ways.iter().filter(|way| way.is_open(&unlimited));
        open.map(|way| u32::from(way.left_plies[place])).min()
    }
}

/// Converts a list of requirements (conditions of wins) to bytes.
pub fn list_to_bytes(list: &[Requirement]) -> Vec<u8> {
    let mut bytes = (list.len() as u16).to_le_bytes().to_vec();
    for requirement in list {
        bytes.extend((requirement.ways.len() as u16).to_le_bytes());
        for way in &requirement.ways {
            bytes.push(way.running.bits());
            bytes.extend(Way::places(way.running).map(|place| way.left_plies[place]));
        }
    }
    bytes
}

/// Returns the checksum of the bytes of a requirement list (the list of conditions of wins).
pub fn list_checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Reads a list of requirements (conditions of wins) from bytes.
///
/// # Errors
/// An error when the bytes are not a list of requirements.
pub fn list_from_bytes(bytes: &[u8]) -> Result<Vec<Requirement>, FileError> {
    let mut rest = bytes;
    let mut list = Vec::new();
    for _ in 0..number(&mut rest)? {
        let mut ways = Vec::new();
        for _ in 0..number(&mut rest)? {
            let running = Running::from_bits(byte(&mut rest)?);
            if usize::from(running.bits()) >> MAX_COUNTS != 0 {
                return Err(wrong("a way names a count that no code has"));
            }
            let mut way = Way { running, ..Way::default() };
            for place in Way::places(running) {
                way.left_plies[place] = byte(&mut rest)?;
            }
            ways.push(way);
        }
        if ways.is_empty() || !ways.is_sorted_by(|a, b| a < b) {
            return Err(wrong("the ways of a requirement are not in order"));
        }
        list.push(Requirement { ways });
    }
    if !rest.is_empty() {
        return Err(wrong("bytes follow the list of requirements"));
    }
    if !list.is_sorted_by(|a, b| a < b) {
        return Err(wrong("the list of requirements is not in order"));
    }
    Ok(list)
}

fn wrong(reason: &'static str) -> FileError {
    FileError::Header { reason }
}

fn byte(rest: &mut &[u8]) -> Result<u8, FileError> {
    let (&first, others) = rest.split_first().ok_or(wrong("the list of requirements ends early"))?;
    *rest = others;
    Ok(first)
}

fn number(rest: &mut &[u8]) -> Result<u16, FileError> {
    Ok(u16::from_le_bytes([byte(rest)?, byte(rest)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(bits: u8, left: &[(usize, u8)]) -> Way {
        let mut way = Way { running: Running::from_bits(bits), ..Way::default() };
        left.iter().for_each(|&(place, plies)| way.left_plies[place] = plies);
        way
    }

    fn left(counts: &[(usize, u32)]) -> LeftPlies {
        let mut all = [None; MAX_COUNTS];
        counts.iter().for_each(|&(count, plies)| all[count] = Some(plies));
        all
    }

    fn two_ways() -> Requirement {
        Requirement::new(vec![
            way(0b11, &[(0, 9), (1, 4)]),
            way(0b11, &[(0, 5), (1, 7)]),
            way(0b11, &[(0, 6), (1, 7)]),
            way(0, &[(NO_COUNT, 3)]),
        ])
    }

    #[test]
    fn a_way_that_asks_for_more_of_everything_is_left_out() {
        assert_eq!(two_ways().ways().len(), 3);
    }

    #[test]
    fn a_win_is_in_time_where_one_way_is_open() {
        let requirement = two_ways();
        let met = |counts: &[(usize, u32)]| requirement.is_met(&left(counts));
        assert!(met(&[(0, 9), (1, 4)]) && met(&[(0, 5), (1, 7)]) && met(&[(0, 40), (1, 40)]) && met(&[]));
        assert!(!met(&[(0, 8), (1, 6)]) && !met(&[(0, 4), (1, 40)]) && !met(&[(0, 40)]));
    }

    #[test]
    fn the_plies_needed_of_one_count_depend_on_the_others() {
        let requirement = two_ways();
        let needed = |counts: &[(usize, u32)], place| requirement.needed_plies(&left(counts), place);
        assert_eq!(needed(&[(0, 20), (1, 4)], 0), Some(9));
        assert_eq!(needed(&[(0, 20), (1, 7)], 0), Some(5));
        assert_eq!(needed(&[(0, 20), (1, 3)], 0), None);
        assert_eq!(needed(&[(0, 8), (1, 3)], 1), Some(7));
        assert_eq!(needed(&[], NO_COUNT), Some(3));
    }

    #[test]
    fn lists_read_back_and_damage_is_refused() {
        let mut list = vec![two_ways(), Requirement::new(vec![way(0b100, &[(2, 1)])])];
        list.sort();
        let bytes = list_to_bytes(&list);
        assert_eq!(list_from_bytes(&bytes).unwrap(), list);
        for end in 0..bytes.len() {
            assert!(list_from_bytes(&bytes[..end]).is_err(), "{end}");
        }
        list_from_bytes(&[&bytes[..], &[0]].concat()).unwrap_err();
        list.reverse();
        list_from_bytes(&list_to_bytes(&list)).unwrap_err();
    }
}
