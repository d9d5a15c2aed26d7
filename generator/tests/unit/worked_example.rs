//! Runs the worked example of `SOLVER.md` and compares every number with the tables on that page.

use std::sync::Arc;

use peatee_rules::{AnyKernel, Board, BoardLines, Draughts, Kernel, Setup, Shade, Side, Variant};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use peatee_generator::error::Error;
use peatee_generator::solver::draughts::SolverWord as _;
use peatee_generator::solver::draughts::bitboards::context::{DigitCounts, SliceContext};
use peatee_generator::solver::draughts::bitboards::first_pass::children::{ChildSlices, Children};
use peatee_generator::solver::draughts::bitboards::first_pass::context::FirstPassContext;
use peatee_generator::solver::draughts::bitboards::first_pass::men_moves::UnitPieces;
use peatee_generator::solver::draughts::bitboards::first_pass::rows::{FirstPassRows, FirstPassSide};
use peatee_generator::solver::draughts::bitboards::first_pass::unit_reader::UnitReader;
use peatee_generator::solver::draughts::bitboards::first_pass::word::FirstPass;
use peatee_generator::solver::draughts::bitboards::layout::table_order::TableOrder;
use peatee_generator::solver::draughts::bitboards::layout::units::{Layout, best_open_side};
use peatee_generator::solver::draughts::bitboards::layout::word_table::{WordTable, WordView};
use peatee_generator::solver::draughts::bitboards::output::{ValueForm, side_on_board};
use peatee_generator::solver::draughts::bitboards::value_word::{DIGITS, LOST, WON, value_at, win_parity};
use peatee_generator::solver::draughts::checkpoint::{Checkpoint, SavedUnits};
use peatee_generator::solver::draughts::job::{Resources, SliceJob, Solution, ValueKinds};
use peatee_generator::solver::draughts::lookup::{Lookup, SliceArray};
use peatee_generator::solver::values::known::Known;
use peatee_generator::solver::values::{Entries, Values};

const PAGE: &str = include_str!("../../src/solver/draughts/SOLVER.md");

/// Names of the squares, by index.
const SQUARES: [&str; 8] = ["b4", "d4", "a3", "c3", "b2", "d2", "a1", "c1"];
/// Index of the square of the man in the unit (configuration of the men) that `SOLVER.md` follows.
const MAN: u8 = 1;
/// Number of bits in which a value word stores half the plies to the end.
const TO_END_DIGITS: usize = 6;
const WANTED: ValueKinds = ValueKinds { to_end: true, ..ValueKinds::WDL };

/// Returns the rows of a table in `SOLVER.md` without its header and without backquotes.
fn table(name: &str) -> Vec<Vec<String>> {
    let marker = format!("<!-- table: {name} -->\n");
    let (_, after) = PAGE.split_once(&marker).expect("the page has the table");
    let rows = after.lines().take_while(|line| line.starts_with('|')).skip(2);
    let cell = |text: &str| text.trim().trim_matches('`').to_owned();
    rows.map(|row| row.trim_matches('|').split('|').map(cell).collect()).collect()
}

fn bits(word: u32) -> String {
    format!("{word:08b}")
}

/// Returns English draughts on a 4x4 board.
fn small_game() -> Draughts {
    let board = Board { files: 4, ranks: 4, shade: Shade::Dark, lines: BoardLines::Everywhere };
    let english = *Variant::named("english").expect("a variant");
    Draughts::new(Box::leak(Box::new(Variant { board, ..english })))
}

#[derive(Default)]
struct Recorder {
    layers: Vec<Vec<u32>>,
}

impl Checkpoint for Recorder {
    fn restore(&mut self, layers: &[Vec<u32>], _solved: &mut dyn SavedUnits) -> Result<usize, Error> {
        self.layers = layers.to_vec();
        Ok(0)
    }

    fn layer_solved(&mut self, _layers: &[Vec<u32>], _count: usize, _solved: &dyn SavedUnits) -> Result<(), Error> {
        Ok(())
    }
}

