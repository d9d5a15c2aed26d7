//! Digests of the rules of every variant and every draw code, as table files have them. A changed
//! digest makes all tables of that game unreadable: add a column instead, see `identity.rs` of
//! `peatee_rules`. After an intended change of rules, use `UPDATE_IDENTITIES=1`.

use peatee_rules::VARIANTS;
use peatee_rules::draw::{DrawRules, RULE_CODES};

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
