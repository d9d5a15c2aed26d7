//! Tests damaged, swapped and edited files of chess. Each mutation must give an error that names a
//! file, or leave all answers unchanged.
//!
//! The tables here hold arbitrary values. The tests only check that these values are read
//! unchanged.

use std::path::{Path, PathBuf};

use crate::common::{DAMAGE_KINDS, EDITED_HEADER, Random, damage, storage_kinds, table_of_pages};
use peatee_probe::chess::{Chess, RuleMove, RuleValue, Tables};
use peatee_probe::internals::{Table, open_storage};
use peatee_probe::peatee_chess::{Index, Position, Slice};
use peatee_probe::{Game as _, Metric, OpenError, OpenOptions, ProbeError, StorageKind, Tabled as _, Value, Wdl};
use peatee_table::format::pages::Effort;
use peatee_table::format::{BlockEncoder, CaptureCells, Cell, Counts, FileCoding, HEADER_BYTES, Header, file_name};
use peatee_table::index::GroupOrder;
use peatee_table::{MANIFEST_NAME, Manifest, ManifestEntry, TableBuilder};

const MUTATIONS: u32 = 1_000;
const MUTATIONS_IN_FULL: u32 = 10_000;
/// Number of parts into which the mutations are divided. Each part has a thread and a directory.
const PARTS: u32 = 4;
/// Small blocks, so that small tables have many blocks.
const BLOCK_POSITIONS: u32 = 1 << 10;
/// Number of positions of each slice that are probed.
const ASKED: u64 = 6;

#[derive(Clone, Copy)]
enum Coding {
    Blocks(Cell, CaptureCells),
    Pages(Effort),
    /// The table stores no cells, because the values follow from the moves.
    Derived,
}

const DTZ_SHORT: Coding = Coding::Blocks(Cell::Short, CaptureCells::Bound);
const DTZ_LONG: Coding = Coding::Blocks(Cell::Long, CaptureCells::Bound);
/// Pages as the generator writes them for chess today. Files of older versions have the other
/// codings.
const SHORT_PAGES: Coding = Coding::Pages(Effort::FEW_CLASSES);
const LONG_PAGES: Coding = Coding::Pages(Effort::FULL);
const TWO_ENDED_PAGES: Coding = Coding::Pages(Effort::TWO_ENDED);
const WDL_BLOCKS: Coding = Coding::Blocks(Cell::Wdl, CaptureCells::Stored);

/// Slices that are probed, each with the coding of its WDL table and the coding of its tables of
/// distances. The last field says which tables store their cells in another order than the standard
/// order of positions. If it is false, only the WDL table does. If it is true, all other tables
/// with cells do.
const ASKED_SLICES: [(&str, Coding, Coding, bool); 4] = [
    ("KQvK", SHORT_PAGES, DTZ_SHORT, false),
    ("KvKQ", WDL_BLOCKS, Coding::Derived, true),
    ("KPvK", LONG_PAGES, DTZ_LONG, true),
    ("KvKP", TWO_ENDED_PAGES, Coding::Derived, false),
];
/// Slices that promotions lead to.
const AFTER_PROMOTION: [&str; 3] = ["KvKR", "KvKB", "KvKN"];

/// Returns random cells of a block: runs, equal cells, or cells that do not compress. Together, the
/// blocks have all codings.
fn cells(metric: Metric, cell: Cell, block: u64, positions: u32, random: &mut Random) -> Vec<u8> {
    let mut cells = vec![0; cell.bytes_of(positions)];
    let run = [u32::MAX, 9, 1][random.below(3)];
    let mut value = 0;
    for place in 0..positions {
        if place % run == 0 {
            value = match metric {
                Metric::Wdl => random.below(3) as u32,
                Metric::CanMate => random.below(4) as u32,
                _ => random.below(60) as u32 + (block % 5) as u32,
            };
        }
        assert!(cell.write(&mut cells, place as usize, value), "a small value");
    }
    cells
}

