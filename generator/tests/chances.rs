//! Tests the chances that the opponent errs after drawn and lost moves. Compares them with a brute
//! force and with published counts, and plays games against an opponent who errs at random.

use std::ops::RangeInclusive;

use crate::common::{Made, Random, generate_metrics_into, make};
use crate::rule_lines::Made as MadeUnderRules;
use peatee_generator::explore::stats::position_of;
use peatee_probe::{ChanceSearch, MoveChance, MoveChoice, RuleMove, SliceInfo, Tables, Wdl};
use peatee_rules::draw::{Counters, DrawRules, GameRecord};
use peatee_rules::{Budget, Position};
use peatee_table::{Metric, Slice, slices};

static UNLIMITED: Budget = Budget::unlimited();

const fn to_depth(depth: u32) -> ChanceSearch<'static> {
    ChanceSearch { depth, budget: &UNLIMITED }
}

/// A position with its draw counters.
type State = (Position, Counters);

/// Brute force that computes the chance that the opponent errs. It follows the definition of this
/// chance, with values under draw rules.
struct BruteForce<'a> {
    tables: &'a Tables,
    rules: DrawRules,
}

impl BruteForce<'_> {
    fn wdl(&self, (position, counters): &State) -> Wdl {
        let value = self.tables.rule_value(position, &self.rules, counters).expect("its tables were made");
        value.outcome.wdl().expect("its tables were made")
    }

    fn is_over(&self, (position, counters): &State) -> bool {
        self.rules.running(counters, position.side).any(|count| count.is_exhausted())
    }

    fn after_each(&self, (position, counters): &State) -> Vec<State> {
        let after = |mv| {
            let after = self.tables.game().play(position, &mv);
            (after, self.rules.after(counters, &mv, &after))
        };
        self.tables.game().moves(position).expect("few captures").into_iter().map(after).collect()
    }

    /// Returns the number of errors among the replies to a position, and the chance that the
    /// opponent errs.
    fn chance(&self, after: &State, kept: Wdl, depth: u32) -> (usize, f64) {
        let replies = self.after_each(after);
        if self.is_over(after) || replies.is_empty() {
            return (0, 0.0);
        }
        // If an exhausted count keeps the draw, some right replies may even win.
        let (right, errors): (Vec<State>, Vec<State>) = replies.iter().partition(|&reply| self.wdl(reply) <= kept);
        let share = errors.len() as f64 / replies.len() as f64;
        if depth == 1 || right.is_empty() {
            return (errors.len(), share);
        }
        let best = |reply: &State| {
            let mut moves = self.after_each(reply);
            moves.retain(|after| self.wdl(after) == kept.reversed() && !self.is_over(reply));
            moves.iter().map(|after| self.chance(after, kept, depth - 1).1).fold(0.0, f64::max)
        };
        let mean = right.iter().map(best).sum::<f64>() / right.len() as f64;
        (errors.len(), share + (1.0 - share) * mean)
    }

    /// Checks all moves of a state (a position with its counters): their order, their results, and
    /// the chances that the opponent errs.
    fn check(&self, state: &State, depth: u32) {
        let text = || format!("{} {:?}", self.tables.game().fen(&state.0), state.1);
        let ranked = self.tables.rule_chances(&state.0, &self.rules, &state.1, to_depth(depth)).expect("tables");
        let results: Vec<Wdl> = ranked.iter().map(|mv| mv.rated.outcome.wdl().expect("tables")).collect();
        assert!(results.is_sorted_by(|one, next| one >= next), "{}", text());
        if let Some(&first) = results.first().filter(|_| !self.is_over(state)) {
            assert_eq!(first, self.wdl(state), "{}", text());
        }
        for MoveChance { rated, chance, .. } in &ranked {
            let after = (rated.position, rated.counters);
            let kept = if self.is_over(state) { Wdl::Draw } else { self.wdl(&after).reversed() };
            assert_eq!(rated.outcome.wdl(), Some(kept), "{}", text());
            let Some(chance) = chance else {
                assert_eq!(kept, Wdl::Win, "{}", text());
                continue;
            };
            let (errors, probability) = self.chance(&after, kept, depth);
            assert_eq!((chance.replies - chance.right_replies) as usize, errors, "{}", text());
            assert!((chance.probability - probability).abs() < 1e-12, "{}: {chance:?} {probability}", text());
        }
        let drawn = ranked.iter().filter(|mv| mv.rated.outcome.wdl() == Some(Wdl::Draw));
        assert!(drawn.map(|mv| mv.chance.expect("few replies").probability).is_sorted_by(|a, b| a >= b), "{}", text());
    }
}

