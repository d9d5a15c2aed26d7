//! The conversation of an engine with the program that drives it, line by line.

use std::io;

use super::input::{LINE_BYTES_MAX, Received, receive};
use crate::cli::output::Output;
use crate::errors::Error;

/// The most plies of the line of best play that a program may ask for.
pub const PV_PLIES_MAX: u32 = 1000;

/// The argument that says how many plies of best play to show.
pub fn pv_plies_range() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(PV_PLIES_MAX))
}

/// What follows from a line.
#[derive(Debug, Default)]
pub struct Step {
    /// The lines to send, in order.
    pub replies: Vec<String>,
    /// True when the session is over.
    pub ends: bool,
}

impl Step {
    /// The session goes on after these lines.
    pub fn replies(replies: Vec<String>) -> Step {
        Step { replies, ends: false }
    }
}

/// Answers the lines of standard input on standard output, until the input or the session ends.
/// `refused` tells in the words of the protocol what is wrong with a line that cannot be read.
///
/// # Errors
/// Input or output fails.
pub fn converse(mut take: impl FnMut(&str) -> Step, refused: impl Fn(String) -> String) -> Result<(), Error> {
    let mut input = io::stdin().lock();
    let mut out = Output::new();
    let failed = |error| Error::Io { what: "cannot read standard input".into(), error };
    let refused = |reason| Step::replies(vec![refused(reason)]);
    while let Some(received) = receive(&mut input).map_err(failed)? {
        let step = match received {
            Received::Text(text) => take(&text),
            Received::TooLong => refused(format!("the line has more than {LINE_BYTES_MAX} bytes; send a shorter one")),
            Received::NoText => refused("the line is not UTF-8 text; send it as UTF-8".to_owned()),
        };
        step.replies.iter().try_for_each(|reply| out.line(reply))?;
        out.flush()?;
        if step.ends {
            break;
        }
    }
    Ok(())
}
