//! Positions of chess.

use std::fmt;
use std::sync::OnceLock;

use cozy_chess::{Board, Color, Move, Piece, Rank, Square, get_pawn_attacks};

use crate::setup::Setup;

/// A position of chess: board, side to move, castling rights, en passant, half-move clock and move
/// number.
#[derive(Debug, Clone)]
pub struct Position {
    men: Placement,
    halfmove_clock: u16,
    move_number: u16,
}

/// Initial capacity of a list of moves. Few positions have more moves.
const USUAL_MOVES: usize = 64;

/// The men on the board, as a board of the crate `cozy_chess` or as sets of squares.
#[derive(Debug, Clone)]
enum Placement {
    Board(Board),
    /// Men without castling rights and without a capture en passant. The board is created only when
    /// moves are needed; probes need none.
    Setup {
        setup: Setup,
        side_to_move: Color,
        board: OnceLock<Box<Board>>,
    },
}

/// Result of a position in which the side to move has no legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is in check and has no legal move: it has lost.
    Checkmate,
    /// The side to move is not in check and has no legal move: a draw.
    Stalemate,
}

impl Position {
    pub(crate) fn new(mut board: Board, halfmove_clock: u16, move_number: u16) -> Position {
        // The move counts of `cozy_chess` have too small a limit, so they are not used. Constant
        // values make boards comparable.
        board.set_halfmove_clock(0);
        board.set_fullmove_number(1);
        Position { men: Placement::Board(board), halfmove_clock, move_number }
    }

    /// Creates a position from a [`Setup`]. The caller must know that the position is legal.
    #[inline(always)]
    pub(crate) fn from_legal_setup(setup: Setup, side_to_move: Color, halfmove_clock: u32) -> Position {
        let men = Placement::Setup { setup, side_to_move, board: OnceLock::new() };
        Position { men, halfmove_clock: u16::try_from(halfmove_clock).unwrap_or(u16::MAX), move_number: 1 }
    }

    /// Returns the initial position of games.
    pub fn start() -> Position {
        Position::new(Board::startpos(), 0, 1)
    }

    /// Returns the position with this half-move clock: the plies since the last capture or pawn
    /// move, at most 65,535.
    #[must_use]
    pub fn with_halfmove_clock(self, plies: u32) -> Position {
        Position { halfmove_clock: u16::try_from(plies).unwrap_or(u16::MAX), ..self }
    }

    /// Returns the FEN. It includes the en passant square even when no capture is possible.
    pub fn fen(&self) -> String {
        self.to_string()
    }

