//! Tests plies under draw rules to four pieces, where counts are near their limits: against a plain
//! search, and against lines. Prints how much work they take.

use std::collections::HashMap;

use cpu_time::ThreadTime;
use peatee_generator::explore::stats::position_of;
use peatee_probe::internals::SharedPlies;
use peatee_probe::{LineEnd, RuleOutcome, RulePlies, Tables};
use peatee_rules::draw::{Counters, GameRecord};
use peatee_rules::{Budget, Position};
use peatee_table::{MANIFEST_NAME, Manifest};

use crate::common::Random;
use crate::rule_lines::{Made, State};

/// Maximum number of plies that counts have left in the sampled states.
const MOST_LEFT_PLIES: u64 = 20;

/// Number of positions whose moves the plain search plays before it gives up.
const PLAIN_POSITIONS: usize = 4000;

/// Number of steps after which many searches end early.
const FEW_STEPS: u64 = 1 << 6;

/// Plain search for plies under draw rules. It keeps no bounds but those of a state itself, and
/// computes the value of every state.
struct PlainSearch<'a> {
    made: &'a Made,
    /// Bounds of the plies of each state that the search has met.
    known: HashMap<State, (u32, u32)>,
    positions: usize,
}

impl PlainSearch<'_> {
    /// Returns the plies of a won or lost state; `None` if the search takes too long.
    fn plies(made: &Made, state: &State) -> Option<u32> {
        let mut search = PlainSearch { made, known: HashMap::new(), positions: 0 };
        let wins = made.outcome(&state.0, &state.1) == RuleOutcome::Win;
        let first = made.dtw(&state.0);
        (0..).map(|longer| first + 2 * longer).find_map(|plies| {
            let ends = search.ends_within(state, plies, wins);
            (search.positions > PLAIN_POSITIONS).then_some(None).or_else(|| ends.then_some(Some(plies)))
        })?
    }

    fn ends_within(&mut self, state: &State, plies: u32, wins: bool) -> bool {
        let expected = if wins { RuleOutcome::Win } else { RuleOutcome::Loss };
        if self.made.outcome(&state.0, &state.1) != expected || self.made.dtw(&state.0) > plies {
            return false;
        }
        let (least, most) = self.known.get(state).copied().unwrap_or((0, u32::MAX));
        if plies < least || plies >= most {
            return plies >= most;
        }
        self.positions += 1;
        if self.positions > PLAIN_POSITIONS {
            return false;
        }
        let mut after = self.made.after(&state.0, &state.1);
        after.sort_by_cached_key(|(position, _)| self.made.dtw_if_decided(position));
        let ends = match wins {
            true => after.iter().any(|after| self.ends_within(after, plies - 1, false)),
            false => after.iter().rev().all(|after| self.ends_within(after, plies.saturating_sub(1), true)),
        };
        self.known.insert(*state, if ends { (least, plies) } else { (plies + 1, most) });
        ends
    }
}

/// Returns random won or lost states in which each running count has at most `MOST_LEFT_PLIES`
/// plies left. Each number of pieces in the tables is as probable as its share of the positions.
fn states_near_the_limit(made: &Made, states: usize) -> Vec<State> {
    let (tables, mut random, mut found) = (&made.tables, Random::new(50), Vec::new());
    let slices = tables.slices();
    while found.len() < states {
        let info = &slices[random.below(slices.len())];
        let position = position_of(tables, info.slice, random.u64(..info.positions));
        let fresh = made.rules.start(&position);
        let mut stated = Vec::new();
        for count in made.rules.status(&fresh, &position) {
            let left = random.u64(1..=MOST_LEFT_PLIES.min(u64::from(count.limit_plies)));
            stated.push(format!("{}={}", count.rule.key(), u64::from(count.limit_plies) - left));
        }
        // Counts may contradict each other.
        let Ok(counters) = made.rules.parse_counters(&stated.join(","), &position) else { continue };
        let outcome = made.outcome(&position, &counters);
        if !stated.is_empty() && matches!(outcome, RuleOutcome::Win | RuleOutcome::Loss) {
            found.push((position, counters));
        }
    }
    found
}

/// Work of the search for the plies of one state.
#[derive(Debug, Clone, Copy)]
struct SearchWork {
    steps: u64,
    cpu_micros: u128,
}

fn search(made: &Made, (position, counters): &State) -> (RulePlies, SearchWork) {
    let budget = Budget::new(1 << 40, u64::MAX);
    let (before, start) = (budget.spare_steps(), ThreadTime::now());
    let plies = made.plies_within(&(*position, *counters), &budget).expect("it is won or lost");
    (plies, SearchWork { steps: before - budget.spare_steps(), cpu_micros: start.elapsed().as_micros() })
}

/// Numbers of states by what was found about their plies.
#[derive(Debug, Default)]
struct PliesFound {
    exact: u32,
    /// Number of states whose search has ended early.
    at_least: u32,
    longer_than_dtw: u32,
    equal_to_plain_search: u32,
}

