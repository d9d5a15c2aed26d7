//! Formats moves as SAN.

use cozy_chess::{BitBoard, Board, File, Move, Piece, Rank};

use crate::attacks::attacks;

/// Initial capacity of a move text in bytes. Most texts are no longer, such as `Nbxd2+`.
const USUAL_BYTES: usize = 8;

/// Formats a legal move. `after` is the board after the move.
pub(crate) fn san_text(board: &Board, mv: Move, after: &Board) -> String {
    let mut text = String::with_capacity(USUAL_BYTES);
    let mover = board.side_to_move();
    let piece = board.piece_on(mv.from).expect("a legal move has a piece");
    // `cozy_chess` represents castling as the king capturing its rook.
    if board.colors(mover).has(mv.to) {
        text.push_str(if mv.to.file() < mv.from.file() { "O-O-O" } else { "O-O" });
    } else {
        let is_capture = after.occupied().len() < board.occupied().len();
        let (file, rank) = origin(board, piece, mv, is_capture);
        text.extend((piece != Piece::Pawn).then(|| letter(piece)));
        text.extend(file.map(char::from));
        text.extend(rank.map(char::from));
        text.extend(is_capture.then_some('x'));
        text.extend([char::from(mv.to.file()), char::from(mv.to.rank())]);
        text.extend(mv.promotion.map(|piece| ['=', letter(piece)]).into_iter().flatten());
    }
    if !after.checkers().is_empty() {
        text.push(if after.generate_moves(|_| true) { '+' } else { '#' });
    }
    text
}

fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

/// Returns the file and rank of the origin, as far as SAN needs them. A pawn needs its file for a
/// capture. Another piece needs whatever distinguishes it from pieces of its kind that can move to
/// the same square.
fn origin(board: &Board, piece: Piece, mv: Move, is_capture: bool) -> (Option<File>, Option<Rank>) {
    let (file, rank) = (mv.from.file(), mv.from.rank());
    if piece == Piece::Pawn {
        return (is_capture.then_some(file), None);
    }
    let mut others = BitBoard::EMPTY;
    let mover = board.side_to_move();
    let same = board.colored_pieces(mover, piece) - mv.from.bitboard();
    // Moves of pieces other than pawns are reversible, so attacks from the destination find the
    // origins.
    let near = same & attacks(piece, mover, mv.to, board.occupied());
    if !near.is_empty() {
        board.generate_moves_for(near, |of_piece| {
            if of_piece.to.has(mv.to) {
                others |= of_piece.from.bitboard();
            }
            false
        });
    }
    if others.is_empty() {
        (None, None)
    } else if (others & file.bitboard()).is_empty() {
        (Some(file), None)
    } else if (others & rank.bitboard()).is_empty() {
        (None, Some(rank))
    } else {
        (Some(file), Some(rank))
    }
}
