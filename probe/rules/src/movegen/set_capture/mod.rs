//! Captures in many positions at once. The positions differ only in the square of one king, the
//! open king; all other pieces are fixed.
//!
//! The search makes the same jumps as [`super::capture`], the reference. For the current path it
//! keeps the set of squares of the open king with which this path is possible. It removes a square
//! from the set when a king there would block the path or would be the next victim. After the
//! capture of the open king the search still removes squares, because captured pieces may remain on
//! the board until the end of the move. If the open king is the moving piece, it leaves its square
//! during the capture, and the set holds the squares from which it may have started.

mod ending;

use super::capture::nearest;
use super::kernel::{Kernel, PieceTable};
use super::precedence::Tally;
use crate::bitboard::Bitboard;
use crate::board::{Direction, NO_SQUARE};
use crate::piece::{KINDS, Kind, Side};
use crate::position::Setup;
use crate::variant::{CaptureTurns, Jump, PromotionInCapture, Removal};

/// The open king: a king of `side` whose square is not decided. It may stand on any of `squares`,
/// which hold no other piece. All other pieces have known squares; comments call them fixed.
#[derive(Debug, Clone, Copy)]
pub struct OpenKing<W> {
    /// Side of the king whose square is not decided.
    pub side: Side,
    /// Squares on which the king may stand.
    pub squares: W,
}

/// A capture that is possible when the [`OpenKing`] stands on any of `squares`. If several captures
/// are possible with the king on the same square, only those of the highest rank are legal.
#[derive(Debug, Clone, Copy)]
pub struct SetCapture<W> {
    /// Rank of precedence: the capture is legal if no other possible capture has a higher rank.
    pub rank: u64,
    /// Squares of the [`OpenKing`] for which the capture is possible.
    pub squares: W,
    /// Square the capturing piece moves from; [`NO_SQUARE`] when the [`OpenKing`] captures.
    pub from: u8,
    /// Destinations of the capturing piece. One value of this type stands for a capture to each of
    /// these squares.
    pub to: W,
    /// Kind of the piece before the move.
    pub kind: Kind,
    /// Kind of the piece after the move.
    pub becomes: Kind,
    /// Squares of the captured pieces, without the [`OpenKing`].
    pub captured: W,
    /// True when the [`OpenKing`] is captured.
    pub takes_open: bool,
}

/// The first jump of a capture, with the piece that makes the jump.
#[derive(Debug, Clone, Copy)]
pub struct FirstJump {
    /// Kind of the capturing piece.
    pub kind: Kind,
    /// Square of the capturing piece before the jump.
    pub from: u8,
    /// Direction of the jump.
    pub direction: Direction,
}

/// The first jump of the [`OpenKing`], from each of its possible squares that allow this jump.
#[derive(Debug, Clone, Copy)]
pub struct OpenJump {
    /// Square of the captured piece.
    pub victim: u8,
    /// Direction of the jump.
    pub direction: Direction,
}

/// Role of the [`OpenKing`] in a capture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The [`OpenKing`] belongs to the capturing side and can block the path.
    Blocker,
    /// The [`OpenKing`] belongs to the other side; it can be captured and can block the path.
    Victim,
    /// The [`OpenKing`] captures.
    Mover,
}

/// Position of the [`OpenKing`] relative to the landing squares of a jump.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenKingOnLine {
    /// The [`OpenKing`] cannot stand on a landing square.
    Nowhere,
    /// The [`OpenKing`] can stand behind the victim, among the landing squares. The capturing piece
    /// then lands between the victim and the king.
    BehindVictim,
    /// The jump captures the [`OpenKing`], so the capturing piece lands on a square behind the
    /// king.
    IsVictim,
}

struct Landings<W> {
    squares: W,
    direction: Direction,
    open_king: OpenKingOnLine,
}

struct SetCaptureSearch<'a, W, F> {
    kernel: &'a Kernel<W>,
    side: Side,
    role: Role,
    /// Squares of all pieces except the moving one and the [`OpenKing`].
    others: W,
    victims: [W; KINDS],
    prey: [W; KINDS],
    origin: u8,
    kind: Kind,
    /// Squares examined so far. The captures found so far depend only on the pieces on these
    /// squares.
    seen: W,
    sink: &'a mut F,
}

/// State of a capture between two jumps.
#[derive(Clone, Copy)]
struct CaptureStage<W> {
    at: u8,
    kind: Kind,
    captured: W,
    takes_open: bool,
    squares: W,
    tally: Tally,
}

impl<W: Bitboard> Kernel<W> {
    /// Returns true when the rules give some captures precedence over others; see
    /// [`SetCapture::rank`].
    #[inline(always)]
    pub fn ranks_captures(&self) -> bool {
        !self.precedence.is_empty()
    }

