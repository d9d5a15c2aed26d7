//! Finds captures and their values, for all squares of the open king at once.
//!
//! The captures of one piece that begin in one direction depend only on the fixed pieces and on the
//! few squares that the move generator examines. They are therefore found once per unit (or per
//! parallel part of a large unit), without other kings on the board, together with their
//! destinations. They are valid as long as no other king stands on an examined square. The captures
//! of the open king are grouped by the first piece that they capture.

use std::cmp::Reverse;

use peatee_rules::{Bitboard, Direction, FirstJump, Kind, OpenJump, SetCapture, Setup, Side};

use super::best::Best;
use super::context::{FirstPassContext, WordPositions};
use super::destinations::{Capture, UnitsAfterCaptures, add, destination};

/// Key of a group of captures: all captures by one piece, or all captures by the open king that
/// begin by capturing a given piece. The open king is the king whose squares are the bits of a
/// word.
#[derive(Debug, Clone, Copy)]
enum CaptureKey {
    Piece(Kind, u8),
    /// Captures by the open king (the king whose squares are the bits of a word) that begin by
    /// capturing the piece on this square.
    OpenKingOver(u8),
}

impl CaptureKey {
    fn directions<'a, W: Bitboard>(self, context: &FirstPassContext<'a, W>, side: Side) -> &'a [Direction] {
        let kind = match self {
            CaptureKey::Piece(kind, _) => kind,
            CaptureKey::OpenKingOver(_) => Kind::King,
        };
        context.slice.kernel.capture_directions(side, kind)
    }

    fn square(self) -> u8 {
        match self {
            CaptureKey::Piece(_, square) | CaptureKey::OpenKingOver(square) => square,
        }
    }
}

/// The captures with one [`CaptureKey`] in one unit (configuration of all pieces except kings).
/// They are found with at most two kings on the board: the open king and, if the square in the key
/// has a king, this king.
#[derive(Debug, Clone, Copy)]
struct CachedCaptures<W> {
    /// Serial number of the unit (configuration of all pieces except kings) for which these
    /// captures are valid; see [`CaptureFinder::unit`].
    unit: u64,
    /// Index in [`CaptureFinder::list`] of the first of these captures.
    start: u32,
    all: CachedDirection<W>,
}

/// The captures with one `CaptureKey` that begin in one direction. They are found with the same
/// kings on the board as in [`CachedCaptures`].
#[derive(Debug, Clone, Copy)]
struct CachedDirection<W> {
    /// Squares that the move generator examined. The captures are valid as long as no other king
    /// stands on any of these squares.
    seen: W,
    /// Index in [`CaptureFinder::list`] just after the last of these captures.
    end: u32,
}

const SQUARES: usize = 128;
const DIRECTIONS: usize = 8;

#[derive(Debug)]
pub struct CaptureFinder<W> {
    targets: UnitsAfterCaptures<W>,
    /// Groups of captures that are already found. The index of a group is computed from the side to
    /// move, whether the open king captures, and the square in the [`CaptureKey`].
    cached: Vec<CachedCaptures<W>>,
    /// Captures of each group in `cached`, by the direction in which they begin. The first index is
    /// the index of the group, the second is the index of the direction.
    by_direction: Vec<[CachedDirection<W>; DIRECTIONS]>,
    /// Serial number of the current unit (configuration of the men), which grows by one with each
    /// unit. Entries of `cached` with another serial number are out of date.
    unit: u64,
    /// The captures to which the indices in `cached` and `by_direction` refer.
    list: Vec<Capture<W>>,
    /// Buffer for the captures with one [`CaptureKey`]. It is used when other kings make some of
    /// the cached captures invalid.
    changed: Vec<Capture<W>>,
    /// Buffer in which all captures of one word (positions that differ only in the square of the
    /// open king) are sorted by rank, for example by the number of captured pieces. Used only in
    /// games in which just the captures of the highest rank are legal.
    found: Vec<Capture<W>>,
}

