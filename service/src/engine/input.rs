//! Lines of a program that drives the engine, in bounded memory.

use std::io::{self, BufRead};

/// The longest line that is read: thousands of moves.
pub const LINE_BYTES_MAX: usize = 64 * 1024;

/// A line that came in.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    /// A line without its end.
    Text(String),
    /// A line of more than [`LINE_BYTES_MAX`] bytes. It was skipped.
    TooLong,
    /// A line that is no UTF-8.
    NoText,
}

/// The next line; `None` at the end of the input.
///
/// # Errors
/// The input fails.
pub fn receive(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let mut line = Vec::new();
    let read = io::Read::take(&mut *input, LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if read > LINE_BYTES_MAX && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Received::TooLong));
    }
    Ok(Some(match String::from_utf8(line) {
        Ok(text) => Received::Text(text.trim_end_matches(['\n', '\r']).to_owned()),
        Err(_) => Received::NoText,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_and_bytes_that_are_no_text_stop_nothing() {
        let mut bytes = vec![b'9'; LINE_BYTES_MAX];
        bytes.extend(b"\n9");
        bytes.extend(vec![b'9'; LINE_BYTES_MAX]);
        bytes.extend(b"\nping\r\n\xff\xfe\n\nquit");
        let mut input = bytes.as_slice();
        let lines: Vec<Received> = std::iter::from_fn(|| receive(&mut input).expect("memory does not fail")).collect();
        assert_eq!(lines.len(), 6);
        assert!(matches!(&lines[0], Received::Text(text) if text.len() == LINE_BYTES_MAX));
        let text = |text: &str| Received::Text(text.to_owned());
        assert_eq!(lines[1..], [Received::TooLong, text("ping"), Received::NoText, text(""), text("quit")]);
    }
}
