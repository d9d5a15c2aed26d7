use super::prelude::*;

/// Draw rules of Russian draughts that are in force now.
///
/// Article 7.2.6 is listed before article 7.2.5, because its count replaces the count of 7.2.5
/// under one interpretation. By article 7.2.7 of the FMJD, the stronger side must reach a won
/// position by its 5th move. The domestic text, which this code follows, requires that side to
/// capture the king by then.
pub static FMJD_64_RUSSIAN: RuleCode = RuleCode {
    id: "FMJD-64-Russian",
    title: "FMJD section 64, Russian draughts",
    year: "2021",
    standing: "the rules of the federation that games of today are played by",
    sources: &[
        "FMJD section 64, rules of the game, 7.2.3 to 7.2.9, as quoted word for word in the source of lidraughts, 2021",
        "kinds of draws on shashky.in.ua say the same of 7.2.3 to 7.2.6",
    ],
    certainty: Certainty::Text,
    not_confirmed: &[
        "whether the section has changed its text since 2021",
        "the numbers of the articles on lost games",
        "whether a draw has to be claimed; the text says that the game is drawn",
    ],
    repetition: Some(Repetition { article: "7.2.3", ..THIRD_TIME }),
    demonstration_article: Some("7.2.9"),
    main_road: ROAD_A1_H8,
    ambiguous_points: &[
        AmbiguousPoint::OwnMoves,
        AmbiguousPoint::Unchanged,
        AmbiguousPoint::RoadHolder,
        AmbiguousPoint::RoadLeft,
    ],
    site_half_moves: Some(SiteHalfMoves { article: "7.2.5", ..SITE_COUNT_OF_KING_MOVES }),
    counts: &[
        CountRule {
            article: "7.2.4",
            text: "three or more kings against a lone king: not taken by the 15th move of the stronger side",
            material: MaterialClass::KingsAgainstKing { least: 3 },
            resets: Events::CAPTURE,
            limit_moves: 15,
            ..OWN_MOVES
        },
        CountRule {
            article: "7.2.6",
            text: "kings on both sides, 4 or 5 pieces: 30 moves by each side without a capture or promotion",
            material: MaterialClass::KingsOnBothSides { least: 4, most: 5, most_of_side: 4, but: &[] },
            limit_moves: 30,
            ..UNCHANGED
        },
        CountRule {
            article: "7.2.6",
            text: "kings on both sides, 6 or 7 pieces: 60 moves by each side without a capture or promotion",
            material: MaterialClass::KingsOnBothSides { least: 6, most: 7, most_of_side: 6, but: &[] },
            limit_moves: 60,
            ..UNCHANGED
        },
        CountRule {
            article: "7.2.5",
            text: "15 moves by each side with kings only and no capture",
            replaced_by: Some("7.2.6"),
            limit_moves: 15,
            ..KINGS_ONLY
        },
        CountRule { article: "7.2.7", ..THREE_AGAINST_ROAD },
        CountRule {
            article: "7.2.8",
            text: "2 kings, a king and a man, or a king against a lone king: not taken by the 5th move of the stronger \
                   side; of each side where it is king against king",
            material: TWO_AGAINST_KING,
            limit_moves: 5,
            ..OWN_MOVES
        },
    ],
    ..NONE
};
