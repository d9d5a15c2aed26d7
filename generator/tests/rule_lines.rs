//! Best lines under draw rules: they keep the value, end in the win, and are as short as the counts
//! allow.
//!
//! Plies under draw rules: those of short games equal a brute force over positions and counters.
//! Games in which both sides play by them last as long as they say.

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

    /// Returns a random position with counters that can be stated for it.
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
            // Mostly near the limit, where the count decides.
            let left = if random.u8(..4) > 0 { random.u32(..12) } else { random.u32(..100) };
            if let Some(plies) = (2 * u32::from(rule.limit_moves)).checked_sub(left).filter(|_| random.u8(..4) > 0) {
                stated.push(format!("{}={plies}", rule.key()));
            }
        }
        let counters = self.rules.parse_counters(&stated.join(","), &position).ok()?;
        Some((position, counters))
    }

    fn outcome(&self, position: &Position, counters: &Counters) -> RuleOutcome {
        self.tables.rule_value(position, &self.rules, counters).expect("its tables were made").outcome
    }

    /// Returns the plies of a state under the rules; `None` for a draw.
    fn plies(&self, (position, counters): &State) -> Option<u32> {
        let unlimited = Budget::unlimited();
        match self.tables.plies_under_rules(position, &self.rules, counters, &unlimited).expect("tables")? {
            RulePlies::Exact(plies) => Some(plies),
            RulePlies::AtLeast(_) => panic!("the search has no limit"),
        }
    }

    /// Returns the plies of a state if the side to move wins, or loses.
    fn plies_if(&self, state: &State, wins: bool) -> Option<u32> {
        let outcome = if wins { RuleOutcome::Win } else { RuleOutcome::Loss };
        self.plies(state).filter(|_| self.outcome(&state.0, &state.1) == outcome)
    }

    fn dtw(&self, position: &Position) -> u32 {
        self.tables.probe(position).expect("its tables were made").plies.expect("it is decided")
    }

    /// Returns the positions and counters one ply later.
    fn after(&self, position: &Position, counters: &Counters) -> Vec<State> {
        let game = self.tables.game();
        let play = |mv| {
            let after = game.play(position, &mv);
            (after, self.rules.after(counters, &mv, &after))
        };
        game.moves(position).unwrap().into_iter().map(play).collect()
    }

    /// True when a rule-won side to move has a move of the shortest win that keeps the win under
    /// the rules.
    fn is_safe(&self, position: &Position, counters: &Counters) -> bool {
        let to_end = self.dtw(position);
        self.after(position, counters)
            .iter()
            .any(|(after, next)| self.outcome(after, next) == RuleOutcome::Loss && self.dtw(after) + 1 == to_end)
    }

    fn text(&self, position: &Position, counters: &Counters) -> String {
        format!("{} {}", self.tables.game().fen(position), self.rules.counters_text(counters, position))
    }
}

/// Deepest search of the brute force, in plies.
const DEEPEST_PLIES: u32 = 7;

/// Position with the plies that the counts have used.
type State = (Position, Counters);

/// Brute force of plies under draw rules, from moves and counters alone.
struct BruteForce<'a> {
    made: &'a Made,
    /// By state, and whether the side to move wins: the plies within which the game does not end,
    /// and those within which it does.
    known: HashMap<(State, bool), (Option<u32>, Option<u32>)>,
}

impl BruteForce<'_> {
    /// Returns the plies in which the side to move wins or loses; `None` if they are not few.
    fn plies(&mut self, state: &State) -> Option<u32> {
        (0..=DEEPEST_PLIES).find(|&plies| self.ends_within(state, plies))
    }

    /// Returns true when the side to move wins within an odd number of plies, or loses within an
    /// even one.
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

/// Checks the plies of a decided state: one more than after the best move, as by the brute force,
/// and as many as a game lasts in which both sides play by them.
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

/// Properties of the lines of one set.
#[derive(Debug, Default)]
struct Seen {
    lines: u32,
    /// With a winner whose shortest win was in danger at some move.
    in_danger: u32,
    /// Longer than the shortest win under the rules.
    longer_than_best: u32,
    shorter_than_best: u32,
}