/// Solved slices of the example.
struct Example<'a> {
    kernel: &'a Kernel<u32>,
    /// Values of king against king.
    successors: Lookup<u32, Values>,
    layout: Layout<u32>,
    layers: Vec<Vec<u32>>,
    /// Value words, indexed by the side to move.
    words: [WordTable<u32>; 2],
    /// Solved values of `KvM`.
    solution: Solution,
}

impl<'a> Example<'a> {
    fn solve(game: &Draughts, kernel: &'a Kernel<u32>) -> Self {
        let solver = u32::bitboard_solver(kernel).expect("a game of the bitboard solver");
        let mut recorder = Recorder::default();
        let mut solve = |slice: &str, opposite: &str, successors: &Lookup<u32, Values>| {
            let [slice, opposite] = [slice, opposite].map(|name| Slice::parse(game, name).expect("a slice"));
            let job = SliceJob { slice, opposite, successors, wanted: WANTED, means: &Resources::ALL_MEMORY };
            solver.solve(&job, &mut recorder).expect("short distances").to_end.into_iter()
        };
        let array = |Solution { slice, values }| {
            Arc::new(SliceArray { index: SliceIndex::new(kernel, slice), entries: values })
        };
        let successors = Lookup::new(solve("KvK", "KvK", &Lookup::new([])).map(array));
        let solutions: Vec<Solution> = solve("KvM", "MvK", &successors).collect();
        let upright = solutions[0].slice;
        let layout = Layout::new(kernel, upright.material, best_open_side(&upright.material));
        let words = Side::BOTH.map(|side| {
            let shows = |solution: &&Solution| side_on_board(kernel, solution.slice, upright) == side;
            let Solution { slice, values } = solutions.iter().find(shows).expect("one solution per slice");
            let order = TableOrder::new(kernel, *slice, side, &layout);
            UnitReader::new(&layout, order, ValueForm::ToEnd).read(values, DIGITS + TO_END_DIGITS)
        });
        let solution = solutions.into_iter().next().expect("two solutions");
        Example { kernel, successors, layout, layers: recorder.layers, words, solution }
    }

    /// Returns the setup of a unit (configuration of the men): it has only the man.
    fn setup(&self, unit: u32) -> Setup<u32> {
        *self.layout.fixed_cursor().expect("a man").seek(unit as u64)
    }

    fn man(&self, unit: u32) -> u8 {
        self.setup(unit).occupied().trailing_zeros() as u8
    }

    /// Returns the index of the unit (configuration of the men) that `SOLVER.md` follows.
    fn unit(&self) -> u32 {
        (0..self.layout.units() as u32).find(|&unit| self.man(unit) == MAN).expect("a unit for every square")
    }

    fn value_word(&self, side: Side) -> &[u32] {
        self.words[side as usize].at(self.unit() as usize)
    }

    /// Returns the results of the first pass of the solver in the unit (configuration of the men)
    /// that `SOLVER.md` follows.
    fn first_pass(&self) -> [FirstPassSide<u32>; 2] {
        let (rows, columns) = self.layout.placements();
        let (kernel, layout, open) = (self.kernel, &self.layout, Side::White);
        let digits = DigitCounts { to_end: TO_END_DIGITS, to_event: 0 };
        let slice =
            SliceContext { kernel, layout, open, rows: &rows, columns: &columns, digits, count: None, slots: &[] };
        let children = ChildSlices::new(kernel, &layout.material, open, &self.successors);
        let children = Children::new(kernel, &children, digits.to_end, u64::MAX);
        let context = FirstPassContext::new(
            slice,
            &children,
            &self.successors,
            self.words.each_ref().map(|table| WordView::new(&table.words, table.value_words)),
        );
        let mut unit = UnitPieces::default();
        unit.load(&slice, self.setup(self.unit()));
        let mut found = FirstPassRows::default();
        found.add_rows(&context, &unit, 0..1, &mut FirstPass::new(&slice));
        found.sides
    }

    /// Returns the squares at which `side` to move has won or lost within `ply` plies. `None`
    /// stands for the time before ply 0, and gives no squares.
    fn decided(&self, side: Side, place: usize, ply: Option<u16>) -> u32 {
        let word = self.value_word(side);
        let plies = |square: u8| value_at(word, square, win_parity(self.kernel.goal)).plies();
        let is_decided = |square: &u8| word[place] >> square & 1 == 1 && ply.is_some_and(|ply| plies(*square) <= ply);
        (0..8).filter(is_decided).fold(0, |set, square| set | 1 << square)
    }
}

