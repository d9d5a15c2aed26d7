//! Creates notes on records: their ignored and mended faults, and contradicting results.

use peatee_game::Record;
use peatee_rules::notation::shortened;

use super::note::Note;

pub(super) fn faults(game: &Record) -> Vec<Note> {
    let (ignored, mended): (Vec<_>, Vec<_>) = game.faults.iter().partition(|fault| fault.read_as.is_none());
    let ignored: Vec<String> = ignored.iter().map(|fault| format!("{} ({})", fault.text, fault.place)).collect();
    let mended = mended.iter().map(|fault| {
        let read_as = fault.read_as.clone().unwrap_or_default();
        let text = format!("{} ({}) is read as {read_as}, as the moves that follow show", fault.text, fault.place);
        Note::new("read-as", [("text", &fault.text), ("move", &read_as)], text)
    });
    let ignored = (!ignored.is_empty()).then(|| {
        let list = ignored.join(", ");
        Note::new("passed-over", [("texts", &list)], format!("passed over in the record: {list}"))
    });
    ignored.into_iter().chain(mended).collect()
}

/// Returns a note if the tag `Result` differs from the result after the moves; otherwise `None`.
/// Also returns `None` if the record lacks one of the two results.
pub(super) fn two_results(game: &Record) -> Option<Note> {
    let (tag, written) = (game.tag("Result")?, game.result.as_ref()?);
    let tag = shortened(&tag.value);
    let text = format!("the tag Result says {tag}, the moves end with {}", written.text);
    Some(Note::new("two-results", [("tag", &tag), ("result", &written.text)], text))
}
