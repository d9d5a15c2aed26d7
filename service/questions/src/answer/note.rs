//! Notes that accompany an answer, as English texts and as keys for translations.

pub use peatee_probe::adjudicate::Note;

pub fn texts(notes: &[Note]) -> Vec<String> {
    notes.iter().map(|note| note.text.clone()).collect()
}
