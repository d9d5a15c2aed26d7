//! Compares the brute force itself with values from other sources.
//!
//! The ignored tests solve four pieces on 10x10 and take minutes; `scripts/check rule-values` runs
//! them.

use crate::product;
use std::collections::HashMap;

use crate::product::{Product, Sheet, Wdl, material, up_to};
use peatee_rules::draw::code::CountEnding;
use peatee_rules::draw::{Counters, DrawRules, Events};
use peatee_rules::{Board, BoardLines, Draughts, Material, Position, Shade, Side, Variant};

fn game(variant: &str) -> Draughts {
    Draughts::new(Variant::named(variant).expect("the test names a variant"))
}

fn solve(variant: &str, rules: &str, materials: &[Material]) -> (Draughts, Product) {
    let game = game(variant);
    let rules = DrawRules::named(rules).expect("the test names a code");
    let product = Product::solve(&game, rules, materials);
    (game, product)
}

fn counters(product: &Product, position: &Position, text: &str) -> Counters {
    product.rules().parse_counters(text, position).expect("the test states counters that can be")
}

fn value_of(game: &Draughts, product: &Product, fen: &str, text: &str) -> Wdl {
    let position = game.parse_fen(fen).expect("the test states a position");
    product.value(&position, &counters(product, &position, text))
}

/// Returns the counters in which all counts are 0, for the material of a sheet.
fn fresh(product: &Product, sheet: &Sheet) -> Counters {
    product.rules().start_situation(&sheet.material.into())
}

/// Returns the number of wins and the number of losses without draw rules that the rules turn into
/// draws although all counts are at 0.
fn decided_lost(theory: &Product, product: &Product, material: Material) -> [usize; 2] {
    let mut lost = [0, 0];
    for side in Side::BOTH {
        let (plain, ruled) = (theory.sheet(material, side), product.sheet(material, side));
        let (none, fresh) = (fresh(theory, &plain), fresh(product, &ruled));
        for &number in plain.numbers() {
            match (plain.value(number, &none), ruled.value(number, &fresh)) {
                (Wdl::Win, Wdl::Draw) => lost[0] += 1,
                (Wdl::Loss, Wdl::Draw) => lost[1] += 1,
                (theory, rules) => assert_eq!(theory, rules, "{}", plain.name()),
            }
        }
    }
    lost
}