/// Makes a table of arbitrary values. With `is_reordered`, its cells are not in table order.
fn table(slice: Slice, metric: Metric, coding: Coding, is_reordered: bool, random: &mut Random) -> Vec<u8> {
    let index = Index::new(slice);
    let orders = GroupOrder::all(index.pawns().len() + 2 + index.pieces().len());
    let (cell, captures) = match coding {
        Coding::Blocks(cell, captures) => (cell, captures),
        Coding::Pages(_) => (Cell::Wdl, CaptureCells::Bound),
        Coding::Derived => (Cell::Short, CaptureCells::Stored),
    };
    let header = Header {
        positions: index.numbers(),
        block_positions: BLOCK_POSITIONS,
        counts: Counts { wins: index.numbers(), ..Counts::default() },
        group_order: if is_reordered { *orders.last().expect("orders") } else { GroupOrder::TABLE_ORDER },
        ..Header::new(Chess.identity(slice, metric), cell, captures)
    };
    match coding {
        Coding::Derived => {
            Header { coding: FileCoding::Derived, file_bytes: HEADER_BYTES as u64, ..header }.to_bytes().to_vec()
        }
        Coding::Pages(effort) => table_of_pages(header, 10, effort, random),
        Coding::Blocks(..) => {
            let mut encoder = BlockEncoder::new(3).unwrap();
            let mut builder = TableBuilder::new(header.clone());
            for block in 0..header.blocks() {
                let cells = cells(metric, cell, block, header.positions_in_block(block), random);
                builder.push(&encoder.encode(cell, &cells).unwrap());
            }
            builder.finish()
        }
    }
}

#[test]
fn tables_of_chess_leave_no_captures_out() {
    let directory = tempfile::tempdir().unwrap();
    let (slice, mut random) = (Slice::parse("KQvK").unwrap(), Random::new(5));
    for (captures, is_refused) in [(CaptureCells::LeftOut, true), (CaptureCells::Bound, false)] {
        let bytes = table(slice, Metric::Wdl, Coding::Blocks(Cell::Wdl, captures), false, &mut random);
        let path = directory.path().join("table");
        std::fs::write(&path, bytes).unwrap();
        let found = Table::open(&path, open_storage(&path, StorageKind::PREAD).unwrap(), 0).unwrap();
        let order = Chess.order_of(slice, Metric::Wdl, Index::new(slice).numbers(), &found);
        assert_eq!(order.is_err(), is_refused, "{order:?}");
    }
}

/// A table file in memory. `cells` is a digest of all its cells.
struct File {
    slice: Slice,
    metric: Metric,
    name: String,
    bytes: Vec<u8>,
    cells: u64,
}

/// All answers about a position.
#[derive(Debug, Clone, PartialEq)]
struct Answer {
    value: RuleValue,
    wdl: Wdl,
    /// Depth to conversion (DTC) in plies.
    conversion_plies: Option<u32>,
    mating_sides: u32,
    moves: Vec<RuleMove>,
}

/// A directory of undamaged tables, and the probed positions with their answers.
struct Original {
    directory: PathBuf,
    files: Vec<File>,
    manifest: Manifest,
    asked: Vec<(Position, Answer)>,
}

