//! Notes on counts that other programs have written after a FEN.

use peatee_rules::draw::DrawRules;
use peatee_rules::notation::SiteCounts;
use peatee_rules::{Draughts, Position};

use super::note::Note;

/// Facts for the notes on counts that another program, such as a web site, has written after a FEN.
#[derive(Debug, Clone, Copy)]
pub struct WrittenCounts<'a> {
    pub counts: SiteCounts,
    pub game: &'a Draughts,
    pub position: &'a Position,
    /// Draw rules that the user has requested, if any.
    pub rules: Option<&'a DrawRules>,
    /// True if the user has stated counters in an option or field. The counts after the FEN are
    /// then ignored.
    pub has_counters: bool,
}

impl WrittenCounts<'_> {
    /// Returns notes that say which counts are used and which are ignored; no notes if all counts
    /// are 0. `instead` is the advice for counts that are ignored.
    pub fn notes(&self, instead: &str) -> Vec<Note> {
        let WrittenCounts { counts, game, position, rules, has_counters } = *self;
        let mut notes = Vec::new();
        if !counts.is_running() {
            return notes;
        }
        let stated =
            rules.filter(|_| !has_counters).and_then(|rules| rules.site_half_moves(&counts, game.variant(), position));
        let king_moves = rules.and_then(|rules| rules.site_king_moves(&counts));
        let ignores_kings = counts.has_king_moves() && king_moves.is_none();
        let takes_half_moves = stated.is_some();
        if let (Some(stated), Some(rules)) = (stated, rules) {
            let half_moves = format!("H{}", counts.half_moves.unwrap_or_default());
            let (stated, rules) = (stated.to_string(), rules.name());
            let text = format!("{half_moves} after the FEN is read as {stated} of {rules}");
            let places = [("counts", half_moves.as_str()), ("stated", &stated), ("rules", &rules)];
            notes.push(Note::new("counts-taken", places, text));
        }
        if let Some(moves) = king_moves {
            let text = format!("{moves} after the FEN is read as moves in a row with one king");
            notes.push(Note::new("king-moves-taken", [("counts", &moves)], text));
        }
        let has_half_moves = counts.half_moves.is_some_and(|plies| plies > 0);
        if (has_half_moves && !takes_half_moves) || ignores_kings {
            let (key, kings) = match ignores_kings {
                false => ("counts", ""),
                true => ("counts-king", "; this game does not have the rule on three moves with one king"),
            };
            let text = format!(
                "the counts after the FEN ({counts}) belong to another program's rules and are ignored{kings}; {instead}"
            );
            notes.push(Note::new(key, [("counts", &counts.to_string())], text));
        }
        notes
    }
}
