//! Tests best lines under draw rules. They must keep the value, end in the win, and be as long as
//! best play of both sides under the running counts.
//!
//! Also tests plies under draw rules. In short games they must equal those of a brute force over
//! positions and counters. A game in which both sides play by these plies must last as long as they
//! say.

use std::collections::HashMap;

use crate::common::game;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{LineEnd, MoveChoice, RuleMove, RuleOutcome, RulePlies, Tables};
use peatee_rules::draw::{Counters, DrawRules, GameRecord};
use peatee_rules::{Budget, Position, Side};
use peatee_table::{Metric, RuleSet, Slice, slices};
use tempfile::TempDir;

/// Tables of one variant under one code, in a temporary directory.
pub struct Made {
    pub tables: Tables,
    pub rules: DrawRules,
    _root: TempDir,
}

impl Made {
    pub fn new(variant: &str, rules: &str, pieces: u8) -> Made {
        let (game, rules) = (game(variant), DrawRules::named(rules).expect("the test names a code"));
        let root = tempfile::tempdir().expect("there is room for temporary files");
        let metrics = [&Metric::DEFAULT[..], &[Metric::Dtr(RuleSet::new(&rules))]].concat();
        let directory = TableDirectory::open(root.path(), &game).expect("a new directory can be opened");
        generate(&directory, pieces, &Settings::new(metrics, 8 << 30), &NoProgress).expect("few pieces");
        let path = root.path().join(variant);
        let tables = Tables::open(path).expect("tables just made open");
        Made { tables, rules, _root: root }
    }

    /// Returns a random position with valid counters, or `None` if the chosen placement is not
    /// legal.
    pub fn state(&self, random: &mut fastrand::Rng, slices: &[Slice]) -> Option<(Position, Counters)> {
        let slice = slices[random.usize(..slices.len())];
        let mut position = Position::empty(slice.side);
        let squares = self.tables.game().variant().board.square_count();
        for (side, kind) in Side::BOTH.into_iter().flat_map(|side| [(side, 0), (side, 1)]) {
            for _ in 0..slice.material.counts[side as usize][kind] {
                position.setup.put(side, peatee_rules::Kind::ALL[kind], peatee_rules::Square(random.u8(..squares)));
            }
        }
        let is_slice = Slice::of(self.tables.game(), &position) == slice;
        if !is_slice || self.tables.game().check(&position).is_err() {
            return None;
        }
        let mut stated = Vec::new();
        for rule in self.rules.code.counts {
            // Most counters are near the limit, where the count decides.
            let left = if random.u8(..4) > 0 { random.u32(..12) } else { random.u32(..100) };
            if let Some(plies) = (2 * u32::from(rule.limit_moves)).checked_sub(left).filter(|_| random.u8(..4) > 0) {
                stated.push(format!("{}={plies}", rule.key()));
            }
        }
        let counters = self.rules.parse_counters(&stated.join(","), &position).ok()?;
        Some((position, counters))
    }

    /// Returns all moves with the plies that an unlimited search finds.
    fn moves(&self, state: &State) -> Vec<RuleMove> {
        let found = self.tables.rule_moves_until(&state.0, &self.rules, &state.1, &Budget::unlimited());
        found.expect("its tables were made")
    }

    pub fn outcome(&self, position: &Position, counters: &Counters) -> RuleOutcome {
        self.tables.rule_value(position, &self.rules, counters).expect("its tables were made").outcome
    }

    /// Returns the plies of a state (a position with its counters) under the rules, or `None` for a
    /// draw.
    pub fn plies(&self, state: &State) -> Option<u32> {
        let found = self.plies_within(state, &Budget::unlimited());
        found.map(|plies| plies.exact().expect("the search is short enough"))
    }

    pub fn plies_within(&self, (position, counters): &State, budget: &Budget) -> Option<RulePlies> {
        self.tables.plies_under_rules(position, &self.rules, counters, budget).expect("its tables were made")
    }

    /// Returns the plies of a state (a position with its counters) under the rules if the side to
    /// move wins (`wins` is true) or loses (`wins` is false), otherwise `None`.
    fn plies_if(&self, state: &State, wins: bool) -> Option<u32> {
        let outcome = if wins { RuleOutcome::Win } else { RuleOutcome::Loss };
        self.plies(state).filter(|_| self.outcome(&state.0, &state.1) == outcome)
    }

    pub fn dtw(&self, position: &Position) -> u32 {
        self.dtw_if_decided(position).expect("it is decided")
    }

    /// Returns the DTW of a position, or `None` if it is drawn without draw rules.
    pub fn dtw_if_decided(&self, position: &Position) -> Option<u32> {
        self.tables.probe(position).expect("its tables were made").plies
    }

    /// Returns the positions and counters one ply later.
    pub fn after(&self, position: &Position, counters: &Counters) -> Vec<State> {
        let game = self.tables.game();
        let play = |mv| {
            let after = game.play(position, &mv);
            (after, self.rules.after(counters, &mv, &after))
        };
        game.moves(position).unwrap().into_iter().map(play).collect()
    }