    /// Returns the pieces that kings of `side` may capture.
    #[inline(always)]
    pub fn prey_of_kings(&self, setup: &Setup<W>, side: Side) -> W {
        self.prey(side, &setup.pieces[side.other() as usize])[Kind::King as usize]
    }

    /// Returns the directions that the first jump of a piece of `side` and `kind` may take.
    #[inline(always)]
    pub fn capture_directions(&self, side: Side, kind: Kind) -> &[Direction] {
        &self.table(side, kind).first_jump_directions
    }

    /// Returns true when the piece on `from` may have a capture, and false when it surely has none.
    /// Also returns the set of examined squares.
    #[inline(always)]
    pub fn may_capture(&self, setup: &Setup<W>, side: Side, open: OpenKing<W>, (kind, from): (Kind, u8)) -> (bool, W) {
        let prey = self.prey(side, &setup.pieces[side.other() as usize])[kind as usize];
        let open_prey = open.squares & self.may_take[side as usize][kind as usize][Kind::King as usize];
        let reach = self.table(side, kind).first_reach[from as usize];
        let in_reach = reach & if side == open.side { prey } else { prey | open_prey };
        (!in_reach.is_empty(), reach)
    }

    /// Calls `sink` with each capture that begins with the given jump. `setup` holds all pieces
    /// except the [`OpenKing`]. Returns the examined squares. An additional piece on any other
    /// square would not change these captures, except that the open king could no longer stand on
    /// that square.
    #[inline]
    pub fn set_captures_from(
        &self,
        setup: &Setup<W>,
        side: Side,
        open: OpenKing<W>,
        FirstJump { kind, from, direction }: FirstJump,
        sink: &mut impl FnMut(&SetCapture<W>),
    ) -> W {
        let role = if side == open.side { Role::Blocker } else { Role::Victim };
        let mut search = SetCaptureSearch::new(self, setup, side, role, (kind, from), sink);
        search.jump(&CaptureStage::start(from, kind, open.squares), direction);
        search.seen
    }

    /// Calls `sink` with each capture by the [`OpenKing`], a king of `side`, that begins with the
    /// given jump. Returns the examined squares like [`Self::set_captures_from`].
    #[inline]
    pub fn set_captures_over(
        &self,
        setup: &Setup<W>,
        side: Side,
        open: OpenKing<W>,
        OpenJump { victim, direction }: OpenJump,
        sink: &mut impl FnMut(&SetCapture<W>),
    ) -> W {
        let mut search = SetCaptureSearch::new(self, setup, side, Role::Mover, (Kind::King, NO_SQUARE), sink);
        search.jump_from_anywhere(victim, direction, open.squares);
        search.seen
    }
}

impl<W: Bitboard> CaptureStage<W> {
    fn start(at: u8, kind: Kind, squares: W) -> Self {
        CaptureStage { at, kind, captured: W::EMPTY, takes_open: false, squares, tally: Tally::default() }
    }
}

impl<'a, W: Bitboard, F: FnMut(&SetCapture<W>)> SetCaptureSearch<'a, W, F> {
    #[inline(always)]
    fn new(
        kernel: &'a Kernel<W>,
        setup: &Setup<W>,
        side: Side,
        role: Role,
        (kind, origin): (Kind, u8),
        sink: &'a mut F,
    ) -> Self {
        let occupied = setup.occupied();
        let others = if role == Role::Mover { occupied } else { occupied & !W::bit(origin) };
        let victims = setup.pieces[side.other() as usize];
        let prey = kernel.prey(side, &victims);
        SetCaptureSearch { kernel, side, role, others, victims, prey, origin, kind, seen: W::EMPTY, sink }
    }

    /// Makes the first jump of the [`OpenKing`] over `victim` in a direction. The king starts from
    /// any of `squares` from which this jump is possible.
    fn jump_from_anywhere(&mut self, victim: u8, direction: Direction, squares: W) {
        let table = self.kernel.table(self.side, Kind::King);
        let back = direction.opposite();
        let origins = match table.jump {
            Jump::None => W::EMPTY,
            Jump::Short => match self.kernel.step[back as usize][victim as usize] {
                NO_SQUARE => W::EMPTY,
                before => W::bit(before),
            },
            Jump::Flying | Jump::FlyingLandNext => self.ray_to_first(back, victim, self.others).0,
        };
        let origins = origins & squares;
        if !origins.is_empty() {
            self.take(&CaptureStage::start(NO_SQUARE, Kind::King, origins), table, victim, direction);
        }
    }

