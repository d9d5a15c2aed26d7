//! Compares values by moves in a row with one king with a brute force over positions, such moves
//! and counts. The brute force shares only the list of legal moves with the solver.

mod brute_force;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use brute_force::{BruteForce, OnlyMove, State, kinds};

use crate::common::{Made, game, generate_metrics_into};
use peatee_generator::has_table;
use peatee_generator::solver::draughts::Known;
use peatee_generator::solver::draughts::king_runs::solve_king_runs;
use peatee_generator::solver::draughts::lookup::SliceArray;
use peatee_generator::solver::draughts::run_values::{RunCells, RunDistances, RunSuccessor, RunSuccessors, wdl_of};
use peatee_generator::tables::read::cells::each_cell;
use peatee_generator::verify::draughts::verify;
use peatee_probe::{RuleOutcome, Tables};
use peatee_rules::variant::Goal;
use peatee_rules::{Bitboard, Kind, Side, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::run_pattern::RunStates;
use peatee_table::{Metric, Slice, Value, Wdl, slices};

fn made(id: &str, only_move: OnlyMove, pieces: u8) -> Made {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let [_, of_distances] = only_move.metrics();
    generate_metrics_into(root.path(), id, pieces, &[Metric::Wdl, Metric::Dtw, of_distances]);
    let tables = Tables::open(root.path().join(id)).expect("tables just made open");
    Made { root, tables }
}

/// Makes tables to three pieces, and compares all that they tell with a brute force, which must
/// find this number of states (positions with runs).
fn compared(id: &str, only_move: OnlyMove, states: u64) -> (Made, BruteForce) {
    let made = made(id, only_move, 3);
    let brute = BruteForce::solve(game(id), only_move, 3, true);
    assert_eq!(brute.compare(&made.tables), states);
    brute.check_lines(&made.tables);
    brute.compare_report(&made.tables);
    brute.compare_stats(&made.tables);
    (made, brute)
}

/// Tests the limit on moves in a row with one king in Brazilian draughts, on 32 squares. Any
/// variant can be played under the rule code with this limit.
#[test]
fn every_state_to_three_pieces_is_that_of_a_brute_force() {
    for only_move in [OnlyMove::Forbidden, OnlyMove::Allowed] {
        let (made, brute) = compared("brazilian", only_move, 492_560);
        for slice in ["KMvM", "KKvK"].map(|slice| Slice::parse(&brute.game, slice).expect("a slice")) {
            for metric in only_move.metrics().into_iter().filter(|&metric| has_table(&brute.game, slice, metric)) {
                let verdict = verify(&made.tables, slice, metric).expect("its tables were made");
                assert_eq!((verdict.wrong, verdict.positions), (0, verdict.compared), "{verdict:?}");
            }
        }
    }
}

#[test]
fn a_win_of_king_and_man_is_drawn_by_the_rule() {
    let (made, rules) = (made("frisian", OnlyMove::Forbidden, 3), OnlyMove::Forbidden.rules());
    let game = made.tables.game();
    let outcome = |fen: &str| {
        let (position, counts) = game.parse_fen_with_counts(fen).expect("a FEN");
        let stated = rules.site_counters(&counts, game.variant(), &position).unwrap_or_default();
        let counters = rules.parse_counters(&stated, &position).expect("kings of the position");
        made.tables.exact_rule_value(&position, &rules, &counters).expect("made").outcome
    };
    assert_eq!(outcome("W:WK46,28:BK43"), RuleOutcome::CursedWin);
    assert_eq!(outcome("B:WK46,28:BK43"), RuleOutcome::BlessedLoss);
}

#[test]
#[ignore = "40 CPU-seconds; scripts/check --full runs it"]
fn every_state_of_frisian_draughts_to_three_pieces_is_that_of_a_brute_force_in_full() {
    let [(made, with_counts), (_, other)] =
        [OnlyMove::Forbidden, OnlyMove::Allowed].map(|only_move| compared("frisian", only_move, 2_021_865));
    assert_differences(&with_counts, &other);
    drop((with_counts, other));
    let alone = BruteForce::solve(game("frisian"), OnlyMove::Forbidden, 3, false);
    let changed = |slice| alone.changed(&made.tables, slice);
    let [win, loss] = [0, 1];
    // Decided positions without the rule; draws, longer and shorter games under it.
    assert_eq!(changed("KMvK")[win], [85_006, 17_227, 636, 0]);
    assert_eq!(changed("MMvK")[win], [14_915, 2_279, 28, 0]);
    assert_eq!(changed("MMvM")[win], [36_100, 2_695, 21, 0]);
    assert_eq!(changed("KMvM")[win], [94_710, 1_034, 96, 0]);
    assert_eq!(changed("KvKM")[loss], [27_041, 11_744, 269, 0]);
    assert_eq!(changed("KvMM")[loss], [1_614, 533, 3, 0]);
    assert_eq!(changed("MvMM")[loss], [26_821, 3_157, 18, 0]);
    assert_eq!(changed("MvKM")[loss], [83_438, 2_867, 180, 0]);
    assert_patterns(&alone);
}

/// Returns the value of each position under the limit on moves in a row with one king, but without
/// draw counts. No such moves have been made before. Solves the slices in `wanted` and all slices
/// to which moves lead from them.
fn solved_without_counts(tables: &Tables, wanted: &[Slice]) -> BTreeMap<Slice, Vec<Known>> {
    let (game, limit) = (tables.game(), OnlyMove::Forbidden.rules().code.king_moves.expect("a limit"));
    let mut needed: BTreeSet<Slice> = BTreeSet::new();
    let mut open = wanted.to_vec();
    while let Some(slice) = open.pop() {
        if needed.insert(slice) {
            open.extend(slice.successors(game));
            open.push(slice.opposite(game));
        }
    }
    let mut values = BTreeMap::new();
    with_kernel!(game, kernel => {
        let mut solved = BTreeMap::new();
        for slice in slices(game, 4).into_iter().filter(|slice| needed.contains(slice)) {
            if solved.contains_key(&slice) {
                continue;
            }
            let mut own = vec![slice, slice.opposite(game)];
            own.dedup();
            let after: BTreeSet<Slice> = own.iter().flat_map(|slice| slice.successors(game)).collect();
            let after = after.iter().filter(|after| !own.contains(after));
            let successors = RunSuccessors::new(after.map(|after: &Slice| RunSuccessor::clone(&solved[after])));
            for RunDistances { slice, states, values: found } in
                solve_king_runs(kernel, &limit, &own, &successors).expect("few plies")
            {
                values.insert(slice, found.iter().copied().step_by(states.count()).collect());
                let entries = found.into_iter().map(|known| known.0).collect();
                let cells = Arc::new(SliceArray { index: SliceIndex::new(kernel, slice), entries });
                let states = RunStates::new(&limit, &slice.material, slice.side);
                solved.insert(slice, RunSuccessor { states, cells: RunCells::Distances(cells) });
            }
        }
    });
    values
}

/// Tests king and man against two kings. The two kings can take turns, so that no run of moves with
/// one king reaches the limit. Both sides can gain or lose by the limit.
#[test]
#[ignore = "60 CPU-seconds; scripts/check --full runs it"]
fn king_and_man_against_two_kings_gain_and_lose_by_the_rule_in_full() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_metrics_into(root.path(), "frisian", 4, &[Metric::Wdl, Metric::Dtw]);
    let tables = Tables::open(root.path().join("frisian")).expect("tables just made open");
    let slice = |name| Slice::parse(tables.game(), name).expect("a slice");
    let values = solved_without_counts(&tables, &[slice("KMvKK")]);
    // Positions by their results without the rule and with it, and wins that are shorter with it.
    let changed = |name| {
        let (slice, mut changed, mut shorter) = (slice(name), [[0; 3]; 3], 0);
        let ruled = &values[&slice];
        each_cell(&tables, slice, Metric::Dtw, |number, cell| {
            let (before, known) = (Value::of_dtw_cell(cell, Goal::LastToMove), ruled[number as usize]);
            changed[before.wdl as usize][wdl_of(known) as usize] += 1;
            shorter += u64::from(before.wdl == Wdl::Win && known.is_won() && u32::from(known.plies()) + 1 < cell);
        })
        .expect("made");
        (changed, shorter)
    };
    let ([of_losses, of_draws, of_wins], _) = changed("KMvKK");
    assert_eq!((of_wins.iter().sum::<u64>(), of_wins[1], of_draws[0]), (816_741, 147_768, 18_117), "{of_losses:?}");
    let ([of_losses, of_draws, _], shorter) = changed("KKvKM");
    let found = (of_losses.iter().sum::<u64>(), of_losses[1], of_draws[2], shorter);
    assert_eq!(found, (23_448, 950, 16_905, 209_652));
}

