//! Reads value words of the slices that promotions lead to.
//!
//! Such a slice is as large as the slice that is being solved, and only its positions with a king
//! on the promotion row are needed. It is therefore not converted to words as a whole. Instead,
//! each value word is read from the values in table order.
//!
//! Table order (defined in `peatee_table::index`) places kings last: first the kings of the
//! opponent, then the kings of the side to move. The positions of a word differ only in the square
//! of one king, the open king:
//!
//! * If the open king belongs to the side to move, the numbers of the positions differ only in the
//!   rank of the kings of the side to move.
//! * If the open king belongs to the opponent, the rank of the opponent's kings differs. The rank
//!   of the kings of the side to move differs too, because it counts only free squares, and the
//!   open king occupies one of them.

use peatee_rules::{Bitboard, Kernel, Kind, Setup, Side};

use super::unit_reader::read_run;
use crate::solver::draughts::bitboards::layout::placements::{MAX_KINGS, OneMore, choose};
use crate::solver::draughts::bitboards::layout::table_order::SquareRun;
use crate::solver::draughts::bitboards::output::ValueForm;
use crate::solver::draughts::bitboards::value_word::{DIGITS, LOST, MAX_DIGITS, WON};
use crate::solver::draughts::lookup::SliceArray;
use crate::solver::values::{Entries, Values};

/// Positions after a promotion that differ only in the square of one king, the open king. `setup`,
/// `open` and `squares` use the colours of the slice whose values are in `array`. These colours may
/// be exchanged, compared with the slice that is being solved.
#[derive(Debug)]
pub struct PromotedWord<'a, W> {
    pub kernel: &'a Kernel<W>,
    pub array: &'a SliceArray<W, Values>,
    /// All pieces except the one king (the open king) in whose square the positions differ.
    pub setup: Setup<W>,
    pub open: Side,
    pub squares: W,
    /// Move generator that mirrors squares; `None` if the slice of `array` has the same colours as
    /// the slice that is being solved, so that no square is mirrored.
    pub mirror: Option<&'a Kernel<W>>,
}

impl<W: Bitboard> PromotedWord<'_, W> {
    /// Reads the values of these positions and writes them to `word`: won positions, lost
    /// positions, and as many binary digits of the distance as `word` has room for. The colours are
    /// those of the slice that is being solved.
    #[inline(always)]
    pub fn read(&self, word: &mut [W]) {
        let PromotedWord { kernel, array, ref setup, open, squares, mirror } = *self;
        word.fill(W::EMPTY);
        let kings = setup.get(open, Kind::King);
        let at = |square: u8| {
            let mut whole = *setup;
            whole.pieces[open as usize][Kind::King as usize] |= W::bit(square);
            array.index.rank(&whole) as usize
        };
        let numbers = KingNumbers::new(kernel, setup, open, array.index.slice().side);
        let mut left = squares;
        if numbers.run == 1 {
            // The positions in which the open king is the lowest of its side are consecutive.
            let free = kernel.all & !setup.occupied();
            let lowest = if kings.is_empty() { free } else { free & W::below(kings.lowest()) };
            if !(lowest & squares).is_empty() {
                let run = SquareRun::new(at(lowest.lowest()), lowest, mirror);
                read_run(&array.entries, &run, ValueForm::ToEnd, word);
                left &= !lowest;
            }
        }
        if left.is_empty() {
            return;
        }
        let first = at(left.lowest()).wrapping_sub(numbers.of(left.lowest()));
        let mut found = [W::EMPTY; DIGITS + MAX_DIGITS];
        let found = &mut found[..word.len()];
        for square in left.squares() {
            let known = array.entries.at(first.wrapping_add(numbers.of(square)));
            // There are no branches, because neighbouring values differ, so the processor would
            // often mispredict them.
            let only_if = |is_so: bool| if is_so { W::bit(square) } else { W::EMPTY };
            found[WON] |= only_if(known.is_won());
            found[LOST] |= only_if(!known.is_won() && !known.is_draw());
            let half = if known.is_draw() { 0 } else { known.plies() / 2 };
            for (i, digit) in found[DIGITS..].iter_mut().enumerate() {
                *digit |= only_if(half >> i & 1 == 1);
            }
        }
        for (word, found) in word.iter_mut().zip(found) {
            *word |= mirror.map_or(*found, |kernel| kernel.mirrored_set(*found));
        }
    }
}

/// Computes the indices of positions in table order (the order in which the values of a slice are
/// stored). The positions differ only in the square of one king, the open king.
struct KingNumbers<W> {
    /// Squares that count when the placements of the kings of the open king's side are numbered:
    /// all squares without fixed pieces (all but kings) and, if this side is to move, without kings
    /// of the other side.
    free: W,
    /// Computes the index of a placement of the kings of the open king's side, among all their
    /// placements on the squares `free`.
    kings: OneMore,
    /// Number of consecutive positions in table order in which the kings of the open king's side
    /// stand on the same squares. There is one position for each placement of the kings `to_move`;
    /// if `to_move` is empty, the number is 1.
    run: usize,
    /// Kings of the side to move, if the open king belongs to the other side; otherwise empty. The
    /// open king is the king in whose square the positions differ.
    to_move: W,
    /// Index of the placement of the kings `to_move`, among all their placements on the squares
    /// that other pieces leave free. The index depends on the square that the open king occupies:
    /// item `n` is for an open king that has `n` of the kings `to_move` on lower squares.
    to_move_rank: [usize; MAX_KINGS + 1],
}

impl<W: Bitboard> KingNumbers<W> {
    #[inline(always)]
    fn new(kernel: &Kernel<W>, setup: &Setup<W>, open: Side, to_move: Side) -> Self {
        let (own, others) = (setup.get(open, Kind::King), setup.get(open.other(), Kind::King));
        let without_own = kernel.all & !(setup.occupied() & !own);
        let mut to_move_rank = [0; MAX_KINGS + 1];
        if open == to_move || others.is_empty() {
            let kings = OneMore::than(own.pext(without_own));
            return KingNumbers { free: without_own, kings, run: 1, to_move: W::EMPTY, to_move_rank };
        }
        let free = without_own | others;
        let for_others = free & !own;
        let places = || others.pext(for_others).squares().map(usize::from).zip(1..);
        // The open king occupies one of the squares, so the index of a king above it is lower by
        // one among the remaining squares. Index 0 stays 0, because no king can stand below it.
        let lowered = |(place, nth): (usize, usize)| choose(place.saturating_sub(1), nth);
        to_move_rank[0] = places().map(lowered).sum();
        for (place, nth) in places() {
            to_move_rank[nth] = to_move_rank[nth - 1] + choose(place, nth) - lowered((place, nth));
        }
        let run = choose(for_others.count() as usize - 1, others.count() as usize);
        KingNumbers { free, kings: OneMore::than(own.pext(free)), run, to_move: others, to_move_rank }
    }

    /// Returns the index in table order of the position with the open king on `square`, less a
    /// constant. The constant is the same for all squares. The open king is the king in whose
    /// square the positions differ.
    #[inline(always)]
    fn of(&self, square: u8) -> usize {
        let place = W::bit(square).pext(self.free).lowest();
        let below = (self.to_move & W::below(square)).count();
        self.kings.with(place) * self.run + self.to_move_rank[below as usize]
    }
}
