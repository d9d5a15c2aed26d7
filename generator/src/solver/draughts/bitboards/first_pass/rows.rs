//! The first pass over the rows of a unit: stores the initial state of the search, and lists the
//! decisions of captures and moves of fixed pieces with the ply at which they take effect.

use std::ops::Range;

use peatee_rules::{Bitboard, Side};

use super::best::Best;
use super::context::FirstPassContext;
use super::men_moves::UnitPieces;
use super::word::FirstPass;
use crate::solver::draughts::bitboards::value_word::win_parity;

/// A result of captures, or of moves of pieces other than kings, that the search applies when it
/// reaches a given ply. The positions differ only in the square of one king, the open king.
#[derive(Debug, Clone, Copy)]
pub struct Event<W> {
    /// Index of the word with these positions, among the words of its unit (configuration of the
    /// men).
    pub place: u32,
    pub effect: Effect,
    pub squares: W,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Captures, or quiet moves of fixed pieces (all but kings), decide the positions at this ply.
    /// Positions that are decided at an earlier ply are not changed.
    Decided,
    /// All quiet moves of fixed pieces (all but kings) are known to lose from this ply on. The
    /// positions are then lost if all moves of kings lose too.
    ExitsLost,
}

/// Outcomes of captures and of exits (quiet moves of pieces other than kings), regardless of the
/// ply at which they take effect. Each field is a set of positions of one unit, with one word for
/// each placement of all kings but one. A unit is a configuration of the men.
#[derive(Debug, Default)]
pub struct ExitOutcomes<R> {
    /// Positions in which a capture, or a quiet move of a fixed piece (any but a king), wins.
    pub wins: R,
    /// Positions in which captures exist and all captures lose.
    pub captures_lose: R,
    /// Positions in which fixed pieces (all but kings) have quiet moves, and all these moves lose.
    pub exits_lose: R,
}

impl<W: Bitboard> ExitOutcomes<Vec<W>> {
    fn push(&mut self, [win, captures_lose, exits_lose]: [W; 3]) {
        self.wins.push(win);
        self.captures_lose.push(captures_lose);
        self.exits_lose.push(exits_lose);
    }

    fn clear(&mut self) {
        [&mut self.wins, &mut self.captures_lose, &mut self.exits_lose].into_iter().for_each(Vec::clear);
    }
}

/// Values of captures and moves of men with one side to move, for some rows of a unit
/// (configuration of the men). A row is a placement of one side's kings. Each set of positions has
/// one word for each placement of all kings but one.
#[derive(Debug)]
pub struct FirstPassSide<W> {
    pub quiet: Vec<W>,
    /// Positions in which a fixed piece (any but a king) has a quiet move.
    pub has_exit: Vec<W>,
    /// Wins and losses by captures and moves of men, each with the ply at which it takes effect.
    ///
    /// The list is needed for distances to the end of the game, and for distances to the reset of a
    /// draw count that moves of men do not reset. Otherwise it is empty.
    pub events: Vec<(u32, Event<W>)>,
    /// Outcomes of captures and of quiet moves of fixed pieces (all but kings). Empty when only
    /// distances to the end of the game are wanted.
    pub outcomes: ExitOutcomes<Vec<W>>,
}

impl<W> Default for FirstPassSide<W> {
    fn default() -> Self {
        let (quiet, has_exit, events) = Default::default();
        FirstPassSide { quiet, has_exit, events, outcomes: ExitOutcomes::default() }
    }
}

#[derive(Debug)]
pub struct FirstPassRows<W> {
    pub sides: [FirstPassSide<W>; 2],
}

impl<W> Default for FirstPassRows<W> {
    fn default() -> Self {
        FirstPassRows { sides: Default::default() }
    }
}

impl<W: Bitboard> FirstPassRows<W> {
    pub fn clear(&mut self) {
        for side in &mut self.sides {
            side.quiet.clear();
            side.has_exit.clear();
            side.events.clear();
            side.outcomes.clear();
        }
    }

