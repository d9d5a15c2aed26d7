//! Reading of game files in chunks of whole games, in constant memory.

mod chunk;
mod compressed;
mod content;
mod list;
pub mod tags;

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::ProgressBar;
use peatee_game::{TextStart, is_tag_line};

pub use self::chunk::{Chunk, GameNumbers, ReadGames};
use self::compressed::decompressed;
pub use self::content::{FileContent, positions};
pub use self::list::{GameFile, STDIN, game_files};
use crate::answer::encoding::{self, NamedEncoding};
use crate::answer::fitting::SampleText;
use crate::ask::kind_of_text::{is_chess, is_chess_fen};

/// Number of bytes that are read for a chunk. If these bytes contain the beginning of only one
/// game, the number is doubled.
const CHUNK_BYTES: usize = 128 << 10;

/// Maximum length of a chunk in bytes. A file of games without tags is one chunk, because only the
/// tags show where a game begins.
const CHUNK_BYTES_MAX: usize = 64 << 20;

/// A file that cannot be read to its end.
#[derive(Debug)]
pub struct UnreadFile {
    pub file: Arc<str>,
    /// True when no chunk of the file was read.
    pub is_first: bool,
    pub error: io::Error,
}

/// Source of chunks from several files, one file after the other.
pub struct Chunks {
    files: VecDeque<PathBuf>,
    content: FileContent,
    open: Option<OpenFile>,
    encoding: Option<NamedEncoding>,
    /// Whether the games are chess; `None` if the user does not say.
    asked_chess: Option<bool>,
    /// Progress bar that counts the bytes of the files as they are on the disk, that is,
    /// compressed.
    pub bar: ProgressBar,
}

struct OpenFile {
    name: Arc<str>,
    reader: Box<dyn Read + Send>,
    content: FileContent,
    is_first: bool,
    is_chess: bool,
    line: u32,
    first_of_file: Arc<SampleText<'static>>,
    /// Bytes that have been read but do not belong to a chunk yet.
    rest: Vec<u8>,
}

impl Chunks {
    /// Creates the source of the chunks of these files. `bar` counts the bytes that are read.
    pub fn new(
        files: Vec<GameFile>,
        content: FileContent,
        encoding: Option<NamedEncoding>,
        asked_chess: Option<bool>,
        bar: ProgressBar,
    ) -> Chunks {
        bar.set_length(files.iter().map(|file| file.bytes).sum());
        let files = files.into_iter().map(|file| file.path).collect();
        Chunks { files, content, open: None, encoding, asked_chess, bar }
    }

    fn open(&self, path: &Path) -> Result<OpenFile, UnreadFile> {
        let name: Arc<str> = path.display().to_string().into();
        let opened = if path == Path::new(STDIN) {
            decompressed(io::stdin())
        } else {
            File::open(path).and_then(|file| decompressed(self.bar.wrap_read(file)))
        };
        let reader = opened.map_err(|error| UnreadFile { file: name.clone(), is_first: true, error })?;
        self.bar.set_message(path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()));
        let content = self.content;
        let (is_first, is_chess, line, first_of_file, rest) = (true, false, 1, Arc::default(), Vec::new());
        Ok(OpenFile { name, reader, content, is_first, is_chess, line, first_of_file, rest })
    }
}

/// Iterates over the chunks of all files. An empty file has one chunk. After an error, continues
/// with the next file.
impl Iterator for Chunks {
    type Item = Result<Chunk, UnreadFile>;

    fn next(&mut self) -> Option<Result<Chunk, UnreadFile>> {
        loop {
            let mut file = match self.open.take() {
                Some(file) => file,
                None => {
                    let path = self.files.pop_front()?;
                    match self.open(&path) {
                        Ok(file) => file,
                        Err(unread) => return Some(Err(unread)),
                    }
                }
            };
            match file.next_bytes() {
                Ok(bytes) if bytes.is_empty() && !file.is_first => {}
                Ok(bytes) => {
                    let chunk = file.chunk(encoding::decode(bytes, self.encoding).0, self.asked_chess);
                    self.open = Some(file);
                    return Some(Ok(chunk));
                }
                Err(error) => {
                    let is_first = file.is_first;
                    return Some(Err(UnreadFile { file: file.name, is_first, error }));
                }
            }
        }
    }
}

