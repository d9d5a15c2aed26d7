//! Solves one placement of pawns: first the moves that leave it, then ply by ply.
//!
//! The distance of a position is the number of plies to the next capture, pawn move or mate, the
//! side that wins hurrying and the other delaying. All that happens at one distance is found
//! before the next one:
//!
//! * won in n: moves to a position lost in n - 1, or, for n = 1, sets the clock to zero and is then
//!   won; found by *pushing* what is lost back along moves;
//! * lost in n: all moves lead to positions won in at most n - 1. Where something won in n - 1 was
//!   pushed back to, it is looked whether a move leads to a position that is not won.
//!
//! A position lost in 0 is mate. Positions are won and lost within the limit of the 50-move or
//! 75-move rule first: the sets that moves lead to count by that. Past the limit it would be a
//! draw: then cursed wins and blessed losses count too, and all that is found is one of these.

use super::proved::Proved;
use super::solved::{OfSides, Outcome, Reading, Words};
use super::unit::{Row, Unit};
use super::zeroing::Zeroing;

/// What is found of a placement: words, one for each row, by the side to move; and distances.
#[derive(Debug)]
pub struct SolvedPlacement {
    /// Legal positions.
    pub legal: OfSides<Vec<u64>>,
    pub won: OfSides<Vec<u64>>,
    pub lost: OfSides<Vec<u64>>,
    /// Cursed wins and blessed losses; empty where there are none.
    pub too_long: OfSides<Vec<u64>>,
    /// By side to move, row and square of the black king; of won and lost positions.
    pub plies: OfSides<Vec<u8>>,
    /// What single moves prove; empty where it is not asked for.
    pub proved: OfSides<Vec<Proved>>,
}

impl SolvedPlacement {
    /// What other placements and sets need of it.
    pub fn words(&self) -> Words {
        let pack = |side: usize| {
            let found = self.won[side].iter().zip(&self.lost[side]);
            let legal = self.legal[side].iter().zip(found);
            legal.map(|(legal, (won, lost))| [legal & !lost, legal & !won]).collect()
        };
        Words::new([pack(0), pack(1)], self.too_long.clone())
    }
}

/// Solves a placement. Those with pawns further on are solved already.
pub fn solve_placement(zeroing: &Zeroing, placement: usize) -> SolvedPlacement {
    let unit = Unit { layout: &zeroing.set.layout, placement };
    let rows = unit.layout.rows;
    let empty = || [vec![0; rows], vec![0; rows]];
    let mut solved = SolvedPlacement {
        legal: unit.all_legal(),
        won: empty(),
        lost: empty(),
        too_long: OfSides::default(),
        plies: [vec![0; rows * 64], vec![0; rows * 64]],
        proved: Proved::of_all(zeroing, unit),
    };
    for (winner, army) in unit.layout.material.sides().into_iter().enumerate() {
        // A lone king wins nothing.
        if army.pieces() > 0 {
            Problem::new(zeroing, unit, winner, &mut solved).solve();
        }
    }
    solved
}

/// Who wins as one side.
struct Problem<'a> {
    zeroing: &'a Zeroing<'a>,
    unit: Unit<'a>,
    winner: usize,
    solved: &'a mut SolvedPlacement,
    /// The winner to move, and not won so far.
    open: Vec<u64>,
    /// The other side to move, perhaps lost: no move that sets the clock to zero saves it.
    unsaved: Vec<u64>,
    /// Where the winner may win at the next ply, and the other side may have lost.
    may_win: Vec<u64>,
    may_lose: Vec<u64>,
}

/// Positions found at one ply, row by row.
type Found = Vec<(u32, u64)>;

impl<'a> Problem<'a> {
    fn new(zeroing: &'a Zeroing, unit: Unit<'a>, winner: usize, solved: &'a mut SolvedPlacement) -> Self {
        let open = solved.legal[winner].clone();
        let empty = || vec![0; open.len()];
        let (unsaved, may_win, may_lose) = (empty(), empty(), empty());
        Problem { zeroing, unit, winner, solved, open, unsaved, may_win, may_lose }
    }

    fn loser(&self) -> usize {
        1 - self.winner
    }

    fn solve(mut self) {
        let [mated, lost_at_once] = self.first_moves();
        for &(row, word) in &mated {
            self.note_lost(row, word, 0);
            self.push_lost(row, word);
        }
        let mut next_lost = lost_at_once;
        let curses = self.zeroing.lead_to_too_long();
        let limit_plies = self.zeroing.set.limit_plies;
        for plies in 1.. {
            if plies == limit_plies + 1 && curses {
                self.admit_too_long();
            }
            let mut lost = std::mem::take(&mut next_lost);
            lost.extend(self.newly_lost());
            let won = self.newly_won();
            for &(row, word) in &lost {
                self.note_lost(row, word, plies);
            }
            for &(row, word) in &won {
                self.note_won(row, word, plies);
            }
            for &(row, word) in &lost {
                self.push_lost(row, word);
            }
            for &(row, word) in &won {
                let row = self.row(row);
                self.unit.push_back(self.loser(), &row, word, &mut self.may_lose);
            }
            let waits_for_curses = curses && plies <= limit_plies;
            if lost.is_empty() && won.is_empty() && !waits_for_curses {
                return;
            }
        }
    }