    pub fn text(&self, position: &Position, counters: &Counters) -> String {
        format!("{} {}", self.tables.game().fen(position), self.rules.counters_text(counters, position))
    }
}

/// Maximum depth of the brute force in plies.
const DEEPEST_PLIES: u32 = 7;

/// A position with its counters.
pub type State = (Position, Counters);

/// Brute force that finds plies under draw rules from moves and counters alone.
struct BruteForce<'a> {
    made: &'a Made,
    /// Results so far, by state and by whether the side to move is expected to win or to lose. A
    /// result has two numbers of plies: the largest within which the game is known not to end as
    /// expected, and the smallest within which it is known to do so.
    known: HashMap<(State, bool), (Option<u32>, Option<u32>)>,
}

impl BruteForce<'_> {
    /// Returns the plies in which the side to move wins or loses, or `None` if they are more than
    /// `DEEPEST_PLIES`.
    fn plies(&mut self, state: &State) -> Option<u32> {
        (0..=DEEPEST_PLIES).find(|&plies| self.ends_within(state, plies))
    }

    /// Returns true when the side to move wins within `plies` plies, if `plies` is odd, or loses
    /// within them, if it is even.
    fn ends_within(&mut self, state: &State, plies: u32) -> bool {
        let wins = plies % 2 == 1;
        let after = self.made.after(&state.0, &state.1);
        if after.is_empty() {
            return !wins;
        }
        let mut running = self.made.rules.running(&state.1, state.0.side);
        if plies == 0 || running.any(|count| count.is_exhausted()) {
            return false;
        }
        let (not_within, within) = self.known.get(&(*state, wins)).copied().unwrap_or_default();
        if within.is_some_and(|known| known <= plies) || not_within.is_some_and(|known| known >= plies) {
            return within.is_some_and(|known| known <= plies);
        }
        let mut after = after.iter();
        let ends = match wins {
            true => after.any(|after| self.ends_within(after, plies - 1)),
            false => after.all(|after| self.ends_within(after, plies - 1)),
        };
        let known = self.known.entry((*state, wins)).or_default();
        match ends {
            true => known.1 = Some(plies),
            false => known.0 = Some(plies),
        }
        ends
    }
}

/// Checks the plies of a decided state (a position with its counters), and returns them. They must
/// equal those of the brute force, be one more than after the best move, and be the length of a
/// game of best play.
fn check_plies(made: &Made, state: &State, brute_force: &mut BruteForce) -> u32 {
    let text = || made.text(&state.0, &state.1);
    let plies = made.plies(state).expect("it is decided");
    let found = brute_force.plies(state);
    assert_eq!(found, Some(plies).filter(|&plies| plies <= DEEPEST_PLIES), "{}", text());
    let (mut at, mut left) = (*state, plies);
    loop {
        let wins = made.outcome(&at.0, &at.1) == RuleOutcome::Win;
        let after = made.after(&at.0, &at.1);
        let kept = after.into_iter().filter_map(|after| Some((made.plies_if(&after, !wins)?, after)));
        let best = if wins { kept.min_by_key(|(plies, _)| *plies) } else { kept.max_by_key(|(plies, _)| *plies) };
        let Some((next_plies, next)) = best else { break };
        assert_eq!(next_plies + 1, left, "{} at {}", text(), made.text(&at.0, &at.1));
        (at, left) = (next, next_plies);
    }
    assert_eq!(left, 0, "{}", text());
    plies
}

/// Counts of the lines that were checked.
#[derive(Debug, Default)]
struct Seen {
    lines: u32,
    /// Number of lines that are longer than the shortest win without draw rules.
    longer_than_dtw: u32,
}

/// Checks the line of best play from a state (a position with its counters) that is won or lost
/// under the rules.
fn check_line(made: &Made, position: &Position, counters: &Counters, brute_force: &mut BruteForce, seen: &mut Seen) {
    let text = || made.text(position, counters);
    let record = GameRecord::resume(made.tables.game(), made.rules, *position, *counters).expect("they fit");
    let line = made.tables.rule_line(&record, 1000).expect("its tables were made");
    assert_eq!(line.end, LineEnd::GameOver, "{}", text());
    // A game in which each move is chosen separately must be equal to the line.
    let mut game = record.clone();
    for mv in &line.moves {
        let best = made.tables.best_move(&game, MoveChoice::First).expect("its tables were made");
        assert_eq!(best.as_ref().map(|best| &best.mv), Some(&mv.mv), "{} after {} plies", text(), game.plies());
        game.play(&mv.mv).expect("the move is legal");
    }
    let best = check_plies(made, &(*position, *counters), brute_force);
    let mut outcome = made.outcome(position, counters);
    for (mv, left) in line.moves.iter().zip((0..=best).rev()) {
        assert_eq!((mv.outcome, mv.plies), (outcome, Some(RulePlies::Exact(left))), "{}", text());
        outcome = outcome.reversed();
    }
    assert_eq!(line.moves.len() as u32, best, "{}", text());
    seen.lines += 1;
    seen.longer_than_dtw += (best > made.dtw(position)) as u32;
    check_moves(made, &(*position, *counters), best);
}

