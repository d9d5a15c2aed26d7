//! Names of pieces.

use cozy_chess::Piece;

/// Returns the name of a piece: `queen`.
pub const fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::King => "king",
        Piece::Queen => "queen",
        Piece::Rook => "rook",
        Piece::Bishop => "bishop",
        Piece::Knight => "knight",
        Piece::Pawn => "pawn",
    }
}
