//! Tests tables of the plies to mate under the 50-move rule: a second reader, written from
//! `probe/table/FORMAT.md`, damage, the verifier, and lines near the limit.

use std::path::Path;
use std::sync::OnceLock;

use peatee_chess::{Index, Position, Slice};
use peatee_generator::explore::stats::chess::{OutcomeStats, stats};
use peatee_generator::jobs::chess::generate::checked_metrics;
use peatee_generator::solver::chess::{DepthSolver, NumberedStaircases};
use peatee_generator::tables::write::{WdlCoding, chess_table_bytes};
use peatee_generator::{NoProgress, Settings, TableDirectory, TableFiles, generate};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::{Game as _, LineEnd, RulePlies, Tabled as _};
use peatee_rules::Budget;
use peatee_table::format::{BlockEncoder, Cell, Header};
use peatee_table::index::GroupOrder;
use peatee_table::staircase::{Stair, list_to_bytes, plies_within};
use peatee_table::{Metric, TableBuilder, Wdl};
use tempfile::TempDir;

use super::dtz;
use super::staircases::dtm_50;
use super::stored::{page_place, with_changed_bits};
use crate::common::program::{run, succeed};
use crate::common::{Random, copy_files};
use crate::format::{at, block_cells};

/// Makes tables of three men, once for all tests, and copies them below `root`.
fn copy_into(root: &Path) {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let root = tempfile::tempdir().expect("there is room for temporary files");
        make_in(root.path());
        root
    });
    copy_files(&made.path().join("chess"), &root.join("chess"));
}

fn make_in(root: &Path) {
    let metrics = checked_metrics(&[dtm_50()]).expect("chess has the metric");
    assert_eq!(metrics, [Metric::Wdl, dtz(), Metric::Dtw, dtm_50()]);
    let mut settings = Settings::new(metrics, 1 << 30);
    settings.coding = WdlCoding::QuickPages;
    let directory = TableDirectory::open(root, &Chess).expect("a new directory can be opened");
    generate(&directory, 3, &settings, &NoProgress).expect("small tables can be made");
}

/// Makes tables of three men and opens them.
fn opened() -> (TempDir, Tables) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_into(root.path());
    let tables = Tables::open(root.path().join("chess")).expect("tables just made open");
    (root, tables)
}

fn slice(name: &str) -> Slice {
    Slice::parse(name).expect("a slice")
}

fn positions(name: &str, step: usize) -> impl Iterator<Item = (u64, Position)> {
    let index = Index::new(slice(name));
    (0..index.numbers()).step_by(step).filter_map(move |number| Some((number, index.position(number)?)))
}

/// Steps of a staircase: for each stair but the last, half of the further plies of the next one,
/// and its plies less those that it needs.
type PageSteps = Vec<[u32; 2]>;

/// Reads the lists of staircases of a file as `FORMAT.md` specifies: one for each gap.
fn page_lists(bytes: &[u8]) -> Vec<Vec<PageSteps>> {
    assert_eq!(bytes[10], 6);
    let stored = &bytes[bytes.len() - at::<4>(bytes, 264) as usize..];
    assert_eq!(at::<4>(bytes, 268), u64::from(crc32fast::hash(stored)));
    let lists = match stored[4] {
        0 => vec![stored[5]; at::<4>(stored, 0) as usize],
        1 => stored[5..].to_vec(),
        _ => zstd::stream::decode_all(&stored[5..]).expect("a zstd frame"),
    };
    assert_eq!(at::<4>(stored, 0), lists.len() as u64);
    let (mut found, mut place) = (vec![Vec::new()], 0);
    while place < lists.len() {
        let mut of_gap = Vec::new();
        let count = at::<2>(&lists, place);
        place += 2;
        for _ in 0..count {
            let steps = usize::from(lists[place]);
            let of_step = |step: usize| [0, 1].map(|half| u32::from(lists[place + 1 + 2 * step + half]));
            of_gap.push((0..steps).map(of_step).collect());
            place += 1 + 2 * steps;
        }
        found.push(of_gap);
    }
    assert_eq!(place, lists.len());
    found
}

