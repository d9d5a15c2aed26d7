//! Output for values under draw rules.

use std::fmt::{self, Display};

use peatee_probe::{RuleMove, RulePlies, RuleValue};
use peatee_rules::Variant;
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::CountEnding;
use serde::Serialize;

use crate::answer::words::plies;

pub fn warn_if_foreign(rules: &DrawRules, variant: &Variant) {
    if let Some(warning) = rules.foreign_to(variant) {
        crate::stderr::write_line(format_args!("peatee: warning: {warning}"));
    }
}

#[derive(Debug, Serialize)]
pub struct RuleValueOut {
    rule_value: &'static str,
    /// Number of the article of the draw rules whose count of plies decides the value; null if no
    /// count decides it.
    article: Option<&'static str>,
    used_plies: Option<u32>,
    left_plies: Option<u32>,
    needed_plies: Option<u32>,
    #[serde(flatten)]
    plies: PliesOut,
    /// `drawn` if a count has already ended the game with a draw, `claimable` if a count lets a
    /// player claim a draw; null otherwise.
    draw: Option<&'static str>,
    /// Description of a missing table, which would show the value or the number of plies that the
    /// winner needs.
    lacking: Option<String>,
}

impl From<RuleValue> for RuleValueOut {
    fn from(value: RuleValue) -> Self {
        let count = value.clock.count();
        let draw = value.drawn_by().map(|count| match count.rule.ending {
            CountEnding::Automatic => "drawn",
            CountEnding::ClaimByEither => "claimable",
        });
        RuleValueOut {
            rule_value: value.outcome.name(),
            article: count.map(|count| count.rule.article),
            used_plies: count.map(|count| count.used_plies),
            left_plies: count.map(|count| count.left_plies()),
            needed_plies: value.needed_plies.filter(|_| draw.is_none()),
            plies: PliesOut::new(value.plies, value.value.plies),
            draw,
            lacking: value.lacking.map(|table| table.to_string()),
        }
    }
}

impl RuleValueOut {
    /// Names of the fields of a printed value, which are also the names of columns.
    pub const COLUMNS: [&str; 9] = [
        "rule_value",
        "article",
        "used_plies",
        "left_plies",
        "needed_plies",
        "rule_plies",
        "rule_plies_at_least",
        "draw",
        "lacking",
    ];

    pub fn name(&self) -> &'static str {
        self.rule_value
    }

    pub fn lacks_table(&self) -> bool {
        self.lacking.is_some()
    }
}

impl Display for RuleValueOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rule_value, self.plies)?;
        match (self.draw, self.article) {
            (Some("drawn"), Some(article)) => return write!(f, " (already drawn by {article})"),
            (Some(_), Some(article)) => return write!(f, " (a draw can be claimed by {article})"),
            _ => {}
        }
        match (self.article, self.left_plies, self.needed_plies) {
            (Some(article), Some(left), None) if self.lacking.is_some() => {
                let open = if self.rule_value.starts_with("maybe") {
                    "whether the win comes in time is"
                } else {
                    "the plies needed are"
                };
                let lacking = self.lacking.as_deref().unwrap_or_default();
                write!(f, " ({} left by {article}; {open} not known: {lacking})", plies(left))
            }
            (Some(article), Some(left), Some(needed)) => {
                write!(f, " (needs {}, {left} left by {article})", plies(needed))
            }
            (Some(article), Some(left), None) => write!(f, " ({} left by {article})", plies(left)),
            _ => Ok(()),
        }
    }
}

/// Plies to the end of the game under draw rules.
#[derive(Debug, Serialize)]
struct PliesOut {
    rule_plies: Option<u32>,
    /// Lower bound of the plies, for a search that ended before it found them. Null if the plies
    /// are known, and for a draw.
    rule_plies_at_least: Option<u32>,
    #[serde(skip)]
    dtw_plies: Option<u32>,
}

impl PliesOut {
    fn new(found: Option<RulePlies>, dtw_plies: Option<u32>) -> Self {
        PliesOut {
            rule_plies: found.and_then(RulePlies::exact),
            rule_plies_at_least: found.and_then(RulePlies::at_least),
            dtw_plies,
        }
    }
}

impl Display for PliesOut {
    /// Writes nothing if the plies equal DTW, because DTW is already written before the value under
    /// the draw rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rule_plies, self.rule_plies_at_least) {
            (Some(exact), _) if Some(exact) != self.dtw_plies => write!(f, " in {}", plies(exact)),
            (None, Some(least)) => write!(f, " in at least {}", plies(least)),
            _ => Ok(()),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct RuleMoveOut {
    rule_value: &'static str,
    needed_plies: Option<u32>,
    #[serde(flatten)]
    plies: PliesOut,
    /// True if the move resets or ends the count of plies that decides the value.
    resets_count: bool,
    counters: String,
}

impl RuleMoveOut {
    pub fn new(rules: &DrawRules, rated: &RuleMove) -> Self {
        RuleMoveOut {
            rule_value: rated.outcome.name(),
            needed_plies: rated.needed_plies,
            plies: PliesOut::new(rated.plies, rated.value.plies),
            resets_count: rated.resets,
            counters: rules.counters_text(&rated.counters, &rated.position),
        }
    }

    pub fn name(&self) -> &'static str {
        self.rule_value
    }
}

impl Display for RuleMoveOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rule_value, self.plies)?;
        match (self.resets_count, self.needed_plies) {
            (true, _) => f.write_str(", resets the count"),
            (false, Some(needed)) => write!(f, ", needs {}", plies(needed)),
            (false, None) => Ok(()),
        }
    }
}