impl<W: Bitboard> Default for CaptureFinder<W> {
    fn default() -> Self {
        let direction = CachedDirection { seen: W::EMPTY, end: 0 };
        CaptureFinder {
            targets: UnitsAfterCaptures::default(),
            cached: vec![CachedCaptures { unit: 0, start: 0, all: direction }; 2 * 2 * SQUARES],
            by_direction: vec![[direction; DIRECTIONS]; 2 * 2 * SQUARES],
            unit: 1,
            list: Vec::new(),
            changed: Vec::new(),
            found: Vec::new(),
        }
    }
}

impl<W: Bitboard> CaptureFinder<W> {
    pub fn begin_unit(&mut self) {
        self.unit += 1;
        self.list.clear();
        self.targets.begin_unit();
    }

    /// Adds the captures of all positions of `word`, which differ only in the square of the open
    /// king, to `best`. `fixed` holds the men and other pieces that are not kings.
    #[inline(always)]
    pub fn add_all(
        &mut self,
        best: &mut Best<W>,
        context: &FirstPassContext<W>,
        fixed: &Setup<W>,
        word: &WordPositions<'_, W>,
    ) {
        if !context.slice.kernel.ranks_captures() {
            return self.each(context, fixed, word, |targets, capture| {
                add(best, context, word, (targets, capture), word.squares)
            });
        }
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        self.each(context, fixed, word, |_, capture| found.push(*capture));
        found.sort_unstable_by_key(|capture| Reverse(capture.mv.rank));
        // A capture of a lower rank is legal only for squares of the open king at which no capture
        // of a higher rank exists.
        let mut left = word.squares;
        for same_rank in found.chunk_by(|a, b| a.mv.rank == b.mv.rank) {
            let mut taken = W::EMPTY;
            for capture in same_rank {
                add(best, context, word, (&self.targets, capture), left);
                taken |= capture.mv.squares;
            }
            left &= !taken;
        }
        self.found = found;
    }

    /// Calls `take` for each capture in the positions of `word`. The second argument of `take` is
    /// the capture. The first is the [`UnitsAfterCaptures`] in which the values after the capture
    /// are found.
    #[inline(always)]
    fn each(
        &mut self,
        context: &FirstPassContext<W>,
        fixed: &Setup<W>,
        word: &WordPositions<'_, W>,
        mut take: impl FnMut(&UnitsAfterCaptures<W>, &Capture<W>),
    ) {
        for &kind in context.slice.kernel.kinds() {
            for from in word.setup.get(word.side, kind).squares() {
                self.each_from(context, fixed, word, CaptureKey::Piece(kind, from), &mut take);
            }
        }
        if word.side == context.slice.open {
            for victim in context.slice.kernel.prey_of_kings(word.setup, word.side).squares() {
                self.each_from(context, fixed, word, CaptureKey::OpenKingOver(victim), &mut take);
            }
        }
    }

    #[inline(always)]
    fn each_from(
        &mut self,
        context: &FirstPassContext<W>,
        fixed: &Setup<W>,
        word: &WordPositions<'_, W>,
        start: CaptureKey,
        mut take: impl FnMut(&UnitsAfterCaptures<W>, &Capture<W>),
    ) {
        let (by_open_king, square) = match start {
            CaptureKey::Piece(_, from) => (0, from),
            CaptureKey::OpenKingOver(victim) => (1, victim),
        };
        let number = (2 * word.side as usize + by_open_king) * SQUARES + square as usize;
        if self.cached[number].unit != self.unit {
            self.find_alone(context, fixed, word, start, number);
        }
        let CachedCaptures { start: first, all, .. } = self.cached[number];
        let kings = word.setup.get(Side::White, Kind::King) | word.setup.get(Side::Black, Kind::King);
        let others = kings & !W::bit(square);
        if (others & all.seen).is_empty() {
            let alone = &self.list[first as usize..all.end as usize];
            return alone.iter().for_each(|capture| take(&self.targets, capture));
        }
        self.find_changed(context, word, start, number, others);
        self.changed.iter().for_each(|capture| take(&self.targets, capture));
    }

