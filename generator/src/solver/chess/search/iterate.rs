//! Solves one pawn placement. Captures and pawn moves, which leave the placement, are evaluated
//! first. Then the search goes ply by ply.
//!
//! The distance of a position is the number of plies to the next capture, pawn move or mate. The
//! winner minimises it, the loser maximises it. All positions of one distance are found before
//! those of the next:
//!
//! * won in n plies: some move leads to a position lost in n - 1; for n = 1, also a move that
//!   resets the clock and wins. These positions are found by *pushing* lost positions back along
//!   moves;
//! * lost in n plies: all moves lead to positions won in at most n - 1. Candidates are found by
//!   pushing back the positions won in n - 1; a candidate is lost if no move leads to a position
//!   that is not won.
//!
//! A position lost in 0 plies is mate. The search first finds the wins and losses within the limit
//! of the 50-move or 75-move rule, and takes the values of other sets under the same limit. Beyond
//! the limit, the rule makes a win a draw. From there on, the search also counts moves to cursed
//! wins and blessed losses, and everything that it finds is a cursed win or a blessed loss.

use super::fall::Fall;
use super::frontier::{DecidedWords, PlacementFrontier};
use super::proved::{AtOnce, Proved};
use crate::solver::chess::words::placement_view::{PlacementView, Row};
use crate::solver::chess::words::rays::squares;
use crate::solver::chess::words::solved::{BySide, Outcome, PlacementWords, RuleScope};
use crate::solver::chess::words::zeroing::ZeroingMoves;

/// Results of one arrangement of the pawns, indexed by side to move and row. A row has the
/// positions that differ only in the square of the black king. Each bit of a word stands for such a
/// square.
#[derive(Debug)]
pub struct SolvedPlacement {
    pub legal: BySide<Vec<u64>>,
    pub won: BySide<Vec<u64>>,
    pub lost: BySide<Vec<u64>>,
    /// Cursed wins and blessed losses: wins and losses that take too long for the 50-move or
    /// 75-move rule. Empty if there are none.
    pub too_long: BySide<Vec<u64>>,
    /// Plies of won and lost positions, indexed by side to move, row and square of the black king.
    pub plies: BySide<Vec<u8>>,
    /// Results that captures and pawn moves prove, for each row (positions that differ only in the
    /// black king's square); empty if they are not wanted.
    pub proved: BySide<Vec<Proved>>,
    /// Fewest plies that the count of a draw rule must have left, indexed as `plies`; empty if they
    /// are not wanted.
    pub needed: BySide<Vec<u8>>,
    /// Falls of the needed plies before these fewest.
    pub falls: BySide<Vec<Fall>>,
}

impl SolvedPlacement {
    /// Creates the results of a pawn placement (arrangement of the pawns) in which no position is
    /// won or lost.
    pub fn open(view: PlacementView, proved: BySide<Vec<Proved>>) -> Self {
        let rows = view.layout.rows;
        let empty = || [vec![0; rows], vec![0; rows]];
        SolvedPlacement {
            legal: view.all_legal(),
            won: empty(),
            lost: empty(),
            too_long: BySide::default(),
            plies: [vec![0; rows * 64], vec![0; rows * 64]],
            proved,
            needed: BySide::default(),
            falls: BySide::default(),
        }
    }

    /// Records that the positions `word` (squares of the black king) of a row are won or lost in
    /// `plies` plies. `are_lost` is true when the side to move loses.
    pub fn note(&mut self, side: usize, row: usize, word: u64, (are_lost, plies): (bool, usize)) {
        let decided = if are_lost { &mut self.lost } else { &mut self.won };
        decided[side][row] |= word;
        let cell = u8::try_from(plies).expect("no set of five men has a distance of 256 plies");
        for square in squares(word) {
            self.plies[side][row * 64 + usize::from(square)] = cell;
        }
    }

    pub fn words(&self) -> PlacementWords {
        let pack = |side: usize| {
            let found = self.won[side].iter().zip(&self.lost[side]);
            let legal = self.legal[side].iter().zip(found);
            legal.map(|(legal, (won, lost))| [legal & !lost, legal & !won]).collect()
        };
        PlacementWords::new([pack(0), pack(1)], self.too_long.clone())
    }
}

