//! Records of standard input. A record is a line, or several lines if a quoted field contains line
//! breaks.

use std::io::{self, BufRead, BufReader, Read};

pub const RECORD_BYTES_MAX: usize = 64 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Line,
    /// A record ends at each line break outside of quotes.
    UnquotedLine,
}

/// A record, without the line break that ends it.
#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    /// Text of the record. Bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Reason why the record cannot be answered: it is too long or not UTF-8, or a quote is not
    /// closed.
    pub fault: Option<&'static str>,
}

#[derive(Debug)]
pub struct Records<R> {
    lines: BufReader<R>,
    ending: Ending,
}

impl<R: Read> Records<R> {
    pub fn new(input: R, ending: Ending, buffer_bytes: usize) -> Self {
        Records { lines: BufReader::with_capacity(buffer_bytes, input), ending }
    }

    /// Returns the next record that is not empty; `None` at the end of the input.
    ///
    /// # Errors
    /// Reading fails.
    pub fn next(&mut self) -> io::Result<Option<Record>> {
        loop {
            let mut bytes = Vec::new();
            let is_whole = self.read(&mut bytes)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            let mut content = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
            content = content.strip_suffix(b"\r").unwrap_or(content);
            if content.is_empty() {
                continue;
            }
            let fault = match str::from_utf8(content) {
                _ if !is_whole => Some("the line is longer than 65536 bytes, or a quote in it is not closed"),
                Err(_) => Some("the line is not UTF-8"),
                Ok(_) => None,
            };
            return Ok(Some(Record { text: String::from_utf8_lossy(content).into_owned(), fault }));
        }
    }

    pub fn may_wait(&self) -> bool {
        !self.lines.buffer().contains(&b'\n')
    }

    /// Reads a record, including its line break, and appends it to `bytes`. Returns false if the
    /// record is too long (then its rest is skipped), or if the input ends inside quotes.
    fn read(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        loop {
            let before = bytes.len();
            let left = RECORD_BYTES_MAX - before;
            self.lines.by_ref().take(left as u64).read_until(b'\n', bytes)?;
            let is_line = bytes.ends_with(b"\n") && bytes.len() > before;
            // A quote in a quoted field is written twice. So the number of quotes is odd as long as
            // a quoted field is not closed.
            let is_open = self.ending == Ending::UnquotedLine && bytes.iter().filter(|&&b| b == b'"').count() % 2 == 1;
            if bytes.len() == RECORD_BYTES_MAX && (!is_line || is_open) {
                if !is_line {
                    self.lines.skip_until(b'\n')?;
                }
                return Ok(false);
            }
            if !is_line {
                return Ok(!is_open);
            }
            if !is_open {
                return Ok(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], ending: Ending) -> Vec<Record> {
        let mut records = Records::new(text, ending, 16);
        std::iter::from_fn(|| records.next().expect("memory does not fail")).collect()
    }

    fn texts(text: &[u8], ending: Ending) -> Vec<String> {
        all(text, ending).into_iter().map(|record| record.text).collect()
    }

    #[test]
    fn quotes_hold_line_breaks_where_they_count() {
        let text = b"a,\"b\nc\"\r\n\nd,\"\"\n\te\t";
        assert_eq!(texts(text, Ending::UnquotedLine), ["a,\"b\nc\"", "d,\"\"", "\te\t"]);
        assert_eq!(texts(text, Ending::Line), ["a,\"b", "c\"", "d,\"\"", "\te\t"]);
    }

    #[test]
    fn what_is_not_whole_is_said_and_the_next_record_is_whole() {
        let mut text = vec![b'9'; 3 * RECORD_BYTES_MAX];
        text.extend(b"\nnext\n\xff\nopen,\"");
        let records = all(&text, Ending::UnquotedLine);
        let faults: Vec<bool> = records.iter().map(|record| record.fault.is_some()).collect();
        assert_eq!(faults, [true, false, true, true]);
        assert_eq!(records[1].text, "next");
    }
}