/// Checks how many states differ between the readings of a king that must rest. Without earlier
/// moves with one king no result differs.
fn assert_differences(forbidden: &BruteForce, allowed: &BruteForce) {
    use Wdl::{Draw, Loss, Win};
    let expected = [
        ("KMvK", Loss, Draw, 199),
        ("KMvK", Loss, Win, 161),
        ("KMvK", Draw, Win, 10),
        ("KMvM", Loss, Draw, 17),
        ("KMvM", Loss, Win, 314),
        ("KMvM", Draw, Win, 9),
        ("KvKM", Draw, Loss, 82),
        ("KvKM", Win, Loss, 228),
        ("KvKM", Win, Draw, 339),
        ("MvKM", Draw, Loss, 9),
        ("MvKM", Win, Loss, 259),
        ("MvKM", Win, Draw, 51),
    ];
    let expected = expected.map(|(slice, before, after, states)| ((slice.to_owned(), before, after), [states, 0]));
    assert_eq!(forbidden.differences(allowed), BTreeMap::from(expected));
}

/// Checks how many positions of king and man against king have each pattern of values. A pattern
/// has the values after 0, 1, 2 and 3 moves in a row with the king.
fn assert_patterns(brute: &BruteForce) {
    let mut counts: HashMap<String, u64> = HashMap::new();
    for state in brute.states.iter().filter(|state| state.runs == [None; 2]) {
        let [white, black] = [Side::White, Side::Black].map(|side| kinds(&state.setup, side));
        if (white, black) != ([1, 1], [0, 1]) {
            continue;
        }
        let king = state.setup.get(Side::White, Kind::King).squares().next().expect("a king");
        let run = |moves: u8| [(moves > 0).then_some((king, moves)), None];
        let letter = |moves| match brute.of(&State { runs: run(moves), ..*state }) {
            Wdl::Win => 'W',
            Wdl::Draw => '=',
            Wdl::Loss => 'L',
        };
        *counts.entry((0..4).map(letter).collect()).or_default() += 1;
    }
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let counts: Vec<String> = counts.iter().map(|(pattern, count)| format!("{pattern} {count}")).collect();
    assert_eq!(
        counts.join(", "),
        "WWWW 56980, ==== 31124, ===L 6677, WWW= 5415, WWWL 2596, WW== 1395, W=== 571, WW=L 557, W==L 234, ==LL 230, \
         LLLL 19, W=LL 17, WWLL 14, =LLL 11"
    );
}
