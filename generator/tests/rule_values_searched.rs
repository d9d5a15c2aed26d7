//! Compares values with a search, for positions in which three counts run side by side. These are
//! two kings and a man against a lone king under the present code of Russian draughts, with the
//! count 7.2.6 near its limit.
//!
//! Such an ending has too many states for the brute force of [`product`]. Only captures and
//! promotions reset 7.2.6, and they lead to endings that the brute force covers. A search as deep
//! as the plies that 7.2.6 has left therefore finds the value. It shares only moves and counters
//! with the tables.

use std::collections::{HashMap, HashSet};

use crate::common::{Random, game};
use crate::product::{Product, Wdl, material};
use peatee_generator::{NoProgress, Settings, TableDirectory, job_list, work};
use peatee_probe::Tables;
use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::{Draughts, Kind, Material, Position, Side, Square};
use peatee_table::{Metric, RuleSet, Slice};

/// Maximum number of plies that the count of article 7.2.6 has left in a searched position.
const DEEPEST_PLIES: u32 = 5;

/// Number of squares on the promotion row and on the rows from which a man of one side promotes
/// within three moves.
const FAR_SQUARES: u32 = 16;

/// Search for values, with its results so far.
struct Search<'a> {
    game: &'a Draughts,
    rules: DrawRules,
    exits: &'a Product,
    searched: Material,
    known: HashMap<(Position, Counters), Wdl>,
}

impl Search<'_> {
    fn value(&mut self, position: &Position, counters: &Counters) -> Wdl {
        let material = Material::of(&position.setup);
        let moves = self.game.moves(position).expect("few captures");
        if moves.is_empty() {
            return Wdl::Loss;
        }
        if self.rules.running(counters, position.side).any(|count| count.is_exhausted()) {
            return Wdl::Draw;
        }
        if material != self.searched {
            return self.exits.value(position, counters);
        }
        if let Some(&known) = self.known.get(&(*position, *counters)) {
            return known;
        }
        let mut best = Wdl::Loss;
        for mv in moves {
            let after = self.game.play(position, &mv);
            let found = match self.value(&after, &self.rules.after(counters, &mv, &after)) {
                Wdl::Loss => Wdl::Win,
                Wdl::Draw => Wdl::Draw,
                Wdl::Win => Wdl::Loss,
            };
            best = best.max(found);
            if best == Wdl::Win {
                break;
            }
        }
        self.known.insert((*position, *counters), best);
        best
    }
}

/// Makes the tables of a slice and of all slices that it needs.
fn make(root: &std::path::Path, game: &Draughts, rules: &DrawRules, slice: Slice) -> Tables {
    let metrics = [&Metric::DEFAULT[..], &[Metric::Dtr(RuleSet::new(rules))]].concat();
    let settings = Settings::new(metrics, 8 << 30);
    let directory = TableDirectory::open(root, game).expect("a new directory can be opened");
    let (mut open, mut wanted) = (vec![slice], HashSet::new());
    while let Some(slice) = open.pop() {
        if wanted.insert(slice) {
            open.extend(slice.successors(game));
            open.push(slice.opposite(game));
        }
    }
    let mut wanted: Vec<Slice> = wanted.into_iter().collect();
    wanted.sort_by_key(|slice| {
        let men: u8 = slice.material.counts.iter().map(|kinds| kinds[0]).sum();
        (slice.material.pieces(), men, *slice)
    });
    for slice in wanted {
        let jobs = job_list(directory.game(), slice, &settings.metrics).expect("a slice that can be made");
        work(&directory, &jobs, &settings, &NoProgress).expect("few pieces");
    }
    Tables::open(root.join(game.variant().id)).expect("tables just made open")
}

fn random_position(game: &Draughts, searched: &Material, random: &mut Random) -> Option<Position> {
    let mut position = Position::empty(Side::BOTH[random.below(2)]);
    for (side, kind) in [(Side::White, Kind::Man), (Side::White, Kind::King), (Side::Black, Kind::King)] {
        for _ in 0..searched.counts[side as usize][kind as usize] {
            let square = Square(random.below(usize::from(game.variant().board.square_count())) as u8);
            position.setup.put(side, kind, square);
        }
    }
    (Material::of(&position.setup) == *searched && game.check(&position).is_ok()).then_some(position)
}

/// Compares positions whose man cannot promote during the search, so that only captures change the
/// material.
#[test]
fn three_counts_side_by_side_agree_with_a_search() {
    let is_far = |position: &Position| position.men(Side::White).trailing_zeros() >= FAR_SQUARES;
    assert_agrees(&[material("KMvK")], is_far);
}

#[test]
#[ignore = "16 CPU-seconds; scripts/check --full runs it"]
fn three_counts_side_by_side_and_after_promotions_agree_with_a_search_in_full() {
    assert_agrees(&[material("KKKvK"), material("KMvK")], |_| true);
}

/// Compares random positions that `wanted` accepts. Captures and promotions lead to the materials
/// `exits`.
fn assert_agrees(exits: &[Material], wanted: impl Fn(&Position) -> bool) {
    let (game, rules) = (game("russian"), DrawRules::named("FMJD-64-Russian").expect("a code"));
    let searched = material("KKMvK");
    let exits = Product::solve(&game, rules, exits);
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let tables = make(root.path(), &game, &rules, Slice { material: searched, side: Side::White });
    let mut search = Search { game: &game, rules, exits: &exits, searched, known: HashMap::new() };
    let mut random = Random::new(3);
    let (mut values, mut with_road) = ([0; 3], 0);
    while values.iter().sum::<u32>() < 1500 {
        let found = random_position(&game, &searched, &mut random).filter(&wanted);
        let Some(position) = found else { continue };
        let unchanged = 60 - 1 - random.below(DEEPEST_PLIES as usize);
        let is_on_road = random.below(2) > 0;
        let road = if is_on_road { format!(",7.2.7={}", random.below(10)) } else { String::new() };
        let stated = format!("7.2.6={unchanged},7.2.5={}{road}", 29 - random.below(8));
        let Ok(counters) = rules.parse_counters(&stated, &position) else { continue };
        let found = search.value(&position, &counters);
        let value = tables.rule_value(&position, &rules, &counters).expect("its tables were made");
        let expected = value.outcome.wdl().expect("its tables were made") as u8;
        assert_eq!(expected, found as u8, "{} {}", game.fen(&position), rules.counters_text(&counters, &position));
        values[found as usize] += 1;
        with_road += is_on_road as u32;
    }
    println!("{values:?}, {with_road} on the main road, {} states searched", search.known.len());
    assert!(values[0] > 10 && values[2] > 50 && with_road > 100, "{values:?} {with_road}");
}
