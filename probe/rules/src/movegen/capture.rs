//! Captures: a search through all sequences of jumps that the rule table allows.

use super::kernel::{Kernel, KernelMove, PieceTable};
use super::precedence::{Tally, has_order, rank};
use crate::bitboard::Bitboard;
use crate::board::{Direction, NO_SQUARE};
use crate::piece::{KINDS, Kind, Side};
use crate::position::Setup;
use crate::variant::{CaptureTurns, Jump, PromotionInCapture, Removal};

/// Receiver of the captures that a search finds. Each capture has a rank of precedence. Only the
/// captures of the highest rank are legal.
pub trait CaptureSink<W> {
    /// True when the receiver needs the squares between origin and destination. Searches without
    /// these squares are faster.
    const WANTS_PATH: bool;
    /// Receives a capture with its rank of precedence. `path` lists the touched squares, origin
    /// first; it is empty if [`WANTS_PATH`](Self::WANTS_PATH) is false.
    fn offer(&mut self, rank: u64, mv: KernelMove<W>, path: &[u8]);
    /// Receives a [`Landing`] (the state of a capture between two jumps) before the search
    /// continues from it. Returns `None` to continue the search from this landing. Returns `Some`
    /// to skip the landing; the value is true when another jump is possible from it.
    #[inline(always)]
    fn enter(&mut self, _landing: &Landing<W>) -> Option<bool> {
        None
    }
    /// Receives a [`Landing`] (the state of a capture between two jumps) after the search has tried
    /// all jumps from it. `leads_on` is true when a jump was possible.
    #[inline(always)]
    fn leave(&mut self, _landing: &Landing<W>, _leads_on: bool) {}
}

/// State of a capture between two jumps, with everything on which the continuations depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Landing<W> {
    captured: W,
    /// The order of captured kings ([`Tally::order`]) if it decides between captures, otherwise 0.
    order: u32,
    origin: u8,
    at: u8,
    kind: Kind,
    direction: Direction,
}

/// Collects the legal captures without their paths.
#[derive(Debug, Clone)]
pub struct Captures<W> {
    /// The legal captures so far.
    pub moves: Vec<KernelMove<W>>,
    rank: u64,
}

impl<W> Default for Captures<W> {
    fn default() -> Self {
        Captures { moves: Vec::new(), rank: 0 }
    }
}

impl<W> Captures<W> {
    /// Removes all captures but keeps the allocated memory.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.moves.clear();
        self.rank = 0;
    }
}

impl<W: Bitboard> CaptureSink<W> for Captures<W> {
    const WANTS_PATH: bool = false;
    #[inline(always)]
    fn offer(&mut self, rank: u64, mv: KernelMove<W>, _path: &[u8]) {
        if rank < self.rank {
            return;
        }
        if rank > self.rank {
            self.rank = rank;
            self.moves.clear();
        }
        self.moves.push(mv);
    }
}

struct CaptureSearch<'a, W, S> {
    kernel: &'a Kernel<W>,
    side: Side,
    others: W,
    victims: [W; KINDS],
    /// Enemy pieces that each kind of piece of the moving side may capture, indexed by kind.
    prey: [W; KINDS],
    origin: u8,
    kind: Kind,
    path: Path,
    sink: &'a mut S,
}

/// Squares that a capture has touched. The path is kept on the stack, because the solver searches
/// hundreds of millions of captures.
struct Path {
    squares: [u8; MAX_PATH],
    length: usize,
}

/// Maximum number of squares of a path: the origin, and one square for each captured piece. The
/// number suffices on every board, because each captured piece needs an empty square behind it.
const MAX_PATH: usize = 64;

impl Path {
    fn from(origin: u8) -> Self {
        let mut path = Path { squares: [0; MAX_PATH], length: 0 };
        path.push(origin);
        path
    }
    #[inline(always)]
    fn push(&mut self, square: u8) {
        self.squares[self.length] = square;
        self.length += 1;
    }
    #[inline(always)]
    fn pop(&mut self) {
        self.length -= 1;
    }
    fn squares(&self) -> &[u8] {
        &self.squares[..self.length]
    }
}

/// State of a capture between two jumps.
#[derive(Clone, Copy)]
struct CaptureState<W> {
    at: u8,
    kind: Kind,
    captured: W,
    tally: Tally,
    last: Option<Direction>,
}

