//! Facts on which the values of annotated games depend, besides the games.

use peatee_probe::any::AnyTables;
use peatee_probe::{Collection, Game as _, with_tables};
use peatee_rows::Provenance;

/// Returns game and rules as they were asked for, and digests of the tables.
pub fn provenance(variant: Option<&str>, rules: Option<&str>, collection: &Collection) -> Provenance {
    let asked = |option: Option<&str>| option.unwrap_or("of each game").to_owned();
    let manifest =
        |any: &AnyTables| with_tables!(any, tables => format!("{} {}", tables.game().id(), tables.manifest_digest()));
    let manifests: Vec<String> = collection.games().iter().map(manifest).collect();
    Provenance::new([
        ("peatee.variant", asked(variant)),
        ("peatee.rules", asked(rules)),
        ("peatee.manifests", manifests.join(", ")),
    ])
}
