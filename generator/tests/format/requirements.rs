//! Compares requirements of counts that run side by side, as read by `FORMAT.md` and by the
//! library.

use std::collections::HashMap;

use peatee_probe::RuleOutcome;
use peatee_rules::draw::DrawRules;
use peatee_table::{Metric, RuleSet, Slice};

use super::{at, page_value, positions, read_twice};

/// A way to win: the set of counts that run, as bits, and the plies that each count must have left.
type Way = (u64, HashMap<usize, u32>);

/// Reads the list of requirements of a file.
fn page_list(bytes: &[u8]) -> Vec<Vec<Way>> {
    let list = &bytes[bytes.len() - at::<4>(bytes, 264) as usize..];
    assert_eq!(at::<4>(bytes, 268), crc32fast::hash(list) as u64);
    let mut place = 0;
    let mut number = |length: usize| {
        place += length;
        (0..length).fold(0, |number, i| number | u64::from(list[place - length + i]) << (8 * i))
    };
    let requirements = (0..number(2)).map(|_| {
        let ways = (0..number(2)).map(|_| {
            let running = number(1);
            let counts = (0..8).filter(|count| running >> count & 1 != 0);
            let plies = counts.map(|count| (count, number(1) as u32)).collect();
            if running == 0 {
                number(1);
            }
            (running, plies)
        });
        ways.collect()
    });
    let requirements = requirements.collect();
    assert_eq!(place, list.len());
    requirements
}

#[test]
fn a_reader_written_from_the_page_says_what_wins_take() {
    for (id, code) in [("russian", "FMJD-64-Russian"), ("portuguese", "FPD"), ("brazilian", "CBD-64")] {
        let rules = DrawRules::named(code).expect("a code");
        let metric = Metric::Dtr(RuleSet::new(&rules));
        let (made, page) = read_twice(id, &[Metric::Wdl, Metric::Dtw, metric]);
        let game = made.tables.game();
        let mut random = crate::common::Random::new(5);
        let mut found = [0; 2];
        for (slice, table) in &page[&metric.name()] {
            let bytes = std::fs::read(made.root.path().join(format!("{id}/{slice}.{metric}"))).expect("readable");
            let list = page_list(&bytes);
            let slice = Slice::parse(game, slice).expect("a slice");
            for (fen, position) in positions(&made.tables, slice, table.cells.len()) {
                let cell = table.cell(game, &position) as usize;
                let without_rules = page_value(game, &page["wdl"], "wdl", &position);
                // The counters are near the limit of the shortest count, and all counts have used
                // as many plies.
                let fresh = rules.start(&position);
                let shortest = rules.left_plies(&fresh, position.side).into_iter().flatten().min();
                let used = shortest.map_or(0, |left| left.saturating_sub(1 + random.below(4) as u32));
                let running = rules.running(&fresh, position.side);
                let stated: Vec<String> = running.map(|count| format!("{}={used}", count.rule.key())).collect();
                let counters = rules.parse_counters(&stated.join(","), &position).expect("one age");
                let left = rules.left_plies(&counters, position.side);
                let runs = left.iter().enumerate().filter(|(_, left)| left.is_some());
                let running = runs.fold(0, |running, (count, _)| running | 1 << count);
                let is_open = |(set, plies): &Way| {
                    *set == running
                        && plies.iter().all(|(&count, &plies)| left[count].is_some_and(|left| plies <= left))
                };
                let is_in_time = cell > 0 && list[cell - 1].iter().any(is_open);
                let expected = match (without_rules, is_in_time) {
                    (None, _) => RuleOutcome::Draw,
                    (Some((true, _)), true) => RuleOutcome::Win,
                    (Some((true, _)), false) => RuleOutcome::CursedWin,
                    (Some((false, _)), true) => RuleOutcome::Loss,
                    (Some((false, _)), false) => RuleOutcome::BlessedLoss,
                };
                let answer = made.tables.rule_value(&position, &rules, &counters).expect("there is a table").outcome;
                assert_eq!(answer, expected, "{id} {fen} {}", rules.counters_text(&counters, &position));
                found[is_in_time as usize] += without_rules.is_some() as u32;
            }
        }
        assert!(found[0] > 10 && found[1] > 200, "{id}: {found:?}");
    }
}