#[test]
fn chances_under_running_counts_equal_a_brute_force() {
    for (variant, rules) in [("english", "WCDF"), ("russian", "FMJD-64-Russian"), ("brazilian", "FMJD-64")] {
        let made = MadeUnderRules::new(variant, rules, 3);
        let brute_force = BruteForce { tables: &made.tables, rules: made.rules };
        let (slices, mut random) = (slices(made.tables.game(), 3), fastrand::Rng::with_seed(50));
        let states = std::iter::repeat_with(|| made.state(&mut random, &slices)).flatten();
        for (number, state) in states.take(600).enumerate() {
            brute_force.check(&state, if number % 8 == 0 { 2 } else { 1 });
        }
    }
}

/// Counts of the drawn positions of a slice.
#[derive(Debug, Default, PartialEq)]
struct Drawn {
    positions: u32,
    /// Number of positions with at least two drawn moves.
    with_choice: u32,
    /// Number of positions with a drawn move after which some reply loses.
    with_error: u32,
    /// Number of positions with a drawn move after which exactly one reply keeps the draw.
    with_only_reply: u32,
    /// Chance that the opponent errs after the best drawn move, as the mean over all drawn
    /// positions, in millionths.
    mean_best_millionths: u32,
}

fn drawn_positions(tables: &Tables, slice: &str, depth: u32) -> Drawn {
    let slice = Slice::parse(tables.game(), slice).expect("a slice");
    let info = tables.slices().into_iter().find(|info| info.slice == slice).expect("its tables were made");
    let (mut drawn, mut best_sum) = (Drawn::default(), 0.0);
    for position in (0..info.positions).map(|number| position_of(tables, slice, number)) {
        if tables.probe_wdl(&position).expect("tables") != Wdl::Draw {
            continue;
        }
        let ranked = tables.chances(&position, to_depth(depth)).expect("tables");
        let chances = ranked.iter().filter(|mv| mv.rated.value.wdl == Wdl::Draw).map(|mv| mv.chance.expect("few"));
        let chances: Vec<_> = chances.collect();
        drawn.positions += 1;
        drawn.with_choice += u32::from(chances.len() > 1);
        drawn.with_error += u32::from(chances.iter().any(|chance| chance.right_replies < chance.replies));
        let is_only = |right: u32, replies: u32| right == 1 && replies > 1;
        drawn.with_only_reply += u32::from(chances.iter().any(|chance| is_only(chance.right_replies, chance.replies)));
        best_sum += chances[0].probability;
    }
    drawn.mean_best_millionths = (best_sum / f64::from(drawn.positions) * 1e6).round() as u32;
    drawn
}

const fn drawn(positions: u32, with_choice: u32, with_error: u32, with_only_reply: u32, mean: u32) -> Drawn {
    Drawn { positions, with_choice, with_error, with_only_reply, mean_best_millionths: mean }
}

#[test]
fn drawn_positions_of_three_pieces_have_the_chances_of_another_program() {
    let Made { tables, root: _root } = make("english", 3);
    for (slice, depth, expected) in [
        ("KvK", 1, drawn(654, 546, 182, 96, 149_847)),
        ("KvK", 2, drawn(654, 546, 182, 96, 272_171)),
        ("MMvK", 1, drawn(121, 94, 73, 68, 394_628)),
    ] {
        assert_eq!(drawn_positions(&tables, slice, depth), expected, "{slice} to depth {depth}");
    }
}

