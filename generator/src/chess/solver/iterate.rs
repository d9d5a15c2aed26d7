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

use super::front::{Found, Front};
use super::proved::Proved;
use super::rays::squares;
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
    /// Nothing is decided.
    pub fn open(unit: Unit, proved: OfSides<Vec<Proved>>) -> Self {
        let rows = unit.layout.rows;
        let empty = || [vec![0; rows], vec![0; rows]];
        SolvedPlacement {
            legal: unit.all_legal(),
            won: empty(),
            lost: empty(),
            too_long: OfSides::default(),
            plies: [vec![0; rows * 64], vec![0; rows * 64]],
            proved,
        }
    }

    /// Notes that positions of a row are decided in `plies` plies; `are_lost` for the side to move.
    pub fn note(&mut self, side: usize, row: usize, word: u64, (are_lost, plies): (bool, usize)) {
        let decided = if are_lost { &mut self.lost } else { &mut self.won };
        decided[side][row] |= word;
        let cell = u8::try_from(plies).expect("no set of five men has a distance of 256 plies");
        for square in squares(word) {
            self.plies[side][row * 64 + usize::from(square)] = cell;
        }
    }

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
    let mut solved = SolvedPlacement::open(unit, Proved::of_all(zeroing, unit));
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
    solved: &'a mut SolvedPlacement,
    front: Front<'a>,
}

impl<'a> Problem<'a> {
    fn new(zeroing: &'a Zeroing, unit: Unit<'a>, winner: usize, solved: &'a mut SolvedPlacement) -> Self {
        let front = Front::new(unit, winner, &solved.legal[winner]);
        Problem { zeroing, solved, front }
    }

    fn solve(mut self) {
        let [mated, lost_at_once] = self.first_moves();
        self.decide(&mated, &Found::new(), 0);
        let mut next_lost = lost_at_once;
        let curses = self.zeroing.lead_to_too_long();
        let limit_plies = self.zeroing.set.limit_plies;
        for plies in 1.. {
            if plies == limit_plies + 1 && curses {
                self.admit_too_long();
            }
            let mut lost = std::mem::take(&mut next_lost);
            lost.extend(self.front.newly_lost(|_| u64::MAX));
            let won = self.front.newly_won();
            self.decide(&lost, &won, plies);
            let waits_for_curses = curses && plies <= limit_plies;
            if lost.is_empty() && won.is_empty() && !waits_for_curses {
                return;
            }
        }
    }

    fn decide(&mut self, lost: &Found, won: &Found, plies: usize) {
        let Problem { zeroing, solved, front } = self;
        let (loser, rows) = (front.loser(), front.unit.layout.rows);
        front.decide(lost, won, |side, row, word| {
            solved.note(side, row, word, (side == loser, plies));
            if plies > zeroing.set.limit_plies {
                let too_long = &mut solved.too_long[side];
                too_long.resize(rows, 0);
                too_long[row] |= word;
            }
        });
    }

    /// Looks at the moves that set the clock to zero and at mates: positions lost in 0 and in 1.
    fn first_moves(&mut self) -> [Found; 2] {
        let (mut mated, mut lost_at_once) = (Found::new(), Found::new());
        let (unit, winner, loser) = (self.front.unit, self.front.winner, self.front.loser());
        for number in 0..unit.layout.rows {
            let [winning, losing] = [winner, loser].map(|side| self.solved.legal[side][number]);
            if winning | losing == 0 {
                continue;
            }
            let row = self.front.row(number as u32);
            self.front.may_win[number] = self.wins_by_zeroing(&row, Reading::WithinRule) & winning;
            let [saved, movable] = self.saved_by_zeroing(&row, Reading::WithinRule);
            let unsaved = losing & !saved;
            let quiet = unit.can_reach(loser, &row, unsaved, |row| self.solved.legal[winner][row]);
            let (without_quiet, stuck) = (unsaved & !quiet, unsaved & !quiet & !movable);
            // In check: the same position with the other side to move is not legal.
            let checked = stuck & !winning;
            self.front.unsaved[number] = unsaved & !(stuck & winning);
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
        self.zeroing.each(self.front.winner, row, reading, |from, outcome| wins |= from.before(outcome.lost));
        wins
    }

    /// Where the loser has a move that sets the clock to zero and is not lost then, and where it
    /// has any such move.
    fn saved_by_zeroing(&self, row: &Row, reading: Reading) -> [u64; 2] {
        let (mut saved, mut movable) = (0, 0);
        self.zeroing.each(self.front.loser(), row, reading, |from, Outcome { legal, won, .. }| {
            saved |= from.before(legal & !won);
            movable |= from.before(legal);
        });
        [saved, movable]
    }

    /// Moves to cursed wins and blessed losses count from now on.
    fn admit_too_long(&mut self) {
        let (loser, rows) = (self.front.loser(), self.front.unit.layout.rows);
        for number in 0..rows {
            let losing = self.solved.legal[loser][number] & !self.solved.lost[loser][number];
            if self.front.open[number] | losing == 0 {
                continue;
            }
            let row = self.front.row(number as u32);
            self.front.may_win[number] |= self.wins_by_zeroing(&row, Reading::WithoutRule) & self.front.open[number];
            let [saved, movable] = self.saved_by_zeroing(&row, Reading::WithoutRule);
            let unsaved = losing & movable & !saved & !self.front.unsaved[number];
            self.front.unsaved[number] |= unsaved;
            self.front.may_lose[number] |= unsaved;
        }
    }
}
