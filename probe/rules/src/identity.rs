//! The canonical encoding of rules, from which the digest in a table file is computed.
//!
//! Two tables of rules have equal encodings when every position has the same legal moves, results
//! and counts under both. `FORMAT.md` of the table crate specifies the encoding. The numbers in
//! this file are part of the format and never change their meaning. A new column takes the next
//! free number, and its default is encoded as zero, so that the encodings of existing rules stay
//! unchanged.

use crate::board::{BoardLines, Shade};
use crate::draw::code::{Army, CountEnding, CountRule, Counted, LastMoveRule, Leaving, MaterialClass, Road};
use crate::draw::{DrawRules, LastMove, MaterialChange, MoveUnit, OwnMoves, RoadHolder, RoadLeft, Unchanged};
use crate::piece::Kind;
use crate::variant::{
    CaptureTurns, Criterion, Goal, Heading, Jump, Mirror, PieceRule, Promotion, PromotionInCapture, Quiet, Region,
    Removal, Variant,
};

/// A field of a struct that holds rules, such as `PieceRule`: its number in the encoding of the
/// rules, and the function that encodes its value.
struct Column<T> {
    number: u8,
    value: fn(&T) -> Vec<u8>,
}

const fn column<T>(number: u8, value: fn(&T) -> Vec<u8>) -> Column<T> {
    Column { number, value }
}

/// Encodes the fields of `row` (such as one piece rule or one count) in order, each as number,
/// length and value. Fields whose value is zero or empty are left out.
fn encode<T>(columns: &[Column<T>], row: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    for column in columns {
        let value = (column.value)(row);
        if value.iter().any(|&byte| byte != 0) {
            let length = u16::try_from(value.len()).expect("a column has fewer than 65,536 bytes");
            bytes.push(column.number);
            bytes.extend(length.to_le_bytes());
            bytes.extend(value);
        }
    }
    bytes
}

/// Joins encoded rows, such as piece rules or counts, into one list. Each row is preceded by its
/// length in bytes.
fn list(rows: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in rows {
        bytes.extend(u16::try_from(row.len()).expect("a row has fewer than 65,536 bytes").to_le_bytes());
        bytes.extend(row);
    }
    bytes
}

/// Encodes squares, given as pairs of file and rank, in ascending order.
fn squares(squares: &[(u8, u8)]) -> Vec<u8> {
    let mut squares = squares.to_vec();
    squares.sort_unstable();
    squares.into_iter().flat_map(|(file, rank)| [file, rank]).collect()
}

const VARIANT: &[Column<Variant>] = &[
    column(1, |variant| vec![variant.board.files]),
    column(2, |variant| vec![variant.board.ranks]),
    column(3, |variant| vec![shade(variant.board.shade)]),
    column(4, |variant| vec![lines(variant.board.lines)]),
    column(5, |variant| list(piece_rows(variant).iter().map(|row| encode(PIECE, row)))),
    column(6, |variant| vec![heading(variant.heading)]),
    column(7, |variant| vec![variant.mirror.map_or(0, mirror)]),
    column(8, |variant| vec![promotion(variant.promotion)]),
    column(9, |variant| match variant.promotion {
        Promotion::Squares(list) => squares(list),
        Promotion::LastRow | Promotion::Never => Vec::new(),
    }),
    column(10, |variant| vec![promotion_in_capture(variant.promotion_in_capture)]),
    column(11, |variant| vec![removal(variant.removal)]),
    column(12, |variant| vec![turning(variant.turning)]),
    column(13, |variant| vec![variant.may_stop.into()]),
    column(14, |variant| variant.precedence.iter().copied().map(criterion).collect()),
    column(15, |variant| vec![goal(variant.goal)]),
    column(16, |variant| vec![variant.promotion_ends_game.into()]),
];

struct PieceRow {
    kind: Kind,
    rule: PieceRule,
    /// Kinds of pieces that the piece may capture, without kinds that do not occur in the variant.
    victims: Vec<u8>,
}

fn piece_rows(variant: &Variant) -> Vec<PieceRow> {
    let victims = |rule: &PieceRule| {
        let is_played = |victim: &&Kind| variant.piece(**victim).is_some();
        let mut victims: Vec<u8> = rule.victims.iter().filter(is_played).copied().map(kind).collect();
        victims.sort_unstable();
        victims
    };
    let row = |&(kind, rule): &(Kind, PieceRule)| PieceRow { kind, rule, victims: victims(&rule) };
    let mut rows: Vec<PieceRow> = variant.pieces.iter().map(row).collect();
    rows.sort_unstable_by_key(|row| kind(row.kind));
    rows
}

