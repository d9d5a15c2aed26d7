//! Best lines under draw rules: they keep the value, end in the win, and are as short as the counts
//! allow.
//!
//! The length of a rule-won game with best play is searched here from the values alone, for
//! positions with few pieces.

use std::collections::HashMap;

use crate::common::game;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{LineEnd, MoveChoice, RuleMove, RuleOutcome, Tables};
use peatee_rules::draw::{Counters, DrawRules, GameRecord};
use peatee_rules::{Position, Side};
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

    fn dtw(&self, position: &Position) -> u32 {
        self.tables.probe(position).expect("its tables were made").plies.expect("it is decided")
    }

    /// Returns the positions and counters one ply later.
    fn after(&self, position: &Position, counters: &Counters) -> Vec<(Position, Counters)> {
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

/// Finds the lengths of rule-decided games with best play.
struct Lengths<'a> {
    made: &'a Made,
    /// By state: a lower bound of the plies in which the game ends, and an upper bound.
    known: HashMap<(Position, Counters), (u32, u32)>,
}

impl Lengths<'_> {
    fn of(&mut self, position: &Position, counters: &Counters) -> u32 {
        let mut plies = self.made.dtw(position);
        while !self.ends_within(position, counters, plies) {
            plies += 2;
        }
        plies
    }

    fn ends_within(&mut self, position: &Position, counters: &Counters, plies: u32) -> bool {
        let (least, most) =
            *self.known.entry((*position, *counters)).or_insert_with(|| (self.made.dtw(position), u32::MAX));
        if plies < least || plies >= most {
            return plies >= most;
        }
        let wins = self.made.outcome(position, counters) == RuleOutcome::Win;
        let after = self.made.after(position, counters);
        let ends = if wins {
            let kept = after.iter().filter(|(after, next)| self.made.outcome(after, next) == RuleOutcome::Loss);
            let kept: Vec<_> = kept.collect();
            kept.into_iter().any(|(after, next)| self.ends_within(after, next, plies - 1))
        } else {
            after.iter().all(|(after, next)| self.ends_within(after, next, plies - 1))
        };
        let known = self.known.get_mut(&(*position, *counters)).expect("just put in");
        if ends {
            known.1 = known.1.min(plies);
        } else {
            known.0 = known.0.max(plies + 1);
        }
        ends
    }
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
fn check_line(made: &Made, position: &Position, counters: &Counters, lengths: &mut Lengths, seen: &mut Seen) {
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
    let best = lengths.of(position, counters);
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
    let mut lengths = Lengths { made: &made, known: HashMap::new() };
    let mut seen = Seen::default();
    while seen.lines < states {
        let Some((position, counters)) = made.state(&mut random, &slices) else { continue };
        if matches!(made.outcome(&position, &counters), RuleOutcome::Win | RuleOutcome::Loss) {
            check_line(&made, &position, &counters, &mut lengths, &mut seen);
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