#[test]
#[ignore = "20 CPU-seconds; scripts/check --full runs it"]
fn drawn_positions_of_four_kings_have_the_chances_of_another_program_in_full() {
    let Made { tables, root: _root } = make("english", 4);
    assert_eq!(drawn_positions(&tables, "KKvKK", 1), drawn(153_456, 147_944, 128_253, 8_764, 304_799));
}

/// Checks the list of moves in every `step`-th position of the tables. The moves must be sorted by
/// their results in the tables. The first move of the list, and the move that `MoveChoice::Hard`
/// chooses, must keep the result of the position. Returns the number of checked positions.
fn no_result_is_given_up(variant: &str, pieces: u8, step: usize) -> u64 {
    let Made { tables, root: _root } = make(variant, pieces);
    let (game, rules) = (tables.game(), DrawRules::named("none").expect("a code"));
    let mut checked = 0;
    for info in tables.slices() {
        for position in (0..info.positions).step_by(step).map(|number| position_of(&tables, info.slice, number)) {
            let value = tables.probe_wdl(&position).expect("tables");
            let ranked = tables.chances(&position, to_depth(1)).expect("tables");
            let results = ranked.iter().map(|mv| tables.probe_wdl(&mv.rated.position).expect("tables").reversed());
            let results: Vec<Wdl> = results.collect();
            assert!(results.is_sorted_by(|one, next| one >= next), "{}", game.fen(&position));
            assert_eq!(results.len(), game.moves(&position).expect("few captures").len());
            let record = GameRecord::from_position(game, rules, position);
            match tables.best_move(&record, MoveChoice::Hard { positions_max: 0 }).expect("tables") {
                None => assert!(results.is_empty(), "{}", game.fen(&position)),
                Some(best) => {
                    let kept = tables.probe_wdl(&best.position).expect("tables").reversed();
                    assert_eq!((kept, results[0]), (value, value), "{}", game.fen(&position));
                }
            }
            checked += 1;
        }
    }
    checked
}

#[test]
fn no_result_is_given_up_to_three_pieces() {
    assert!(no_result_is_given_up("english", 3, 11) > 18_000);
}

#[test]
#[ignore = "20 CPU-seconds; scripts/check --full runs it"]
fn no_result_is_given_up_to_four_pieces_in_full() {
    for variant in ["english", "russian"] {
        println!("{variant}: {} positions", no_result_is_given_up(variant, 4, 1));
    }
}

/// Slices in which games begin, all with the same number of pieces.
struct Starts {
    slices: Vec<SliceInfo>,
    positions: u64,
}

impl Starts {
    fn with_pieces(tables: &Tables, pieces: u32) -> Starts {
        let mut slices = tables.slices();
        slices.retain(|info| u32::from(info.slice.material.pieces()) == pieces);
        let positions = slices.iter().map(|info| info.positions).sum();
        Starts { slices, positions }
    }

    fn random_position(&self, tables: &Tables, random: &mut Random) -> Position {
        let mut number = random.u64(..self.positions);
        let info = self.slices.iter().find(|info| {
            let is_inside = number < info.positions;
            number -= if is_inside { 0 } else { info.positions };
            is_inside
        });
        position_of(tables, info.expect("below the total").slice, number)
    }
}

