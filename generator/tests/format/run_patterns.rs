//! Tests values by moves in a row with one king, read as `FORMAT.md` specifies.

use std::collections::HashMap;

use peatee_probe::{RulePlies, Tables};
use peatee_rules::draw::{DrawRules, KingRun, KingRuns};
use peatee_rules::{Kind, Position, Side, Square};
use peatee_table::{Metric, RuleSet, Slice, Wdl};

use super::{PageTables, at, positions, read_twice};

/// Runs of White and of Black: the square of a king and its number of moves in a row.
type Runs = [Option<(u8, u8)>; 2];

/// Reads the list of run patterns of a file. A run pattern holds the values of a position for all
/// `states` combinations of the runs of both sides.
fn page_list(bytes: &[u8], states: usize) -> Vec<Vec<u8>> {
    let list = &bytes[bytes.len() - at::<4>(bytes, 264) as usize..];
    assert_eq!(at::<4>(bytes, 268), crc32fast::hash(list) as u64);
    let (number, patterns) = (at::<2>(list, 0) as usize, &list[2..]);
    let bytes_of_one = states.div_ceil(4);
    assert_eq!(patterns.len(), number * bytes_of_one);
    let value = |pattern: &[u8], place: usize| pattern[place / 4] >> (2 * (place % 4)) & 3;
    patterns.chunks(bytes_of_one).map(|pattern| (0..states).map(|place| value(pattern, place)).collect()).collect()
}

fn squares(position: &Position, side: Side, kind: Kind) -> Vec<u8> {
    let set = position.setup.get(side, kind);
    (0..128).filter(|square| set >> square & 1 != 0).collect()
}

/// Returns two numbers for the side to move, then two for the other side. The first is the number
/// of the current run of the side (moves in a row with one king), or 0 if it has no run. The second
/// is how many such numbers the side has, 0 included.
fn states(position: &Position, runs: &Runs) -> [(usize, usize); 2] {
    [position.side, position.side.other()].map(|side| {
        let mut kings = squares(position, side, Kind::King);
        // With Black to move the board is turned.
        if position.side == Side::Black {
            kings.reverse();
        }
        if squares(position, side, Kind::Man).is_empty() {
            return (0, 1);
        }
        let number = runs[side as usize].map_or(0, |(square, moves)| {
            let king = kings.iter().position(|&king| king == square).expect("the king of the run");
            1 + 3 * king + usize::from(moves) - 1
        });
        (number, 1 + 3 * kings.len())
    })
}

struct Page<'a> {
    tables: &'a Tables,
    rules: DrawRules,
    cells: &'a PageTables,
    lists: HashMap<String, Vec<Vec<u8>>>,
}

impl Page<'_> {
    /// Returns the value of a position with these runs: 0 for a loss, 1 for a draw, 2 for a win.
    /// Positions without men, which have no table, get the value of the library.
    fn value(&self, position: &Position, runs: &Runs) -> u8 {
        let game = self.tables.game();
        let has_men = Side::BOTH.iter().any(|&side| !squares(position, side, Kind::Man).is_empty());
        let slice = Slice::of(game, position);
        if !has_men || [slice.material.of_side(Side::White), slice.material.of_side(Side::Black)].contains(&0) {
            let fresh = self.rules.start(position);
            let found = self.tables.exact_rule_value(position, &self.rules, &fresh).expect("without men");
            return found.outcome.wdl().expect("exact") as u8;
        }
        let table = &self.cells[&slice.name()];
        let moves = game.moves(position).expect("few pieces");
        if table.left_out && moves.iter().any(|mv| mv.captured != 0) {
            let after = moves.iter().map(|mv| {
                let after = game.play(position, mv);
                let other = after.side as usize;
                let mut runs_after = [None; 2];
                runs_after[other] = runs[other].filter(|(square, _)| {
                    squares(&after, after.side, Kind::King).contains(square)
                        && !squares(&after, after.side, Kind::Man).is_empty()
                });
                2 - self.value(&after, &runs_after)
            });
            return after.max().expect("a capture");
        }
        let [(mover, _), (other, of_other)] = states(position, runs);
        match table.cell(game, position) as usize {
            cell @ 0..3 => cell as u8,
            cell => self.lists[&slice.name()][cell - 3][mover * of_other + other],
        }
    }
}

#[test]
fn a_reader_written_from_the_page_says_what_moves_with_one_king_change() {
    let rules = DrawRules::named("Frisian").expect("a code");
    let set = RuleSet::new(&rules);
    let [metric, of_distances] = [Metric::RuleWdl(set), Metric::RuleDtw(set)];
    let (made, pages) = read_twice("frisian", &[Metric::Wdl, of_distances]);
    let (game, cells) = (made.tables.game(), &pages[&metric.name()]);
    let mut page = Page { tables: &made.tables, rules, cells, lists: HashMap::new() };
    for (slice, table) in cells {
        let parsed = Slice::parse(game, slice).expect("a slice");
        let bytes = std::fs::read(made.root.path().join(format!("frisian/{slice}.{metric}"))).expect("readable");
        let (_, position) = positions(&made.tables, parsed, table.cells.len()).next().expect("a position");
        let [(_, mover), (_, other)] = states(&position, &[None; 2]);
        page.lists.insert(slice.clone(), page_list(&bytes, mover * other));
    }
    let mut found = [0; 3];
    for (name, table) in cells {
        let (slice, distances) = (Slice::parse(game, name).expect("a slice"), &pages[&of_distances.name()][name]);
        assert!(!distances.left_out);
        for (fen, position) in positions(&made.tables, slice, table.cells.len()) {
            for runs in KingRuns::all(&rules.code.king_moves.expect("a limit"), &position) {
                let run = |side| runs.of(side).map(|KingRun { square: Square(square), moves }| (square, moves));
                let expected = page.value(&position, &[Side::White, Side::Black].map(run));
                let counters = rules.with_king_runs(&rules.start(&position), runs);
                let answer = made.tables.exact_rule_value(&position, &rules, &counters).expect("there is a table");
                let [(mover, of_mover), (other, of_other)] = states(&position, &[Side::White, Side::Black].map(run));
                let state = (mover * of_other + other, of_mover * of_other);
                let plies = distances.cell_of_state(game, &position, state).checked_sub(1);
                let answer = (answer.outcome.wdl().map(|wdl: Wdl| wdl as u8), answer.plies);
                let text = rules.counters_text(&counters, &position);
                assert_eq!(answer, (Some(expected), plies.map(RulePlies::Exact)), "{fen} {text}");
                // An odd number of plies is a win, an even number a loss.
                assert_eq!(plies.map_or(1, |plies| 2 * (plies % 2) as u8), expected, "{fen} {text}");
                found[expected as usize] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 2_000), "{found:?}");
}
