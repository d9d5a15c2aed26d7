//! Notes on the encodings of records.

use peatee_proto::v1::AdjudicatedGame;
use peatee_proto::v1::adjudicated_game::Outcome;

use super::convert::add_note;
use super::note::Note;

/// Returns a note that says that a text was read in the encoding `name` and not in UTF-8. `option`
/// is the option with which the user can name another encoding.
pub fn of(name: &'static str, option: &str) -> Note {
    Note::new("encoding", [("encoding", name)], format!("read as {name}; {option} names another encoding"))
}

/// Moves the note about the encoding of a text into the verdict on a game. Does nothing if the game
/// has no verdict, or if an earlier game of the text has taken the note.
pub fn with_note(mut game: AdjudicatedGame, note: &mut Option<Note>) -> AdjudicatedGame {
    if let Some(Outcome::Verdict(verdict)) = &mut game.outcome {
        note.take().into_iter().for_each(|note| add_note(verdict, note));
    }
    game
}
