//! What captures are worth, for all squares of the open king at once.
//!
//! The captures of one piece that begin in one direction depend on the fixed pieces and on what stands on the few squares
//! that were looked at to find them. So they are found once per unit with no other king on the board, together with where
//! they lead, and hold wherever the other kings stand on none of these squares. Captures of the open king are taken piece
//! by piece that they begin with.
//!
//! What a capture leads to is one value word when the open king stays where it is; when it is captured or is the piece
//! that captures, the position is the same for all its squares, and one bit of a word says the value.

use std::cmp::Reverse;

use peatee_rules::{Direction, Kind, NO_SQUARE, OpenKing, SetCapture, Setup, Side, Word};

use super::best::Best;
use super::children::{Child, View, weight_of_piece};
use super::placements::OneMore;
use super::start::{Before, win_parity};
use crate::solver::dtw::ended;

/// A capture and where it leads.
#[derive(Debug, Clone, Copy)]
struct Capture<W> {
    made: SetCapture<W>,
    lands: Lands,
}

/// Where the words of a capture are.
#[derive(Debug, Clone, Copy)]
enum Lands {
    /// The other side has no pieces left.
    Nowhere,
    /// In this unit of a child.
    In { child: u32, unit: u32 },
}

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
    fn open(&self, before: &Before<W>) -> OpenKing<W> {
        OpenKing { side: before.open, squares: self.squares }
    }
}

/// With which piece captures begin.
#[derive(Debug, Clone, Copy)]
enum Begins {
    /// They are those of this piece.
    From(Kind, u8),
    /// The open king takes this piece.
    Over(u8),
}

impl Begins {
    /// In which directions they may begin.
    fn directions<'a, W: Word>(self, before: &Before<'a, W>, side: Side) -> &'a [Direction] {
        let kind = match self {
            Begins::From(kind, _) => kind,
            Begins::Over(_) => Kind::King,
        };
        before.kernel.capture_directions(side, kind)
    }
}

/// The captures that begin with a piece when no other king is on the board.
#[derive(Debug, Clone, Copy)]
struct Kept<W> {
    /// The unit this is known of; see [`Captures::unit`].
    unit: u64,
    /// Where they begin in the list.
    start: u32,
    /// In all directions.
    all: Way<W>,
}

/// Those in one direction.
#[derive(Debug, Clone, Copy)]
struct Way<W> {
    /// They are the same as long as no other king stands here.
    seen: W,
    /// Where they end in the list.
    end: u32,
}

/// Squares of the largest board, and more.
const SQUARES: usize = 128;
/// The most directions.
const DIRECTIONS: usize = 8;

/// Finds captures and what they lead to.
#[derive(Debug)]
pub struct Captures<W> {
    units: UnitMemory<W>,
    /// By side to move, whether the open king captures, and the square of the piece.
    kept: Vec<Kept<W>>,
    /// By direction, too.
    ways: Vec<[Way<W>; DIRECTIONS]>,
    /// Counts units.
    unit: u64,
    /// The captures of `kept`.
    list: Vec<Capture<W>>,
    /// Memory for those that other kings change.
    changed: Vec<Capture<W>>,
    /// Captures of one position.
    found: Vec<Capture<W>>,
}

