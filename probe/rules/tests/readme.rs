//! The table in `docs/variants.md` and the number of variants in the README are what the rule
//! tables say. `UPDATE_README=1 cargo test -p peatee-rules --test suite readme` writes both.

use peatee_rules::VARIANTS;
use peatee_rules::variant::features::feature_table;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/variants.md");
const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

/// The page with what stands between two marks replaced.
fn replaced(text: &str, begin: &str, end: &str, wanted: &str) -> String {
    let from = text.find(begin).unwrap_or_else(|| panic!("`{begin}` is not in the page")) + begin.len();
    let to = from + text[from..].find(end).unwrap_or_else(|| panic!("`{end}` is not in the page"));
    format!("{}{wanted}{}", &text[..from], &text[to..])
}

fn assert_current(path: &str, begin: &str, end: &str, wanted: &str) {
    let text = std::fs::read_to_string(path).expect("the page is there");
    let current = replaced(&text, begin, end, wanted);
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path, current).expect("the page can be written");
    } else {
        assert!(
            text == current,
            "{path}: run UPDATE_README=1 cargo test -p peatee-rules --test suite readme\n{current}"
        );
    }
}

#[test]
fn the_table_of_variants_is_current() {
    let begin = "<!-- variants: written by a test from the rule tables -->\n";
    assert_current(PAGE, begin, "<!-- end of variants -->", &format!("\n{}\n\n", feature_table().trim()));
}

#[test]
fn the_number_of_variants_is_current() {
    assert_current(README, "\n[", " variants](probe/rules/docs/variants.md)", &VARIANTS.len().to_string());
}
