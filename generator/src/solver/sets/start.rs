//! The first look at a unit: what captures and moves of men are worth, before any king has moved quietly.
//!
//! `captures` says what captures are worth; men's moves are looked at here.

use peatee_rules::variant::Goal;
use peatee_rules::{Kernel, Kind, Setup, Side, Word};

use super::best::{Best, DIGITS, MAX_DIGITS};
use super::captures::Captures;
use super::children::Children;
use super::crowned::read_word;
use super::landings::Look;
use super::layout::{Layout, WordTable};
use crate::solver::Values;
use crate::solver::lookup::SliceArray;

/// All that is known before a unit is solved.
#[derive(Debug)]
pub struct Before<'a, W> {
    /// The rules.
    pub kernel: &'a Kernel<W>,
    /// The layout of the slice.
    pub layout: &'a Layout<W>,
    /// Whose king is open.
    pub open: Side,
    /// The placements of rows and columns.
    pub rows: &'a [W],
    /// See `rows`.
    pub columns: &'a [W],
    /// What captures lead to.
    pub children: &'a Children<W>,
    /// What crowning leads to, by the side that moves.
    pub crowned: [Option<&'a SliceArray<W, Values>>; 2],
    /// The number of the slice, by the side to move.
    pub numbers: [usize; 2],
    /// The units of this slice that are solved, by side to move.
    pub solved: &'a [WordTable<W>; 2],
    /// Digits of a distance to the end.
    pub digits: usize,
    /// Digits of a distance to a conversion; 0 when these are not wanted.
    pub conversion_digits: usize,
}

impl<W> Before<'_, W> {
    /// True when it must be known who wins by a capture or a move of a fixed piece, whenever that is.
    pub fn wants_signs(&self) -> bool {
        self.digits == 0 || self.conversion_digits > 0
    }
}

/// Where a quiet move of a fixed piece leads.
#[derive(Debug)]
enum Target<W> {
    /// To a unit of the same slice.
    Unit(usize),
    /// Out of the slice; the fixed pieces and the new king are these.
    Crowned(Setup<W>),
}

/// A quiet move of a fixed piece.
#[derive(Debug)]
struct FixedMove<W> {
    to: u8,
    target: Target<W>,
}

/// One configuration of the fixed pieces.
#[derive(Debug)]
pub struct Unit<W> {
    /// The fixed pieces.
    pub setup: Setup<W>,
    /// Their squares.
    pub men: W,
    moves: [Vec<FixedMove<W>>; 2],
}

impl<W: Word> Unit<W> {
    /// Works out the moves of the fixed pieces.
    pub fn new(before: &Before<W>, setup: Setup<W>) -> Self {
        let mut unit = Unit { setup, men: W::EMPTY, moves: Default::default() };
        unit.turn_to(before, setup);
        unit
    }

    /// The same for another configuration, in the same memory.
    pub fn turn_to(&mut self, before: &Before<W>, setup: Setup<W>) {
        (self.setup, self.men) = (setup, setup.occupied());
        for (side, moves) in Side::BOTH.into_iter().zip(&mut self.moves) {
            moves.clear();
            before.kernel.quiet_targets(&setup, side, |kind, from, targets, crowning| {
                for to in targets.squares() {
                    let mut after = setup;
                    let becomes = if crowning.has(to) { Kind::King } else { kind };
                    after.pieces[side as usize][kind as usize] &= !W::bit(from);
                    after.pieces[side as usize][becomes as usize] |= W::bit(to);
                    let target = if crowning.has(to) {
                        Target::Crowned(after)
                    } else {
                        Target::Unit(before.layout.unit_of(&after))
                    };
                    moves.push(FixedMove { to, target });
                }
            });
        }
    }
}

/// What the first look at one word finds for one side to move.
#[derive(Debug, Default, Clone, Copy)]
pub struct FirstLook<W> {
    /// Squares of the open king where there is no capture: kings and men may move.
    pub quiet: W,
    /// Squares where some move of a man or crowning is possible.
    pub outer: W,
}

/// Memory to work in.
#[derive(Debug)]
pub struct Looker<W> {
    /// What the captures are worth together.
    pub capture: Best<W>,
    /// What the moves of men are worth together.
    pub outer: Best<W>,
    captures: Captures<W>,
}

impl<W: Word> Looker<W> {
    /// Room for distances of so many digits.
    pub fn new(digits: usize) -> Self {
        Looker { capture: Best::new(digits), outer: Best::new(digits), captures: Captures::default() }
    }

    /// Turns to another unit.
    pub fn turn(&mut self) {
        self.captures.turn();
    }

    /// Looks at one word; what moves are worth is then in `capture` and `outer`.
    #[inline(always)]
    pub fn look(&mut self, before: &Before<W>, unit: &Unit<W>, row: usize, column: usize, side: Side) -> FirstLook<W> {
        let layout = before.layout;
        let mut setup = unit.setup;
        let (others, own) = (before.rows[row], before.columns[column]);
        setup.pieces[before.open.other() as usize][Kind::King as usize] = others;
        setup.pieces[before.open as usize][Kind::King as usize] = own;
        let squares = before.kernel.all & !(unit.men | others | own);
        self.capture.clear();
        self.outer.clear();
        self.captures.add_all(&mut self.capture, before, &unit.setup, &Look { setup: &setup, side, squares });
        let quiet = squares & !self.capture.any;
        if !quiet.is_empty() && !unit.moves[side as usize].is_empty() {
            let place = row * layout.columns + column;
            self.fixed_moves(before, unit, &setup, side, quiet, place);
        }
        FirstLook { quiet, outer: self.outer.any }
    }

    fn fixed_moves(
        &mut self,
        before: &Before<W>,
        unit: &Unit<W>,
        setup: &Setup<W>,
        side: Side,
        quiet: W,
        place: usize,
    ) {
        let occupied = setup.occupied();
        for mv in &unit.moves[side as usize] {
            if occupied.has(mv.to) {
                continue;
            }
            let squares = quiet & !W::bit(mv.to);
            match &mv.target {
                Target::Unit(number) => {
                    let table = &before.solved[side.other() as usize];
                    self.outer.add(squares, table.at(number * before.layout.unit_words() + place));
                }
                Target::Crowned(after) => {
                    let mut after = *after;
                    for (after, now) in after.pieces.iter_mut().zip(&setup.pieces) {
                        after[Kind::King as usize] |= now[Kind::King as usize];
                    }
                    self.add_crowned(before, &after, side, squares);
                }
            }
        }
    }

    /// Adds a move that crowns a man, after which the pieces but the open king stand like this.
    fn add_crowned(&mut self, before: &Before<W>, after: &Setup<W>, side: Side, squares: W) {
        let array = before.crowned[side as usize].expect("slices that crowning leads to are known");
        let opponent = side.other();
        let is_turned = opponent != array.index.slice().side;
        let whole = if is_turned { before.kernel.mirrored(after) } else { *after };
        let open = if is_turned { before.open.other() } else { before.open };
        let turns = is_turned.then_some(before.kernel);
        let there = turns.map_or(squares, |kernel| kernel.turned(squares));
        let mut word = [W::EMPTY; DIGITS + MAX_DIGITS];
        let word = &mut word[..DIGITS + before.digits];
        read_word(before.kernel, array, &whole, open, there, turns, word);
        self.outer.add(squares, word);
    }
}

/// What is left of the plies of a win divided by two.
pub fn win_parity(goal: Goal) -> u16 {
    match goal {
        Goal::LastToMove => 1,
        Goal::GiveAway => 0,
    }
}