/// Checks the plies of all moves from a decided state (a position with its counters). Also checks
/// that a search with few steps finds the right plies, or a right lower bound.
fn check_moves(made: &Made, state: &State, best: u32) {
    let text = || made.text(&state.0, &state.1);
    let moves = made.moves(state);
    for mv in &moves {
        let expected = made.plies(&(mv.position, mv.counters)).map(|plies| RulePlies::Exact(plies + 1));
        assert_eq!(mv.plies, expected, "{}", text());
    }
    let of_first = moves.first().map_or(Some(0), |first| first.plies?.exact());
    assert_eq!(of_first, Some(best), "{}", text());
    for steps in [0, 100, 1000] {
        match made.plies_within(state, &Budget::new(2 * steps, u64::MAX)).expect("it is decided") {
            RulePlies::Exact(plies) => assert_eq!(plies, best, "{}", text()),
            RulePlies::AtLeast(plies) => assert!((made.dtw(&state.0)..=best).contains(&plies), "{}", text()),
        }
    }
}

/// Plays a game in which the winner plays the first move that the tables list and the loser plays
/// random moves. The game must end with the win.
fn check_any_defence(made: &Made, position: &Position, counters: &Counters, random: &mut fastrand::Rng) {
    let (mut at, mut with) = (*position, *counters);
    for _ in 0..400 {
        let moves = made.moves(&(at, with));
        let Some(best) = moves.first() else { return };
        let mv: &RuleMove = match best.outcome {
            RuleOutcome::Win => best,
            RuleOutcome::Loss => &moves[random.usize(..moves.len())],
            other => panic!("{other:?} at {} from {}", made.text(&at, &with), made.text(position, counters)),
        };
        (at, with) = (mv.position, mv.counters);
    }
    panic!("no end from {}", made.text(position, counters));
}

fn check(made: &Made, pieces: u8, states: u32) -> Seen {
    let slices = slices(made.tables.game(), pieces);
    let mut random = fastrand::Rng::with_seed(7);
    let mut brute_force = BruteForce { made, known: HashMap::new() };
    let mut seen = Seen::default();
    while seen.lines < states {
        let Some((position, counters)) = made.state(&mut random, &slices) else { continue };
        if matches!(made.outcome(&position, &counters), RuleOutcome::Win | RuleOutcome::Loss) {
            check_line(made, &position, &counters, &mut brute_force, &mut seen);
            check_any_defence(made, &position, &counters, &mut random);
        }
    }
    println!("{} {}: {seen:?}", made.tables.game().variant().id, made.rules.name());
    seen
}

/// Games with their rule codes.
const CODES: [(&str, &str); 12] = [
    ("international", "FMJD-100"),
    ("brazilian", "FMJD-64+together"),
    ("russian", "USSR-1953-64"),
    ("portuguese", "FPD"),
    ("pool", "APCA"),
    ("international", "FMJD-100+restarts"),
    ("brazilian", "FMJD-64"),
    ("brazilian", "FMJD-64+drawn"),
    ("russian", "USSR-1953-64+together+ends-with-three"),
    ("english", "WCDF"),
    ("russian", "FMJD-64-Russian"),
    ("brazilian", "CBD-64"),
];

#[test]
fn lines_are_as_long_as_best_play_under_the_counts() {
    lines_are_as_long_as_best_play(&CODES[..5], 5);
}

#[test]
#[ignore = "11 CPU-seconds; scripts/check --full runs it"]
fn lines_are_as_long_as_best_play_under_the_counts_in_full() {
    lines_are_as_long_as_best_play(&CODES, 10);
}

/// Checks lines under `codes`, more than `least` of which meet counts that endanger the shortest
/// win.
fn lines_are_as_long_as_best_play(codes: &[(&str, &str)], least: u32) {
    let longer = codes.iter().map(|(variant, rules)| check(&Made::new(variant, rules, 3), 3, 500).longer_than_dtw);
    let longer_than_dtw = longer.sum::<u32>();
    assert!(longer_than_dtw > least, "too few lines are longer than the shortest win: {longer_than_dtw}");
}

/// Checks positions from a study by another program. Each has counters, DTW, and plies under the
/// rules.
#[test]
#[ignore = "10 CPU-seconds; scripts/check --full runs it"]
fn positions_of_a_study_take_the_plies_that_it_found_in_full() {
    let made = Made::new("brazilian", "FMJD-64", 4);
    for (fen, counters, dtw_plies, expected) in [
        ("W:WK14:BK18,K23,13", "6.2=22", 34, 38),
        ("W:WK3,K13,28:BK27", "6.2=18", 39, 43),
        ("W:WK11,15,32:BK2", "6.2=25", 53, 55),
    ] {
        let position = made.tables.game().parse_fen(fen).expect("a FEN");
        let counters = made.rules.parse_counters(counters, &position).expect("counters");
        assert_eq!(made.dtw(&position), dtw_plies, "{fen}");
        let plies = made.plies_within(&(position, counters), &Budget::unlimited());
        assert_eq!(plies, Some(RulePlies::Exact(expected)), "{fen}");
    }
}
