//! What only verdicts by the Laws of Chess say, in the words of the page: what
//! `page/words/laws.js` says.

use peatee_proto::v1::{self as proto, FlagSource, Ruling, UnclearCause};

use super::CHESS;
use super::said::{Said, join, side_of};

impl Said<'_> {
    /// By what a draw is proved.
    pub(super) fn method(&self) -> Option<String> {
        let verdict = self.verdict();
        let is_drawn = verdict.ruling() == Ruling::Drawn;
        verdict.method_note.as_ref().filter(|_| is_drawn).map(|note| self.note(note))
    }

    /// Whose flag has fallen and who says so, and how the opponent can mate.
    pub(super) fn flag(&self) -> Vec<String> {
        let verdict = self.verdict();
        if verdict.flag_fallen() == proto::Side::Unspecified {
            return Vec::new();
        }
        let side = side_of(verdict.flag_fallen());
        let by = match verdict.flag_source() {
            FlagSource::Termination => Some(self.t("flag.termination")),
            FlagSource::TerminationSideToMove => Some(self.t("flag.termination-side-to-move")),
            FlagSource::Request | FlagSource::Unspecified => None,
        };
        let mut lines = vec![join([Some(self.of_side("flag.fallen", side, &[])), by])];
        if verdict.ruling() == Ruling::Lost {
            let moves = self.number(verdict.plies as usize).number_all(&verdict.mating_line);
            lines.push(match verdict.mating_line.is_empty() {
                true => self.of_side("flag.mate-by-tables", side.other(), &[]),
                false => self.of_side("flag.mate-line", side.other(), &[("moves", moves)]),
            });
        }
        lines
    }

    /// Whether a count is worth showing. Those of chess run in every position: shown from half of
    /// the limit on. No claim and no end by a count comes before that.
    pub(super) fn is_shown(&self, count: &proto::Count) -> bool {
        self.answer.variant != CHESS || 2 * count.used_plies >= count.limit_plies
    }

    /// What became of a claim with an announced move.
    pub(super) fn announced(&self) -> Option<String> {
        let claim = self.verdict().announced_claim.as_ref()?;
        let places = [
            ("move", claim.r#move.clone()),
            ("count", claim.occurrences.to_string()),
            ("plies", claim.used_plies.to_string()),
        ];
        Some(self.texts.text(if claim.is_correct { "claim.right" } else { "claim.wrong" }, &places))
    }

    /// A move that is not clear, and why.
    pub(super) fn unclear(&self, unclear: &proto::UnclearMove) -> (String, String) {
        let places = [("move", self.numbered_text(unclear.ply, &unclear.text))];
        let why = match unclear.cause() {
            UnclearCause::Ambiguous => {
                self.texts.text("unclear.ambiguous", &[("moves", unclear.candidates.join(", "))])
            }
            UnclearCause::Unreadable | UnclearCause::Unspecified => self.t("unclear.unreadable"),
        };
        let letters = unclear.letters_note.as_ref().map(|note| self.note(note));
        let sentences = [Some(why), letters, Some(self.t("unclear.no-offence"))];
        (self.texts.text("verdict.unclear", &places), join(sentences))
    }

    /// Where that move stands, and what would be legal.
    pub(super) fn put_right(&self, unclear: &proto::UnclearMove) -> String {
        let legal = self.texts.text("verdict.legal", &[("moves", unclear.legal_moves.join(", "))]);
        join([self.place(unclear.line, unclear.column), Some(legal)])
    }
}