impl Original {
    fn make(directory: &Path) -> Original {
        let mut random = Random::new(0x1234_5678_9abc_def1);
        let mut manifest = Chess.manifest();
        let mut files = Vec::new();
        let mut add = |slice: &str, metric, coding, is_reordered| {
            let slice = Slice::parse(slice).unwrap();
            let bytes = table(slice, metric, coding, is_reordered, &mut random);
            let name = file_name(slice, metric);
            let entry = ManifestEntry {
                slice: slice.name(),
                metric: metric.name(),
                bytes: bytes.len() as u64,
                blake3: blake3::hash(&bytes).to_hex().to_string(),
            };
            manifest.tables.insert(name.clone(), entry);
            std::fs::write(directory.join(&name), &bytes).unwrap();
            files.push(File { slice, metric, name, bytes, cells: 0 });
        };
        for (slice, wdl, dtz, is_reordered) in ASKED_SLICES {
            add(slice, Metric::Wdl, wdl, !is_reordered);
            add(slice, Metric::dtz("FIDE-50"), dtz, is_reordered && !matches!(dtz, Coding::Derived));
            let dtc = match dtz {
                Coding::Derived => Coding::Derived,
                _ => Coding::Blocks(Cell::Short, CaptureCells::Stored),
            };
            add(slice, Metric::Dtc, dtc, is_reordered && !matches!(dtz, Coding::Derived));
            add(slice, Metric::CanMate, Coding::Blocks(Cell::Short, CaptureCells::Stored), is_reordered);
        }
        AFTER_PROMOTION.iter().for_each(|slice| add(slice, Metric::Wdl, SHORT_PAGES, false));
        std::fs::write(directory.join(MANIFEST_NAME), manifest.to_text()).unwrap();

        let tables = Tables::open(directory).unwrap();
        for file in &mut files {
            file.cells = cells_of(&tables, file).expect("a sound file").expect("a table");
        }
        let mut asked = Vec::new();
        for (slice, ..) in ASKED_SLICES {
            let index = Index::new(Slice::parse(slice).unwrap());
            let step = index.numbers() / ASKED - 1;
            let positions = (0..ASKED).map(|place| {
                (place * step..).find_map(|number| index.position(number)).expect("a legal position after it")
            });
            asked.extend(positions.map(|position| {
                let answer = answer(&tables, &position).expect("an answer of sound tables");
                (position, answer)
            }));
        }
        Original { directory: directory.to_owned(), files, manifest, asked }
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.directory.join(name), bytes).unwrap();
    }

    /// Probes every position, and then reads all cells of `damaged` if there was no error. Errors
    /// must name one of the files `names`. Returns whether there was an error.
    fn ask(&self, names: &[&str], damaged: Option<&File>, storage: StorageKind, what: &str) -> bool {
        // Only an edited manifest can omit tables.
        let may_be_missing = names.contains(&MANIFEST_NAME);
        let blamed = |path: &Path, text: String| {
            let is_named = names.iter().any(|name| self.directory.join(name) == path);
            assert!(is_named, "{what}: {} is blamed, not {names:?}: {text}", path.display());
            assert!(text.contains(path.to_str().unwrap()), "{what}: the error does not name the file: {text}");
        };
        let tables = match OpenOptions::new().memory_bytes(1 << 20).storage(storage).open_game::<Chess>(&self.directory)
        {
            Ok(tables) => tables,
            Err(error) => {
                let text = error.to_string();
                match &error {
                    OpenError::Io { path, .. } | OpenError::Manifest { path, .. } => blamed(path, text),
                    OpenError::OtherGame { .. } if may_be_missing => {
                        assert!(text.contains(self.directory.to_str().unwrap()), "{text}");
                    }
                    other => panic!("{what}: {other}"),
                }
                return true;
            }
        };
        let mut failed = false;
        for fault in tables.faults() {
            failed = true;
            blamed(&fault.path, fault.to_string());
        }
        for (position, expected) in &self.asked {
            match answer(&tables, position) {
                Ok(found) if may_be_missing => {
                    assert!(found.agrees_with(expected), "{what}: {position}: {found:?}");
                    failed |= found != *expected;
                }
                Ok(found) => assert_eq!(found, *expected, "{what}: {position}"),
                Err(error) => {
                    failed = true;
                    match &error {
                        ProbeError::File { path, .. } => blamed(path, error.to_string()),
                        ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. } if may_be_missing => {}
                        other => panic!("{what}: {position}: {other}"),
                    }
                }
            }
        }
        if let Some(file) = damaged.filter(|_| !failed) {
            match cells_of(&tables, file) {
                Ok(cells) => assert_eq!(cells, Some(file.cells), "{what}"),
                Err(text) => {
                    assert!(!text.is_empty(), "{what}");
                    failed = true;
                }
            }
        }
        failed
    }
}

impl Answer {
    /// Returns true if the answers are equal, except for distances that `self` lacks.
    fn agrees_with(&self, other: &Answer) -> bool {
        let agrees = |found: (Wdl, Option<u32>), expected: (Wdl, Option<u32>)| {
            found.0 == expected.0 && (found.1.is_none() || found.1 == expected.1)
        };
        let of_value = |value: &RuleValue| (value.value.wdl, value.needed_plies);
        let of_rated = |rated: &RuleMove| (rated.value.wdl, rated.needed_plies);
        let of_move = |rated: &RuleMove| other.moves.iter().find(|other| other.mv == rated.mv).map(of_rated);
        let conversion = self.conversion_plies;
        agrees(of_value(&self.value), of_value(&other.value))
            && (conversion.is_none() || conversion == other.conversion_plies)
            && (self.wdl, self.mating_sides, self.moves.len()) == (other.wdl, other.mating_sides, other.moves.len())
            && self.moves.iter().all(|rated| of_move(rated).is_some_and(|expected| agrees(of_rated(rated), expected)))
    }
}

