//! A site: published tables of several games, as files for any web server.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::ManifestError;
use crate::manifest::is_plain_name;

/// Name of the file that lists the games on a web site with tables.
pub const SITE_NAME: &str = "index.json";

/// The list of the games on a web site with tables, and the source of the tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// Name and version of the program that published the tables.
    pub published_by: String,
    /// Commit from which the publishing program was built, if known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub commit: Option<String>,
    /// Licence of the tables as an SPDX expression.
    pub licence: String,
    /// Tables of each game; the key is the id of the game and the name of its folder.
    pub games: BTreeMap<String, PublishedGame>,
}

/// The tables of a game on a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedGame {
    /// Version of the table format.
    pub format_version: u16,
    /// Digest of the rules of the game, in hexadecimal.
    pub rules_digest: String,
    /// Largest number of pieces in any table.
    pub pieces_max: u32,
    /// Number of tables.
    pub tables: usize,
    /// Total length of the tables in bytes.
    pub bytes: u64,
    /// BLAKE3 digest of the manifest, in hexadecimal.
    pub manifest_blake3: String,
    /// Signature of each metric whose tables are complete: a digest of all values in these tables,
    /// in hexadecimal. The key is the name of the metric.
    pub signatures: BTreeMap<String, String>,
}

impl Site {
    /// Reads the list of games on a web site from its text. Errors name `path` as the file.
    ///
    /// # Errors
    /// An error when the text is not a list of games.
    pub fn parse(path: &Path, text: &str) -> Result<Site, ManifestError> {
        let wrong = |reason: String| ManifestError::content(path.to_owned(), &reason);
        let site: Site =
            serde_json::from_str(text).map_err(|error| wrong(format!("it is not a list of games: {error}")))?;
        match site.games.keys().find(|name| !is_plain_name(name)) {
            Some(name) => Err(wrong(format!("`{name}` is not the name of a folder"))),
            None => Ok(site),
        }
    }

    /// Returns the list as text. Equal lists give equal bytes.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a site holds nothing that JSON cannot");
        text.push('\n');
        text
    }
}
