//! Tests of the text catalogues in `page/lang`. There is one catalogue for each language.

use std::collections::{BTreeMap, BTreeSet};

use peatee_probe::peatee_chess::laws::Article;
use peatee_rules::draw::CHESS_CODES;
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::{RULE_CODES, RuleCode};
use serde_json::Value;

use super::page_files::PageFiles;
use super::texts::article_keys;
use crate::ask::games;
use peatee_probe::adjudicate::NOTE_KEYS;

/// Language of the catalogue with which all others are compared.
const FIRST: &str = "en";

type Catalogue = BTreeMap<String, Value>;

fn catalogues() -> BTreeMap<String, Catalogue> {
    let files = PageFiles::iter().filter_map(|path| {
        let language = path.strip_prefix("lang/")?.strip_suffix(".json")?.to_owned();
        let file = PageFiles::get(&path).expect("it was listed");
        let catalogue = serde_json::from_slice(&file.data).unwrap_or_else(|error| panic!("{path}: {error}"));
        Some((language, catalogue))
    });
    files.collect()
}

/// Returns the keys of all texts except quotations of rules. A quotation exists only in the
/// language of its source, so the catalogues differ in their quotations.
fn own_keys(catalogue: &Catalogue) -> BTreeSet<&str> {
    catalogue.keys().map(String::as_str).filter(|key| !key.starts_with("quote/")).collect()
}

/// Returns the text of a catalogue entry, or all plural forms if the entry has several.
fn forms(text: &Value) -> Vec<&str> {
    match text {
        Value::String(text) => vec![text],
        Value::Object(forms) => forms.values().map(|form| form.as_str().expect("a form is a text")).collect(),
        other => panic!("{other} is neither a text nor forms of one"),
    }
}

/// Returns the names of the placeholders `{name}` in a text.
fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest)).collect()
}

/// Returns the names of the placeholders in all plural forms of a text. One of the forms, such as
/// the singular, is allowed to lack `{count}`.
fn all_places(text: &Value) -> BTreeSet<&str> {
    forms(text).into_iter().flat_map(places).collect()
}

#[test]
fn all_languages_have_the_same_texts_with_the_same_places() {
    let all = catalogues();
    assert_eq!(all.keys().collect::<Vec<_>>(), ["en", "et", "fr", "nl", "ru"]);
    let first = &all[FIRST];
    for (language, catalogue) in &all {
        assert_eq!(own_keys(catalogue), own_keys(first), "{language}");
        for key in own_keys(first) {
            assert_eq!(all_places(&catalogue[key]), all_places(&first[key]), "{language} {key}");
            assert!(forms(&catalogue[key]).iter().all(|form| !form.trim().is_empty()), "{language} {key}");
        }
    }
}

/// Returns all draw codes (draw rules of the federations), including those of chess.
fn codes() -> impl Iterator<Item = &'static RuleCode> {
    RULE_CODES.iter().chain(CHESS_CODES).copied()
}

/// Returns the numbers of all articles that a verdict under a draw code can name.
fn articles(code: &RuleCode) -> BTreeSet<&'static str> {
    let illegal = code.illegal_moves;
    let counts = code.counts.iter().map(|count| count.article);
    let others = [
        code.repetition.map(|repetition| repetition.article),
        code.no_move_article,
        code.no_pieces_article,
        illegal.opponents_piece,
        illegal.no_capture,
        illegal.wrong_capture,
        illegal.wrong_move,
    ];
    let of_laws = CHESS_CODES.iter().any(|chess| chess.id == code.id).then(|| Article::ALL.map(Article::number));
    counts.chain(others.into_iter().flatten()).chain(of_laws.into_iter().flatten()).collect()
}

