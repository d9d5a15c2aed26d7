//! The first look at the rows of a unit, and what it leaves for the search: what is decided when.

use std::ops::Range;

use peatee_rules::{Side, Word};

use super::best::Best;
use super::start::{Before, Looker, Unit};

/// What happens at some ply.
#[derive(Debug, Clone, Copy)]
pub struct Event<W> {
    /// The word.
    pub place: u32,
    pub what: What,
    pub squares: W,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A capture or a man's move decides these positions, unless a king's move has won sooner.
    Decided,
    /// Men's moves no longer save these positions: all of them lose.
    Unsaved,
}

/// What the first look finds in some rows.
#[derive(Debug)]
pub struct Looked<W> {
    pub quiet: [Vec<W>; 2],
    pub saved: [Vec<W>; 2],
    /// When distances are wanted: what is decided when.
    pub events: [Vec<(u32, Event<W>)>; 2],
    /// When they are not, or those to conversions are: what captures and men's moves win, what captures lose, and where
    /// all men's moves lose.
    pub signs: [[Vec<W>; 3]; 2],
}

impl<W> Default for Looked<W> {
    fn default() -> Self {
        let (quiet, saved) = Default::default();
        Looked { quiet, saved, events: Default::default(), signs: Default::default() }
    }
}

impl<W: Word> Looked<W> {
    pub fn clear(&mut self) {
        self.quiet.iter_mut().chain(&mut self.saved).chain(self.signs.as_flattened_mut()).for_each(Vec::clear);
        self.events.iter_mut().for_each(Vec::clear);
    }

    pub fn append(&mut self, mut part: Looked<W>) {
        for side in 0..2 {
            self.quiet[side].append(&mut part.quiet[side]);
            self.saved[side].append(&mut part.saved[side]);
            self.events[side].append(&mut part.events[side]);
            self.signs[side].iter_mut().zip(&mut part.signs[side]).for_each(|(all, part)| all.append(part));
        }
    }
}

/// Looks at these rows for either side to move.
pub fn look_at_rows<W: Word>(
    before: &Before<W>,
    unit: &Unit<W>,
    rows: Range<usize>,
    looker: &mut Looker<W>,
    looked: &mut Looked<W>,
    win_parity: u32,
) {
    let columns = before.columns.len();
    for row in rows {
        for column in 0..columns {
            let kings = before.rows[row] | before.columns[column];
            let clash = (before.rows[row] & before.columns[column]) | (kings & unit.men);
            for side in Side::BOTH {
                let number = side as usize;
                if !clash.is_empty() {
                    looked.quiet[number].push(W::EMPTY);
                    looked.saved[number].push(W::EMPTY);
                    if before.wants_signs() {
                        looked.signs[number].iter_mut().for_each(|words| words.push(W::EMPTY));
                    }
                    continue;
                }
                let look = looker.look(before, unit, row, column, side);
                looked.quiet[number].push(look.quiet);
                looked.saved[number].push(look.outer);
                if before.wants_signs() {
                    let found = signs(looker);
                    looked.signs[number].iter_mut().zip(found).for_each(|(words, found)| words.push(found));
                }
                if before.digits == 0 {
                    continue;
                }
                let place = (row * columns + column) as u32;
                note_events(looker, &mut looked.events[number], place, win_parity);
            }
        }
    }
}

/// Where every move loses.
fn is_lost<W: Word>(best: &Best<W>) -> W {
    best.loss & !(best.win | best.draw)
}

/// What captures and moves of men win, what captures lose, and where all moves of men lose.
fn signs<W: Word>(looker: &Looker<W>) -> [W; 3] {
    [looker.capture.win | looker.outer.win, is_lost(&looker.capture), is_lost(&looker.outer)]
}

/// Puts down when captures and moves of men decide something.
fn note_events<W: Word>(looker: &Looker<W>, events: &mut Vec<(u32, Event<W>)>, place: u32, win_parity: u32) {
    // A move to a loss wins one ply later, and the other way round.
    let win_plies = |half: u16| half as u32 * 2 + (1 - win_parity) + 1;
    let loss_plies = |half: u16| half as u32 * 2 + win_parity + 1;
    let mut note = |ply: u32, what: What, squares: W| events.push((ply, Event { place, what, squares }));
    let capture = &looker.capture;
    capture.each_win(capture.win, |half, squares| note(win_plies(half), What::Decided, squares));
    capture.each_loss(is_lost(capture), |half, squares| note(loss_plies(half), What::Decided, squares));
    let outer = &looker.outer;
    outer.each_win(outer.win, |half, squares| note(win_plies(half), What::Decided, squares));
    outer.each_loss(is_lost(outer), |half, squares| note(loss_plies(half), What::Unsaved, squares));
}
