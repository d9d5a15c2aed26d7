//! The table in `docs/variants.md`, the codes in `docs/readings.md` and the number of variants in
//! the README match the rule tables. The command `UPDATE_README=1 cargo test -p peatee-rules --test
//! suite readme` updates them.

use crate::common::features::feature_table;
use peatee_rules::VARIANTS;
use peatee_rules::draw::{RULE_CODES, RuleCode};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/variants.md");
const READINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/readings.md");
const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

/// Returns the page with the text between the marks `begin` and `end` replaced by `wanted`.
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

/// Formats a rule code for the page: games, source text, certainty, readings, sources and
/// unconfirmed points.
fn described(code: &RuleCode) -> String {
    let RuleCode { id, title, year, standing, sources, certainty, not_confirmed, .. } = code;
    let games = |is_default: bool| {
        let of_code = |codes: &[&str]| codes.contains(id) && (codes.first() == Some(id)) == is_default;
        let games = VARIANTS.iter().filter(|variant| of_code(variant.rule_codes));
        games.map(|variant| format!("`{}`", variant.id)).collect::<Vec<_>>().join(", ")
    };
    let mut out = format!("#### `{id}`\n\n{}\n", wrapped("", &format!("{title}: {standing}.")));
    let mut row = |name: &str, texts: &[String]| match texts {
        [] => {}
        [only] => out.push_str(&wrapped("* ", &format!("{name}: {only}"))),
        several => {
            out.push_str(&format!("* {name}:\n"));
            several.iter().for_each(|text| out.push_str(&wrapped("  * ", text)));
        }
    };
    let named = |games: String| if games.is_empty() { Vec::new() } else { vec![games] };
    row("default of", &named(games(true)));
    row("also for", &named(games(false)));
    row("text", &[format!("{year}, {}", certainty.text())]);
    row("read in", &owned(sources));
    let own = code.named_readings().map(|reading| format!("`+{}` ({})", reading.name, reading.meaning));
    row("readings that are not the default", &[own.collect::<Vec<_>>().join(", ")]);
    if not_confirmed.is_empty() {
        row("not confirmed", &["nothing is open".to_owned()]);
    }
    row("not confirmed", &owned(not_confirmed));
    out
}

/// Wraps a text at 100 columns. The first line begins with `bullet`, the others with as many
/// blanks.
fn wrapped(bullet: &str, text: &str) -> String {
    let (mut lines, mut line) = (String::new(), bullet.trim_end().to_owned());
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > 100 {
            lines.push_str(&line);
            lines.push('\n');
            line = " ".repeat(bullet.len().saturating_sub(1));
        }
        if !(line.is_empty() && bullet.is_empty()) {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines + &line + "\n"
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn the_codes_on_the_page_of_readings_are_current() {
    let begin = "<!-- codes: written by a test from the tables of codes -->\n";
    let codes = RULE_CODES.iter().filter(|code| !code.counts.is_empty()).map(|code| described(code));
    let wanted = format!("\n{}\n", codes.collect::<Vec<_>>().join("\n"));
    assert_current(READINGS, begin, "<!-- end of codes -->", &wanted);
}
