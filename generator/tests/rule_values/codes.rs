//! Full comparison of each code, for `scripts/check rule-values`.
//!
//! Each code is compared with up to three pieces, and with four pieces against a lone king if the
//! code counts them. Every position is compared with every value of its counters, unless stated
//! otherwise.

use super::OTHER_READINGS;
use super::compare::Coverage::{Classes, States};
use super::compare::{Coverage, assert_same, materials, print_heading};
use crate::product::up_to;
use peatee_rules::Material;
use peatee_rules::draw::RULE_CODES;

/// Materials, readings (interpretations of articles) and states (positions with counters) with
/// which a code is compared.
struct Set {
    readings: &'static str,
    of: Of,
    coverage: Coverage,
}

enum Of {
    UpTo(u8),
    Named(&'static [&'static str]),
}

/// Materials of four pieces in which one side has only a king.
const LONE_KING: [&str; 4] = ["KKKvK", "KKMvK", "KMMvK", "MMMvK"];

/// All states (positions with counters) of up to three pieces.
const THREE_PIECES: Set = Set { readings: "", of: Of::UpTo(3), coverage: States(1) };

/// All states (positions with counters) of four pieces in which one side has only a king.
const FOUR_PIECES: Set = Set { readings: "", of: Of::Named(&LONE_KING), coverage: States(1) };

/// All states (positions with counters) of up to three kings.
const KINGS: Set = Set { readings: "", of: Of::Named(&["KvK", "KKvK"]), coverage: States(1) };

fn compare_code(code: &str, variant: &str, sets: &[Set]) {
    print_heading();
    for Set { readings, of, coverage } in sets {
        let materials: Vec<Material> = match of {
            Of::UpTo(pieces) => up_to(*pieces),
            Of::Named(names) => materials(names),
        };
        assert_same(variant, &format!("{code}{readings}"), &materials, *coverage);
    }
}

/// Defines a test for each code, and the list of codes that have one.
macro_rules! comparisons {
    ($($test:ident $code:literal $variant:literal $sets:expr;)+) => {
        const COMPARED: &[&str] = &[$($code),+];

        $(
            #[test]
            #[ignore = "minutes; scripts/check rule-values runs it"]
            fn $test() {
                compare_code($code, $variant, &$sets);
            }
        )+
    };
}

comparisons! {
    fmjd_100_agrees "FMJD-100" "international" [THREE_PIECES, FOUR_PIECES];
    // The article on the long diagonal applies to four pieces.
    fmjd_100_2024_agrees "FMJD-100-2024" "international" [
        THREE_PIECES,
        Set { of: Of::Named(&["KKKvK"]), coverage: States(7), ..THREE_PIECES },
    ];
    fmjd_64_agrees "FMJD-64" "brazilian" [THREE_PIECES, FOUR_PIECES];
    cbd_64_agrees "CBD-64" "brazilian" [
        THREE_PIECES,
        FOUR_PIECES,
        Set { readings: "+off-road+shared-road", of: Of::Named(&["KMMvK"]), ..THREE_PIECES },
    ];
    // With two kings and a man, three counts run side by side and form thousands of classes. Here
    // one state of each class is compared in every position. Four kings against one are five
    // pieces, to which article 7.2.4 also applies.
    fmjd_64_russian_agrees "FMJD-64-Russian" "russian" [
        THREE_PIECES,
        Set { coverage: Classes(97), ..FOUR_PIECES },
        Set { of: Of::Named(&["KKKKvK"]), coverage: Classes(997), ..THREE_PIECES },
        Set { readings: "+unchanged-alone", ..FOUR_PIECES },
    ];
    ussr_1953_64_agrees "USSR-1953-64" "russian" [
        THREE_PIECES,
        FOUR_PIECES,
        Set { readings: "+ends-with-three", ..FOUR_PIECES },
    ];
    ussr_1953_100_agrees "USSR-1953-100" "international" [THREE_PIECES];
    wcdf_agrees "WCDF" "english" [THREE_PIECES];
    fpd_agrees "FPD" "portuguese" [THREE_PIECES, FOUR_PIECES];
    apca_agrees "APCA" "pool" [THREE_PIECES, FOUR_PIECES];
    // Where a side has men, values also depend on moves in a row with one king, which this brute
    // force does not count: `king_runs` compares those positions.
    frisian_agrees "Frisian" "frisian" [KINGS];
    frisian_only_move_agrees "Frisian-only-move" "frisian" [KINGS];
}

/// Compares seven thousand million states (positions with counters).
#[test]
#[ignore = "an hour; scripts/check rule-values FMJD-64-Russian-in-full runs it"]
fn fmjd_64_russian_in_full_agrees() {
    compare_code("FMJD-64-Russian", "russian", &[FOUR_PIECES]);
}

#[test]
fn every_code_is_compared() {
    let with_counts = RULE_CODES.iter().filter(|code| !code.counts.is_empty());
    let missing: Vec<&str> = with_counts.map(|code| code.id).filter(|id| !COMPARED.contains(id)).collect();
    assert!(missing.is_empty(), "no comparison of {missing:?}");
}

#[test]
#[ignore = "minutes; scripts/check rule-values runs it"]
fn other_readings_agree() {
    print_heading();
    let four = [up_to(3), materials(&LONE_KING)].concat();
    for extra in OTHER_READINGS {
        assert_same("brazilian", &format!("FMJD-64{extra}"), &four, States(1));
        // Moves of both sides together make two counts decide, unless 16 c ends with the three
        // kings.
        let ends = if extra.contains("together") && !extra.contains("restarts") { "+ends-with-three" } else { "" };
        assert_same("russian", &format!("USSR-1953-64{extra}{ends}"), &four, States(1));
        assert_same("international", &format!("FMJD-100{extra}"), &up_to(3), States(1));
    }
}
