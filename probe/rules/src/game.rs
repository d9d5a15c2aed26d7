//! A variant that is ready to play: parses positions, lists and plays moves.

use std::sync::Arc;

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::budget::Budget;
use crate::movegen::{Kernel, KernelMove, Listed, TooManyCaptures};
use crate::piece::{Kind, Side};
use crate::position::{IllegalPosition, Position, SquareReason};
use crate::variant::{Promotion, Region, Variant};

/// A legal move.
///
/// Two moves are equal when origin, destination, captured pieces and promotion are equal. Several
/// paths may lead to the same move; the stored path is not compared.
#[derive(Debug, Clone)]
pub struct Move {
    /// Square the piece moves from.
    pub from: Square,
    /// Square the piece moves to.
    pub to: Square,
    /// Kind of the piece before the move.
    pub kind: Kind,
    /// Kind of the piece after the move; see [`Move::promotes`].
    pub becomes: Kind,
    /// Squares of the captured pieces; empty for a quiet move.
    pub captured: u128,
    /// All squares that the piece touches, in order, with origin and destination.
    pub path: Vec<Square>,
}

impl Move {
    /// Returns true when the move captures a piece.
    pub fn is_capture(&self) -> bool {
        self.captured != 0
    }
    /// Returns the squares of the captured pieces.
    pub fn captured_squares(&self) -> impl Iterator<Item = Square> {
        self.captured.squares().map(Square)
    }
    /// Returns true when the moved piece becomes another kind: a man is promoted to a king, or a
    /// piece becomes a man by its first capture.
    pub fn promotes(&self) -> bool {
        self.kind != self.becomes
    }
    /// Returns true when the player takes one of their own pieces off the board instead of moving,
    /// as in the opening of some games.
    pub fn is_removal(&self) -> bool {
        self.from == self.to && self.captured == 0
    }
    pub(crate) fn identity(&self) -> (Square, Square, Kind, Kind, u128) {
        (self.from, self.to, self.kind, self.becomes, self.captured)
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}
impl Eq for Move {}

/// The move generator, in the word size that the board needs.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there are few of them, and they stay where they are")]
pub enum AnyKernel {
    /// Move generator for boards of up to 32 squares.
    Small(Kernel<u32>),
    /// Move generator for boards of up to 64 squares.
    Narrow(Kernel<u64>),
    /// Move generator for boards of up to 128 squares.
    Wide(Kernel<u128>),
}

/// Runs one expression on the kernel (move generator) of the game, whatever its word size.
///
/// `with_kernel!(game, kernel => expression)`: inside, `kernel` is a `&Kernel<u32>`, a
/// `&Kernel<u64>` or a `&Kernel<u128>`.
#[doc(hidden)]
#[macro_export]
macro_rules! with_kernel {
    ($game:expr, $kernel:ident => $body:expr) => {
        match $game.kernel() {
            $crate::AnyKernel::Small($kernel) => $body,
            $crate::AnyKernel::Narrow($kernel) => $body,
            $crate::AnyKernel::Wide($kernel) => $body,
        }
    };
}

/// A variant of draughts with its move tables. Cloning is cheap, and threads can share a value. Two
/// values are equal when their variants are equal.
#[derive(Debug, Clone)]
pub struct Draughts {
    variant: &'static Variant,
    kernel: Arc<AnyKernel>,
    budget: Option<Arc<Budget>>,
}

impl PartialEq for Draughts {
    fn eq(&self, other: &Draughts) -> bool {
        self.variant.id == other.variant.id
    }
}

impl Eq for Draughts {}

impl Draughts {
    /// Creates the move tables of a variant.
    pub fn new(variant: &'static Variant) -> Self {
        let kernel = match variant.board.square_count() {
            ..=32 => AnyKernel::Small(Kernel::new(variant)),
            33..=64 => AnyKernel::Narrow(Kernel::new(variant)),
            _ => AnyKernel::Wide(Kernel::new(variant)),
        };
        Draughts { variant, kernel: Arc::new(kernel), budget: None }
    }