/// Checks the line of a rule-decided state.
fn check_line(made: &Made, position: &Position, counters: &Counters, brute_force: &mut BruteForce, seen: &mut Seen) {
    let text = || made.text(position, counters);
    let record = GameRecord::resume(made.tables.game(), made.rules, *position, *counters).expect("they fit");
    let line = made.tables.rule_line(&record, 1000).expect("its tables were made");
    assert_eq!(line.end, LineEnd::GameOver, "{}", text());
    // A game played move by move, each chosen for the game so far, is the line.
    let mut game = record.clone();
    for mv in &line.moves {
        let best = made.tables.best_move(&game, MoveChoice::First).expect("its tables were made");
        assert_eq!(best.as_ref().map(|best| &best.mv), Some(&mv.mv), "{} after {} plies", text(), game.plies());
        game.play(&mv.mv).expect("the move is legal");
    }
    let mut outcome = made.outcome(position, counters);
    let (mut at, mut with, mut was_in_danger) = (*position, *counters, false);
    for mv in &line.moves {
        assert_eq!(mv.outcome, outcome, "{} after {}", text(), made.text(&at, &with));
        if outcome == RuleOutcome::Win && !was_in_danger {
            let is_safe = made.is_safe(&at, &with);
            was_in_danger = !is_safe;
            // No line starts slower than necessary.
            assert!(!is_safe || mv.value.plies == Some(made.dtw(&at)), "{} at {}", text(), made.text(&at, &with));
        }
        (at, with) = (mv.position, mv.counters);
        outcome = outcome.reversed();
    }
    let plies = line.moves.len() as u32;
    assert!(made.dtw(&at) == 0 && outcome == made.outcome(&at, &with), "{}", text());
    assert!(plies >= made.dtw(position), "{}", text());
    if !was_in_danger {
        assert_eq!(plies, made.dtw(position), "{}", text());
    }
    let best = check_plies(made, &(*position, *counters), brute_force);
    seen.lines += 1;
    seen.in_danger += was_in_danger as u32;
    // If the count is in danger, only the search here finds the best line; the tables do not.
    assert!(was_in_danger || plies <= best, "{}", text());
    seen.longer_than_best += (plies > best) as u32;
    seen.shorter_than_best += (plies < best) as u32;
}

/// The winner plays the first move of the list, the loser any move: the game ends in the win.
fn check_any_defence(made: &Made, position: &Position, counters: &Counters, random: &mut fastrand::Rng) {
    let (mut at, mut with) = (*position, *counters);
    for _ in 0..400 {
        let moves = made.tables.rule_moves(&at, &made.rules, &with).expect("its tables were made");
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

fn check(variant: &str, rules: &str, pieces: u8, states: u32) -> Seen {
    let made = Made::new(variant, rules, pieces);
    let slices = slices(made.tables.game(), pieces);
    let mut random = fastrand::Rng::with_seed(7);
    let mut brute_force = BruteForce { made: &made, known: HashMap::new() };
    let mut seen = Seen::default();
    while seen.lines < states {
        let Some((position, counters)) = made.state(&mut random, &slices) else { continue };
        if matches!(made.outcome(&position, &counters), RuleOutcome::Win | RuleOutcome::Loss) {
            check_line(&made, &position, &counters, &mut brute_force, &mut seen);
            check_any_defence(&made, &position, &counters, &mut random);
        }
    }
    println!("{variant} {rules}: {seen:?}");
    seen
}

#[test]
fn lines_end_in_the_win_and_are_no_longer_than_need_be() {
    let mut in_danger = 0;
    for (variant, rules) in [
        ("international", "FMJD-100"),
        ("international", "FMJD-100+restarts"),
        ("brazilian", "FMJD-64"),
        ("brazilian", "FMJD-64+together"),
        ("brazilian", "FMJD-64+drawn"),
        ("russian", "USSR-1953-64"),
        ("russian", "USSR-1953-64+together+ends-with-three"),
        ("english", "WCDF"),
        ("russian", "FMJD-64-Russian"),
        ("brazilian", "CBD-64"),
        ("portuguese", "FPD"),
        ("pool", "APCA"),
    ] {
        in_danger += check(variant, rules, 3, 500).in_danger;
    }
    assert!(in_danger > 10, "the lines must meet counts that endanger the shortest win: {in_danger}");
}