fn answer(tables: &Tables, position: &Position) -> Result<Answer, ProbeError> {
    let rules = Chess::fifty_moves();
    let counters = tables.game().counters(&rules, position);
    let wdl = tables.probe_wdl(position)?;
    Ok(Answer {
        value: tables.rule_value(position, &rules, &counters)?,
        wdl,
        conversion_plies: tables.plies_where_known(position, Value { wdl, plies: None }, Metric::Dtc)?,
        mating_sides: tables.mating_sides(position)?,
        moves: tables.rule_moves(position, &rules, &counters)?,
    })
}

/// Returns a digest of all cells of a table; `None` if there is no such table.
fn cells_of(tables: &Tables, file: &File) -> Result<Option<u64>, String> {
    let table = match tables.need(file.slice, file.metric) {
        Ok(table) => table,
        Err(ProbeError::MissingTable { .. }) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let mut all = 0u64;
    let add = |_, cell: u32| all = all.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(cell.into());
    table.each_cell(add).map_err(|error| error.to_string())?;
    Ok(Some(all))
}

#[test]
fn mutations_of_chess_give_errors_or_the_same_answers() {
    mutate_in_parts(MUTATIONS);
}

#[test]
#[ignore = "14 CPU-seconds; scripts/check --full runs it"]
fn ten_thousand_mutations_of_chess_give_errors_or_the_same_answers_in_full() {
    mutate_in_parts(MUTATIONS_IN_FULL);
}

fn mutate_in_parts(mutations: u32) {
    std::thread::scope(|scope| {
        for part in 0..PARTS {
            scope.spawn(move || mutate(mutations / PARTS, &mut Random::new(0xc4e55 + u64::from(part))));
        }
    });
    // No damaged file made a reader take much memory. The peak is that of all tests in this
    // program.
    #[cfg(target_os = "linux")]
    assert!(crate::common::peak_bytes() < 512 << 20, "{} bytes", crate::common::peak_bytes());
}

fn mutate(mutations: u32, random: &mut Random) {
    let root = tempfile::tempdir().unwrap();
    let original = Original::make(root.path());
    let kinds = storage_kinds();
    let mut errors = 0;
    for number in 0..mutations {
        let storage = if number % 3 == 0 { kinds[kinds.len() - 1] } else { kinds[0] };
        let kind = random.below(DAMAGE_KINDS + 2);
        let file = &original.files[random.below(original.files.len())];
        let File { name, bytes, .. } = file;
        let failed = match kind {
            kind @ 0..DAMAGE_KINDS => {
                let mut mutated = bytes.clone();
                let what = format!("mutation {number} of {name}: {}", damage(&mut mutated, kind, random));
                original.write(name, &mutated);
                let failed = original.ask(&[name], Some(file), storage, &what);
                assert!(failed || kind == EDITED_HEADER || mutated == *bytes, "{what}: unseen");
                failed
            }
            DAMAGE_KINDS => {
                let other = &original.files[random.below(original.files.len())];
                original.write(name, &other.bytes);
                original.write(&other.name, bytes);
                let what = format!("{name} and {} swapped", other.name);
                let failed = original.ask(&[name, &other.name], None, storage, &what);
                assert_eq!(failed, *name != other.name, "{what}");
                original.write(&other.name, &other.bytes);
                failed
            }
            _ => {
                let mut text = original.manifest.to_text().into_bytes();
                let what = format!(
                    "mutation {number} of the manifest: {}",
                    damage(&mut text, random.below(EDITED_HEADER), random)
                );
                original.write(MANIFEST_NAME, &text);
                let mut names: Vec<&str> = original.files.iter().map(|file| file.name.as_str()).collect();
                names.push(MANIFEST_NAME);
                let failed = original.ask(&names, None, storage, &what);
                original.write(MANIFEST_NAME, original.manifest.to_text().as_bytes());
                failed
            }
        };
        original.write(name, bytes);
        errors += failed as u32;
    }
    assert!(!original.ask(&[], None, StorageKind::PREAD, "the directory as it was"));
    // Most mutations change a byte that matters.
    assert!(errors > mutations / 2, "{errors}");
}
