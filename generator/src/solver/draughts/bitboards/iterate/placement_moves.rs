//! Quiet moves of the kings that rows or columns place, from placement to placement, in one unit.
//! Moves are listed where placements are few, and generated on demand where the list would be long.

use peatee_rules::{Bitboard, Kernel, Kind, Side};

use crate::solver::draughts::bitboards::fills::KingFills;
use crate::solver::draughts::bitboards::layout::placements::{OneMore, choose};
use crate::solver::draughts::bitboards::layout::units::Layout;

/// Upper bound of the placements whose moves are listed. A list takes up to 1 kB per placement.
pub const MOST_LISTED: usize = 1 << 18;

/// The moves of one side's kings between placements.
#[derive(Debug)]
pub struct PlacementMoves<'a, W> {
    pub placements: &'a [W],
    pub fills: &'a KingFills<W>,
    pub fixed: W,
    /// Index of the first move in `list`, by placement, and a final end index. Empty where moves
    /// are not listed.
    pub starts: Vec<u32>,
    /// The placement after the move, and the squares that the king touches on the way, including
    /// the last one.
    pub list: Vec<(u32, W)>,
}

impl<'a, W: Bitboard> PlacementMoves<'a, W> {
    /// Creates the moves between these placements, without a unit.
    pub fn new(placements: &'a [W], fills: &'a KingFills<W>) -> Self {
        PlacementMoves { placements, fills, fixed: W::EMPTY, starts: Vec::new(), list: Vec::new() }
    }

    /// Begins a unit whose fixed pieces stand on `fixed`; lists the moves where placements are few.
    /// Placements on these squares have no moves.
    pub fn load(&mut self, fixed: W) {
        self.fixed = fixed;
        if self.placements.len() > MOST_LISTED {
            return;
        }
        let (mut starts, mut list) = (std::mem::take(&mut self.starts), std::mem::take(&mut self.list));
        starts.clear();
        list.clear();
        for &set in self.placements {
            starts.push(list.len() as u32);
            self.each_of(set, |to, path| list.push((to as u32, path)));
        }
        starts.push(list.len() as u32);
        (self.starts, self.list) = (starts, list);
    }

    /// Calls `each` with the placement after every move from placement `number`, and with the
    /// squares that the king touches on the way, including the last one.
    #[inline(always)]
    pub fn each(&self, number: usize, mut each: impl FnMut(usize, W)) {
        if let [start, end, ..] = *self.starts.get(number..).unwrap_or_default() {
            return self.list[start as usize..end as usize].iter().for_each(|&(to, path)| each(to as usize, path));
        }
        self.each_of(self.placements[number], each);
    }

    /// Calls `each` like [`Self::each`], from the placement `set`. Always generates the moves.
    #[inline(always)]
    fn each_of(&self, set: W, mut each: impl FnMut(usize, W)) {
        if !(set & self.fixed).is_empty() {
            return;
        }
        for from in set.squares() {
            let others = set & !W::bit(from);
            let numbers = OneMore::than(others);
            self.fills.moves(from, self.fixed | others, |to, path| each(numbers.with(to), path));
        }
    }
}

/// Estimates the bytes of the lists of moves of one unit between its rows and between its columns.
pub fn lists_bytes<W: Bitboard>(
    kernel: &Kernel<W>,
    fills: &[KingFills<W>; 2],
    layout: &Layout<W>,
    open: Side,
) -> usize {
    let kings = |side: Side| layout.material.counts[side as usize][Kind::King as usize] as usize;
    let fixed = layout.material.pieces() as usize - kings(Side::White) - kings(Side::Black);
    let squares = kernel.squares as usize;
    let of = |side: Side, kings: usize| {
        if choose(squares, kings) > MOST_LISTED {
            return 0;
        }
        let others = fixed + kings.saturating_sub(1);
        // Probability that no other piece stands on the `touched` squares of a move.
        let is_free = |touched: usize| {
            let each = |nth: usize| (squares - 1 - others).saturating_sub(nth) as f64 / (squares - 1 - nth) as f64;
            (0..touched).map(each).product::<f64>()
        };
        let mut moves = 0.0;
        for from in 0..squares as u8 {
            let fills = &fills[side as usize];
            fills.moves(from, W::EMPTY, |_, path: W| moves += is_free(path.count() as usize));
        }
        let placements = choose(squares, kings) as f64;
        // Kings do not stand on fixed pieces.
        let standing = choose(squares.saturating_sub(fixed), kings) as f64;
        let entry_bytes = size_of::<(u32, W)>() as f64;
        (placements * 4.0 + standing * kings as f64 * moves / squares as f64 * entry_bytes) as usize
    };
    of(open.other(), kings(open.other())) + of(open, kings(open) - 1)
}
