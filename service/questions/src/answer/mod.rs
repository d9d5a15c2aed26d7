//! Construction of answers: values, moves and verdicts as messages, and as sentences.

pub mod convert;
#[cfg(feature = "encodings")]
pub mod encoding;
pub mod encoding_note;
pub mod fitting;
pub mod judging;
pub mod mapping;
pub mod note;
pub mod notes;
pub mod record_family;
pub mod texts;
pub mod verdicts;
pub mod words;
pub mod written_counts;
