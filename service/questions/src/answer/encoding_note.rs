//! Notes on the encodings of records.

use peatee_proto::v1::AdjudicatedGame;
use peatee_proto::v1::adjudicated_game::Outcome;

use super::convert::add_note;
use super::note::Note;

/// Returns the note which tells the user that a text was read in the encoding `name`, which is not
/// UTF-8. `option` is the option by which the user can name another encoding.
pub fn of(name: &'static str, option: &str) -> Note {
    Note::new("encoding", [("encoding", name)], format!("read as {name}; {option} names another encoding"))
}

/// Adds a note about the encoding of a text to the first game of the text that has a verdict.
pub fn with_note(mut game: AdjudicatedGame, note: &mut Option<Note>) -> AdjudicatedGame {
    if let Some(Outcome::Verdict(verdict)) = &mut game.outcome {
        note.take().into_iter().for_each(|note| add_note(verdict, note));
    }
    game
}
