//! The README's table of variants is what the rule tables say. `UPDATE_README=1 cargo test -p peatee-rules --test readme`
//! writes it anew.

use peatee_rules::variant::feature_table;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
const BEGIN: &str = "<!-- variants: written by a test from the rule tables -->\n";
const END: &str = "<!-- end of variants -->";

#[test]
fn the_table_of_variants_is_up_to_date() {
    let text = std::fs::read_to_string(README).expect("the README is there");
    let begin = text.find(BEGIN).expect("the README has the place for the table") + BEGIN.len();
    let end = begin + text[begin..].find(END).expect("the table's place has an end");
    let wanted = format!("\n{}\n", feature_table().trim());
    if std::env::var_os("UPDATE_README").is_some() {
        let updated = format!("{}{wanted}\n{}", &text[..begin], &text[end..]);
        std::fs::write(README, updated).expect("the README can be written");
        return;
    }
    assert_eq!(text[begin..end].trim(), wanted.trim(), "run UPDATE_README=1 cargo test -p peatee-rules --test readme");
}