    fn row(&self, number: u32) -> Row {
        self.unit.row(number as usize).expect("a row with legal positions")
    }

    /// Looks at the moves that set the clock to zero and at mates: positions lost in 0 and in 1.
    fn first_moves(&mut self) -> [Found; 2] {
        let (mut mated, mut lost_at_once) = (Found::new(), Found::new());
        let (winner, loser) = (self.winner, self.loser());
        for number in 0..self.unit.layout.rows {
            let [winning, losing] = [winner, loser].map(|side| self.solved.legal[side][number]);
            if winning | losing == 0 {
                continue;
            }
            let row = self.row(number as u32);
            self.may_win[number] = self.wins_by_zeroing(&row, Reading::WithinRule) & winning;
            let [saved, movable] = self.saved_by_zeroing(&row, Reading::WithinRule);
            let unsaved = losing & !saved;
            let quiet = self.unit.can_reach(loser, &row, unsaved, |row| self.solved.legal[winner][row]);
            let (without_quiet, stuck) = (unsaved & !quiet, unsaved & !quiet & !movable);
            // In check: the same position with the other side to move is not legal.
            let checked = stuck & !winning;
            self.unsaved[number] = unsaved & !(stuck & winning);
            if checked != 0 {
                mated.push((number as u32, checked));
            }
            if without_quiet & movable != 0 {
                lost_at_once.push((number as u32, without_quiet & movable));
            }
        }
        [mated, lost_at_once]
    }

    fn wins_by_zeroing(&self, row: &Row, reading: Reading) -> u64 {
        let mut wins = 0;
        self.zeroing.each(self.winner, row, reading, |from, outcome| wins |= from.before(outcome.lost));
        wins
    }

    /// Where the loser has a move that sets the clock to zero and is not lost then, and where it
    /// has any such move.
    fn saved_by_zeroing(&self, row: &Row, reading: Reading) -> [u64; 2] {
        let (mut saved, mut movable) = (0, 0);
        self.zeroing.each(self.loser(), row, reading, |from, Outcome { legal, won, .. }| {
            saved |= from.before(legal & !won);
            movable |= from.before(legal);
        });
        [saved, movable]
    }

    /// Moves to cursed wins and blessed losses count from now on.
    fn admit_too_long(&mut self) {
        let loser = self.loser();
        for number in 0..self.unit.layout.rows {
            let losing = self.solved.legal[loser][number] & !self.solved.lost[loser][number];
            if self.open[number] | losing == 0 {
                continue;
            }
            let row = self.row(number as u32);
            self.may_win[number] |= self.wins_by_zeroing(&row, Reading::WithoutRule) & self.open[number];
            let [saved, movable] = self.saved_by_zeroing(&row, Reading::WithoutRule);
            let unsaved = losing & movable & !saved & !self.unsaved[number];
            self.unsaved[number] |= unsaved;
            self.may_lose[number] |= unsaved;
        }
    }

    fn newly_lost(&mut self) -> Found {
        let mut found = Found::new();
        for number in 0..self.may_lose.len() {
            let candidates = std::mem::take(&mut self.may_lose[number]) & self.unsaved[number];
            if candidates != 0 {
                let row = self.row(number as u32);
                let lost = candidates & !self.unit.can_reach(self.loser(), &row, candidates, |row| self.open[row]);
                if lost != 0 {
                    found.push((number as u32, lost));
                }
            }
        }
        found
    }

    fn newly_won(&mut self) -> Found {
        let words = self.may_win.iter_mut().zip(&self.open).zip(0..);
        let won = words.map(|((may_win, open), number)| (number, std::mem::take(may_win) & open));
        won.filter(|&(_, word)| word != 0).collect()
    }

    fn push_lost(&mut self, row: u32, word: u64) {
        let row = self.row(row);
        self.unit.push_back(self.winner, &row, word, &mut self.may_win);
    }

    fn note_lost(&mut self, row: u32, word: u64, plies: usize) {
        self.unsaved[row as usize] &= !word;
        let loser = self.loser();
        self.solved.lost[loser][row as usize] |= word;
        self.note(loser, row, word, plies);
    }

    fn note_won(&mut self, row: u32, word: u64, plies: usize) {
        self.open[row as usize] &= !word;
        self.solved.won[self.winner][row as usize] |= word;
        self.note(self.winner, row, word, plies);
    }

    fn note(&mut self, side: usize, row: u32, word: u64, plies: usize) {
        let cell = u8::try_from(plies).expect("no set of five men takes 256 plies to a capture or pawn move");
        for square in super::rays::squares(word) {
            self.solved.plies[side][row as usize * 64 + usize::from(square)] = cell;
        }
        if plies > self.zeroing.set.limit_plies {
            let too_long = &mut self.solved.too_long[side];
            too_long.resize(self.unit.layout.rows, 0);
            too_long[row as usize] |= word;
        }
    }
}