/// Asserts that the winner never has a better result when counts have run longer.
fn assert_time_only_helps(product: &Product) {
    let mut compared = 0;
    for sheet in product.sheets() {
        for counters in sheet.counters() {
            let later = product.rules().after_events(counters, Events::NONE, &sheet.material.into());
            if !sheet.counters().contains(&later) {
                continue; // over the limit
            }
            for &number in sheet.numbers() {
                let value = sheet.value(number, &later);
                if value != Wdl::Draw {
                    assert_eq!(sheet.value(number, counters), value, "{} {number}", sheet.name());
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 0);
}

/// Recursive definition of the values, written as simply as possible.
struct Recursion<'a> {
    game: &'a Draughts,
    rules: DrawRules,
    known: HashMap<(Position, Counters), Wdl>,
}

impl Recursion<'_> {
    fn value(&mut self, position: &Position, counters: &Counters) -> Wdl {
        let moves = self.game.moves(position).unwrap();
        let status = self.rules.status(counters, position);
        let mut exhausted = status.iter().filter(|count| count.is_exhausted());
        if moves.is_empty() {
            let is_drawn_first = exhausted.any(|count| {
                count.rule.ending == CountEnding::Automatic && !self.rules.is_lost_on_last_move(count.rule)
            });
            return if is_drawn_first { Wdl::Draw } else { Wdl::Loss };
        }
        if exhausted.next().is_some() {
            return Wdl::Draw;
        }
        if let Some(&value) = self.known.get(&(*position, *counters)) {
            return value;
        }
        let mut best = Wdl::Loss;
        for mv in &moves {
            let after = self.game.play(position, mv);
            let next = self.rules.after(counters, mv, &after);
            best = best.max(match self.value(&after, &next) {
                Wdl::Loss => Wdl::Win,
                Wdl::Draw => Wdl::Draw,
                Wdl::Win => Wdl::Loss,
            });
        }
        self.known.insert((*position, *counters), best);
        best
    }
}

fn assert_as_plain_recursion(game: &Draughts, rules: &str, materials: &[Material]) {
    let rules = DrawRules::named(rules).expect("the test names a code");
    let product = Product::solve(game, rules, materials);
    let mut recursion = Recursion { game, rules, known: HashMap::new() };
    let mut seen = [0; 3];
    for sheet in product.sheets() {
        for &number in sheet.numbers() {
            let position = sheet.position(number);
            for counters in sheet.counters() {
                let value = sheet.value(number, counters);
                assert_eq!(product.value(&position, counters), value);
                assert_eq!(recursion.value(&position, counters), value, "{}", game.fen(&position));
                seen[value as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// Asserts that the draw rules make no win a draw when all counts are at 0.
fn assert_no_win_is_lost(variant: &str, rules: &str, materials: &[Material]) {
    let (_, theory) = solve(variant, "none", materials);
    let (_, product) = solve(variant, rules, materials);
    for &material in materials {
        assert_eq!(decided_lost(&theory, &product, material), [0, 0], "{variant} {}", product::name(&material));
    }
}

#[test]
fn two_pieces_are_as_the_definition_says() {
    assert_as_plain_recursion(&game("brazilian"), "FMJD-64", &[material("KvM")]);
    assert_as_plain_recursion(&game("english"), "WCDF", &up_to(2));
}

#[test]
#[ignore = "5 CPU-seconds; scripts/check --full runs it"]
fn two_pieces_of_brazilian_draughts_are_as_the_definition_says_in_full() {
    assert_as_plain_recursion(&game("brazilian"), "FMJD-64", &up_to(2));
}

#[test]
#[ignore = "half a minute; scripts/check rule-values runs it"]
fn three_pieces_on_a_small_board_are_as_the_definition_says() {
    let board = Board { files: 6, ranks: 6, shade: Shade::Dark, lines: BoardLines::Everywhere };
    let international = *Variant::named("international").expect("in the list");
    let small: &'static Variant = Box::leak(Box::new(Variant { id: "international-6x6", board, ..international }));
    for rules in ["FMJD-64", "FMJD-64+together+restarts+drawn", "USSR-1953-64+together"] {
        assert_as_plain_recursion(&Draughts::new(small), rules, &[material("KMvK")]);
    }
}

#[test]
#[ignore = "5 CPU-seconds; scripts/check --full runs it"]
fn without_counts_the_values_are_those_of_the_game_in_full() {
    // Numbers of `tables.md`: totals of three pieces in international draughts, with one side to
    // move.
    let (_, product) = solve("international", "none", &up_to(3));
    let mut totals = [0u32; 3];
    for sheet in product.sheets() {
        if sheet.side == Side::White && sheet.material.pieces() == 3 {
            let none = fresh(&product, &sheet);
            sheet.numbers().iter().for_each(|&number| totals[sheet.value(number, &none) as usize] += 1);
        }
    }
    assert_eq!(totals, [146_342, 394_163, 265_795]);
}

#[test]
#[ignore = "8 CPU-seconds; scripts/check --full runs it"]
fn more_time_is_never_worse_for_the_winner_of_three_pieces_in_full() {
    assert_time_only_helps(&solve("brazilian", "FMJD-64", &up_to(3)).1);
    assert_time_only_helps(&solve("russian", "USSR-1953-64", &[material("KKvK"), material("KMvM")]).1);
}

#[test]
fn more_time_is_never_worse_for_the_winner() {
    assert_time_only_helps(&solve("brazilian", "FMJD-64", &up_to(2)).1);
    assert_time_only_helps(&solve("russian", "USSR-1953-64", &up_to(2)).1);
}

#[test]
#[ignore = "6 CPU-seconds; scripts/check --full runs it"]
fn fresh_counts_lose_no_win_of_three_pieces_on_64_squares_in_full() {
    assert_no_win_is_lost("russian", "USSR-1953-64", &up_to(3));
    assert_no_win_is_lost("brazilian", "FMJD-64", &up_to(3));
}

#[test]
fn fresh_counts_lose_no_win_on_64_squares() {
    assert_no_win_is_lost("russian", "USSR-1953-64", &up_to(2));
    assert_no_win_is_lost("brazilian", "FMJD-64", &[material("KMvK")]);
}

#[test]
#[ignore = "5 CPU-seconds; scripts/check --full runs it"]
fn moves_of_both_sides_together_lose_wins_of_three_kings_against_one_in_full() {
    // The limit is 15 plies instead of 30. The numbers were found by this brute force and recorded.
    // Tables must match them.
    let three_kings = material("KKKvK");
    let (_, theory) = solve("brazilian", "none", &[three_kings]);
    let (_, by_each) = solve("brazilian", "FMJD-64", &[three_kings]);
    let (_, together) = solve("brazilian", "FMJD-64+together", &[three_kings]);
    assert_eq!(decided_lost(&theory, &by_each, three_kings), [0, 0]);
    assert_eq!(decided_lost(&theory, &together, three_kings), [27_016, 32_384]);
}

#[test]
#[ignore = "four pieces on 10x10; scripts/check rule-values runs it"]
fn the_tight_cases_of_sixteen_moves_are_tight() {
    let (game, product) = solve("international", "FMJD-100", &[material("KKMvK")]);
    // `lost` is the only position of `tables.md` that is lost in exactly 32 plies, with the colours
    // swapped.
    let (won, lost) = ("W:WK12,K40,50:BK11", "B:WK40,K45,50:BK7");
    assert_eq!(value_of(&game, &product, won, ""), Wdl::Win);
    assert_eq!(value_of(&game, &product, won, "6.3=1"), Wdl::Win, "31 plies left");
    assert_eq!(value_of(&game, &product, won, "6.3=2"), Wdl::Draw, "30 plies left");
    assert_eq!(value_of(&game, &product, lost, ""), Wdl::Loss, "32 plies left");
    assert_eq!(value_of(&game, &product, lost, "6.3=1"), Wdl::Draw, "31 plies left");
    // Positions that need exactly this number of plies are decided if the count has so many plies
    // left, and drawn with one ply less.
    let who_needs = |side: Side, left: u32| {
        let sheet = product.sheet(material("KKMvK"), side);
        let first = sheet.position(sheet.numbers()[0]);
        let at = |left: u32| counters(&product, &first, &format!("6.3={}", 32 - left));
        let (enough, short) = (at(left), at(left - 1));
        let is_tight =
            |&&number: &&u32| sheet.value(number, &enough) != Wdl::Draw && sheet.value(number, &short) == Wdl::Draw;
        let tight = sheet.numbers().iter().filter(is_tight);
        tight.map(|&number| game.fen(&sheet.position(number))).collect::<Vec<_>>()
    };
    let (wins, losses) = (who_needs(Side::White, 31), who_needs(Side::Black, 32));
    assert_eq!(wins.len(), 5, "{wins:?}");
    // The text is normalised, so that it does not depend on the order of the pieces.
    let as_written = |fen: &str| game.fen(&game.parse_fen(fen).expect("the test states a position"));
    assert!(wins.contains(&as_written(won)), "{wins:?}");
    assert_eq!(losses, [as_written(lost)]);
}

#[test]
#[ignore = "four pieces on 10x10; scripts/check rule-values runs it"]
fn fresh_counts_lose_no_win_against_a_lone_king_on_10x10() {
    let mut materials = up_to(3);
    materials.extend(["KKKvK", "KKMvK", "KMMvK"].map(material));
    assert_no_win_is_lost("international", "FMJD-100", &materials);
}
