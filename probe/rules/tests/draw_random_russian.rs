//! Random games under the FMJD rule code of Russian draughts. Their counters are compared with a
//! recount that is written from the articles and uses only the positions so far.

use crate::common;
use crate::common::random_games::{
    FEW, FoundDraw, MANY, Recount, assert_met, check, is_bare, is_one_of, is_third_time, kings_only, none_rests,
    pieces, since_in_group, strong_side, unchanged,
};
use peatee_rules::draw::{DrawRules, OwnMoves, RoadHolder, RoadLeft, Unchanged};
use peatee_rules::{Bitboard, Draughts, Kind, Position, Side, Square, Variant};

const RECOUNT: Recount = Recount { counters: recount, draws, resting: none_rests };

const SQUARES: [&str; 8] = ["h8", "g7", "f6", "e5", "d4", "c3", "b2", "a1"];
const THREE: &[(u32, u32)] = &[(0, 3), (1, 2), (2, 1)];
const TWO: &[(u32, u32)] = &[(0, 2), (1, 1), (0, 1)];

/// Returns true when a lone king on the main road (the long diagonal) faces three pieces. Unless
/// `shared` is true, no other piece may stand on the road.
fn holds_road(position: &Position, shared: bool) -> bool {
    let board = Variant::named("russian").expect("in the list").board;
    let on_road = |name: &&str| {
        let [file, rank] = name.as_bytes() else { panic!("{name}") };
        let square: Square = board.square_at((file - b'a').into(), (rank - b'1').into()).expect("a dark square");
        position.setup.at(square)
    };
    let found: Vec<(Side, Kind)> = SQUARES.iter().filter_map(on_road).collect();
    let is_lone = |&(side, kind): &(Side, Kind)| kind == Kind::King && position.setup.of_side(side).count() == 1;
    is_one_of(position, THREE) && found.iter().any(is_lone) && (shared || found.len() == 1)
}

fn is_three_kings_or_more(position: &Position) -> bool {
    let [white_men, white, black_men, black] = pieces(position);
    white_men + black_men == 0 && (white.min(black), white.max(black) >= 3) == (1, true)
}

/// Returns the limit of article 7.2.6 in moves by each side; `None` if the article does not apply.
fn moves_of_unchanged(position: &Position) -> Option<u32> {
    let [_, white, _, black] = pieces(position);
    match position.setup.piece_count() {
        4 | 5 if white > 0 && black > 0 => Some(30),
        6 | 7 if white > 0 && black > 0 => Some(60),
        _ => None,
    }
}

/// Returns the number of plies that the count of each article has used; `None` if the count does
/// not run. A capture that ends the game still sets counts back to 0.
fn counts(rules: &DrawRules, history: &[Position]) -> Vec<(&'static str, Option<u32>)> {
    let last = &history[history.len() - 1];
    let stood = if is_bare(last) && history.len() > 1 { &history[history.len() - 2] } else { last };
    let same = unchanged(history, |a, b| pieces(a) == pieces(b));
    let shared = rules.readings.road_holder == RoadHolder::Shared;
    let three = since_in_group(history, THREE).map_or(0, |plies| plies as usize);
    let road = match rules.readings.road_left {
        RoadLeft::CountEnds => {
            let before = history[..history.len() - 1].iter().rev().take_while(|p| holds_road(p, shared)).count();
            (holds_road(last, shared) || (is_bare(last) && before > 0)).then_some(before as u32)
        }
        RoadLeft::CountGoesOn => {
            let ending = &history[history.len() - 1 - three..];
            ending.iter().position(|p| holds_road(p, shared)).map(|first| (ending.len() - 1 - first) as u32)
        }
    };
    let unchanged_pieces = moves_of_unchanged(stood).map(|_| same);
    let kings = Some(unchanged(history, kings_only));
    let is_replaced = rules.readings.unchanged == Unchanged::InsteadOfKingsOnly && unchanged_pieces.is_some();
    vec![
        ("7.2.4", is_three_kings_or_more(stood).then_some(same)),
        ("7.2.6", unchanged_pieces),
        ("7.2.5", kings.filter(|_| !is_replaced)),
        ("7.2.7", road),
        ("7.2.8", since_in_group(history, TWO)),
    ]
}

const OWN: [(&str, usize); 3] = [("7.2.4", 15), ("7.2.7", 5), ("7.2.8", 5)];

fn recount(rules: &DrawRules, history: &[Position]) -> String {
    let last = &history[history.len() - 1];
    let one_each = Side::BOTH.iter().all(|&side| last.setup.of_side(side).count() <= 1);
    let described = counts(rules, history).into_iter().filter_map(|(article, plies)| {
        let is_own = rules.readings.own_moves == OwnMoves::StrongSide && OWN.iter().any(|(own, _)| *own == article);
        // After the capture of the last piece the count is 0, but the stronger side is that of one
        // ply before.
        let since = if article == "7.2.4" && is_bare(last) { 1 } else { plies? };
        let side = match strong_side(history, since).filter(|_| is_own && one_each) {
            Some(Side::White) => "w",
            Some(Side::Black) => "b",
            None => "",
        };
        Some(format!("{article}={}{side}", plies?))
    });
    described.collect::<Vec<_>>().join(",")
}

/// Returns the draws in the last position, in the order of the rule code.
fn draws(rules: &DrawRules, _: &Draughts, history: &[Position]) -> Vec<FoundDraw> {
    let last = &history[history.len() - 1];
    let is_exhausted = |&(article, plies): &(&str, Option<u32>)| {
        let Some(plies) = plies else { return false };
        match (OWN.iter().find(|(own, _)| *own == article), article) {
            (Some(&(_, moves)), _) => {
                let played = &history[history.len() - 1 - plies as usize..history.len() - 1];
                match strong_side(history, plies).filter(|_| rules.readings.own_moves == OwnMoves::StrongSide) {
                    Some(side) => played.iter().filter(|p| p.side == side).count() >= moves,
                    None => played.len() >= 2 * moves,
                }
            }
            (None, "7.2.5") => plies >= 30,
            (None, "7.2.6") => moves_of_unchanged(last).is_some_and(|moves| plies >= 2 * moves),
            _ => panic!("{article}"),
        }
    };
    let over = counts(rules, history).into_iter().filter(is_exhausted).map(|(article, _)| article);
    let repeated = is_third_time(history).then_some("7.2.3");
    repeated.into_iter().chain(over).map(|article| FoundDraw::by_itself(article, history)).collect()
}

fn check_russian(readings: &str, games: u64) -> common::random_games::Met {
    let rules = DrawRules::named(&format!("FMJD-64-Russian{readings}")).expect("the test names a code");
    check(Variant::named("russian").expect("in the list"), rules, RECOUNT, games)
}

fn check_default_readings(games: u64) {
    assert_met(&check_russian("", games), &["7.2.4", "7.2.5", "7.2.6", "7.2.7", "7.2.8"], &[]);
}

#[test]
fn the_default_readings() {
    check_default_readings(FEW);
}

#[test]
#[ignore = "11 CPU-seconds; scripts/check --full runs it"]
fn the_default_and_other_readings_in_full() {
    check_default_readings(MANY);
    assert_met(&check_russian("+each-side+shared-road", MANY), &["7.2.4", "7.2.5", "7.2.7", "7.2.8"], &[]);
    assert_met(&check_russian("+unchanged-alone+off-road", MANY), &["7.2.6", "7.2.7", "7.2.8"], &[]);
}
