//! Dialogue of an engine with its driving program, line by line.

use std::io;

use super::input::{LINE_BYTES_MAX, Received, receive};
use crate::answer::output::Output;
use crate::errors::Error;

/// Maximal length in plies that a program may set for the line of best play.
pub const PV_PLIES_MAX: u32 = 1000;

/// Returns the parser for the length of the line of best play.
pub fn pv_plies_range() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(PV_PLIES_MAX))
}

/// Reaction of the engine to one line of input.
#[derive(Debug, Default)]
pub struct Step {
    /// The lines to send, in order.
    pub replies: Vec<String>,
    /// True when the session ends.
    pub ends: bool,
}

impl Step {
    /// Returns a step with these replies, after which the session continues.
    pub fn replies(replies: Vec<String>) -> Step {
        Step { replies, ends: false }
    }
}

/// An engine in a line-based protocol.
pub trait Dialogue {
    /// Answers a line of input.
    fn take(&mut self, text: &str) -> Step;

    /// Answers a line that cannot be read, in the form that the protocol has for its command.
    /// `beginning` is the readable part.
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
