//! Collects the best of several moves, for all squares of the open king at once.
//!
//! Distances are compared digit by digit on whole words ("bit-sliced" arithmetic). A comparison
//! takes a few operations per digit, for all squares together.

use peatee_rules::Bitboard;

use crate::solver::draughts::bitboards::value_word::{DIGITS, LOST, MAX_DIGITS, WON, value_at};
use crate::solver::values::known::Known;

/// Number of binary digits that is enough for most distances. A loop over this fixed number of
/// digits is unrolled by the compiler.
const FEW_DIGITS: usize = 8;

/// The best of the moves added so far, for each square of the open king (the king whose squares are
/// the bits of a word). `win`, `draw` and `loss` hold the squares for which a move with this result
/// was added; `any` holds the squares for which any move was added.
#[derive(Debug, Clone)]
pub struct Best<W> {
    pub any: W,
    pub win: W,
    pub draw: W,
    pub loss: W,
    /// Half the plies that remain after the fastest winning move: one word for each binary digit.
    /// Arbitrary for squares outside `win`.
    win_half: [W; MAX_DIGITS],
    /// Half the plies that remain after the slowest losing move: one word for each binary digit.
    /// Arbitrary for squares outside `loss`.
    loss_half: [W; MAX_DIGITS],
    digits: usize,
}

impl<W: Bitboard> Best<W> {
    pub fn new(digits: usize) -> Self {
        let none = [W::EMPTY; MAX_DIGITS];
        Best { any: W::EMPTY, win: W::EMPTY, draw: W::EMPTY, loss: W::EMPTY, win_half: none, loss_half: none, digits }
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        (self.any, self.win, self.draw, self.loss) = (W::EMPTY, W::EMPTY, W::EMPTY, W::EMPTY);
    }

    /// Adds a move of a piece other than the open king (the king whose squares are the bits of a
    /// word). The move is possible when the open king stands on any of `squares`. `after` holds the
    /// values after the move, with the other side to move, for all squares of the open king.
    #[inline(always)]
    pub fn add(&mut self, squares: W, after: &[W]) {
        let wins = squares & after[LOST];
        let losses = squares & after[WON];
        self.any |= squares;
        self.draw |= squares & !(wins | losses);
        let digits = &after[DIGITS..];
        if self.digits == 0 {
            self.win |= wins;
            self.loss |= losses;
            return;
        }
        if !wins.is_empty() {
            // Usually there is no winning move yet, so no distances need to be compared.
            let sooner = match wins & self.win {
                both if both.is_empty() => wins,
                both => wins & (!both | less(digits, &self.win_half, self.digits)),
            };
            self.win |= wins;
            overwrite_digits(&mut self.win_half[..self.digits], digits, sooner);
        }
        if !losses.is_empty() {
            let later = match losses & self.loss {
                both if both.is_empty() => losses,
                both => losses & (!both | less(&self.loss_half[..self.digits], digits, self.digits)),
            };
            self.loss |= losses;
            overwrite_digits(&mut self.loss_half[..self.digits], digits, later);
        }
    }

    /// Adds several moves, one for each square in `to`. They are possible when the open king (the
    /// king whose squares are the bits of a word) stands on any of `squares`. For each square in
    /// `to`, its bit in the words `after` holds the value after the move. `win_parity` is 1 if wins
    /// take an odd number of plies in this game, and 0 if they take an even number.
    #[inline(always)]
    pub fn add_choice(&mut self, squares: W, after: &[W], to: W, win_parity: u16) {
        if self.digits > 0 {
            return to.squares().for_each(|to| self.add_known(squares, value_at(after, to, win_parity)));
        }
        let (wins, losses) = (to & after[LOST], to & after[WON]);
        let where_any = |set: W| if set.is_empty() { W::EMPTY } else { squares };
        self.any |= squares;
        self.win |= where_any(wins);
        self.loss |= where_any(losses);
        self.draw |= where_any(to & !(wins | losses));
    }

