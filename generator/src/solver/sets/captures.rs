//! What captures are worth, for all squares of the open king at once.
//!
//! The captures of one piece that begin in one direction depend on the fixed pieces and on what stands on the few squares
//! that were looked at to find them. So they are found once per unit with no other king on the board, together with where
//! they lead, and hold wherever the other kings stand on none of these squares. Captures of the open king are taken piece
//! by piece that they begin with.

use std::cmp::Reverse;

use peatee_rules::{Direction, Kind, SetCapture, Setup, Side, Word};

use super::best::Best;
use super::landings::{Capture, Look, UnitMemory, add, lands};
use super::start::Before;

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
            units: UnitMemory::default(),
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