    /// Finds the values of captures and of moves of men for both sides to move, and appends them to
    /// the values found before. `rows` holds the indices of placements of the kings of one side.
    pub fn add_rows(
        &mut self,
        context: &FirstPassContext<W>,
        unit: &UnitPieces<W>,
        rows: Range<usize>,
        first_pass: &mut FirstPass<W>,
    ) {
        let slice = &context.slice;
        let columns = slice.columns.len();
        let (wants_outcomes, runs_over_men) = (slice.wants_wdl_of_exits(), slice.runs_over_men());
        let win_parity = win_parity(slice.kernel.goal) as u32;
        for row in rows {
            for column in 0..columns {
                let kings = slice.rows[row] | slice.columns[column];
                let clash = (slice.rows[row] & slice.columns[column]) | (kings & unit.fixed);
                for side in Side::BOTH {
                    let found = &mut self.sides[side as usize];
                    if !clash.is_empty() {
                        found.quiet.push(W::EMPTY);
                        found.has_exit.push(W::EMPTY);
                        if wants_outcomes {
                            found.outcomes.push([W::EMPTY; 3]);
                        }
                        continue;
                    }
                    let word = first_pass.value_word(context, unit, [row, column], side);
                    found.quiet.push(word.quiet);
                    found.has_exit.push(word.has_exit);
                    if wants_outcomes {
                        found.outcomes.push(outcomes(first_pass, runs_over_men));
                    }
                    let place = (row * columns + column) as u32;
                    if runs_over_men {
                        queue_exits(&first_pass.exits, &mut found.events, place);
                    } else if slice.digits.to_end > 0 {
                        queue_events(first_pass, &mut found.events, place, win_parity);
                    }
                }
            }
        }
    }
}

/// Returns the positions of one word that captures and quiet moves of men decide, in the order of
/// the fields of [`ExitOutcomes`]. If `without_exits` is true, the quiet moves do not count here,
/// because they are recorded with their plies as [`Event`]s.
fn outcomes<W: Bitboard>(word: &FirstPass<W>, without_exits: bool) -> [W; 3] {
    let (wins, captures_lose) = (word.captures.win, word.captures.all_lose());
    if without_exits {
        return [wins, captures_lose, W::EMPTY];
    }
    [wins | word.exits.win, captures_lose, word.exits.all_lose()]
}

/// Appends the wins and losses by exits (quiet moves of pieces other than kings) to `events`. Used
/// only in games in which these moves do not reset the draw count. The distances in `exits` are
/// then plies to the next reset, which are not halved.
fn queue_exits<W: Bitboard>(exits: &Best<W>, events: &mut Vec<(u32, Event<W>)>, place: u32) {
    let mut queue = |plies: u16, effect: Effect, squares: W| {
        events.push((plies as u32 + 1, Event { place, effect, squares }));
    };
    exits.each_win(exits.win, |plies, squares| queue(plies, Effect::Decided, squares));
    exits.each_loss(exits.all_lose(), |plies, squares| queue(plies, Effect::ExitsLost, squares));
}

fn queue_events<W: Bitboard>(word: &FirstPass<W>, events: &mut Vec<(u32, Event<W>)>, place: u32, win_parity: u32) {
    // A move to a position lost in `n` plies wins in `n + 1`; a move to a position won in `n` plies
    // loses in `n + 1`.
    let win_plies = |half: u16| half as u32 * 2 + (1 - win_parity) + 1;
    let loss_plies = |half: u16| half as u32 * 2 + win_parity + 1;
    let mut queue = |ply: u32, effect: Effect, squares: W| events.push((ply, Event { place, effect, squares }));
    let captures = &word.captures;
    captures.each_win(captures.win, |half, squares| queue(win_plies(half), Effect::Decided, squares));
    captures.each_loss(captures.all_lose(), |half, squares| queue(loss_plies(half), Effect::Decided, squares));
    let exits = &word.exits;
    exits.each_win(exits.win, |half, squares| queue(win_plies(half), Effect::Decided, squares));
    exits.each_loss(exits.all_lose(), |half, squares| queue(loss_plies(half), Effect::ExitsLost, squares));
}