const PIECE: &[Column<PieceRow>] = &[
    column(1, |row| vec![kind(row.kind)]),
    column(2, |row| vec![quiet(row.rule.quiet)]),
    column(3, |row| vec![row.rule.quiet_directions.0]),
    column(4, |row| vec![jump(row.rule.jump)]),
    column(5, |row| vec![row.rule.first_jump_directions.0]),
    column(6, |row| vec![row.rule.next_jump_directions.0]),
    column(7, |row| row.victims.clone()),
    column(8, |row| vec![row.rule.capture_becomes.map_or(0, kind)]),
    column(9, |row| vec![region(row.rule.region)]),
    column(10, |row| vec![row.rule.frozen_on_last_row.into()]),
    column(11, |row| vec![row.rule.stops_behind_king.into()]),
];

const DRAW_RULES: &[Column<DrawRules>] = &[
    column(1, |rules| list(count_rows(rules).iter().map(|row| encode(COUNT, row)))),
    column(2, |rules| vec![move_unit(rules.readings.move_unit)]),
    column(3, |rules| vec![material_change(rules.readings.material_change)]),
    column(4, |rules| vec![last_move(rules.readings.last_move)]),
    column(5, |rules| rules.code.main_road.to_le_bytes().to_vec()),
    column(6, |rules| vec![own_moves(rules.readings.own_moves)]),
    column(7, |rules| vec![unchanged(rules.readings.unchanged)]),
    column(8, |rules| vec![road_holder(rules.readings.road_holder)]),
    column(9, |rules| vec![road_left(rules.readings.road_left)]),
];

/// A rule that counts moves, in the form in which it is encoded: the readings (chosen
/// interpretations) have been applied.
struct CountRow {
    rule: CountRule,
    /// Effect on the count when the material changes to material that the rule does not cover.
    /// Never [`Leaving::AsRead`], because the readings decide.
    leaving: Leaving,
    barred_by: u8,
    /// Number, from 1, of the first count of the rule code that replaces this count; 0 for none.
    replaced_by: u8,
}

fn count_rows(rules: &DrawRules) -> Vec<CountRow> {
    let counts = rules.code.counts;
    let place = |article: Option<&str>| {
        counts.iter().position(|other| Some(other.article) == article).map_or(0, |place| place as u8 + 1)
    };
    let row = |rule: &CountRule| CountRow {
        rule: *rule,
        leaving: rules.leaving(rule),
        barred_by: place(rule.barred_by),
        replaced_by: place(rule.replaced_by),
    };
    counts.iter().map(row).collect()
}

const COUNT: &[Column<CountRow>] = &[
    column(1, |row| match row.rule.material {
        MaterialClass::LoneKing(armies) => {
            let mut armies: Vec<[u8; 2]> = armies.iter().map(army).collect();
            armies.sort_unstable();
            armies.concat()
        }
        _ => Vec::new(),
    }),
    column(2, |row| vec![row.rule.resets.bits()]),
    column(3, |row| vec![leaving(row.leaving)]),
    column(4, |row| vec![row.barred_by]),
    column(5, |row| vec![counted(row.rule.counts)]),
    column(6, |row| row.rule.limit_moves.to_le_bytes().to_vec()),
    column(7, |row| vec![count_ending(row.rule.ending)]),
    column(8, |row| vec![last_move_rule(row.rule.last_move)]),
    column(9, |row| match row.rule.material {
        MaterialClass::Any | MaterialClass::LoneKing(_) => Vec::new(),
        MaterialClass::KingsAgainstKing { least } => vec![1, least],
        MaterialClass::KingsOnBothSides { least, most, most_of_side, but } => {
            let mut but: Vec<[u8; 2]> = but.iter().map(army).collect();
            but.sort_unstable();
            [vec![2, least, most, most_of_side], but.concat()].concat()
        }
        MaterialClass::Pairs(pairs) => {
            let mut pairs: Vec<[[u8; 2]; 2]> = pairs.iter().map(|pair| pair.each_ref().map(army)).collect();
            pairs.iter_mut().for_each(|pair| pair.sort_unstable());
            pairs.sort_unstable();
            [vec![3], pairs.concat().concat()].concat()
        }
    }),
    column(10, |row| vec![road(row.rule.road)]),
    column(11, |row| vec![row.replaced_by]),
];

const fn army(army: &Army) -> [u8; 2] {
    [army.men, army.kings]
}

/// Defines functions that map members of an enumeration to their numbers in the encoding of the
/// rules.
macro_rules! numbers {
    ($($name:ident: $type:ident { $($member:pat => $number:literal),+ $(,)? })+) => {
        $(const fn $name(member: $type) -> u8 {
            use $type::*;
            match member { $($member => $number),+ }
        })+
    };
}

