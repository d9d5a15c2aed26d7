//! Where captures lead, and what that is worth.
//!
//! What a capture leads to is one value word when the open king stays where it is; when it is captured or is the piece
//! that captures, the position is the same for all its squares, and one bit of a word says the value.

use peatee_rules::{Kind, NO_SQUARE, OpenKing, SetCapture, Setup, Side, Word};

use super::best::Best;
use super::children::{Child, View, weight_of_piece};
use super::placements::OneMore;
use super::start::{Before, win_parity};
use crate::solver::dtw::ended;

/// Whose captures are looked at, and where.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a, W> {
    /// All pieces but the open king.
    pub setup: &'a Setup<W>,
    /// The side that captures.
    pub side: Side,
    /// Where the open king may stand.
    pub squares: W,
}

impl<W: Word> Look<'_, W> {
    /// The open king.
    pub fn open(&self, before: &Before<W>) -> OpenKing<W> {
        OpenKing { side: before.open, squares: self.squares }
    }
}

/// A capture and where it leads.
#[derive(Debug, Clone, Copy)]
pub struct Capture<W> {
    /// The capture.
    pub made: SetCapture<W>,
    /// Where it leads.
    pub lands: Lands,
}

/// Where the words of a capture are.
#[derive(Debug, Clone, Copy)]
pub enum Lands {
    /// The other side has no pieces left.
    Nowhere,
    /// In this unit of a child.
    In { child: u32, unit: u32 },
}

/// True when the open king neither captures nor is captured.
#[inline(always)]
fn open_stays<W>(made: &SetCapture<W>) -> bool {
    made.from != NO_SQUARE && !made.takes_open
}

/// Where a capture leads; a fixed piece to a single square.
pub fn lands<W: Word>(
    units: &mut UnitMemory<W>,
    before: &Before<W>,
    setup: &Setup<W>,
    side: Side,
    made: &SetCapture<W>,
) -> Lands {
    let opponent = side.other();
    let taken = made.captured.count() + made.takes_open as u32;
    if before.layout.material.of_side(opponent) as u32 == taken {
        return Lands::Nowhere;
    }
    let is_king = made.becomes == Kind::King;
    let view = if is_king && !open_stays(made) { View::Capturing } else { View::Same };
    let number = before.children.number(number_after(before, setup, side, made), view);
    let mut after = *setup;
    if made.from != NO_SQUARE {
        after.pieces[side as usize][made.kind as usize] &= !W::bit(made.from);
    }
    for set in &mut after.pieces[opponent as usize] {
        *set &= !made.captured;
    }
    if !is_king {
        after.pieces[side as usize][made.becomes as usize] |= made.to;
    }
    let unit = units.unit(number, before.children.of(number), &after);
    Lands::In { child: number as u32, unit: unit as u32 }
}

/// The number of the slice that a capture leads to.
#[inline(always)]
fn number_after<W: Word>(before: &Before<W>, setup: &Setup<W>, side: Side, made: &SetCapture<W>) -> usize {
    let opponent = side.other();
    let mut number = before.numbers[opponent as usize];
    if made.becomes != made.kind {
        number -= weight_of_piece(side, made.kind);
        number += weight_of_piece(side, made.becomes);
    }
    for kind in Kind::ALL {
        let taken = (made.captured & setup.get(opponent, kind)).count() as usize;
        number -= taken * weight_of_piece(opponent, kind);
    }
    number - made.takes_open as usize * weight_of_piece(opponent, Kind::King)
}

/// Adds what a capture leads to for those of its squares that are among these.
#[inline(always)]
pub fn add<W: Word>(best: &mut Best<W>, before: &Before<W>, look: &Look<'_, W>, capture: &Capture<W>, among: W) {
    let Look { setup, side, .. } = *look;
    let made = &capture.made;
    let squares = made.squares & among;
    if squares.is_empty() {
        return;
    }
    let Lands::In { child, unit } = capture.lands else {
        return best.add_known(squares, ended(before.kernel.goal));
    };
    let (child, unit) = (before.children.of(child as usize), unit as usize);
    let layout = &child.layout;
    let theirs = setup.get(side.other(), Kind::King) & !made.captured;
    let mover = if made.from == NO_SQUARE { W::EMPTY } else { W::bit(made.from) };
    let own = setup.get(side, Kind::King) & !mover;
    let is_open_side = side == before.open;
    match (made.becomes == Kind::King, open_stays(made)) {
        (true, false) => {
            // The capturing king is the open one there.
            let place = layout.place_among(unit, theirs, own);
            best.add_choice(squares, child.table.at(place), made.to, win_parity(before.kernel.goal));
        }
        (true, true) => {
            // The capturing king is one of those that rows and columns place, each placement so many words.
            let (first, words) = if is_open_side {
                (layout.place_among(unit, theirs, W::EMPTY), 1)
            } else {
                (layout.place_in_row(unit, 0, theirs), layout.columns)
            };
            let kings = OneMore::than(own);
            for to in made.to.squares() {
                best.add(squares, child.table.at(first + kings.with(to) * words));
            }
        }
        (false, true) => {
            let (rows, columns) = if is_open_side { (theirs, own) } else { (own, theirs) };
            best.add(squares, child.table.at(layout.place_among(unit, rows, columns)));
        }
        (false, false) => {
            let mut kings = Setup::default();
            kings.pieces[side as usize][Kind::King as usize] = own;
            kings.pieces[side.other() as usize][Kind::King as usize] = theirs;
            let (place, square) = layout.place_of(unit, &kings);
            best.add_choice(squares, child.table.at(place), W::bit(square), win_parity(before.kernel.goal));
        }
    }
}

/// Remembers the units of configurations of fixed pieces that captures lead to.
#[derive(Debug)]
pub struct UnitMemory<W> {
    /// By child and a few bits of the configuration: the configuration and its unit.
    kept: Vec<([[W; 2]; 2], usize)>,
}

impl<W> Default for UnitMemory<W> {
    fn default() -> Self {
        UnitMemory { kept: Vec::new() }
    }
}

/// Configurations remembered per child, a power of two.
const KEPT_PER_CHILD: usize = 16;

impl<W: Word> UnitMemory<W> {
    #[inline(always)]
    fn unit(&mut self, number: usize, child: &Child<W>, after: &Setup<W>) -> usize {
        if !child.layout.has_fixed() {
            return 0;
        }
        let fixed = Side::BOTH.map(|side| [after.get(side, Kind::Man), after.get(side, Kind::Parachutist)]);
        let [[white, _], [black, _]] = fixed;
        let mixed = (white ^ black.raised(1)).widen() as u64;
        let slot = (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize % KEPT_PER_CHILD;
        let place = number * KEPT_PER_CHILD + slot;
        if self.kept.len() <= place {
            self.kept.resize(place + 1, ([[W::EMPTY; 2]; 2], 0));
        }
        let kept = &mut self.kept[place];
        // An empty entry is never asked for: there is a fixed piece.
        if kept.0 != fixed {
            *kept = (fixed, child.layout.unit_of(after));
        }
        kept.1
    }
}
