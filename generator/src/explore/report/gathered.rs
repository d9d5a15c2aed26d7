//! Accumulation of the figures of a slice while its cells are read, and conversion to a report.

use peatee_probe::Tables;
use peatee_table::{Slice, Wdl};

use super::model::{ChangedPlies, CountedTo, LongestWin, SliceReport, Tight, TooLate};
use crate::explore::stats::{fen_of, position_of};

/// Maximum number of examples listed for a slice. In an example, the winner needs all plies that
/// the count allows, or one ply less.
const EXAMPLES: usize = 6;

pub struct CountRow {
    /// Index of the count in the list of counts of the draw rules. `None` stands for the positions
    /// in which no count runs yet.
    pub count: Option<usize>,
    pub article: &'static str,
    pub limit_plies: u32,
    pub counted_to: CountedTo,
}

/// Figures for the report on a slice and a count, added up while cells are read. In each array,
/// index 0 is for losses and index 1 for wins.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    pub decided: [u64; 2],
    /// The longest losses and the longest wins that are possible within the count; `None` if there
    /// are none.
    ///
    /// The first number is the plies of the count that the winner needs. The second is the number
    /// of positions that need so many plies, and the third the position number of the first of
    /// them.
    pub longest: [Option<(u32, u64, u64)>; 2],
    pub too_late: [u64; 2],
    /// First win or loss that needs more plies than the count allows: its position number, and the
    /// number of plies that it needs. The number of plies is `None` if no number is enough.
    pub first_too_late: [Option<(u64, Option<u32>)>; 2],
    /// Positions that the rules turn into losses and wins.
    pub newly_decided: [u64; 2],
    pub changed_plies: Option<ChangedPlies>,
    tight: Vec<(u64, u32, bool)>,
    tight_positions: u64,
}

impl Gathered {
    /// Adds a position. Its winner needs `needed` plies of the count, which allows `limit` plies;
    /// `needed` is `None` if no number of plies is enough.
    pub fn add(&mut self, number: u64, wdl: Wdl, needed: Option<u32>, limit: u32) {
        let is_win = match wdl {
            Wdl::Win => true,
            Wdl::Loss => false,
            Wdl::Draw => return,
        };
        let place = is_win as usize;
        self.decided[place] += 1;
        let Some(in_time) = needed.filter(|&needed| needed <= limit) else {
            self.too_late[place] += 1;
            self.first_too_late[place].get_or_insert((number, needed));
            return;
        };
        self.add_longest(place, (in_time, 1, number));
        if in_time + 1 >= limit {
            self.tight_positions += 1;
            if self.tight.len() < EXAMPLES {
                self.tight.push((number, in_time, is_win));
            }
        }
    }

    fn add_longest(&mut self, place: usize, (plies, positions, first): (u32, u64, u64)) {
        match &mut self.longest[place] {
            Some((most, all, _)) if *most == plies => *all += positions,
            Some((most, ..)) if *most > plies => {}
            record => *record = Some((plies, positions, first)),
        }
    }

    /// Adds the numbers of `later`. Its positions must come after those that were added before.
    pub fn append(&mut self, later: Gathered) {
        for place in 0..2 {
            self.decided[place] += later.decided[place];
            self.too_late[place] += later.too_late[place];
            self.newly_decided[place] += later.newly_decided[place];
            self.first_too_late[place] = self.first_too_late[place].or(later.first_too_late[place]);
            if let Some(longest) = later.longest[place] {
                self.add_longest(place, longest);
            }
        }
        self.tight.extend(later.tight);
        self.tight.truncate(EXAMPLES);
        self.tight_positions += later.tight_positions;
    }

    /// Adds a position that is won or lost without draw rules, but is a draw under them. The count
    /// that makes it a draw is not the count of this report.
    pub fn add_other(&mut self, wdl: Wdl) {
        self.decided[(wdl == Wdl::Win) as usize] += 1;
    }

    pub fn has_decided(&self) -> bool {
        self.decided != [0, 0]
    }

    pub fn has_too_late(&self) -> bool {
        self.too_late != [0, 0]
    }

    pub fn report(self, tables: &Tables, slice: Slice, positions: u64, row: &CountRow) -> SliceReport {
        let fen = |number: u64| fen_of(tables, slice, number);
        let longest = |record: Option<(u32, u64, u64)>| {
            record.map(|(plies, positions, number)| LongestWin { plies, positions, fen: fen(number) })
        };
        let too_late = |is_win: bool| {
            let (number, needed_plies) = self.first_too_late[is_win as usize]?;
            let dtw_plies = tables.probe(&position_of(tables, slice, number)).ok().and_then(|value| value.plies);
            Some(TooLate { fen: fen(number), is_win, needed_plies, dtw_plies })
        };
        let tight =
            |&(number, needed_plies, is_win): &(u64, u32, bool)| Tight { fen: fen(number), needed_plies, is_win };
        let [losses, wins] = self.decided;
        let [blessed_losses, cursed_wins] = self.too_late;
        let [longest_loss, longest_win] = self.longest.map(longest);
        SliceReport {
            slice: slice.name(),
            count: row.count,
            article: row.article.to_owned(),
            limit_plies: row.limit_plies,
            counted_to: row.counted_to,
            positions,
            wins,
            losses,
            longest_win,
            longest_loss,
            cursed_wins,
            blessed_losses,
            new_wins: self.newly_decided[1],
            new_losses: self.newly_decided[0],
            changed_plies: self.changed_plies,
            depending: None,
            too_late_examples: [true, false].into_iter().filter_map(too_late).collect(),
            tight_positions: self.tight_positions,
            tight_examples: self.tight.iter().map(tight).collect(),
        }
    }
}