impl<W: Word> Default for Captures<W> {
    fn default() -> Self {
        let way = Way { seen: W::EMPTY, end: 0 };
        Captures {
            units: UnitMemory { kept: Vec::new() },
            kept: vec![Kept { unit: 0, start: 0, all: way }; 2 * 2 * SQUARES],
            ways: vec![[way; DIRECTIONS]; 2 * 2 * SQUARES],
            unit: 1,
            list: Vec::new(),
            changed: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl<W: Word> Captures<W> {
    /// Turns to another unit.
    pub fn turn(&mut self) {
        self.unit += 1;
        self.list.clear();
    }

    /// Adds what these captures are worth.
    #[inline(always)]
    pub fn add_all(&mut self, best: &mut Best<W>, before: &Before<W>, fixed: &Setup<W>, look: &Look<'_, W>) {
        if !before.kernel.ranks_captures() {
            return self.each(before, fixed, look, |capture| add(best, before, look, capture, look.squares));
        }
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        self.each(before, fixed, look, |capture| found.push(*capture));
        found.sort_unstable_by_key(|capture| Reverse(capture.made.rank));
        // Captures of a lower rank are only legal where there is none of a higher one.
        let mut left = look.squares;
        for same_rank in found.chunk_by(|a, b| a.made.rank == b.made.rank) {
            let mut taken = W::EMPTY;
            for capture in same_rank {
                add(best, before, look, capture, left);
                taken |= capture.made.squares;
            }
            left &= !taken;
        }
        self.found = found;
    }

    /// Calls `take` with all captures.
    #[inline(always)]
    fn each(&mut self, before: &Before<W>, fixed: &Setup<W>, look: &Look<'_, W>, mut take: impl FnMut(&Capture<W>)) {
        for &kind in before.kernel.kinds() {
            for from in look.setup.get(look.side, kind).squares() {
                self.each_of(before, fixed, look, Begins::From(kind, from), &mut take);
            }
        }
        if look.side == before.open {
            for victim in before.kernel.prey_of_kings(look.setup, look.side).squares() {
                self.each_of(before, fixed, look, Begins::Over(victim), &mut take);
            }
        }
    }

    /// Calls `take` with the captures that begin with a piece.
    #[inline(always)]
    fn each_of(
        &mut self,
        before: &Before<W>,
        fixed: &Setup<W>,
        look: &Look<'_, W>,
        begins: Begins,
        take: impl FnMut(&Capture<W>),
    ) {
        let (of_open, square) = match begins {
            Begins::From(_, from) => (0, from),
            Begins::Over(victim) => (1, victim),
        };
        let number = (2 * look.side as usize + of_open) * SQUARES + square as usize;
        if self.kept[number].unit != self.unit {
            self.find_alone(before, fixed, look, begins, number, square);
        }
        let Kept { start, all, .. } = self.kept[number];
        let kings = look.setup.get(Side::White, Kind::King) | look.setup.get(Side::Black, Kind::King);
        let others = kings & !W::bit(square);
        if (others & all.seen).is_empty() {
            return self.list[start as usize..all.end as usize].iter().for_each(take);
        }
        self.find_changed(before, look, begins, number, others);
        self.changed.iter().for_each(take);
    }

    /// Finds the captures that begin with a piece on `square` when no other king is on the board.
    #[inline(never)]
    fn find_alone(
        &mut self,
        before: &Before<W>,
        fixed: &Setup<W>,
        look: &Look<'_, W>,
        begins: Begins,
        number: usize,
        square: u8,
    ) {
        let mut alone = *fixed;
        for (alone, all) in alone.pieces.iter_mut().zip(&look.setup.pieces) {
            alone[Kind::King as usize] = all[Kind::King as usize] & W::bit(square);
        }
        let look = Look { setup: &alone, side: look.side, squares: before.kernel.all & !alone.occupied() };
        let (may_capture, reach) = match begins {
            Begins::From(kind, from) => before.kernel.may_capture(&alone, look.side, look.open(before), (kind, from)),
            Begins::Over(_) => (true, W::EMPTY),
        };
        let start = self.list.len() as u32;
        let mut all = Way { seen: reach, end: start };
        for (&direction, way) in begins.directions(before, look.side).iter().zip(&mut self.ways[number]) {
            *way = all;
            if may_capture {
                way.seen = follow(&mut self.units, &mut self.list, before, &look, begins, direction);
                way.end = self.list.len() as u32;
                all = Way { seen: all.seen | way.seen, end: way.end };
            }
        }
        self.kept[number] = Kept { unit: self.unit, start, all };
    }

    /// Lists the captures that begin with a piece where `others`, the other kings, change some of them.
    #[inline(never)]
    fn find_changed(&mut self, before: &Before<W>, look: &Look<'_, W>, begins: Begins, number: usize, others: W) {
        self.changed.clear();
        let mut start = self.kept[number].start;
        for (&direction, way) in begins.directions(before, look.side).iter().zip(&self.ways[number]) {
            if (others & way.seen).is_empty() {
                self.changed.extend_from_slice(&self.list[start as usize..way.end as usize]);
            } else {
                follow(&mut self.units, &mut self.changed, before, look, begins, direction);
            }
            start = way.end;
        }
    }
}

/// Lists the captures that begin with a piece in a direction; returns the squares looked at.
fn follow<W: Word>(
    units: &mut UnitMemory<W>,
    list: &mut Vec<Capture<W>>,
    before: &Before<W>,
    look: &Look<'_, W>,
    begins: Begins,
    direction: Direction,
) -> W {
    let Look { setup, side, .. } = *look;
    let open = look.open(before);
    // Captures that differ in the landing square alone follow each other.
    let mut last: Option<Capture<W>> = None;
    let mut put = |made: &SetCapture<W>| {
        let is_like = |last: &Capture<W>| {
            let key = |made: &SetCapture<W>| (made.from, made.becomes, made.captured, made.takes_open);
            made.becomes == Kind::King && key(&last.made) == key(made)
        };
        if let Some(last) = last.filter(is_like) {
            return list.push(Capture { made: *made, ..last });
        }
        if made.becomes == Kind::King {
            let capture = Capture { made: *made, lands: lands(units, before, setup, side, made) };
            last = Some(capture);
            return list.push(capture);
        }
        // Where a fixed piece lands decides the unit.
        for to in made.to.squares() {
            let made = SetCapture { to: W::bit(to), ..*made };
            list.push(Capture { made, lands: lands(units, before, setup, side, &made) });
        }
    };
    match begins {
        Begins::From(kind, from) => {
            before.kernel.set_captures_from(setup, side, open, (kind, from), direction, &mut put)
        }
        Begins::Over(victim) => before.kernel.set_captures_over(setup, side, open, victim, direction, &mut put),
    }
}

/// Where a capture leads; a fixed piece to a single square.
fn lands<W: Word>(
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
    let open_stays = made.from != NO_SQUARE && !made.takes_open;
    let view = if is_king && !open_stays { View::Capturing } else { View::Same };
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
fn add<W: Word>(best: &mut Best<W>, before: &Before<W>, look: &Look<'_, W>, capture: &Capture<W>, among: W) {
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
    let open_stays = made.from != NO_SQUARE && !made.takes_open;
    match (made.becomes == Kind::King, open_stays) {
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
struct UnitMemory<W> {
    /// By child and a few bits of the configuration: the configuration and its unit.
    kept: Vec<([[W; 2]; 2], usize)>,
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
