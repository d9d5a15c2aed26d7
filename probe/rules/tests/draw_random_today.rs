//! Random games under the present rule codes except that of Russian draughts. Their counters are
//! compared with a recount that is written from the articles and uses only the positions so far.

use crate::common::random_games::{
    FEW, FoundDraw, MANY, Recount, assert_met, check, check_code, is_bare, is_one_of, is_third_time, kings_only,
    none_rests, pieces, since_in_group, strong_side, unchanged,
};
use peatee_rules::draw::{DrawRules, GivenUp, OwnMoves, RoadHolder, RoadLeft};
use peatee_rules::{Bitboard, Draughts, Kind, Position, Side, Square, Variant};

const RECOUNT: Recount = Recount { counters: recount, draws, resting: none_rests };

const FRISIAN: Recount = Recount { resting, ..RECOUNT };

const SIXTEEN: &[(u32, u32)] = &[(0, 3), (1, 2), (2, 1)];
const FIVE: &[(u32, u32)] = &[(0, 2), (1, 1), (0, 1)];
const FORCADA: &[(u32, u32)] = &[(0, 3)];

/// Returns the pieces on the main road: the long diagonal whose squares are in play.
fn on_road(position: &Position, variant: &str) -> Vec<(Side, Kind)> {
    let board = Variant::named(variant).expect("in the list").board;
    let length = i32::from(board.files);
    let square = |step: i32| -> Square {
        board.square_at(step, step).or(board.square_at(length - 1 - step, step)).expect("one of the diagonals")
    };
    (0..length).filter_map(|step| position.setup.at(square(step))).collect()
}

/// Returns true when a lone king on the main road faces three pieces. Unless `shared` is true, no
/// other piece may stand on the road.
fn holds_road(position: &Position, variant: &str, shared: bool) -> bool {
    let found = on_road(position, variant);
    let is_lone = |&(side, kind): &(Side, Kind)| kind == Kind::King && position.setup.of_side(side).count() == 1;
    is_one_of(position, SIXTEEN) && (shared || found.len() == 1) && found.iter().any(is_lone)
}

/// Returns the number of plies that the count of the main road has used. When the lone king leaves
/// the road, one interpretation of the article ends the count. The other continues it as long
/// as the lone king faces three pieces.
fn road(rules: &DrawRules, history: &[Position], variant: &str) -> Option<u32> {
    let shared = rules.readings.road_holder == RoadHolder::Shared;
    match rules.readings.road_left {
        RoadLeft::CountEnds => since(history, |p| holds_road(p, variant, shared)),
        RoadLeft::CountGoesOn => since_first_in_group(history, SIXTEEN, |p| holds_road(p, variant, shared)),
    }
}

/// Returns the number of plies since `is_so` first held in the present ending. The ending is the
/// latest series of positions in which a lone king faces one of `armies` (numbers of men and
/// kings).
fn since_first_in_group(history: &[Position], armies: &[(u32, u32)], is_so: impl Fn(&Position) -> bool) -> Option<u32> {
    let plies = since_in_group(history, armies)?;
    since_first(&history[history.len() - 1 - plies as usize..], is_so)
}

/// Returns true when three kings face a lone king and one of the three is on the main road.
fn has_river(position: &Position, variant: &str) -> bool {
    let is_strong = |(side, _): (Side, Kind)| position.setup.of_side(side).count() == 3;
    is_one_of(position, FORCADA) && on_road(position, variant).into_iter().any(is_strong)
}

/// Returns the number of plies for which `is_so` has held without a break. A capture of the last
/// piece, which ends the game, is no break.
fn since(history: &[Position], is_so: impl Fn(&Position) -> bool) -> Option<u32> {
    let (last, before) = history.split_last()?;
    let tail = before.iter().rev().take_while(|p| is_so(p)).count() as u32;
    (is_so(last) || (is_bare(last) && tail > 0)).then_some(tail)
}

/// Returns the number of plies since `is_so` first held in the game.
fn since_first(history: &[Position], is_so: impl Fn(&Position) -> bool) -> Option<u32> {
    history.iter().position(is_so).map(|first| (history.len() - 1 - first) as u32)
}