numbers! {
    kind: Kind { Man => 1, King => 2, Parachutist => 3 }
    shade: Shade { Dark => 0, Light => 1, All => 2 }
    lines: BoardLines { Everywhere => 0, Alquerque => 1 }
    quiet: Quiet { None => 0, Step => 1, Slide => 2, Line => 3 }
    jump: Jump { None => 0, Short => 1, Flying => 2, FlyingLandNext => 3 }
    region: Region { Anywhere => 0, NotPromotion => 1, LastRow => 2, OwnShade => 3 }
    heading: Heading { Opposed => 0, Same => 1 }
    mirror: Mirror { HalfTurn => 1, Files => 2 }
    promotion: Promotion { LastRow => 0, Never => 1, Squares(_) => 2 }
    promotion_in_capture: PromotionInCapture { Stop => 0, Pass => 1, Become => 2 }
    removal: Removal { AtEnd => 0, AtOnce => 1 }
    turning: CaptureTurns { Free => 0, NotBack => 1, Straight => 2 }
    criterion: Criterion { Count => 1, ByKing => 2, KingsTaken => 3, KingsEarliest => 4, FrisianValue => 5 }
    goal: Goal { LastToMove => 0, GiveAway => 1 }
    move_unit: MoveUnit { EachSide => 0, BothTogether => 1 }
    material_change: MaterialChange { CountGoesOn => 0, CountRestarts => 1 }
    last_move: LastMove { Lost => 0, Drawn => 1 }
    own_moves: OwnMoves { StrongSide => 0, EachSide => 1 }
    unchanged: Unchanged { BesideKingsOnly => 0, InsteadOfKingsOnly => 1 }
    road_holder: RoadHolder { Alone => 0, Shared => 1 }
    road_left: RoadLeft { CountEnds => 0, CountGoesOn => 1 }
    road: Road { Any => 0, LoneKingOn => 1, StrongKingReached => 2 }
    counted: Counted { EachSide => 0, StrongSide => 1 }
    count_ending: CountEnding { Automatic => 0, ClaimByEither => 1 }
    last_move_rule: LastMoveRule { AsRead => 0, Lost => 1 }
}

/// Returns the number of a [`Leaving`] in the encoding of the rules. [`Leaving::AsRead`] does not
/// occur here, because [`DrawRules::leaving`] has replaced it by another value.
const fn leaving(leaving: Leaving) -> u8 {
    match leaving {
        Leaving::Ends | Leaving::AsRead => 0,
        Leaving::RunsOn => 1,
    }
}

impl Variant {
    /// Returns the canonical encoding of the rules that decide the legal positions, the legal moves
    /// and the winner. Names, sources, start position, opening, notation and rule codes are left
    /// out, because no value in a table depends on them.
    pub fn identity(&self) -> Vec<u8> {
        encode(VARIANT, self)
    }
}

impl DrawRules {
    /// Returns the canonical encoding of the counts and their readings (chosen interpretations of
    /// ambiguous articles). Texts, article numbers and the rule on repetition are left out.
    pub fn identity(&self) -> Vec<u8> {
        encode(DRAW_RULES, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::VARIANTS;

    #[test]
    fn a_new_column_at_its_default_changes_no_identity() {
        let new = |value: fn(&Variant) -> Vec<u8>| {
            let own = VARIANT.iter().map(|column| Column { number: column.number, value: column.value });
            own.chain([column(17, value)]).collect::<Vec<_>>()
        };
        for variant in VARIANTS {
            assert_eq!(encode(&new(|_| vec![0]), variant), variant.identity(), "{}", variant.id);
            assert_ne!(encode(&new(|_| vec![1]), variant), variant.identity(), "{}", variant.id);
        }
    }

    #[test]
    fn a_new_member_of_an_enumeration_changes_no_identity() {
        // `Jump` with a new member in front and the other members in another order.
        #[derive(Clone, Copy)]
        enum Wider {
            Custodian,
            FlyingLandNext,
            None,
            Flying,
            Short,
        }
        numbers! {
            wider: Wider { None => 0, Short => 1, Flying => 2, FlyingLandNext => 3, Custodian => 4 }
        }
        fn widened(jump: Jump) -> Wider {
            match jump {
                Jump::None => Wider::None,
                Jump::Short => Wider::Short,
                Jump::Flying => Wider::Flying,
                Jump::FlyingLandNext => Wider::FlyingLandNext,
            }
        }
        let columns: Vec<Column<PieceRow>> = PIECE
            .iter()
            .map(|column| match column.number {
                4 => Column { number: 4, value: |row: &PieceRow| vec![wider(widened(row.rule.jump))] },
                number => Column { number, value: column.value },
            })
            .collect();
        for variant in VARIANTS {
            for row in piece_rows(variant) {
                assert_eq!(encode(&columns, &row), encode(PIECE, &row), "{} {:?}", variant.id, row.kind);
            }
        }
        assert_eq!(wider(Wider::Custodian), 4);
    }

    #[test]
    fn columns_come_in_ascending_order() {
        fn check<T>(columns: &[Column<T>]) {
            assert!(columns.windows(2).all(|pair| pair[0].number < pair[1].number));
        }
        check(VARIANT);
        check(PIECE);
        check(DRAW_RULES);
        check(COUNT);
    }
}