    /// Returns the board in the form of the crate `cozy_chess`. Do not use the half-move clock and
    /// the move number of this board, which differ from those of the position.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        match &self.men {
            Placement::Board(board) => board,
            Placement::Setup { setup, side_to_move, board } => {
                board.get_or_init(|| setup.board_of(*side_to_move).expect("the setup is legal").into())
            }
        }
    }

    /// Returns the setup: the pieces as the side to move sees them.
    #[inline(always)]
    pub fn setup(&self) -> Setup {
        match &self.men {
            Placement::Board(board) => Setup::from_board(board),
            Placement::Setup { setup, .. } => *setup,
        }
    }

    /// Returns the side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        match &self.men {
            Placement::Board(board) => board.side_to_move(),
            Placement::Setup { side_to_move, .. } => *side_to_move,
        }
    }

    /// Returns the plies since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock.into()
    }

    /// Returns the move number of the FEN, which increases after each move of Black.
    pub fn move_number(&self) -> u32 {
        self.move_number.into()
    }

    /// Returns the number of men on the board, kings included.
    #[inline]
    pub fn men(&self) -> u32 {
        match &self.men {
            Placement::Board(board) => board.occupied().len(),
            Placement::Setup { setup, .. } => setup.men(),
        }
    }

    /// Returns true when a side still has a right to castle.
    #[inline]
    pub fn has_castling_rights(&self) -> bool {
        let Placement::Board(board) = &self.men else { return false };
        Color::ALL.into_iter().any(|side| {
            let rights = board.castle_rights(side);
            rights.short.is_some() || rights.long.is_some()
        })
    }

    /// Returns all legal moves.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(USUAL_MOVES);
        self.board().generate_moves(|of_piece| {
            moves.extend(of_piece);
            false
        });
        moves
    }

    /// Returns true when the side to move is in check.
    pub fn is_check(&self) -> bool {
        !self.board().checkers().is_empty()
    }

    /// Returns the result if the position ends the game; `None` if the game goes on.
    pub fn ending(&self) -> Option<Ending> {
        if self.board().generate_moves(|_| true) {
            return None;
        }
        Some(if self.is_check() { Ending::Checkmate } else { Ending::Stalemate })
    }

    /// Returns true when a move captures en passant.
    pub fn is_en_passant(&self, mv: Move) -> bool {
        let passed =
            self.board().en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(self.side_to_move())));
        Some(mv.to) == passed && self.board().piece_on(mv.from) == Some(Piece::Pawn)
    }

    /// Returns true when a pawn can be captured en passant.
    #[inline]
    pub fn can_capture_en_passant(&self) -> bool {
        let Placement::Board(board) = &self.men else { return false };
        let Some(file) = board.en_passant() else { return false };
        let mover = board.side_to_move();
        let passed = Square::new(file, Rank::Sixth.relative_to(mover));
        let near = get_pawn_attacks(passed, !mover) & board.colored_pieces(mover, Piece::Pawn);
        !near.is_empty() && board.generate_moves_for(near, |of_pawn| of_pawn.to.has(passed))
    }

    /// Returns true for a capture or a pawn move, which resets the half-move clock.
    pub fn is_zeroing(&self, mv: Move) -> bool {
        let captures = self.board().colors(!self.side_to_move()).has(mv.to);
        captures || self.board().piece_on(mv.from) == Some(Piece::Pawn)
    }

    /// Returns true for a capture or a promotion, which changes the pieces on the board.
    pub fn is_conversion(&self, mv: Move) -> bool {
        let captures = self.board().colors(!self.side_to_move()).has(mv.to);
        captures || mv.promotion.is_some() || self.is_en_passant(mv)
    }

    /// Returns the position after a legal move.
    ///
    /// # Panics
    /// Panics when the move is illegal.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut board = self.board().clone();
        board.play(mv);
        self.counted_on(board, mv)
    }

    /// Returns the position after a move from [`Position::moves`], without checking that the move
    /// is legal.
    ///
    /// # Panics
    /// May panic for any other move. Later calls on the resulting position may panic too.
    #[must_use]
    pub fn after_listed(&self, mv: Move) -> Position {
        let mut board = self.board().clone();
        board.play_unchecked(mv);
        self.counted_on(board, mv)
    }

    /// Returns the position on `board`, which is the board after `mv`. Derives the half-move clock
    /// and the move number from those of this position.
    fn counted_on(&self, board: Board, mv: Move) -> Position {
        let clock = if self.is_zeroing(mv) { 0 } else { self.halfmove_clock.saturating_add(1) };
        let was_black = self.side_to_move() == Color::Black;
        Position::new(board, clock, self.move_number.saturating_add(was_black.into()))
    }

    /// Returns the position after a pass: the other side is to move, and no pawn can be captured en
    /// passant. Returns `None` when the side to move is in check.
    #[must_use]
    pub fn with_other_side_to_move(&self) -> Option<Position> {
        let board = self.board().null_move()?;
        Some(Position::new(board, self.halfmove_clock, self.move_number))
    }

    /// Returns the number of sequences of `depth` legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        perft(self.board(), depth)
    }
}

/// Returns `White` or `Black`.
pub(crate) fn name(side: Color) -> &'static str {
    if side == Color::White { "White" } else { "Black" }
}

fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    board.generate_moves(|of_piece| {
        lines += match depth {
            1 => of_piece.len() as u64,
            _ => of_piece
                .into_iter()
                .map(|mv| {
                    let mut after = board.clone();
                    after.play_unchecked(mv);
                    perft(&after, depth - 1)
                })
                .sum(),
        };
        false
    });
    lines
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let counts = |position: &Position| (position.halfmove_clock, position.move_number);
        counts(self) == counts(other) && self.board() == other.board()
    }
}

impl Eq for Position {}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board().to_string();
        let without_counts: Vec<&str> = board.split(' ').take(4).collect();
        write!(f, "{} {} {}", without_counts.join(" "), self.halfmove_clock, self.move_number)
    }
}