/// Returns true when the material is one of the five endings of article 99.
fn is_of_five_endings(position: &Position) -> bool {
    let [white_men, white, black_men, black] = pieces(position);
    let mut armies = [(white_men, white), (black_men, black)];
    armies.sort_unstable();
    let five = [[(0, 2), (0, 2)], [(0, 2), (1, 1)], [(0, 1), (0, 2)], [(0, 1), (1, 1)], [(0, 1), (0, 1)]];
    five.contains(&armies)
}

/// Returns true when article 3.8 b applies: both sides have a king and at most four pieces, and the
/// material is not three kings against one.
fn is_small(position: &Position) -> bool {
    let [white_men, white, black_men, black] = pieces(position);
    white > 0 && black > 0 && white_men + white <= 4 && black_men + black <= 4 && !is_one_of(position, FORCADA)
}

/// Limit of a count, in moves by each side or in moves of the stronger side.
#[derive(Clone, Copy, PartialEq)]
enum Limit {
    Each(usize),
    Own(usize),
}

type Count = (&'static str, Option<u32>, Limit);

fn counts(rules: &DrawRules, history: &[Position]) -> Vec<Count> {
    use Limit::{Each, Own};
    let last = &history[history.len() - 1];
    // A capture that ends the game still resets counts, so the material before it decides which
    // counts run.
    let stood = if is_bare(last) && history.len() > 1 { &history[history.len() - 2] } else { last };
    let kings = unchanged(history, kings_only);
    let is_own = rules.readings.own_moves == OwnMoves::StrongSide;
    let own = |moves| if is_own { Own(moves) } else { Each(moves) };
    let ends = rules.readings.given_up == GivenUp::CountEnds;
    let is_on_river = |p: &Position| has_river(p, "portuguese");
    let river =
        if ends { since_first_in_group(history, FORCADA, is_on_river) } else { since_first(history, is_on_river) };
    let three_kings = since_first(history, |p| is_one_of(p, FORCADA));
    match rules.code.id {
        "FMJD-100-2024" => {
            let sixteen = since_first(history, |p| is_one_of(p, SIXTEEN));
            let five = if sixteen.is_some() { None } else { since_in_group(history, FIVE) };
            let diagonal = road(rules, history, "international");
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
            ("100", road(rules, history, "brazilian"), own(5)),
        ],
        "FPD" => vec![("3.8a", river, own(12)), ("3.8b", is_small(stood).then_some(kings), Each(20))],
        "APCA" => vec![("13", if ends { since_in_group(history, FORCADA) } else { three_kings }, own(13))],
        "Frisian" => vec![
            ("twokings", since_in_group(history, &[(0, 2)]), own(7)),
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

/// Returns true for king against king when the Frisian rules draw the game at once. The game goes
/// on only if a side can take the king now or is certain to take it with its next move.
fn is_drawn_at_once(game: &Draughts, position: &Position) -> bool {
    let takes = |p: &Position| game.moves(p).unwrap().iter().any(peatee_rules::Move::is_capture);
    let next = |p: &Position| -> Vec<Position> { game.moves(p).unwrap().iter().map(|mv| game.play(p, mv)).collect() };
    let all_take = |p: &Position| next(p).iter().all(takes);
    let will_take = || next(position).iter().any(|after| !takes(after) && all_take(after));
    is_one_of(position, &[(0, 1)]) && !takes(position) && !all_take(position) && !will_take()
}

/// Returns the square of the king that has made the last three moves of the side to move, all
/// quiet. Returns `None` if there is no such king, or if the side to move has no men.
fn resting(history: &[Position]) -> Option<Square> {
    let last = &history[history.len() - 1];
    if last.setup.get(last.side, Kind::Man) == 0 {
        return None;
    }
    let own: Vec<&[Position]> = history.windows(2).filter(|pair| pair[0].side == last.side).collect();
    let mut square: Option<Square> = None;
    for pair in own.iter().rev().take(3) {
        let kings = |p: &Position| p.setup.get(last.side, Kind::King);
        let (left, came) = (kings(&pair[0]) & !kings(&pair[1]), kings(&pair[1]) & !kings(&pair[0]));
        let is_quiet = kings_only(&pair[0], &pair[1]) && left.count() == 1 && came.count() == 1;
        let to = Square(came.trailing_zeros() as u8);
        if !is_quiet || square.is_some_and(|square| square != to) {
            return None;
        }
        square = Some(Square(left.trailing_zeros() as u8));
    }
    let stands =
        |pair: &&&[Position]| pair[1].setup.get(last.side, Kind::King) & !pair[0].setup.get(last.side, Kind::King);
    let king = own.last().map(|pair| Square(stands(&pair).trailing_zeros() as u8))?;
    (own.len() >= 3 && last.setup.at(king) == Some((last.side, Kind::King))).then_some(king)
}

/// Returns the draws in the last position, in the order of the rule code.
fn draws(rules: &DrawRules, game: &Draughts, history: &[Position]) -> Vec<FoundDraw> {
    let last = &history[history.len() - 1];
    let is_exhausted = |&(article, plies, limit): &Count| {
        let Some(plies) = plies else { return false };
        if article == "oneking" && is_drawn_at_once(game, last) {
            return true;
        }
        let played = &history[history.len() - 1 - plies as usize..history.len() - 1];
        match limit {
            Limit::Each(moves) => played.len() >= 2 * moves,
            Limit::Own(moves) => played.iter().filter(|p| Some(p.side) == strong_side(history, plies)).count() >= moves,
        }
    };
    // The sources for pool and Frisian draughts have no article on repetition.
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

/// Rule codes, each with the articles by which the random games must have been drawn without a
/// claim.
const CODES: [(&str, &[&str]); 3] = [
    ("FMJD-100-2024", &["6.2", "6.3", "6.3 diagonal", "6.4"]),
    ("CBD-64", &["97 b", "99", "100"]),
    ("FPD", &["3.8 a", "3.8 b"]),
];

fn check_codes(games: u64) {
    for (code, drawn) in CODES {
        assert_met(&check_code(code, RECOUNT, games), drawn, &[]);
    }
}

#[test]
fn counts_and_draws_of_each_code_are_those_of_a_recount() {
    check_codes(FEW);
}

#[test]
#[ignore = "12 CPU-seconds; scripts/check --full runs it"]
fn counts_and_draws_of_each_code_are_those_of_a_recount_in_full() {
    check_codes(MANY);
}

#[test]
#[ignore = "30 CPU-seconds; scripts/check --full runs it"]
fn apca_in_full() {
    assert_met(&check_code("APCA", RECOUNT, MANY), &["13"], &[]);
}

fn check_frisian(games: u64, least_rested: u32) {
    let met = check_code("Frisian", FRISIAN, games);
    assert_met(&met, &["two kings", "one king"], &[]);
    assert!(met.rested > least_rested, "{met:?}");
}

#[test]
fn frisian() {
    check_frisian(FEW, 100);
}

#[test]
#[ignore = "2 CPU-seconds; scripts/check --full runs it"]
fn frisian_in_full() {
    check_frisian(MANY, 500);
}

#[test]
#[ignore = "28 CPU-seconds; scripts/check --full runs it"]
fn the_other_readings_in_full() {
    for (variant, code, drawn) in [
        ("international", "FMJD-100-2024+shared-road+off-road", &["6.3", "6.3 diagonal"][..]),
        ("brazilian", "CBD-64+each-side+shared-road+off-road", &["97 b", "99", "100"]),
        ("portuguese", "FPD+ends-with-three+each-side", &["3.8 a", "3.8 b"]),
        ("pool", "APCA+ends-with-three+each-side", &["13"]),
        ("frisian", "Frisian+each-side", &["two kings", "one king"]),
    ] {
        let rules = DrawRules::named(code).expect("the test names a code");
        let recount = if variant == "frisian" { FRISIAN } else { RECOUNT };
        assert_met(&check(Variant::named(variant).expect("in the list"), rules, recount, MANY), drawn, &[]);
    }
}