    /// Adds a move that leads to a position with the value `after`. The move is possible when the
    /// open king (the king whose squares are the bits of a word) stands on any of `squares`.
    #[inline(always)]
    pub fn add_known(&mut self, squares: W, after: Known) {
        self.any |= squares;
        let half = after.plies() / 2;
        if after.is_draw() {
            self.draw |= squares;
        } else if after.is_won() {
            let later = squares & (!self.loss | below(half, &self.loss_half[..self.digits], true));
            self.loss |= squares;
            overwrite_number(&mut self.loss_half, self.digits, half, later);
        } else {
            let sooner = squares & (!self.win | below(half, &self.win_half[..self.digits], false));
            self.win |= squares;
            overwrite_number(&mut self.win_half, self.digits, half, sooner);
        }
    }

    /// Returns the squares at which a move exists and all moves lose.
    #[inline(always)]
    pub fn all_lose(&self) -> W {
        self.loss & !(self.win | self.draw)
    }

    /// Groups the squares `among` by the plies that remain after their fastest winning moves. Calls
    /// `each` for every group. The arguments are half the plies, and the squares of the group.
    #[inline(always)]
    pub fn each_win(&self, among: W, each: impl FnMut(u16, W)) {
        each_distance(&self.win_half[..self.digits], self.win & among, each);
    }

    /// Groups the squares `among` by the plies that remain after their slowest losing moves. Calls
    /// `each` for every group. The arguments are half the plies, and the squares of the group.
    #[inline(always)]
    pub fn each_loss(&self, among: W, each: impl FnMut(u16, W)) {
        each_distance(&self.loss_half[..self.digits], self.loss & among, each);
    }
}

/// Returns the squares at which the number in `a` is less than the number in `b`. Word `i` of `a`
/// and of `b` holds binary digit `i` of the number of every square. The numbers have up to `digits`
/// digits; missing words count as 0.
#[inline(always)]
fn less<W: Bitboard>(a: &[W], b: &[W], digits: usize) -> W {
    let mut less = W::EMPTY;
    for i in 0..digits {
        let (a, b) = (a.get(i).copied().unwrap_or(W::EMPTY), b.get(i).copied().unwrap_or(W::EMPTY));
        // A higher digit outweighs the lower ones.
        less = (!a & b) | (less & !(a ^ b));
    }
    less
}

/// Returns the squares at which `number` is less than the number in `b`. If `greater` is true,
/// returns the squares at which `number` is greater instead. Word `i` of `b` holds binary digit `i`
/// of the number of every square.
#[inline(always)]
fn below<W: Bitboard>(number: u16, b: &[W], greater: bool) -> W {
    let mut below = W::EMPTY;
    for (i, &b) in b.iter().enumerate() {
        let b = if greater { !b } else { b };
        below = if (number >> i & 1 == 1) == greater { below | b } else { below & b };
    }
    below
}

/// Stores `number`, which has at most `count` binary digits, for the squares `squares`. Word `i` of
/// `digits` holds binary digit `i` of the number of every square.
#[inline(always)]
fn overwrite_number<W: Bitboard>(digits: &mut [W; MAX_DIGITS], count: usize, number: u16, squares: W) {
    let (few, more) = digits.split_at_mut(FEW_DIGITS);
    let put = |(digit, i): (&mut W, u32)| {
        *digit = if number >> i & 1 == 1 { *digit | squares } else { *digit & !squares };
    };
    // The loop has a fixed length, so that the compiler unrolls it.
    few.iter_mut().zip(0..).for_each(put);
    if count > FEW_DIGITS {
        more.iter_mut().zip(FEW_DIGITS as u32..).for_each(put);
    }
}

#[inline(always)]
fn overwrite_digits<W: Bitboard>(digits: &mut [W], new: &[W], squares: W) {
    for (i, digit) in digits.iter_mut().enumerate() {
        *digit = (*digit & !squares) | (new.get(i).copied().unwrap_or(W::EMPTY) & squares);
    }
}

/// Calls `each` for every number that occurs at `squares`. The arguments are the number, and the
/// squares that have it. Word `i` of `digits` holds binary digit `i` of the number of every square.
#[inline(always)]
fn each_distance<W: Bitboard>(digits: &[W], squares: W, mut each: impl FnMut(u16, W)) {
    let mut rest = squares;
    while !rest.is_empty() {
        let first = rest.lowest_only();
        let (mut same, mut number) = (rest, 0);
        for (i, &digit) in digits.iter().enumerate() {
            let is_set = !(digit & first).is_empty();
            same &= if is_set { digit } else { !digit };
            number |= (is_set as u16) << i;
        }
        each(number, same);
        rest &= !same;
    }
}
