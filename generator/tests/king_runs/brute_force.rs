//! A brute force over positions, moves in a row with one king, and counts.

use std::collections::{BTreeMap, HashMap};

use peatee_generator::explore::report::report;
use peatee_generator::explore::stats::slice_stats_by;
use peatee_generator::{NoProgress, Watched, has_table};
use peatee_probe::{LineEnd, RulePlies, Tables};
use peatee_rules::draw::{DrawRules, GameRecord, KingRun, KingRuns};
use peatee_rules::{Bitboard, Budget, Draughts, Kind, Move, Position, Setup, Side, Square, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, RuleSet, Slice, Value, Wdl, slices};

/// Reading of the rule for a side that could move only a king that has made three moves in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnlyMove {
    /// The side has no move.
    Forbidden,
    /// The king goes on.
    Allowed,
}

impl OnlyMove {
    pub fn rules(self) -> DrawRules {
        let code = match self {
            OnlyMove::Forbidden => "Frisian",
            OnlyMove::Allowed => "Frisian-only-move",
        };
        DrawRules::named(code).expect("a code")
    }

    /// Returns the metrics of the results and of the distances.
    pub fn metrics(self) -> [Metric; 2] {
        let set = RuleSet::new(&self.rules());
        [Metric::RuleWdl(set), Metric::RuleDtw(set)]
    }
}

/// Square of a king, and the number of moves that it has made in a row.
pub type Run = Option<(u8, u8)>;

/// A position with White to move, the runs of White and Black, and the counter of the count against
/// a lone king. The count counts the moves of two kings, or the plies of king against king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub setup: Setup<u128>,
    pub runs: [Run; 2],
    pub count: u8,
}

/// All states (positions with runs and a counter) with some pieces, with their values.
pub struct BruteForce {
    pub game: Draughts,
    only_move: OnlyMove,
    /// True if draw counts apply: seven moves of two kings against one, or four plies of king
    /// against king, are a draw.
    counts: bool,
    pub states: Vec<State>,
    numbers: HashMap<State, u32>,
    values: Vec<Option<Value>>,
}

pub fn kinds(setup: &Setup<u128>, side: Side) -> [u32; 2] {
    [Kind::Man, Kind::King].map(|kind| setup.get(side, kind).count())
}

/// Returns the position as the other side sees it: the board is turned and the colours are
/// exchanged.
fn turned(setup: &Setup<u128>, squares: u8) -> Setup<u128> {
    let mut out = Setup::default();
    for side in Side::BOTH {
        for kind in [Kind::Man, Kind::King] {
            for square in setup.get(side, kind).squares() {
                out.put(side.other(), kind, Square(squares - 1 - square));
            }
        }
    }
    out
}

impl BruteForce {
    pub fn solve(game: Draughts, only_move: OnlyMove, pieces: u8, counts: bool) -> BruteForce {
        let (states, numbers, values) = (Vec::new(), HashMap::new(), Vec::new());
        let mut brute = BruteForce { game, only_move, counts, states, numbers, values };
        for slice in slices(&brute.game, pieces) {
            let setups: Vec<Setup<u128>> = with_kernel!(brute.game.clone(), kernel => {
                let index = SliceIndex::new(kernel, slice);
                (0..index.size()).map(|number| index.unrank(number).convert()).collect()
            });
            for setup in setups {
                for runs in all_runs(&setup) {
                    brute.number(State { setup, runs, count: 0 });
                }
            }
        }
        let mut after = Vec::new();
        while after.len() < brute.states.len() {
            let state = brute.states[after.len()];
            after.push(brute.after(&state));
        }
        brute.values = vec![None; after.len()];
        for plies in 0.. {
            let open = (0..after.len()).filter(|&number| brute.values[number].is_none());
            let decided: Vec<(usize, Value)> =
                open.filter_map(|number| Some((number, brute.value(&after[number], plies)?))).collect();
            if decided.is_empty() {
                break;
            }
            decided.into_iter().for_each(|(number, value)| brute.values[number] = Some(value));
        }
        brute
    }