/// Finds the distances of all positions of a pawn placement (arrangement of the pawns). The
/// placements to which its pawn moves lead must already be solved.
pub fn solve_placement(zeroing: &ZeroingMoves, placement: usize) -> SolvedPlacement {
    let view = PlacementView { layout: &zeroing.set.layout, placement };
    let rows = view.layout.rows;
    let mut solved = SolvedPlacement::open(view, [vec![Proved::default(); rows], vec![Proved::default(); rows]]);
    let curses = zeroing.lead_to_too_long();
    let first_moves = FirstMoves::of_both(zeroing, view, curses, &mut solved);
    for (winner, first) in first_moves.into_iter().enumerate() {
        if let Some(first) = first {
            ClockSearch::new(zeroing, view, winner, curses, first, &mut solved).solve();
        }
    }
    solved
}

/// Start of the search for the wins of one side, the winner: the mates, and the results of captures
/// and pawn moves, which reset the half-move clock.
struct FirstMoves {
    /// Positions with the winner to move in which a capture or pawn move wins.
    may_win: Vec<u64>,
    unsaved: Vec<u64>,
    /// Positions lost in 0 plies: the side to move is mated.
    mated: DecidedWords,
    /// Positions lost in 1 ply: the side to move has captures or pawn moves but no quiet moves, and
    /// all these moves lose.
    lost_at_once: DecidedWords,
}

impl FirstMoves {
    /// Returns the start of the search for the wins of each side; `None` for a lone king, which
    /// cannot win. Also records in `solved` the results that captures and pawn moves prove, so that
    /// each of these moves is examined only once.
    fn of_both(
        zeroing: &ZeroingMoves,
        view: PlacementView,
        curses: bool,
        solved: &mut SolvedPlacement,
    ) -> BySide<Option<Self>> {
        let words = || vec![0; view.layout.rows];
        let mut of_winners = view.layout.material.sides().map(|army| {
            (army.pieces() > 0).then(|| FirstMoves {
                may_win: words(),
                unsaved: words(),
                mated: DecidedWords::new(),
                lost_at_once: DecidedWords::new(),
            })
        });
        for number in 0..view.layout.rows {
            if solved.legal[0][number] | solved.legal[1][number] == 0 {
                continue;
            }
            let row = view.row(number).expect("a row with legal positions");
            let at_once = [AtOnce::of_row(zeroing, 0, &row, curses), AtOnce::of_row(zeroing, 1, &row, curses)];
            for (proved, of_side) in solved.proved.iter_mut().zip(&at_once) {
                proved[number] = of_side.proved;
            }
            for (winner, first) in of_winners.iter_mut().enumerate() {
                if let Some(first) = first {
                    first.see(view, &row, winner, &at_once, &solved.legal);
                }
            }
        }
        of_winners
    }

    #[inline(always)]
    fn see(
        &mut self,
        view: PlacementView,
        row: &Row,
        winner: usize,
        at_once: &BySide<AtOnce>,
        legal: &BySide<Vec<u64>>,
    ) {
        let (number, loser) = (row.number, 1 - winner);
        let [winning, losing] = [winner, loser].map(|side| legal[side][number]);
        self.may_win[number] = at_once[winner].won & winning;
        let AtOnce { saved, movable, .. } = at_once[loser];
        let unsaved = losing & !saved;
        let quiet = view.can_reach(loser, row, unsaved, |row| legal[winner][row]);
        let (without_quiet, stuck) = (unsaved & !quiet, unsaved & !quiet & !movable);
        // The side is in check where the same position with the other side to move is not legal.
        let checked = stuck & !winning;
        self.unsaved[number] = unsaved & !(stuck & winning);
        if checked != 0 {
            self.mated.push((number as u32, checked));
        }
        if without_quiet & movable != 0 {
            self.lost_at_once.push((number as u32, without_quiet & movable));
        }
    }
}

