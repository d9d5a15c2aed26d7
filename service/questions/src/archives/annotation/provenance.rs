//! Facts on which the values of a run depend, besides the games.

use peatee_probe::any::AnyTables;
use peatee_probe::{Collection, Game as _, with_tables};

/// Version of the program, game and rules as they were asked for, and digests of the tables.
#[derive(Debug, Clone)]
pub struct Provenance([(&'static str, String); 4]);

impl Provenance {
    pub fn new(variant: Option<&str>, rules: Option<&str>, collection: &Collection) -> Provenance {
        let asked = |option: Option<&str>| option.unwrap_or("of each game").to_owned();
        let manifest = |any: &AnyTables| with_tables!(any, tables => format!("{} {}", tables.game().id(), tables.manifest_digest()));
        let manifests: Vec<String> = collection.games().iter().map(manifest).collect();
        Provenance([
            ("peatee.version", env!("CARGO_PKG_VERSION").to_owned()),
            ("peatee.variant", asked(variant)),
            ("peatee.rules", asked(rules)),
            ("peatee.manifests", manifests.join(", ")),
        ])
    }

    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(key, value)| (*key, value.as_str()))
    }
}
