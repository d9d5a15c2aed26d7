//! Compares distances by moves in a row with one king of random positions of four pieces with a
//! search. The search makes its own lists of allowed moves and of such moves in a row. It reads
//! tables only after captures that leave three pieces, whose values a brute force has checked.

use crate::common::generate_metrics_into;
use peatee_probe::{RulePlies, Tables};
use peatee_rules::draw::{DrawRules, KingRun, KingRuns};
use peatee_rules::{Budget, Kind, Move, Position, Side, Square};
use peatee_table::{Metric, RuleSet, Slice, Value, Wdl, slices};

/// King of a side with men that has moved last, and the number of its moves in a row.
type Run = Option<(u8, u8)>;

/// A position and the runs of White and Black.
type State = (Position, [Run; 2]);

/// Depth of the search in plies.
const DEPTH_PLIES: u32 = 3;

struct Sampled {
    tables: Tables,
    rules: DrawRules,
}

fn count(position: &Position, side: Side, kind: Kind) -> u32 {
    position.setup.get(side, kind).count_ones()
}

fn has_king(position: &Position, side: Side, square: u8) -> bool {
    position.setup.get(side, Kind::King) >> square & 1 != 0
}

impl Sampled {
    /// Returns the states after all moves that the rule allows.
    fn after(&self, (position, runs): &State) -> Vec<State> {
        let (game, side) = (self.tables.game(), position.side);
        let moves = game.moves(position).expect("few pieces");
        let is_resting = |mv: &Move| mv.captured == 0 && runs[side as usize] == Some((mv.from.0, 3));
        let goes_on = self.rules.code.id == "Frisian-only-move" && moves.iter().all(is_resting);
        let after = moves.into_iter().filter_map(|mv| {
            let is_king_move = mv.kind == Kind::King && mv.captured == 0;
            let made = runs[side as usize].filter(|(square, _)| *square == mv.from.0).map_or(0, |(_, moves)| moves);
            if is_resting(&mv) && !goes_on {
                return None;
            }
            let after = game.play(position, &mv);
            let mut runs = *runs;
            runs[side as usize] = is_king_move.then_some((mv.to.0, 3.min(made + 1)));
            for side in Side::BOTH {
                let goes_on =
                    |(square, _): &(u8, u8)| count(&after, side, Kind::Man) > 0 && has_king(&after, side, *square);
                runs[side as usize] = runs[side as usize].filter(goes_on);
            }
            Some((after, runs))
        });
        after.collect()
    }

    /// Returns the value that the tables give.
    fn probed(&self, (position, runs): &State) -> Value {
        let run = |run: Run| run.map(|(square, moves)| KingRun { square: Square(square), moves });
        let runs = KingRuns::new([run(runs[0]), run(runs[1])]);
        let counters = self.rules.with_king_runs(&self.rules.start(position), runs);
        let found = self.tables.rule_value_until(position, &self.rules, &counters, &Budget::unlimited());
        let found = found.expect("its tables were made");
        Value { wdl: found.outcome.wdl().expect("exact"), plies: found.plies.and_then(RulePlies::exact) }
    }

    /// Returns the value of a state if it is decided within `depth` plies.
    fn searched(&self, state: &State, depth: u32) -> Option<Value> {
        let pieces: u32 = Side::BOTH.iter().map(|&side| state.0.setup.of_side(side).count_ones()).sum();
        if pieces < 4 {
            let value = self.probed(state);
            return Some(value).filter(|value| value.plies.is_some_and(|plies| plies <= depth));
        }
        let after = self.after(state);
        if after.is_empty() {
            return Some(Value { wdl: Wdl::Loss, plies: Some(0) });
        }
        let depth = depth.checked_sub(1)?;
        let mut best: Option<Value> = None;
        let mut is_open = false;
        for after in &after {
            match self.searched(after, depth) {
                Some(value) => {
                    best = Some(best.map_or(value.before_move(), |best| best.or_better(Some(value.before_move()))))
                }
                None => is_open = true,
            }
        }
        best.filter(|best| best.wdl == Wdl::Win || !is_open)
    }

    /// Returns a random state of a slice, or `None` if the chosen placement is no position.
    fn state(&self, random: &mut fastrand::Rng, slice: Slice) -> Option<State> {
        let mut position = Position::empty(slice.side);
        for (side, kind) in Side::BOTH.into_iter().flat_map(|side| [(side, Kind::Man), (side, Kind::King)]) {
            for _ in 0..slice.material.counts[side as usize][kind as usize] {
                position.setup.put(side, kind, Square(random.u8(..50)));
            }
        }
        let is_position =
            Slice::of(self.tables.game(), &position) == slice && self.tables.game().check(&position).is_ok();
        let mut run = |side: Side| {
            let kings: Vec<u8> = (0..50).filter(|&square| has_king(&position, side, square)).collect();
            let has_run = count(&position, side, Kind::Man) > 0 && !kings.is_empty() && random.bool();
            has_run.then(|| (kings[random.usize(..kings.len())], random.u8(1..=3)))
        };
        let runs = [run(Side::White), run(Side::Black)];
        is_position.then_some((position, runs))
    }
}

#[test]
#[ignore = "minutes of a processor; scripts/check --full runs it"]
fn a_hundred_thousand_states_of_four_pieces_equal_a_search_in_full() {
    check_samples("Frisian");
}

#[test]
#[ignore = "minutes of a processor; scripts/check --full runs it"]
fn states_of_four_pieces_where_a_king_may_go_on_equal_a_search_in_full() {
    check_samples("Frisian-only-move");
}

fn check_samples(code: &str) {
    let rules = DrawRules::named(code).expect("a code");
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_metrics_into(root.path(), "frisian", 4, &[Metric::RuleDtw(RuleSet::new(&rules))]);
    let tables = Tables::open(root.path().join("frisian")).expect("tables just made open");
    let sampled = Sampled { tables, rules };
    let of_four = |slice: &Slice| {
        slice.material.pieces() == 4 && slice.material.counts.iter().any(|kinds| kinds[Kind::Man as usize] > 0)
    };
    let slices: Vec<Slice> = slices(sampled.tables.game(), 4).into_iter().filter(of_four).collect();
    let mut random = fastrand::Rng::with_seed(50);
    let (mut states, mut decided, mut within) = (0, 0, 0);
    while states < 100_000 {
        let slice = slices[random.usize(..slices.len())];
        let Some(state) = sampled.state(&mut random, slice) else { continue };
        let value = sampled.probed(&state);
        let text = || format!("{} {:?}", sampled.tables.game().fen(&state.0), state.1);
        let after = sampled
            .after(&state)
            .iter()
            .map(|after| sampled.probed(after).before_move())
            .min_by_key(|value| value.order());
        let expected = after.unwrap_or(Value { wdl: Wdl::Loss, plies: Some(0) });
        assert_eq!(value, expected, "{}", text());
        let is_within = value.plies.is_some_and(|plies| plies <= DEPTH_PLIES);
        assert_eq!(sampled.searched(&state, DEPTH_PLIES), Some(value).filter(|_| is_within), "{}", text());
        states += 1;
        decided += u32::from(value.wdl != Wdl::Draw);
        within += u32::from(is_within);
    }
    println!("{decided} of {states} states are decided, {within} within {DEPTH_PLIES} plies");
    assert!(decided > 20_000 && within > 5_000, "{decided} {within}");
}