    /// Returns the empty squares between `from` and the first piece in a direction, and the square
    /// of that piece. Ignores the [`OpenKing`]. Adds all these squares to the examined squares.
    #[inline(always)]
    fn ray_to_first(&mut self, direction: Direction, from: u8, occupied: W) -> (W, Option<u8>) {
        let (open, first) = self.kernel.ray_to_first(direction, from, occupied);
        self.seen |= open | first.map_or(W::EMPTY, W::bit);
        (open, first)
    }

    #[inline(always)]
    fn landings(&mut self, jump: Jump, victim: u8, direction: Direction, occupied: W) -> W {
        if jump.lands_anywhere() {
            return self.ray_to_first(direction, victim, occupied).0;
        }
        match self.kernel.step[direction as usize][victim as usize] {
            NO_SQUARE => W::EMPTY,
            next => {
                self.seen |= W::bit(next);
                W::bit(next) & !occupied
            }
        }
    }

    /// Returns true while the [`OpenKing`], captured or not, may stand in the way of the capturing
    /// piece.
    #[inline(always)]
    fn may_block(&self, stage: &CaptureStage<W>) -> bool {
        self.role != Role::Mover && !(stage.takes_open && self.kernel.removal == Removal::AtOnce)
    }

    /// Returns true while a later jump may go over the [`OpenKing`] or be blocked by it, because
    /// this king is not the capturing piece and has not been captured.
    #[inline(always)]
    fn may_meet_open_king(&self, stage: &CaptureStage<W>) -> bool {
        self.role != Role::Mover && !stage.takes_open
    }

    #[inline(always)]
    fn occupied(&self, captured: W) -> W {
        match self.kernel.removal {
            Removal::AtEnd => self.others | captured,
            Removal::AtOnce => self.others & !captured,
        }
    }

    #[inline(always)]
    fn turn_is_allowed(&self, last: Direction, direction: Direction) -> bool {
        match self.kernel.turning {
            CaptureTurns::Free => true,
            CaptureTurns::NotBack => direction != last.opposite(),
            CaptureTurns::Straight => direction == last,
        }
    }

    /// Makes the next jump in one direction and continues the capture. Returns the squares on which
    /// the [`OpenKing`] may stand so that the jump is possible.
    fn jump(&mut self, stage: &CaptureStage<W>, direction: Direction) -> W {
        let kernel = self.kernel;
        let table = kernel.table(self.side, stage.kind);
        let occupied = self.occupied(stage.captured);
        // `open` holds the empty squares up to the first fixed piece, and `first` the square of
        // that piece.
        let (open, first) = match table.jump {
            Jump::None => return W::EMPTY,
            Jump::Short => match kernel.step[direction as usize][stage.at as usize] {
                NO_SQUARE => return W::EMPTY,
                next => {
                    self.seen |= W::bit(next);
                    if occupied.has(next) { (W::EMPTY, Some(next)) } else { (W::bit(next), None) }
                }
            },
            Jump::Flying | Jump::FlyingLandNext => self.ray_to_first(direction, stage.at, occupied),
        };
        let mut found = W::EMPTY;
        let mut squares = stage.squares;
        if self.may_block(stage) {
            let in_line = squares & open;
            squares &= !in_line;
            if self.role == Role::Victim && !stage.takes_open && table.victims[Kind::King as usize] {
                found |= self.capture_open_king(stage, table, in_line, open, direction);
            }
        }
        match first {
            Some(victim) if !squares.is_empty() && (self.prey[stage.kind as usize] & !stage.captured).has(victim) => {
                found | self.take(&CaptureStage { squares, ..*stage }, table, victim, direction)
            }
            _ => found,
        }
    }

    /// Jumps in a direction over the [`OpenKing`], which stands on one of the squares `in_line`.
    /// `open` holds the empty squares up to the first other piece. Returns the squares in `in_line`
    /// on which the king can be captured.
    #[inline(always)]
    fn capture_open_king(
        &mut self,
        stage: &CaptureStage<W>,
        table: &PieceTable<W>,
        in_line: W,
        open: W,
        direction: Direction,
    ) -> W {
        if in_line.is_empty() {
            return W::EMPTY;
        }
        let kernel = self.kernel;
        let after =
            |squares: W| CaptureStage { squares, takes_open: true, tally: stage.tally.with(Kind::King), ..*stage };
        if table.jump.lands_anywhere() {
            // The piece lands on any square of the line behind the king.
            let last = if direction.is_ascending() { open.highest() } else { open.lowest() };
            let taken = in_line & !W::bit(last);
            let landings = open & kernel.ray[direction as usize][nearest(in_line, direction) as usize];
            if !taken.is_empty() {
                self.land(&after(taken), table, landings, direction, (Kind::King, OpenKingOnLine::IsVictim));
            }
            return taken;
        }
        let mut found = W::EMPTY;
        let occupied = self.occupied(stage.captured);
        for square in in_line.squares() {
            let landings = self.landings(table.jump, square, direction, occupied);
            if !landings.is_empty() {
                found |= W::bit(square);
                self.land(&after(W::bit(square)), table, landings, direction, (Kind::King, OpenKingOnLine::IsVictim));
            }
        }
        found
    }

