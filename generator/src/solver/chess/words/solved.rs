//! A solved set (a slice and its opposite), in the form that is read when other sets whose moves
//! lead to it are solved.

use peatee_chess::Symmetry;

use super::layout::{Location, SetLayout, Squares};

/// A value for each side: White's, then Black's.
pub type BySide<T> = [T; 2];

/// Outcomes of the positions of a pawn placement (arrangement of the pawns).
#[derive(Debug, Clone, Default)]
pub struct PlacementWords {
    /// Outcomes of each row (positions that differ only in the square of the black king). The two
    /// words of a row are adjacent, so that one memory access reads both.
    outcomes: BySide<Vec<Packed>>,
    /// Cursed wins and blessed losses: wins and losses that the 50-move or 75-move rule turns into
    /// draws even with a half-move clock of 0. Empty if there are none.
    too_long: BySide<Vec<u64>>,
}

/// Outcomes of the positions that differ only in the square of the black king, in two words: the
/// legal positions that are not lost, and the legal positions that are not won. (A draw is in both
/// words.)
pub type Packed = [u64; 2];

/// Outcomes of the positions of a row with one side to move, as sets of squares of the black king.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outcome {
    pub legal: u64,
    pub won: u64,
    pub lost: u64,
}

/// Whether the 50-move or 75-move rule applies. It decides how cursed wins and blessed losses
/// count: wins and losses that come too late for the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleScope {
    /// Cursed wins and blessed losses count as draws.
    WithinRule,
    /// Cursed wins count as wins, blessed losses as losses.
    WithoutRule,
}

impl PlacementWords {
    pub fn empty(rows: usize) -> PlacementWords {
        PlacementWords { outcomes: [vec![[0; 2]; rows], vec![[0; 2]; rows]], too_long: BySide::default() }
    }

    #[inline(always)]
    pub fn outcome(&self, color: usize, row: usize, reading: RuleScope) -> Outcome {
        let kept = match reading {
            RuleScope::WithinRule if !self.too_long[color].is_empty() => !self.too_long[color][row],
            _ => u64::MAX,
        };
        let [not_lost, not_won] = self.outcomes[color][row];
        Outcome { legal: not_lost | not_won, won: not_lost & !not_won & kept, lost: not_won & !not_lost & kept }
    }

    #[inline(always)]
    pub fn legal(&self, color: usize, row: usize) -> u64 {
        let [not_lost, not_won] = self.outcomes[color][row];
        not_lost | not_won
    }

    /// Improves the outcomes of a row (positions that differ only in the black king's square) with
    /// the side `color` to move. The positions `won` become wins. The losses among the positions
    /// `saved` become draws.
    pub fn improve(&mut self, color: usize, row: usize, won: u64, saved: u64) {
        let [not_lost, not_won] = &mut self.outcomes[color][row];
        *not_lost |= saved & *not_won;
        *not_won &= !won;
    }

    pub fn new(outcomes: BySide<Vec<Packed>>, too_long: BySide<Vec<u64>>) -> PlacementWords {
        PlacementWords { outcomes, too_long }
    }

    pub fn outcomes_mut(&mut self, color: usize) -> &mut [Packed] {
        &mut self.outcomes[color]
    }

    /// Resets the cursed wins and blessed losses for one side to move to none, and returns them for
    /// the caller to fill in.
    pub fn too_long_mut(&mut self, color: usize) -> &mut [u64] {
        self.too_long[color] = vec![0; self.outcomes[color].len()];
        &mut self.too_long[color]
    }
}

impl Outcome {
    /// Returns the outcomes with the squares of the black king mapped by the inverse of `symmetry`.
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

/// Results of a set (a slice and its opposite). The set may be only partly solved, one arrangement
/// of the pawns after the other.
#[derive(Debug)]
pub struct SolvedSet {
    pub layout: SetLayout,
    /// Outcomes, indexed by pawn placement (arrangement of the pawns); empty for unsolved
    /// placements.
    pub words: Vec<PlacementWords>,
    /// Plies of won and lost positions, indexed by placement, side to move, row and square of the
    /// black king. Empty if plies are not kept.
    pub plies: Vec<BySide<Vec<u8>>>,
    /// Plies within which a win must reach a capture, pawn move or mate.
    pub limit_plies: usize,
}

impl SolvedSet {
    pub fn unsolved(layout: SetLayout, limit_plies: usize) -> SolvedSet {
        let words = vec![PlacementWords::default(); layout.placements.len()];
        SolvedSet { layout, words, plies: Vec::new(), limit_plies }
    }