impl OpenFile {
    /// Returns the next games of the file as bytes: everything before the last game that begins in
    /// the bytes read. Of positions, returns whole lines. Returns no bytes at the end of the file.
    fn next_bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut wanted = CHUNK_BYTES;
        loop {
            let lacking = wanted.saturating_sub(self.rest.len()) as u64;
            self.reader.by_ref().take(lacking).read_to_end(&mut self.rest)?;
            if self.rest.len() < wanted {
                return Ok(std::mem::take(&mut self.rest));
            }
            let whole = match self.content {
                FileContent::Games => last_game(&self.rest),
                FileContent::Positions => self.rest.iter().rposition(|&byte| byte == b'\n').map(|end| end + 1),
            };
            if let Some(length) = whole {
                let rest = self.rest.split_off(length);
                return Ok(std::mem::replace(&mut self.rest, rest));
            }
            if wanted >= CHUNK_BYTES_MAX {
                let (mib, content) = (CHUNK_BYTES_MAX >> 20, self.content.lacking());
                return Err(io::Error::other(format!("{content} within {mib} MiB; split the file")));
            }
            wanted *= 2;
        }
    }

    fn chunk(&mut self, mut text: String, asked_chess: Option<bool>) -> Chunk {
        if text.starts_with('\u{feff}') {
            text.remove(0);
        }
        if self.is_first {
            self.is_chess = asked_chess.unwrap_or_else(|| match self.content {
                FileContent::Games => is_chess(&text),
                FileContent::Positions => positions(&text).next().is_some_and(|(_, fen)| is_chess_fen(fen)),
            });
            if self.content == FileContent::Games && !self.is_chess {
                self.first_of_file = Arc::new(SampleText::new(text.clone().into()));
            }
        }
        let start = TextStart { line: self.line, ..TextStart::default() };
        let is_first = std::mem::replace(&mut self.is_first, false);
        self.line = self.line.saturating_add(line_ends(text.as_bytes()));
        let (file, content, is_chess, first_of_file) =
            (self.name.clone(), self.content, self.is_chess, self.first_of_file.clone());
        Chunk { file, content, is_first, is_chess, start, text, first_of_file }
    }
}

/// Counts the line ends LF, CR LF and CR.
fn line_ends(bytes: &[u8]) -> u32 {
    let is_end = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(is_end).count() as u32
}

/// Returns the byte at which the last game begins; `None` if only one game begins in these bytes. A
/// game begins with a tag after an empty line. A tag does not begin a game if the last line before
/// it that is not empty is a tag too.
fn last_game(bytes: &[u8]) -> Option<usize> {
    let begins_game = |&at: &usize| {
        if bytes[at] != b'[' {
            return false;
        }
        let Some(before) = bytes[..at].strip_suffix(b"\n") else { return false };
        let mut lines = before.rsplit(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        lines.next().is_some_and(<[u8]>::is_empty)
            && lines.find(|line| !line.is_empty()).is_some_and(|line| !line.starts_with(b"["))
            && bytes[at..]
                .split(|&byte| byte == b'\n')
                .next()
                .is_some_and(|line| is_tag_line(&String::from_utf8_lossy(line)))
    };
    (1..bytes.len()).rev().find(begins_game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_end_where_games_do() {
        let text = b"[A \"1\"]\n\n1. e4 *\n\n[A \"2\"]\r\n[B \"3\"]\r\n\r\n1. d4 *\n";
        let at = last_game(text).expect("a second game");
        assert!(text[at..].starts_with(b"[A \"2\"]"));
        for one in [
            "[A \"1\"]\n\n[B \"2\"]\n\n1. e4 *\n",
            "[A \"1\"]\n\n1. e4\n[B \"2\"]\n",
            "[A \"1\"]\n\n1. e4 {a comment\n\n[%clk 1] } *\n",
        ] {
            assert_eq!(last_game(one.as_bytes()), None, "{one}");
        }
        assert_eq!(line_ends(b"a\nb\r\nc\rd"), 3);
    }
}