    /// Jumps over `victim`, the next piece in a direction other than the [`OpenKing`]. Returns the
    /// squares on which the open king may stand so that the jump is possible.
    fn take(&mut self, stage: &CaptureStage<W>, table: &PieceTable<W>, victim: u8, direction: Direction) -> W {
        let landings = self.landings(table.jump, victim, direction, self.occupied(stage.captured));
        if landings.is_empty() {
            return W::EMPTY;
        }
        let victim_kind = self.kind_of_victim(victim);
        let mut after =
            CaptureStage { captured: stage.captured | W::bit(victim), tally: stage.tally.with(victim_kind), ..*stage };
        let open_king = if self.may_block(stage) { OpenKingOnLine::BehindVictim } else { OpenKingOnLine::Nowhere };
        if open_king == OpenKingOnLine::BehindVictim {
            after.squares &= !W::bit(nearest(landings, direction));
        }
        if !after.squares.is_empty() {
            self.land(&after, table, landings, direction, (victim_kind, open_king));
        }
        after.squares
    }

    /// Continues the capture from each landing square. If no jump follows, the capture ends on any
    /// of these squares.
    fn land(
        &mut self,
        stage: &CaptureStage<W>,
        table: &PieceTable<W>,
        landings: W,
        direction: Direction,
        (victim, open_king): (Kind, OpenKingOnLine),
    ) {
        let kernel = self.kernel;
        let mut goes_on = W::EMPTY;
        if table.capture_becomes.is_none() {
            for at in landings.squares() {
                let promotes = stage.kind == Kind::Man && table.promotion.has(at);
                let kind = match (promotes, kernel.promotion_in_capture) {
                    (true, PromotionInCapture::Stop) => continue,
                    (true, PromotionInCapture::Become) => Kind::King,
                    _ => stage.kind,
                };
                let squares = self.reaching(stage.squares, landings, direction, at, open_king);
                goes_on |= self.go_on(&CaptureStage { at, kind, squares, ..*stage }, landings, direction);
            }
        }
        let may_end_with = |squares: W| if kernel.may_stop { squares } else { squares & !goes_on };
        let may_promote = stage.kind == Kind::Man && !(table.promotion & landings).is_empty();
        if table.stops_behind_king && victim == Kind::King {
            return self.stop_behind(stage, table, &Landings { squares: landings, direction, open_king }, may_end_with);
        }
        if open_king == OpenKingOnLine::Nowhere && !may_promote {
            return self.finish(stage, table, may_end_with(stage.squares), landings);
        }
        for to in landings.squares() {
            let squares = self.reaching(stage.squares, landings, direction, to, open_king);
            self.finish(stage, table, may_end_with(squares), W::bit(to));
        }
    }

    /// Makes the next jumps from one landing square. Returns the squares on which the [`OpenKing`]
    /// may stand so that a jump is possible.
    #[inline(always)]
    fn go_on(&mut self, here: &CaptureStage<W>, landings: W, direction: Direction) -> W {
        let kernel = self.kernel;
        let next = kernel.table(self.side, here.kind);
        let squares = here.squares;
        let mut prey = self.prey[here.kind as usize] & !here.captured;
        if self.role == Role::Victim && !here.takes_open && next.victims[Kind::King as usize] {
            prey |= squares;
        }
        if squares.is_empty() {
            return W::EMPTY;
        }
        let reach = next.next_reach[here.at as usize];
        if (reach & prey).is_empty() {
            self.seen |= reach;
            return W::EMPTY;
        }
        let mut found = W::EMPTY;
        for &turn in &next.next_jump_directions {
            if !self.turn_is_allowed(direction, turn) {
                continue;
            }
            let mut stage = *here;
            if turn == direction {
                // The fixed pieces ahead are the same from all landing squares on the line, so only
                // the last landing square tries to jump over them. The others try only the open
                // king on the next landing square.
                let ahead = landings & kernel.ray[direction as usize][here.at as usize];
                if !ahead.is_empty() {
                    stage.squares &=
                        if self.may_meet_open_king(here) { W::bit(nearest(ahead, direction)) } else { W::EMPTY };
                }
                if stage.squares.is_empty() {
                    continue;
                }
            }
            found |= self.jump(&stage, turn);
        }
        found
    }

    #[inline(always)]
    fn kind_of_victim(&self, square: u8) -> Kind {
        Kind::ALL.into_iter().find(|&kind| self.victims[kind as usize].has(square)).unwrap_or(Kind::King)
    }
}
