//! A solved set, as the sets that lead to it need it.

use peatee_chess::Symmetry;

use super::layout::{Layout, Location, Squares};

/// Words of the two sides to move: White's, Black's.
pub type OfSides<T> = [T; 2];

/// Who wins in the positions of a placement.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// Two words for each row, beside each other: one look-up reads both.
    outcomes: OfSides<Vec<Packed>>,
    /// Those of the won and lost positions that the limit makes a draw of, whatever was played
    /// before: cursed wins and blessed losses. Empty where there are none.
    too_long: OfSides<Vec<u64>>,
}

/// The outcomes of a row: legal positions that are not lost, and those that are not won.
pub type Packed = [u64; 2];

/// What a row says of the positions in which one side is to move.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outcome {
    pub legal: u64,
    pub won: u64,
    pub lost: u64,
}

/// Whether cursed wins and blessed losses count as won and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// They do not.
    WithinRule,
    /// They do.
    WithoutRule,
}

impl Words {
    /// Of rows without legal positions.
    pub fn empty(rows: usize) -> Words {
        Words { outcomes: [vec![[0; 2]; rows], vec![[0; 2]; rows]], too_long: OfSides::default() }
    }

    /// The words of a row.
    #[inline(always)]
    pub fn outcome(&self, color: usize, row: usize, reading: Reading) -> Outcome {
        let kept = match reading {
            Reading::WithinRule if !self.too_long[color].is_empty() => !self.too_long[color][row],
            _ => u64::MAX,
        };
        let [not_lost, not_won] = self.outcomes[color][row];
        Outcome { legal: not_lost | not_won, won: not_lost & !not_won & kept, lost: not_won & !not_lost & kept }
    }

    /// The legal positions of a row.
    #[inline(always)]
    pub fn legal(&self, color: usize, row: usize) -> u64 {
        let [not_lost, not_won] = self.outcomes[color][row];
        not_lost | not_won
    }

    /// Counts what is known besides: positions that are won, and that are not lost.
    pub fn admit(&mut self, color: usize, row: usize, won: u64, saved: u64) {
        let [not_lost, not_won] = &mut self.outcomes[color][row];
        *not_lost |= saved & *not_won;
        *not_won &= !won;
    }

    /// Of outcomes by the side to move, and the cursed wins and blessed losses among them, if any.
    pub fn new(outcomes: OfSides<Vec<Packed>>, too_long: OfSides<Vec<u64>>) -> Words {
        Words { outcomes, too_long }
    }

    /// The outcomes of a side, to be written.
    pub fn outcomes_mut(&mut self, color: usize) -> &mut [Packed] {
        &mut self.outcomes[color]
    }

    /// Cursed wins and blessed losses of a side, to be written; none so far.
    pub fn too_long_mut(&mut self, color: usize) -> &mut [u64] {
        self.too_long[color] = vec![0; self.outcomes[color].len()];
        &mut self.too_long[color]
    }
}

impl Outcome {
    /// The same with squares as they were before a symmetry.
    #[inline(always)]
    pub fn back(self, symmetry: Symmetry) -> Outcome {
        if symmetry == Symmetry::NONE {
            return self;
        }
        Outcome {
            legal: symmetry.bitboard_back(self.legal),
            won: symmetry.bitboard_back(self.won),
            lost: symmetry.bitboard_back(self.lost),
        }
    }
}

/// A set with its words.
#[derive(Debug)]
pub struct SolvedSet {
    /// Where its words stand.
    pub layout: Layout,
    /// By placement; those that are not solved yet are empty.
    pub words: Vec<Words>,
    /// Depths of won and lost positions: by placement, side to move, row and square of the black
    /// king. Empty where none are kept.
    pub plies: Vec<OfSides<Vec<u8>>>,
    /// The plies within which a win must come to a capture, pawn move or mate.
    pub limit_plies: usize,
}

impl SolvedSet {
    /// With no placement solved.
    pub fn unsolved(layout: Layout, limit_plies: usize) -> SolvedSet {
        let words = vec![Words::default(); layout.placements.len()];
        SolvedSet { layout, words, plies: Vec::new(), limit_plies }
    }

    /// Whether there are cursed wins or blessed losses.
    pub fn has_too_long(&self) -> bool {
        self.words.iter().any(|words| words.too_long.iter().any(|of_side| !of_side.is_empty()))
    }

