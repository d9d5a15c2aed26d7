//! Ranks the shapes of the staircases of a slice: for each gap (DTM less DTZ), the most frequent
//! shape comes first. A cell is the rank of a shape, so most cells are small numbers.

use std::cmp::Reverse;
use std::io;

use peatee_table::staircase::{StaircaseShape, lists_to_bytes};

use crate::solver::chess::NumberedStaircases;

/// Content of the cells of a table of staircases, and the list to which the cells refer.
#[derive(Debug)]
pub struct RankedStaircases {
    /// Ranks of shapes, indexed by position number; 0 where the cell may have any content.
    pub ranks: Vec<u16>,
    /// The shapes of each gap, as the table stores them.
    pub list: Vec<u8>,
}

impl RankedStaircases {
    /// Ranks the shapes of a slice.
    ///
    /// # Errors
    /// The lists are longer than a table may have.
    pub fn of(staircases: &NumberedStaircases) -> io::Result<RankedStaircases> {
        let NumberedStaircases { shapes, cells, gaps } = staircases;
        let of_positions = || gaps.iter().map(|&gap| usize::from(gap)).zip(cells.iter().map(|&cell| usize::from(cell)));
        let mut counts: Vec<Vec<u32>> = Vec::new();
        for (gap, cell) in of_positions().filter(|&(gap, _)| gap > 0) {
            if counts.len() < gap {
                counts.resize(gap, vec![0; shapes.len() + 1]);
            }
            counts[gap - 1][cell] += 1;
        }
        let (mut lists, mut ranks_of_gaps) = (Vec::new(), vec![Vec::new()]);
        for counts in counts {
            let mut listed: Vec<usize> = (0..counts.len()).filter(|&number| counts[number] > 0).collect();
            // Of equally frequent shapes the smaller one comes first.
            listed.sort_by_key(|&number| Reverse(counts[number]));
            let mut ranks = vec![0; counts.len()];
            listed.iter().zip(0..).for_each(|(&number, rank)| ranks[number] = rank);
            let shape = |&number: &usize| match number {
                0 => StaircaseShape::default(),
                number => shapes[number - 1].clone(),
            };
            lists.push(listed.iter().map(shape).collect());
            ranks_of_gaps.push(ranks);
        }
        let ranks = of_positions().map(|(gap, cell)| if gap == 0 { 0 } else { ranks_of_gaps[gap][cell] }).collect();
        Ok(RankedStaircases { ranks, list: lists_to_bytes(&lists)? })
    }
}
