//! Facts on which the values of a file depend.

use std::fs;
use std::io;
use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use serde_json::{Map, Value, json};

/// Bytes that are escaped where the name of a file is an address.
const IN_NAMES: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Facts on which the values of a file of rows depend, by name: version of the program, game, draw
/// rules, digests of tables.
#[derive(Debug, Clone)]
pub struct Provenance(Vec<(&'static str, String)>);

impl Provenance {
    /// Adds the version of the programs to the facts. Names begin with `peatee.`.
    pub fn new(facts: impl IntoIterator<Item = (&'static str, String)>) -> Provenance {
        let version = ("peatee.version", env!("CARGO_PKG_VERSION").to_owned());
        Provenance([version].into_iter().chain(facts).collect())
    }

    /// Returns the names of the facts with their values.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(key, value)| (*key, value.as_str()))
    }

    /// Writes the metadata of a CSV file beside it, where "CSV on the Web" of the W3C looks for
    /// them. Lines of comment in the file itself would be rows for most readers.
    ///
    /// # Errors
    /// Writing fails.
    pub fn write_beside_csv(&self, csv: &Path) -> io::Result<()> {
        let name = csv.file_name().unwrap_or_default();
        let mut beside = name.to_owned();
        beside.push("-metadata.json");
        let url = percent_encode(name.as_encoded_bytes(), IN_NAMES).to_string();
        fs::write(csv.with_file_name(beside), self.csv_metadata(&url))
    }

    fn csv_metadata(&self, url: &str) -> String {
        let notes: Map<String, Value> = self.pairs().map(|(key, value)| (key.to_owned(), value.into())).collect();
        let metadata = json!({ "@context": "http://www.w3.org/ns/csvw", "url": url, "notes": [notes] });
        format!("{metadata:#}\n")
    }
}
