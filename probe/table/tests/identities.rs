//! Digests of the rules of every variant and every draw code, as table files have them. A changed
//! digest makes all tables of that game unreadable: add a column instead, see `identity.rs` of
//! `peatee_rules`. After an intended change of rules, use `UPDATE_IDENTITIES=1`.

use peatee_rules::VARIANTS;
use peatee_rules::draw::{DrawRules, RULE_CODES};
use peatee_table::Metric;
use peatee_table::format::rules_digest;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/identities.tsv");

fn digests() -> Vec<(String, String)> {
    let hex = |identity: Vec<u8>| blake3::hash(&identity).to_hex().to_string();
    let variants = VARIANTS.iter().map(|variant| (variant.id.to_owned(), hex(variant.identity())));
    let names = RULE_CODES.iter().flat_map(|code| {
        // Each reading alone.
        let with = code.named_readings().map(|reading| format!("{}+{}", code.id, reading.name));
        std::iter::once(code.id.to_owned()).chain(with)
    });
    let digest = |name: String| {
        let rules = DrawRules::named(&name).expect("the code has the reading");
        (name, hex(rules.identity()))
    };
    variants.chain(names.map(digest)).collect()
}

#[test]
fn digests_are_as_recorded() {
    let found: String = digests().iter().map(|(name, digest)| format!("{name}\t{digest}\n")).collect();
    if std::env::var_os("UPDATE_IDENTITIES").is_some() {
        std::fs::write(PATH, &found).unwrap();
    }
    let recorded = std::fs::read_to_string(PATH).unwrap();
    for (found, recorded) in found.lines().zip(recorded.lines()) {
        assert_eq!(found, recorded);
    }
    assert_eq!(found.lines().count(), recorded.lines().count());
}

/// Tables of the first reading keep their digest, and a table of the other has its own.
#[test]
fn readings_of_a_king_that_must_rest_have_digests_of_their_own() {
    let digest = |code: &str| {
        let [results, distances] =
            ["wdl", "dtw"].map(|kind| rules_digest(Vec::new(), Metric::named(&format!("{kind}-{code}")).unwrap()));
        assert_eq!(results, distances);
        results
    };
    let counts = DrawRules::named("Frisian").unwrap().identity();
    let bytes = [&[128], &(counts.len() as u16).to_le_bytes()[..], &counts, &[129, 1, 0, 3]].concat();
    assert_eq!(digest("Frisian"), *blake3::hash(&bytes).as_bytes());
    assert_ne!(digest("Frisian-only-move"), digest("Frisian"));
}
