//! Positions that come from the arguments, or line by line from standard input, in constant memory.

use std::io::{self, BufRead, BufReader, IsTerminal as _, Read as _, Stdin};

use super::FenArgs;
use crate::errors::Error;

/// Maximum length of a line in bytes. The FEN of a full 12x12 board has only a few hundred.
const LINE_BYTES_MAX: usize = 64 * 1024;

/// Maximum number of bytes that are read from standard input at once. Positions that were read
/// together are answered together.
pub const READ_BYTES: usize = 1 << 20;

pub fn no_game(wanted: Option<usize>) -> String {
    match wanted {
        Some(number) => format!("there is no game {number}"),
        None => "there is no game in it".to_owned(),
    }
}

#[derive(Debug)]
pub enum Input {
    Arguments(std::vec::IntoIter<String>),
    Lines(BufReader<Stdin>),
}

impl Input {
    /// Creates a source of the arguments, or of standard input if there are no arguments or only
    /// `-`.
    pub fn new(source: &FenArgs) -> Self {
        if source.has_arguments() {
            return Input::Arguments(source.positions().into_iter());
        }
        if io::stdin().is_terminal() {
            crate::stderr::write_line(format_args!("peatee: reading positions from standard input, one per line"));
        }
        Input::Lines(BufReader::with_capacity(READ_BYTES, io::stdin()))
    }

    /// Returns the next position; `None` at the end. Bytes that are not UTF-8 are replaced, and a
    /// line that is too long is cut.
    ///
    /// # Errors
    /// [`Error::Io`] if standard input cannot be read.
    pub fn next(&mut self) -> Result<Option<String>, Error> {
        match self {
            Input::Arguments(arguments) => Ok(arguments.next()),
            Input::Lines(lines) => {
                next_line(lines).map_err(|error| Error::Io { what: "cannot read standard input".into(), error })
            }
        }
    }

    /// Returns true if reading the next position may block, so that the answers written so far
    /// should be flushed first.
    pub fn may_wait(&self) -> bool {
        matches!(self, Input::Lines(lines) if !lines.buffer().contains(&b'\n'))
    }
}

fn next_line<R: io::Read>(lines: &mut BufReader<R>) -> io::Result<Option<String>> {
    loop {
        let mut line = Vec::new();
        let read = lines.by_ref().take(LINE_BYTES_MAX as u64).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        if read == LINE_BYTES_MAX && line.last() != Some(&b'\n') {
            lines.skip_until(b'\n')?;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if !text.is_empty() && !text.starts_with('#') {
            return Ok(Some(text.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<String> {
        let mut lines = BufReader::with_capacity(16, text);
        std::iter::from_fn(|| next_line(&mut lines).expect("memory does not fail")).collect()
    }

    #[test]
    fn empty_lines_and_comments_are_skipped() {
        assert_eq!(all(b"\n# x\n W:W1:B2 \r\n\nB:W1:B2"), ["W:W1:B2", "B:W1:B2"]);
    }

    #[test]
    fn a_line_without_end_is_cut_and_the_next_one_is_whole() {
        let mut text = vec![b'9'; 3 * LINE_BYTES_MAX];
        text.extend(b"\nW:W1:B2\n");
        let lines = all(&text);
        assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [LINE_BYTES_MAX, 7]);
    }

    #[test]
    fn bytes_that_are_no_text_do_not_stop_the_run() {
        assert_eq!(all(b"\xff\xfe\nW:W1:B2\n")[1], "W:W1:B2");
    }
}
