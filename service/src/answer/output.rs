//! Writing to standard output in a way that is safe for terminals.

use std::fmt::{Display, Write as _};
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

use peatee_rules::notation::{is_hazard, printable};
use serde::Serialize;

use crate::errors::Error;

/// Standard output, locked and buffered. Control characters in a text are escaped, because the text
/// may come from the input, and a terminal would execute them.
#[derive(Debug)]
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
    text: String,
}

impl Output {
    pub fn new() -> Self {
        Output { out: BufWriter::with_capacity(1 << 16, io::stdout().lock()), text: String::new() }
    }

    pub fn line(&mut self, text: &dyn Display) -> Result<(), Error> {
        self.text.clear();
        write!(self.text, "{text}").expect("a string takes every text");
        writeln!(self.out, "{}", printable(&self.text)).map_err(failed)
    }

    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let json = serde_json::to_string(value).map_err(|error| failed(error.into()))?;
        self.json_text(json)
    }

    pub fn json_text(&mut self, json: String) -> Result<(), Error> {
        writeln!(self.out, "{}", escaped_json(json)).map_err(failed)
    }

    /// Writes text as it is, without a line break and without escaping.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        self.out.write_all(text.as_bytes()).map_err(failed)
    }

    pub fn flush(&mut self) -> Result<(), Error> {
        self.out.flush().map_err(failed)
    }
}

/// Escapes the control characters that JSON allows but a terminal would execute. Such characters
/// occur only in strings. Line breaks and tabs between the tokens of JSON stay.
pub fn escaped_json(mut json: String) -> String {
    if json.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return json;
    }
    let is_escaped = |c: char| is_hazard(c) && !c.is_ascii_whitespace();
    while let Some((at, hazard)) = json.char_indices().find(|&(_, c)| is_escaped(c)) {
        json.replace_range(at..at + hazard.len_utf8(), &format!("\\u{:04x}", hazard as u32));
    }
    json
}

pub fn failed(error: io::Error) -> Error {
    Error::Io { what: "cannot write to standard output".into(), error }
}

/// Returns true if the error says that the reader of the output (a program such as `head`) has
/// closed it. Such an error is not reported.
pub fn is_closed_pipe(error: &Error) -> bool {
    matches!(error, Error::Io { error, .. } if error.kind() == ErrorKind::BrokenPipe)
}