fn with_example(check: impl Fn(&Example<'_>)) {
    let game = small_game();
    let AnyKernel::Small(kernel) = game.kernel() else { panic!("8 squares fit a small word") };
    check(&Example::solve(&game, kernel));
}

#[test]
fn layers_are_those_of_the_page() {
    with_example(|example| {
        let men = |units: &Vec<u32>| units.iter().map(|&unit| SQUARES[example.man(unit) as usize]).collect::<Vec<_>>();
        let rows =
            example.layers.iter().enumerate().map(|(number, units)| vec![number.to_string(), men(units).join(" ")]);
        assert_eq!(rows.collect::<Vec<_>>(), table("layers"));
    });
}

#[test]
fn the_first_pass_finds_what_the_page_says() {
    with_example(|example| {
        let sides = example.first_pass();
        let words = Side::BOTH.into_iter().zip(&sides);
        let rows =
            words.clone().map(|(side, found)| vec![side.to_string(), bits(found.quiet[0]), bits(found.has_exit[0])]);
        assert_eq!(rows.collect::<Vec<_>>(), table("first pass"));
        let mut events: Vec<Vec<String>> = Vec::new();
        for (side, found) in words {
            events.extend(found.events.iter().map(|(ply, event)| {
                vec![side.to_string(), ply.to_string(), format!("{:?}", event.effect), bits(event.squares)]
            }));
        }
        events.sort();
        let page = table("events").into_iter().map(|row| row[..4].to_vec());
        assert_eq!(events, page.collect::<Vec<_>>());
    });
}

#[test]
fn every_ply_decides_what_the_page_says() {
    with_example(|example| {
        let [_, black] = example.first_pass();
        let row = |name: String, ply: Option<u16>| {
            let mut row = vec![name];
            for side in Side::BOTH {
                row.extend([WON, LOST].map(|place| bits(example.decided(side, place, ply))));
            }
            let lost = black.events.iter().filter(|(at, event)| {
                format!("{:?}", event.effect) == "ExitsLost" && ply.is_some_and(|ply| *at <= ply as u32)
            });
            row.push(bits(black.has_exit[0] & !lost.fold(0, |all, (_, event)| all | event.squares)));
            row
        };
        let plies = (0..=3).map(|ply: u16| row(ply.to_string(), Some(ply)));
        let rows: Vec<_> = std::iter::once(row("before".to_owned(), None)).chain(plies).collect();
        assert_eq!(rows, table("plies"));
        let last = Side::BOTH.map(|side| [WON, LOST].map(|place| example.decided(side, place, Some(u16::MAX))));
        assert_eq!(last, Side::BOTH.map(|side| [WON, LOST].map(|place| example.decided(side, place, Some(3)))));
    });
}

#[test]
fn value_words_and_the_run_are_those_of_the_page() {
    with_example(|example| {
        let row = |side: Side| {
            let word = example.value_word(side);
            assert!(word[DIGITS + 1..].iter().all(|&digit| digit == 0));
            vec![side.to_string(), bits(word[WON]), bits(word[LOST]), bits(word[DIGITS])]
        };
        assert_eq!(Side::BOTH.map(row).to_vec(), table("value words"));
        let first = example.unit() as usize * 7;
        let value = |known: Known| match known {
            known if known.is_draw() => "=".to_owned(),
            known if known.is_won() => format!("+{}", known.plies()),
            known => format!("-{}", known.plies()),
        };
        let values = (first..first + 7).map(|number| value(example.solution.values.at(number)));
        assert_eq!(std::iter::once("value".to_owned()).chain(values).collect::<Vec<_>>(), table("run")[0]);
        let (_, run) = PAGE.split_once("<!-- table: run -->\n").expect("the page has the table");
        let kings = SQUARES.iter().enumerate().filter(|&(square, _)| square != MAN as usize).map(|(_, name)| *name);
        let header: Vec<&str> =
            run.lines().next().expect("a header").trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(std::iter::once("king on").chain(kings).collect::<Vec<_>>(), header);
    });
}