impl<W: Bitboard> Kernel<W> {
    /// Offers every capture of `side` to `sink`, with its rank of precedence. Only the captures of
    /// the highest rank are legal.
    #[inline]
    pub fn captures(&self, setup: &Setup<W>, side: Side, sink: &mut impl CaptureSink<W>) {
        let occupied = setup.occupied();
        let victims = setup.pieces[side.other() as usize];
        let prey = self.prey(side, &victims);
        for &kind in &self.kinds {
            let table = self.table(side, kind);
            for from in setup.get(side, kind).squares() {
                // Most pieces have nothing to jump over: test this before setting anything up.
                if !self.can_jump(table, from, occupied, prey[kind as usize]) {
                    continue;
                }
                let mut walk = CaptureSearch {
                    kernel: self,
                    side,
                    others: occupied & !W::bit(from),
                    victims,
                    prey,
                    origin: from,
                    kind,
                    path: Path::from(from),
                    sink,
                };
                walk.jump_on(CaptureState { at: from, kind, captured: W::EMPTY, tally: Tally::default(), last: None });
            }
        }
    }

    /// Returns true when `side` has a capture.
    #[inline(always)]
    pub fn has_capture(&self, setup: &Setup<W>, side: Side) -> bool {
        let occupied = setup.occupied();
        let prey = self.prey(side, &setup.pieces[side.other() as usize]);
        for &kind in &self.kinds {
            let table = self.table(side, kind);
            let enemies = prey[kind as usize];
            if setup.get(side, kind).squares().any(|from| self.can_jump(table, from, occupied, enemies)) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    pub(super) fn prey(&self, side: Side, victims: &[W; KINDS]) -> [W; KINDS] {
        let may_take = &self.may_take[side as usize];
        // The three terms are written out: every position needs this, and the compiler does not
        // inline iterators over two arrays at once.
        let of = |may_take: &[W; KINDS]| {
            let [first, second, third] = may_take;
            (victims[0] & *first) | (victims[1] & *second) | (victims[2] & *third)
        };
        [of(&may_take[0]), of(&may_take[1]), of(&may_take[2])]
    }

    #[inline(always)]
    fn can_jump(&self, table: &PieceTable<W>, from: u8, occupied: W, enemies: W) -> bool {
        if (table.first_reach[from as usize] & enemies).is_empty() {
            return false;
        }
        table.first_jump_directions.iter().any(|&direction| {
            self.victim(table.jump, from, direction, occupied, enemies)
                .is_some_and(|victim| !self.landings(table.jump, victim, direction, occupied).is_empty())
        })
    }

    /// Returns the square of the first piece in a direction, if the piece is one of `enemies` and
    /// near enough to jump over.
    #[inline(always)]
    fn victim(&self, jump: Jump, from: u8, direction: Direction, occupied: W, enemies: W) -> Option<u8> {
        let victim = match jump {
            Jump::None => return None,
            Jump::Short => match self.step[direction as usize][from as usize] {
                NO_SQUARE => return None,
                next => next,
            },
            Jump::Flying | Jump::FlyingLandNext => {
                let blockers = self.ray[direction as usize][from as usize] & occupied;
                if blockers.is_empty() {
                    return None;
                }
                if direction.is_ascending() { blockers.lowest() } else { blockers.highest() }
            }
        };
        enemies.has(victim).then_some(victim)
    }

    #[inline(always)]
    pub(super) fn landings(&self, jump: Jump, victim: u8, direction: Direction, occupied: W) -> W {
        if jump.lands_anywhere() {
            return self.open_ray(direction, victim, occupied);
        }
        match self.step[direction as usize][victim as usize] {
            NO_SQUARE => W::EMPTY,
            next => W::bit(next) & !occupied,
        }
    }
}

/// Returns the square that comes first in `direction` among `squares`, a nonempty set on one line.
#[inline(always)]
pub(super) fn nearest<W: Bitboard>(squares: W, direction: Direction) -> u8 {
    if direction.is_ascending() { squares.lowest() } else { squares.highest() }
}

impl<W: Bitboard, S: CaptureSink<W>> CaptureSearch<'_, W, S> {
    /// Makes every possible jump from `stage` (the state of a capture between two jumps), and
    /// continues from each landing square. Returns false when no jump is possible.
    fn jump_on(&mut self, stage: CaptureState<W>) -> bool {
        let table = self.kernel.table(self.side, stage.kind);
        let directions = match stage.last {
            None => &table.first_jump_directions,
            Some(_) => &table.next_jump_directions,
        };
        let mut found = false;
        for &direction in directions {
            if self.turn_is_allowed(stage.last, direction) {
                found |= self.jump(&stage, direction);
            }
        }
        found
    }

    #[inline(always)]
    fn turn_is_allowed(&self, last: Option<Direction>, direction: Direction) -> bool {
        match (last, self.kernel.turning) {
            (None, _) | (_, CaptureTurns::Free) => true,
            (Some(last), CaptureTurns::NotBack) => direction != last.opposite(),
            (Some(last), CaptureTurns::Straight) => direction == last,
        }
    }

    /// Makes the next jump in one direction, if it is possible, and continues from each landing
    /// square. Returns false when no jump is possible.
    fn jump(&mut self, stage: &CaptureState<W>, direction: Direction) -> bool {
        let kernel = self.kernel;
        let table = kernel.table(self.side, stage.kind);
        let occupied = match kernel.removal {
            Removal::AtEnd => self.others,
            Removal::AtOnce => self.others & !stage.captured,
        };
        let enemies = self.prey[stage.kind as usize] & !stage.captured;
        let Some(victim) = kernel.victim(table.jump, stage.at, direction, occupied, enemies) else {
            return false;
        };
        let landings = kernel.landings(table.jump, victim, direction, occupied);
        if landings.is_empty() {
            return false;
        }
        let victim_kind = self.kind_of_victim(victim);
        let after = CaptureState {
            captured: stage.captured | W::bit(victim),
            tally: stage.tally.with(victim_kind),
            last: Some(direction),
            ..*stage
        };
        let stops_behind = table.stops_behind_king && victim_kind == Kind::King;
        self.land(after, table, landings, direction, stops_behind);
        true
    }

    /// Continues a capture from each landing square of a jump. If no further jump is possible, the
    /// capture ends on any of these squares. If `stops_behind` is true, the capture ends only on
    /// the square directly behind the victim.
    fn land(
        &mut self,
        stage: CaptureState<W>,
        table: &PieceTable<W>,
        landings: W,
        direction: Direction,
        stops_behind: bool,
    ) {
        let kernel = self.kernel;
        if let Some(becomes) = table.capture_becomes {
            for to in landings.squares() {
                self.finish(&stage, to, becomes);
            }
            return;
        }
        let mut goes_on = false;
        // The next piece straight ahead is the same from all landing squares. Only the last landing
        // square tries to jump over it, so that this jump counts as one path, not several.
        let last_landing = if direction.is_ascending() { landings.highest() } else { landings.lowest() };
        for at in landings.squares() {
            let promotes = stage.kind == Kind::Man && table.promotion.has(at);
            let kind = match (promotes, kernel.promotion_in_capture) {
                (true, PromotionInCapture::Stop) => continue,
                (true, PromotionInCapture::Become) => Kind::King,
                _ => stage.kind,
            };
            let next = kernel.table(self.side, kind);
            if (next.next_reach[at as usize] & self.prey[kind as usize] & !stage.captured).is_empty() {
                continue;
            }
            if S::WANTS_PATH {
                self.path.push(at);
            }
            let landing = self.landing(&stage, at, kind, direction);
            goes_on |= self.sink.enter(&landing).unwrap_or_else(|| {
                let here = CaptureState { at, kind, ..stage };
                let mut leads_on = false;
                for &turn in &next.next_jump_directions {
                    if (turn != direction || at == last_landing) && self.turn_is_allowed(Some(direction), turn) {
                        leads_on |= self.jump(&here, turn);
                    }
                }
                self.sink.leave(&landing, leads_on);
                leads_on
            });
            if S::WANTS_PATH {
                self.path.pop();
            }
        }
        if !goes_on || kernel.may_stop {
            let ends = if stops_behind { landings & W::bit(nearest(landings, direction)) } else { landings };
            for to in ends.squares() {
                let becomes = if stage.kind == Kind::Man && table.promotion.has(to) { Kind::King } else { stage.kind };
                self.finish(&stage, to, becomes);
            }
        }
    }

    #[inline(always)]
    fn landing(&self, stage: &CaptureState<W>, at: u8, kind: Kind, direction: Direction) -> Landing<W> {
        let order = if has_order(self.kernel.precedence) { stage.tally.order } else { 0 };
        Landing { captured: stage.captured, order, origin: self.origin, at, kind, direction }
    }

    #[inline]
    fn finish(&mut self, stage: &CaptureState<W>, to: u8, becomes: Kind) {
        let mv = KernelMove { from: self.origin, to, kind: self.kind, becomes, captured: stage.captured };
        let rank = rank(self.kernel.precedence, self.kind, stage.tally);
        if S::WANTS_PATH {
            self.path.push(to);
            self.sink.offer(rank, mv, self.path.squares());
            self.path.pop();
        } else {
            self.sink.offer(rank, mv, &[]);
        }
    }

    #[inline(always)]
    fn kind_of_victim(&self, square: u8) -> Kind {
        Kind::ALL.into_iter().find(|&k| self.victims[k as usize].has(square)).expect("a victim stands there")
    }
}
