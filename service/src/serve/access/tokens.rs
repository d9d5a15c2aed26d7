//! The token file. It contains only digests of the tokens.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use super::account::Account;
use super::small_file::{line_at, read_small_text};
use crate::errors::Error;

type Hash = [u8; 32];

/// Accounts of the owners of all tokens, indexed by the digest of the token.
#[derive(Debug, Default)]
pub struct Tokens {
    accounts: HashMap<Hash, Arc<Account>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokensFile {
    #[serde(default)]
    token: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    sha256: Digests,
    positions_per_minute: Option<u32>,
}

/// Digests of the tokens that share a name, as hexadecimal digits: a single text, or a list of
/// texts.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "sha256 must be a text, or a list of texts")]
enum Digests {
    One(String),
    Several(Vec<String>),
}

impl Digests {
    fn texts(&self) -> &[String] {
        match self {
            Digests::One(text) => std::slice::from_ref(text),
            Digests::Several(texts) => texts,
        }
    }
}

impl Tokens {
    /// Reads the token file. Accounts whose entries are the same as in `old` keep their balance
    /// (unused part of the quota).
    ///
    /// # Errors
    /// The file cannot be read, or an entry is wrong.
    pub fn read(path: &Path, old: &Tokens) -> Result<Self, Error> {
        let wrong =
            |reason: String| Error::Argument { field: "--token-file", reason: format!("{}: {reason}", path.display()) };
        let text = read_small_text(path).map_err(|error| wrong(error.to_string()))?;
        let file: TokensFile = toml::from_str(&text).map_err(|error| wrong(toml_fault(&text, &error)))?;
        if file.token.is_empty() {
            return Err(wrong("it names no token; add a [[token]], or leave the option out".to_owned()));
        }
        let (mut accounts, mut names) = (HashMap::new(), HashSet::new());
        for entry in file.token {
            let name = &entry.name;
            let hashes: Option<Vec<Hash>> = entry.sha256.texts().iter().map(|digits| hash_of(digits)).collect();
            let hashes = hashes.filter(|hashes| !hashes.is_empty()).ok_or_else(|| {
                wrong(format!("the token `{name}`: sha256 must be 64 hexadecimal digits, as sha256sum prints them"))
            })?;
            if name.trim().is_empty() {
                return Err(wrong("a token has no name; log and metrics tell tokens apart by their names".to_owned()));
            }
            if !names.insert(name.clone()) {
                return Err(wrong(format!(
                    "two tokens have the name `{name}`; log and metrics could not tell them apart"
                )));
            }
            if hashes.contains(&Sha256::digest([]).into()) {
                return Err(wrong(format!("the token `{name}` is empty: its sha256 is that of an empty text")));
            }
            if entry.positions_per_minute == Some(0) {
                return Err(wrong(format!(
                    "the token `{name}` may ask nothing, as positions_per_minute is 0; leave the entry out"
                )));
            }
            let account = account(&entry, hashes.iter().find_map(|hash| old.accounts.get(hash)));
            for hash in hashes {
                if accounts.insert(hash, account.clone()).is_some() {
                    return Err(wrong(format!("the sha256 of the token `{name}` is there twice")));
                }
            }
        }
        Ok(Tokens { accounts })
    }

    pub fn account(&self, token: &str) -> Option<Arc<Account>> {
        let hash: Hash = Sha256::digest(token.as_bytes()).into();
        self.accounts.get(&hash).cloned()
    }
}

/// Returns the message of a TOML error with its line number, but without the text of the line,
/// which may contain a token.
fn toml_fault(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map(|span| format!("line {}: ", line_at(text, span.start)));
    line.unwrap_or_default() + error.message()
}

fn account(entry: &Entry, old: Option<&Arc<Account>>) -> Arc<Account> {
    let same = old.filter(|old| *old.name == *entry.name && old.per_minute == entry.positions_per_minute);
    same.cloned().unwrap_or_else(|| Arc::new(Account::new(&entry.name, entry.positions_per_minute, Instant::now())))
}

fn hash_of(digits: &str) -> Option<Hash> {
    let digits = digits.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut hash = [0; 32];
    for (byte, pair) in hash.iter_mut().zip(digits.chunks(2)) {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
    }
    Some(hash)
}
