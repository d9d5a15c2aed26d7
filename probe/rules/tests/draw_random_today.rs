//! Random games under the codes of today beside the Russian one: the counters against a recount
//! that is written from the articles and looks at nothing but the positions so far.

use crate::common::random_games::{
    FoundDraw, Met, Recount, assert_met, check_code, is_bare, is_one_of, is_third_time, kings_only, pieces,
    since_in_group, strong_side, unchanged,
};
use peatee_rules::draw::DrawRules;
use peatee_rules::{Bitboard, Game, Kind, Position, Side, Square, Variant};

const RECOUNT: Recount = Recount { counters: recount, draws };

const SIXTEEN: &[(u32, u32)] = &[(0, 3), (1, 2), (2, 1)];
const FIVE: &[(u32, u32)] = &[(0, 2), (1, 1), (0, 1)];
const FORCADA: &[(u32, u32)] = &[(0, 3)];

/// What is on the main road, where it is a diagonal of the game's board.
fn on_road(position: &Position, variant: &str) -> Vec<(Side, Kind)> {
    let board = Variant::named(variant).expect("in the list").board;
    let length = i32::from(board.files);
    let square = |step: i32| -> Square {
        board.square_at(step, step).or(board.square_at(length - 1 - step, step)).expect("one of the diagonals")
    };
    (0..length).filter_map(|step| position.setup.at(square(step))).collect()
}

/// A lone king against three pieces stands on the main road with nothing else.
fn holds_road(position: &Position, variant: &str) -> bool {
    let found = on_road(position, variant);
    let is_lone = |&(side, kind): &(Side, Kind)| kind == Kind::King && position.setup.of_side(side).count() == 1;
    is_one_of(position, SIXTEEN) && found.len() == 1 && found.iter().all(is_lone)
}

/// One of the three kings stands on the main road.
fn has_river(position: &Position, variant: &str) -> bool {
    let is_strong = |(side, _): (Side, Kind)| position.setup.of_side(side).count() == 3;
    is_one_of(position, FORCADA) && on_road(position, variant).into_iter().any(is_strong)
}

/// Plies for which something has been so without a break; the end of the game belongs to it.
fn since(history: &[Position], is_so: impl Fn(&Position) -> bool) -> Option<u32> {
    let (last, before) = history.split_last()?;
    let tail = before.iter().rev().take_while(|p| is_so(p)).count() as u32;
    (is_so(last) || (is_bare(last) && tail > 0)).then_some(tail)
}

/// Plies since something was so for the first time.
fn since_first(history: &[Position], is_so: impl Fn(&Position) -> bool) -> Option<u32> {
    history.iter().position(is_so).map(|first| (history.len() - 1 - first) as u32)
}

/// 99: the list of five endings.
fn is_of_five_endings(position: &Position) -> bool {
    let [white_men, white, black_men, black] = pieces(position);
    let mut armies = [(white_men, white), (black_men, black)];
    armies.sort_unstable();
    let five = [[(0, 2), (0, 2)], [(0, 2), (1, 1)], [(0, 1), (0, 2)], [(0, 1), (1, 1)], [(0, 1), (0, 1)]];
    five.contains(&armies)
}

/// 3.8 b: kings on both sides, at most four pieces of each, and not three kings against one.
fn is_small(position: &Position) -> bool {
    let [white_men, white, black_men, black] = pieces(position);
    white > 0 && black > 0 && white_men + white <= 4 && black_men + black <= 4 && !is_one_of(position, FORCADA)
}

/// Whose moves a count counts, and how many.
#[derive(Clone, Copy, PartialEq)]
enum Limit {
    Each(usize),
    Own(usize),
}

