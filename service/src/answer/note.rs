//! Notes: what stands beside an answer, in English and as a key for texts in other languages.

pub use peatee_probe::adjudicate::Note;

/// Returns the English texts of notes.
pub fn texts(notes: &[Note]) -> Vec<String> {
    notes.iter().map(|note| note.text.clone()).collect()
}