/// A search, ply by ply, for the wins of one side (the winner) in one arrangement of the pawns.
struct ClockSearch<'a> {
    zeroing: &'a ZeroingMoves<'a>,
    /// True when some captures or pawn moves may lead to cursed wins or blessed losses.
    curses: bool,
    solved: &'a mut SolvedPlacement,
    front: PlacementFrontier<'a>,
    mated: DecidedWords,
    /// Positions without quiet moves that are lost at the next ply.
    next_lost: DecidedWords,
}

impl<'a> ClockSearch<'a> {
    fn new(
        zeroing: &'a ZeroingMoves,
        view: PlacementView<'a>,
        winner: usize,
        curses: bool,
        first: FirstMoves,
        solved: &'a mut SolvedPlacement,
    ) -> Self {
        let FirstMoves { may_win, unsaved, mated, lost_at_once } = first;
        let front =
            PlacementFrontier { may_win, unsaved, ..PlacementFrontier::new(view, winner, &solved.legal[winner]) };
        ClockSearch { zeroing, curses, solved, front, mated, next_lost: lost_at_once }
    }

    fn solve(mut self) {
        let mated = std::mem::take(&mut self.mated);
        self.decide(&mated, &DecidedWords::new(), 0);
        let limit_plies = self.zeroing.set.limit_plies;
        for plies in 1.. {
            if plies == limit_plies + 1 && self.curses {
                self.admit_too_long();
            }
            let mut lost = std::mem::take(&mut self.next_lost);
            lost.extend(self.front.newly_lost(|_| u64::MAX));
            let won = self.front.newly_won();
            self.decide(&lost, &won, plies);
            let waits_for_curses = self.curses && plies <= limit_plies;
            if lost.is_empty() && won.is_empty() && !waits_for_curses {
                return;
            }
        }
    }

    fn decide(&mut self, lost: &DecidedWords, won: &DecidedWords, plies: usize) {
        let ClockSearch { zeroing, solved, front, .. } = self;
        let (loser, rows) = (front.loser(), front.view.layout.rows);
        front.decide(lost, won, |side, row, word| {
            solved.note(side, row, word, (side == loser, plies));
            if plies > zeroing.set.limit_plies {
                let too_long = &mut solved.too_long[side];
                too_long.resize(rows, 0);
                too_long[row] |= word;
            }
        });
    }

    fn wins_by_zeroing(&self, row: &Row, reading: RuleScope) -> u64 {
        let mut wins = 0;
        self.zeroing.each(self.front.winner, row, reading, |from, outcome| wins |= from.before(outcome.lost));
        wins
    }

    /// Returns two sets of positions of a row (positions that differ only in the black king's
    /// square). In the first, the loser has a capture or pawn move that does not lose. In the
    /// second, the loser has any capture or pawn move.
    fn saved_by_zeroing(&self, row: &Row, reading: RuleScope) -> [u64; 2] {
        let (mut saved, mut movable) = (0, 0);
        self.zeroing.each(self.front.loser(), row, reading, |from, Outcome { legal, won, .. }| {
            saved |= from.before(legal & !won);
            movable |= from.before(legal);
        });
        [saved, movable]
    }

    /// Changes how captures and pawn moves count from this ply on. A move to a cursed win of the
    /// other side counts as a move to a win, and a move to a blessed loss as a move to a loss.
    fn admit_too_long(&mut self) {
        let (loser, rows) = (self.front.loser(), self.front.view.layout.rows);
        for number in 0..rows {
            let losing = self.solved.legal[loser][number] & !self.solved.lost[loser][number];
            if self.front.open[number] | losing == 0 {
                continue;
            }
            let row = self.front.row(number as u32);
            self.front.may_win[number] |= self.wins_by_zeroing(&row, RuleScope::WithoutRule) & self.front.open[number];
            let [saved, movable] = self.saved_by_zeroing(&row, RuleScope::WithoutRule);
            let unsaved = losing & movable & !saved & !self.front.unsaved[number];
            self.front.unsaved[number] |= unsaved;
            self.front.may_lose[number] |= unsaved;
        }
    }
}