    /// Returns the same variant with a budget for listing moves. Listing fails with
    /// [`TooManyCaptures`] when the budget is exhausted.
    #[must_use]
    pub fn within(&self, budget: Arc<Budget>) -> Draughts {
        Draughts { budget: Some(budget), ..self.clone() }
    }

    /// Returns the variant, which holds the rules of play.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// Returns the move generator; see [`with_kernel!`](crate::with_kernel).
    pub fn kernel(&self) -> &AnyKernel {
        &self.kernel
    }

    /// Returns the start position of the game.
    ///
    /// # Panics
    /// Never panics: a test parses the start position of every variant.
    pub fn start(&self) -> Position {
        self.parse_fen(self.variant.start).expect("the start position of a variant is legal")
    }

    /// Returns all legal moves without duplicates: moves with equal origin, destination, captured
    /// pieces and promotion are listed once. The list is empty when the game is over.
    ///
    /// # Errors
    /// [`TooManyCaptures`] when the budget of [`Draughts::within`] is exhausted, or when the board
    /// has very many kings and pieces to capture. No endgame table contains such boards.
    pub fn moves(&self, position: &Position) -> Result<Vec<Move>, TooManyCaptures> {
        let budget = self.budget.as_deref();
        match self.removals(position) {
            Some(removals) => Ok(removals),
            None => with_kernel!(self, kernel => kernel.listed_moves(&position.setup.convert(), position.side, budget)),
        }
    }

    /// Returns all legal moves with every path: a capture that can be made along two paths is
    /// listed twice.
    ///
    /// # Errors
    /// [`TooManyCaptures`], like [`Draughts::moves`], and also in some other positions, because a
    /// position can have many more paths than moves.
    pub fn paths(&self, position: &Position) -> Result<Vec<Move>, TooManyCaptures> {
        let budget = self.budget.as_deref();
        match self.removals(position) {
            Some(removals) => Ok(removals),
            None => with_kernel!(self, kernel => kernel.listed_paths(&position.setup.convert(), position.side, budget)),
        }
    }

    /// Returns true when the side to move has a legal move. The call is cheap on every board.
    pub fn has_moves(&self, position: &Position) -> bool {
        if let Some(removals) = self.removals(position) {
            return !removals.is_empty();
        }
        with_kernel!(self, kernel => {
            let setup = position.setup.convert();
            if kernel.is_over(&setup, position.side) {
                return false;
            }
            let mut has_quiet = false;
            kernel.quiet_targets(&setup, position.side, |_, _, targets, _| has_quiet |= !targets.is_empty());
            has_quiet || kernel.has_capture(&setup, position.side)
        })
    }

    /// Returns true when the side to move must capture. The call is cheap on every board.
    pub fn must_capture(&self, position: &Position) -> bool {
        with_kernel!(self, kernel => {
            let setup = position.setup.convert();
            !kernel.is_over(&setup, position.side) && kernel.has_capture(&setup, position.side)
        })
    }

    /// Returns true when a promotion has ended the game, in variants where the first king wins.
    pub fn is_over_by_promotion(&self, position: &Position) -> bool {
        with_kernel!(self, kernel => kernel.is_over_by_promotion(&position.setup.convert()))
    }

    /// Returns the position after a move, which must be one of [`Draughts::moves`] for `position`.
    ///
    /// # Panics
    /// May panic when a square of the move is not on the board.
    pub fn play(&self, position: &Position, mv: &Move) -> Position {
        if mv.is_removal() {
            let mut next = Position { side: position.side.other(), ..*position };
            next.setup.pieces[position.side as usize][mv.kind as usize] &= !u128::bit(mv.from.0);
            return next;
        }
        let setup = with_kernel!(self, kernel => {
            kernel.after(&position.setup.convert(), position.side, &mv.to_kernel()).convert()
        });
        Position { setup, side: position.side.other() }
    }