    /// Finds the captures with one [`CaptureKey`] and adds them to the cache. They are found with
    /// at most two kings on the board: the open king and, if the square in the key has a king, this
    /// king.
    #[inline(never)]
    fn find_alone(
        &mut self,
        context: &FirstPassContext<W>,
        fixed: &Setup<W>,
        word: &WordPositions<'_, W>,
        start: CaptureKey,
        number: usize,
    ) {
        let kernel = context.slice.kernel;
        let mut alone = *fixed;
        for (alone, all) in alone.pieces.iter_mut().zip(&word.setup.pieces) {
            alone[Kind::King as usize] = all[Kind::King as usize] & W::bit(start.square());
        }
        let word = WordPositions { setup: &alone, side: word.side, squares: kernel.all & !alone.occupied() };
        let (may_capture, reach) = match start {
            CaptureKey::Piece(kind, from) => {
                kernel.may_capture(&alone, word.side, word.open_king(context), (kind, from))
            }
            CaptureKey::OpenKingOver(_) => (true, W::EMPTY),
        };
        let first = self.list.len() as u32;
        let mut all = CachedDirection { seen: reach, end: first };
        for (&direction, cached) in start.directions(context, word.side).iter().zip(&mut self.by_direction[number]) {
            *cached = all;
            if may_capture {
                cached.seen = list_captures(&mut self.targets, &mut self.list, context, &word, (start, direction));
                cached.end = self.list.len() as u32;
                all = CachedDirection { seen: all.seen | cached.seen, end: cached.end };
            }
        }
        self.cached[number] = CachedCaptures { unit: self.unit, start: first, all };
    }

    /// Lists the captures with one [`CaptureKey`] in `changed`. Used when some of the kings
    /// `others` stand on squares that the cached captures depend on. Searches only the directions
    /// with such squares again, and copies the captures in the other directions from the cache.
    #[inline(never)]
    fn find_changed(
        &mut self,
        context: &FirstPassContext<W>,
        word: &WordPositions<'_, W>,
        start: CaptureKey,
        number: usize,
        others: W,
    ) {
        self.changed.clear();
        let mut first = self.cached[number].start;
        for (&direction, cached) in start.directions(context, word.side).iter().zip(&self.by_direction[number]) {
            if (others & cached.seen).is_empty() {
                self.changed.extend_from_slice(&self.list[first as usize..cached.end as usize]);
            } else {
                list_captures(&mut self.targets, &mut self.changed, context, word, (start, direction));
            }
            first = cached.end;
        }
    }
}

/// Appends the captures with one [`CaptureKey`] that begin in one direction to `list`. Returns the
/// squares that the move generator examined.
fn list_captures<W: Bitboard>(
    targets: &mut UnitsAfterCaptures<W>,
    list: &mut Vec<Capture<W>>,
    context: &FirstPassContext<W>,
    word: &WordPositions<'_, W>,
    (start, direction): (CaptureKey, Direction),
) -> W {
    let open = word.open_king(context);
    // The move generator yields captures that differ only in the landing square in succession. Such
    // captures lead to the same unit.
    let mut last: Option<Capture<W>> = None;
    let mut put = |mv: &SetCapture<W>| {
        let is_like = |last: &Capture<W>| {
            let key = |mv: &SetCapture<W>| (mv.from, mv.becomes, mv.captured, mv.takes_open);
            mv.becomes == Kind::King && key(&last.mv) == key(mv)
        };
        if let Some(last) = last.filter(is_like) {
            return list.push(Capture { mv: *mv, ..last });
        }
        if mv.becomes == Kind::King {
            let capture = Capture { mv: *mv, destination: destination(targets, context, word, mv) };
            last = Some(capture);
            return list.push(capture);
        }
        // If the capturing piece is not a king afterwards, its landing square determines the unit
        // (configuration of the fixed pieces).
        for to in mv.to.squares() {
            let mv = SetCapture { to: W::bit(to), ..*mv };
            list.push(Capture { mv, destination: destination(targets, context, word, &mv) });
        }
    };
    let kernel = context.slice.kernel;
    match start {
        CaptureKey::Piece(kind, from) => {
            let jump = FirstJump { kind, from, direction };
            kernel.set_captures_from(word.setup, word.side, open, jump, &mut put)
        }
        CaptureKey::OpenKingOver(victim) => {
            kernel.set_captures_over(word.setup, word.side, open, OpenJump { victim, direction }, &mut put)
        }
    }
}