/// Returns the stairs of a position, as pairs of plies and needed plies, from its cell.
fn page_stairs(shape: &[[u32; 2]], dtm: u32, dtz: u32) -> Vec<(u32, u32)> {
    let (mut plies, mut stairs) = (dtm, Vec::new());
    for &[half, spare] in shape {
        stairs.push((plies, plies - spare));
        plies += 2 * half;
    }
    stairs.push((plies, dtz));
    stairs
}

/// Returns the fewest plies that a mate within `plies` plies needs, from the moves.
fn needed_by_moves(tables: &Tables, position: &Position, plies: u32) -> Option<u32> {
    let rules = Chess::fifty_moves();
    let wdl = tables.probe_wdl(position).expect("a value");
    let mut found: Vec<Option<u32>> = Vec::new();
    for mv in position.moves() {
        let after = position.after(mv);
        if tables.probe_wdl(&after).expect("a value") != wdl.reversed() {
            found.push(None);
            continue;
        }
        let stairs = tables.stairs(&after, &rules).expect("stairs");
        let in_time = stairs.iter().filter(|stair| stair.plies < plies).map(|stair| stair.needed_plies).min();
        found.push(if position.is_zeroing(mv) { in_time.map(|_| 1) } else { in_time.map(|needed| needed + 1) });
    }
    match wdl {
        Wdl::Win => found.into_iter().flatten().min(),
        _ => found.into_iter().try_fold(0, |most, needed| Some(most.max(needed?))),
    }
}

#[test]
fn a_reader_written_from_the_page_reads_the_same_staircases() {
    let (root, tables) = opened();
    let rules = Chess::fifty_moves();
    let pairs = |stairs: Vec<Stair>| stairs.iter().map(|stair| (stair.plies, stair.needed_plies)).collect::<Vec<_>>();
    let (mut with_cells, mut with_several) = (0, 0);
    for name in ["KPvK", "KvKP", "KQvK", "KvKQ", "KRvK", "KvKR"] {
        let bytes = std::fs::read(root.path().join(format!("chess/{name}.{}", dtm_50()))).expect("readable");
        let order: Vec<u8> = bytes[240..256].iter().copied().take_while(|&digit| digit > 0).collect();
        let metric = dtm_50().name();
        let what = [b"chess", name.as_bytes(), metric.as_bytes(), &bytes[10..12]].concat();
        let cells = match bytes[12] {
            0 => Some((block_cells(&bytes, &what), page_lists(&bytes))),
            coding => {
                assert_eq!((coding, bytes[10], bytes.len()), (2, 1, 320));
                None
            }
        };
        with_cells += usize::from(cells.is_some());
        let index = Index::new(slice(name));
        for (number, position) in positions(name, if cells.is_some() { 1 } else { 7 }) {
            let stairs = pairs(tables.stairs(&position, &rules).expect("stairs"));
            let plies = |metric| tables.value_in(&position, metric).expect("a value").plies;
            let (Some(dtm), Some(dtz)) = (plies(Metric::Dtw), plies(dtz())) else {
                assert!(stairs.is_empty(), "{position}");
                continue;
            };
            with_several += usize::from(stairs.len() > 1);
            match &cells {
                Some(_) if dtm == dtz => assert_eq!(stairs, [(dtm, dtz)], "{position}"),
                Some((cells, lists)) => {
                    let place = if order.is_empty() { number } else { page_place(&index, number, &order) };
                    let shape = &lists[(dtm - dtz) as usize][cells[place as usize] as usize];
                    assert_eq!(stairs, page_stairs(shape, dtm, dtz), "{position}");
                }
                None if dtm == 0 => assert_eq!(stairs, [(0, 0)], "{position}"),
                None => {
                    let mut expected: Vec<(u32, u32)> = Vec::new();
                    for plies in (dtm..=60).step_by(2) {
                        let Some(needed) = needed_by_moves(&tables, &position, plies) else { continue };
                        if expected.last().is_none_or(|&(_, last)| needed < last) {
                            expected.push((plies, needed));
                        }
                    }
                    assert_eq!(stairs, expected, "{position}");
                }
            }
        }
    }
    assert_eq!(with_cells, 3);
    assert!(with_several > 3_000, "{with_several}");
}