/// Plays `games` games against an opponent who plays a random legal move with the probability
/// `errs`, and otherwise a random move that draws. Returns the number of wins. Games begin in
/// random drawn positions that have at least two drawn moves, with each of `pieces` in turn. They
/// last at most 40 moves.
fn wins(
    (tables, pieces): (&Tables, RangeInclusive<u32>),
    games: u32,
    errs: f64,
    mut choose: impl FnMut(&GameRecord) -> RuleMove,
) -> u32 {
    let (game, mut random) = (tables.game(), Random::new(50));
    let rules = DrawRules::named("none").expect("a code");
    let starts: Vec<Starts> = pieces.map(|pieces| Starts::with_pieces(tables, pieces)).collect();
    let (mut played, mut won) = (0, 0);
    let drawn = |position: &Position| {
        let mut moves = game.moves(position).expect("few captures");
        moves.retain(|mv| tables.probe_wdl(&game.play(position, mv)).expect("tables") == Wdl::Draw);
        moves
    };
    while played < games {
        let start = starts[played as usize % starts.len()].random_position(tables, &mut random);
        if tables.probe_wdl(&start).expect("tables") != Wdl::Draw || drawn(&start).len() < 2 {
            continue;
        }
        played += 1;
        let mut record = GameRecord::from_position(game, rules, start);
        for _ in 0..40 {
            let ours = choose(&record);
            assert_eq!(tables.probe_wdl(&ours.position).expect("tables"), Wdl::Draw, "{}", game.fen(&start));
            record.play(&ours.mv).expect("legal");
            let errs = random.f64() < errs;
            let replies = if errs { game.moves(record.position()).expect("few") } else { drawn(record.position()) };
            record.play(&replies[random.below(replies.len())]).expect("legal");
            match tables.probe_wdl(record.position()).expect("tables") {
                Wdl::Draw => {}
                result => {
                    won += u32::from(result == Wdl::Win);
                    break;
                }
            }
        }
    }
    won
}

/// Returns the numbers of wins with three ways to choose a drawn move: the first one, the one with
/// the best chance that the opponent errs in one reply, and the one with the best chance in two
/// replies, with as many positions as engines search that have a second for the move.
fn wins_of(tables: &Tables, pieces: RangeInclusive<u32>, games: u32, errs: f64) -> [u32; 3] {
    let hard = |positions_max| MoveChoice::Hard { positions_max };
    [MoveChoice::First, hard(0), hard(1 << 16)].map(|choice| {
        let choose = |record: &GameRecord| tables.best_move(record, choice).expect("tables").expect("a move");
        wins((tables, pieces.clone()), games, errs, choose)
    })
}

#[test]
fn hard_moves_win_more_games() {
    let Made { tables, root: _root } = make("english", 3);
    let [first, hard, harder] = wins_of(&tables, 3..=3, 200, 0.05);
    assert!(hard > first && 4 * harder > 5 * first, "{first}, {hard} and {harder} of 200 games");
}

#[test]
#[ignore = "60 CPU-seconds; scripts/check --full runs it"]
fn hard_moves_win_more_of_a_thousand_games_in_full() {
    for (variant, at_least) in [("english", 2.5), ("russian", 1.5)] {
        let Made { tables, root: _root } = make(variant, 4);
        for errs in [0.05, 0.2] {
            let wins = wins_of(&tables, 4..=4, 1000, errs);
            println!("{variant}, {errs} of moves at random: {wins:?}");
            let [first, _, harder] = wins.map(f64::from);
            assert!(errs > 0.1 || harder >= at_least * first, "{wins:?}");
        }
    }
}

#[test]
#[ignore = "20 CPU-minutes; scripts/check --full runs it"]
fn hard_moves_win_more_of_ten_thousand_games_to_six_pieces_in_full() {
    for (variant, at_least) in [("english", 2.0), ("russian", 1.3)] {
        let root = tempfile::tempdir().expect("there is room for temporary files");
        generate_metrics_into(root.path(), variant, 6, &[Metric::Wdl]);
        let tables = Tables::open(root.path().join(variant)).expect("tables just made open");
        let wins = wins_of(&tables, 4..=6, 10_000, 0.05);
        println!("{variant}, 0.05 of moves at random: {wins:?}");
        let [first, _, harder] = wins.map(f64::from);
        assert!(harder >= at_least * first, "{wins:?}");
    }
}