fn check(made: &Made, state: &State, plies: RulePlies, found: &mut PliesFound) {
    let (position, counters): &(Position, Counters) = state;
    let text = || format!("{plies:?} {}", made.text(position, counters));
    let plain = PlainSearch::plies(made, state);
    let RulePlies::Exact(exact) = plies else {
        found.at_least += 1;
        assert!(plain.is_none_or(|plain| plain >= plies.number()), "{plain:?} {}", text());
        return;
    };
    found.exact += 1;
    found.longer_than_dtw += u32::from(exact > made.dtw(position));
    found.equal_to_plain_search += u32::from(plain.is_some());
    assert!(plain.is_none_or(|plain| plain == exact), "{plain:?} {}", text());
    let record = GameRecord::resume(made.tables.game(), made.rules, *position, *counters).expect("they fit");
    let line = made.tables.rule_line(&record, 1000).expect("its tables were made");
    assert_eq!((line.end, line.moves.len() as u32), (LineEnd::GameOver, exact), "{}", text());
}

/// Checks that a search which has answered other questions finds the plies, and that it can go on
/// after an early end.
fn check_shared(shared: &mut SharedPlies<'_>, (position, counters): &State, plies: RulePlies) {
    let mut found = |steps| shared.plies(position, counters, steps).expect("its tables were made");
    let early = found(FEW_STEPS).expect("it is won or lost");
    assert!(early == plies || early.at_least().is_some_and(|least| least <= plies.number()), "{early:?} {plies:?}");
    assert_eq!(found(u64::MAX), Some(plies));
}

/// Checks random states of a code, and prints percentiles of the work. Returns what was found.
fn check_code(variant: &str, rules: &str, states: usize, pieces: u8) -> (PliesFound, Vec<SearchWork>) {
    let made = Made::new(variant, rules, pieces);
    let (mut found, mut work) = (PliesFound::default(), Vec::new());
    let budget = Budget::unlimited();
    let mut shared = SharedPlies::new(&made.tables, &made.rules, &budget);
    for state in states_near_the_limit(&made, states) {
        let (plies, of_state) = search(&made, &state);
        check(&made, &state, plies, &mut found);
        check_shared(&mut shared, &state, plies);
        work.push(of_state);
    }
    work.sort_by_key(|work| work.steps);
    println!("{variant} {rules}: {found:?}");
    for percent in [50, 90, 99, 100] {
        let SearchWork { steps, .. } = work[(states * percent / 100).min(states - 1)];
        let mut micros: Vec<u128> = work.iter().map(|work| work.cpu_micros).collect();
        micros.sort_unstable();
        let millis = micros[(states * percent / 100).min(states - 1)] as f64 / 1000.0;
        println!("  {percent} %: {steps} steps, {millis} CPU-ms");
    }
    (found, work)
}

#[test]
fn plies_near_the_limit_equal_a_plain_search() {
    let (found, _) = check_code("brazilian", "FMJD-64", 200, 3);
    assert!(found.at_least == 0 && found.equal_to_plain_search > 190, "{found:?}");
}

/// Removes DTW tables from a set with three pieces. The plies must then be right or a lower bound.
#[test]
fn without_some_tables_plies_are_exact_or_a_bound() {
    let made = Made::new("brazilian", "FMJD-64", 3);
    let states = states_near_the_limit(&made, 2000);
    let exact: Vec<u32> = states.iter().map(|state| search(&made, state).0.exact().expect("few pieces")).collect();
    let directory = made.tables.directory().to_owned();
    let mut manifest = Manifest::read(&directory).expect("readable").expect("it is there");
    for name in ["KvK.dtw", "KvM.dtw", "MvK.dtw", "KMvK.dtw", "KvKM.dtw"] {
        manifest.tables.remove(name).expect("the table was there");
    }
    std::fs::write(directory.join(MANIFEST_NAME), manifest.to_text()).expect("writable");
    let tables = Tables::open(directory).expect("they open");
    let (mut bounds, mut found) = (0, 0);
    for ((position, counters), &exact) in states.iter().zip(&exact) {
        match tables.plies_under_rules(position, &made.rules, counters, &Budget::unlimited()) {
            Ok(Some(RulePlies::Exact(plies))) => {
                assert_eq!(plies, exact, "{}", made.text(position, counters));
                found += 1;
            }
            Ok(Some(RulePlies::AtLeast(plies))) => {
                assert!(plies <= exact, "{plies} of {exact}: {}", made.text(position, counters));
                bounds += 1;
            }
            Ok(None) => panic!("{} is decided", made.text(position, counters)),
            Err(error) => assert!(error.is_outside_tables(), "{error}"),
        }
    }
    println!("{found} exact, {bounds} bounds of {}", states.len());
    assert!(found > 100 && bounds > 10, "{found}, {bounds}");
}

/// Checks 1,000 states of each code. At most one state of a hundred may take more than the given
/// number of steps, and no search may end early.
#[test]
#[ignore = "30 CPU-seconds; scripts/check --full runs it"]
fn plies_near_the_limit_equal_a_plain_search_to_four_pieces_in_full() {
    for (variant, rules, most_steps) in [
        ("international", "FMJD-100", 1000),
        ("brazilian", "FMJD-64", 200_000),
        ("russian", "FMJD-64-Russian", 700_000),
        ("russian", "USSR-1953-64", 40_000),
        ("english", "WCDF", 10_000),
    ] {
        let (found, work) = check_code(variant, rules, 1000, 4);
        assert!(work[990].steps <= most_steps, "{rules}: {:?}", work[990]);
        assert!(found.at_least == 0, "{rules}: {found:?}");
        assert!(found.longer_than_dtw > 0 && found.equal_to_plain_search > 800, "{rules}: {found:?}");
    }
}
