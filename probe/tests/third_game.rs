//! Tests a third family of games that another crate defines: a pile of stones. The sides take one
//! to three stones in turn, and the side that cannot move loses.

use peatee_probe::any::Tables;
use peatee_probe::internals::Table;
use peatee_probe::peatee_rules::draw::{DrawRules, Events, Situation};
use peatee_probe::peatee_rules::{Side, TooManyCaptures};
use peatee_probe::{FileError, Finder, Game, LineEnd, MANIFEST_NAME, Metric, ProbeError, Probed, Tabled, Value, Wdl};
use peatee_table::format::{BlockEncoder, CaptureCells, Cell, Counts, Header, TableIdentity, VERSION, file_name};
use peatee_table::{Manifest, ManifestEntry, TableBuilder};

const STONES_MAX: u32 = 20;
const RULES_DIGEST: [u8; 32] = [7; 32];

#[derive(Debug, Clone, PartialEq, Eq)]
struct Pile;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Position {
    stones: u32,
    side: Side,
}

#[derive(Debug)]
struct OneSlice;

impl Game for Pile {
    type Position = Position;
    type Move = u32;
    type Key = Position;

    fn named(id: &str) -> Option<Pile> {
        (id == "pile").then_some(Pile)
    }

    fn id(&self) -> &'static str {
        "pile"
    }

    fn side(&self, position: &Position) -> Side {
        position.side
    }

    fn key(&self, position: &Position) -> Position {
        position.clone()
    }

    fn moves(&self, position: &Position) -> Result<Vec<u32>, TooManyCaptures> {
        Ok((1..=position.stones.min(3)).collect())
    }

    fn has_moves(&self, position: &Position) -> bool {
        position.stones > 0
    }

    fn after(&self, position: &Position, mv: &u32) -> Position {
        Position { stones: position.stones - mv, side: position.side.other() }
    }

    fn events(&self, _position: &Position, _mv: &u32) -> Events {
        Events::CAPTURE
    }

    fn situation(&self, _rules: &DrawRules, _position: &Position) -> Situation {
        Situation::NOTHING
    }
}

impl Finder<Pile> for OneSlice {
    fn new(_game: &Pile, slices: &[&'static str]) -> (OneSlice, Vec<u64>) {
        (OneSlice, slices.iter().map(|_| u64::from(STONES_MAX) + 1).collect())
    }

    fn place(&self, _slice: &'static str) -> Option<usize> {
        Some(0)
    }
}

impl Tabled for Pile {
    type Slice = &'static str;
    type Order = ();
    type Finder = OneSlice;

    fn slice_of(&self, _position: &Position) -> Option<&'static str> {
        Some("stones")
    }

    fn parse_slice(&self, name: &str) -> Result<&'static str, String> {
        if name == "stones" { Ok("stones") } else { Err(format!("there is no slice {name}")) }
    }

    fn pieces(_slice: &'static str) -> u32 {
        STONES_MAX
    }

    fn identity(&self, slice: &'static str, metric: Metric) -> TableIdentity {
        TableIdentity { variant: "pile".to_owned(), slice: slice.to_owned(), metric, rules_digest: RULES_DIGEST }
    }

    fn manifest(&self) -> Manifest {
        let rules_digest = blake3::Hash::from(RULES_DIGEST).to_hex().to_string();
        Manifest { format_version: VERSION, variant: "pile".to_owned(), rules_digest, tables: Default::default() }
    }

    fn order_of(&self, slice: &'static str, metric: Metric, positions: u64, table: &Table) -> Result<(), FileError> {
        table.check_is(&self.identity(slice, metric), positions)
    }
}

impl Probed for Pile {
    peatee_probe::compiled_here!();
    const RULES_WEIGH_DTW: bool = true;
    const CONVERSION_IS_RESET: bool = true;

    fn check(_tables: &Tables<Pile>, _position: &Position) -> Result<(), ProbeError> {
        Ok(())
    }

