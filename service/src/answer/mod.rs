//! Construction of answers: those of the crate `peatee-questions`, and texts for a terminal in
//! several languages.

pub use peatee_questions::answer::*;

#[cfg(test)]
mod catalogues;
pub mod language;
pub mod output;
pub mod page_files;
pub mod page_scripts;
