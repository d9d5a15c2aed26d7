//! Standard output, on which no text of a user commands a terminal.

use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use peatee_rules::notation::{is_hazard, printable};
use serde::Serialize;

use crate::errors::Error;

/// Standard output, locked and buffered. Text from the input is escaped where a terminal would take
/// it for a command.
#[derive(Debug)]
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
    /// The line that is being written.
    text: String,
}

impl Output {
    /// Takes standard output.
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

    /// Writes a line of JSON that is there as text.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn json_text(&mut self, json: String) -> Result<(), Error> {
        writeln!(self.out, "{}", escaped_json(json)).map_err(failed)
    }

    /// Writes a text that needs no escapes.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        self.out.write_all(text.as_bytes()).map_err(failed)
    }

    /// Shows what was written so far.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn flush(&mut self) -> Result<(), Error> {
        self.out.flush().map_err(failed)
    }
}

/// JSON leaves some control characters unescaped that a terminal obeys. Those escaped here can
/// occur only in strings; the others are white space.
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

/// True when the reader has closed the output, as `head` does. That is no failure.
pub fn is_closed_pipe(error: &Error) -> bool {
    matches!(error, Error::Io { error, .. } if error.kind() == ErrorKind::BrokenPipe)
}
