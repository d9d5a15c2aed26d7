//! Values of all squares of the open king at once.
//!
//! A value word is a list of words: where the side to move wins, where it loses, and, when distances are wanted, half
//! the plies (rounded down) as binary digits, lowest digit first, one word per digit. That a win takes an odd number of
//! plies and a loss an even one (the other way round where having no move wins) gives the digit that is left out.

use peatee_rules::Word;

use crate::solver::Known;

/// The place of the wins in a value word.
pub const WON: usize = 0;
/// The place of the losses.
pub const LOST: usize = 1;
/// The place of the lowest digit of the distance.
pub const DIGITS: usize = 2;
/// Digits that are mostly enough.
const FEW_DIGITS: usize = 8;
/// The most digits of a distance; [`Known`] cannot say more.
pub const MAX_DIGITS: usize = 14;

/// The value at one square of a value word.
#[inline(always)]
pub fn value_at<W: Word>(word: &[W], square: u8, win_parity: u16) -> Known {
    // Without branches: which values follow each other cannot be guessed.
    let (won, lost) = (word[WON].has(square) as u16, word[LOST].has(square) as u16);
    let plies = number_at(&word[DIGITS..], square) * 2 + (won ^ win_parity ^ 1);
    let is_draw = (won | lost) ^ 1;
    Known((plies << 1 | won) | is_draw.wrapping_neg())
}

#[inline(always)]
fn number_at<W: Word>(digits: &[W], square: u8) -> u16 {
    digits.iter().enumerate().fold(0, |number, (i, &digit)| number | (digit.has(square) as u16) << i)
}

/// The most words of a value and what may stand behind it.
const MAX_WORDS: usize = DIGITS + MAX_DIGITS + 1;

/// Appends values one after the other, given the first word of each, then the second of each, and so on.
pub fn append_values<'a, W: Word>(words: impl Iterator<Item = &'a [W]>, out: &mut Vec<W>) {
    let mut by_number = [&[][..]; MAX_WORDS];
    let count = by_number.iter_mut().zip(words).map(|(place, words)| *place = words).count();
    let by_number = &by_number[..count];
    let values = by_number.iter().map(|words| words.len()).min().unwrap_or(0);
    out.reserve(values * count);
    for value in 0..values {
        out.extend(by_number.iter().map(|words| words[value]));
    }
}

/// The best of several moves, for all squares of the open king.
#[derive(Debug, Clone)]
pub struct Best<W> {
    /// There is a move.
    pub any: W,
    /// A move wins.
    pub win: W,
    /// A move draws.
    pub draw: W,
    /// A move loses.
    pub loss: W,
    /// Half of the fewest plies that a position which `win` leads to takes; meaningless elsewhere.
    win_half: [W; MAX_DIGITS],
    /// Half of the most plies that a position which `loss` leads to takes.
    loss_half: [W; MAX_DIGITS],
    digits: usize,
}

impl<W: Word> Best<W> {
    /// No moves, distances of so many digits.
    pub fn new(digits: usize) -> Self {
        let none = [W::EMPTY; MAX_DIGITS];
        Best { any: W::EMPTY, win: W::EMPTY, draw: W::EMPTY, loss: W::EMPTY, win_half: none, loss_half: none, digits }
    }

    /// Forgets all moves.
    #[inline(always)]
    pub fn clear(&mut self) {
        (self.any, self.win, self.draw, self.loss) = (W::EMPTY, W::EMPTY, W::EMPTY, W::EMPTY);
    }

