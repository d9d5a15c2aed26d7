//! The header list of a directory of tables: the manifest and the headers of all tables in one
//! file, so that the tables can be opened over a network with one request.

use std::path::Path;

use crate::error::ManifestError;
use crate::format::HEADER_BYTES;
use crate::manifest::{MANIFEST_BYTES_MAX, Manifest};

/// Name of the header list: a file beside the manifest that holds the manifest and the headers of
/// all tables.
pub const HEADER_LIST_NAME: &str = "headers.bin";

const MAGIC: [u8; 8] = *b"\x89PTH\r\n\x1a\n";
const CRC_AT: usize = 12;
const MANIFEST_AT: usize = 16;

/// The manifest of a directory of tables and the header of each table, as the file `headers.bin`
/// holds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderList {
    /// The text of `manifest.json`.
    pub manifest: String,
    /// Header of each table (its first 320 bytes), in the order of the manifest.
    pub headers: Vec<[u8; HEADER_BYTES]>,
}

impl HeaderList {
    /// Maximum length of a header list in bytes. A header list holds the manifest and a header of
    /// 320 bytes for each table. The manifest has at least 200 bytes for each table, so all headers
    /// together are less than twice as long as the manifest.
    pub const BYTES_MAX: u64 = 3 * MANIFEST_BYTES_MAX;

    /// Returns the content of the file `headers.bin`: the manifest, then the headers.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.manifest.len() as u32).to_le_bytes());
        bytes.extend([0; MANIFEST_AT - CRC_AT]);
        bytes.extend(self.manifest.as_bytes());
        bytes.extend(self.headers.as_flattened());
        let crc = checksum(&bytes).to_le_bytes();
        bytes[CRC_AT..MANIFEST_AT].copy_from_slice(&crc);
        bytes
    }

    /// Parses a header list (the manifest and the headers of all tables in one file), and the
    /// manifest in it. Errors name `path` as the file.
    ///
    /// # Errors
    /// An error when the bytes are not a header list, or when the manifest in it is invalid. The
    /// headers themselves are not checked.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<(HeaderList, Manifest), ManifestError> {
        let wrong = |reason: &str| ManifestError::content(path.to_owned(), reason);
        if !bytes.starts_with(&MAGIC) || bytes.len() < MANIFEST_AT {
            return Err(wrong("it is not a list of headers that this program knows: the first bytes are wrong"));
        }
        let number_at = |at: usize| u32::from_le_bytes(std::array::from_fn(|place| bytes[at + place]));
        if number_at(CRC_AT) != checksum(bytes) {
            return Err(wrong("its checksum does not match: it was cut off or changed"));
        }
        let manifest = bytes[MANIFEST_AT..].get(..number_at(MAGIC.len()) as usize);
        let manifest = manifest.and_then(|text| std::str::from_utf8(text).ok());
        let manifest = manifest.ok_or_else(|| wrong("it holds no manifest"))?;
        let listed = Manifest::parse(path, manifest)?;
        let (headers, rest) = bytes[MANIFEST_AT + manifest.len()..].as_chunks();
        if headers.len() != listed.tables.len() || !rest.is_empty() {
            return Err(wrong("it does not have a header for each table of its manifest"));
        }
        Ok((HeaderList { manifest: manifest.to_owned(), headers: headers.to_vec() }, listed))
    }
}

/// Returns the CRC-32 of the file `headers.bin`. It covers all bytes except those in which this
/// checksum is stored.
fn checksum(bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&bytes[..CRC_AT]);
    hasher.update(&bytes[MANIFEST_AT..]);
    hasher.finalize()
}