/// Tables of three men whose set KPvK has one list for all gaps, as they were made before.
struct Older {
    root: TempDir,
    /// Name of the slice of the set whose table has cells.
    name: &'static str,
    staircases: NumberedStaircases,
}

impl Older {
    fn new(root: &Path, tables: &Tables) -> Older {
        let older = tempfile::tempdir().expect("there is room for temporary files");
        copy_files(&root.join("chess"), &older.path().join("chess"));
        let has_cells =
            |name: &&str| tables.find(slice(name), dtm_50()).expect("sound").is_some_and(|table| table.has_cells());
        let name = ["KPvK", "KvKP"].into_iter().find(has_cells).expect("one has cells");
        let solved = DepthSolver::within(dtm_50()).solve(slice("KPvK")).expect("solved");
        let of_slice = solved.into_iter().find(|of| of.slice == slice(name)).expect("a slice of the set");
        Older { root: older, name, staircases: of_slice.staircases }
    }

    /// Writes the table with these cells, and opens the tables.
    fn put(&self, made: &Tables, cells: &[u16]) -> Tables {
        let made = made.find(slice(self.name), dtm_50()).expect("sound").expect("a table").header().clone();
        let header = Header { cell: Cell::Staircase, group_order: GroupOrder::TABLE_ORDER, ..made };
        let mut builder = TableBuilder::new(header.clone());
        let mut encoder = BlockEncoder::new(3).expect("zstd can be set up");
        for block in cells.chunks(header.block_positions as usize) {
            let bytes: Vec<u8> = block.iter().flat_map(|cell| cell.to_le_bytes()).collect();
            builder.push(&encoder.encode(Cell::Staircase, &bytes).expect("encoded"));
        }
        builder.put_cell_list(list_to_bytes(&self.staircases.shapes));
        let files = TableFiles::open(self.root.path(), Chess.manifest()).expect("it can be opened");
        files.put(self.name, dtm_50(), &builder.finish()).expect("writable");
        Tables::open(self.root.path().join("chess")).expect("a manifest")
    }
}

#[test]
fn older_tables_give_the_same_staircases() {
    let (root, tables) = opened();
    let rules = Chess::fifty_moves();
    let older = Older::new(root.path(), &tables);
    let of_older = older.put(&tables, &older.staircases.cells);
    let mut with_several = 0;
    for (_, position) in positions(older.name, 1) {
        let stairs = of_older.stairs(&position, &rules).expect("stairs");
        with_several += usize::from(stairs.len() > 1);
        assert_eq!(stairs, tables.stairs(&position, &rules).expect("stairs"), "{position}");
    }
    assert!(with_several > 2_000, "{with_several}");
    let verify = [VERIFY, &["--slice", older.name]].concat();
    let said = succeed(&verify, older.root.path());
    assert!(said.ends_with(" 0 wrong\n"), "{said}");
}

