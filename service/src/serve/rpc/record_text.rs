//! Text of the games of a request: as a text, or as the bytes of a file.

use std::borrow::Cow;

use crate::answer::encoding;
use crate::answer::note::Note;
use crate::errors::Error;
use crate::serve::admission::bounds::argument;

/// Text of the games of a request.
#[derive(Debug)]
pub struct RecordText<'a> {
    /// The decoded text.
    pub text: Cow<'a, str>,
    /// The encoding of the bytes, if it is not UTF-8.
    pub encoding: Option<&'static str>,
}

impl<'a> RecordText<'a> {
    /// Returns the text of a field `pdn`, for which the request must name no encoding.
    ///
    /// # Errors
    /// [`Error::Argument`] when `encoding` is not empty.
    pub fn plain(text: &'a str, encoding: &str) -> Result<Self, Error> {
        if !encoding.is_empty() {
            return Err(argument("encoding", "is for `pdn_bytes`; `pdn` is UTF-8"));
        }
        Ok(RecordText { text: Cow::Borrowed(text), encoding: None })
    }

    /// Decodes the bytes of a file from the encoding `named`. If `named` is empty, decodes from the
    /// encoding that the bytes show.
    ///
    /// # Errors
    /// [`Error::Argument`] when `named` is no known encoding.
    pub fn decoded(bytes: &[u8], named: &str) -> Result<Self, Error> {
        let named = (!named.is_empty()).then(|| encoding::parse(named)).transpose();
        let named = named.map_err(|reason| argument("encoding", reason))?;
        let (text, encoding) = encoding::decode(bytes.to_vec(), named);
        Ok(RecordText { text: Cow::Owned(text), encoding })
    }

    /// Returns the note on its encoding.
    pub fn note(&self) -> Option<Note> {
        self.encoding.map(|name| encoding::note(name, "`encoding`"))
    }
}