    /// Adds a move that exists for `squares` and leads to positions of value `after` for the other side.
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
            // Mostly the first winning move: there is nothing to compare it with.
            let sooner = match wins & self.win {
                both if both.is_empty() => wins,
                both => wins & (!both | less(digits, &self.win_half, self.digits)),
            };
            self.win |= wins;
            put(&mut self.win_half[..self.digits], digits, sooner);
        }
        if !losses.is_empty() {
            let later = match losses & self.loss {
                both if both.is_empty() => losses,
                both => losses & (!both | less(&self.loss_half[..self.digits], digits, self.digits)),
            };
            self.loss |= losses;
            put(&mut self.loss_half[..self.digits], digits, later);
        }
    }

    /// Adds moves that exist for `squares` and lead to the values of `after` at each square of `to`.
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

    /// Adds a move that leads to the same value everywhere.
    #[inline(always)]
    pub fn add_known(&mut self, squares: W, after: Known) {
        self.any |= squares;
        let half = after.plies() / 2;
        if after.is_draw() {
            self.draw |= squares;
        } else if after.is_won() {
            let later = squares & (!self.loss | below(half, &self.loss_half[..self.digits], true));
            self.loss |= squares;
            put_number(&mut self.loss_half, self.digits, half, later);
        } else {
            let sooner = squares & (!self.win | below(half, &self.win_half[..self.digits], false));
            self.win |= squares;
            put_number(&mut self.win_half, self.digits, half, sooner);
        }
    }

    /// Calls `each` with the distances of the winning moves, halved, and the squares of `among` that have them.
    #[inline(always)]
    pub fn each_win(&self, among: W, each: impl FnMut(u16, W)) {
        each_distance(&self.win_half[..self.digits], self.win & among, each);
    }

    /// The same of the losing moves.
    #[inline(always)]
    pub fn each_loss(&self, among: W, each: impl FnMut(u16, W)) {
        each_distance(&self.loss_half[..self.digits], self.loss & among, each);
    }
}

/// Where `a` is less than `b`. Digits that one of them does not have are 0.
#[inline(always)]
fn less<W: Word>(a: &[W], b: &[W], digits: usize) -> W {
    let mut less = W::EMPTY;
    for i in 0..digits {
        let (a, b) = (a.get(i).copied().unwrap_or(W::EMPTY), b.get(i).copied().unwrap_or(W::EMPTY));
        // A higher digit outweighs what the lower ones said.
        less = (!a & b) | (less & !(a ^ b));
    }
    less
}

/// Where a number is less than `b`, or, the other way round, greater.
#[inline(always)]
fn below<W: Word>(number: u16, b: &[W], greater: bool) -> W {
    let mut below = W::EMPTY;
    for (i, &b) in b.iter().enumerate() {
        let b = if greater { !b } else { b };
        below = if (number >> i & 1 == 1) == greater { below | b } else { below & b };
    }
    below
}

/// Writes a number of at most so many digits at `squares`.
#[inline(always)]
fn put_number<W: Word>(digits: &mut [W; MAX_DIGITS], count: usize, number: u16, squares: W) {
    let (few, more) = digits.split_at_mut(FEW_DIGITS);
    let put = |(digit, i): (&mut W, u32)| {
        *digit = if number >> i & 1 == 1 { *digit | squares } else { *digit & !squares };
    };
    // Always as many, so that all are written at once.
    few.iter_mut().zip(0..).for_each(put);
    if count > FEW_DIGITS {
        more.iter_mut().zip(FEW_DIGITS as u32..).for_each(put);
    }
}

/// Replaces the digits at `squares`.
#[inline(always)]
fn put<W: Word>(digits: &mut [W], new: &[W], squares: W) {
    for (i, digit) in digits.iter_mut().enumerate() {
        *digit = (*digit & !squares) | (new.get(i).copied().unwrap_or(W::EMPTY) & squares);
    }
}

#[inline(always)]
fn each_distance<W: Word>(digits: &[W], squares: W, mut each: impl FnMut(u16, W)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soonest_win_and_the_latest_loss_are_kept() {
        let mut best = Best::<u64>::new(4);
        for (squares, after) in [
            (0b0111, Known::lost(10)),
            (0b0010, Known::lost(4)),
            (0b1001, Known::won(7)),
            (0b1000, Known::won(21)),
            (0b0100, Known::DRAW),
        ] {
            best.add_known(squares, after);
        }
        assert_eq!((best.any, best.win, best.draw, best.loss), (0b1111, 0b0111, 0b0100, 0b1001));
        let mut wins = Vec::new();
        best.each_win(!0, |half, squares| wins.push((half, squares)));
        assert_eq!(wins, [(5, 0b0101), (2, 0b0010)]);
        let mut losses = Vec::new();
        best.each_loss(!0, |half, squares| losses.push((half, squares)));
        assert_eq!(losses, [(3, 0b0001), (10, 0b1000)]);
    }

    #[test]
    fn values_are_read_back() {
        let word = [0b0001u64, 0b0110, 0b0101, 0b0100];
        let read = |square| value_at(&word, square, 1);
        assert_eq!([0, 1, 2, 3].map(read), [Known::won(3), Known::lost(0), Known::lost(6), Known::DRAW]);
    }
}
