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
    /// True if the user has stated counters in an option or field; the counts after the FEN are
    /// then ignored.
    pub has_counters: bool,
    /// True if moves are played from the position. Only then do the counts of moves in a row with
    /// one king matter.
    pub is_played: bool,
}

impl WrittenCounts<'_> {
    /// Returns notes that say which counts are used and which are ignored; no notes if all counts
    /// are 0. `instead` is the advice for counts that are ignored.
    pub fn notes(&self, instead: &str) -> Vec<Note> {
        let WrittenCounts { counts, game, position, rules, has_counters, is_played } = *self;
        let mut notes = Vec::new();
        if !counts.is_running() {
            return notes;
        }
        let stated =
            rules.filter(|_| !has_counters).and_then(|rules| rules.site_counters(&counts, game.variant(), position));
        let knows_kings = rules.is_some_and(|rules| rules.code.king_moves.is_some());
        let takes_kings = counts.has_king_moves() && knows_kings && is_played;
        let takes_half_moves = stated.is_some();
        if let (Some(stated), Some(rules)) = (stated, rules) {
            let half_moves = format!("H{}", counts.half_moves.unwrap_or_default());
            let (stated, rules) = (stated.to_string(), rules.name());
            let text = format!("{half_moves} after the FEN is read as {stated} of {rules}");
            let places = [("counts", half_moves.as_str()), ("stated", &stated), ("rules", &rules)];
            notes.push(Note::new("counts-taken", places, text));
        }
        if takes_kings {
            let moves = SiteCounts { king_moves: counts.king_moves, ..SiteCounts::default() }.to_string();
            let text =
                format!("{moves} after the FEN is read as moves in a row with one king; the tables do not cover them");
            notes.push(Note::new("king-moves-taken", [("counts", &moves)], text));
        }
        let has_half_moves = counts.half_moves.is_some_and(|plies| plies > 0);
        if (has_half_moves && !takes_half_moves) || (counts.has_king_moves() && !takes_kings) {
            let (key, kings) = match (counts.has_king_moves() && !takes_kings, knows_kings) {
                (false, _) => ("counts", ""),
                (true, true) => {
                    ("counts-king-tables", "; the tables do not cover the rule on three moves with one king")
                }
                (true, false) => ("counts-king", "; this game does not have the rule on three moves with one king"),
            };
            let text = format!(
                "the counts after the FEN ({counts}) belong to another program's rules and are ignored{kings}; {instead}"
            );
            notes.push(Note::new(key, [("counts", &counts.to_string())], text));
        }
        notes
    }
}