type Count = (&'static str, Option<u32>, Limit);

fn counts(rules: &DrawRules, history: &[Position]) -> Vec<Count> {
    use Limit::{Each, Own};
    let last = &history[history.len() - 1];
    // The capture that ends a game sets back what captures set back.
    let stood = if is_bare(last) && history.len() > 1 { &history[history.len() - 2] } else { last };
    let kings = unchanged(history, kings_only);
    match rules.code.id {
        "FMJD-100-2024" => {
            let sixteen = since_first(history, |p| is_one_of(p, SIXTEEN));
            let five = if sixteen.is_some() { None } else { since_in_group(history, FIVE) };
            let diagonal = since(history, |p| holds_road(p, "international"));
            vec![
                ("6.2", Some(kings), Each(25)),
                ("6.3", sixteen, Each(16)),
                ("6.3diagonal", diagonal, Each(5)),
                ("6.4", five, Each(5)),
            ]
        }
        "CBD-64" => vec![
            ("97b", Some(kings), Each(20)),
            ("99", since(history, is_of_five_endings), Each(5)),
            ("100", since(history, |p| holds_road(p, "brazilian")), Own(5)),
        ],
        "FPD" => vec![
            ("3.8a", since_first(history, |p| has_river(p, "portuguese")), Own(12)),
            ("3.8b", is_small(stood).then_some(kings), Each(20)),
        ],
        "APCA" => vec![("13", since_first(history, |p| is_one_of(p, FORCADA)), Own(13))],
        "Frisian" => vec![
            ("twokings", since_in_group(history, &[(0, 2)]), Own(7)),
            ("oneking", since_in_group(history, &[(0, 1)]), Each(2)),
        ],
        other => panic!("write the recount of {other} from its articles"),
    }
}

fn recount(rules: &DrawRules, history: &[Position]) -> String {
    let last = &history[history.len() - 1];
    let one_each = Side::BOTH.iter().all(|&side| last.setup.of_side(side).count() <= 1);
    let described = counts(rules, history).into_iter().filter_map(|(article, plies, limit)| {
        let is_said = one_each && matches!(limit, Limit::Own(_));
        let side = match strong_side(history, plies?).filter(|_| is_said) {
            Some(Side::White) => "w",
            Some(Side::Black) => "b",
            None => "",
        };
        Some(format!("{article}={}{side}", plies?))
    });
    described.collect::<Vec<_>>().join(",")
}

/// The draws in the order of the code.
fn draws(rules: &DrawRules, _: &Game, history: &[Position]) -> Vec<FoundDraw> {
    let is_exhausted = |&(_, plies, limit): &Count| {
        let Some(plies) = plies else { return false };
        let played = &history[history.len() - 1 - plies as usize..history.len() - 1];
        match limit {
            Limit::Each(moves) => played.len() >= 2 * moves,
            Limit::Own(moves) => played.iter().filter(|p| Some(p.side) == strong_side(history, plies)).count() >= moves,
        }
    };
    // No article on repetition was found for pool and Frisian draughts.
    let repetition = match rules.code.id {
        "FMJD-100-2024" => Some("6.1"),
        "CBD-64" => Some("98"),
        "FPD" => Some("5.3"),
        _ => None,
    };
    let repeated = repetition.filter(|_| is_third_time(history));
    let over = counts(rules, history).into_iter().filter(is_exhausted).map(|(article, ..)| article);
    repeated.into_iter().chain(over).map(|article| FoundDraw::by_itself(article, history)).collect()
}

fn check(code: &str, drawn: &[&str]) {
    let met: Met = check_code(code, RECOUNT);
    assert_met(&met, drawn, &[]);
}

#[test]
fn fmjd_100_2024() {
    check("FMJD-100-2024", &["6.2", "6.3", "6.3 diagonal", "6.4"]);
}

#[test]
fn cbd_64() {
    check("CBD-64", &["97 b", "99", "100"]);
}

#[test]
fn fpd() {
    check("FPD", &["3.8 a", "3.8 b"]);
}

#[test]
fn apca() {
    check("APCA", &["13"]);
}

#[test]
fn frisian() {
    check("Frisian", &["two kings", "one king"]);
}
