//! Converts the counts that lidraughts writes after a FEN to counts of a code.

use super::code::SiteHalfMoves;
use super::counter::DrawRules;
use crate::bitboard::Bitboard;
use crate::material::Material;
use crate::notation::SiteCounts;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::variant::Variant;

impl DrawRules {
    /// Returns the counts that a FEN of lidraughts states, in the form that
    /// [`DrawRules::parse_counters`] reads; `None` if there are none. They are the count of
    /// [`DrawRules::site_half_moves`], and the text of `DrawRules::site_king_moves`.
    pub fn site_counters(&self, counts: &SiteCounts, variant: &Variant, position: &Position) -> Option<String> {
        let half_moves = self.site_half_moves(counts, variant, position);
        let parts: Vec<String> = half_moves.into_iter().chain(self.site_king_moves(counts)).collect();
        (!parts.is_empty()).then(|| parts.join(","))
    }

    /// Returns the number of moves in a row with one king, as in a FEN: `+205+0` means two moves of
    /// Black's king on square 5, and none of White. Returns `None` if there are no such moves, or
    /// the rule code does not limit them.
    pub fn site_king_moves(&self, counts: &SiteCounts) -> Option<String> {
        let kings = SiteCounts { king_moves: counts.king_moves, ..SiteCounts::default() };
        (self.code.king_moves.is_some() && counts.has_king_moves()).then(|| kings.to_string())
    }

    /// Returns the count that a FEN of lidraughts states as `H`, in the form that
    /// [`DrawRules::parse_counters`] reads: `6.2=12`. Returns `None` in three cases: `H` is 0 or
    /// missing, `H` is not a possible count of the rule code in this position, or the rule code was
    /// not written for the variant.
    pub fn site_half_moves(&self, counts: &SiteCounts, variant: &Variant, position: &Position) -> Option<String> {
        let plies = counts.half_moves.filter(|&plies| plies > 0)?;
        let SiteHalfMoves { article, least_pieces, kings_on_both_sides } = self.code.site_half_moves?;
        let has_king = |side: Side| !position.setup.get(side, Kind::King).is_empty();
        let counts_here = Material::of(&position.setup).pieces() >= least_pieces
            && (!kings_on_both_sides || Side::BOTH.into_iter().all(has_king));
        let rule = self.code.counts.iter().find(|rule| rule.article == article)?;
        let stated = format!("{}={plies}", rule.key());
        let is_meant = counts_here && self.foreign_to(variant).is_none();
        (is_meant && self.parse_counters(&stated, position).is_ok()).then_some(stated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::RULE_CODES;
    use crate::game::Draughts;

    #[test]
    fn half_moves_are_a_count_of_kings_where_the_site_counts_them() {
        for (variant, code, fen, stated) in [
            ("international", "FMJD-100", "W:WK47,40,41:BK5,K1:H12:F40", Some("6.2=12")),
            ("international", "FMJD-100-2024", "W:WK47,40,41:BK5,K1:H12", Some("6.2=12")),
            ("international", "FMJD-100", "W:WK47,40,41:BK5,K1:H0", None),
            ("international", "FMJD-100", "W:WK47,40,41:BK5,K1", None),
            // Four pieces belong to another count; 51 plies are over the limit of the article.
            ("international", "FMJD-100", "W:WK47,40:BK5,K1:H12", None),
            ("international", "FMJD-100", "W:WK47,40,41:BK5,K1:H51", None),
            ("international", "USSR-1953-100", "W:WK47,40,41:BK5,K1:H12", None),
            ("canadian", "FMJD-64", "W:WK47,40,41:BK5,K1:H12", None),
            ("russian", "FMJD-64-Russian", "W:WKa1,c1,e1,g1,h2:BKh8,f8,h6:H9", Some("7.2.5=9")),
            ("brazilian", "FMJD-64", "W:WKa1,c1,e1,g1,h2:BKh8,f8,h6:H9", Some("6.2=9")),
            ("brazilian", "CBD-64", "W:WKa1,c1,e1,g1,h2:BKh8,f8,h6:H9", Some("97b=9")),
            // Seven pieces, and a side without a king.
            ("russian", "FMJD-64-Russian", "W:WKa1,c1,e1,g1:BKh8,f8,h6:H9", None),
            ("russian", "FMJD-64-Russian", "W:WKa1,c1,e1,g1,h2:Bh8,f8,h6:H9", None),
        ] {
            let game = Draughts::new(Variant::named(variant).unwrap());
            let (position, counts) = game.parse_fen_with_counts(fen).unwrap();
            let found = DrawRules::named(code).unwrap().site_counters(&counts, game.variant(), &position);
            assert_eq!(found.as_deref(), stated, "{code} {fen}");
        }
    }

    #[test]
    fn codes_name_counts_of_king_moves() {
        for code in RULE_CODES {
            let Some(site) = code.site_half_moves else { continue };
            let rule = code.counts.iter().find(|rule| rule.article == site.article).expect("a count of the code");
            assert_eq!(rule.resets, crate::draw::Events::CAPTURE.and(crate::draw::Events::MAN_MOVE), "{}", code.id);
        }
    }
}