    fn number(&mut self, state: State) -> u32 {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(state).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    fn squares(&self) -> u8 {
        self.game.variant().board.square_count()
    }

    /// Returns the states (positions with runs and a counter) after all moves, or `None` if a count
    /// has drawn the game.
    fn after(&mut self, state: &State) -> Option<Vec<u32>> {
        let position = Position { setup: state.setup, side: Side::White };
        let moves = self.game.moves(&position).expect("few pieces");
        if !moves.is_empty() && self.is_drawn(state) {
            return None;
        }
        let mut after = Vec::new();
        let is_resting = |mv: &Move| !mv.is_capture() && state.runs[0] == Some((mv.from.0, 3));
        let goes_on = self.only_move == OnlyMove::Allowed && moves.iter().all(is_resting);
        for mv in moves {
            let is_king_move = mv.kind == Kind::King && !mv.is_capture();
            let before = state.runs[0].filter(|(square, _)| *square == mv.from.0).map_or(0, |(_, moves)| moves);
            if is_resting(&mv) && !goes_on {
                continue;
            }
            let setup = self.game.play(&position, &mv).setup;
            let own =
                is_king_move.then_some((mv.to.0, 3.min(before + 1))).filter(|_| kinds(&setup, Side::White)[0] > 0);
            let other = state.runs[1].filter(|(square, _)| {
                kinds(&setup, Side::Black)[0] > 0 && setup.get(Side::Black, Kind::King).has(*square)
            });
            let turn = |run: Run| run.map(|(square, moves)| (self.squares() - 1 - square, moves));
            let count = self.count_after(state, &setup);
            let setup = turned(&setup, self.squares());
            after.push(State { setup, runs: [turn(other), turn(own)], count });
        }
        Some(after.into_iter().map(|state| self.number(state)).collect())
    }

    fn is_drawn(&self, state: &State) -> bool {
        let limit = match [Side::White, Side::Black].map(|side| kinds(&state.setup, side)) {
            [[0, 2], [0, 1]] | [[0, 1], [0, 2]] => 7,
            [[0, 1], [0, 1]] => 4,
            _ => return false,
        };
        self.counts && state.count >= limit
    }

    /// Returns the counter after a move of White that leads to `after`.
    fn count_after(&self, before: &State, after: &Setup<u128>) -> u8 {
        let pieces = |setup: &Setup<u128>| [Side::White, Side::Black].map(|side| kinds(setup, side));
        if !self.counts || pieces(&before.setup) != pieces(after) {
            return 0;
        }
        match pieces(after) {
            [[0, 2], [0, 1]] | [[0, 1], [0, 1]] => before.count + 1,
            _ => before.count,
        }
    }

    /// Returns the value of a state that is decided in `plies` plies. All states that are decided
    /// in fewer plies must have their values. `after` holds the states after all moves.
    fn value(&self, after: &Option<Vec<u32>>, plies: u32) -> Option<Value> {
        let Some(after) = after else { return Some(Value::DRAW) };
        let mut wdl = after.iter().map(|&number| self.values[number as usize].map(|value| value.wdl));
        let decided = |wdl| Value { wdl, plies: Some(plies) };
        if wdl.clone().any(|wdl| wdl == Some(Wdl::Loss)) {
            return Some(decided(Wdl::Win));
        }
        wdl.all(|wdl| wdl == Some(Wdl::Win)).then_some(decided(Wdl::Loss))
    }

    fn value_of(&self, state: &State) -> Value {
        self.values[self.numbers[state] as usize].unwrap_or(Value::DRAW)
    }

    pub fn of(&self, state: &State) -> Wdl {
        self.value_of(state).wdl
    }

    /// Compares the tables with all states (positions with runs and a counter) in which no count
    /// has begun. Returns the number of compared states.
    pub fn compare(&self, tables: &Tables) -> u64 {
        let (rules, mut compared) = (self.only_move.rules(), 0);
        for state in self.states.iter().filter(|state| state.count == 0) {
            let white = Position { setup: state.setup, side: Side::White };
            if [Side::White, Side::Black].iter().any(|&side| kinds(&state.setup, side) == [0, 0]) {
                continue;
            }
            let run = |run: Run| run.map(|(square, moves)| KingRun { square: Square(square), moves });
            let counters = rules.with_king_runs(&rules.start(&white), KingRuns::new(state.runs.map(run)));
            let unlimited = &Budget::unlimited();
            let found = tables.rule_value_until(&white, &rules, &counters, unlimited).expect("the tables are there");
            let text = || format!("{} {}", self.game.fen(&white), rules.counters_text(&counters, &white));
            let Value { wdl, plies } = self.value_of(state);
            assert_eq!((found.outcome.wdl(), found.plies), (Some(wdl), plies.map(RulePlies::Exact)), "{}", text());
            compared += 1;
        }
        compared
    }

    /// Checks the line of best play from every 499th state in which no count has begun and the game
    /// is won or lost. It must take as many plies as the brute force has found.
    pub fn check_lines(&self, tables: &Tables) {
        let (rules, mut longest_plies) = (self.only_move.rules(), 0);
        let has_pieces =
            |state: &State| [Side::White, Side::Black].iter().all(|&side| kinds(&state.setup, side) != [0, 0]);
        let states = self.states.iter().filter(|state| state.count == 0 && has_pieces(state));
        for state in states.filter(|state| self.of(state) != Wdl::Draw).step_by(499) {
            let white = Position { setup: state.setup, side: Side::White };
            let run = |run: Run| run.map(|(square, moves)| KingRun { square: Square(square), moves });
            let counters = rules.with_king_runs(&rules.start(&white), KingRuns::new(state.runs.map(run)));
            let record = GameRecord::resume(&self.game, rules, white, counters).expect("they fit");
            let line = tables.rule_line(&record, 1000).expect("the tables are there");
            let plies = self.value_of(state).plies.expect("it is decided");
            let text = || format!("{} {}", self.game.fen(&white), rules.counters_text(&counters, &white));
            assert_eq!((line.end, line.moves.len() as u32), (LineEnd::GameOver, plies), "{}", text());
            longest_plies = longest_plies.max(plies);
        }
        assert!(longest_plies > 10, "{longest_plies}");
    }

    /// Compares the report on the limit with the results of all positions with men, without
    /// previous moves in a row with one king.
    pub fn compare_report(&self, tables: &Tables) {
        let mut expected = [[0; 3]; 3];
        for state in self.states.iter().filter(|state| state.count == 0 && state.runs == [None; 2]) {
            let [white, black] = [Side::White, Side::Black].map(|side| kinds(&state.setup, side));
            if white[0] + black[0] > 0 && white != [0, 0] && black != [0, 0] {
                let without_rules = tables.probe_wdl(&Position { setup: state.setup, side: Side::White });
                expected[without_rules.expect("the tables are there") as usize][self.of(state) as usize] += 1;
            }
        }
        let [of_losses, of_draws, of_wins] = expected;
        let report = report(tables, &self.only_move.rules(), 3, &NoProgress).expect("the tables are there");
        assert!(report.missing.is_empty(), "{:?}", report.missing);
        let of_limit = report.counts.iter().find(|count| count.article == "three moves").expect("a limit");
        let total = of_limit.total.as_ref().expect("slices with men");
        assert_eq!((total.wins, total.losses), (of_wins.iter().sum(), of_losses.iter().sum()));
        let changed = [total.cursed_wins, total.blessed_losses, total.new_wins, total.new_losses];
        assert_eq!(changed, [of_wins[1], of_losses[1], of_draws[2], of_draws[0]], "{expected:?}");
        assert!(total.cursed_wins > 0 && total.blessed_losses > 0, "{expected:?}");
        for of_slice in report.slices.iter().filter(|slice| slice.changed_plies.is_some()) {
            let [wins, losses] = self.changed(tables, &of_slice.slice);
            let changed = of_slice.changed_plies.expect("tables of distances");
            let found = [of_slice.wins, of_slice.cursed_wins, changed.longer_wins, changed.shorter_wins];
            assert_eq!(found, wins, "{}", of_slice.slice);
            let found = [of_slice.losses, of_slice.blessed_losses, changed.longer_losses, changed.shorter_losses];
            assert_eq!(found, losses, "{}", of_slice.slice);
        }
        assert!(total.changed_plies.is_some(), "tables of distances");
    }

    /// Compares the statistics of every table by moves in a row with one king with the values of
    /// its positions, without previous moves in a row with one king.
    pub fn compare_stats(&self, tables: &Tables) {
        // Numbers of positions by their plies.
        let mut expected: BTreeMap<(Slice, Wdl), BTreeMap<Option<u32>, u64>> = BTreeMap::new();
        for state in self.states.iter().filter(|state| state.count == 0 && state.runs == [None; 2]) {
            let Value { wdl, plies } = self.value_of(state);
            let slice = Slice::of(&self.game, &Position { setup: state.setup, side: Side::White });
            *expected.entry((slice, wdl)).or_default().entry(plies).or_default() += 1;
        }
        let of_plies = |slice, wdl| expected.get(&(slice, wdl)).into_iter().flatten();
        for metric in self.only_move.metrics() {
            let mut slices = slices(&self.game, 3);
            slices.retain(|&slice| has_table(&self.game, slice, metric));
            for &slice in &slices {
                let found = slice_stats_by(tables, slice, metric, &Watched::start(&NoProgress, 0)).expect("made");
                let positions =
                    [Wdl::Loss, Wdl::Draw, Wdl::Win].map(|wdl| of_plies(slice, wdl).map(|(_, n)| n).sum::<u64>());
                assert_eq!([found.losses, found.draws, found.wins], positions, "{slice} {metric}");
                for (longest, wdl) in [(found.longest_loss, Wdl::Loss), (found.longest_win, Wdl::Win)] {
                    let last = of_plies(slice, wdl).last().filter(|_| metric.counts_plies());
                    let longest = longest.map(|longest| (Some(longest.plies), longest.positions));
                    assert_eq!(longest, last.map(|(&plies, &positions)| (plies, positions)), "{slice} {metric}");
                }
            }
            assert!(slices.len() > 10, "{metric}");
        }
    }

    /// Returns the number of wins and the number of losses of a slice without draw rules. Each
    /// comes with the number of these positions that are draws by the brute force, of those that
    /// take more plies, and of those that take fewer. Only positions without previous moves in a
    /// row with one king are counted.
    pub fn changed(&self, tables: &Tables, slice: &str) -> [[u64; 4]; 2] {
        let slice = Slice::parse(&self.game, slice).expect("a slice");
        let mut found = [[0; 4]; 2];
        for state in self.states.iter().filter(|state| state.runs == [None; 2] && state.count == 0) {
            let white = Position { setup: state.setup, side: Side::White };
            if Slice::of(&self.game, &white) != slice {
                continue;
            }
            let without_rules = tables.probe(&white).expect("the tables are there");
            let decided = match without_rules.wdl {
                Wdl::Win => 0,
                Wdl::Loss => 1,
                Wdl::Draw => {
                    assert_eq!(self.of(state), Wdl::Draw, "to three pieces no draw is decided");
                    continue;
                }
            };
            let value = self.value_of(state);
            found[decided][0] += 1;
            found[decided][1] += u64::from(value.wdl == Wdl::Draw);
            found[decided][2] += u64::from(value.wdl != Wdl::Draw && value.plies > without_rules.plies);
            found[decided][3] += u64::from(value.wdl != Wdl::Draw && value.plies < without_rules.plies);
        }
        found
    }

    /// Returns how many states of each slice have each pair of different results, under this
    /// reading and under the other. The second number counts the states without moves in a row with
    /// one king.
    pub fn differences(&self, other: &BruteForce) -> BTreeMap<(String, Wdl, Wdl), [u64; 2]> {
        let mut found: BTreeMap<_, [u64; 2]> = BTreeMap::new();
        for state in self.states.iter().filter(|state| state.count == 0) {
            let (here, there) = (self.of(state), other.of(state));
            if here != there {
                let slice = Slice::of(&self.game, &Position { setup: state.setup, side: Side::White });
                let [all, without_runs] = found.entry((slice.name(), here, there)).or_default();
                *all += 1;
                *without_runs += u64::from(state.runs == [None; 2]);
            }
        }
        found
    }
}

fn all_runs(setup: &Setup<u128>) -> Vec<[Run; 2]> {
    let of_side = |side: Side| {
        let has_men = kinds(setup, side)[0] > 0;
        let kings = setup.get(side, Kind::King).squares().filter(move |_| has_men);
        let runs = kings.flat_map(|king| (1..=3).map(move |moves| Some((king, moves))));
        std::iter::once(None).chain(runs).collect::<Vec<Run>>()
    };
    let black = of_side(Side::Black);
    of_side(Side::White).into_iter().flat_map(|white| black.iter().map(move |&black| [white, black])).collect()
}
