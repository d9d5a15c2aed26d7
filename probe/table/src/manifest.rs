//! The manifest of a directory of tables: the list of its files with their digests.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::{FileError, ManifestError};
use crate::format;
use crate::regular_file::open_regular_file;
use crate::value::Metric;

/// Name of the manifest file.
pub const MANIFEST_NAME: &str = "manifest.json";

/// Maximum length of a manifest in bytes. About 80 000 tables fit, several times as many as there
/// are with up to seven pieces.
pub const MANIFEST_BYTES_MAX: u64 = 16 << 20;

/// Names, lengths and digests of all tables of one variant in one directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Version of the table format.
    pub format_version: u16,
    /// Id of the game.
    pub variant: String,
    /// Digest of the rules of the game, in hexadecimal.
    pub rules_digest: String,
    /// Tables of the directory; the key is the file name.
    pub tables: BTreeMap<String, ManifestEntry>,
}

/// One table in a manifest: its slice, metric, length and digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestEntry {
    /// Name of the slice.
    pub slice: String,
    /// Name of the metric.
    pub metric: String,
    /// Length of the file in bytes.
    pub bytes: u64,
    /// BLAKE3 digest of the file, in hexadecimal.
    pub blake3: String,
}

/// Returns true if `name` is a plain file name, without a path to another folder.
pub(crate) fn is_plain_name(name: &str) -> bool {
    !name.contains(['/', '\\']) && ![".", ".."].contains(&name)
}

impl Manifest {
    /// Creates a manifest without tables. `variant` is the id of the game; `rules` are the bytes
    /// that describe its rules.
    pub fn new(variant: &str, rules: Vec<u8>) -> Manifest {
        Manifest {
            format_version: format::VERSION,
            variant: variant.to_owned(),
            rules_digest: blake3::Hash::from(format::rules_digest(rules, Metric::Wdl)).to_hex().to_string(),
            tables: BTreeMap::new(),
        }
    }

    /// Reads the manifest of a directory. Returns `None` when the directory has no manifest.
    ///
    /// # Errors
    /// An error when the file cannot be read or is not a manifest.
    pub fn read(directory: &Path) -> Result<Option<Manifest>, ManifestError> {
        let path = directory.join(MANIFEST_NAME);
        let text = match open_regular_file(&path).and_then(|file| io::read_to_string(file.take(MANIFEST_BYTES_MAX + 1)))
        {
            Ok(text) => text,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ManifestError::Io { path, error }),
        };
        Manifest::parse(&path, &text).map(Some)
    }

    /// Reads a manifest from its text. Errors name `path` as the file.
    ///
    /// # Errors
    /// An error when the text is not a manifest.
    pub fn parse(path: &Path, text: &str) -> Result<Manifest, ManifestError> {
        let wrong = |reason: String| ManifestError::content(path.to_owned(), &reason);
        if text.len() as u64 > MANIFEST_BYTES_MAX {
            return Err(wrong(format!("it has more than {MANIFEST_BYTES_MAX} bytes")));
        }
        let manifest: Manifest = serde_json::from_str(text).map_err(|e| wrong(format!("it is not a manifest: {e}")))?;
        match manifest.tables.keys().find(|name| !is_plain_name(name)) {
            Some(name) => Err(wrong(format!("`{name}` is not the name of a table file"))),
            None => Ok(manifest),
        }
    }

    /// Checks that both manifests name the same table format and the same rules.
    ///
    /// # Errors
    /// Returns a sentence that describes the difference.
    pub fn check_made_as(&self, fresh: &Manifest) -> Result<(), String> {
        if !(format::OLDEST_VERSION..=format::VERSION).contains(&self.format_version) {
            let (found, expected) = (self.format_version, format::VERSION);
            return Err(FileError::Version { found, expected }.to_string());
        }
        if self.rules_digest != fresh.rules_digest {
            return Err(FileError::Rules.to_string());
        }
        Ok(())
    }

    /// Returns the BLAKE3 digest, in hexadecimal, of the manifest as text.
    pub fn digest(&self) -> String {
        blake3::hash(self.to_text().as_bytes()).to_hex().to_string()
    }

    /// Returns the manifest as text. Equal manifests give equal bytes.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a manifest holds nothing that JSON cannot");
        text.push('\n');
        text
    }
}
