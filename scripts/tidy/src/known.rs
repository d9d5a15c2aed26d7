//! Compares breaches with the known ones, which are counted by rule and key.

use std::collections::BTreeMap;

use crate::breach::Breach;

/// Numbers of breaches by rule and key, as in `known.toml`.
pub type Counts = BTreeMap<String, BTreeMap<String, usize>>;

/// Counts breaches by rule and key.
pub fn count(breaches: &[Breach]) -> Counts {
    let mut counts = Counts::new();
    for breach in breaches {
        *counts.entry(breach.rule.to_owned()).or_default().entry(breach.key.clone()).or_default() += 1;
    }
    counts
}

/// Returns lines for each key whose number of breaches differs from the known number. If there are
/// more, returns the breaches; if there are fewer, returns a request to lower the known number.
pub fn differences(breaches: &[Breach], known: &Counts) -> Vec<String> {
    let found = count(breaches);
    let number = |counts: &Counts, rule: &str, key: &str| {
        counts.get(rule).and_then(|keys| keys.get(key)).copied().unwrap_or_default()
    };
    let more = breaches
        .iter()
        .filter(|breach| number(&found, breach.rule, &breach.key) > number(known, breach.rule, &breach.key));
    let keys = known.iter().flat_map(|(rule, keys)| keys.iter().map(move |(key, most)| (rule, key, *most)));
    let fewer = keys.filter_map(|(rule, key, most)| {
        let now = number(&found, rule, key);
        let text = format!("{rule}: {key} has {now} breaches, known.toml says {most}: run UPDATE_TIDY=1 to lower it");
        (now < most).then_some(text)
    });
    more.map(|breach| format!("{}: {}", breach.rule, breach.text)).chain(fewer).collect()
}
