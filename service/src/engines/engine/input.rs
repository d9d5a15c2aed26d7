//! Reading of the lines that the driving program sends, in bounded memory, as UTF-8 or Latin-1.

use std::io::{self, BufRead};

/// Maximum length of a line in bytes, enough for thousands of moves.
pub const LINE_BYTES_MAX: usize = 64 * 1024;

#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    Text(String),
    /// The beginning of a line with more than [`LINE_BYTES_MAX`] bytes, whose rest was skipped.
    TooLong(String),
}

/// Decodes bytes as UTF-8, or as Latin-1 if they are not valid UTF-8.
pub fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| latin_1(error.as_bytes()))
}

/// Decodes Latin-1, in which every byte stands for one character.
pub fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

pub fn receive(input: &mut impl BufRead) -> io::Result<Option<Received>> {
    let mut line = Vec::new();
    let read = io::Read::take(&mut *input, LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if read > LINE_BYTES_MAX && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Received::TooLong(decode(line))));
    }
    Ok(Some(Received::Text(decode(line).trim_end_matches(['\n', '\r']).to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_and_bytes_that_are_no_utf_8_stop_nothing() {
        let mut bytes = vec![b'9'; LINE_BYTES_MAX];
        bytes.extend(b"\n9");
        bytes.extend(vec![b'9'; LINE_BYTES_MAX]);
        bytes.extend(b"\nping\r\nJ\xfcri\nJ\xc3\xbcri\n\nquit");
        let mut input = bytes.as_slice();
        let lines: Vec<Received> = std::iter::from_fn(|| receive(&mut input).expect("memory does not fail")).collect();
        assert_eq!(lines.len(), 7);
        assert!(matches!(&lines[0], Received::Text(text) if text.len() == LINE_BYTES_MAX));
        assert!(matches!(&lines[1], Received::TooLong(text) if text.len() == LINE_BYTES_MAX + 1));
        let text = |text: &str| Received::Text(text.to_owned());
        assert_eq!(lines[2..], [text("ping"), text("Jüri"), text("Jüri"), text(""), text("quit")]);
    }
}
