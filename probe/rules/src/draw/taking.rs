//! Whether a king is about to be taken, king against king.

use crate::game::Draughts;
use crate::position::Position;

/// True when the side to move can take now, will take with its next move whatever the other side
/// plays, or will be taken with the next move of the other side whatever it plays itself.
///
/// Where captures cannot be listed one is there.
pub(super) fn is_about_to_take(game: &Draughts, position: &Position) -> bool {
    if game.must_capture(position) {
        return true;
    }
    let Ok(moves) = game.moves(position) else { return true };
    let after: Vec<Position> = moves.iter().map(|mv| game.play(position, mv)).collect();
    // The other side takes whatever is played.
    after.iter().all(|after| game.must_capture(after)) || after.iter().any(|after| cannot_escape(game, after))
}

/// True when whatever the side to move plays, it takes nothing and is taken.
fn cannot_escape(game: &Draughts, position: &Position) -> bool {
    let Ok(moves) = game.moves(position) else { return false };
    !game.must_capture(position) && moves.iter().all(|mv| game.must_capture(&game.play(position, mv)))
}