    /// The same set with the colours exchanged, for sets that lead to it so.
    pub fn turned(&self) -> SolvedSet {
        let layout = Layout::new(self.layout.material.opposite());
        let words = (0..layout.placements.len()).map(|placement| self.turned_words(&layout, placement)).collect();
        let with_plies = if self.plies.is_empty() { 0 } else { layout.placements.len() };
        let plies = (0..with_plies).map(|placement| self.turned_plies(&layout, placement)).collect();
        SolvedSet { layout, words, plies, limit_plies: self.limit_plies }
    }

    fn turned_plies(&self, turned: &Layout, placement: usize) -> OfSides<Vec<u8>> {
        let mut plies = [0, 1].map(|_| vec![0; turned.rows * 64]);
        self.each_turned(turned, placement, |digits, locations| {
            for place in 0..turned.rows / turned.ways {
                let white_king = turned.king_square(place) ^ 56;
                let first = (place * turned.ways + digits) * 64;
                for (location, black_king) in locations.iter().zip(0..) {
                    let there = location.row * 64 + usize::from(location.symmetry.square(white_king));
                    for (color, plies) in plies.iter_mut().enumerate() {
                        plies[first + (black_king ^ 56)] = self.plies[location.placement][1 - color][there];
                    }
                }
            }
        });
        plies
    }

    /// Calls `see` with the men of each row with the colours exchanged, and where this set has
    /// them, by the square of the white king there.
    fn each_turned(&self, turned: &Layout, placement: usize, mut see: impl FnMut(usize, &[Location])) {
        let mut squares = turned.placements[placement].squares;
        // The man here that each man there is, with the other colour.
        let men: Vec<usize> = same_men(turned, &self.layout);
        for digits in 0..turned.ways {
            turned.put_men(digits, &mut squares);
            let mut there = Squares::default();
            for (man, &other) in men.iter().enumerate() {
                there[other] = squares[man] ^ 56;
            }
            let locations: Vec<Location> = (0..64).map(|king| self.layout.locate(king, &there)).collect();
            see(digits, &locations);
        }
    }

    fn turned_words(&self, turned: &Layout, placement: usize) -> Words {
        let mut words = Words::empty(turned.rows);
        let too_long = self.has_too_long();
        if too_long {
            words.too_long = [vec![0; turned.rows], vec![0; turned.rows]];
        }
        self.each_turned(turned, placement, |digits, locations| {
            let turn = |read: &dyn Fn(&Words, usize) -> u64, write: &mut dyn FnMut(usize, u64)| {
                // A word for each square of the white king there: transposed, one for each
                // square of the black king, who is the white king here.
                let mut matrix = [0; 64];
                for (word, location) in matrix.iter_mut().zip(locations) {
                    *word = location.symmetry.bitboard_back(read(&self.words[location.placement], location.row));
                }
                transpose(&mut matrix);
                for place in 0..turned.rows / turned.ways {
                    let king = turned.king_square(place) ^ 56;
                    write(place * turned.ways + digits, matrix[king as usize].swap_bytes());
                }
            };
            for color in 0..2 {
                for half in 0..2 {
                    let outcomes = &mut words.outcomes[color];
                    turn(&|words, row| words.outcomes[1 - color][row][half], &mut |row, word| {
                        outcomes[row][half] = word;
                    });
                }
                if too_long {
                    let too_long = &mut words.too_long[color];
                    let read = |words: &Words, row: usize| words.too_long[1 - color].get(row).copied().unwrap_or(0);
                    turn(&read, &mut |row, word| too_long[row] = word);
                }
            }
        });
        words
    }
}

/// For each man of a layout, the man of the layout with the colours exchanged that it is.
fn same_men(layout: &Layout, exchanged: &Layout) -> Vec<usize> {
    let mut taken = vec![false; exchanged.men.len()];
    let find = |man: &super::layout::Man| {
        let is_it = |&place: &usize| {
            let other = exchanged.men[place];
            !taken[place] && other.kind == man.kind && other.color != man.color
        };
        let place = (0..exchanged.men.len()).find(is_it).expect("the same men");
        taken[place] = true;
        place
    };
    layout.men.iter().map(find).collect()
}

/// Rows and columns of a matrix of bits exchanged: bit `j` of word `i` becomes bit `i` of word `j`.
pub fn transpose(matrix: &mut [u64; 64]) {
    let mut step = 32;
    let mut mask = u64::MAX >> 32;
    while step > 0 {
        for row in (0..64).filter(|row| row & step == 0) {
            let differing = (matrix[row] >> step ^ matrix[row + step]) & mask;
            matrix[row] ^= differing << step;
            matrix[row + step] ^= differing;
        }
        step /= 2;
        mask ^= mask << step;
    }
}
