//! Construction of answers: values, moves and verdicts as messages, and as texts in several
//! languages.

#[cfg(test)]
mod catalogues;
pub mod convert;
pub mod encoding;
pub mod fitting;
pub mod judging;
pub mod mapping;
pub mod note;
pub mod notes;
pub mod output;
pub mod page_files;
pub mod record_family;
pub mod site_case;
pub mod texts;
pub mod verdicts;
pub mod words;