/// Checks a table with right checksums whose cells are beyond its list.
#[test]
fn cells_beyond_the_list_of_staircases_are_errors() {
    let (root, tables) = opened();
    let rules = Chess::fifty_moves();
    let older = Older::new(root.path(), &tables);
    let beyond = older.staircases.shapes.len() as u16 + 1;
    let damaged = older.put(&tables, &vec![beyond; older.staircases.cells.len()]);
    let mut refused = 0;
    for (_, position) in positions(older.name, 7) {
        match damaged.stairs(&position, &rules) {
            Ok(stairs) => assert_eq!(stairs, tables.stairs(&position, &rules).expect("stairs"), "{position}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 2_000, "{refused}");
}

/// Checks 1,000 random states whose clock is near the limit. The library must give the plies of the
/// stairs, and the line must mate in as many.
#[test]
fn lines_near_the_limit_take_the_plies_that_are_left() {
    let (_root, tables) = opened();
    let (rules, indexes) = (Chess::fifty_moves(), ["KPvK", "KvKP"].map(|name| Index::new(slice(name))));
    let (mut random, mut states, mut longer) = (Random::new(5), 0, 0);
    while states < 1000 {
        let index = &indexes[random.below(indexes.len())];
        let Some(position) = index.position(random.u64(..index.numbers())) else { continue };
        let stairs = tables.stairs(&position, &rules).expect("stairs");
        // Most positions have one stair.
        if stairs.is_empty() || position.moves().is_empty() || (stairs.len() < 2 && random.u64(..16) > 0) {
            continue;
        }
        let left = stairs[random.below(stairs.len())].needed_plies + random.u64(..3) as u32;
        let fen = position.fen().replace(" 0 1", &format!(" {} 90", 100 - left));
        let position = Position::parse_fen(&fen).expect("a position");
        let counters = Chess.counters(&rules, &position);
        let plies = tables.plies_under_rules(&position, &rules, &counters, &Budget::unlimited()).expect("plies");
        let expected = plies_within(&stairs, left).expect("a win in time");
        assert_eq!(plies, Some(RulePlies::Exact(expected)), "{fen}");
        let line = tables.rule_line_from(&position, &rules, &counters, 200, &Budget::unlimited()).expect("a line");
        assert_eq!((line.end, line.moves.len() as u32), (LineEnd::GameOver, expected), "{fen}");
        states += 1;
        longer += usize::from(expected > stairs[0].plies);
    }
    assert!(longer > 200, "{longer}");
}

/// The numbers are those of a study, too.
#[test]
fn statistics_count_positions_by_stairs() {
    let (_root, tables) = opened();
    let counted = |metric| {
        let mut found = Vec::new();
        let each = |slice: Slice, row: OutcomeStats| {
            found.push((slice.name(), row.positions_by_stairs));
            Ok(())
        };
        stats(&tables, &[slice("KPvK")], metric, &NoProgress, each).expect("its tables were made");
        found
    };
    let [white, black] = [vec![58_795, 3_580, 104, 1], vec![45_947, 2_779, 74, 2]];
    assert_eq!(counted(dtm_50()), [("KPvK".to_owned(), Some(white)), ("KvKP".to_owned(), Some(black))]);
    assert_eq!(counted(dtz()), [("KPvK".to_owned(), None), ("KvKP".to_owned(), None)]);
}

/// Without the table, a search finds the same plies.
#[test]
fn a_search_finds_the_plies_without_the_table() {
    let (root, tables) = opened();
    let rules = Chess::fifty_moves();
    let searched = tempfile::tempdir().expect("there is room for temporary files");
    copy_files(&root.path().join("chess"), &searched.path().join("chess"));
    remove(&searched.path().join("chess"), &["KPvK", "KvKP"].map(|name| format!("{name}.{}", dtm_50())));
    let searching = Tables::open(searched.path().join("chess")).expect("a manifest");
    let mut compared = 0;
    for (_, position) in positions("KPvK", 211) {
        let stairs = tables.stairs(&position, &rules).expect("stairs");
        if stairs.len() < 2 {
            continue;
        }
        let clock = 100 - stairs[1].needed_plies;
        let fen = position.fen().replace(" 0 1", &format!(" {clock} 90"));
        let position = Position::parse_fen(&fen).expect("a position");
        let counters = Chess.counters(&rules, &position);
        let plies = |tables: &Tables| tables.plies_under_rules(&position, &rules, &counters, &Budget::unlimited());
        assert_eq!(plies(&searching).expect("a search"), plies(&tables).expect("plies"), "{fen}");
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

/// Removes files and their entries in the manifest.
fn remove(folder: &Path, files: &[String]) {
    let path = folder.join("manifest.json");
    let mut manifest: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("readable")).expect("JSON");
    for file in files {
        std::fs::remove_file(folder.join(file)).expect("removable");
        manifest["tables"].as_object_mut().expect("an object").remove(file).expect("an entry");
    }
    std::fs::write(path, manifest.to_string()).expect("writable");
}

/// Makes the tables of one set again from the tables of the others, which are read back.
#[test]
fn a_set_made_again_has_the_same_bytes() {
    let (root, tables) = opened();
    let folder = root.path().join("chess");
    let files = ["KPvK", "KvKP"].map(|name| format!("{name}.{}", dtm_50()));
    let before = files.clone().map(|file| std::fs::read(folder.join(file)).expect("readable"));
    drop(tables);
    remove(&folder, &files);
    make_in(root.path());
    assert_eq!(files.map(|file| std::fs::read(folder.join(file)).expect("made again")), before);
}

/// Checks that a changed byte gives an error or leaves all stairs unchanged.
#[test]
fn changed_bytes_of_staircases_are_found() {
    let (root, good) = opened();
    let (folder, rules) = (root.path().join("chess"), Chess::fifty_moves());
    let positions: Vec<Position> =
        ["KPvK", "KvKP"].iter().flat_map(|name| positions(name, 977)).map(|(_, position)| position).collect();
    let expected: Vec<_> = positions.iter().map(|position| good.stairs(position, &rules).expect("stairs")).collect();
    let (mut random, mut refused) = (Random::new(13), 0);
    let file =
        |random: &mut Random| folder.join(format!("{}.{}", ["KPvK", "KvKP"][random.u64(..2) as usize], dtm_50()));
    with_changed_bits(&folder, 300, &mut random, file, |tables| {
        for (position, expected) in positions.iter().zip(&expected) {
            match tables.stairs(position, &rules) {
                Ok(stairs) => assert_eq!(stairs, *expected, "{position}"),
                Err(_) => refused += 1,
            }
        }
    });
    assert!(refused > 500, "{refused}");
}

const VERIFY: &[&str] = &["verify", "--variant", "chess"];

#[test]
fn verify_accepts_right_staircases_and_names_a_wrong_one() {
    let (root, tables) = opened();
    let said = succeed(VERIFY, root.path());
    assert!(said.starts_with("40 tables") && said.ends_with(" 0 wrong\n"), "{said}");
    let of_both = DepthSolver::within(dtm_50()).solve(slice("KPvK")).expect("solved");
    let has_cells =
        |name: &str| tables.find(slice(name), dtm_50()).expect("sound").is_some_and(|table| table.has_cells());
    let mut of_slice = of_both.into_iter().find(|of| has_cells(&of.slice.name())).expect("one has cells");
    let cell = of_slice.staircases.cells.iter_mut().find(|cell| **cell == 1).expect("a position with two stairs");
    *cell = 0;
    let bytes = chess_table_bytes(&of_slice, dtm_50(), WdlCoding::QuickPages).expect("written");
    let files = TableFiles::open(root.path(), Chess.manifest()).expect("it can be opened");
    files.put(&of_slice.slice.name(), dtm_50(), &bytes).expect("writable");
    let output = run(&[VERIFY, &["--slice", &of_slice.slice.name()]].concat(), root.path());
    let said = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(1), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("its moves say") && said.contains(','), "{said}");
}

#[test]
fn export_writes_the_stairs() {
    let (root, tables) = opened();
    let export = ["export", "--variant", "chess", "--slice", "KvKP", "--metric", "dtw-FIDE-50"];
    let text = succeed(&export, root.path());
    assert!(text.starts_with("number,fen,wdl,stairs\n"), "{}", &text[..60]);
    let json = succeed(&[&export[..], &["--format", "jsonl"]].concat(), root.path());
    let mut with_several = 0;
    for (line, record) in json.lines().zip(csv::Reader::from_reader(text.as_bytes()).records()) {
        let (line, record): (serde_json::Value, _) =
            (serde_json::from_str(line).expect("JSON"), record.expect("whole"));
        let position = Position::parse_fen(&record[1]).expect("a legal position");
        let stairs = tables.stairs(&position, &Chess::fifty_moves()).expect("stairs");
        let texts: Vec<String> = stairs.iter().map(|stair| format!("{}:{}", stair.plies, stair.needed_plies)).collect();
        assert_eq!((&record[3], line["stairs"].as_str()), (&*texts.join(","), Some(&*texts.join(","))), "{position}");
        with_several += usize::from(stairs.len() > 1);
    }
    assert_eq!(with_several, 2779 + 74 + 2);
}
