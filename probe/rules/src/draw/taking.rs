//! Detects whether a king is about to be captured in an ending of king against king.

use crate::game::Draughts;
use crate::position::Position;

/// Returns true in three cases: the side to move can capture now, it can force a capture with its
/// next move, or it cannot prevent a capture by the opponent's next move.
///
/// Also returns true when captures exist but cannot be listed.
pub(super) fn is_about_to_take(game: &Draughts, position: &Position) -> bool {
    if game.must_capture(position) {
        return true;
    }
    let Ok(moves) = game.moves(position) else { return true };
    let after: Vec<Position> = moves.iter().map(|mv| game.play(position, mv)).collect();
    // First term: the other side can capture after every move. Second term: after some move, the
    // other side cannot escape a capture.
    after.iter().all(|after| game.must_capture(after)) || after.iter().any(|after| cannot_escape(game, after))
}

/// Returns true when the side to move cannot capture and every move allows the opponent to capture.
fn cannot_escape(game: &Draughts, position: &Position) -> bool {
    if game.must_capture(position) {
        return false;
    }
    let Ok(moves) = game.moves(position) else { return false };
    moves.iter().all(|mv| game.must_capture(&game.play(position, mv)))
}
