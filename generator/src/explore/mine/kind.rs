//! Kinds of positions that can be searched for.

use peatee_rules::draw::DrawRules;

use super::cursed::Cursed;
use super::fortress::Fortress;
use super::longest::Longest;
use super::only_move::OnlyMove;
use super::readings::Readings;
use super::zugzwang::Zugzwang;

/// Kind of position to search for, with the options of this kind.
#[derive(Debug, Clone)]
pub enum SearchKind {
    Longest(Longest),
    OnlyMove(OnlyMove),
    Zugzwang(Zugzwang),
    Cursed(Cursed),
    Readings(Readings),
    Fortress(Fortress),
}

impl SearchKind {
    /// Returns the draw rules that the search compares.
    pub fn rules(&self) -> impl Iterator<Item = &DrawRules> {
        match self {
            SearchKind::Cursed(Cursed { rules }) => [Some(rules), None],
            SearchKind::Readings(Readings { rules, other }) => [Some(rules), Some(other)],
            _ => [None, None],
        }
        .into_iter()
        .flatten()
    }
}