    fn probe_wdl(tables: &Tables<Pile>, position: &Position) -> Result<Wdl, ProbeError> {
        Ok(Wdl::of_cell(tables.cell(position, Metric::Wdl)?.expect("all piles are in tables")))
    }

    fn probe(tables: &Tables<Pile>, position: &Position) -> Result<Value, ProbeError> {
        Ok(Value { wdl: tables.probe_wdl(position)?, plies: tables.plies(position, Metric::Dtw)? })
    }

    fn cell(tables: &Tables<Pile>, position: &Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        Ok(Some(tables.need("stones", metric)?.cell(position.stones.into()).expect("a sound file")))
    }

    fn without_table(_tables: &Tables<Pile>, _position: &Position) -> Value {
        unreachable!("all piles are in tables")
    }

    fn plies_before(&self, _metric: Metric, plies_after: u32, _position: &Position, _mv: &u32) -> u32 {
        plies_after + 1
    }
}

/// Returns the cell of a pile. The side to move loses if the number of stones is a multiple of
/// four. The winner always leaves such a number, and the loser takes one stone at a time.
fn cell(stones: u32, metric: Metric) -> u32 {
    let wins = !stones.is_multiple_of(4);
    match metric {
        Metric::Wdl if wins => Wdl::Win as u32,
        Metric::Wdl => Wdl::Loss as u32,
        _ => 2 * stones.div_ceil(4) - u32::from(wins) + 1,
    }
}

fn table(metric: Metric, in_cells: Cell) -> Vec<u8> {
    let positions = STONES_MAX + 1;
    let header = Header {
        positions: positions.into(),
        counts: Counts { wins: positions.into(), ..Counts::default() },
        ..Header::new(Pile.identity("stones", metric), in_cells, CaptureCells::Stored)
    };
    let mut cells = vec![0; in_cells.bytes_of(positions)];
    (0..positions).for_each(|stones| assert!(in_cells.write(&mut cells, stones as usize, cell(stones, metric))));
    let mut builder = TableBuilder::new(header);
    builder.push(&BlockEncoder::new(3).unwrap().encode(in_cells, &cells).unwrap());
    builder.finish()
}

#[test]
fn a_third_family_is_a_file_of_its_own() {
    let root = tempfile::tempdir().unwrap();
    let mut manifest = Pile.manifest();
    for (metric, in_cells) in [(Metric::Wdl, Cell::Wdl), (Metric::Dtw, Cell::Short)] {
        let (name, bytes) = (file_name("stones", metric), table(metric, in_cells));
        std::fs::write(root.path().join(&name), &bytes).unwrap();
        let blake3 = blake3::hash(&bytes).to_hex().to_string();
        let (slice, metric, bytes) = ("stones".to_owned(), metric.name(), bytes.len() as u64);
        manifest.tables.insert(name, ManifestEntry { slice, metric, bytes, blake3 });
    }
    std::fs::write(root.path().join(MANIFEST_NAME), manifest.to_text()).unwrap();

    let tables = Tables::<Pile>::open(root.path()).unwrap().whole().unwrap();
    assert_eq!(tables.slices()[0].metrics, [Metric::Wdl, Metric::Dtw]);
    let position = Position { stones: 10, side: Side::White };
    assert_eq!(tables.probe(&position).unwrap().to_string(), "win in 5 plies");
    let moves = tables.moves(&position).unwrap();
    assert_eq!(moves.iter().map(|rated| (rated.mv, rated.value.wdl)).next(), Some((2, Wdl::Win)));
    let line = tables.line(&position, 100).unwrap();
    assert_eq!((line.moves.len(), line.end), (5, LineEnd::GameOver));
    let rules = DrawRules::named("none").unwrap();
    let counters = Pile.counters(&rules, &position);
    assert_eq!(tables.rule_value(&position, &rules, &counters).unwrap().outcome.name(), "win");
}
