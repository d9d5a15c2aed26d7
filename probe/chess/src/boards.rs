//! Creates positions from boards of the crate `cozy_chess` and from bitboards.

use cozy_chess::{Board, BoardBuilder, Color, Piece, Square};

use crate::error::{BitboardsError, FenError};
use crate::fen::{build, check_castling_rights, check_pieces, put_en_passant};
use crate::material::{Kind, MEN_MAX};
use crate::position::Position;
use crate::setup::Setup;

/// A position as sets of squares: a1 is the lowest bit, b1 the next, h8 the highest. The position
/// has no castling rights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bitboards {
    /// Squares of all men (pieces and pawns) of White, then of all men of Black.
    pub colors: [u64; Color::NUM],
    /// Squares of the pawns, knights, bishops, rooks, queens and kings of both sides, in the order
    /// of [`Piece`].
    pub pieces: [u64; Piece::NUM],
    /// The side to move.
    pub side_to_move: Color,
    /// Square that a pawn has just passed by a double step; `None` if the last move was not a
    /// double step.
    pub en_passant: Option<Square>,
}

/// First and last rank, on which no pawn stands.
const EDGE: u64 = 0xff00_0000_0000_00ff;

impl Position {
    /// Checks a board of the crate `cozy_chess`, and creates a position with the same half-move
    /// clock and move number. The check also refuses boards that `cozy_chess` itself allows: boards
    /// with adjacent kings, with castling rights of Chess960, or after an illegal move by
    /// `play_unchecked`.
    ///
    /// # Errors
    /// [`FenError`] with the fault and its place.
    pub fn from_board(board: &Board) -> Result<Position, FenError> {
        let builder = BoardBuilder::from_board(board);
        check_pieces(&builder)?;
        check_castling_rights(&builder)
            .map_err(|reason| FenError::Castling { found: "of the board".to_owned(), reason })?;
        let passed = builder.en_passant.map_or("-".to_owned(), |square| square.to_string());
        let (clock, move_number) = (board.halfmove_clock().into(), board.fullmove_number());
        Ok(Position::new(build(&builder, &passed)?, clock, move_number))
    }

    /// Checks bitboards and creates a position, much faster than from a FEN. The half-move clock
    /// counts the plies since the last capture or pawn move.
    ///
    /// # Errors
    /// [`BitboardsError`] with the fault and its place.
    #[inline(always)]
    pub fn from_bitboards(bitboards: &Bitboards, halfmove_clock: u32) -> Result<Position, BitboardsError> {
        Position::with_bitboards(bitboards, halfmove_clock, |position| position)
    }

    /// Creates the position as [`Position::from_bitboards`] does, calls `with` with the position,
    /// and returns the result of `with`. This avoids a copy of the position.
    ///
    /// # Errors
    /// The errors of [`Position::from_bitboards`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn with_bitboards<T>(
        bitboards: &Bitboards,
        halfmove_clock: u32,
        with: impl FnOnce(Position) -> T,
    ) -> Result<T, BitboardsError> {
        let position = match bitboards.setup() {
            Some(setup) => return Ok(with(Position::from_legal_setup(setup, bitboards.side_to_move, halfmove_clock))),
            None => bitboards.position()?,
        };
        Ok(with(position.with_halfmove_clock(halfmove_clock)))
    }
}

impl Bitboards {
    /// Returns the pieces as a [`Setup`], which shows them as the side to move sees them. Returns
    /// `None` when the position is illegal, has more than [`MEN_MAX`] men or has an en passant
    /// square.
    #[inline(always)]
    fn setup(&self) -> Option<Setup> {
        let of = |piece: Piece| self.pieces[piece as usize];
        let [white, black] = self.colors;
        let (mut all, mut twice) = (0, white & black);
        for squares in self.pieces {
            twice |= all & squares;
            all |= squares;
        }
        let kings = of(Piece::King);
        let has_kings = (kings & white).is_power_of_two() && (kings & black).is_power_of_two();
        let is_placed = twice == 0 && all == white | black && has_kings && of(Piece::Pawn) & EDGE == 0;
        if !is_placed || self.en_passant.is_some() || all.count_ones() > MEN_MAX {
            return None;
        }
        let is_white = self.side_to_move == Color::White;
        let turn = |squares: u64| if is_white { squares } else { squares.swap_bytes() };
        let mut setup = Setup::default();
        // These are loops, because the compiler would not inline closures over each array.
        for (side, squares) in if is_white { [white, black] } else { [black, white] }.into_iter().enumerate() {
            setup.kings[side] = turn(kings & squares).trailing_zeros() as u8;
            for kind in Kind::ALL {
                setup.pieces[side][kind as usize] = turn(of(kind.piece()) & squares);
            }
        }
        setup.is_legal().then_some(setup)
    }

    /// Returns the position that these bitboards describe, with half-move clock 0 and move number
    /// 1.
    #[cold]
    fn position(&self) -> Result<Position, BitboardsError> {
        let mut builder = BoardBuilder::empty();
        for square in Square::ALL {
            let has = |squares: &u64| squares >> square as u32 & 1 != 0;
            let colors: Vec<Color> =
                Color::ALL.into_iter().filter(|&color| has(&self.colors[color as usize])).collect();
            let pieces: Vec<Piece> =
                Piece::ALL.into_iter().filter(|&piece| has(&self.pieces[piece as usize])).collect();
            match (&colors[..], &pieces[..]) {
                ([], []) => {}
                (&[color], &[piece]) => *builder.square_mut(square) = Some((piece, color)),
                _ => {
                    let (square, colors, pieces) = (square.to_string(), colors.len(), pieces.len());
                    return Err(BitboardsError::Square { square, colors, pieces });
                }
            }
        }
        builder.side_to_move = self.side_to_move;
        Ok(checked(builder, self.en_passant)?)
    }
}

fn checked(mut builder: BoardBuilder, en_passant: Option<Square>) -> Result<Position, FenError> {
    check_pieces(&builder)?;
    let passed = en_passant.map_or("-".to_owned(), |square| square.to_string());
    put_en_passant(&mut builder, &passed)?;
    Ok(Position::new(build(&builder, &passed)?, 0, 1))
}
