//! The PDN or PGN text in a request, which is sent as a string or as the bytes of a file.

use std::borrow::Cow;

use super::bounds::argument;
#[cfg(feature = "encodings")]
use crate::answer::encoding;
use crate::answer::encoding_note;
use crate::answer::note::Note;
use crate::errors::Error;

#[derive(Debug)]
pub struct RecordText<'a> {
    /// The text, decoded to UTF-8.
    pub text: Cow<'a, str>,
    /// Name of the encoding of the bytes; `None` if it is UTF-8.
    pub encoding: Option<&'static str>,
}

impl<'a> RecordText<'a> {
    /// Returns the text of the field `pdn`. The request must not name an encoding for it.
    ///
    /// # Errors
    /// [`Error::Argument`] when `encoding` is not empty.
    pub fn plain(text: &'a str, encoding: &str) -> Result<Self, Error> {
        if !encoding.is_empty() {
            return Err(argument("encoding", "is for `pdn_bytes` alone; leave it out, since `pdn` is always UTF-8"));
        }
        Ok(RecordText { text: Cow::Borrowed(text), encoding: None })
    }

    /// Decodes the bytes of a file. `named` is the name of their encoding; if it is empty, the
    /// encoding is guessed from the bytes.
    ///
    /// # Errors
    /// [`Error::Argument`] if `named` is not the name of a known encoding.
    #[cfg(feature = "encodings")]
    pub fn decoded(bytes: &[u8], named: &str) -> Result<Self, Error> {
        let named = (!named.is_empty()).then(|| encoding::parse(named)).transpose();
        let named = named.map_err(|reason| argument("encoding", reason))?;
        let (text, encoding) = encoding::decode(bytes.to_vec(), named);
        Ok(RecordText { text: Cow::Owned(text), encoding })
    }

    /// Reads the bytes of a file, which must be UTF-8.
    ///
    /// # Errors
    /// [`Error::Argument`] if the bytes are not UTF-8.
    #[cfg(not(feature = "encodings"))]
    pub fn decoded(bytes: &[u8], _named: &str) -> Result<Self, Error> {
        let text = String::from_utf8(bytes.to_vec());
        let other =
            |_| argument("pdn_bytes", "are not UTF-8, and no other encoding is known here; send the text as `pdn`");
        Ok(RecordText { text: Cow::Owned(text.map_err(other)?), encoding: None })
    }

    pub fn note(&self) -> Option<Note> {
        self.encoding.map(|name| encoding_note::of(name, "`encoding`"))
    }
}
