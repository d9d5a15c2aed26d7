//! Dialogue of an engine with the program that drives it, line by line.

use std::io;

use super::input::{LINE_BYTES_MAX, Received, receive};
use crate::answer::output::Output;
use crate::errors::Error;

/// Maximum length of the line of best play, in plies, that the driving program may set.
pub const PV_PLIES_MAX: u32 = 1000;

pub fn pv_plies_range() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(PV_PLIES_MAX))
}

#[derive(Debug, Default)]
pub struct Step {
    pub replies: Vec<String>,
    /// True if the session ends after these replies.
    pub ends: bool,
}

impl Step {
    pub fn replies(replies: Vec<String>) -> Step {
        Step { replies, ends: false }
    }
}

/// An engine that speaks a protocol whose messages are lines.
pub trait Dialogue {
    fn take(&mut self, text: &str) -> Step;

    /// Returns the reply that the protocol requires for a refused line. `beginning` is the part of
    /// the line that was read, and `reason` says why the line is refused.
    fn refuse(&mut self, beginning: &str, reason: &str) -> Step;
}

/// Answers the lines of standard input on standard output, until the input or the session ends.
///
/// # Errors
/// Input or output fails.
pub fn converse(dialogue: &mut impl Dialogue) -> Result<(), Error> {
    let mut input = io::stdin().lock();
    let mut out = Output::new();
    let failed = |error| Error::Io { what: "cannot read standard input".into(), error };
    let too_long = format!("the line has more than {LINE_BYTES_MAX} bytes; send a shorter one");
    while let Some(received) = receive(&mut input).map_err(failed)? {
        let step = match received {
            Received::Text(text) => dialogue.take(&text),
            Received::TooLong(beginning) => dialogue.refuse(&beginning, &too_long),
        };
        step.replies.iter().try_for_each(|reply| out.line(reply))?;
        out.flush()?;
        if step.ends {
            break;
        }
    }
    Ok(())
}
