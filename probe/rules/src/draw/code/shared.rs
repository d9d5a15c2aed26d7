//! Rules and fields that several codes share.

use super::columns::*;
use crate::draw::events::Events;

/// A count of king moves: captures and moves of men reset it.
pub const KINGS_ONLY: CountRule = CountRule {
    article: "",
    text: "",
    material: MaterialClass::Any,
    resets: Events::CAPTURE.and(Events::MAN_MOVE),
    road: Road::Any,
    leaving: Leaving::Ends,
    barred_by: None,
    replaced_by: None,
    counts: Counted::EachSide,
    limit_moves: 0,
    ending: CountEnding::Automatic,
    last_move: LastMoveRule::AsRead,
    draws_at_once: false,
};

/// A count in an ending against a lone king. No move resets this count.
pub const LONE_KING: CountRule = CountRule { resets: Events::NONE, ..KINGS_ONLY };

/// A count of moves with unchanged material: captures and promotions reset it.
pub const UNCHANGED: CountRule = CountRule { resets: Events::CAPTURE.and(Events::PROMOTION), ..KINGS_ONLY };

/// A count of the moves of the side that faces a lone king.
pub const OWN_MOVES: CountRule = CountRule {
    counts: Counted::StrongSide,
    last_move: LastMoveRule::Lost, // the n-th move may win
    ..LONE_KING
};

/// Three pieces with at least one king against a lone king.
pub const THREE_AGAINST_KING: MaterialClass =
    MaterialClass::LoneKing(&[Army { men: 0, kings: 3 }, Army { men: 1, kings: 2 }, Army { men: 2, kings: 1 }]);

/// Two pieces with at least one king, or one king, against a lone king.
pub const TWO_AGAINST_KING: MaterialClass =
    MaterialClass::LoneKing(&[Army { men: 0, kings: 2 }, Army { men: 1, kings: 1 }, Army { men: 0, kings: 1 }]);

/// Three pieces against a lone king on the main road (the long diagonal): a draw after 5 moves of
/// the stronger side.
pub const THREE_AGAINST_ROAD: CountRule = CountRule {
    text: "3 kings, 2 kings and a man, or a king and 2 men against a lone king on the main road: not taken by the \
           5th move of the stronger side",
    material: THREE_AGAINST_KING,
    road: Road::LoneKingOn,
    limit_moves: 5,
    ..OWN_MOVES
};

/// Main road (the long diagonal) of a 10x10 board, from square 46 to square 5.
pub const ROAD_46_5: u128 = squares(&[4, 9, 13, 18, 22, 27, 31, 36, 40, 45]);

/// Main road (the long diagonal, "the river") from h1 to a8, on an 8x8 board that uses the shade of
/// h1.
pub const ROAD_H1_A8: u128 = squares(&[0, 4, 9, 13, 18, 22, 27, 31]);

/// Main road (the long diagonal) from a1 to h8, on an 8x8 board that uses the shade of a1.
pub const ROAD_A1_H8: u128 = squares(&[3, 7, 10, 14, 17, 21, 24, 28]);

const fn squares(mut indices: &[u8]) -> u128 {
    let mut set = 0;
    while let [index, rest @ ..] = indices {
        set |= 1 << *index;
        indices = rest;
    }
    set
}

/// Positions on 64 squares in which the number after `H` in a FEN of lidraughts is the count of
/// king moves: at least eight pieces, and each side has a king. Each rule code sets the article of
/// its count.
pub const SITE_COUNT_OF_KING_MOVES: SiteHalfMoves =
    SiteHalfMoves { article: "", least_pieces: 8, kings_on_both_sides: true };

/// Rule that draws the game without a claim when a position occurs for the third time.
pub const THIRD_TIME: Repetition = Repetition {
    article: "",
    text: "the same position with the same side to move for the third time",
    occurrences: 3,
    ending: RepetitionEnding::Automatic,
};

/// A rule code without rules. Other rule codes use its values for the fields that they do not set.
pub const NONE: RuleCode = RuleCode {
    id: "",
    title: "",
    year: "",
    standing: "",
    sources: &[],
    certainty: Certainty::Text,
    not_confirmed: &[],
    no_move_article: None,
    no_pieces_article: None,
    illegal_moves: IllegalMoveArticles::all(None),
    repetition: None,
    demonstration_article: None,
    other_numbers: &[],
    main_road: 0,
    ambiguous_points: &[],
    king_moves: None,
    site_half_moves: None,
    counts: &[],
};

/// The articles that the FMJD rule codes share: articles on lost games, on illegal moves and on
/// threefold repetition.
pub const FMJD: RuleCode = RuleCode {
    no_move_article: Some("7.2.2"),
    no_pieces_article: Some("7.2.3"),
    illegal_moves: IllegalMoveArticles {
        opponents_piece: Some("5.4.5"),
        no_capture: Some("5.4.6"),
        wrong_capture: Some("5.4.8"),
        wrong_move: Some("5.4.2"),
    },
    repetition: Some(Repetition { article: "6.1", ..THIRD_TIME }),
    ..NONE
};

/// The parts of articles 15 and 16 of the Soviet rules that apply on both 64 and 100 squares.
pub const USSR_1953: RuleCode = RuleCode {
    no_move_article: Some("15 a"),
    no_pieces_article: Some("15 a"),
    illegal_moves: IllegalMoveArticles::all(Some("12 b")),
    repetition: Some(Repetition {
        article: "16 d",
        text: "the same position with the same side to move for the third time or more, on claim: before the move that \
               repeats it, or in answer to it",
        occurrences: 3,
        ending: RepetitionEnding::Claim { in_answer: true, before_move: true },
    }),
    ambiguous_points: &[AmbiguousPoint::GivenUp],
    ..NONE
};

/// Article 16 b of the Soviet rules, for 64 and 100 squares: the count of moves with unchanged
/// material.
pub const USSR_1953_UNCHANGED: CountRule = CountRule {
    article: "16 b",
    text: "30 moves by each side in which number and kind of the pieces have not changed, on claim",
    limit_moves: 30,
    ending: CountEnding::ClaimByEither,
    last_move: LastMoveRule::Lost,
    ..UNCHANGED
};

/// The common part of articles 16 c and 31 of the Soviet rules, which differ only in the number of
/// kings.
pub const USSR_1953_KINGS: CountRule = CountRule { leaving: Leaving::AsRead, limit_moves: 18, ..OWN_MOVES };
