//! Judges games and converts the verdicts to structs of C.

use std::ffi::c_char;

use peatee_probe::Tables;
use peatee_probe::adjudicate::{Assessment, Judge, Ruling, Start, Verdict};
use peatee_probe::peatee_rules::draw::{Counters, DrawRules};
use peatee_probe::peatee_rules::{Position, Side};

use crate::convert::{no_rule_value, to_position, to_rule_value};
use crate::failure::Failure;
use crate::types::game::{PEATEE_TEXT_BYTES, PeateeRuling, PeateeVerdict};
use crate::types::rules::PeateeRuleValue;
use crate::types::value::PeateeStatus;

pub(crate) fn judge(
    tables: &Tables,
    position: Position,
    rules: DrawRules,
    counters: Option<Counters>,
    moves: &[&str],
) -> Result<PeateeVerdict, Failure> {
    tables.game().check(&position).map_err(|error| Failure::new(PeateeStatus::BadPosition, error.to_string()))?;
    // The best line is not used, so one ply is enough.
    let judge = Judge::new(tables.game(), rules).tables(tables).line_plies(1);
    let verdict = judge.verdict(&Start { counters, ..Start::from(position) }, moves)?;
    let (ruling, value, text) = said(&verdict);
    Ok(PeateeVerdict {
        size: size_of::<PeateeVerdict>(),
        ruling: ruling as i32,
        plies: i32::try_from(verdict.plies()).unwrap_or(i32::MAX),
        position: to_position(&verdict.position),
        value,
        text: cut(&text),
    })
}

fn said(verdict: &Verdict) -> (PeateeRuling, PeateeRuleValue, String) {
    let not_probed = no_rule_value(PeateeStatus::NotProbed);
    let text = verdict.to_string();
    let ruling = match &verdict.ruling {
        Ruling::Illegal(_) => PeateeRuling::IllegalMove,
        Ruling::Lost { loser: Side::White, .. } => PeateeRuling::BlackWins,
        Ruling::Lost { loser: Side::Black, .. } => PeateeRuling::WhiteWins,
        Ruling::InProgress if verdict.claims.is_empty() => PeateeRuling::InProgress,
        Ruling::InProgress => PeateeRuling::DrawClaimable,
        _ => PeateeRuling::Drawn,
    };
    match &verdict.assessment {
        Some(Assessment::Known { value, .. }) => (ruling, to_rule_value(value), text),
        Some(Assessment::Unknown(note)) => {
            (ruling, no_rule_value(PeateeStatus::NoTable), format!("{text}; {}", note.text))
        }
        None => (ruling, not_probed, text),
    }
}

/// Returns a text as the content of a field of `N` bytes, with a final NUL. Cuts the text off if it
/// is too long.
pub(crate) fn cut<const N: usize>(text: &str) -> [c_char; N] {
    let mut out = [0; N];
    let end = text.floor_char_boundary(N.saturating_sub(1));
    for (to, &byte) in out.iter_mut().zip(&text.as_bytes()[..end]) {
        *to = byte.cast_signed() as c_char;
    }
    out
}

const _: () = assert!(PEATEE_TEXT_BYTES > 1);