    /// Checks that a position is legal: every piece stands on the board, at most one on a square,
    /// each on a square allowed for its kind. In variants where the first king wins, a king must
    /// stand on a promotion square, as it does after the move that ended the game.
    ///
    /// # Errors
    /// The first fault of the position.
    #[inline]
    pub fn check(&self, position: &Position) -> Result<(), IllegalPosition> {
        let legal = with_kernel!(self, kernel => position.setup.fitted().is_some_and(|setup| kernel.is_legal(&setup)));
        if !legal {
            return Err(self.what_is_wrong(position));
        }
        if self.is_over_by_promotion(position) { self.check_end(position) } else { Ok(()) }
    }

    /// Checks the kings of a position in which the first king has ended the game: only the side
    /// that has just moved may have a king, exactly one, and on a promotion square.
    #[cold]
    fn check_end(&self, position: &Position) -> Result<(), IllegalPosition> {
        let winner = position.side.other();
        let [own, kings] = [position.side, winner].map(|side| position.setup.get(side, Kind::King));
        let promotion = with_kernel!(self, kernel => kernel.promotion(winner).widen());
        let elsewhere = kings & !promotion;
        let (side, reason) = if !own.is_empty() {
            (position.side, SquareReason::AfterEnd)
        } else if kings.count() > 1 {
            (winner, SquareReason::SecondKing)
        } else if !elsewhere.is_empty() {
            (winner, SquareReason::MovedKing)
        } else {
            return Ok(());
        };
        let square = self.square_name(Square(position.setup.get(side, Kind::King).highest()));
        Err(IllegalPosition::WrongSquare { side, kind: Kind::King.name(), square, reason })
    }

    #[cold]
    fn what_is_wrong(&self, position: &Position) -> IllegalPosition {
        let squares = self.variant.board.square_count();
        let mut seen = 0u128;
        for (side, kind) in Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| (side, kind))) {
            let set = position.setup.get(side, kind);
            if set.is_empty() {
                continue;
            }
            if set.highest() >= squares {
                return IllegalPosition::OffBoard { index: set.highest(), squares };
            }
            if self.variant.piece(kind).is_none() {
                return IllegalPosition::NoSuchKind { variant: self.variant.id, kind: kind.name() };
            }
            if !(set & seen).is_empty() {
                let square = self.square_name(Square((set & seen).lowest()));
                return IllegalPosition::TwoOnOneSquare { square };
            }
            seen |= set;
            let outside = set & !with_kernel!(self, kernel => kernel.region(side, kind).widen());
            if !outside.is_empty() {
                let square = self.square_name(Square(outside.lowest()));
                return IllegalPosition::WrongSquare { side, kind: kind.name(), square, reason: self.reason(kind) };
            }
        }
        IllegalPosition::Empty
    }

    fn reason(&self, kind: Kind) -> SquareReason {
        match (self.variant.piece(kind).map(|rule| rule.region), self.variant.promotion) {
            (Some(Region::NotPromotion), Promotion::LastRow) => SquareReason::PromotionRow,
            (Some(Region::NotPromotion), _) => SquareReason::Promotion,
            (Some(Region::LastRow), _) => SquareReason::LastRow,
            _ => SquareReason::Unreachable,
        }
    }
}

impl Move {
    fn to_kernel<W: Bitboard>(&self) -> KernelMove<W> {
        KernelMove {
            from: self.from.0,
            to: self.to.0,
            kind: self.kind,
            becomes: self.becomes,
            captured: W::narrow(self.captured),
        }
    }
}

impl<W: Bitboard> Listed<W> for Move {
    const WANTS_PATH: bool = true;
    type Identity = (Square, Square, Kind, Kind, u128);
    fn new(mv: KernelMove<W>, path: &[u8]) -> Self {
        Move {
            from: Square(mv.from),
            to: Square(mv.to),
            kind: mv.kind,
            becomes: mv.becomes,
            captured: mv.captured.widen(),
            path: path.iter().map(|&s| Square(s)).collect(),
        }
    }
    fn identity(&self) -> Self::Identity {
        self.identity()
    }
}