#[test]
fn every_article_has_a_sentence_and_every_sentence_an_article() {
    let all = catalogues();
    let mut wanted = BTreeSet::new();
    for code in codes() {
        for article in articles(code) {
            let found = article_keys(code.id, article).into_iter().find(|key| all[FIRST].contains_key(key));
            wanted.insert(found.unwrap_or_else(|| panic!("{} {article} has no sentence", code.id)));
        }
        let year = format!("year/{}", code.year);
        let is_number = code.year.bytes().all(|byte| byte.is_ascii_digit());
        assert!(is_number || all[FIRST].contains_key(&year), "`{year}` is missing");
    }
    let sentences = all[FIRST].keys().filter(|key| key.starts_with("article/")).cloned();
    assert_eq!(sentences.collect::<BTreeSet<_>>(), wanted);
}

/// Returns the names of the readings of a draw code (interpretations that a user can choose).
fn readings(code: &RuleCode) -> BTreeSet<&'static str> {
    let names: Vec<&str> = code.named_readings().map(|reading| reading.name).collect();
    let all = [vec![code.id], names.clone()].concat().join("+");
    let rules = [code.id, &all].map(|name| DrawRules::named(name).expect("a name of the code"));
    let of_counts = rules.iter().flat_map(|rules| code.counts.iter().flat_map(|count| rules.readings_of(count)));
    of_counts.map(|(name, _)| name).chain(names).collect()
}

#[test]
fn codes_their_sources_and_readings_have_texts() {
    let all = catalogues();
    let mut wanted = BTreeSet::new();
    for code in codes().filter(|code| !code.counts.is_empty()) {
        let sources = (1..).zip(code.sources).map(|(number, source)| (format!("source/{}/{number}", code.id), *source));
        for (key, text) in sources.chain([(format!("code/{}", code.id), code.title)]) {
            // If the title or a source of a draw code changes, the translations have to be changed
            // too.
            assert_eq!(all[FIRST].get(&key), Some(&Value::from(text)), "{key}");
            wanted.insert(key);
        }
    }
    let of_readings = RULE_CODES.iter().flat_map(|code| readings(code));
    wanted.extend(of_readings.map(|name| format!("reading/{name}")));
    let is_of_codes = |key: &&String| ["code/", "source/", "reading/"].iter().any(|prefix| key.starts_with(prefix));
    assert_eq!(all[FIRST].keys().filter(is_of_codes).cloned().collect::<BTreeSet<_>>(), wanted);
}

#[test]
fn every_note_has_a_text() {
    let wanted: BTreeSet<String> = NOTE_KEYS.iter().map(|key| format!("note.{key}")).collect();
    let found = catalogues()[FIRST].keys().filter(|key| key.starts_with("note.")).cloned().collect::<BTreeSet<_>>();
    assert_eq!(found, wanted);
}

#[test]
fn quotes_are_of_articles_that_there_are() {
    for (language, catalogue) in catalogues() {
        for key in catalogue.keys().filter_map(|key| key.strip_prefix("quote/")) {
            let (id, article) = key.split_once('/').expect("code and article");
            let code = RuleCode::named(id).unwrap_or_else(|error| panic!("{language}: {error}"));
            assert!(articles(code).contains(article), "{language}: {id} has no article {article}");
        }
    }
}

#[test]
fn the_page_names_only_files_that_there_are() {
    let index = PageFiles::get("index.html").expect("the page");
    let index = std::str::from_utf8(&index.data).expect("text");
    let named = ["href=\"", "src=\""].into_iter().flat_map(|before| index.split(before).skip(1));
    // Links to parts of the page, to other sites and to answers of the server do not name files.
    let is_file = |path: &&str| !["#", "https://", "v1/"].iter().any(|start| path.starts_with(start));
    let named: Vec<&str> = named.filter_map(|rest| rest.split('"').next()).filter(is_file).collect();
    assert!(named.len() > 5, "{named:?}");
    for path in named {
        assert!(PageFiles::get(path).is_some(), "there is no {path}");
    }
}

#[test]
fn every_game_has_a_name() {
    for (language, catalogue) in catalogues() {
        for id in games::ids() {
            assert!(catalogue.contains_key(&format!("game/{id}")), "{language}: {id}");
        }
    }
}
