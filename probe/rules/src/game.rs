//! A variant ready to play: positions in, moves out.

use std::sync::Arc;

use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::movegen::{Kernel, KernelMove, Listed, TooManyCaptures};
use crate::piece::{Kind, Side};
use crate::position::{IllegalPosition, Position};
use crate::variant::{Promotion, Region, Variant};

/// A move as users see it.
///
/// Two moves are the same when origin, end, captured pieces and promotion are; the path is one way
/// to walk it.
#[derive(Debug, Clone)]
pub struct Move {
    /// Where the piece stood.
    pub from: Square,
    /// Where it stands afterwards.
    pub to: Square,
    /// What it was.
    pub kind: Kind,
    /// What it is afterwards; see [`Move::promotes`].
    pub becomes: Kind,
    /// The captured pieces; empty for a quiet move.
    pub captured: u128,
    /// All squares touched, origin and end included.
    pub path: Vec<Square>,
}

impl Move {
    /// True when the move captures something.
    pub fn is_capture(&self) -> bool {
        self.captured != 0
    }
    /// The squares of the captured pieces.
    pub fn captured_squares(&self) -> impl Iterator<Item = Square> {
        self.captured.squares().map(Square)
    }
    /// True when the moved piece becomes another kind: a man is promoted to a king, or a piece
    /// becomes a man with its first capture.
    pub fn promotes(&self) -> bool {
        self.kind != self.becomes
    }
    /// True when the move takes the mover's own piece off the board, as the opening of some games
    /// does.
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

/// The kernel in the word size that the board needs.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there are few of them, and they stay where they are")]
pub enum AnyKernel {
    /// Up to 32 squares.
    Small(Kernel<u32>),
    /// Up to 64 squares.
    Narrow(Kernel<u64>),
    /// Up to 128 squares.
    Wide(Kernel<u128>),
}

/// Runs the same code on the kernel of whichever word size the game has.
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

/// A variant of draughts with its tables worked out. Cheap to clone; share it freely between
/// threads. Two are equal when their variants are.
#[derive(Debug, Clone)]
pub struct Draughts {
    variant: &'static Variant,
    kernel: Arc<AnyKernel>,
}

impl PartialEq for Draughts {
    fn eq(&self, other: &Draughts) -> bool {
        self.variant.id == other.variant.id
    }
}

impl Eq for Draughts {}

impl Draughts {
    /// Works out the tables of a variant.
    pub fn new(variant: &'static Variant) -> Self {
        let kernel = match variant.board.square_count() {
            ..=32 => AnyKernel::Small(Kernel::new(variant)),
            33..=64 => AnyKernel::Narrow(Kernel::new(variant)),
            _ => AnyKernel::Wide(Kernel::new(variant)),
        };
        Draughts { variant, kernel: Arc::new(kernel) }
    }

    /// The rule table.
    pub fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The move generator's tables; see [`with_kernel!`](crate::with_kernel).
    pub fn kernel(&self) -> &AnyKernel {
        &self.kernel
    }

    /// The position that a game starts from.
    ///
    /// # Panics
    /// Never: a test parses the start position of every variant.
    pub fn start(&self) -> Position {
        self.parse_fen(self.variant.start).expect("the start position of a variant is legal")
    }

    /// All legal moves; each (from, to, captured pieces, promotion) once. Empty when the game is
    /// over.
    ///
    /// # Errors
    /// [`TooManyCaptures`] for boards that no table holds: full of kings and victims.
    pub fn moves(&self, position: &Position) -> Result<Vec<Move>, TooManyCaptures> {
        match self.removals(position) {
            Some(removals) => Ok(removals),
            None => with_kernel!(self, kernel => kernel.listed_moves(&position.setup.convert(), position.side)),
        }
    }

    /// All legal moves with every way to walk them: a capture that two paths lead to stands twice.
    ///
    /// # Errors
    /// As [`Draughts::moves`], for fewer pieces already.
    pub fn paths(&self, position: &Position) -> Result<Vec<Move>, TooManyCaptures> {
        match self.removals(position) {
            Some(removals) => Ok(removals),
            None => with_kernel!(self, kernel => kernel.listed_paths(&position.setup.convert(), position.side)),
        }
    }

    /// Whether the side to move has a legal move. Cheap on every board.
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

    /// Whether the side to move must capture. Cheap on every board.
    pub fn must_capture(&self, position: &Position) -> bool {
        with_kernel!(self, kernel => {
            let setup = position.setup.convert();
            !kernel.is_over(&setup, position.side) && kernel.has_capture(&setup, position.side)
        })
    }

    /// Whether a promotion has ended the game, as it does in games that the first king decides.
    pub fn is_over_by_promotion(&self, position: &Position) -> bool {
        with_kernel!(self, kernel => kernel.is_over_by_promotion(&position.setup.convert()))
    }

    /// The position after a move, which must be one of [`Draughts::moves`] for it.
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

    /// Whether the position can be: pieces on the board, one to a square, each where its kind can
    /// stand; kings only as the last move leaves them where the first king ends the game.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    #[inline]
    pub fn check(&self, position: &Position) -> Result<(), IllegalPosition> {
        let legal = with_kernel!(self, kernel => position.setup.fitted().is_some_and(|setup| kernel.is_legal(&setup)));
        if !legal {
            return Err(self.what_is_wrong(position));
        }
        if self.is_over_by_promotion(position) { self.check_end(position) } else { Ok(()) }
    }

    /// Whether a position with kings can be the last of a game that the first king ends: the side
    /// that has just moved has one king, on the square where it was promoted.
    #[cold]
    fn check_end(&self, position: &Position) -> Result<(), IllegalPosition> {
        let winner = position.side.other();
        let [own, kings] = [position.side, winner].map(|side| position.setup.get(side, Kind::King));
        let promotion = with_kernel!(self, kernel => kernel.promotion(winner).widen());
        let elsewhere = kings & !promotion;
        let (side, reason) = if !own.is_empty() {
            (position.side, "its promotion has ended the game, so only the other side can be to move")
        } else if kings.count() > 1 {
            (winner, "the first king has ended the game, so there cannot be a second one")
        } else if !elsewhere.is_empty() {
            (winner, "a king ends the game and never moves, so it stands where it was promoted")
        } else {
            return Ok(());
        };
        let square = self.square_name(Square(position.setup.get(side, Kind::King).highest()));
        Err(IllegalPosition::WrongSquare { side, kind: Kind::King.name(), square, reason })
    }

    /// The first thing that is wrong with a position that cannot be.
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

    fn reason(&self, kind: Kind) -> &'static str {
        match (self.variant.piece(kind).map(|rule| rule.region), self.variant.promotion) {
            (Some(Region::NotPromotion), Promotion::LastRow) => "that is its promotion row",
            (Some(Region::NotPromotion), _) => "it promotes there",
            (Some(Region::LastRow), _) => "it stands on the last row until it captures",
            _ => "it can never get there",
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
