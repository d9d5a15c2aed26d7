//! Quiet moves of kings in one unit, as moves between rows or between columns. Each row, and each
//! column, stands for a placement of kings. If there are few placements, their moves are listed;
//! otherwise they are generated when they are needed.

use peatee_rules::{Bitboard, Kernel, Kind, Side};

use crate::solver::draughts::bitboards::fills::KingFills;
use crate::solver::draughts::bitboards::layout::placements::{OneMore, choose};
use crate::solver::draughts::bitboards::layout::units::Layout;

/// Maximum number of placements of kings for which the moves are listed. The moves of one placement
/// take up to 1 kB.
pub const MOST_LISTED: usize = 1 << 18;

/// Quiet moves of kings from one placement to another. The placements are either the rows or the
/// columns of a unit (configuration of the men). A row is a placement of all kings of one side. A
/// column is a placement of the other side's kings except one.
#[derive(Debug)]
pub struct PlacementMoves<'a, W> {
    pub placements: &'a [W],
    pub fills: &'a KingFills<W>,
    pub fixed: W,
    /// Index in `list` of the first move of each placement, followed by the length of `list`. Empty
    /// if moves are not listed.
    pub starts: Vec<u32>,
    /// The listed moves: the index of the placement after the move, and the squares that the king
    /// passes, including the target.
    pub list: Vec<(u32, W)>,
}

impl<'a, W: Bitboard> PlacementMoves<'a, W> {
    /// Creates the moves between `placements`. [`Self::load`] must be called before the moves are
    /// used.
    pub fn new(placements: &'a [W], fills: &'a KingFills<W>) -> Self {
        PlacementMoves { placements, fills, fixed: W::EMPTY, starts: Vec::new(), list: Vec::new() }
    }

    /// Begins a unit whose pieces except kings stand on `fixed`. Lists the moves of kings if there
    /// are few placements. A placement with a king on a square of `fixed` has no moves.
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

    /// Calls `each` for every move from the placement with index `number`. The arguments are the
    /// index of the placement after the move, and the squares that the king passes, including the
    /// target.
    #[inline(always)]
    pub fn each(&self, number: usize, mut each: impl FnMut(usize, W)) {
        if let [start, end, ..] = *self.starts.get(number..).unwrap_or_default() {
            return self.list[start as usize..end as usize].iter().for_each(|&(to, path)| each(to as usize, path));
        }
        self.each_of(self.placements[number], each);
    }

    /// Calls `each` for every move from the placement with kings on the squares `set`, with the
    /// same arguments as [`Self::each`]. Generates the moves instead of reading the list of moves.
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

/// Estimates how many bytes the lists of moves between rows and between columns take in one unit
/// (configuration of the men).
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
        // Probability that no other piece stands on the squares of a move that passes `touched`
        // squares.
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
        // Only placements in which no king stands on a fixed piece (any but a king) have moves.
        let standing = choose(squares.saturating_sub(fixed), kings) as f64;
        let entry_bytes = size_of::<(u32, W)>() as f64;
        (placements * 4.0 + standing * kings as f64 * moves / squares as f64 * entry_bytes) as usize
    };
    of(open.other(), kings(open.other())) + of(open, kings(open) - 1)
}
