//! Standard output that is safe for terminals.

use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use peatee_rules::notation::{is_hazard, printable};
use serde::Serialize;

use crate::errors::Error;

/// Standard output, locked and buffered. Escapes control characters in text from the input, which a
/// terminal would execute.
#[derive(Debug)]
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
    /// The current line.
    text: String,
}

impl Output {
    /// Locks standard output.
    pub fn new() -> Self {
        Output { out: BufWriter::with_capacity(1 << 16, io::stdout().lock()), text: String::new() }
    }

    /// Writes a line.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn line(&mut self, text: &dyn Display) -> Result<(), Error> {
        self.text.clear();
        write!(self.text, "{text}").expect("a string takes every text");
        writeln!(self.out, "{}", printable(&self.text)).map_err(failed)
    }

    /// Writes a line of JSON.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let json = serde_json::to_string(value).map_err(|error| failed(error.into()))?;
        self.json_text(json)
    }

    /// Writes a line of formatted JSON.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn json_text(&mut self, json: String) -> Result<(), Error> {
        writeln!(self.out, "{}", escaped_json(json)).map_err(failed)
    }

    /// Writes text without escaping.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        self.out.write_all(text.as_bytes()).map_err(failed)
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn flush(&mut self) -> Result<(), Error> {
        self.out.flush().map_err(failed)
    }
}

/// Escapes control characters that JSON allows but a terminal would execute. They occur only in
/// strings; other control characters are white space.
pub fn escaped_json(mut json: String) -> String {
    let is_escaped = |c: char| is_hazard(c) && !c.is_ascii_whitespace();
    while let Some((at, hazard)) = json.char_indices().find(|&(_, c)| is_escaped(c)) {
        json.replace_range(at..at + hazard.len_utf8(), &format!("\\u{:04x}", hazard as u32));
    }
    json
}

fn failed(error: io::Error) -> Error {
    Error::Io { what: "cannot write to standard output".into(), error }
}

/// Returns true when the reader has closed the output, as `head` does. This is not a failure.
pub fn is_closed_pipe(error: &Error) -> bool {
    matches!(error, Error::Io { error, .. } if error.kind() == ErrorKind::BrokenPipe)
}