    pub fn has_too_long(&self) -> bool {
        self.words.iter().any(|words| words.too_long.iter().any(|of_side| !of_side.is_empty()))
    }

    /// Returns the set with the colours of the pieces exchanged. Other sets read it if their moves
    /// lead to positions with these colours.
    pub fn color_swapped(&self) -> SolvedSet {
        let layout = SetLayout::new(self.layout.material.opposite());
        let words =
            (0..layout.placements.len()).map(|placement| self.color_swapped_words(&layout, placement)).collect();
        let with_plies = if self.plies.is_empty() { 0 } else { layout.placements.len() };
        let plies = (0..with_plies).map(|placement| self.color_swapped_plies(&layout, placement)).collect();
        SolvedSet { layout, words, plies, limit_plies: self.limit_plies }
    }

    fn color_swapped_plies(&self, color_swapped: &SetLayout, placement: usize) -> BySide<Vec<u8>> {
        let mut plies = [0, 1].map(|_| vec![0; color_swapped.rows * 64]);
        self.each_color_swapped(color_swapped, placement, |digits, locations| {
            for place in 0..color_swapped.rows / color_swapped.ways {
                let white_king = color_swapped.king_square(place) ^ 56;
                let first = (place * color_swapped.ways + digits) * 64;
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

    /// Calls `see` for each arrangement of the men except kings and pawns in one pawn placement of
    /// `color_swapped`, the layout of this set with swapped colours. The arguments of `see` are the
    /// number of the arrangement, and 64 locations: for each square of this set's white king, the
    /// place where this set stores the arrangement with the colours swapped back.
    fn each_color_swapped(&self, color_swapped: &SetLayout, placement: usize, mut see: impl FnMut(usize, &[Location])) {
        let mut squares = color_swapped.placements[placement].squares;
        // The index in this set of each man of `color_swapped`.
        let men: Vec<usize> = same_men(color_swapped, &self.layout);
        for digits in 0..color_swapped.ways {
            color_swapped.put_men(digits, &mut squares);
            let mut there = Squares::default();
            for (man, &other) in men.iter().enumerate() {
                there[other] = squares[man] ^ 56;
            }
            let locations: Vec<Location> = (0..64).map(|king| self.layout.locate(king, &there)).collect();
            see(digits, &locations);
        }
    }

    fn color_swapped_words(&self, color_swapped: &SetLayout, placement: usize) -> PlacementWords {
        let mut words = PlacementWords::empty(color_swapped.rows);
        let too_long = self.has_too_long();
        if too_long {
            words.too_long = [vec![0; color_swapped.rows], vec![0; color_swapped.rows]];
        }
        self.each_color_swapped(color_swapped, placement, |digits, locations| {
            let turn = |read: &dyn Fn(&PlacementWords, usize) -> u64, write: &mut dyn FnMut(usize, u64)| {
                // The matrix has a word for each square of the white king of this set. Transposed,
                // it has a word for each square of the black king, which is the white king of
                // `color_swapped`.
                let mut matrix = [0; 64];
                for (word, location) in matrix.iter_mut().zip(locations) {
                    *word = location.symmetry.bitboard_back(read(&self.words[location.placement], location.row));
                }
                transpose(&mut matrix);
                for place in 0..color_swapped.rows / color_swapped.ways {
                    let king = color_swapped.king_square(place) ^ 56;
                    write(place * color_swapped.ways + digits, matrix[king as usize].swap_bytes());
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
                    let read =
                        |words: &PlacementWords, row: usize| words.too_long[1 - color].get(row).copied().unwrap_or(0);
                    turn(&read, &mut |row, word| too_long[row] = word);
                }
            }
        });
        words
    }
}

/// Returns, for each man of a layout, the index of the same man in the layout with swapped colours.
fn same_men(layout: &SetLayout, exchanged: &SetLayout) -> Vec<usize> {
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

/// Transposes a matrix of bits: bit `j` of word `i` becomes bit `i` of word `j`.
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
